import { act, renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { someAnswer } from "@/testing/answers";
import { forgetMarks, markAnswer, markKey, useMarks } from "./marks";

const KEY = markKey("c1", 2);
const kept = () => JSON.parse(localStorage.getItem("pincite-marks") ?? "{}") as Record<string, unknown>;

beforeEach(forgetMarks);

describe("marks", () => {
  it("keep the question with what it quoted, in this browser", () => {
    const { result } = renderHook(useMarks);
    act(() => markAnswer(KEY, someAnswer({ asked_as: "What is the storage fee?" }), true, new Date(0)));
    expect(result.current[KEY]).toEqual({
      question: "What is the storage fee?",
      good: true,
      at: "1970-01-01T00:00:00.000Z",
      refused: false,
      quotes: [
        { document: "d1", fileName: "contract.pdf", page: 4, quote: "The storage fee is 40 euros a year." },
      ],
    });
    expect(kept()).toEqual(result.current);
  });

  it("change, and are taken back by the same mark", () => {
    const { result } = renderHook(useMarks);
    act(() => markAnswer(KEY, someAnswer(), true));
    act(() => markAnswer(KEY, someAnswer(), false));
    expect(result.current[KEY]?.good).toBe(false);
    act(() => markAnswer(KEY, someAnswer(), false));
    expect(result.current).toEqual({});
    expect(kept()).toEqual({});
  });
});

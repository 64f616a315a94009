import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Bars } from "./bars";
import { across, Plane, up } from "./plane";
import { differenceScale, position, SHARES, ticks } from "./scales";

describe("scales", () => {
  it("place values, and keep those outside at the end", () => {
    expect(position(SHARES, 0.25)).toBe(0.25);
    expect(position({ from: -0.2, to: 0.2 }, 0)).toBe(0.5);
    expect(position(SHARES, 1.4)).toBe(1);
    expect(position(SHARES, -1)).toBe(0);
  });

  it("of differences have zero in the middle and hold every value", () => {
    expect(differenceScale([0.03, -0.15, null])).toEqual({ from: -0.2, to: 0.2 });
    expect(differenceScale([-0.7])).toEqual({ from: -1, to: 1 });
    expect(differenceScale([null])).toEqual({ from: -0.1, to: 0.1 });
  });

  it("have five even lines, without the dust of binary fractions", () => {
    expect(ticks({ from: -0.2, to: 0.2 })).toEqual([-0.2, -0.1, 0, 0.1, 0.2]);
  });
});

describe("bars", () => {
  it("say each number in words", () => {
    render(
      <Bars
        label="Ranks"
        bars={[
          { label: "1", name: "Rank 1: 9 questions", count: 9 },
          { label: "none", name: "Not found: 3 questions", count: 3, apart: true },
        ]}
      />,
    );
    expect(screen.getByRole("list", { name: "Ranks" })).toHaveTextContent("Rank 1: 9 questions");
    expect(screen.getAllByRole("listitem")).toHaveLength(2);
  });
});

describe("a plane of two shares", () => {
  it("has zero below and at the left, and a name", () => {
    expect(across(1)).toBeGreaterThan(across(0));
    expect(up(1)).toBeLessThan(up(0));
    expect(across(7)).toBe(across(1));
    render(
      <Plane label="Confidence" x="sure" y="right">
        <circle r="1" />
      </Plane>,
    );
    expect(screen.getByRole("img", { name: "Confidence" })).toBeInTheDocument();
  });
});

import { render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Markdown } from "./markdown";

const drawn = (text: string) => render(<Markdown text={text} />).container;

describe("Markdown", () => {
  it("draws lists, tables and emphasis", () => {
    const room = drawn("**bold**\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |");
    expect(room.querySelector("strong")).toHaveTextContent("bold");
    expect(room.querySelectorAll("li")).toHaveLength(2);
    expect(room.querySelectorAll("td")).toHaveLength(2);
  });

  it("shows HTML as what was written, and runs none of it", () => {
    const room = drawn('<img src=x onerror=alert(1)> <iframe srcdoc="<script>alert(1)</script>"></iframe>');
    expect(room.querySelector("img, iframe, script")).toBeNull();
    expect(room).toHaveTextContent("<img src=x onerror=alert(1)>");
  });

  it("fetches no picture of another machine", () => {
    const room = drawn("![what it says](https://outside.example/p.png?answer=secret)");
    expect(room.querySelector("img")).toBeNull();
    expect(room).toHaveTextContent("what it says");
  });

  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "JaVaScRiPt:alert(1)",
    "file:///etc/passwd",
    "vbscript:x",
    "//outside.example",
  ])("makes no link of %s", (address) => {
    const room = drawn(`[here](${address})`);
    expect(room.querySelector("a")).toBeNull();
    expect(room).toHaveTextContent("here");
  });

  it("links to the web without telling it from where", () => {
    const link = drawn("[here](https://example.org)").querySelector("a");
    expect(link).toHaveAttribute("href", "https://example.org");
    expect(link).toHaveAttribute("rel", expect.stringContaining("noreferrer"));
  });
});

import { render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { useKeys } from "./keys";

function Room({ keys, active = true }: { keys: Record<string, () => void>; active?: boolean }) {
  useKeys(keys, active);
  return <input aria-label="box" />;
}

describe("useKeys", () => {
  it("knows one key after the other, and single ones", async () => {
    const library = vi.fn();
    const ask = vi.fn();
    render(<Room keys={{ "g l": library, "/": ask }} />);
    await userEvent.keyboard("l");
    expect(library).not.toHaveBeenCalled();
    await userEvent.keyboard("gl");
    expect(library).toHaveBeenCalledOnce();
    await userEvent.keyboard("g/");
    expect(ask).toHaveBeenCalledOnce();
  });

  it("leaves keys to fields, but for Escape", async () => {
    const ask = vi.fn();
    const close = vi.fn();
    const { getByLabelText } = render(<Room keys={{ "/": ask, Escape: close }} />);
    await userEvent.type(getByLabelText("box"), "/");
    expect(ask).not.toHaveBeenCalled();
    await userEvent.keyboard("{Escape}");
    expect(close).toHaveBeenCalledOnce();
  });

  it("leaves what Ctrl and Meta do to the browser, and does nothing while inactive", async () => {
    const ask = vi.fn();
    const { rerender } = render(<Room keys={{ "/": ask }} />);
    await userEvent.keyboard("{Control>}/{/Control}");
    rerender(<Room keys={{ "/": ask }} active={false} />);
    await userEvent.keyboard("/");
    expect(ask).not.toHaveBeenCalled();
  });
});

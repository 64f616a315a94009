import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { Menu } from "./menu";

function opened(run = vi.fn()) {
  render(
    <Menu
      trigger={<button type="button">More</button>}
      items={[
        { label: "Rename", run: vi.fn() },
        "line",
        { label: "Share", disabled: true, run: vi.fn() },
        { label: "Delete", tone: "loss", run },
      ]}
    />,
  );
  return { run, trigger: screen.getByRole("button", { name: "More" }) };
}

describe("Menu", () => {
  it("is worked by keyboard alone", async () => {
    const { run, trigger } = opened();
    trigger.focus();
    await userEvent.keyboard("{Enter}");
    expect(screen.getByRole("menu")).toBeInTheDocument();
    expect(trigger).toHaveAttribute("aria-expanded", "true");
    await userEvent.keyboard("{End}{Enter}");
    expect(run).toHaveBeenCalledOnce();
    expect(screen.queryByRole("menu")).not.toBeInTheDocument();
  });

  it("closes by Escape and gives the focus back", async () => {
    const { trigger } = opened();
    await userEvent.click(trigger);
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("menu")).not.toBeInTheDocument();
    expect(trigger).toHaveFocus();
  });

  it("gives the focus back after a choice", async () => {
    const { run, trigger } = opened();
    await userEvent.click(trigger);
    await userEvent.click(screen.getByRole("menuitem", { name: "Delete" }));
    expect(run).toHaveBeenCalledOnce();
    expect(trigger).toHaveFocus();
  });

  it("puts nothing into the order of focus that is hidden", async () => {
    const { trigger } = opened();
    await userEvent.click(trigger);
    expect(document.querySelectorAll("[aria-hidden=true][tabindex='0']")).toHaveLength(0);
    expect(document.querySelectorAll("[data-floating-ui-focus-guard]")).toHaveLength(0);
  });
});

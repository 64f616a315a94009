import { act, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { Dialog } from "./dialog";
import { TextField } from "./field";
import { showToast } from "@/lib/toasts";
import { Menu } from "./menu";
import { ToastHost } from "./toast-host";

it("holds the menus that are opened in it, as nothing outside of a modal dialog can be reached", async () => {
  render(
    <Dialog title="Conversations" onClose={vi.fn()}>
      <Menu trigger={<button type="button">More</button>} items={[{ label: "Rename", run: vi.fn() }]} />
    </Dialog>,
  );
  await userEvent.click(screen.getByRole("button", { name: "More" }));
  const dialog = screen.getByRole("dialog", { name: "Conversations" });
  expect(within(dialog).getByRole("menuitem", { name: "Rename" })).toBeInTheDocument();
});

it("holds the messages while it is open, so that what was done in it can be undone", async () => {
  const undo = vi.fn();
  const close = vi.fn();
  const room = (open: boolean) => (
    <>
      <ToastHost />
      {open && (
        <Dialog title="Conversations" onClose={close}>
          <p>Heat pumps</p>
        </Dialog>
      )}
    </>
  );
  const { rerender } = render(room(true));
  act(() => {
    showToast({ text: "1 conversation was deleted.", seconds: 10, action: { label: "Undo", run: undo } });
  });
  const dialog = screen.getByRole("dialog", { name: "Conversations" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Undo" }));
  expect(undo).toHaveBeenCalledOnce();
  expect(close).not.toHaveBeenCalled();

  act(() => {
    showToast({ text: "1 document was added." });
  });
  rerender(room(false));
  expect(screen.getByText("1 document was added.")).toBeInTheDocument();
});

it("begins where something is to be written, not with the button that closes", () => {
  const { rerender } = render(
    <Dialog key="first" title="Share" onClose={vi.fn()}>
      <form>
        <TextField label="Name" />
        <TextField label="Password" />
      </form>
    </Dialog>,
  );
  expect(screen.getByLabelText("Name")).toHaveFocus();
  rerender(
    <Dialog key="second" title="Log in again" onClose={vi.fn()}>
      <form>
        <TextField label="Name" />
        {/* eslint-disable-next-line jsx-a11y/no-autofocus -- the name is there already */}
        <TextField label="Password" autoFocus />
      </form>
    </Dialog>,
  );
  expect(screen.getByLabelText("Password")).toHaveFocus();
});

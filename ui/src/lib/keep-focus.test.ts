import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { keepFocus } from "./keep-focus";

let end: () => void;

beforeEach(() => {
  document.body.innerHTML = `
    <main tabindex="-1">
      <ul>
        <li id="one"><input /><a href="#one">one</a></li>
        <li id="two"><a href="#two">two</a><button>Delete two</button></li>
        <li id="three"><a href="#three">three</a></li>
      </ul>
    </main>
    <section data-passing><button id="undo">Undo</button></section>`;
  end = keepFocus();
});
afterEach(() => {
  end();
  document.body.innerHTML = "";
});

const find = (selector: string) => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
};
const later = () => new Promise((resolve) => setTimeout(resolve, 5));
const focused = () => document.activeElement?.textContent;

describe("keepFocus", () => {
  it("goes to what comes after what was taken away", async () => {
    find("#two button").focus();
    find("#two").remove();
    await later();
    expect(focused()).toBe("three");
  });

  it("goes to what came before the last, but into no field", async () => {
    find("#three a").focus();
    find("#three").remove();
    find("#two").remove();
    await later();
    expect(focused()).toBe("one");
  });

  it("goes to the screen when nothing is left beside", async () => {
    find("#two a").focus();
    find("ul").remove();
    await later();
    expect(document.activeElement).toBe(find("main"));
  });

  it("goes back to where it was before a message that leaves", async () => {
    find("#two a").focus();
    find("#undo").focus();
    find("[data-passing]").remove();
    await later();
    expect(focused()).toBe("two");
  });

  it("goes beside what was deleted by a dialog that closes", async () => {
    const dialog = document.createElement("dialog");
    dialog.innerHTML = "<button>Delete it</button>";
    find("#two button").focus();
    document.body.append(dialog);
    dialog.open = true;
    find("dialog button").focus();
    find("#two").remove();
    dialog.remove();
    await later();
    expect(focused()).toBe("three");
  });

  it("leaves it where somebody puts it meanwhile", async () => {
    find("#two button").focus();
    find("#two").remove();
    find("#one a").focus();
    await later();
    expect(focused()).toBe("one");
  });

  it("leaves it with nobody when it was left by a press beside", async () => {
    find("#two button").focus();
    find("#two button").blur();
    await later();
    find("#two").remove();
    await later();
    expect(document.activeElement).toBe(document.body);
  });

  it("does not follow what leaves a list by scrolling", async () => {
    find("#two a").focus();
    document.dispatchEvent(new Event("scroll"));
    find("#two").remove();
    await later();
    expect(document.activeElement).toBe(document.body);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

describe("preferences", () => {
  it("are kept in this browser and set the light at once", async () => {
    const first = await import("./preferences");
    first.changePreferences({ theme: "dark", dimPages: true });
    expect(document.documentElement.dataset["theme"]).toBe("dark");
    expect(document.documentElement.dataset["dimPages"]).toBe("yes");
    vi.resetModules();
    const later = await import("./preferences");
    expect(later.readPreferences()).toMatchObject({ theme: "dark", dimPages: true });
  });

  it("are changed by another tab, and so is the light", async () => {
    const { readPreferences } = await import("./preferences");
    localStorage.setItem("pincite", '{"theme": "dark"}');
    window.dispatchEvent(new StorageEvent("storage", { key: "pincite" }));
    expect(readPreferences().theme).toBe("dark");
    expect(document.documentElement.dataset["theme"]).toBe("dark");
  });

  it("are the defaults where what is kept is broken or of another kind", async () => {
    localStorage.setItem("pincite", '{"theme": 3, "precise": true, "unheard": 1}');
    const { readPreferences } = await import("./preferences");
    expect(readPreferences()).toMatchObject({ theme: "system", precise: true });
    expect(readPreferences()).not.toHaveProperty("unheard");
    vi.resetModules();
    localStorage.setItem("pincite", "{broken");
    expect((await import("./preferences")).readPreferences().theme).toBe("system");
  });

  it("hold for the visit where the browser keeps nothing", async () => {
    vi.stubGlobal("localStorage", {
      getItem: () => {
        throw new DOMException("no", "SecurityError");
      },
      setItem: () => {
        throw new DOMException("no", "QuotaExceededError");
      },
    });
    const { changePreferences, readPreferences } = await import("./preferences");
    changePreferences({ paneShare: 0.3 });
    expect(readPreferences().paneShare).toBe(0.3);
  });
});

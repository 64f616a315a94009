// Before anything is drawn the room has its light, so that a dark one does not flash white. No module, and not part of
// the application, as both would wait for it. What is kept is written by src/lib/preferences.ts.
(() => {
  let theme;
  try {
    theme = JSON.parse(localStorage.getItem("pincite") ?? "{}").theme;
  } catch {
    // A private window keeps nothing: the light is the system's.
  }
  if (theme !== "light" && theme !== "dark") {
    theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
  document.documentElement.dataset.theme = theme;
})();

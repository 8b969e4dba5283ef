// Runs before the first paint, so that a page never flashes in the wrong theme, nor moves against the player's wish.
try {
  const theme = localStorage.getItem("fivedice.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.speed = localStorage.getItem("fivedice.speed") ?? "normal";
} catch {
  // A browser that keeps no storage follows the system's theme.
}

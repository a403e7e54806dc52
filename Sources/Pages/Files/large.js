// One of the big digits alone, as large as the screen is wide: for a glance from a metre away.

import { byId, mark } from "./dom.js";

const KINDS = ["altitude", "climb", "speed"];

// Shows one alone, or all again if it was.
function toggle(kind) {
  const main = byId("main");
  const isAlone = main.dataset.large === kind;
  if (isAlone) delete main.dataset.large;
  else main.dataset.large = kind;
  for (const other of KINDS) mark(byId(`${other}-large`), "aria-pressed", !isAlone && other === kind);
}

export function wireLarge() {
  for (const kind of KINDS) byId(`${kind}-large`).addEventListener("click", () => toggle(kind));
}

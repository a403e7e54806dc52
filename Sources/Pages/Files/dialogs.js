// What the page asks: whether to stop, and for the token.

import { byId, say } from "./dom.js";
import { keepToken, token } from "./settings.js";

// Shows a dialogue; true if it was agreed to.
function ask(id) {
  const dialog = byId(id);
  if (dialog.open) return Promise.resolve(false);
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

export function confirmStop() {
  return ask("stop-dialog");
}

// Asks for the token; true if there is another one now. An empty one is forgotten.
export async function askForToken(reason) {
  const field = byId("token-field");
  say(byId("token-reason"), reason);
  field.value = "";
  if (!(await ask("token-dialog"))) return false;
  const before = token();
  keepToken(field.value.trim() || null);
  field.value = "";
  return token() !== before;
}

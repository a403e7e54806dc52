// Whether the recorder has another page than this one. After an update it is loaded again, once: a
// network that comes and goes must not make it a loop.

const KEY = "barograph.reloaded-for";

function meta() {
  return document.querySelector('meta[name="build"]')?.content ?? "";
}

// True if the page should be loaded again to be of the recorder's build.
export function isOtherBuild(build) {
  if (typeof build !== "string" || build === "" || build === meta()) return false;
  try {
    if (sessionStorage.getItem(KEY) === build) return false;
    sessionStorage.setItem(KEY, build);
    return true;
  } catch {
    // What cannot be remembered cannot be done once.
    return false;
  }
}

// What is wrong, the worst first, each with what to do about it.

import { byId, list, make, mark, say, show } from "./dom.js";
import { dateAndTime } from "./format.js";

const MOST = 20;
const WORDS = { critical: "✖ CRITICAL", warning: "▲ WARNING" };

function build() {
  const item = make("li", "problem");
  for (const part of ["severity", "message", "remedy", "since"]) {
    item.append(make(part === "severity" ? "strong" : "p", part));
  }
  return item;
}

function fill(item, problem) {
  const [severity, message, remedy, since] = item.children;
  mark(item, "data-severity", problem.severity);
  say(severity, WORDS[problem.severity] ?? String(problem.severity));
  say(message, problem.message);
  say(remedy, problem.fix ? `Do: ${problem.fix}` : "");
  say(since, problem.since ? `since ${dateAndTime(problem.since)}` : "");
}

export function renderProblems(snapshot) {
  const problems = snapshot.document.problems ?? [];
  show(byId("problems"), problems.length > 0);
  list(byId("problem-list"), problems, MOST, build, fill);
  const more = problems.length - MOST;
  say(byId("problem-more"), more > 0 ? `and ${more} more: barograph status` : "");
  mark(byId("problems"), "data-fresh", snapshot.state);
}

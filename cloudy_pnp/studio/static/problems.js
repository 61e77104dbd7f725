// A problem as people read it.
import { t } from "./words.js";

function part(tag, name, text) {
  const element = document.createElement(tag);
  element.className = name;
  element.textContent = text;
  return element;
}

/** One problem as `check` tells it; everything from the data is set as text, never as markup. */
export function problemItem(problem, cards = null) {
  const item = document.createElement("li");
  item.dataset.severity = problem.severity;
  item.append(part("b", "severity", `${t(problem.severity)} ${problem.code}`.trim()));
  if (problem.file) item.append(" ", part("code", "place", `${problem.file}:${problem.line}:${problem.column}`));
  item.append(part("p", "message", problem.message));
  if (problem.hint) item.append(part("p", "hint", problem.hint));
  if (cards?.has(problem.entry)) {
    const link = part("a", "to", `${t("Show")} ${problem.entry}`);
    link.href = "#";
    link.addEventListener("click", (event) => {
      event.preventDefault();
      cards.go(problem.entry);
    });
    item.append(link);
  }
  return item;
}

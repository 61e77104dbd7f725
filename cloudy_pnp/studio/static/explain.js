// What schemas say about things, in the language of the studio. They are written in English; a game translates its own.
import { forms } from "./words.js";

const LISTED = /^(?:One of:|A list of) (.+)\.$/; // made from the choices of a game file

/** The title of a field or a step. */
export const titled = (text) => forms.titles[text] ?? text;

/** The explanation of a field or a step. */
export function explain(text) {
  const whole = forms.explanations[text];
  if (whole) return whole;
  const [, inside] = LISTED.exec(text) ?? [];
  const listed = inside && forms.explanations[text.replace(inside, "{}")];
  return listed ? listed.replace("{}", inside) : text;
}

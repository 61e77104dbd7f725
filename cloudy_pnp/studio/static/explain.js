// What schemas say about things, in the language of the studio. They speak English; for another language the words of all
// games and those of the game that is open are loaded. What an author explains in a game file is shown as it is written.
import { titles } from "./form-words.js";
import { spaced, translation, ui } from "./words.js";

const GAMES = ["cloudy-kingdom", "fantasy-realms", "harbour-lights", "luftschloesser"];
const LISTED = /^(?:One of:|A list of) (.+)\.$/; // made from the choices of a game file
const known = { titles: { ...titles }, explanations: {} };

/** Load what is said about the cards of a game. */
export async function learn(game) {
  if (ui === "en") return;
  const names = ["common", ...GAMES.filter((one) => one === game)];
  for (const words of await Promise.all(names.map((name) => import(`./explained-${name}.js`)))) {
    Object.assign(known.titles, words.titles);
    Object.assign(known.explanations, words.explanations);
  }
}

/** The title of a field or a step. */
export const titled = (text) => translation(known.titles[text]) ?? text;

/** The explanation of a field or a step. */
export function explain(text) {
  const whole = translation(known.explanations[text]);
  if (whole) return spaced(whole);
  const [, inside] = LISTED.exec(text) ?? [];
  const made = inside && translation(known.explanations[text.replace(inside, "{}")]);
  return made ? spaced(made).replace("{}", inside) : text;
}

// What everything at the table is called and looks like, in the language of the page.
import { make } from "./common.js";
import { t } from "./words.js";

/** What is offered, and the game or the position that is on the table. */
export const table = { offer: null, view: null };

const COMPUTERS = {
  human: "A person",
  random: "Squirrel (easy: plays anything)",
  greedy: "Fox (medium: takes what is best right now)",
  ahead: "Owl (thoughtful: looks ahead)",
};
const SHORT = { human: "A person", random: "Squirrel", greedy: "Fox", ahead: "Owl" };

export const seatName = (seat) => t(COMPUTERS[seat] ?? seat);
export const seatShort = (seat) => t(SHORT[seat] ?? seat);

const capital = (word) => word.slice(0, 1).toUpperCase() + word.slice(1);

/** The name of a player, a family, a card. */
export const nameOf = (id) => table.view?.tells?.names?.[id] ?? (table.offer?.faces[id]?.title || capital(t(id)));

/** Words in which ids stand in braces. */
export const spoken = (text) => text.replace(/\{([a-z0-9-]+)\}/g, (_, id) => nameOf(id));

export const faceOf = (id) => table.view?.faces?.[id] ?? table.offer?.faces[id];

/** The picture of a card, or its name where it has none. */
export function picture(id, properties = {}) {
  const known = id && faceOf(id);
  if (!known) return make("span", { class: "blank", text: id ? nameOf(id) : "" });
  const [width, height] = known.size.map((length) => Math.round(length * 4));
  return make("img", { src: known.picture, width, height, alt: known.title || id, draggable: "false", ...properties });
}

/** A small picture of a piece; of a standee that is folded, the upright half. */
export function small(face, properties = {}) {
  if (face.size[1] < 2 * face.size[0]) return make("img", { src: face.picture, alt: "", draggable: "false", ...properties });
  const half = make("span", { ...properties, class: `${properties.class ?? ""} standee` });
  half.style.backgroundImage = `url("${face.picture}")`;
  return half;
}

/** What stands for a player: a castle, or whatever has the same id. */
export const armsOf = (player) => faceOf(`castle-${player}`) ?? (table.offer?.faces[player] && faceOf(player));

/** The back of the cards that are drawn. */
export function back(count, label) {
  const faces = table.offer?.faces ?? {};
  const name = ["vine-back", "weather-back", "back"].find((one) => faces[one]) ?? Object.keys(faces).find((one) => one.endsWith("-back"));
  const image = name ? make("img", { src: faces[name].picture, alt: "", draggable: "false" }) : make("span", { class: "blank" });
  return make("span", { class: "pile", role: "img", "aria-label": `${label}: ${count}` }, image, make("b", { text: count }));
}

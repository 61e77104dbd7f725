// A game without a picture of its own: what lies on the table, zone by zone, with the cards' faces where they are known.
import { make } from "./common.js";
import { t } from "./words.js";

export function showZones(home, view, faces, play) {
  const named = (key) => t(key.replaceAll("_", " "));
  const zones = [];
  for (const [key, value] of Object.entries(view.position)) {
    if (["players", "player", "turn", "moves"].includes(key)) continue; // said beside the table
    if (key === "hands") {
      view.players.forEach((player, index) => zones.push(zone(`${t("hand of")} ${player}`, value[index] ?? [], view, faces, play)));
    } else if (Array.isArray(value) && value.every((item) => typeof item === "string")) {
      if (value.length) zones.push(zone(named(key), value, view, faces, play));
    } else if (typeof value !== "object") {
      zones.push(make("p", { class: "fact" }, make("span", { text: named(key) }), make("b", { text: value })));
    } else if (value) {
      zones.push(make("details", { open: true }, make("summary", { text: named(key) }), make("pre", { text: lines(value) })));
    }
  }
  home.replaceChildren(...zones);
}

function zone(title, cards, view, faces, play) {
  return make("div", { class: "zone" }, make("h2", { text: title }), make("ul", {}, cards.map((id) => make("li", {}, card(id, view, faces, play)))));
}

/** A card; where exactly one move names it, clicking it is that move. */
function card(id, view, faces, play) {
  const known = faces[id];
  const inside = known ? make("img", { src: known.picture, alt: known.title || id }) : make("span", { class: "blank", text: id ?? "" });
  const naming = view.moves.map((move, index) => [move, index]).filter(([move]) => id && Object.values(move.entry).includes(id));
  if (naming.length !== 1) return inside;
  const [[move, index]] = naming;
  return make("button", { type: "button", class: "pick", title: move.words, "aria-label": move.words, onclick: () => play(index) }, inside);
}

const lines = (value) =>
  Array.isArray(value)
    ? value.map((item) => (typeof item === "object" ? Object.entries(item ?? {}).map(([key, one]) => `${key} ${typeof one === "object" ? JSON.stringify(one) : one}`).join(" · ") : String(item))).join("\n")
    : Object.entries(value).map(([key, one]) => `${key}: ${typeof one === "object" ? JSON.stringify(one) : one}`).join("\n");

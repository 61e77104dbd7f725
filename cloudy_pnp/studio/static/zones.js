// A game without a board: the cards that lie on the table, and what every hand that may be seen is worth, card by card.
import { make } from "./common.js";
import { back, nameOf, picture, spoken } from "./names.js";
import { t } from "./words.js";

const KNOWN = ["players", "player", "turn", "phase", "hands", "display", "drawn", "draw_pile"];

/** `pick` is called with the id of a card; `legal` says which ones are offered. */
export function showZones(home, view, pick, legal) {
  const { hands = [], display, drawn = [], draw_pile: pile, ...rest } = view.position;
  const scores = view.tells.scores ?? [];
  const parts = [];
  if (display) parts.push(showDisplay(view, display, drawn, pile, pick, legal));
  const seats = view.players.map((player, seat) => ({ player, seat, cards: hands[seat], score: scores[seat] }));
  const open = seats.filter(({ cards }) => Array.isArray(cards) && cards.length && cards.every(Boolean));
  if (view.outcome) open.sort((one, other) => (other.score?.total ?? 0) - (one.score?.total ?? 0));
  for (const { player, cards, score } of open) parts.push(showHand(view, player, cards, score, pick, legal));
  for (const [key, value] of Object.entries(rest)) if (!KNOWN.includes(key)) parts.push(anything(key, value));
  home.replaceChildren(...parts);
}

function showDisplay(view, display, drawn, pile, pick, legal) {
  const places = Math.max(view.tells.ends ?? 0, display.length);
  const lying = Array.from({ length: places }, (_, place) => make("li", { class: display[place] ? "" : "vacant" }, display[place] ? card(display[place], pick, legal) : make("span", { class: "place", text: place + 1 })));
  const taking = legal("pile");
  const draw = make("button", { type: "button", class: taking ? "pick" : "still", "aria-disabled": String(!taking), "data-card": "pile", onclick: () => pick("pile") }, back(pile, t("draw pile")));
  const two = drawn.length ? make("div", { class: "zone" }, make("h2", { text: t("drawn") }), make("ul", {}, drawn.filter(Boolean).map((id) => make("li", {}, card(id, pick, legal))))) : null;
  const label = `${t("display")} (${display.length}${view.tells.ends ? ` / ${view.tells.ends}` : ""})`;
  return make("div", { class: "zone display" }, make("h2", { text: label }), make("div", { class: "shelf" }, draw, make("ul", {}, lying)), two);
}

/** A card; where it may be picked, it is a button. */
function card(id, pick, legal, more = []) {
  const can = legal(id);
  return make("button", { type: "button", class: can ? "pick" : "still", "data-card": id, "aria-disabled": String(!can), "aria-label": [nameOf(id), ...more].join(": "), onclick: () => pick(id) }, picture(id, { alt: "" }));
}

function showHand(view, player, cards, score, pick, legal) {
  const won = view.outcome?.winners.includes(player);
  const title = make("h2", {}, nameOf(player), score ? make("span", { class: "total", text: ` ${score.total}` }) : null, won ? make("span", { class: "laurel", text: ` ★ ${t("Won")}` }) : null);
  const items = cards.map((id) => {
    const own = score?.cards[id];
    const why = own ? spoken(own.why) : "";
    return make("li", { class: own?.blanked ? "blanked" : "" }, card(id, pick, legal, own ? [own.points, why] : []), own ? make("p", { class: "points" }, make("b", { text: own.points }), make("span", { text: why })) : null);
  });
  return make("div", { class: "zone hand" }, title, score ? make("p", { class: "soft base", text: score.base }) : null, make("ul", {}, items));
}

/** Whatever else a position says. */
function anything(key, value) {
  const name = t(key.replaceAll("_", " "));
  if (typeof value !== "object") return make("p", { class: "fact" }, make("span", { text: name }), make("b", { text: value }));
  return make("details", { open: true }, make("summary", { text: name }), make("pre", { text: JSON.stringify(value, null, 1) }));
}

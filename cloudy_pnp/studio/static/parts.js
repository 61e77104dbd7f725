// What stands around the board: who plays, piles, what happened, and how it ended.
import { at, make } from "./common.js";
import { armsOf, back, nameOf, picture, seatShort, small, spoken } from "./names.js";
import { t } from "./words.js";

const HUES = ["#28427a", "#b3274f", "#2f6b3c", "#d99a1c", "#6d4a8f", "#3f7d86"];

export const colourOf = (view, player) => view.tells.colours?.[player] ?? HUES[view.players.indexOf(player) % HUES.length];

/** Everybody in turn order; the one to move has a golden frame and an arrow. */
export function showPlayers(view) {
  const { hands = [], spells = [] } = view.position;
  const cards = view.players.map((player, seat) => {
    const now = view.mover === player && !view.outcome;
    const won = view.outcome?.winners.includes(player);
    const facts = [];
    if (Array.isArray(hands[seat]) || typeof hands[seat] === "number") facts.push(`${Array.isArray(hands[seat]) ? hands[seat].length : hands[seat]} ${t("cards in hand")}`);
    if (spells[seat]) facts.push(`${spells[seat].length} ${t("spells")}`);
    if (view.tells.standing) facts.push(`${view.tells.standing[player]} / ${view.tells.to_win} ${t("castles")}`);
    const total = view.outcome && view.tells.scores?.[seat]?.total;
    if (total !== undefined && total !== null && view.outcome) facts.push(`${total} ${t("points")}`);
    const own = armsOf(player);
    const arms = own ? small(own, { class: "arms" }) : make("span", { class: "arms plain", text: nameOf(player).slice(0, 1) });
    const item = make("li", { class: `${now ? "now" : ""} ${won ? "won" : ""}`, "aria-current": now ? "true" : null, "data-player": player }, arms, make("div", {}, make("b", { text: `${now ? "▸ " : won ? "★ " : ""}${nameOf(player)}` }), make("small", { text: [...(view.seats ? [seatShort(view.seats[seat])] : []), ...facts].join(" · ") })));
    item.style.setProperty("--hue", colourOf(view, player));
    return item;
  });
  at("players").replaceChildren(...cards);
}

/** Draw pile and discards with the backs of the cards, and what is left in the supply. */
export function showPiles(view) {
  const { draw_pile: pile, discard_pile: thrown, played_pile: played, top } = view.position;
  const piles = view.tells.piles ?? { draw: t("draw pile"), discard: t("discard pile") };
  const parts = [];
  if (view.board && pile !== undefined) parts.push(figure(back(pile, piles.draw), piles.draw));
  if (thrown?.length) parts.push(figure(counted(thrown.at(-1), thrown.length), piles.discard));
  if (played && top) parts.push(figure(counted(top, played), t("played cards")));
  const groups = new Map();
  for (const one of view.tells.supply ?? []) groups.set(one.who, [...(groups.get(one.who) ?? []), one]);
  for (const [who, left] of groups) {
    const dot = make("i", { class: "dot" });
    if (who) dot.style.background = colourOf(view, who);
    const counts = left.flatMap(({ what, count }, index) => [index ? ", " : "", make("b", { text: count }), ` ${what}`]);
    parts.push(make("p", { class: "supply" }, ...(who ? [dot, `${nameOf(who)}: `] : []), ...counts));
  }
  at("piles").replaceChildren(...parts);
}

const figure = (inside, caption) => make("figure", {}, inside, make("figcaption", { text: caption }));
const counted = (id, count) => make("span", { class: "pile" }, picture(id), make("b", { text: count }));

export function showLog(view) {
  at("back").disabled = view.at === 0;
  at("forth").disabled = view.at === view.length;
  at("when").max = view.length;
  at("when").value = view.at;
  const lines = view.log.map(({ who, words }) => [who, spoken(words)]);
  at("when").setAttribute("aria-valuetext", view.at ? `${nameOf(lines[view.at - 1][0])} ${lines[view.at - 1][1]}` : t("the beginning"));
  at("log").replaceChildren(
    ...lines.map(([who, words], index) => {
      const item = make("li", { "aria-current": index === view.at - 1 ? "step" : null }, make("i", { class: "dot" }), make("b", { text: nameOf(who) }), ` ${words}`);
      item.querySelector("i").style.background = colourOf(view, who);
      return item;
    }),
  );
  const now = at("log").children[view.at - 1];
  at("log").scrollTop = now ? now.offsetTop - at("log").offsetTop - at("log").clientHeight / 2 : 0;
}

/** The end: who has won, how, and by which rule. */
export function showFinale(view, again) {
  const home = at("finale");
  home.hidden = !view.outcome;
  if (!view.outcome) return home.replaceChildren();
  const { winners, by, words } = view.outcome;
  const title = winners.length ? `${winners.map(nameOf).join(" & ")} ${t(winners.length > 1 ? "win!" : "wins!")}` : t("Nobody wins");
  const arms = winners.map(armsOf).filter(Boolean).map((own) => small(own));
  const close = make("button", { type: "button", text: t("Look at the table"), onclick: () => { home.hidden = true; } });
  home.style.setProperty("--hue", winners.length ? colourOf(view, winners[0]) : "var(--frame)");
  home.replaceChildren(make("div", { class: "arms-row" }, arms), make("h2", { text: title }), make("p", {}, spoken(words), " ", make("small", { text: by })), make("div", { class: "row" }, make("button", { type: "button", class: "main", id: "again", text: t("Another game"), onclick: again }), close));
}

// A move made pick by pick: a card, places on the board, words. What may be picked next follows from the legal moves.
import { at, make } from "./common.js";
import { nameOf, picture, spoken } from "./names.js";
import { t } from "./words.js";

const same = (one, other) => one.pick === other.pick && one.value === other.value;

export class Picker {
  #board;
  #view = null;
  #picked = [];
  #play;
  #why;
  onchange = () => {};

  constructor(board, play, why) {
    this.#board = board;
    this.#play = play;
    this.#why = why;
  }

  show(view) {
    this.#view = view;
    this.#picked = [];
    this.#render();
  }

  /** The moves that begin with what is picked, each with the picks that are left. */
  #left() {
    const found = [];
    this.#view.moves.forEach((move, index) => {
      for (const path of [move.entry.picks, move.entry.or]) {
        if (path && this.#picked.every((pick, place) => path[place] && same(pick, path[place]))) found.push({ move, index, rest: path.slice(this.#picked.length) });
      }
    });
    return found;
  }

  /** What can be picked next, by its value. */
  options(kind) {
    const found = new Map();
    for (const { rest } of this.#left()) if (rest[0]?.pick === kind) found.set(rest[0].value, rest[0]);
    return found;
  }

  /** Cards of the hand may be chosen anew at any time before the move is made. */
  pick(kind, value) {
    const pick = { pick: kind, value };
    if (!this.options(kind).has(value)) {
      const before = this.#picked;
      if (kind === "card" || !before.length) this.#picked = [];
      if (!this.options(kind).has(value)) {
        this.#picked = before;
        this.#why({ picks: [...before, pick] });
        return;
      }
    }
    this.#why(null);
    this.#picked = [...this.#picked, pick];
    const done = this.#left().find(({ rest }) => !rest.length);
    if (done) this.#play(done.index);
    else this.#render();
  }

  cancel() {
    if (!this.#picked.length) return;
    this.#picked = this.#picked.slice(0, -1);
    this.#why(null);
    this.#render();
  }

  /** What is picked now. */
  get picked() {
    return this.#picked;
  }

  #render() {
    const view = this.#view;
    const spots = this.options("spot");
    const last = this.#picked.at(-1);
    this.#board.mark((name) => {
      const label = `${t("Field")} ${name}: ${spots.has(name) ? t("legal") : t("not legal")}`;
      return { legal: spots.has(name), chosen: this.#picked.some((pick) => pick.pick === "spot" && pick.value === name), label, off: !view.human || Boolean(view.outcome) };
    });
    const words = this.options("word");
    const buttons = [...words.values()].map((one) => make("button", { type: "button", "data-word-pick": one.value, text: spoken(one.words), onclick: () => this.pick("word", one.value) }));
    for (const verb of last?.pick === "spot" && this.#picked.length === 1 ? (view.tells.verbs ?? []) : []) {
      if ([...words.keys()].some((value) => value === verb.value || value.startsWith(`pick-${verb.value}:`))) continue;
      buttons.push(make("button", { type: "button", "aria-disabled": "true", text: spoken(verb.words), onclick: () => this.#why({ picks: [...this.#picked, { pick: "word", value: verb.value }] }) }));
    }
    const left = this.#left();
    if (left.length === 1 && this.#picked.length && left[0].rest[0].pick !== "word") buttons.unshift(make("button", { type: "button", class: "main", id: "do", text: spoken(left[0].move.words), onclick: () => this.#play(left[0].index) }));
    at("list").replaceChildren(...buttons);
    at("acts").replaceChildren(...(this.#picked.length ? [make("button", { type: "button", id: "cancel", text: t("Choose again"), title: "Esc", onclick: () => this.cancel() })] : []));
    this.onchange(this);
  }

  /** The cards of a hand, to pick from. */
  hand(cards) {
    const legal = this.options("card");
    return cards.map((id) => {
      const chosen = this.#picked.some((pick) => pick.pick === "card" && pick.value === id);
      return make("button", { type: "button", class: "held", "data-id": id, "aria-pressed": String(chosen), "aria-disabled": String(!chosen && !legal.has(id) && this.#picked.length === 0), "aria-label": nameOf(id), onclick: () => this.pick("card", id) }, picture(id, { alt: "" }));
    });
  }
}

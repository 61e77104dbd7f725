// Laying a card: choose it, a place, turn it, place it. For games whose moves say where and how a card comes to lie.
import { at, make } from "./common.js";
import { faceOf, nameOf, picture } from "./names.js";
import { t } from "./words.js";

export const FACINGS = ["n", "e", "s", "w"];
const SECOND = ["to", "with"]; // what a move may point to after its first place
const ASKED = [
  [(entry) => entry.to, "Choose a card on the board, then where it goes."],
  [(entry) => entry.with, "Choose two stacks to swap."],
  [(entry) => entry.facing, "Choose a place for the card."],
  [(entry) => entry.at, "Choose a field."],
  [(entry) => entry.redraw, "Who draws a new card?"],
  [(entry) => entry.order, "In which order do the cards go back?"],
  [(entry) => entry.player, "Choose a player."],
  [(entry) => entry.option, "Choose one."],
  [(entry) => entry.side, "Which castles are swapped?"],
];

/** What the spell that is being cast asks for now. */
export const askedFor = (moves) => t(ASKED.find(([is]) => moves.some((move) => is(move.entry) !== undefined))?.[1] ?? "");

export class Placer {
  #board;
  #view = null;
  #play;
  #why;
  #card = null;
  #spot = null;
  #first = null; // the first place of a move that has two
  facing = "n";

  constructor(board, play, why) {
    this.#board = board;
    this.#play = play;
    this.#why = why;
  }

  show(view) {
    this.#view = view;
    this.#spot = this.#first = null;
    const { hands, choosing } = view.position;
    const mine = choosing?.length ? choosing : [hands?.[view.players.indexOf(view.mover)]].flat();
    const cards = view.human && !view.outcome ? mine.filter(Boolean) : [];
    if (!cards.includes(this.#card)) this.#card = cards[0] ?? null;
    at("hand").replaceChildren(...cards.map((id) => this.#held(id)));
    const placing = view.human && view.moves.some((move) => move.entry.facing);
    const acts = [
      make("button", { type: "button", id: "turn-card", text: `${t("Turn")} ⟳`, title: "R", onclick: () => this.turn() }),
      make("button", { type: "button", id: "place", class: "main", text: t("Place"), disabled: true, onclick: () => this.place() }),
    ];
    at("acts").replaceChildren(...(placing ? acts : []));
    const others = view.moves.map((move, index) => ({ ...move, index })).filter(({ entry }) => !entry.spell && entry.at === undefined);
    at("list").replaceChildren(...others.map((move) => make("button", { type: "button", text: move.words, onclick: () => this.#play(move.index) })));
    this.#mark();
  }

  #held(id) {
    const act = () => {
      this.#card = id;
      for (const other of at("hand").children) other.ariaPressed = String(other.dataset.id === id);
      this.#spot = null;
      this.#preview();
      this.#mark();
    };
    return make("button", { type: "button", class: "held", "data-id": id, "aria-pressed": String(id === this.#card), "aria-label": `${t("In hand")}: ${nameOf(id)}`, onclick: act }, picture(id, { class: `f-${this.facing}`, alt: "" }));
  }

  turn() {
    if (!this.#view?.human) return;
    this.facing = FACINGS[(FACINGS.indexOf(this.facing) + 1) % 4];
    this.#preview();
  }

  place() {
    const index = this.#spot === null ? -1 : this.#index(this.#spot, this.facing);
    if (index >= 0) this.#play(index);
  }

  /** A click on a place: the card lies there; another one turns it. */
  spot(name) {
    const moves = this.#view.moves.filter((move) => this.#fits(move) && this.#place(move.entry) === name);
    if (this.#first === null && moves.some((move) => SECOND.some((key) => move.entry[key] !== undefined))) {
      this.#first = name;
      this.#mark();
      return;
    }
    const facings = moves.map((move) => move.entry.facing).filter(Boolean);
    if (!facings.length && moves.length) {
      this.#play(this.#view.moves.indexOf(moves[0]));
      return;
    }
    const again = this.#spot === name;
    this.#spot = name;
    if (facings.length && (again || !facings.includes(this.facing))) {
      const from = FACINGS.indexOf(this.facing);
      this.facing = [1, 2, 3, 4].map((by) => FACINGS[(from + by) % 4]).find((facing) => facings.includes(facing));
    }
    this.#preview();
    this.#mark();
  }

  cancel() {
    this.#spot = this.#first = null;
    this.#preview();
    this.#mark();
  }

  #fits({ entry }) {
    return entry.at !== undefined && (entry.card === undefined || this.#card === null || entry.card === this.#card);
  }

  #index(spot, facing) {
    return this.#view.moves.findIndex((move) => this.#fits(move) && this.#place(move.entry) === spot && (move.entry.facing ?? facing) === facing);
  }

  /** The place that a click means now: the first one, or the second one when the first is chosen. */
  #place(entry) {
    const second = SECOND.find((key) => entry[key] !== undefined);
    if (!second || this.#first === null) return entry.at;
    return entry.at === this.#first ? entry[second] : null;
  }

  #mark() {
    const legal = new Map();
    for (const move of this.#view.moves.filter((one) => this.#fits(one))) {
      const place = this.#place(move.entry);
      if (place !== null) legal.set(place, [...(legal.get(place) ?? []), move.entry.facing]);
    }
    this.#board.mark((name) => {
      const facings = legal.get(name);
      const [row, column] = name.split(",").map((part) => Number(part) + 1);
      const lying = this.#view.position.fields?.[`[${name.replace(",", ", ")}]`] ?? [];
      const cards = lying.map(({ card }) => nameOf(card)).join(", ");
      const label = `${t("Field")} ${row}·${column}${cards ? ` (${cards})` : ""}: ${facings ? t("legal") : t("not legal")}`;
      return { legal: Boolean(facings), chosen: name === this.#spot || name === this.#first, label, off: !this.#view.human || Boolean(this.#view.outcome) };
    });
  }

  /** The card as it would lie, and why it may not. */
  #preview() {
    for (const image of at("hand").querySelectorAll("img")) image.className = `f-${this.facing}`;
    const legal = this.#spot !== null && this.#index(this.#spot, this.facing) >= 0;
    if (at("place")) at("place").disabled = !legal;
    const placing = this.#view.moves.some((move) => move.entry.facing);
    this.#board.ghost(this.#spot, placing ? faceOf(this.#card) : null, this.facing, legal);
    if (this.#spot === null) this.#why(null);
    else this.#why({ at: this.#spot, facing: this.facing, ...(this.#card ? { card: this.#card } : {}) });
  }
}

// The board: the picture of the position, and on it the places that a move can point to.
import { make } from "./common.js";
import { t } from "./words.js";

const FACINGS = ["n", "e", "s", "w"];
const SECOND = ["to", "with"]; // what a move may point to after its first place

export class Board {
  #home;
  #view = null;
  #faces = {};
  #play = () => {};
  #why = () => {};
  #card = null;
  #spot = null;
  #first = null; // the first place of a move that has two
  facing = "n";
  onfacing = () => {};

  constructor(home) {
    this.#home = home;
    home.addEventListener("click", (event) => {
      const button = event.target.closest("button.spot");
      if (button) this.#click(button.dataset.spot);
    });
    home.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
      const spot = event.target.closest(".spot")?.dataset.spot.split(",").map(Number);
      if (!by || !spot) return;
      const next = this.#home.querySelector(`[data-spot="${spot[0] + by[0]},${spot[1] + by[1]}"]`);
      if (next) {
        event.preventDefault();
        next.focus();
      }
    });
  }

  show(view, faces, play, why) {
    this.#view = view;
    this.#faces = faces;
    this.#play = play;
    this.#why = why;
    this.#spot = this.#first = null;
    this.#home.hidden = !view.board;
    if (!view.board) return;
    const { picture, size, spots } = view.board;
    const kept = this.#home.querySelector("img.whole");
    const passing = !view.human && !view.outcome && view.at === view.length && view.hurried; // nobody would see it
    if (kept?.getAttribute("src") !== picture && !passing) {
      const next = new Image(...size.map((length) => Math.round(length * 2)));
      next.className = "whole";
      next.alt = t("The board");
      next.src = picture;
      next.decode().then(() => {
        if (this.#view.board?.picture === picture) {
          this.#home.querySelector("img.whole")?.remove();
          this.#home.prepend(next);
        }
      }, () => {});
      if (!kept) this.#home.prepend(next);
    }
    this.#home.style.aspectRatio = `${size[0]} / ${size[1]}`;
    for (const old of this.#home.querySelectorAll(".spot, .ghost-card")) old.remove();
    for (const [name, [x, y, width, height]] of Object.entries(spots)) {
      const button = make("button", { type: "button", class: "spot", "data-spot": name });
      Object.assign(button.style, { left: `${(100 * x) / size[0]}%`, top: `${(100 * y) / size[1]}%`, width: `${(100 * width) / size[0]}%`, height: `${(100 * height) / size[1]}%` });
      this.#home.append(button);
    }
    this.#mark();
  }

  /** The cards that may be placed; keeps the chosen one where it is among them. */
  choose(cards) {
    if (!cards.includes(this.#card)) this.#card = cards[0] ?? null;
    if (cards.length === 1) this.#card = cards[0];
    this.#mark();
    return this.#card;
  }

  turn() {
    this.facing = FACINGS[(FACINGS.indexOf(this.facing) + 1) % 4];
    this.#preview(true);
  }

  place() {
    const index = this.#spot === null ? -1 : this.#index(this.#spot, this.facing);
    if (index >= 0) this.#play(index);
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
    if (!second) return entry.at;
    if (this.#first === null) return entry.at;
    return entry.at === this.#first ? entry[second] : null;
  }

  #mark() {
    if (!this.#view?.board) return;
    const legal = new Map();
    for (const move of this.#view.moves.filter((one) => this.#fits(one))) {
      const place = this.#place(move.entry);
      if (place !== null) legal.set(place, [...(legal.get(place) ?? []), move.entry.facing]);
    }
    for (const button of this.#home.querySelectorAll(".spot")) {
      const facings = legal.get(button.dataset.spot);
      button.classList.toggle("legal", Boolean(facings));
      button.disabled = !this.#view.human;
      const where = `${t("Field")} ${button.dataset.spot.split(",").map((part) => Number(part) + 1).join(", ")}`;
      button.ariaLabel = facings ? `${where}: ${t("legal")} ${[...new Set(facings)].filter(Boolean).join(" ")}` : `${where}: ${t("not legal")}`;
    }
  }

  #click(spot) {
    const moves = this.#view.moves.filter((move) => this.#fits(move) && this.#place(move.entry) === spot);
    const two = moves.find((move) => SECOND.some((key) => move.entry[key] !== undefined));
    if (two && this.#first === null) {
      this.#first = spot;
      this.#mark();
      return;
    }
    const facings = moves.map((move) => move.entry.facing).filter(Boolean);
    if (!facings.length) {
      if (moves.length) this.#play(this.#view.moves.indexOf(moves[0]));
      else this.#forbidden(spot);
      return;
    }
    const again = this.#spot === spot;
    this.#spot = spot;
    if (again || !facings.includes(this.facing)) {
      const from = FACINGS.indexOf(this.facing);
      const turned = [1, 2, 3, 4].map((by) => FACINGS[(from + by) % 4]);
      this.facing = turned.find((facing) => facings.includes(facing));
    }
    this.#preview(false);
  }

  #forbidden(spot) {
    this.#spot = spot;
    this.#preview(true);
  }

  /** The card as it would lie, and why it may not. */
  #preview(turned) {
    this.#home.querySelector(".ghost-card")?.remove();
    const legal = this.#spot !== null && this.#index(this.#spot, this.facing) >= 0;
    this.onfacing(this.facing, legal);
    if (this.#spot === null || !this.#view.human) return;
    const button = this.#home.querySelector(`[data-spot="${this.#spot}"]`);
    const known = this.#faces[this.#card];
    const placing = this.#view.moves.some((move) => move.entry.facing) || !this.#view.moves.length;
    if (known && placing) {
      const ghost = make("span", { class: `ghost-card ${legal ? "" : "forbidden"}` }, make("img", { src: known.picture, alt: "", class: `f-${this.facing}` }));
      Object.assign(ghost.style, { left: button.style.left, top: button.style.top, width: button.style.width, height: button.style.height });
      this.#home.append(ghost);
    }
    if (!legal || turned) this.#why({ ...(this.#card ? { card: this.#card } : {}), at: this.#spot, facing: this.facing });
    else this.#why({ at: this.#spot, facing: this.facing, ...(this.#card ? { card: this.#card } : {}) });
  }
}

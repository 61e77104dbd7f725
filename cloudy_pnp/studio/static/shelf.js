// The list of cards: search, filter, order.
import { ask, at, make } from "./common.js";
import { kindName, t, ui } from "./words.js";

export const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const RANK = { error: 0, warning: 1, "": 2 };

export class Shelf {
  #cards = [];
  #chosen = "";
  kinds = [];
  places = {}; // kind: the files that hold such cards
  folders = []; // where new files may lie
  onchoose = () => {};

  constructor() {
    for (const id of ["search", "kind", "sort"]) at(id).addEventListener("input", () => this.#draw());
    at("cards").addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) this.onchoose(button.dataset.card);
    });
  }

  async load() {
    const { cards, kinds, places, folders } = await ask("GET", `api/cards?lang=${ui}`);
    this.#cards = cards;
    Object.assign(this, { kinds, places, folders });
    const now = at("kind").value;
    const there = [...new Set(cards.map((card) => card.kind))];
    at("kind").replaceChildren(make("option", { value: "", text: t("all kinds") }), ...there.map((kind) => make("option", { value: kind, text: kindName(kind), selected: kind === now })));
    this.#draw();
  }

  find(card) {
    return this.#cards.find((one) => `${one.kind}/${one.id}` === card);
  }

  first() {
    return this.#cards.find((one) => one.card) ?? this.#cards[0];
  }

  choose(card) {
    this.#chosen = card;
    for (const button of at("cards").querySelectorAll("button")) {
      const mine = button.dataset.card === card;
      if (mine) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
      if (mine) this.#reveal(button);
    }
  }

  /** Scroll the list, and not the page. */
  #reveal(button) {
    const list = at("cards");
    const top = button.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top + button.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 3;
  }

  #draw() {
    const words = plain(at("search").value).split(/\s+/).filter(Boolean);
    const kind = at("kind").value;
    const order = {
      file: (one) => [one.card ? 0 : 1],
      title: (one) => [plain(one.title || one.id)],
      problems: (one) => [RANK[one.severity]],
      edited: (one) => [-one.edited],
      count: (one) => [-(one.count ?? -1)],
    }[at("sort").value];
    const shown = this.#cards
      .filter((one) => (!kind || one.kind === kind) && words.every((word) => plain(`${one.kind} ${kindName(one.kind)} ${one.id} ${one.title}`).includes(word)))
      .map((one, index) => [order(one)[0], index, one])
      .sort(([a, i], [b, j]) => (a < b ? -1 : a > b ? 1 : i - j))
      .map(([, , one]) => one);
    at("none").hidden = shown.length > 0;
    at("cards").replaceChildren(
      ...shown.map((one) => {
        const card = `${one.kind}/${one.id}`;
        const mark = { error: "✕", warning: "▲" }[one.severity];
        return make("li", {}, make("button", { type: "button", "data-card": card, "aria-current": card === this.#chosen ? "true" : null },
          make("b", { text: one.title || one.id }),
          make("small", { text: [kindName(one.kind), one.title && one.title !== one.id ? one.id : "", one.count !== null && one.count !== undefined ? `× ${one.count}` : ""].filter(Boolean).join(" · ") }),
          mark ? make("span", { class: `mark ${one.severity}`, text: mark, title: t(one.severity) }) : null));
      }),
    );
  }
}

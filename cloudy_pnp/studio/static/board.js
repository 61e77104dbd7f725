// The board: the picture of the position, and on it the places that one can point to.
import { make } from "./common.js";
import { t } from "./words.js";

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const NS = "http://www.w3.org/2000/svg";

export class Board {
  #home;
  #board = null;
  onspot = () => {};

  constructor(home) {
    this.#home = home;
    home.addEventListener("click", (event) => {
      const button = event.target.closest("button.spot");
      if (button) this.onspot(button.dataset.spot);
    });
    home.addEventListener("keydown", (event) => {
      const spot = event.target.closest(".spot");
      if (spot && WAYS[event.key]) {
        event.preventDefault();
        this.#step(spot, WAYS[event.key]);
      }
    });
  }

  /** Show a picture with its places; `quick` pictures are passed over: nobody would see them. */
  show(board, quick = false) {
    this.#board = board;
    this.#home.hidden = !board;
    if (!board) return;
    const { picture, size } = board;
    this.#ground(board.ground);
    const kept = this.#home.querySelector("img.whole");
    if (kept?.getAttribute("src") !== picture && !quick) {
      const next = make("img", { class: "whole", alt: t("The board"), src: picture, width: Math.round(size[0] * 2), height: Math.round(size[1] * 2), draggable: "false" });
      next.decode().then(() => {
        if (this.#board?.picture !== picture) return;
        this.#put(next);
        document.dispatchEvent(new CustomEvent("board", { detail: picture }));
      }, () => {});
      if (!kept) this.#put(next);
    }
    this.#home.style.aspectRatio = `${size[0]} / ${size[1]}`;
    this.#home.style.setProperty("--ratio", size[0] / size[1]);
    for (const old of this.#home.querySelectorAll(".ghost-card, svg")) old.remove();
    this.#lay(board.spots);
  }

  #put(next) {
    this.#home.querySelector("img.whole")?.remove();
    const ground = this.#home.querySelector("img.ground");
    if (ground) ground.after(next);
    else this.#home.prepend(next);
  }

  /** What stays the same lies below, and is sent once. */
  #ground(source) {
    const kept = this.#home.querySelector("img.ground");
    if (kept?.getAttribute("src") === source) return;
    if (source) this.#home.prepend(make("img", { class: "ground", src: source, alt: "", draggable: "false" }));
    kept?.remove();
  }

  /** Buttons stay where they are, so that whoever is on one stays there. */
  #lay(places) {
    const [wide, high] = this.#board.size;
    const old = new Map([...this.#home.querySelectorAll(".spot")].map((one) => [one.dataset.spot, one]));
    for (const [name, [x, y, width, height]] of Object.entries(places)) {
      const button = old.get(name) ?? make("button", { type: "button", class: "spot", "data-spot": name, tabindex: -1 });
      old.delete(name);
      Object.assign(button.style, { left: `${(100 * x) / wide}%`, top: `${(100 * y) / high}%`, width: `${(100 * width) / wide}%`, height: `${(100 * height) / high}%` });
      if (!button.isConnected) this.#home.append(button);
    }
    for (const gone of old.values()) gone.remove();
  }

  /** What a place is now: `{legal, chosen, label, off}`. One of them can be reached with Tab, arrows go on. */
  mark(describe) {
    const spots = [...this.#home.querySelectorAll(".spot")];
    for (const spot of spots) {
      const { legal = false, chosen = false, label = "", off = false } = describe(spot.dataset.spot);
      spot.classList.toggle("legal", legal);
      spot.classList.toggle("chosen", chosen);
      spot.disabled = off;
      spot.ariaLabel = label;
    }
    const first = spots.find((spot) => spot === document.activeElement) ?? spots.find((spot) => spot.classList.contains("legal")) ?? spots[0];
    for (const spot of spots) spot.tabIndex = spot === first ? 0 : -1;
  }

  #step(from, [dx, dy]) {
    const centre = (one) => {
      const box = one.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x, y] = centre(from);
    let best = null;
    let least = Infinity;
    for (const one of this.#home.querySelectorAll(".spot")) {
      const [toX, toY] = centre(one);
      const along = (toX - x) * dx + (toY - y) * dy;
      const aside = Math.abs((toX - x) * dy) + Math.abs((toY - y) * dx);
      if (along > 4 && aside < along * 1.2 && along + 2 * aside < least) [best, least] = [one, along + 2 * aside];
    }
    if (best) {
      from.tabIndex = -1;
      best.tabIndex = 0;
      best.focus();
    }
  }

  /** A card as it would lie. */
  ghost(name, face, facing, legal) {
    this.#home.querySelector(".ghost-card")?.remove();
    const button = name === null ? null : this.#home.querySelector(`[data-spot="${name}"]`);
    if (!button || !face) return;
    const ghost = make("span", { class: `ghost-card ${legal ? "" : "forbidden"}` }, make("img", { src: face.picture, alt: "", class: `f-${facing}` }));
    for (const side of ["left", "top", "width", "height"]) ghost.style[side] = button.style[side];
    this.#home.append(ghost);
  }

  /** A light runs along each route from castle to castle: white around the colour of the family. */
  light(routes) {
    const { size, spots } = this.#board ?? {};
    if (!size || !routes.length) return;
    const svg = document.createElementNS(NS, "svg");
    svg.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
    svg.setAttribute("aria-hidden", "true");
    for (const { colour, route, axis } of routes) {
      const points = route.map((field) => spots[field]).filter(Boolean).map(([x, y, width, height]) => [x + width / 2, y + height / 2]);
      if (!points.length) continue;
      const reach = spots[route[0]][2] * 0.62;
      const [first, last] = [points[0], points.at(-1)];
      const ends = axis === "north-south" ? [[first[0], first[1] - reach], [last[0], last[1] + reach]] : [[first[0] - reach, first[1]], [last[0] + reach, last[1]]];
      const way = [ends[0], ...points, ends[1]].map((point) => point.join(",")).join(" ");
      for (const [width, stroke] of [[8, "#ffffff"], [4, colour]]) {
        const line = document.createElementNS(NS, "polyline");
        for (const [key, value] of Object.entries({ points: way, fill: "none", stroke, "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round", pathLength: 100 })) line.setAttribute(key, value);
        svg.append(line);
      }
    }
    this.#home.append(svg);
  }

  focus(name) {
    this.#home.querySelector(`[data-spot="${name}"]`)?.focus();
  }
}

// The cards: each has one element that lives as long as the card, so that the page never jumps. Pictures that nobody
// sees are not loaded: a deck may have a thousand.
import { kindName, t } from "./words.js";

const SLICE = 60; // cards between two breaths
const FIRST = 6; // cards of a large deck whose pictures are shown before anything else is done
const PATIENCE = 1000; // ms
const MOST_TRIES = 5; // to load a picture
const RANK = { error: 0, warning: 1 };
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

export class Gallery {
  #home;
  #nothing;
  #faces = new Map(); // name: what the server said
  #items = new Map(); // name: its <li>
  #sections = new Map(); // group: its <section>
  #order = []; // names as they are printed
  #sort = "";
  #taking = Promise.resolve(); // the views that are being taken over
  #settled = false; // whether everything has been here once: from then on, what comes is a change
  #edited = new Map(); // kind/id: when

  constructor(home, nothing) {
    this.#home = home;
    this.#nothing = nothing;
  }

  get size() {
    return this.#faces.size;
  }

  face(name) {
    return this.#faces.get(name);
  }

  /** The groups in order, each with how many cards it has. */
  groups() {
    return [...this.#sections].map(([group, section]) => [group, section.querySelectorAll("li").length]);
  }

  /** The names of all cards that are not filtered away, in order. */
  visible() {
    return [...this.#home.querySelectorAll("li.card")].filter((item) => !item.hidden).map((item) => item.dataset.name);
  }

  /** Take over a view; resolves to the names of the cards whose pictures are new, once they can be seen. */
  async update(view, first) {
    const waiting = [];
    const changed = [];
    const taken = this.#taking.then(() => this.#take(view, first, waiting, changed));
    this.#taking = taken.catch(() => {}); // one view after the other, but nobody waits for pictures of the last
    await taken;
    await Promise.all(waiting);
    return changed;
  }

  /** Of a large deck the first cards are shown at once, and the browser may breathe in between. */
  async #take(view, first, waiting, changed) {
    for (const [index, face] of view.faces.entries()) {
      const before = this.#faces.get(face.name);
      this.#faces.set(face.name, face);
      const item = this.#items.get(face.name) ?? this.#create(face);
      describe(item, face, view.lang);
      if (before?.picture !== face.picture) {
        waiting.push(this.#paint(item, face, first && !(index < FIRST)));
        if (this.#settled && !first) changed.push(face.name);
      }
      const large = first && view.faces.length > SLICE;
      if (large && (index === FIRST - 1 || index === SLICE - 1)) this.#show(view.order.filter((name) => this.#faces.has(name)));
      if (large && index === FIRST - 1) await Promise.race([Promise.all(waiting), pause(PATIENCE)]);
      else if (index % SLICE === SLICE - 1) await pause(0);
    }
    this.#settled = view.whole || (this.#settled && !first);
    const wanted = new Set(view.order);
    const kept = view.whole ? [] : this.#order.filter((name) => this.#faces.has(name) && !wanted.has(name));
    this.#show([...view.order, ...kept]);
    this.#forget();
    this.#mark(view.problems);
    this.#arrange(); // once more: the order may be by problems
  }

  #show(order) {
    this.#order = order;
    this.#arrange();
  }

  /** Another order inside of each group: by name, last edited or problems first; nothing: as they are printed. */
  sort(by, edited = []) {
    this.#sort = by;
    this.#edited = new Map(edited.map((one) => [`${one.kind}/${one.id}`, one.edited]));
    this.#arrange();
  }

  #sorted() {
    const key = {
      title: (face) => plain(face.title),
      edited: (face) => -(this.#edited.get(`${face.kind}/${face.entry}`) ?? 0),
      problems: (face) => (face.stale ? -1 : (RANK[this.#items.get(face.name).dataset.severity] ?? 2)),
    }[this.#sort];
    if (!key) return this.#order;
    return this.#order
      .map((name, index) => [key(this.#faces.get(name)), index, name])
      .sort(([a, i], [b, j]) => (a < b ? -1 : a > b ? 1 : i - j))
      .map(([, , name]) => name);
  }

  /** Make some cards stand out, and no others. */
  highlight(names) {
    for (const item of this.#items.values()) item.classList.remove("fresh");
    for (const name of names) this.#items.get(name)?.classList.add("fresh");
  }

  /** Show only the cards of a group whose name, id or text holds some words. */
  filter(text, group) {
    const words = plain(text).split(/\s+/).filter(Boolean);
    for (const [name, item] of this.#items) {
      const face = this.#faces.get(name);
      const said = plain(`${face.name} ${face.title} ${face.entry} ${face.says}`);
      item.hidden = Boolean(group && face.group !== group) || !words.every((word) => said.includes(word));
    }
    for (const section of this.#sections.values()) {
      section.hidden = ![...section.querySelectorAll("li")].some((item) => !item.hidden);
    }
    this.#nothing.hidden = this.#faces.size === 0 || this.visible().length > 0;
  }

  /** Whether a card shows an entry of the data. */
  has(entry) {
    return Boolean(entry) && [...this.#faces.values()].some((face) => face.entry === entry);
  }

  /** Move to the first card of an entry. */
  go(entry) {
    const face = [...this.#faces.values()].find((one) => one.entry === entry);
    const item = face && this.#items.get(face.name);
    item?.scrollIntoView({ block: "center" });
    item?.querySelector("button").focus({ preventScroll: true });
  }

  #create(face) {
    const item = document.createElement("li");
    item.className = "card";
    item.id = `card-${face.name}`;
    item.dataset.name = face.name;
    item.innerHTML =
      '<button type="button" aria-haspopup="dialog"><img alt=""></button><p class="title"></p><p class="id"></p><p class="mark"></p>';
    this.#items.set(face.name, item);
    return item;
  }

  /** Put the new picture in place of the old one when it is ready: nothing flickers. What nobody sees waits. */
  async #paint(item, face, later) {
    const next = new Image(...face.size.map((length) => Math.round(length * 10)));
    const lazy = face.large || later || (item.isConnected && isFar(item));
    next.alt = item.querySelector("img").alt;
    next.loading = lazy ? "lazy" : "eager";
    next.decoding = lazy ? "async" : "auto"; // scrolling does not wait for pictures
    next.src = face.picture;
    const wanted = () => this.#faces.get(face.name)?.picture === face.picture;
    for (let tries = 1; !lazy && wanted(); tries++) {
      try {
        await next.decode();
        break;
      } catch {
        if (tries > MOST_TRIES) break; // the browser shows that there is none
        await pause(100 * tries); // the server knew newer ones only, for a moment
        next.src = face.picture;
      }
    }
    if (wanted()) item.querySelector("img").replaceWith(next);
  }

  #forget() {
    const wanted = new Set(this.#order);
    for (const [name, item] of this.#items) {
      if (!wanted.has(name)) {
        item.remove();
        this.#items.delete(name);
        this.#faces.delete(name);
      }
    }
  }

  #arrange() {
    const lists = new Map();
    for (const name of this.#sorted()) {
      const list = this.#section(this.#faces.get(name).group).querySelector("ul");
      const index = lists.get(list) ?? 0;
      const item = this.#items.get(name);
      if (list.children[index] !== item) list.insertBefore(item, list.children[index] ?? null);
      lists.set(list, index + 1);
    }
    for (const [group, section] of this.#sections) {
      if (!section.querySelector("li")) {
        section.remove();
        this.#sections.delete(group);
      }
    }
  }

  #section(group) {
    let section = this.#sections.get(group);
    if (!section) {
      section = document.createElement("section");
      section.innerHTML = "<h2></h2><ul></ul>";
      section.querySelector("h2").textContent = kindName(group);
      section.querySelector("h2").id = `group-${group}`;
      section.setAttribute("aria-labelledby", `group-${group}`);
      this.#sections.set(group, section);
      this.#home.append(section);
    }
    return section;
  }

  /** Errors and warnings stand on the card that they are about. */
  #mark(problems) {
    const worst = new Map();
    for (const { entry, severity } of problems) {
      if (entry && severity !== "info" && worst.get(entry) !== "error") worst.set(entry, severity);
    }
    for (const [name, item] of this.#items) {
      const face = this.#faces.get(name);
      const severity = (face.entry && worst.get(face.entry)) ?? "";
      item.dataset.severity = severity;
      item.dataset.stale = face.stale;
      item.querySelector(".mark").textContent = face.stale
        ? t("has errors: this is its last good picture")
        : severity && t(severity === "error" ? "has errors" : "has warnings");
    }
  }
}

/** Whether nobody sees it soon. */
function isFar(item) {
  const { top, bottom } = item.getBoundingClientRect();
  return bottom < -innerHeight || top > 2 * innerHeight;
}

function describe(item, face, lang) {
  const title = item.querySelector(".title");
  const name = face.title || `${kindName(face.group)}: ${face.name}`; // a back may have none
  title.textContent = face.title;
  item.querySelector(".id").textContent = face.name === face.title ? "" : face.name;
  item.querySelector("img").alt = face.says ? `${name}: ${face.says}` : name;
  item.lang = lang;
  item.querySelector(".id").lang = "en";
  item.querySelector(".mark").lang = document.documentElement.lang;
  item.classList.toggle("lying", face.large || face.size[0] > face.size[1]);
}

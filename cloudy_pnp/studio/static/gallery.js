// The cards: each has one element that lives as long as the card, so that the page never jumps.

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

export class Gallery {
  #home;
  #nothing;
  #faces = new Map(); // name: what the server said
  #items = new Map(); // name: its <li>
  #sections = new Map(); // group: its <section>

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
    for (const face of view.faces) {
      const before = this.#faces.get(face.name);
      this.#faces.set(face.name, face);
      const item = this.#items.get(face.name) ?? this.#create(face);
      describe(item, face, view.lang);
      if (before?.picture !== face.picture) {
        waiting.push(this.#paint(item, face));
        if (!first) changed.push(face.name);
      }
    }
    this.#arrange(view.order);
    this.#mark(view.problems);
    await Promise.all(waiting);
    return changed;
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

  /** Put the new picture in place of the old one when it is ready: nothing flickers. */
  async #paint(item, face) {
    const next = new Image(...face.size.map((length) => Math.round(length * 10)));
    next.alt = item.querySelector("img").alt;
    next.loading = face.large ? "lazy" : "eager";
    next.src = face.picture;
    try {
      if (!face.large) await next.decode();
    } catch {
      return; // a newer picture is already on its way
    }
    if (this.#faces.get(face.name)?.picture === face.picture) item.querySelector("img").replaceWith(next);
  }

  #arrange(order) {
    const wanted = new Set(order);
    for (const [name, item] of this.#items) {
      if (!wanted.has(name)) {
        item.remove();
        this.#items.delete(name);
        this.#faces.delete(name);
      }
    }
    const lists = new Map();
    for (const name of order) {
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
      section.querySelector("h2").textContent = group;
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
        ? "has errors: this is its last good picture"
        : severity && `has ${severity === "error" ? "errors" : "warnings"}`;
    }
  }
}

function describe(item, face, lang) {
  const title = item.querySelector(".title");
  title.textContent = face.title;
  item.querySelector(".id").textContent = face.name === face.title ? "" : face.name;
  item.querySelector("img").alt = face.says ? `${face.title}: ${face.says}` : face.title;
  item.lang = lang;
  item.querySelector(".id").lang = item.querySelector(".mark").lang = "en";
  item.classList.toggle("lying", face.large || face.size[0] > face.size[1]);
}

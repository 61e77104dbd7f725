// The sheets page by page, as they will print: a page is drawn when somebody scrolls to it.
import { ask, at, choice, furnish, languageName, make } from "./common.js";
import { onSave } from "./live.js";
import { offerVision } from "./vision.js";
import { counted, pageName, t, ui } from "./words.js";

furnish("sheets");
const wish = new URLSearchParams(location.search);
let offer = null;
let shown = { key: "", pages: [] }; // sheets of cards, or pages of a file that was built
let now = 0; // the page in the large view
let asked = 0;

const FILES = { boards: "Boards", boxes: "Box", pieces: "Pieces", calibration: "Test page for the printer" };
const isBuilt = () => wish.get("what") in FILES;

function choose(name, value) {
  if (value) wish.set(name, value);
  else wish.delete(name);
  history.replaceState(null, "", wish.size ? `?${wish}` : location.pathname);
  furnishTools();
  load();
}

function furnishTools() {
  const lang = wish.get("lang") ?? (offer.languages.includes(ui) ? ui : offer.languages[0]);
  const usual = [["", t("default")]];
  const act = (name) => (value) => choose(name, value);
  const whats = [["", t("Cards")], ...offer.files.map((name) => [name, t(FILES[name])])];
  const parts = [
    choice("What", whats, wish.get("what") ?? "", act("what"), "what"),
    choice("Language", offer.languages.map((one) => [one, languageName(one)]), lang, act("lang"), "lang"),
  ];
  if (!isBuilt()) {
    parts.push(
      choice("Kind of sheet", offer.sheets.map(({ id }) => [id, id]), wish.get("sheet") ?? "cards-a4-duplex", act("sheet"), "sheet"),
      choice("Paper", [["", t("as the sheet says")], ...offer.papers.map((one) => [one, one])], wish.get("paper") ?? "", act("paper"), "paper"),
      choice("Card size", [...usual, ...offer.formats.map(({ id, width, height }) => [id, `${id} ${width} × ${height} mm`])], wish.get("format") ?? "", act("format"), "format"),
    );
    if (offer.editions.length) parts.push(choice("Edition", [...usual, ...offer.editions], wish.get("edition") ?? "", act("edition"), "edition"));
    if (offer.packs.length) parts.push(choice("Deck", [["", t("the game")], ...offer.packs.map((one) => [one, one])], wish.get("deck") ?? "", act("deck"), "deck"));
    const ink = make("input", { type: "checkbox", id: "ink", checked: wish.get("ink") === "1", onchange: (event) => choose("ink", event.target.checked ? "1" : "") });
    parts.push(make("label", { class: "check" }, ink, make("span", { text: t("Save ink") })));
  }
  const focused = document.activeElement?.id;
  at("tools").replaceChildren(...parts);
  offerVision(at("tools"), null, wish.get("eyes") ?? "", (eyes) => { wish.set("eyes", eyes); history.replaceState(null, "", `?${wish}`); }, at("pages"));
  if (focused) at(focused)?.focus();
  wish.set("lang", lang);
}

async function load() {
  const mine = ++asked;
  at("said").textContent = isBuilt() ? t("building…") : "";
  try {
    const next = isBuilt() ? await built() : await sheets();
    if (mine !== asked) return;
    if (next.key !== shown.key) {
      shown = next;
      draw();
    }
    at("said").textContent = [isBuilt() ? "" : counted(next.sheets === 1 ? "{number} sheet" : "{number} sheets", next.sheets), counted(next.pages.length === 1 ? "{number} page" : "{number} pages", next.pages.length)].filter(Boolean).join(" · ");
  } catch (error) {
    if (mine !== asked) return;
    const old = shown.pages.length ? ` · ${t("these are the last good pages")}` : "";
    at("said").textContent = `✕ ${error.message}${old}`;
  }
  document.documentElement.dataset.ready = "yes";
}

async function sheets() {
  const query = new URLSearchParams(wish);
  if (!query.get("sheet")) query.set("sheet", "cards-a4-duplex");
  const answer = await ask("GET", `api/sheets?${query}`);
  const pages = answer.pages.map((size, index) => ({ size, picture: `sheet/${answer.key}/${index}.svg`, cards: `sheet/${answer.key}/${index}.json` }));
  return { ...answer, pages };
}

async function built() {
  const { files } = await ask("POST", "api/proofs", { kind: wish.get("what"), lang: wish.get("lang") });
  const pages = files.filter(({ name }) => name.endsWith(".pdf")).flatMap(({ name, mark, pages, size }) =>
    Array.from({ length: pages }, (_, index) => ({ size, picture: `proof-page/${mark}/${index}/${name}`, name: name.split("/").at(-1) })));
  return { key: files.map(({ mark }) => mark).join(), pages, sheets: 0 };
}

const title = (index) => [shown.pages[index].name ?? "", pageName(index + 1)].filter(Boolean).join(" · ");

function draw() {
  at("pages").replaceChildren(
    ...shown.pages.map(({ size: [width, height], picture }, index) => {
      const image = make("img", { src: picture, width: Math.round(width * 4), height: Math.round(height * 4), loading: "lazy", decoding: "async", alt: title(index) });
      return make("figure", { class: width > height ? "lying" : "" },
        make("button", { type: "button", "aria-haspopup": "dialog", onclick: () => enlarge(index) }, image),
        make("figcaption", { text: title(index) }));
    }),
  );
  if (at("large").open) shown.pages[now] ? show() : at("large").close();
}

// --- one page, large ---

function enlarge(index) {
  now = index;
  show();
  at("large").showModal();
}

async function show() {
  const mine = now;
  const { size: [width, height], picture, cards } = shown.pages[mine];
  const stage = at("large").querySelector(".stage");
  const image = make("img", { src: picture, width: Math.round(width * 8), height: Math.round(height * 8), alt: title(mine) });
  const sheet = make("div", { class: "sheet" }, image);
  sheet.style.setProperty("--ratio", width / height);
  stage.replaceChildren(sheet);
  at("large-title").textContent = title(mine);
  at("large").querySelector(".on").replaceChildren();
  at("large").querySelector(".soft").hidden = !cards;
  const lying = cards ? await ask("GET", cards) : [];
  if (mine !== now) return;
  for (const card of lying) {
    const place = make("a", { class: "spot", href: card.entry ? `edit?card=${encodeURIComponent(`${card.entry.kind}/${card.entry.id}`)}` : null, "aria-label": `${card.card} ${card.copy}`, title: card.card });
    place.style.left = `${(card.x / width) * 100}%`;
    place.style.top = `${(card.y / height) * 100}%`;
    place.style.width = `${(card.width / width) * 100}%`;
    place.style.height = `${(card.height / height) * 100}%`;
    if (card.entry) sheet.append(place);
  }
  const counted = new Map();
  for (const { card } of lying) counted.set(card, (counted.get(card) ?? 0) + 1);
  at("large").querySelector(".on").replaceChildren(...[...counted].map(([card, count]) => make("li", { text: count > 1 ? `${card} × ${count}` : card })));
}

const step = (by) => {
  now = (now + by + shown.pages.length) % shown.pages.length;
  show();
};
at("large").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.step) step(Number(button.dataset.step));
  else if (button || event.target === at("large")) at("large").close();
});
at("large").addEventListener("keydown", (event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by) step(by);
});

offer = await ask("GET", `api/proofs?lang=${ui}`);
furnishTools();
onSave(load);

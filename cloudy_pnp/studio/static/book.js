// The rulebook as it is read on a screen, or page by page as it is printed.
import { ask, at, choice, furnish, languageName, make } from "./common.js";
import { onSave } from "./live.js";
import { pageName, t, ui } from "./words.js";

furnish("rulebook");
const wish = new URLSearchParams(location.search);
const KINDS = [["web", "Web page"], ["pages", "Pages"], ["booklet", "Booklet, to be folded"]];
const FILES = { web: "rulebook.html", pages: "rulebook.pdf", booklet: "rulebook-booklet.pdf" };
let mark = "";
let asked = 0;

const offer = await ask("GET", `api/proofs?lang=${ui}`);
const kinds = offer.typesets ? KINDS : KINDS.slice(0, 1); // a browser tab makes the web page only
const chosen = () => ({ lang: wish.get("lang") ?? (offer.languages.includes(ui) ? ui : offer.languages[0]), as: kinds.some(([kind]) => kind === wish.get("as")) ? wish.get("as") : "web" });

function choose(name, value) {
  wish.set(name, value);
  history.replaceState(null, "", `?${wish}`);
  load();
}

async function load() {
  const { lang, as } = chosen();
  const mine = ++asked;
  at("said").textContent = t("building…");
  at("book").ariaBusy = "true";
  try {
    const { files } = await ask("POST", "api/proofs", { kind: "rulebook", lang });
    if (mine !== asked) return;
    const file = files.find(({ name }) => name.endsWith(`/${FILES[as]}`));
    if (!file) throw new Error(t("There is no rulebook in this language."));
    at("said").replaceChildren(make("a", { href: `proof/${file.name}`, download: `${file.name.replace("/", "-")}`, text: `⤓ ${t("Download")}` }), as === "web" ? "" : ` · ${file.pages} ${t("pages")}`);
    if (mark !== as + file.mark) draw(file, as, lang);
    mark = as + file.mark;
  } catch (error) {
    if (mine !== asked) return;
    mark = "";
    at("book").replaceChildren();
    at("said").replaceChildren(make("pre", { class: "wrong", tabindex: 0, text: error.message }));
  }
  at("book").ariaBusy = "false";
  document.documentElement.dataset.ready = "yes";
}

function draw({ name, mark: version, pages, size: [width, height] }, as, lang) {
  if (as === "web") {
    at("book").replaceChildren(make("iframe", { src: `proof/${name}`, title: t("Rulebook"), lang }));
    return;
  }
  at("book").replaceChildren(
    make("div", { class: `leafs ${as}` }, Array.from({ length: pages }, (_, index) =>
      make("img", { src: `proof-page/${version}/${index}/${name}`, width: Math.round(width * 4), height: Math.round(height * 4), loading: "lazy", decoding: "async", alt: pageName(index + 1) }))),
  );
}

at("tools").replaceChildren(
  choice("Language", offer.languages.map((one) => [one, languageName(one)]), chosen().lang, (value) => choose("lang", value), "lang"),
  choice("Show as", kinds.map(([value, word]) => [value, t(word)]), chosen().as, (value) => choose("as", value), "as"),
);
if (offer.book) {
  onSave(load);
} else {
  at("tools").hidden = true;
  at("said").textContent = t("This game has no rulebook yet.");
  document.documentElement.dataset.ready = "yes";
}

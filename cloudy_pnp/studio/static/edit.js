// The desk: a file of cards as text and as a form, with its pictures, and what is wrong with it, as one types.
import { ask, at, dialog, furnish, make, showUnsaved, tell } from "./common.js";
import { Doc } from "./doc.js";
import { draftsOf, forget, keep, tab } from "./drafts.js";
import { Editor } from "./editor.js";
import { Form } from "./form.js";
import { onSave } from "./live.js";
import { merged } from "./merge.js";
import { placeAt, SchemaBook } from "./schema.js";
import { plain, Shelf } from "./shelf.js";
import { offerTry, tryOn } from "./try.js";
import { askSurely, connection, idle, inTurn } from "./turns.js";
import { kindName, t } from "./words.js";

furnish("edit");
const NOTHING = { doc: null, text: "", problems: [], entries: [], faces: [], languages: [], whole: true, locked: "" };
const PAUSE = 400; // ms without a key after which all files are checked
const wish = new URLSearchParams(location.search);
const editor = new Editor(at("editor"));
const form = new Form(at("form"));
const shelf = new Shelf();
const docs = new Map(); // name: a file that was opened, with what was typed in it
let doc = null; // the one that is shown
let looked = NOTHING; // what the server said about a text of it
let found = []; // the problems of all files
let card = wish.get("card") ?? ""; // kind/id
let aim = ""; // a card that was chosen, until the caret is there
let opening = 0; // how often something was opened
let coming = false; // another file is
let readOnly = false;
let answers = true; // whether the server does
let typed = 0; // when the last key came

// --- opening -------------------------------------------------------------------------------------------------

/** Show a place of a file, or a card. What was typed in the last file stays in its `Doc`, and an edit knows its own. */
async function open(name, line = 1, focus = true, target = "") {
  const mine = ++opening;
  coming = name !== doc?.name;
  if (coming) {
    const asked = `name=${encodeURIComponent(name)}`;
    const read = await inTurn(async () => mine === opening && Promise.all([askSurely("GET", `api/file?${asked}`), askSurely("GET", `api/schema?${asked}`)]));
    if (mine !== opening) return; // something else was chosen meanwhile
    coming = false;
    show(name, ...read);
  }
  card = aim = target;
  const known = isCurrent() && entry();
  if (known) aim = "";
  editor.go(known ? known.line : line, 1, focus);
  note();
  showForm();
  look();
}

function show(name, now, schema) {
  const before = docs.get(name);
  const drafts = readOnly ? [] : [...draftsOf(name), ...now.drafts];
  const mine = before ? null : drafts.find((draft) => draft.tab === tab);
  doc = before ?? new Doc(name, mine?.saved === undefined ? now : { ...now, text: mine.saved, mark: mine.mark });
  doc.book = new SchemaBook(schema);
  docs.set(name, doc);
  looked = NOTHING;
  editor.readOnly = readOnly || doc.sheet;
  editor.open(doc.history, doc.book);
  form.clear();
  at("notice").hidden = true;
  at("file").querySelector("code").textContent = name;
  view((sessionStorage.view ?? localStorage.view) === "form" ? "form" : "text"); // another tab keeps its own
  if (mine) restore(doc, mine);
  else if (!before && drafts.length) offer(doc, drafts[0]);
  take(doc, now);
  showProblems();
}

/** Another text of a file: what is shown follows, and so does the draft. */
function change(one, text, flowing = false) {
  one.history.note({ text, start: 0, end: 0 }, flowing);
  shown(one);
}

const shown = (one) => (one === doc ? editor.follow() : look(one));

/** A file as it is on disk now, with what was typed meanwhile; false where somebody must choose between the two. */
function take(one, now, side = "") {
  if (now.mark === one.mark) return true;
  const meets = one.take(now, side);
  if (meets.length) return changedOutside(one, now, meets);
  if (at("notice").dataset.about === "meets") at("notice").hidden = true;
  shown(one);
  note();
  return true;
}

/** Make of a draft what it was: the text, and the edits that had not come into it. */
function restore(one, draft) {
  change(one, draft.text);
  const base = { text: draft.waiting?.[0]?.base.text };
  for (const mine of draft.waiting ?? []) edit({ ...mine, base });
  tell(t("Your unsaved text has been restored."));
}

function offer(one, draft) {
  const drop = () => {
    forget(one.name, draft.tab);
    ask("DELETE", "api/draft", { name: one.name, tab: draft.tab });
    note();
  };
  notice(t("You have unsaved changes from last time."), [
    [t("Restore"), () => { restore(one, draft); drop(); }],
    [t("Discard"), drop],
  ]);
}

function notice(text, actions, about = "", ...more) {
  const buttons = actions.map(([word, act]) =>
    make("button", { type: "button", text: word, onclick: () => { at("notice").hidden = true; act(); } }),
  );
  at("notice").replaceChildren(make("p", { text }), ...more, ...buttons);
  at("notice").dataset.about = about;
  at("notice").hidden = false;
}

tryOn(() => ({ name: doc.name, text: doc.text, card }));

/** Keep what is not saved where neither a slow server nor leaving the page can lose it. */
function store(one) {
  try {
    if (!readOnly) keep(one);
  } catch {
    tell(t("The browser has no room for unsaved text: save soon."), "error");
  }
  showUnsaved();
}

function note() {
  const unsaved = Boolean(doc?.dirty);
  if (doc) store(doc);
  at("state").textContent = !answers ? t("The server does not answer; your text stays here.") : readOnly || doc?.sheet ? t("read-only") : unsaved ? t("not saved") : t("saved");
  at("state").dataset.state = unsaved ? "dirty" : "";
  at("save").disabled = readOnly || !unsaved;
  at("undo").disabled = !editor.canUndo && !doc?.waiting.length;
  at("redo").disabled = !editor.canRedo;
  at("more").disabled = readOnly || card.startsWith("layout/"); // a layout is named in too many ways to be renamed here
  const place = new URLSearchParams({ ...(doc && { file: doc.name }), ...(card && { card }) });
  history.replaceState(null, "", `edit?${place}`);
}

connection.onchange = (now) => {
  answers = now;
  note();
};

// --- looking -------------------------------------------------------------------------------------------------

const unseen = new Set(); // files whose text waits to be looked at

/** Ask what there is to say about a text, which also keeps it as a draft. The last text always gets its answer. */
function look(one = doc) {
  if (one) store(one);
  if (!one || unseen.has(one)) return;
  unseen.add(one);
  inTurn(async () => {
    unseen.delete(one);
    const asked = { name: one.name, text: one.text, card: one === doc ? card : "", tab: readOnly ? "" : tab, mark: one.mark };
    const answer = await askSurely("POST", "api/look", asked);
    if (one === doc) hear(answer, asked);
  }).catch((error) => tell(error.message, "error"));
}

/** Show an answer. One about an older text touches neither the text nor a field. */
async function hear(answer, asked) {
  const entries = answer.whole || looked.doc !== doc ? answer.entries : looked.entries; // while it cannot be read: the last
  looked = { ...answer, entries, doc, text: asked.text };
  if (isCurrent()) {
    editor.mark(answer.problems);
    found = [...answer.problems.map((problem) => ({ ...problem, name: doc.name })), ...found.filter((problem) => problem.name !== doc.name)];
    reach();
    follow();
    showProblems();
    checkSoon();
  }
  offerTry(card);
  showForm();
  await showFaces(answer.faces, asked.card);
  document.dispatchEvent(new CustomEvent("looked", { detail: { text: asked.text, milliseconds: performance.now() - typed } }));
}

/** Whether what was said is about the text as it is now. */
const isCurrent = () => looked.doc === doc && looked.text === doc?.text && !doc?.waiting.length;

const entry = () => looked.entries.find((one) => `${one.kind}/${one.id}` === card);

/** Put the caret into the card that was chosen: in a text that is not saved it may be in another line. */
function reach() {
  if (aim && entry()) editor.go(entry().line, 1, false);
  if (looked.whole) aim = "";
}

/** The card that the caret is in is the chosen one. It stays chosen as long as the text cannot be read. */
function follow() {
  if (aim || coming || !looked.whole || !isCurrent()) return;
  const line = editor.line;
  const there = doc.sheet ? entry() : looked.entries.filter((one) => one.line <= line).at(-1); // a spreadsheet has no caret
  const here = there ?? looked.entries[0];
  const next = here ? `${here.kind}/${here.id}` : "";
  if (next && next !== card) {
    card = next;
    shelf.choose(card);
    note();
    showForm();
    look(); // with its pictures
  }
}

let timer = 0;
let checking = false;

/** Check all files, as the command `check` does, once nobody types. */
function checkSoon() {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    if (checking) return checkSoon();
    checking = true;
    const [one, text] = [doc, doc.text];
    const answer = await ask("POST", "api/check", { name: one.name, text }).catch(() => null);
    checking = false;
    if (!answer || one !== doc || text !== doc.text) return;
    found = answer.problems;
    showProblems();
  }, PAUSE);
}

let drawings = 0; // how often pictures have come

async function showFaces(all, about) {
  const mine = ++drawings;
  if (about !== card) return;
  // A picture without words is the same in every language: once is enough, and larger.
  const alone = all.length > 1 && new Set(all.map((face) => face.picture)).size === 1;
  const faces = alone ? all.slice(0, 1) : all;
  const home = at("faces");
  const names = new Intl.DisplayNames([document.documentElement.lang], { type: "language", fallback: "code" });
  const figures = await Promise.all(
    faces.map(async (face) => {
      const key = `${about} ${face.lang} ${face.name}`;
      const figure = [...home.children].find((one) => one.dataset.key === key) ?? make("figure", { "data-key": key }, make("div"), make("figcaption"));
      if (figure.dataset.picture !== face.picture) {
        const picture = new Image(...face.size.map((length) => Math.round(length * 6)));
        picture.alt = `${face.title}, ${names.of(face.lang)}`;
        picture.src = face.picture;
        await picture.decode().catch(() => {});
        if (mine !== drawings) return figure; // newer ones have come in the meantime
        figure.firstChild.replaceChildren(picture);
        figure.dataset.picture = face.picture;
      }
      figure.classList.toggle("stale", face.stale);
      figure.classList.toggle("alone", alone);
      figure.lastChild.replaceChildren(make("b", { text: alone ? t("in every language") : names.of(face.lang) }), make("span", { text: face.stale ? t("has errors: this is its last good picture") : face.says, lang: face.lang }));
      return figure;
    }),
  );
  if (about !== card || mine !== drawings) return;
  home.replaceChildren(...(figures.length ? figures : [make("p", { class: "soft", text: t("This has no picture.") })]));
}

function showProblems() {
  const isHere = (problem) => problem.name === doc.name;
  const all = [...found.filter(isHere), ...found.filter((problem) => !isHere(problem))];
  const errors = all.filter((problem) => problem.severity === "error").length;
  const [remarks, others] = [all.length - errors, all.filter((problem) => !isHere(problem)).length];
  const parts = [errors ? `✕ ${errors} ${t(errors === 1 ? "error" : "errors")}` : `✓ ${t("no errors")}`];
  if (remarks) parts.push(`▲ ${remarks} ${t(remarks === 1 ? "remark" : "remarks")}`);
  if (others) parts.push(`${others} ${t("in other files")}`);
  at("verdict").textContent = parts.join(" · ");
  at("found").dataset.state = errors ? "error" : "sound";
  at("problems-here").replaceChildren(...all.slice(0, 60).map((problem) => problemItem(problem, isHere(problem))));
}

function problemItem(problem, here) {
  const go = () => {
    view("text");
    here ? editor.go(problem.line, problem.column) : leave(problem.name, problem.line);
  };
  const place = `${here ? "" : `${problem.name || problem.file}:`}${problem.line}: ${problem.code}`;
  const said = [make("b", { text: place }), " ", problem.message];
  return make("li", { class: problem.severity },
    problem.name ? make("button", { type: "button", class: "jump", onclick: go }, said) : make("p", {}, said),
    problem.hint ? make("em", { text: problem.hint }) : null,
    here && problem.fix && !readOnly ? make("button", { type: "button", class: "fix", text: t("Fix it"), onclick: () => fix(problem) }) : null,
  );
}

/** Why the form changes nothing; null where it does. */
function lockedBecause() {
  if (doc.sheet) return t("This card is a row of {}. Open it in your spreadsheet; what you save there is shown here.").replace("{}", doc.name.split("/").at(-1));
  if (looked.locked === "table") return t("This card is a row of {}. Change it in the text, or in a spreadsheet.").replace("{}", doc.name.split("/").at(-1));
  if (looked.locked) return t("The file cannot be read at the moment. Fix it under “Text” first.");
  return readOnly ? "" : null;
}

function showForm() {
  if (at("form").hidden) return;
  if (isCurrent()) form.show(entry(), { book: doc.book, languages: looked.languages, problems: looked.problems, locked: lockedBecause(), base: { text: doc.text } });
  else if (form.card !== card) form.clear();
}

// --- changing ------------------------------------------------------------------------------------------------

let queued = null; // the last edit, as long as it waits for its turn and nothing else was asked for after it

/** Do what somebody has asked for after everything before it. */
function act(work) {
  queued = null;
  return inTurn(work).catch((error) => tell(error.message, "error"));
}

/** Another text of a file that the server makes of the one that somebody saw, with what has changed in it since. */
async function rewrite(one, path, asked, flowing = false, base = { text: one.text }) {
  const before = base.text;
  const { text } = await askSurely("POST", path, { name: one.name, text: before, ...asked });
  base.text = text; // on which the next edit of the same form was made
  const next = merged(before, one.text, text, ""); // both are of one person: a line may have several changes
  if (next === null) throw new Error(t("The same place was changed in the text in the meantime: this change was not made."));
  change(one, next, flowing);
}

const fix = (problem, one = doc) =>
  act(async () => {
    await rewrite(one, "api/fix", { problem });
    editor.focus();
    tell(t("Fixed. Undo reverts it."));
  });

/** Change a card of the file that is shown. Of several values that wait for the same field, only the last is sent. */
function edit({ target, edits, base }, flowing = false) {
  if (doc.waiting.includes(queued) && isSame(queued, { target, edits })) {
    queued.edits = edits;
    return note();
  }
  const [one, mine] = [doc, { target, edits, base }];
  one.waiting.push(mine);
  typed = performance.now();
  act(async () => {
    if (queued === mine) queued = null;
    try {
      await rewrite(one, "api/edit", { target, edits: mine.edits }, flowing, base);
    } finally {
      one.waiting.splice(one.waiting.indexOf(mine), 1);
      note();
      look(one); // also after a refusal: then every field shows again what the text says
    }
  });
  queued = mine;
  note();
}

const isSame = ({ target, edits: [one, ...more] }, { target: { kind, id }, edits: [other, ...others] }) =>
  !more.length && !others.length && one.op === "set" && other.op === "set" && target.kind === kind && target.id === id && JSON.stringify(one.path) === JSON.stringify(other.path);

const save = (one = doc) => act(() => write(one));

/** Write a file; what somebody else has saved meanwhile is taken first. */
async function write(one) {
  const text = one.text;
  const headers = one.mark ? { "if-match": `"${one.mark}"` } : { "if-none-match": "*" };
  try {
    const answer = await askSurely("PUT", "api/file", { name: one.name, text, tab }, headers);
    Object.assign(one, { saved: text, mark: answer.mark });
  } catch (error) {
    if (error.status !== 412) throw error;
    return take(one, error.data) && write(one);
  }
  if (one === doc) at("notice").hidden = true;
  store(one);
  note();
  tell(t("Saved."));
}

let steps = 0; // back or forth, that wait

/** Go back or forth in the history: at once, or when the edits before it are in the text. If another card was chosen or
 * something was typed by then, nothing is taken back. */
function step(back) {
  const [one, cards, keys] = [doc, opening, typed];
  const go = () => (back ? editor.undo() : editor.redo());
  if (!doc.waiting.length && !steps) return go();
  steps += 1; // a redo must not come before the undo that waits
  act(async () => one === doc && cards === opening && keys === typed && go()).finally(() => (steps -= 1));
}

/** Let somebody choose where both have changed the same place; everywhere else the text gets what both have changed. */
function changedOutside(one, now, meets) {
  if (one !== doc) return false; // it is told when it is opened again
  const both = meets.slice(0, 3).flatMap(({ mine, theirs }) => [make("dt", { text: t("Theirs") }), make("dd", { text: theirs }), make("dt", { text: t("Mine") }), make("dd", { text: mine })]);
  notice(t("Someone else changed the same place. Nothing has been overwritten."), [
    [t("Take theirs"), () => take(one, now, "theirs")],
    [t("Keep mine"), () => take(one, now, "mine") && save(one)],
  ], "meets", make("dl", { tabindex: 0, "aria-label": t("Both versions") }, both));
  return false;
}

/** Somebody has saved something: perhaps this file, in another editor or another tab. */
const seen = () => inTurn(refresh);

async function refresh() {
  await shelf.load();
  if (!doc) return;
  const one = doc;
  take(one, await askSurely("GET", `api/file?name=${encodeURIComponent(one.name)}`));
  look(one);
}

// --- whole cards ---------------------------------------------------------------------------------------------

const idField = (value) =>
  make("label", { class: "field" }, make("span", { text: "id" }), make("input", { name: "id", required: true, pattern: "[a-z0-9]+(-[a-z0-9]+)*", maxlength: 60, value, autocomplete: "off", title: "a-z, 0-9, -" }));

const PACK = "pack:";

/** Where a new card goes: a file of its kind, a new file in a folder, or a new pack. */
function placeField(kindOf) {
  const files = make("optgroup", { label: t("in a file") });
  const folders = make("optgroup", { label: t("in a new file") }, shelf.folders.map((folder) => make("option", { value: folder, text: `${folder}/…` })));
  const pack = make("optgroup", { label: t("in a new pack") }, make("option", { value: PACK, text: t("a new pack…") }));
  const select = make("select", { name: "where" }, files, folders, pack);
  const name = make("label", { class: "field", hidden: true }, make("span", { text: t("Name of the pack") }), make("input", { name: "pack", pattern: "[a-z0-9]+(-[a-z0-9]+)*", maxlength: 60, autocomplete: "off", title: "a-z, 0-9, -" }));
  const offer = () => {
    const kind = kindOf();
    const near = doc && shelf.places[kind]?.includes(doc.name) ? doc.name : shelf.places[kind]?.at(-1);
    files.replaceChildren(...(shelf.places[kind] ?? []).map((one) => make("option", { value: one, text: one, selected: one === near })));
    files.hidden = !files.children.length;
  };
  select.addEventListener("change", () => {
    name.hidden = select.value !== PACK;
    name.lastChild.required = !name.hidden;
  });
  offer();
  return { fields: [make("label", { class: "field" }, make("span", { text: t("Where") }), select), name], offer };
}

async function create(like) {
  const kinds = shelf.kinds;
  const chosen = like?.kind ?? entry()?.kind ?? kinds[0];
  const select = make("select", { name: "kind" }, kinds.map((one) => make("option", { value: one, text: kindName(one), selected: one === chosen })));
  const place = placeField(() => like?.kind ?? select.value);
  select.addEventListener("change", place.offer);
  const id = idField(like ? `${like.id}-2` : "");
  const derive = (event) => (id.lastChild.value = plain(event.target.value).replace(/[^a-z0-9]+/g, "-").slice(0, 60).replace(/^-|-$/g, ""));
  const title = make("label", { class: "field" }, make("span", { text: t("Name") }), make("input", { name: "title", maxlength: 200, autocomplete: "off", oninput: derive }));
  const kind = make("label", { class: "field" }, make("span", { text: t("Kind") }), select);
  const answer = await dialog(like ? t("A copy of this card") : t("New card"), [...(like ? [] : [kind, title]), id, ...place.fields], [["make", t("Create"), "main"], ["", t("Cancel")]]);
  if (!answer) return;
  const where = answer.where === PACK ? `${PACK}${answer.pack}` : answer.where;
  const made = await act(async () => {
    const written = await ask("PUT", "api/card", { kind: like?.kind ?? answer.kind, id: answer.id, title: answer.title ?? "", like: like?.id ?? "", where });
    await refresh();
    return written;
  });
  if (made) go(`${made.kind}/${made.id}`);
}

/** Who refers to a card, each a way to that place. */
function usesList(uses) {
  const item = (use) => make("li", {}, make("a", { href: `edit?${new URLSearchParams({ file: use.file, line: use.line })}`, text: `${use.file}:${use.line}` }), ` ${use.path}`);
  return make("ul", { class: "uses", tabindex: 0, "aria-label": t("References") }, uses.slice(0, 40).map(item));
}

/** What can be done with a card that cannot be changed here. */
async function lockedCard(one) {
  const copy = looked.locked === "table" ? [["copy", t("Duplicate"), "main"]] : [];
  const answer = await dialog(`${kindName(one.kind)}: ${one.id}`, [make("p", { text: lockedBecause() })], [...copy, ["", t("Cancel")]]);
  if (answer) create(one);
}

async function whole() {
  await idle();
  const one = entry();
  if (!one) return create();
  if (looked.locked) return lockedCard(one);
  const { uses } = await ask("POST", "api/uses", { kind: one.kind, id: one.id }).catch(() => ({ uses: [] }));
  const said = make("p", { class: "soft", text: uses.length ? `${uses.length} ${t("places refer to it; they follow when it is renamed:")}` : t("Nothing refers to it.") });
  const answer = await dialog(`${kindName(one.kind)}: ${one.id}`, [idField(one.id), said, ...(uses.length ? [usesList(uses)] : [])], [["rename", t("Rename"), "main"], ["copy", t("Duplicate")], ["delete", t("Delete"), "danger"], ["", t("Cancel")]]);
  if (answer?.action === "copy") create(one);
  if (answer?.action === "delete") remove(one, uses);
  if (answer?.action === "rename" && answer.id !== one.id) rename(one, answer.id);
}

/** Take a card out of the text; what refers to it is told before. Nothing is saved yet, and undo brings it back. */
async function remove(one, uses) {
  if (uses.length) {
    const said = make("p", { text: t("These places refer to it and will be wrong when it is gone:") });
    const answer = await dialog(`${t("Delete")}: ${one.id}?`, [said, usesList(uses)], [["delete", t("Delete"), "danger"], ["", t("Cancel")]]);
    if (!answer) return;
  }
  edit({ target: { kind: one.kind, id: one.id }, edits: [{ op: "remove", path: [] }], base: { text: looked.text } });
  form.clear();
  const index = looked.entries.findIndex(({ id }) => id === one.id);
  const next = looked.entries[index + 1] ?? looked.entries[index - 1];
  card = aim = next ? `${next.kind}/${next.id}` : "";
  tell(t("Removed. Undo brings it back; save to make it permanent."));
}

const rename = (one, id) =>
  act(async () => {
    if (doc.dirty) throw new Error(t("Save first: other files change too."));
    const { files } = await ask("PUT", "api/rename", { kind: one.kind, id: one.id, new: id });
    card = aim = `${one.kind}/${id}`;
    await refresh();
    shelf.choose(card);
    tell(`${t("Renamed in")} ${files.join(", ")}`);
  });

// --- the room ------------------------------------------------------------------------------------------------

function go(next) {
  const place = shelf.find(next);
  if (!place) return;
  shelf.choose(next);
  leave(place.file, place.line, next);
}

async function leave(name, line, target = "") {
  try {
    await open(name, line, !at("editor").hidden && matchMedia("(min-width: 60rem)").matches, target);
    pane("work");
  } catch (error) {
    coming = false;
    shelf.choose(card);
    tell(error.message, "error");
  }
}

function view(name) {
  if (doc?.sheet) name = "form";
  else sessionStorage.view = localStorage.view = name;
  at("editor").hidden = name !== "text";
  at("form").hidden = name !== "form";
  at("about").hidden = name !== "text";
  for (const button of document.querySelectorAll("[data-view]")) button.ariaPressed = String(button.dataset.view === name);
  document.querySelector("[data-view=text]").disabled = Boolean(doc?.sheet);
  if (name === "form") showForm();
}

function pane(name) {
  document.querySelector("main").dataset.pane = name;
  for (const button of document.querySelectorAll("button[data-pane]")) button.ariaPressed = String(button.dataset.pane === name);
}

editor.onchange = (why) => {
  if (why === "typed") typed = performance.now();
  note();
  look();
};
editor.onmove = () => {
  const place = placeAt(editor.text, editor.caret);
  at("about").textContent = editor.book?.about(place) || t("Ctrl+Space suggests what can go here.");
  follow();
};
editor.onfix = fix;
form.onedit = edit;
form.onrename = whole;
shelf.onchoose = go;
for (const event of ["pointerdown", "keydown"]) at("editor").addEventListener(event, () => (aim = "")); // the caret is somebody's
at("undo").addEventListener("click", () => step(true));
at("redo").addEventListener("click", () => step(false));
at("save").addEventListener("click", () => save());
at("new").addEventListener("click", () => create());
at("more").addEventListener("click", whole);
for (const button of document.querySelectorAll("[data-view]")) button.addEventListener("click", () => view(button.dataset.view));
for (const button of document.querySelectorAll("button[data-pane]")) button.addEventListener("click", () => pane(button.dataset.pane));
document.addEventListener("keydown", (event) => {
  const command = event.ctrlKey || event.metaKey;
  if (command && event.key.toLowerCase() === "s") {
    event.preventDefault();
    if (!at("save").disabled) save();
  } else if (command && ["z", "y"].includes(event.key.toLowerCase()) && !event.target.closest("#text, #shelf, dialog")) {
    event.preventDefault();
    step(event.key.toLowerCase() === "z" && !event.shiftKey);
  }
});

async function begin() {
  const about = await ask("GET", "api/files");
  readOnly = about.readOnly;
  at("new").disabled = readOnly;
  await shelf.load();
  view((sessionStorage.view ?? localStorage.view) === "form" ? "form" : "text"); // another tab keeps its own
  const named = shelf.find(card);
  const line = Number(wish.get("line"));
  if (wish.get("file") && (!named || named.file !== wish.get("file"))) await open(wish.get("file"), line || 1, false);
  else if (named) await open(named.file, line || named.line, false, line ? "" : card);
  else if (shelf.first()) await open(shelf.first().file, shelf.first().line, false);
  shelf.choose(card);
  await idle();
  document.documentElement.dataset.ready = "yes";
}

onSave(() => (document.documentElement.dataset.ready ? seen() : begin()));

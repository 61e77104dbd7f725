// The desk: a file of cards as text and as a form, with its pictures, and what is wrong with it, as one types.
import { ask, at, dialog, furnish, make, tell } from "./common.js";
import { Editor } from "./editor.js";
import { Form } from "./form.js";
import { onSave } from "./live.js";
import { placeAt, SchemaBook } from "./schema.js";
import { Shelf } from "./shelf.js";
import { offerTry, tryOn } from "./try.js";
import { kindName, t } from "./words.js";

furnish("/edit");
const wish = new URLSearchParams(location.search);
const tab = (sessionStorage.tab ??= crypto.randomUUID());
const editor = new Editor(at("editor"));
const form = new Form(at("form"));
const shelf = new Shelf();
let file = { name: "", text: "", mark: "" }; // as it is saved
let looked = { problems: [], entries: [], faces: [], languages: [] };
let card = wish.get("card") ?? ""; // kind/id
let readOnly = false;
let busy = false; // a question is on its way
let again = false;
let typed = 0; // when the last key came

// --- opening -------------------------------------------------------------------------------------------------

async function open(name, line = 1, focus = true) {
  if (name !== file.name) {
    if (file.name && dirty()) tell(t("Not saved: the text is kept as a draft."));
    const [read, schema] = await Promise.all([ask("GET", `/api/file?name=${encodeURIComponent(name)}`), ask("GET", `/api/schema?name=${encodeURIComponent(name)}`)]);
    file = { name, text: read.text, mark: read.mark };
    looked = { ...looked, problems: [], entries: [], faces: [] }; // else the caret would be in a card of the last file
    editor.book = new SchemaBook(schema);
    editor.open(read.text);
    at("notice").hidden = true;
    offerDrafts(read.drafts);
    at("file").querySelector("code").textContent = name;
  }
  editor.go(line, 1, focus);
  note();
  await look();
}

function offerDrafts(drafts) {
  const mine = drafts.find((draft) => draft.tab === tab);
  if (mine) {
    editor.replace(mine.text);
    if (mine.mark && mine.mark !== file.mark) changedOutside({ text: file.text, mark: file.mark });
    else tell(t("Your unsaved text is here again."));
    return;
  }
  if (!drafts.length || readOnly) return;
  const [draft] = drafts;
  notice(t("There is text that was typed and not saved."), [
    [t("Take it"), () => editor.replace(draft.text)],
    [t("Throw it away"), () => ask("DELETE", "/api/draft", { name: file.name, tab: draft.tab })],
  ]);
}

function notice(text, actions) {
  const buttons = actions.map(([word, act]) =>
    make("button", { type: "button", text: word, onclick: () => { at("notice").hidden = true; act(); } }),
  );
  at("notice").replaceChildren(make("p", { text }), ...buttons);
  at("notice").hidden = false;
}

tryOn(() => ({ name: file.name, text: editor.text, card }));

const dirty = () => editor.text !== file.text;

function note() {
  at("state").textContent = readOnly ? t("only to look at") : dirty() ? t("not saved") : t("saved");
  at("state").dataset.state = dirty() ? "dirty" : "";
  at("save").disabled = readOnly || !dirty();
  at("undo").disabled = !editor.canUndo;
  at("redo").disabled = !editor.canRedo;
  at("more").disabled = readOnly || card.startsWith("layout/"); // a layout is named in too many ways to be renamed here
  const place = new URLSearchParams({ ...(file.name && { file: file.name }), ...(card && { card }) });
  history.replaceState(null, "", `/edit?${place}`);
}

// --- looking -------------------------------------------------------------------------------------------------

/** Ask what there is to say about the text; one question at a time, and the last text always gets its answer. */
async function look() {
  if (busy) {
    again = true;
    return;
  }
  busy = true;
  const asked = { name: file.name, text: editor.text, card, tab: readOnly ? "" : tab, mark: file.mark };
  try {
    const answer = await ask("POST", "/api/look", asked);
    if (asked.name === file.name) await show(answer, asked);
    at("state").classList.remove("lost");
  } catch (error) {
    at("state").textContent = error.status ? error.message : t("The server does not answer; your text stays here.");
    if (!error.status) setTimeout(look, 1000);
  }
  busy = false;
  if (again) {
    again = false;
    look();
  }
}

async function show(answer, asked) {
  looked = answer;
  if (asked.text === editor.text) editor.mark(answer.problems);
  follow();
  offerTry(card);
  showProblems();
  if (!at("form").hidden) showForm();
  await showFaces(answer.faces, asked.card);
  document.dispatchEvent(new CustomEvent("looked", { detail: { text: asked.text, milliseconds: performance.now() - typed } }));
}

/** The card that the caret is in is the one whose pictures are shown. */
function follow() {
  const line = editor.line;
  const here = looked.entries.filter((entry) => entry.line <= line).at(-1) ?? looked.entries[0];
  const next = here ? `${here.kind}/${here.id}` : "";
  if (next && next !== card) {
    card = next;
    shelf.choose(file.name, card);
    note();
    again = true; // with its pictures
    if (!busy) look();
  }
}

const entry = () => looked.entries.find((one) => `${one.kind}/${one.id}` === card);

async function showFaces(all, about) {
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
        figure.firstChild.replaceChildren(picture);
        figure.dataset.picture = face.picture;
      }
      figure.classList.toggle("stale", face.stale);
      figure.classList.toggle("alone", alone);
      figure.lastChild.replaceChildren(make("b", { text: alone ? t("in every language") : names.of(face.lang) }), make("span", { text: face.stale ? t("has errors: this is its last good picture") : face.says, lang: face.lang }));
      return figure;
    }),
  );
  if (about !== card) return;
  home.replaceChildren(...(figures.length ? figures : [make("p", { class: "soft", text: t("This has no picture of its own.") })]));
}

function showProblems() {
  const errors = looked.problems.filter((problem) => problem.severity === "error").length;
  const others = looked.problems.length - errors;
  const parts = [errors ? `✕ ${errors} ${t(errors === 1 ? "error" : "errors")}` : `✓ ${t("no errors")}`];
  if (others) parts.push(`▲ ${others} ${t(others === 1 ? "remark" : "remarks")}`);
  if (looked.elsewhere) parts.push(`${looked.elsewhere} ${t("in other files")}`);
  at("verdict").textContent = parts.join(" · ");
  at("found").dataset.state = errors ? "error" : "sound";
  at("problems-here").replaceChildren(
    ...looked.problems.slice(0, 60).map((problem) =>
      make("li", { class: problem.severity },
        make("button", { type: "button", class: "jump", onclick: () => { view("text"); editor.go(problem.line, problem.column); } },
          make("b", { text: `${problem.line}: ${problem.code}` }), " ", problem.message),
        problem.hint ? make("em", { text: problem.hint }) : null,
        problem.fix && !readOnly ? make("button", { type: "button", class: "fix", text: t("Fix it"), onclick: () => fix(problem) }) : null,
      ),
    ),
  );
}

const showForm = () => form.show(entry(), editor.book, looked.languages, looked.problems, readOnly);

// --- changing ------------------------------------------------------------------------------------------------

async function fix(problem) {
  try {
    const { text } = await ask("POST", "/api/fix", { name: file.name, text: editor.text, problem });
    editor.replace(text);
    editor.focus();
    tell(t("Mended. Undo takes it back."));
  } catch (error) {
    tell(error.message, "error");
  }
}

let editing = Promise.resolve();
function edit(edits) {
  editing = editing.then(async () => {
    try {
      const { text } = await ask("POST", "/api/edit", { name: file.name, text: editor.text, edits });
      typed = performance.now();
      editor.replace(text);
    } catch (error) {
      tell(error.message, "error");
    }
  });
}

async function save(mark = file.mark) {
  const text = editor.text;
  try {
    const headers = mark ? { "if-match": `"${mark}"` } : { "if-none-match": "*" };
    const answer = await ask("PUT", "/api/file", { name: file.name, text, tab }, headers);
    file = { ...file, text, mark: answer.mark };
    at("notice").hidden = true;
    tell(t("Saved."));
    shelf.load();
  } catch (error) {
    if (error.status === 412) changedOutside(error.data);
    else tell(error.message, "error");
  }
  note();
}

function changedOutside(now) {
  notice(t("The file was changed by somebody else. Nothing has been overwritten."), [
    [t("Take theirs"), () => { file = { ...file, ...now }; editor.replace(now.text); note(); }],
    [t("Keep mine"), () => save(now.mark)],
  ]);
}

/** Somebody has saved something: perhaps this file, in another editor or another tab. */
async function seen() {
  shelf.load();
  if (!file.name) return;
  const read = await ask("GET", `/api/file?name=${encodeURIComponent(file.name)}`);
  if (read.mark === file.mark) return;
  if (dirty() && read.text !== editor.text) return changedOutside(read);
  file = { ...file, text: read.text, mark: read.mark };
  editor.replace(read.text);
  note();
}

// --- whole cards ---------------------------------------------------------------------------------------------

const idField = (value) =>
  make("label", { class: "field" }, make("span", { text: "id" }), make("input", { name: "id", required: true, pattern: "[a-z0-9]+(-[a-z0-9]+)*", maxlength: 60, value, autocomplete: "off", title: "a-z, 0-9, -" }));

const PACK = "pack:";

/** Where a new card goes: a file of its kind, a new file in a folder, or a new pack. */
function placeField(kindOf) {
  const files = make("optgroup", { label: t("in a file") });
  const folders = make("optgroup", { label: t("in a new file") }, shelf.folders.map((folder) => make("option", { value: folder, text: `${folder}/…` })));
  const pack = make("optgroup", { label: t("in a new pack") }, make("option", { value: PACK, text: t("a new pack …") }));
  const select = make("select", { name: "where" }, files, folders, pack);
  const name = make("label", { class: "field", hidden: true }, make("span", { text: t("Name of the pack") }), make("input", { name: "pack", pattern: "[a-z0-9]+(-[a-z0-9]+)*", maxlength: 60, autocomplete: "off", title: "a-z, 0-9, -" }));
  const offer = () => {
    const kind = kindOf();
    const near = file.name && shelf.places[kind]?.includes(file.name) ? file.name : shelf.places[kind]?.at(-1);
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
  const kind = make("label", { class: "field" }, make("span", { text: t("Kind") }), select);
  const answer = await dialog(like ? t("A copy of this card") : t("New card"), [...(like ? [] : [kind]), idField(like ? `${like.id}-2` : ""), ...place.fields], [["make", t("Make it"), "main"], ["", t("Cancel")]]);
  if (!answer) return;
  try {
    const where = answer.where === PACK ? `${PACK}${answer.pack}` : answer.where;
    const made = await ask("PUT", "/api/card", { kind: like?.kind ?? answer.kind, id: answer.id, like: like?.id ?? "", where });
    await shelf.load();
    if (made.file === file.name) await seen();
    go(`${made.kind}/${made.id}`);
  } catch (error) {
    tell(error.message, "error");
  }
}

/** Who refers to a card, each a way to that place. */
function usesList(uses) {
  const item = (use) => make("li", {}, make("a", { href: `/edit?${new URLSearchParams({ file: use.file, line: use.line })}`, text: `${use.file}:${use.line}` }), ` ${use.path}`);
  return make("ul", { class: "uses", tabindex: 0, "aria-label": t("What refers to it") }, uses.slice(0, 40).map(item));
}

/** Until what was asked about the text is answered. */
async function answered() {
  while (busy) await new Promise((done) => setTimeout(done, 20));
}

async function whole() {
  await answered();
  const one = entry();
  if (!one) return create();
  const { uses } = await ask("POST", "/api/uses", { kind: one.kind, id: one.id }).catch(() => ({ uses: [] }));
  const said = make("p", { class: "soft", text: uses.length ? `${uses.length} ${t("places refer to it; they follow when it is renamed:")}` : t("Nothing refers to it.") });
  const answer = await dialog(`${kindName(one.kind)}: ${one.id}`, [idField(one.id), said, ...(uses.length ? [usesList(uses)] : [])], [["rename", t("Rename"), "main"], ["copy", t("Duplicate")], ["delete", t("Delete"), "danger"], ["", t("Cancel")]]);
  if (answer?.action === "copy") create(one);
  if (answer?.action === "delete") remove(one, uses);
  if (answer?.action === "rename" && answer.id !== one.id) rename(one, answer.id);
}

/** Take a card out of the text; what refers to it is told before. Nothing is saved yet, and undo brings it back. */
async function remove(one, uses) {
  if (uses.length) {
    const said = make("p", { text: t("These places refer to it, and are wrong when it is gone:") });
    const answer = await dialog(`${t("Delete")}: ${one.id}?`, [said, usesList(uses)], [["delete", t("Delete"), "danger"], ["", t("Cancel")]]);
    if (!answer) return;
  }
  edit([{ op: "remove", path: one.path }]);
  tell(t("Taken out. Undo brings it back; save to make it last."));
}

async function rename(one, id) {
  if (dirty()) return tell(t("Save first: other files change too."), "error");
  try {
    const { files } = await ask("PUT", "/api/rename", { kind: one.kind, id: one.id, new: id });
    card = `${one.kind}/${id}`;
    await shelf.load();
    await seen();
    tell(`${t("Renamed in")} ${files.join(", ")}`);
  } catch (error) {
    tell(error.message, "error");
  }
}

// --- the room ------------------------------------------------------------------------------------------------

async function go(next) {
  const found = shelf.find(next);
  if (!found) return;
  card = next;
  shelf.choose(found.file, next);
  await open(found.file, found.line, !at("editor").hidden && matchMedia("(min-width: 60rem)").matches);
  pane("work");
}

function view(name) {
  at("editor").hidden = name !== "text";
  at("form").hidden = name !== "form";
  at("about").hidden = name !== "text";
  for (const button of document.querySelectorAll("[data-view]")) button.ariaPressed = String(button.dataset.view === name);
  localStorage.view = name;
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
  at("about").textContent = editor.book?.about(place) || t("Ctrl+Space suggests what may stand here.");
  follow();
};
editor.onfix = fix;
form.onedit = edit;
shelf.onchoose = go;
at("undo").addEventListener("click", () => editor.undo());
at("redo").addEventListener("click", () => editor.redo());
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
    event.key.toLowerCase() === "y" || event.shiftKey ? editor.redo() : editor.undo();
  }
});

async function begin() {
  const about = await ask("GET", "/api/files");
  readOnly = about.readOnly;
  editor.readOnly = readOnly;
  at("new").disabled = readOnly;
  await shelf.load();
  view(localStorage.view === "form" ? "form" : "text");
  const named = shelf.find(card);
  if (wish.get("file") && (!named || named.file !== wish.get("file"))) await open(wish.get("file"), Number(wish.get("line")) || 1, false);
  else if (named) await open(named.file, Number(wish.get("line")) || named.line, false);
  else if (shelf.first()) await open(shelf.first().file, shelf.first().line, false);
  shelf.choose(file.name, card);
  document.documentElement.dataset.ready = "yes";
}

onSave(() => (document.documentElement.dataset.ready ? seen() : begin()));

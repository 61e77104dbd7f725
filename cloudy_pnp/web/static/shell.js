// The shell: it owns the worker with Python, shows the studio in a frame, and takes care that no work is lost.
const at = (id) => document.getElementById(id);
const BASE = new URL("./", location.href);
const PARTS = document.querySelector("meta[name=parts]").content;
const PATIENCE = 8000; // ms without a sign of life after which Stop is offered
const MANY = 10; // saves after which a download is suggested
const [MOST_LINK, MOST_ZIP] = [32_005, 64 << 20]; // characters and bytes that are passed on at all
const kept = localStorage;
const had = Number(kept.saves ?? 0); // saves of earlier visits
const tables = await fetch("words.json").then((got) => got.json()).catch(() => ({}));
const lang = [kept.ui, ...navigator.languages.map((one) => one.slice(0, 2))].find((one) => one === "en" || tables[one]) ?? "en";
const t = (text) => tables[lang]?.[text] ?? text;

function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

const button = (text, onclick) => make("button", { type: "button", onclick }, text);

/** Show a dialog of the page; resolves to the value of the button that was chosen, empty for none. */
function ask(id) {
  const box = at(id);
  box.returnValue = "";
  box.showModal();
  return new Promise((done) => box.addEventListener("close", () => done(box.returnValue), { once: true }));
}

function warn(text, ...more) {
  at("banner").replaceChildren(text, " ", ...more, " ", button(t("Close"), () => { at("banner").hidden = true; }));
  at("banner").hidden = false;
}

function fail(text, ...more) {
  at("what").textContent = text;
  at("help").replaceChildren(...more);
  [at("bar").hidden, at("wait").hidden, at("studio").hidden] = [true, false, true];
}

// --- Python, and the requests it has not answered ---

let [worker, folder, owner, ready, number] = [null, null, false, false, 0]; // the folder is one on disk
let [alive, stopped] = [0, 0]; // when the worker gave its last sign of life, and when the user ended it last
const open = new Map(); // requests: { request, port, begun }
const calls = new Map(); // questions of the shell: what to do with the answer

function begin(rescue = false, anew = false) {
  if (anew) { at("studio").removeAttribute("src"); history.replaceState(null, "", "#/"); } // another project: from its first page
  [ready, alive] = [false, Date.now()];
  worker?.terminate();
  worker = new Worker(`worker.js?parts=${PARTS}`, { type: "module" });
  worker.onmessage = ({ data }) => hear(data, rescue);
  worker.onerror = (event) => fail(t("The studio could not be started."), event.message ?? "");
  worker.postMessage({ begin: true, place: BASE.pathname, folder, rescue, lang });
}

function hear(data, rescue) {
  if (!data.note) alive = Date.now(); // a command that blocks Python still says what it does
  if (data.part) pass(data);
  else if (data.note) at("doing").textContent = data.note;
  else if (data.state) [at("what").textContent, at("bar").value] = [t(data.state), data.share];
  else if (data.stored) saved(data.stored);
  else if (data.unstored) unstored(data.unstored);
  else if (data.id) { calls.get(data.id)?.(data.result); calls.delete(data.id); }
  else if (data.failed) fail(t("The studio could not be started."), make("p", {}, data.failed.trim().split("\n").at(-1)), rescue ? "" : button(t("Open only the project, to download it"), () => begin(true)));
  else if (data.log) console.log(data.log);
  else if (data.ready) begun(data, rescue);
}

function begun({ count, missing }, rescue) {
  [ready, at("project").disabled] = [true, rescue];
  if (rescue) return fail(t("Here is the project without the studio: download it, or start a new one."), button(t("Download"), download), " ", button(t("New project"), () => replace("begin", "")), " ", button(t("Try again"), () => begin()));
  if (!count && had) warn(t("This browser has deleted the project that was stored here. If you have downloaded it, open that file: Project → Open."));
  const place = folder ? `${t("Saved in the folder")} “${folder.name}”` : t("Saved in this browser only");
  at("state").textContent = missing.includes("PIL") ? `${place} · ${t("no bitmap pictures here")}` : place;
  for (const [id, { request }] of open) worker.postMessage({ id, request });
  show();
}

function pass({ id, part }) {
  const asked = open.get(id);
  if (part.status && asked) asked.begun = true;
  asked?.port.postMessage(part);
  if (part.end) open.delete(id);
}

/** End Python, whatever it does, and start it again: questions are repeated, streams reconnect by themselves. */
function stop() {
  for (const [id, { request, port, begun: answered }] of open) {
    if (request.method === "DELETE" && request.path === "/api/print") {
      const job = { what: "build", state: "stopped", seconds: 0, lines: [], now: "", share: null };
      const chunk = new TextEncoder().encode(JSON.stringify(job));
      for (const part of [{ status: 200, headers: [["content-type", "application/json"]] }, { chunk }, { end: true }]) port.postMessage(part);
    } else if (answered || !["GET", "POST"].includes(request.method)) port.postMessage({ lost: true });
    else continue;
    open.delete(id);
  }
  for (const done of calls.values()) done({ error: t("Python was restarted.") });
  calls.clear();
  const before = stopped;
  stopped = Date.now();
  begin(stopped - before < 60_000); // the project itself may be what hangs: then only its files
}

const call = (name, ...args) => new Promise((done) => {
  calls.set(++number, done);
  worker.postMessage({ id: number, call: name, args });
});

navigator.serviceWorker?.addEventListener("message", ({ data, ports: [port] }) => {
  if (!owner) return;
  if (data.owner) return port.postMessage(true);
  const id = ++number;
  open.set(id, { request: data, port, begun: false });
  port.onmessage = () => { open.delete(id); worker.postMessage({ gone: id }); };
  if (data.method === "DELETE" && data.path === "/api/print" && Date.now() - alive > 700) stop();
  else if (ready) worker.postMessage({ id, request: data });
});

setInterval(() => {
  if (!worker || !owner) return;
  const working = at("doing").textContent || [...open.values()].some(({ request }) => request.path === "/api/print");
  if (ready) worker.postMessage({ ping: 1 });
  at("busy").hidden = Date.now() - alive < (ready ? (working ? 1500 : PATIENCE) : 45_000);
  at("doing").textContent = at("busy").hidden ? "" : at("doing").textContent || t("Python is busy…");
}, 300);

// --- the frame, and links with cards ---

let link = location.hash.startsWith("#pack=") ? location.hash.slice(1) : "";

function show() {
  const frame = at("studio");
  [at("wait").hidden, frame.hidden] = [true, false];
  if (!frame.getAttribute("src")) {
    const place = new URL(location.hash.startsWith("#/") ? location.hash.slice(2) : "./", BASE);
    frame.src = place.href.startsWith(BASE.href) ? place.href : BASE.href;
  }
  if (link) offer();
}

at("studio").addEventListener("load", () => {
  const inner = at("studio").contentWindow.location;
  if (!inner.href.startsWith(BASE.href)) return;
  document.title = at("studio").contentDocument.title;
  if (!link) history.replaceState(null, "", `#/${inner.href.slice(BASE.href.length)}`);
});

addEventListener("hashchange", () => {
  if (location.hash.startsWith("#pack=")) link = location.hash.slice(1);
  if (ready && link) offer();
});

async function offer() {
  const fragment = link;
  link = "";
  history.replaceState(null, "", "#/");
  if (fragment.length > MOST_LINK) return warn(t("This link is too long to be opened: ask for the project as a file."));
  at("size").textContent = `${Math.ceil(fragment.length / 1000)} kB`;
  if ((await ask("offer")) !== "add") return;
  const { error, pack } = await call("add", fragment);
  warn(error ?? `${t("Added:")} ${pack}`);
  if (!error) at("studio").contentWindow.location.replace(BASE.href);
}

async function copy(pack) {
  const { error, fragment } = await call("link", pack);
  if (error) return warn(error);
  const text = `${BASE.href}#${fragment}`;
  await navigator.clipboard.writeText(text).then(
    () => warn(`${t("The link is copied:")} ${Math.ceil(text.length / 1000)} kB`),
    () => warn(t("Copy this link:"), make("input", { value: text, readOnly: true, onfocus: (event) => event.target.select() })),
  );
}

// --- the project ---

function saved(count) {
  if (!ready) return; // the first copy of a game
  kept.saves = Number(kept.saves ?? 0) + count;
  navigator.storage.persist?.();
  if (!folder && kept.saves >= MANY && kept.saves % MANY < count) warn(t("This project is stored in this browser only, which may delete it. Download it now and then."), button(t("Download"), download));
}

function unstored(why) {
  warn(t("The last changes are not stored: they are only in this tab. Download the project before you close it."), why === "full" ? t("The browser's store is full.") : why, button(t("Download"), download));
  addEventListener("beforeunload", (event) => event.preventDefault(), { once: true });
}

async function download() {
  const { error, bytes } = await call("zip");
  if (error) return void warn(error);
  const href = URL.createObjectURL(new Blob([bytes], { type: "application/zip" }));
  make("a", { href, download: "cloudy-pnp-project.zip" }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
  [kept.saves, at("banner").hidden] = [1, true];
  return true;
}

async function replace(name, argument) {
  const choice = await ask("replacing");
  if (!choice || (choice === "keep" && !(await download()))) return;
  const { error, reload } = await call(name, argument);
  if (error) warn(error);
  if (!error || reload) begin(false, true);
}

at("file").addEventListener("change", async ({ target: { files: [file] } }) => {
  if (file.size > MOST_ZIP) warn(t("This file is too large to be a project."));
  else replace("unzip", new Uint8Array(await file.arrayBuffer()));
});

async function pick() {
  const chosen = await window.showDirectoryPicker({ mode: "readwrite" }).catch((error) => void (error.name === "AbortError" || warn(error.message)));
  if (!chosen) return;
  folder = chosen;
  begin(false, true);
}

const CHOICES = { download, pick, choose: () => { at("file").value = ""; at("file").click(); }, fresh: () => replace("begin", at("games").value), copy: () => copy(at("packs").value) };
at("project").addEventListener("click", async () => {
  const { error, games, packs } = await call("about");
  if (error) return warn(error);
  for (const [id, values] of [["games", games], ["packs", packs]]) at(id).replaceChildren(...values.map((value) => make("option", { value }, value)));
  [at("others").hidden, at("pick").hidden, at("sharing").hidden] = [Boolean(folder), !window.showDirectoryPicker, !packs.length];
  CHOICES[await ask("menu")]?.();
});

// --- one tab at a time ---

function own(options) {
  return navigator.locks.request(`cloudy-pnp ${BASE.pathname}`, options, (lock) => {
    if (!lock) return fail(t("The studio is already open in another tab."), button(t("Use it here"), () => own({ steal: true })));
    [owner, at("bar").hidden] = [true, false];
    at("help").replaceChildren();
    begin();
    return new Promise(() => {}); // until the tab is closed, or another one takes over
  }).catch(() => {
    worker?.terminate();
    [owner, ready, at("project").disabled] = [false, false, true];
    at("studio").removeAttribute("src");
    fail(t("The studio has moved to another tab."), button(t("Use it here"), () => own({ steal: true })));
  });
}

document.documentElement.lang = lang;
at("stop").addEventListener("click", stop);
for (const element of document.querySelectorAll("[data-word]")) element.textContent = t(element.dataset.word);
try {
  await navigator.serviceWorker.register("sw.js", { updateViaCache: "none" });
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) await new Promise((done) => { navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }); setTimeout(done, 1500); });
  navigator.serviceWorker.startMessages();
  await own({ ifAvailable: true });
} catch (error) {
  fail(t("This browser cannot run the studio here: it needs a current one, https, and no private window."), make("p", {}, error.message));
}

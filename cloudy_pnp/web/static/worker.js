// Python in a worker: it loads the project from the store, calls the studio's application, and stores what changes.
const parts = new URL(`${new URLSearchParams(location.search).get("parts")}/`, location.href).href;
const SKIPPED = new Set([".git", "node_modules", "output"]);
const MOST = { files: 2000, bytes: 64 << 20 };
const state = (text, share) => postMessage({ state: text, share });
const brief = (error) => String(error.message ?? error).trim().split("\n").at(-1);
let py, tab, top, store, drafts;
let storing = Promise.resolve();
const known = new Map(); // files of the store: when each was changed last
const closers = new Map(); // open requests: how to end each when its page is gone

self.onmessage = ({ data }) => {
  if (data.ping) postMessage({ pong: true });
  else if (data.begin) begin(data).catch((error) => { console.error(error); postMessage({ failed: brief(error) }); });
  else if (data.gone) closers.get(data.gone)?.();
  else if (data.call) call(data);
  else if (data.request) answer(data);
};

async function begin({ place, folder, rescue, lang }) {
  state("Loading Python…", 10);
  const { loadPyodide } = await import(`${parts}pyodide.mjs`);
  const bytes = fetch(`${parts}tool.tar.zst`).then((got) => (got.ok ? got.arrayBuffer() : Promise.reject(new Error(`tool.tar.zst: ${got.status}`))));
  const log = (line) => postMessage({ log: line });
  py = await loadPyodide({ indexURL: parts, env: { HOME: "/studio", XDG_CACHE_HOME: "/studio/cache" }, stdout: log, stderr: log });
  state("Unpacking the tool…", 35);
  py.unpackArchive(await bytes, "zstdtar", { extractDir: "/tool" });
  py.runPython("import sys; sys.path.insert(0, '/tool')");
  state("Opening your project…", 55);
  const [made, missing] = py.pyimport("cloudy_pnp.web").start("/studio/project", (note) => postMessage({ note }));
  tab = made;
  top = await (await navigator.storage.getDirectory()).getDirectoryHandle(encodeURIComponent(place), { create: true });
  store = folder ?? (await top.getDirectoryHandle(await current(), { create: true }));
  drafts = folder && (await top.getDirectoryHandle("folder", { create: true })); // unsaved text never gets into a folder on disk
  const count = (await load(store)).size;
  if (folder && !count) throw new Error("This folder is empty: choose one with a project.");
  if (folder) await load(drafts);
  if (!rescue) tab.open(lang);
  await keep();
  state("Drawing…", 80);
  postMessage({ ready: true, count, missing: missing.toJs() });
  if (!rescue) await tab.start();
  if (folder) setInterval(() => notice().catch(() => {}), 2000);
}

// --- the store: a folder of the browser, or one on disk ---

const current = async () => { try { return await (await (await top.getFileHandle("current")).getFile()).text(); } catch { return "project-1"; } };

async function* walk(folder, at = "") {
  for await (const [name, handle] of folder.entries()) {
    if (handle.kind === "directory" && !SKIPPED.has(name)) yield* walk(handle, `${at}${name}/`);
    if (handle.kind === "file" && !name.endsWith(".crswap")) yield [at + name, handle]; // which a killed browser leaves
  }
}

/** Read what is new; returns the names of all files. */
async function load(from) {
  const seen = new Set();
  let bytes = 0;
  for await (const [name, handle] of walk(from)) {
    const file = await handle.getFile();
    seen.add(name);
    if (seen.size > MOST.files || (bytes += file.size) > MOST.bytes) throw new Error("This folder is not a project: it has more than 2,000 files or 64 MB.");
    if (known.get(name) === file.lastModified) continue;
    tab.put(name, new Uint8Array(await file.arrayBuffer()));
    known.set(name, file.lastModified);
  }
  return seen;
}

/** Take over what another program has changed in a folder on disk. */
async function notice() {
  const seen = await load(store);
  for (const name of known.keys()) if (!seen.has(name) && !name.startsWith(".drafts/") && known.delete(name)) tab.lost(name);
}

async function write(folder, name, bytes) {
  const steps = name.split("/");
  const last = steps.pop();
  for (const step of steps) folder = await folder.getDirectoryHandle(step, { create: Boolean(bytes) });
  if (!bytes) return folder.removeEntry(last).catch((error) => { if (error.name !== "NotFoundError") throw error; });
  const handle = await folder.getFileHandle(last, { create: true });
  const out = await handle.createWritable(); // the file changes when all of it is written
  await out.write(bytes);
  await out.close();
  known.set(name, (await handle.getFile()).lastModified);
}

/** Store what has changed, one after the other; resolves to whether all of it is safe. */
function keep(into = store) {
  storing = storing.then(async () => {
    try {
      const changed = tab.changes().toJs();
      for (const [name, bytes] of changed) await write(drafts && name.startsWith(".drafts/") ? drafts : into, name, bytes);
      tab.stored();
      if (changed.some(([name]) => !name.startsWith(".drafts/"))) postMessage({ stored: 1 });
      return true;
    } catch (error) {
      postMessage({ unstored: error.name === "QuotaExceededError" ? "full" : brief(error) });
      return false;
    }
  });
  return storing;
}

/** Another project: it is written to a new folder of the store, and only then counts. */
async function replace() {
  const [old, fresh] = [await current(), `project-${Date.now()}`];
  tab.forget();
  if (!(await keep(await top.getDirectoryHandle(fresh, { create: true })))) throw new Error("The browser could not store this project; the one before is still there.");
  await write(top, "current", new TextEncoder().encode(fresh));
  await top.removeEntry(old, { recursive: true }).catch(() => {});
}

// --- questions ---

async function call({ id, call: name, args }) {
  try {
    const value = tab.call(name, ...args);
    const result = typeof value === "string" ? JSON.parse(value) : { bytes: value.toJs() };
    if (!result.error && ["begin", "unzip"].includes(name)) await replace();
    else if (name === "add") await keep();
    postMessage({ id, result });
  } catch (error) {
    postMessage({ id, result: { error: brief(error), reload: true } }); // what the store has is what counts
  }
}

async function answer({ id, request }) {
  const gone = py.runPython("import asyncio; asyncio.get_running_loop().create_future()");
  const close = () => { if (!gone.done()) gone.set_result(true); };
  closers.set(id, close);
  let waiting = []; // a change is answered when it is stored
  const send = (...message) => (request.method === "GET" ? postMessage(...message) : waiting.push(message));
  const head = (status, headers) => send({ id, part: { status, headers: headers.toJs() } });
  const chunk = (bytes) => { const copy = bytes.toJs(); send({ id, part: { chunk: copy } }, [copy.buffer]); };
  try {
    await tab.answer({ ...request, body: new Uint8Array(request.body ?? 0) }, head, chunk, gone);
    if (waiting.length) await keep();
  } catch (error) {
    console.error(error);
    waiting = [[{ id, part: { status: 500, headers: [["content-type", "text/plain"]] } }]];
  }
  for (const message of waiting) postMessage(...message);
  postMessage({ id, part: { end: true } });
  closers.delete(id);
  close();
}

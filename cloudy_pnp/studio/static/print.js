// The press: a build or a simulation in the background, and what has been made, to look at and to take.
import { ask, at, furnish, make, tell } from "./common.js";
import { t } from "./words.js";

furnish("/print");
let timer = 0;

const tick = (name, value, text, checked) => make("label", { class: "check" }, make("input", { type: "checkbox", name, value, checked }), text);
const chosen = (name) => [...document.querySelectorAll(`input[name=${name}]:checked`)].map((box) => box.value);

async function load(first) {
  const [offer, { languages }] = await Promise.all([ask("GET", "/api/print"), first ? ask("GET", "/api/cards") : { languages: null }]);
  if (first) {
    const names = new Intl.DisplayNames([document.documentElement.lang], { type: "language", fallback: "code" });
    at("languages").replaceChildren(...languages.map((lang, index) => tick("languages", lang, names.of(lang), index === 0)));
    at("exporters").replaceChildren(...offer.exporters.map((name) => tick("exporters", name, t(name), name === "sheets")));
    at("sheets").replaceChildren(...offer.sheets.map((name) => tick("sheets", name, name, name === offer.usual[0])));
    at("simulate").hidden = !offer.simulates;
    at("begin").disabled = offer.readOnly;
  }
  showMade(offer.files);
  if (offer.job) showJob(offer.job);
}

function showMade(files) {
  const byLang = Map.groupBy ? Map.groupBy(files, (name) => name.split("/")[0]) : new Map([["", files]]);
  at("made").replaceChildren(
    ...(files.length
      ? [...byLang].map(([lang, names]) => {
          const shown = names.filter((name) => name.split("/").length <= 2);
          const list = make("ul", {}, shown.map((name) => {
            const href = `/output/${name.split("/").map(encodeURIComponent).join("/")}`;
            return make("li", {}, make("a", { href, target: "_blank", rel: "noopener", text: name.split("/").slice(1).join("/") || name }), make("a", { class: "take", href, download: name.split("/").at(-1), "aria-label": `${t("Download")} ${name}`, text: "⤓" }));
          }));
          const more = names.length - shown.length;
          return make("div", { class: "shelf" }, make("h3", { text: lang }), list, more ? make("p", { class: "soft", text: `+ ${more}` }) : null);
        })
      : [make("p", { class: "soft", text: t("Nothing has been built yet.") })]),
  );
}

function showJob(job) {
  const words = { running: t("is being done …"), done: t("done"), failed: t("failed"), stopped: t("stopped") };
  at("job").hidden = false;
  at("job").dataset.state = job.state;
  at("doing").textContent = `${t(job.what)}: ${words[job.state]} ${job.seconds.toFixed(1)} s`;
  at("bar").hidden = at("stop").hidden = job.state !== "running";
  at("said").textContent = job.lines.join("\n");
  at("said").hidden = !job.lines.length;
  clearTimeout(timer);
  if (job.state === "running") timer = setTimeout(() => load(false), 500);
}

async function begin(what, body) {
  try {
    showJob(await ask("PUT", `/api/print/${what}`, body));
  } catch (error) {
    tell(error.message, "error");
  }
}

at("build").addEventListener("submit", (event) => {
  event.preventDefault();
  begin("build", { languages: chosen("languages"), exporters: chosen("exporters"), sheets: chosen("sheets"), inkSaving: at("ink").checked });
});
at("simulate").addEventListener("submit", (event) => {
  event.preventDefault();
  begin("simulate", { games: Number(at("games").value) });
});
at("stop").addEventListener("click", async () => showJob(await ask("DELETE", "/api/print")));
await load(true);
document.documentElement.dataset.ready = "yes";

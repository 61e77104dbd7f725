// One card as large as the window lets it be, with what is written on it and what is wrong with it.
import { problemItem } from "./problems.js";
import { kindName, t } from "./words.js";

export class Large {
  #dialog;
  #gallery;
  #problems = [];
  #name = "";

  constructor(dialog, gallery) {
    this.#dialog = dialog;
    this.#gallery = gallery;
    document.getElementById("cards").addEventListener("click", (event) => {
      const item = event.target.closest("li.card");
      if (item && event.target.closest("button")) this.#open(item.dataset.name);
    });
    dialog.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button?.dataset.step) this.#step(Number(button.dataset.step));
      else if (button || event.target === dialog) dialog.close();
    });
    dialog.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (step) this.#step(step);
    });
  }

  /** After a save: the same card, as it is now. */
  update(view) {
    this.#problems = view.problems;
    if (this.#dialog.open) this.#show(view.lang);
  }

  #open(name) {
    this.#name = name;
    this.#show(document.getElementById("game").lang);
    this.#dialog.showModal();
  }

  #step(by) {
    const names = this.#gallery.visible();
    const now = names.indexOf(this.#name);
    this.#name = names[(now + by + names.length) % names.length] ?? this.#name;
    this.#show(document.getElementById("game").lang);
  }

  #show(lang) {
    const face = this.#gallery.face(this.#name);
    if (!face) {
      this.#dialog.close(); // the card is gone
      return;
    }
    const at = (name) => this.#dialog.querySelector(name);
    const stage = at(".stage");
    if (stage.firstChild?.getAttribute("src") !== face.picture) {
      const picture = new Image(...face.size.map((length) => Math.round(length * 10)));
      picture.alt = face.title || face.name;
      picture.src = face.picture;
      stage.replaceChildren(picture);
    }
    stage.style.setProperty("--ratio", face.size[0] / face.size[1]);
    stage.classList.toggle("lying", face.size[0] >= face.size[1]);
    at("h2").textContent = face.title || face.name;
    at(".id").textContent = `${kindName(face.group)} · ${face.name}${face.stale ? ` · ${t("last good picture")}` : ""}`;
    at(".says").textContent = face.says;
    at("h2").lang = at(".says").lang = lang;
    const mine = this.#problems.filter((problem) => face.entry && problem.entry === face.entry);
    at(".found").replaceChildren(...mine.map((problem) => problemItem(problem)));
    const edit = at("[data-edit]");
    edit.hidden = !face.entry || !face.kind;
    edit.href = `edit?card=${encodeURIComponent(`${face.kind}/${face.entry}`)}`;
  }
}

// Shows every numbered ruling once, also over reconnects, and says new ones to screen readers.

import { h } from "./dom.js";
import { words } from "./words.js";

const KEEP = 60;
const SPOKEN_MOST = 4;

const sentence = (ruling) => ruling.text || words(ruling.ruling);

/** Keeps the feed; what the server drew first counts as seen and is not spoken. */
export class Rulings {
  constructor() {
    this.list = document.getElementById("rulings");
    this.live = document.getElementById("live");
    const drawn = [...(this.list?.children ?? [])].map((li) => Number(li.dataset.number));
    this.last = Math.max(0, ...drawn);
    this.game = undefined;
  }

  /** Take a view's rulings; returns those that are new. */
  take(view) {
    const all = view.rulings ?? [];
    this.renew(view, all);
    const fresh = all.filter((ruling) => ruling.number > this.last);
    for (const ruling of fresh) this.add(ruling);
    if (fresh.length) this.speak(fresh);
    return fresh;
  }

  renew(view, all) {
    // Numbers only grow within a table; smaller ones than we saw are those of another table.
    const newest = all.length ? all.at(-1).number : this.last;
    const isOther = this.game !== undefined && view.game !== this.game;
    if (newest < this.last || (isOther && !all.length)) {
      this.list?.replaceChildren();
      this.last = 0;
    }
    this.game = view.game;
  }

  add(ruling) {
    this.last = ruling.number;
    if (!this.list) return;
    const line = h("li.is-new", { "data-number": ruling.number },
      h("span.cite", {}, ruling.cite || ""), h("span", {}, sentence(ruling)));
    this.list.prepend(line);
    while (this.list.children.length > KEEP) this.list.lastElementChild.remove();
  }

  speak(fresh) {
    if (!this.live) return;
    const lines = fresh.slice(-SPOKEN_MOST).map((ruling) => h("p", {}, sentence(ruling)));
    this.live.replaceChildren(...lines);
  }
}

/** Makes a page that can be read as it is quicker to read: search, filters, keys, marks of words. */
import { copiedText, expandFold, reveal } from "./folds.ts";
import { pressed } from "./keys.ts";
import { Marker } from "./marker.ts";
import { byId, rowList } from "./rows.ts";
import { Search } from "./search.ts";

const rows = rowList();
const marker = new Marker();
const search = new Search(rows, marker);

function start(): void {
  byId("tools").hidden = rows.length === 0;
  byId("keys").hidden = rows.length === 0;
  const header = document.querySelector("header") as HTMLElement;
  new ResizeObserver(() => document.documentElement.style.setProperty("--bar", `${header.offsetHeight}px`)).observe(
    header,
  );
  // The title says the same, as long as it is in view.
  new IntersectionObserver(([entry]) => byId("sum").classList.toggle("quiet", entry?.isIntersecting ?? false)).observe(
    document.querySelector("h1") as HTMLElement,
  );
  search.start();
  marker.watch(document.querySelectorAll(".k"));
  byId("open").addEventListener("click", () => void search.toggleAll());
  document.addEventListener("keydown", (event) => pressed(event, search));
  document.addEventListener("click", clicked);
  document.addEventListener("copy", (event) => {
    const text = copiedText();
    if (text === undefined) return;
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
  });
  document.addEventListener("toggle", (event) => marker.toggled(event.target as HTMLElement), true);
  addEventListener("hashchange", () => reveal(location.hash));
  reveal(location.hash);
}

function clicked(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>("a[href^='#']");
  if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const diff = link.closest("pre");
  if (diff !== null && expandFold(link)) {
    event.preventDefault();
    marker.forget(diff);
    return;
  }
  search.show(link.hash);
  // A link to the present address does not change it.
  if (link.hash === location.hash) reveal(link.hash);
}

start();

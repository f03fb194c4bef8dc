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
  marker.watch(document.querySelectorAll(".o > pre"));
  byId("open").addEventListener("click", () => search.toggleAll());
  byId("split").addEventListener("click", () => marker.toggleSplit());
  document.addEventListener("keydown", (event) => pressed(event, search, marker));
  document.addEventListener("click", clicked);
  document.addEventListener("copy", (event) => {
    const text = copiedText();
    if (text === undefined) return;
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
  });
  document.addEventListener("toggle", (event) => search.offerLink(event.target as HTMLElement), true);
  for (const row of document.querySelectorAll<HTMLElement>(".r[open]")) search.offerLink(row);
  addEventListener("hashchange", () => reveal(location.hash));
  reveal(location.hash);
}

function clicked(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>("a[href^='#']");
  if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.closest("pre") !== null && expandFold(link)) {
    event.preventDefault();
    marker.refresh();
    return;
  }
  search.show(link.hash);
  // A link to the present address does not change it.
  if (link.hash === location.hash) reveal(link.hash);
}

start();

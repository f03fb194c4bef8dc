/** Makes a page that can be read as it is quicker to read: search, filters, order, keys, ticks, marks of words. */
import { formatAddress, parseAddress } from "./address.ts";
import { Arrangement, type Order } from "./arrangement.ts";
import { clearFilters, isHiding, onChoice, readChoices, setChoices, valueOf } from "./choices.ts";
import { copiedText, expandFold, reveal } from "./folds.ts";
import { pressed } from "./keys.ts";
import { removeNumbers } from "./line-numbers.ts";
import { copyLink } from "./link-copies.ts";
import { Marker } from "./marker.ts";
import { Outline } from "./outline.ts";
import { whenAtRest } from "./rest.ts";
import { byId, hasFocus, type Row, rowList } from "./rows.ts";
import { Search } from "./search.ts";
import { SeenStore } from "./seen-store.ts";
import { TargetSets } from "./target-sets.ts";
import { Ticks } from "./ticks.ts";

const rows = rowList();
const marker = new Marker();
const sets = new TargetSets();
const arrangement = new Arrangement(rows, sets);
const outline = new Outline(arrangement.blocks);
const ticks = new Ticks(rows, new SeenStore(byId("main").dataset["s"] ?? "", () => localStorage), ticked);
const search = new Search(rows, {
  marker,
  sets,
  isSeen: (row) => ticks.isSeen(row),
  filtered: (shown) => outline.show(shown),
  placed: (row, top) => whenAtRest("place", () => outline.mark(row, top)),
});

function start(): void {
  document.documentElement.classList.add("js");
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
  for (const row of rows) if (ticks.isSeen(row)) outline.tick(row, true);
  search.start();
  draw();
  onChoice(() => void choose());
  byId("open").addEventListener("click", () => void search.toggleAll());
  byId("more").addEventListener("click", () => showPanel(byId("more").ariaExpanded !== "true"));
  for (const [id, step] of [
    ["previous", -1],
    ["next", 1],
  ] as const)
    byId(id).addEventListener("click", () => search.go(step));
  document.addEventListener("keydown", (event) =>
    pressed(event, {
      focusSearch: () => search.focus(),
      go: (step) => search.go(step),
      toggleAll: () => void search.toggleAll(),
      tick: () => tick(search.current()),
      help: () => byId("keys").scrollIntoView(),
      end,
    }),
  );
  document.addEventListener("click", clicked);
  document.addEventListener("copy", (event) => {
    const text = copiedText();
    if (text === undefined) return;
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
  });
  document.addEventListener("toggle", (event) => marker.toggled(event.target as HTMLElement), true);
  addEventListener("hashchange", () => void follow());
  // A browser keeps what was chosen when it loads a page again. The address comes first.
  const { choices } = parseAddress(location.hash);
  if (choices.size > 0) setChoices(choices);
  void show().then(() => follow(true));
}

/** The rows have got other places. */
function draw(): void {
  const { blocks } = arrangement;
  const chunks = blocks.flatMap((block) => block.chunks);
  marker.watch(chunks.map(({ element }) => element));
  ticks.watch(chunks);
  search.arrange(blocks);
}

/** Shows what the choices say. */
async function show(): Promise<void> {
  const isMoved = arrangement.arrange(valueOf("by") as Order, (select, value) => {
    (byId(select) as HTMLSelectElement).value = value;
    void choose();
    byId("changes").scrollIntoView();
  });
  if (isMoved) {
    outline.arrange(arrangement.blocks);
    draw();
  }
  if (isMoved || readChoices().toString() !== "" || isFiltered) await search.apply();
  isFiltered = readChoices().toString() !== "";
}

let isFiltered = false;

/** The reader has chosen something: the address says it, and names no row any more. */
async function choose(anchor = ""): Promise<void> {
  whenAtRest("address", () => {
    const hash = formatAddress({ anchor, choices: readChoices() });
    if (hash !== "#" || location.hash !== "") history.replaceState(null, "", hash);
  });
  await show();
}

/** Goes where the address leads. @param isFirst without choices in the address, those that the browser kept stay */
async function follow(isFirst = false): Promise<void> {
  const { anchor, choices } = parseAddress(location.hash);
  if (choices.toString() !== readChoices().toString() && !(isFirst && choices.size === 0)) {
    setChoices(choices);
    await show();
  }
  if (search.isHidden(anchor)) {
    clearFilters();
    await choose(anchor);
  }
  reveal(anchor);
}

function clicked(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>("a[href^='#']");
  if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const diff = link.closest("pre");
  event.preventDefault();
  if (link.closest(".tick") !== null) return copyLink(parseAddress(link.hash).anchor, link);
  if (diff !== null) {
    removeNumbers(diff);
    if (expandFold(link)) return marker.forget(diff);
  }
  if (link.closest("nav") !== null && isNarrow()) outline.close();
  const { anchor } = parseAddress(link.hash);
  whenAtRest("address", () => {});
  const hash = formatAddress({ anchor, choices: readChoices() });
  if (hash === location.hash) void follow();
  else location.hash = hash;
  if (link.className === "skip") byId("main").focus();
}

function isNarrow(): boolean {
  return getComputedStyle(byId("more")).display !== "none";
}

function tick(row: Row | undefined): void {
  if (row !== undefined) ticks.toggle(row);
}

/** A row that is hidden now leaves the focus to the next one. */
function ticked(row: Row): void {
  outline.tick(row, ticks.isSeen(row));
  if (!isHiding()) return;
  if (hasFocus(row)) search.go(1, row);
  void search.apply();
}

function end(): void {
  if (byId("more").ariaExpanded === "true") {
    showPanel(false);
    byId("more").focus();
  } else if (isNarrow() && outline.close()) document.querySelector<HTMLElement>("nav summary")?.focus();
  else if (document.activeElement?.matches("input, select")) {
    clearFilters();
    void choose();
    (document.activeElement as HTMLElement).blur();
  }
}

function showPanel(isOpen: boolean): void {
  byId("more").ariaExpanded = String(isOpen);
  byId("panel").classList.toggle("open", isOpen);
}

start();

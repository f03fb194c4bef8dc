/** The actions of keys. */
import type { Search } from "./search.ts";

export function pressed(event: KeyboardEvent, search: Search): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const target = event.target as HTMLElement;
  if (event.key === "Escape") {
    if (target.matches("input, select")) search.clear();
    return;
  }
  if (target.matches("input, select, textarea")) {
    if (event.key === "Enter" && target.id === "q") search.go(0);
    return;
  }
  const act = ACTIONS[event.key];
  if (act === undefined) return;
  event.preventDefault();
  act(search);
}

const ACTIONS: Readonly<Record<string, (search: Search) => void>> = {
  "/": (search) => search.focus(),
  j: (search) => search.go(1),
  k: (search) => search.go(-1),
  o: (search) => void search.toggleAll(),
};

/** The actions of keys. */

export interface Actions {
  focusSearch(): void;
  /** Goes on by some changes. */
  go(step: number): void;
  toggleAll(): void;
  tick(): void;
  /** Shows the list of the keys. */
  help(): void;
  /** Ends what was begun: the search, or the menu. */
  end(): void;
}

export function pressed(event: KeyboardEvent, actions: Actions): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const target = event.target as HTMLElement;
  if (event.key === "Escape") return actions.end();
  if (target.matches("input:not([type=checkbox]), select, textarea")) {
    if (event.key === "Enter" && target.id === "q") actions.go(0);
    return;
  }
  const act = KEYS[event.key];
  if (act === undefined) return;
  event.preventDefault();
  act(actions);
}

const KEYS: Readonly<Record<string, (actions: Actions) => void>> = {
  "/": (actions) => actions.focusSearch(),
  j: (actions) => actions.go(1),
  k: (actions) => actions.go(-1),
  o: (actions) => actions.toggleAll(),
  x: (actions) => actions.tick(),
  "?": (actions) => actions.help(),
};

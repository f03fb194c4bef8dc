/** Leaves work for the time when the page has come to rest: scrolling stays as quick as without it. */

/** Milliseconds without new work. Scrolling brings some. */
const REST = 120;

const works = new Map<string, () => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Does work once, later. Further work of the same name takes its place. */
export function whenAtRest(name: string, work: () => void): void {
  works.set(name, work);
  wait();
}

function wait(): void {
  clearTimeout(timer);
  if (works.size === 0) return;
  timer = setTimeout(() => {
    const all = [...works.values()];
    works.clear();
    for (const work of all) work();
  }, REST);
}

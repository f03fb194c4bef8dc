/** How many levels a build may open, and how deep they may be nested. */
import { failure } from "../diagnostics.ts";
import type { BuildContext } from "./context/index.ts";
import type { Root } from "./loading/index.ts";

/** Components that list two others, and so on, are opened twice as often on each level. */
const MAX_LEVELS = 100_000;
/** Each level knows those around it, so what a chain of them takes of memory grows with the square of its length. */
const MAX_DEPTH = 1000;

/** To be called for each level that is opened. @throws KrmError `too-many-levels` */
export function countLevel(opened: BuildContext["opened"], root: Root): void {
  if (++opened.levels > MAX_LEVELS) {
    throw failure("too-many-levels", `a build opens more than ${MAX_LEVELS} kustomizations and components`, {
      file: root.display,
      hint: "Look for components that are included again and again.",
    });
  }
  if (root.ancestors.length > MAX_DEPTH) {
    throw failure("too-many-levels", `kustomizations include each other more than ${MAX_DEPTH} levels deep`, {
      ...(root.namedAt ?? { file: root.display }),
      hint: "Include fewer levels of bases and components.",
    });
  }
}

/** Limits the number of levels of a build and their depth. */
import { failure } from "../diagnostics.ts";
import type { BuildContext } from "./context/index.ts";
import type { Root } from "./loading/index.ts";

/** Components that each list two others double the number of levels at each step. */
const MAX_LEVELS = 100_000;
/** Each level keeps a list of its outer levels, so memory grows with the square of the depth. */
const MAX_DEPTH = 1000;

/** Counts an opened level. @throws KrmError `too-many-levels` */
export function countLevel(opened: BuildContext["opened"], root: Root): void {
  if (++opened.levels > MAX_LEVELS) {
    throw failure("too-many-levels", `a build opens more than ${MAX_LEVELS} kustomizations and components`, {
      file: root.display,
      hint: "Look for components that are included many times.",
    });
  }
  if (root.ancestors.length > MAX_DEPTH) {
    throw failure("too-many-levels", `kustomizations include each other more than ${MAX_DEPTH} levels deep`, {
      ...(root.namedAt ?? { file: root.display }),
      hint: "Include fewer levels of bases and components.",
    });
  }
}

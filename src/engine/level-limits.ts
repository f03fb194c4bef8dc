/** Limits the number of levels of a build, their depth, and what its compositions run. */
import type { Consolidated } from "../composition/index.ts";
import { failure } from "../diagnostics.ts";
import type { BuildContext } from "./context/index.ts";
import type { Root } from "./loading/index.ts";

/** Components that each list two others double the number of levels at each step. */
const MAX_LEVELS = 100_000;
/** Each level keeps a list of its outer levels, so memory grows with the square of the depth. */
const MAX_DEPTH = 1000;

/** A composition that is listed under `transformers` or `validators` runs each time. */
const MAX_ENTRIES = 100_000;
/** A composition that lists a directory of configs is consolidated each time. */
const MAX_TEXT = 100 * 1024 * 1024;

/** Counts an opened level. @throws KrmError `too-many-levels` */
export function countLevel(opened: BuildContext["opened"], root: Root): void {
  if (++opened.levels > MAX_LEVELS) {
    throw failure(
      "too-many-levels",
      `a build opens more than ${MAX_LEVELS} kustomizations, components and compositions`,
      { file: root.display, hint: "Look for components and compositions that are included many times." },
    );
  }
  if (root.ancestors.length > MAX_DEPTH) {
    throw failure("too-many-levels", `kustomizations include each other more than ${MAX_DEPTH} levels deep`, {
      ...(root.namedAt ?? { file: root.display }),
      hint: "Include fewer levels of bases and components.",
    });
  }
}

/** Counts the entries of an opened composition. @throws KrmError `composition-too-large` */
export function countEntries(opened: BuildContext["opened"], { entries, location }: Consolidated<Root>): void {
  opened.entries += entries.length;
  if (opened.entries <= MAX_ENTRIES) return;
  throw failure("composition-too-large", `the compositions of a build run more than ${MAX_ENTRIES} transformers`, {
    file: location.file,
    hint: "Look for compositions that are included many times.",
  });
}

/** Counts the text of a composition that was consolidated. @throws KrmError `composition-too-large` */
export function countText(opened: BuildContext["opened"], { textLength, location }: Consolidated<Root>): void {
  opened.text += textLength;
  if (opened.text <= MAX_TEXT) return;
  const limit = `${MAX_TEXT / 1024 ** 2} MiB of text`;
  throw failure("composition-too-large", `the compositions of a build are consolidated from more than ${limit}`, {
    file: location.file,
    hint: "Look for compositions that are included many times.",
  });
}

/** Bounds what a search builds of Applications and of what helm installs: each may render others, and all of them the same files. */
import { failure } from "../../diagnostics.ts";
import type { TreeRecord } from "../../sources/tree.ts";

/** The most charts that a search renders: each starts helm. */
const MAX_CHARTS = 300;
/** The most files and directories that it asks for, each as often as one is built of them. */
const MAX_ASKED = 500_000;
/** The most objects that it prints. */
const MAX_OBJECTS = 100_000;

export class SearchEffort {
  #charts = MAX_CHARTS;
  #asked = MAX_ASKED;
  #objects = MAX_OBJECTS;

  /** Counts charts that are about to be rendered. @throws KrmError `too-many-deployments` if the search has done too much */
  begin(charts: number): void {
    if (charts > this.#charts) throw tooMuch(`more than ${MAX_CHARTS} charts may declare Applications`);
    if (this.#asked < 0) throw tooMuch("too many Applications render the same files");
    if (this.#objects < 0) throw tooMuch(`the Applications render more than ${MAX_OBJECTS} objects`);
    this.#charts -= charts;
  }

  /** Counts what a build has read and printed. */
  note(record: TreeRecord, objects: number): void {
    for (const { lookups, lists } of record.all()) this.#asked -= lookups.size + lists.size;
    this.#objects -= objects;
  }
}

function tooMuch(message: string): Error {
  return failure("too-many-deployments", message, {
    hint: "Name the directories that matter under deployments.roots in .krm-render.yaml of the base branch.",
  });
}

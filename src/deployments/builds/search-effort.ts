/** Bounds what a search builds of Applications and of what helm installs: each may render others, and all of them the same files. */
import { failure } from "../../diagnostics.ts";
import type { Jsonnet } from "../../jsonnet/index.ts";
import type { TreeRecord } from "../../sources/tree.ts";

/** The most charts and files of jsonnet that a search renders: each starts a program. */
const MAX_PROGRAMS = 300;
/** The most files and directories that it asks for, each as often as one is built of them. */
const MAX_ASKED = 500_000;
/** The most objects that it prints. */
const MAX_OBJECTS = 100_000;

export class SearchEffort {
  #programs = MAX_PROGRAMS;
  #asked = MAX_ASKED;
  #objects = MAX_OBJECTS;

  /** Counts charts that are about to be rendered. @throws KrmError `too-many-deployments` if the search has done too much */
  begin(charts: number): void {
    if (this.#asked < 0) throw tooMuch("too many Applications render the same files");
    if (this.#objects < 0) throw tooMuch(`the Applications render more than ${MAX_OBJECTS} objects`);
    this.#start(charts);
  }

  /** The same jsonnet, of which each evaluation counts. */
  bounding(jsonnet: Jsonnet): Jsonnet {
    return {
      evaluate: async (call) => {
        this.#start(1);
        return jsonnet.evaluate(call);
      },
      close: () => jsonnet.close(),
    };
  }

  #start(programs: number): void {
    if (programs > this.#programs)
      throw tooMuch(`more than ${MAX_PROGRAMS} charts and files of jsonnet may declare Applications`);
    this.#programs -= programs;
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

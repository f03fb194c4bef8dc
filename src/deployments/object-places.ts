/** Finds the places of fields in the files that objects come from: a build keeps only where an object begins. */
import { getOrInsert } from "../collections.ts";
import type { Location } from "../diagnostics.ts";
import { get, locate, type Node } from "../yaml/index.ts";
import type { YamlFiles } from "./yaml-files.ts";

/** The place of a field of an object, by keys and indexes; that of the object for a field that its file does not have. */
export type PlaceOf = (...path: readonly (string | number)[]) => Location;

export class ObjectPlaces {
  readonly #files: Pick<YamlFiles, "documents">;
  readonly #pathOf: (file: string) => string;
  readonly #documents = new Map<string, Promise<readonly Node[]>>();

  /** @param pathOf the path in the tree of a file as messages show it */
  constructor(files: Pick<YamlFiles, "documents">, pathOf: (file: string) => string = (file) => `/${file}`) {
    this.#files = files;
    this.#pathOf = pathOf;
  }

  /**
   * @param origin of an object, as a build gives it
   * @param elsewhere the place of what its file does not have: of the object whose patches may have added it
   */
  async of(origin: Location, elsewhere = origin): Promise<PlaceOf> {
    const documents = getOrInsert(this.#documents, origin.file, () => this.#files.documents(this.#pathOf(origin.file)));
    const found = (await documents).find((document) => locate(document)?.line === origin.line);
    return (...steps) => (steps.length === 0 ? origin : (locate(descend(found, steps)) ?? elsewhere));
  }
}

function descend(node: Node | undefined, steps: readonly (string | number)[]): Node | undefined {
  let found = node;
  for (const step of steps)
    found = typeof step === "string" ? get(found, step) : found?.kind === "seq" ? found.items[step] : undefined;
  return found;
}

/** Finds what the files of jsonnet of directories import, without evaluating any; docs/specification/argocd-sources.md 4.3. */
import { getOrInsert } from "../../collections.ts";
import { KrmError } from "../../diagnostics.ts";
import { findImports, KnownImports } from "../../jsonnet/index.ts";
import type { Tree } from "../../sources/tree.ts";
import { ARGOCD_TEXTS } from "./application-object.ts";
import { type DirectorySource, programsOf } from "./directory-source.ts";
import { programOf } from "./jsonnet-source.ts";

/** The files of one source. */
export interface SourceFiles {
  /** The paths at which its programs look for files, absolute within the tree; nothing needs to be there. */
  readonly paths: readonly string[];
  /** True if the programs, or what they import, may print Applications or ApplicationSets. */
  readonly mayDeclare: boolean;
}

const NONE: SourceFiles = { paths: [], mayDeclare: false };

export class SourceImports {
  readonly #tree: Tree;
  readonly #hasPrograms: boolean;
  readonly #imports = new KnownImports();
  readonly #known = new Map<DirectorySource, Promise<SourceFiles>>();

  /** @param hasPrograms false for a tree without files of jsonnet */
  constructor(tree: Tree, hasPrograms: boolean) {
    this.#tree = tree;
    this.#hasPrograms = hasPrograms;
  }

  /** @param source of the tree, as it is reviewed */
  of(source: DirectorySource): Promise<SourceFiles> {
    return this.#hasPrograms ? getOrInsert(this.#known, source, () => this.#find(source)) : Promise.resolve(NONE);
  }

  async #find(source: DirectorySource): Promise<SourceFiles> {
    const asked = new Set<string>();
    const missing = new Set<string>(ARGOCD_TEXTS);
    const onFile = (bytes: Uint8Array): void => {
      const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      for (const text of missing) if (content.includes(text)) missing.delete(text);
    };
    const { directory, jsonnet: settings } = source;
    for (const [index, file] of (await programsOf(this.#tree, source)).entries()) {
      try {
        const program = programOf({ file, directory, settings, index });
        await findImports(this.#tree, program, this.#imports, { onFile, asked });
      } catch (thrown) {
        // A build tells it.
        if (!(thrown instanceof KrmError)) throw thrown;
      }
    }
    return { paths: [...asked], mayDeclare: missing.size === 0 };
  }
}

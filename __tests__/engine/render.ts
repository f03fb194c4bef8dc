/** Builds the files of a test, and returns the output or the problems. */
import { type Diagnostic, diagnosticsOf } from "../../src/diagnostics.ts";
import type { BuildOptions } from "../../src/engine/index.ts";
import { createBuilder } from "../../src/engine/index.ts";
import { memoryTree } from "../../src/sources/index.ts";

/** Text by path relative to the top. */
export type Files = Readonly<Record<string, string>>;

export interface Inputs {
  readonly files: Files;
  /** Symlinks, path to target. */
  readonly links?: Readonly<Record<string, string>>;
  /** The directory to build, relative to the top; the top itself by default. */
  readonly target?: string;
  readonly options?: BuildOptions;
}

/** Either the text that `kustomize build` prints, or the problems. */
export type Outcome = { readonly text: string } | { readonly problems: readonly Diagnostic[] };

export async function outcomeOf({ files, links = {}, target = "", options = {} }: Inputs): Promise<Outcome> {
  const builder = createBuilder(memoryTree(files, links), options);
  try {
    const { resources } = await builder.build(`/${target}`);
    return { text: resources.map((resource) => resource.yaml).join("---\n") };
  } catch (thrown) {
    return { problems: diagnosticsOf(thrown) };
  }
}

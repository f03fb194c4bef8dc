/** Builds directories of one tree. */
import type { Tree } from "../sources/tree.ts";
import { BaseMemo } from "./base-memo.ts";
import type { Builder, BuildOptions, Built } from "./built.ts";
import { type BuildContext, emptyAccumulator } from "./context.ts";
import { Files } from "./files.ts";
import { finish } from "./finish.ts";
import { accumulate, openLevel } from "./level.ts";
import { trackingOrigins } from "./provenance.ts";
import { Root } from "./root.ts";

export function createBuilder(tree: Tree, options: BuildOptions = {}): Builder {
  const files = new Files();
  const memo = new BaseMemo();
  return {
    async build(directory): Promise<Built> {
      const context: BuildContext = { files, memo, diagnostics: [], roots: [] };
      const root = await Root.open(tree, directory, options.loadRestrictor ?? "root-only");
      const level = trackingOrigins(await openLevel(context, root));
      const accumulator = emptyAccumulator();
      await accumulate(level, accumulator);
      const resources = finish(level, accumulator, options);
      return { resources, diagnostics: distinct(context.diagnostics) };
    },
  };
}

/** A base that is included twice warns once. */
function distinct(diagnostics: Built["diagnostics"]): Built["diagnostics"] {
  const seen = new Set<string>();
  return diagnostics.filter(({ file, line, column, message }) => {
    const key = `${file}:${line}:${column}:${message}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Builds directories of one tree. */
import { distinct, failure } from "../diagnostics.ts";
import type { Tree } from "../sources/tree.ts";
import { BaseMemo } from "./base-memo.ts";
import { BuildSchemas } from "./build-schemas.ts";
import type { Builder, BuildOptions, Built } from "./built.ts";
import { Charts } from "./charts.ts";
import { type BuildContext, emptyAccumulator } from "./context.ts";
import { Files } from "./files.ts";
import { finish } from "./finish.ts";
import { accumulate, openLevel } from "./level.ts";
import { trackingOrigins } from "./provenance.ts";
import { Root } from "./root.ts";

export function createBuilder(tree: Tree, options: BuildOptions = {}): Builder {
  const files = new Files();
  const memo = new BaseMemo();
  const charts = new Charts();
  return {
    async build(directory): Promise<Built> {
      try {
        const schemas = new BuildSchemas();
        const context: BuildContext = {
          files,
          memo,
          schemas,
          charts,
          helm: options.helm,
          trace: options.trace,
          diagnostics: [],
          opened: { levels: 0 },
          roots: new Set(),
        };
        const root = await Root.open(tree, directory, {
          loadRestrictor: options.loadRestrictor ?? "root-only",
          remotes: options.remotes,
          notice: (diagnostic) => context.diagnostics.push(diagnostic),
        });
        const level = trackingOrigins(await openLevel(context, root));
        const accumulator = emptyAccumulator(context);
        await accumulate(level, accumulator);
        const resources = finish(level, accumulator, options);
        return { resources, diagnostics: distinct(context.diagnostics) };
      } catch (thrown) {
        throw isOverflow(thrown) ? nestedTooDeep(tree.display(directory), thrown) : thrown;
      }
    },
  };
}

/** Each file is bounded; what patches and replacements put together out of many is not. */
function isOverflow(thrown: unknown): boolean {
  return thrown instanceof RangeError && thrown.message.includes("call stack");
}

function nestedTooDeep(file: string, cause: unknown): Error {
  return failure("nested-too-deep", "an object or a path of this build is nested too deeply to be followed", {
    file,
    hint: "Look for a patch or a replacement that puts an object into itself, or for a path with thousands of elements.",
    cause,
  });
}

/** Builds directories of one tree. */
import { type Diagnostic, distinct, failure } from "../diagnostics.ts";
import type { Tree } from "../sources/tree.ts";
import { NO_TIME_LIMIT, type TimeLimit, timeLimit } from "../time-limit.ts";
import type { Builder, BuildOptions, Built } from "./context/built.ts";
import {
  type Accumulator,
  BaseMemo,
  type BuildContext,
  BuildSchemas,
  emptyAccumulator,
  type Level,
  trackingOrigins,
} from "./context/index.ts";
import { accumulate, openLevel } from "./level.ts";
import { Charts, Files, Root, type RootRules } from "./loading/index.ts";
import { finish, readStrictly } from "./output/index.ts";

export function createBuilder(tree: Tree, options: BuildOptions = {}): Builder {
  const files = new Files();
  const memo = new BaseMemo();
  const charts = new Charts();
  return {
    async build(directory): Promise<Built> {
      const time = timeOf(tree.display(directory), options.timeoutSeconds);
      try {
        const schemas = new BuildSchemas();
        const context: BuildContext = {
          files,
          memo,
          schemas,
          charts,
          helm: options.helm,
          functions: options.functions,
          trace: options.trace,
          time,
          diagnostics: [],
          opened: { levels: 0 },
          roots: new Set(),
        };
        const rules = {
          loadRestrictor: options.loadRestrictor ?? "root-only",
          remotes: options.remotes,
          time,
          notice: (diagnostic: Diagnostic) => void context.diagnostics.push(diagnostic),
        };
        const { level, accumulator } = await time.race(accumulateAll(context, tree, directory, rules));
        const resources = time.run(() => finish(level, accumulator, options));
        const diagnostics = distinct(context.diagnostics);
        if (options.strict) readStrictly(diagnostics);
        return { resources, diagnostics };
      } catch (thrown) {
        throw isOverflow(thrown) ? nestedTooDeep(tree.display(directory), thrown) : thrown;
      }
    },
  };
}

async function accumulateAll(
  context: BuildContext,
  tree: Tree,
  directory: string,
  rules: RootRules,
): Promise<{ level: Level; accumulator: Accumulator }> {
  const root = await Root.open(tree, directory, rules);
  const level = trackingOrigins(await openLevel(context, root));
  const accumulator = emptyAccumulator(context);
  await accumulate(level, accumulator);
  return { level, accumulator };
}

function timeOf(file: string, seconds: number | undefined): TimeLimit {
  if (seconds === undefined) return NO_TIME_LIMIT;
  return timeLimit(seconds, () =>
    failure("build-timeout", `the build of ${file} was stopped: it takes more than ${seconds} seconds`, {
      file,
      hint: "Look for content that is repeated many times and for slow servers, or allow more time: --timeout, in the action the input timeout.",
    }),
  );
}

/** Whether the call stack overflowed. The depth of files is limited, but patches and replacements can nest objects deeper. */
function isOverflow(thrown: unknown): boolean {
  return thrown instanceof RangeError && thrown.message.includes("call stack");
}

function nestedTooDeep(file: string, cause: unknown): Error {
  return failure("nested-too-deep", "an object or a path of this build is nested too deeply", {
    file,
    hint: "Look for a patch or a replacement that inserts an object into itself, or for a path with thousands of elements.",
    cause,
  });
}

/** Gives built-ins access to the files and settings of a level. */
import { posix } from "node:path";
import { charge } from "../../budget/index.ts";
import type { BuiltinContext } from "../../builtins/index.ts";
import type { Level } from "../context/index.ts";

const WARNING_BYTES = 500;

export function builtinContext({ context, root }: Pick<Level, "context" | "root">): BuiltinContext {
  const { files, charts, helm, budget, ended, secrets } = context;
  return {
    directory: root.path,
    // Not limited as other warnings are: --strict must see each, and a document or file causes only a few hundred.
    warn(diagnostic) {
      charge(WARNING_BYTES);
      context.diagnostics.push(typeof diagnostic === "function" ? diagnostic() : diagnostic);
    },
    budget,
    ended,
    helm,
    secrets,
    read: (path, location) => root.read(path, location),
    async readObjects(path, location) {
      const file = await root.read(path, location);
      budget.claim();
      return files.objects(file);
    },
    async readConfig(path, location, options) {
      const file = await root.read(path, location);
      budget.claim();
      return { node: files.config(file, options), display: file.display };
    },
    async readChart(path) {
      const located = await root.lookup(path);
      return located?.type === "directory" ? charts.read(root.tree, located.path) : undefined;
    },
    fetchChart: (wanted) => root.chart(wanted),
    display: (path) => root.tree.display(posix.resolve(root.path, path)),
  };
}

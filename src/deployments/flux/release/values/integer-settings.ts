/** Integers for helm's option `--set`; docs/specification/flux-values.md 5. */
import type { ValueSetting } from "../../../../charts/index.ts";
import { type Cell, walk } from "./values-tree.ts";

/**
 * A setting for each integer among the values. What `targetPath` sets is an integer to templates, which print it in full, while all
 * numbers of values files are floats: `10000000` becomes `1e+07`.
 */
export function integerSettings(values: Cell): readonly ValueSetting[] {
  const settings: ValueSetting[] = [];
  const names: string[] = [];
  walk(values, (cell, path, entry) => {
    if (path.length === 0) return true;
    names.length = path.length - 1;
    const step = path.at(-1) as string;
    const name =
      entry === undefined ? `[${step}]` : `${names.length === 0 ? "" : "."}${step.replace(/[\\.,=[\]]/g, "\\$&")}`;
    names.push(name);
    if (cell.kind === "scalar" && cell.isInteger)
      settings.push({ option: "set", argument: `${names.join("")}=${cell.value}` });
    return true;
  });
  return settings;
}

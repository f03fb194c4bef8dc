/** Integers for helm's option `--set`; docs/specification/flux-values.md 5. */
import type { ValueSetting } from "../../../../charts/index.ts";
import { failure } from "../../../../diagnostics.ts";
import { type Cell, walk } from "./values-tree.ts";

/** The most bytes that all settings may have: a system passes 128 KiB in one argument, and often 2 MiB in all. */
const MAX_BYTES = 100 * 1024;

/**
 * Makes a setting for each integer among the values. What `targetPath` sets is an integer to templates, which print it in full, while
 * all numbers of values files are floats: `10000000` becomes `1e+07`.
 * @throws KrmError `flux-values-invalid` for more than helm's command line can hold. Without a place
 */
export function integerSettings(values: Cell): readonly ValueSetting[] {
  const settings: ValueSetting[] = [];
  let bytes = 0;
  // The names of the steps to the cell that is visited.
  const names: string[] = [];
  walk(values, (cell, path, entry) => {
    const step = path.at(-1);
    if (step === undefined) return true;
    names.length = path.length - 1;
    const dot = names.length === 0 ? "" : ".";
    names.push(entry === undefined ? `[${step}]` : `${dot}${step.replace(/[\\.,=[\]]/g, "\\$&")}`);
    if (cell.kind !== "scalar" || !cell.isInteger) return true;
    const argument = `${names.join("")}=${cell.value}`;
    settings.push({ option: "set", argument });
    bytes += Buffer.byteLength(argument);
    if (bytes > MAX_BYTES) throw tooMany();
    return true;
  });
  return settings;
}

function tooMany(): Error {
  const message =
    "the integers that entries with `targetPath` set are too many or have too long names for the command line of helm";
  return failure("flux-values-invalid", message, { hint: "Give them in a document of values, without `targetPath`." });
}

/** Reads values of any shape, as files and functions make them: what is not of the expected type counts as absent. */
import { visible } from "../../../../diagnostics.ts";
import { listAt, textAt, valueAt } from "../../../../manifests/index.ts";
import type { RenderedResource, Value } from "../../../../render/rendering.ts";
import { shorten } from "../../../../text/index.ts";

/** The steps to a value in an object: keys of maps and positions in lists. */
export type Path = readonly (string | number)[];

const MAX_SHOWN = 80;

/** The texts of a list. */
export function textsAt(value: Value | undefined, ...keys: readonly string[]): readonly string[] {
  return listAt(value, ...keys).filter((each) => typeof each === "string");
}

export function annotation(resource: RenderedResource, name: string): string | undefined {
  return textAt(resource.value(), "metadata", "annotations", name);
}

/** A field as people write it: `spec.volumeClaimTemplates[data].spec`. Elements of lists are named, where they have names. */
export function fieldText(path: Path, root: Value | undefined): string {
  let text = "";
  let value = root;
  for (const step of path) {
    if (typeof step === "number") {
      value = Array.isArray(value) ? value[step] : undefined;
      text += `[${textAt(value, "name") ?? textAt(value, "metadata", "name") ?? step}]`;
    } else {
      value = valueAt(value, step);
      if (!/^[\w-]+$/.test(step)) text += `[${step}]`;
      else text += text === "" ? step : `.${step}`;
    }
  }
  return oneLine(text, 120);
}

/** Names in a message. */
export function oneLine(text: string, length = MAX_SHOWN): string {
  // Cut twice: escapes make the text longer, and a text of any length must not be escaped as a whole.
  return shorten(visible(shorten(text, length)).replace(/[\t\n]/g, " "), length);
}

/** A value in short; undefined for lists, maps, texts of several lines, and what is absent. */
function inShort(value: Value | undefined): string | undefined {
  if (typeof value === "string") return value.includes("\n") ? undefined : oneLine(value);
  return typeof value === "number" || typeof value === "bigint" || typeof value === "boolean"
    ? String(value)
    : undefined;
}

/** The fields `before` and `after` of a finding, for values that can be shown in short. */
export function shownValues(
  before: Value | undefined,
  after: Value | undefined,
): { readonly before?: string; readonly after?: string } {
  const [old, now] = [inShort(before), inShort(after)];
  return { ...(old === undefined ? {} : { before: old }), ...(now === undefined ? {} : { after: now }) };
}

/** Names in words: `a`, `a and b`, `a, b and 3 more`. */
export function listed(names: readonly string[]): string {
  const unique = [...new Set(names)].map((name) => oneLine(name, 40));
  if (unique.length > 3) return `${unique.slice(0, 2).join(", ")} and ${unique.length - 2} more`;
  return unique.length < 2 ? unique.join("") : `${unique.slice(0, -1).join(", ")} and ${unique.at(-1)}`;
}

/** Composes the values of a HelmRelease as helm-controller does; docs/specification/flux-values.md 2. */
import type { ValueSetting } from "../../../../charts/index.ts";
import { type Diagnostic, failure, type Location } from "../../../../diagnostics.ts";
import type { Value } from "../../../../yaml/index.ts";
import { inlineValues, unreadValues } from "./inline-values.ts";
import { integerSettings } from "./integer-settings.ts";
import { SetSyntaxError, setValues } from "./set-syntax.ts";
import { documentOf, invalid, placeOfText, type ValuesSource } from "./values-source.ts";
import { type Cell, cellOf, type MapCell, mapCell, merged, type Origin, valueOf, walk } from "./values-tree.ts";

export interface ComposedValues {
  /** For a values file. */
  readonly value: Value;
  /** The integers, which no values file can hold. They count over it. */
  readonly settings: readonly ValueSetting[];
  /** The paths of values that come from Secrets: keys, and positions in lists. All below such a path is secret as well, keys too. */
  readonly secrets: readonly (readonly string[])[];
  readonly problems: readonly Diagnostic[];
  /** The place of the text that gave the value at a path; undefined for one of `spec.values`, and where there is no value. */
  originOf(path: readonly string[]): Location | undefined;
}

const INLINE: Origin = { source: undefined, isSecret: false };

/**
 * Composes values.
 * @param inline `spec.values`
 * @param location the place of `spec.values`
 * @throws KrmError `flux-values-invalid` for a source that the controller refuses
 */
export function composeValues(
  sources: readonly ValuesSource[],
  inline: Value | undefined,
  location?: Location,
): ComposedValues {
  const readable = inlineValues(inline);
  const own = mapOf(readable ?? null, INLINE);
  let result = mapCell(INLINE);
  for (const [index, source] of sources.entries()) {
    const { targetPath = "", text, withheld } = source;
    if (!isTargetPath(targetPath)) throw wrongPath(source, targetPath);
    if (text === undefined) continue;
    const origin: Origin = { source: index, isSecret: withheld };
    if (targetPath === "") {
      result = merged(result, mapOf(documentOf(source, text), origin));
      continue;
    }
    // This can change maps and lists of `spec.values`, which are merged over all in the end.
    result = merged(result, own);
    setText(result, source, targetPath, text, origin);
  }
  const root = merged(result, own);
  return {
    value: valueOf(root),
    settings: integerSettings(root),
    secrets: secretsOf(root),
    problems: readable === undefined ? [unreadValues(inline as Value, location)] : [],
    originOf: (path) => {
      const source = sources[cellAt(root, path)?.origin.source ?? -1];
      return source && placeOfText(source);
    },
  };
}

function mapOf(value: Value, origin: Origin): MapCell {
  const cell = cellOf(value, origin);
  return cell.kind === "map" ? cell : mapCell(origin);
}

/** Tells whether the API server takes a path. The empty one counts as none. */
function isTargetPath(path: string): boolean {
  return path === "" || (path.length <= 250 && /^(?:[a-zA-Z0-9_\-.\\/]|\[[0-9]{1,5}\])+$/.test(path));
}

function wrongPath(source: ValuesSource, path: string): Error {
  const message = `the targetPath \`${path}\` for the key \`${source.valuesKey}\` of ${source.kind} \`${source.name}\` is none`;
  return failure("flux-values-invalid", message, {
    hint: "Write at most 250 letters, digits and `_`, `-`, `.`, `/`, `\\`, and indexes such as `[0]`. The API server refuses others.",
  });
}

function setText(values: MapCell, source: ValuesSource, path: string, text: string, origin: Origin): void {
  const { literal = false } = source;
  const asText = literal ? text.replace(/[\\,[\]{}]/g, "\\$&") : withoutQuotes(text);
  try {
    setValues(values, { path, text: asText ?? text, textsOnly: asText !== undefined, origin });
  } catch (thrown) {
    if (!(thrown instanceof SetSyntaxError)) throw thrown;
    const hint = literal
      ? "Correct `targetPath`, which Flux reads as helm reads a key of `--set`."
      : "Correct `targetPath` and the text, which Flux reads as helm reads `--set PATH=TEXT`, or set `literal: true`, which takes the text as it is.";
    throw invalid(source, `cannot be set at \`${path}\``, thrown.message, hint);
  }
}

/** A text in quotes without any of them at its ends; undefined for one that is not in quotes. */
function withoutQuotes(text: string): string | undefined {
  if (!["'", '"'].some((quote) => text.startsWith(quote) && text.endsWith(quote))) return undefined;
  const isQuote = (at: number): boolean => text[at] === "'" || text[at] === '"';
  let [start, end] = [0, text.length];
  while (start < end && isQuote(start)) start++;
  while (start < end && isQuote(end - 1)) end--;
  return text.slice(start, end);
}

/** The paths of secrets. Where only Secrets name a key of a map below the top, the whole map is one: the key may be the secret. */
function secretsOf(root: Cell): readonly (readonly string[])[] {
  const paths: (readonly string[])[] = [];
  walk(root, (cell, path) => {
    if (path.length === 0 || !isSecret(cell)) return true;
    paths.push(path);
    return false;
  });
  return paths;
}

function isSecret(cell: Cell): boolean {
  if (cell.kind !== "map" || cell.entries.size === 0) return cell.origin.isSecret;
  return [...cell.entries.values()].some(({ isSecretKey }) => isSecretKey);
}

function cellAt(root: Cell, path: readonly string[]): Cell | undefined {
  let cell: Cell | undefined = root;
  for (const step of path) {
    if (cell?.kind === "map") cell = cell.entries.get(step)?.cell;
    else cell = cell?.kind === "list" ? cell.items[Number(step)] : undefined;
  }
  return cell;
}

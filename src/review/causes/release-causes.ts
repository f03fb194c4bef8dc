/** The causes of changes in what a chart renders: the inputs of the release that differ, as far as they can be told apart. */
import type { ChangedInput, ReleaseInputs } from "../../deployments/index.ts";
import type { Cause, FieldChange } from "../report.ts";
import { askedFields, type Chosen } from "./choice.ts";
import type { EditedFiles } from "./edited-files.ts";
import { type CauseRequest, MAX_CAUSES } from "./types.ts";

/** Parts of a chart that make no object by themselves, or that are no part of it. */
const NO_PART = /\/(?:README|CHANGELOG|LICENSE|NOTES|OWNERS)[^/]*$|\/(?:tests|ci)\/|\/values\.schema\.json$/;
/** The labels that repeat what a Chart.yaml says. */
const CHART_LABELS = /\/(?:helm\.sh~1chart|app\.kubernetes\.io~1version|chart)$/;

/**
 * Returns the causes of one change. One input that differs is the cause of all. Of several, those count of which the values are those of
 * the field, or the template that made the object; else all of them.
 */
export async function releaseCauses(
  request: CauseRequest,
  { changed, chartDirectory, keepsVersion }: ReleaseInputs,
  files: EditedFiles,
): Promise<readonly Chosen[]> {
  const parts = chartDirectory === undefined ? [] : files.at(chartDirectory);
  const metadata = chartDirectory === "." ? "Chart.yaml" : `${chartDirectory}/Chart.yaml`;
  const isBuilt = !keepsVersion || parts.includes(metadata);
  // The values in a file that is read say more than the file.
  const read = new Set(changed.map(({ place }) => place.file));
  const edited = isBuilt ? parts.filter((file) => !NO_PART.test(file) && !read.has(file)) : [];
  if (changed.length + edited.length === 0) return [];
  const own = (request.files ?? []).filter((file) => edited.includes(file));
  const isTemplate = (file: string): boolean => /\/templates\/(?:.*\/)?[^_/][^/]*$/.test(file);
  const isAlone = (file: string): boolean => isTemplate(file) || /\/crds\//.test(file);
  const shared = own.length > 0 ? own : edited.filter((file) => !isAlone(file));
  const all = shared.length > 0 ? shared : edited;
  const fields = askedFields(request);
  const chosen: Chosen[] = [];
  for (const field of fields.length === 0 ? [undefined] : fields) {
    const causes = await Promise.all(causesOf(field));
    for (const cause of causes) chosen.push({ ...(field !== undefined && { field: field.path }), cause });
  }
  return chosen;

  function causesOf(field: (Partial<FieldChange> & { readonly path: string }) | undefined): Promise<Cause>[] {
    const telling = field === undefined ? [] : changed.filter((input) => tells(input, field));
    if (telling.length > 0) return first(telling).map(causeOfInput);
    if (field !== undefined && CHART_LABELS.test(field.path)) {
      const versions = changed.filter(({ step }) => step === "chart");
      if (versions.length > 0) return versions.map(causeOfInput);
      if (edited.includes(metadata)) return [causeOfFile(metadata)];
    }
    if (own.length > 0) return own.map(causeOfFile);
    return [...first(changed).map(causeOfInput), ...first(all).map(causeOfFile)];
  }

  async function causeOfInput({ side, place: { file, line, column }, step }: ChangedInput): Promise<Cause> {
    const isEdited = files.has(file);
    // Of a text in which values stand, only the beginning is known.
    const found = isEdited ? await files.firstLine(side, file, line ?? 1, Number.POSITIVE_INFINITY) : undefined;
    const isExact = found === undefined || found === line;
    const at = isExact ? { line, column } : { line: found, column: 1 };
    return {
      side,
      file,
      ...(at.line !== undefined && { line: at.line }),
      ...(at.column !== undefined && { column: at.column }),
      step,
      ...(isEdited && { inChange: true as const }),
    };
  }

  async function causeOfFile(file: string): Promise<Cause> {
    const line = await files.firstLine("head", file, 1, Number.POSITIVE_INFINITY);
    const before = line === undefined ? await files.firstLine("base", file, 1, Number.POSITIVE_INFINITY) : undefined;
    const at = line ?? before;
    return {
      side: before === undefined ? "head" : "base",
      file,
      ...(at !== undefined && { line: at }),
      step: "resources",
      inChange: true,
    };
  }
}

function first<T>(all: readonly T[]): readonly T[] {
  return all.slice(0, MAX_CAUSES);
}

/** A new value that is as short stands in many fields. */
const MIN_TELLING = 3;

/** Tells whether a field changes as a value does: the text of the value is replaced in it, or a new one stands there. */
function tells({ before, after }: ChangedInput, field: Partial<FieldChange>): boolean {
  const [left, right] = [textOf(field.before), textOf(field.after)];
  if (left === undefined || right === undefined || left === right) return false;
  if (left === (before ?? "") && right === (after ?? "")) return true;
  if (before === undefined || before === "") return isNewIn(right, left, after);
  if (after === undefined || after === "") return isNewIn(left, right, before);
  return splits(left, before).some(([start, end]) => start + after + end === right);
}

function isNewIn(text: string, other: string, value: string | undefined): boolean {
  if (value === undefined || value.length < MIN_TELLING) return false;
  return splits(text, value).length > 0 && splits(other, value).length === 0;
}

/** The texts before and after each place of a value in a text. A part of a word or of a number is one by chance. */
function splits(text: string, value: string): (readonly [start: string, end: string])[] {
  const found: (readonly [string, string])[] = [];
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length)) {
    const [start, end] = [text.slice(0, at), text.slice(at + value.length)];
    if (!/\w$/.test(start) && !/^\w/.test(end)) found.push([start, end]);
  }
  return found;
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return "";
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? `${value}` : undefined;
}

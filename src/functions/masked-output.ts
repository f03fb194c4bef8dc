/** Masks values of Secrets in the texts that functions print for people: standard error, errors and results (decision 0022). */
import { emit, toValue, type Value } from "../yaml/index.ts";
import { get, type Node } from "../yaml/nodes/node.ts";
import type { ProgramOutcome } from "./program.ts";
import type { FunctionRequest } from "./step.ts";
import type { FunctionResult } from "./wire/results.ts";
import type { Sent } from "./wire/sent.ts";

type Request = Pick<FunctionRequest, "secrets">;

/** Masks values of Secrets in the texts of an outcome. The objects in its output stay as they are. */
export function withoutSecrets(outcome: ProgramOutcome, sent: readonly Sent[], { secrets }: Request): ProgramOutcome {
  const { stdout, stderr, detail, diagnostics } = outcome;
  if (secrets === undefined || (stderr === "" && detail === undefined && diagnostics === undefined)) return outcome;
  noteSecrets(sent, { secrets });
  // A function may print the values of objects that it makes.
  secrets.noteFile(stdout);
  const [shownStderr = "", shownDetail] = secrets.mask([stderr, detail]);
  return { ...outcome, stderr: shownStderr, ...(shownDetail !== undefined && { detail: shownDetail }) };
}

/** Masks values of Secrets in results. */
export function resultsWithoutSecrets(
  results: readonly FunctionResult[],
  sent: readonly Sent[],
  { secrets }: Request,
): readonly FunctionResult[] {
  if (secrets === undefined || results.length === 0) return results;
  noteSecrets(sent, { secrets });
  // All texts at once, because a search reads everything that is known.
  const texts: string[] = [];
  for (const result of results) maskedResult(result, (text) => texts[texts.push(text) - 1] as string);
  const masked = secrets.mask(texts).values();
  return results.map((result) => maskedResult(result, () => masked.next().value as string));
}

function maskedResult(result: FunctionResult, mask: (text: string) => string): FunctionResult {
  const { message, field, tags } = result;
  return {
    ...result,
    message: mask(message),
    ...(field !== undefined && { field: withMaskedValues(field, mask) }),
    ...(tags !== undefined && { tags: new Map([...tags].map(([name, text]) => [name, mask(text)])) }),
  };
}

function withMaskedValues(
  field: NonNullable<FunctionResult["field"]>,
  mask: (text: string) => string,
): NonNullable<FunctionResult["field"]> {
  const { path, currentValue, proposedValue } = field;
  return {
    path: mask(path),
    ...(currentValue !== undefined && { currentValue: maskedValue(currentValue, mask) }),
    ...(proposedValue !== undefined && { proposedValue: maskedValue(proposedValue, mask) }),
  };
}

function maskedValue(value: Value, mask: (text: string) => string): Value {
  if (typeof value === "string") return mask(value);
  if (Array.isArray(value)) return value.map((item) => maskedValue(item, mask));
  if (typeof value !== "object" || value === null) return value;
  const copy: { [key: string]: Value } = Object.create(null);
  for (const key of Object.keys(value)) copy[key] = maskedValue(value[key] as Value, mask);
  return copy;
}

/** Notes the values of the Secrets that the function got, which earlier steps may have changed. */
function noteSecrets(sent: readonly Sent[], { secrets }: Request): void {
  for (const { node } of sent) if (isSecret(node)) secrets?.noteObjects(printed(node));
}

function isSecret(node: Node): boolean {
  const kind = get(node, "kind");
  return kind?.kind === "scalar" && kind.value === "Secret";
}

function printed(node: Node): string {
  try {
    return emit(toValue(node));
  } catch {
    // A value that cannot be printed is not sent either.
    return "";
  }
}

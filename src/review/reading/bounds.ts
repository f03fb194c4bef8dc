/** Bounds the size of JSON before it is parsed. */
import { failure, type KrmError } from "../../diagnostics.ts";

/** A report holds each distinct change once: one of this size has millions of changed lines. */
const MAX_REPORT_BYTES = 128 * 1024 * 1024;
/** A value of a field has at most 2,000 characters, so it cannot be nested more deeply than this. */
export const MAX_DEPTH = 1_000;
/** Each value takes memory, however short its text. */
export const MAX_VALUES = 8_000_000;

/** How large a document may be. */
export interface Bounds {
  /** The size of the JSON. */
  readonly bytes: number;
  /** All values together. */
  readonly values: number;
}

/** Makes the error of a document that cannot be read. */
export type Invalid = (problem: string) => KrmError;

const REPORT_BOUNDS: Bounds = { bytes: MAX_REPORT_BYTES, values: MAX_VALUES };

const HINT = "Use the file report.json that krm-render wrote, as it is.";

export function invalid(problem: string, hint = HINT): KrmError {
  return failure("report-invalid", `this is no report of krm-render that can be read: ${problem}`, { hint });
}

/** Parses JSON whose size, depth and number of values are checked. @throws the error of `refuse`, which is `report-invalid` if absent */
export function parseData(
  data: string | Uint8Array,
  bounds: Bounds = REPORT_BOUNDS,
  refuse: Invalid = invalid,
): unknown {
  const text = boundedText(data, bounds, refuse);
  checkShape(text, bounds, refuse);
  try {
    return JSON.parse(text);
  } catch {
    throw refuse("it is not JSON");
  }
}

/** The text of the bytes. @throws for too many bytes, and for bytes that are no UTF-8 */
function boundedText(data: string | Uint8Array, { bytes }: Bounds, refuse: Invalid): string {
  if (data.length > bytes) throw refuse(`it has more than ${bytes / 1024 / 1024} MiB`);
  if (typeof data === "string") return data;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(data);
  } catch {
    throw refuse("it is not UTF-8");
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/** Checks the depth and the number of values in one pass, without parsing. Text that is no JSON may pass. */
function checkShape(json: string, { values }: Bounds, refuse: Invalid): void {
  let depth = 0;
  let count = 0;
  let isText = false;
  for (let at = 0; at < json.length; at++) {
    const character = json.charCodeAt(at);
    if (isText) {
      if (character === BACKSLASH) at++;
      else if (character === QUOTE) isText = false;
      continue;
    }
    if (character === QUOTE) isText = true;
    // `[` and `{`, `]` and `}` differ in one bit.
    else if ((character & ~0x20) === 0x5b) {
      count++;
      if (++depth > MAX_DEPTH) throw refuse(`it is nested more than ${MAX_DEPTH} levels deep`);
    } else if ((character & ~0x20) === 0x5d) depth--;
    else if (character === COMMA) count++;
    if (count > values) throw refuse(`it has more than ${values} values`);
  }
}

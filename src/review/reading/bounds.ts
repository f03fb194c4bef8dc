/** Bounds the size of JSON before it is parsed. */
import { failure, type KrmError } from "../../diagnostics.ts";

/** A report holds each distinct change once: one of this size has millions of changed lines. */
export const MAX_REPORT_BYTES = 128 * 1024 * 1024;
/** A value of a field has at most 2,000 characters, so it cannot be nested more deeply than this. */
export const MAX_DEPTH = 1_000;
/** Each value takes memory, however short its text. */
export const MAX_VALUES = 8_000_000;

const HINT = "Use the file report.json that krm-render wrote, as it is.";

export function invalid(problem: string, hint = HINT): KrmError {
  return failure("report-invalid", `this is no report of krm-render that can be read: ${problem}`, { hint });
}

/** The text of the bytes. @throws KrmError `report-invalid` for too many bytes, and for bytes that are no UTF-8 */
export function boundedText(data: string | Uint8Array): string {
  if (data.length > MAX_REPORT_BYTES) throw invalid(`it has more than ${MAX_REPORT_BYTES / 1024 / 1024} MiB`);
  if (typeof data === "string") return data;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(data);
  } catch {
    throw invalid("it is not UTF-8");
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/**
 * Checks the depth and the number of values in one pass, without parsing. Text that is no JSON may pass.
 * @throws KrmError `report-invalid`
 */
export function checkShape(json: string): void {
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
      if (++depth > MAX_DEPTH) throw invalid(`it is nested more than ${MAX_DEPTH} levels deep`);
    } else if ((character & ~0x20) === 0x5d) depth--;
    else if (character === COMMA) count++;
    if (count > MAX_VALUES) throw invalid(`it has more than ${MAX_VALUES} values`);
  }
}

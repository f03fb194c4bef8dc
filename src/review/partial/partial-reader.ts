/** Reads partial reviews that other runs wrote. */
import { failure, type KrmError } from "../../diagnostics.ts";
import { type Bounds, parseData, shapeProblem, validatePartial, withIds } from "../reading/index.ts";
import { checkPartial } from "./partial-checks.ts";
import { PARTIAL_VERSION, type PartialReview } from "./types.ts";

/** Besides what a report has, lists of the targets that say the same. */
const BOUNDS: Bounds = { bytes: 256 * 1024 * 1024, values: 16_000_000 };

/**
 * Reads a partial review of another job. The text may come from anyone: its size, depth, types, digests, positions, paths and numbers
 * are checked, and fields that this version does not know are dropped. What is returned is a partial review as `comparePartially`
 * makes it. Takes time linear in the text.
 *
 * @throws KrmError `partial-invalid`, with the place in the file and what is wrong there
 */
export function parsePartial(data: string | Uint8Array): PartialReview {
  const partial = parseData(data, BOUNDS, invalid);
  checkVersion(partial);
  if (!validatePartial(partial)) throw invalid(shapeProblem(validatePartial.errors?.[0]));
  // The validator has checked this.
  const known = withIds(partial as PartialReview);
  checkPartial(known, invalid);
  return known;
}

function checkVersion(partial: unknown): void {
  if (typeof partial !== "object" || partial === null) throw invalid("it is not an object");
  const { version } = partial as { version?: unknown };
  if (version === PARTIAL_VERSION) return;
  if (typeof version !== "number") throw invalid("it has no version");
  throw invalid(
    `it has version ${version}, and this is a reader of version ${PARTIAL_VERSION}`,
    "Use the same release of krm-render in all jobs.",
  );
}

function invalid(problem: string, hint = "Use the files that krm-render wrote, as they are."): KrmError {
  return failure("partial-invalid", `this is no partial review of krm-render that can be read: ${problem}`, { hint });
}

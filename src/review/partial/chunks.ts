/** Writes partial reviews. */
import { jsonChunks } from "../../text/index.ts";
import type { PartialReview } from "./types.ts";

/** The JSON of a partial review, in parts. Reviews of the same targets have equal bytes. */
export function partialChunks(partial: PartialReview): Generator<string, void> {
  return jsonChunks(partial);
}

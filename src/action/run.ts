/** Runs the action in its mode. */
import type { Mode } from "../configuration/index.ts";
import type { ModeWork } from "./outcome.ts";

/** @throws KrmError if there is no result to present */
export const run: ModeWork = async (inputs, context, ports) => {
  const work = await WORK[inputs.mode]();
  return work(inputs, context, ports);
};

/** Each loads only the mode that runs. */
const WORK: Readonly<Record<Mode, () => Promise<ModeWork>>> = {
  review: async () => (await import("./modes/review.ts")).review,
  comment: async () => (await import("./modes/comment.ts")).comment,
  merge: async () => (await import("./modes/joined-shards.ts")).merge,
  release: async () => (await import("./modes/release.ts")).release,
};

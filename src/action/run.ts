/** Runs the action in its mode. */
import { failure } from "../diagnostics.ts";
import type { ModeWork } from "./outcome.ts";

/** @throws KrmError where there is no result to present: each mode says when */
export const run: ModeWork = async (inputs, context, ports) => {
  const work = await workOf(inputs.mode);
  return work(inputs, context, ports);
};

/** Loads only the mode that runs. */
async function workOf(mode: string): Promise<ModeWork> {
  switch (mode) {
    case "review":
      return (await import("./modes/review.ts")).review;
    case "comment":
      return (await import("./modes/comment.ts")).comment;
    case "merge":
      return (await import("./modes/merge.ts")).merge;
    case "release":
      return (await import("./modes/release.ts")).release;
    default:
      throw failure("invalid-input", `input mode: ${mode} does not exist yet`);
  }
}

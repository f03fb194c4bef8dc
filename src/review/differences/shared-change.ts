/** A change that several targets have, with what all of them have around it. */
import type { NewChange } from "../change.ts";
import { withSharedNoise } from "./change-content.ts";
import { withSharedSurroundings } from "./diff/index.ts";

/** The first of two changes with the same content, with the noise and the surroundings that both have. */
export function withShared(first: NewChange, second: NewChange): NewChange {
  const hunks = withSharedSurroundings(first.hunks, second.hunks);
  const shared = withSharedNoise(first, second);
  return hunks === first.hunks ? shared : { ...shared, hunks };
}

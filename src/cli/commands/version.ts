/** `krm-render version`. */
import { VERSION } from "../../version.ts";
import type { Task } from "../command.ts";

export function version(): Task {
  return async ({ stdout }) => {
    await stdout.write(`${VERSION}\n`);
    return 0;
  };
}

/** `krm-render release`: makes releases and verifies them; docs/specification/releases.md. */
import { type Invocation, type Option, type Task, UsageError } from "../command.ts";
import { CREATE_OPTIONS, RENDER_OPTIONS, VERIFY_OPTIONS } from "../options/release-options.ts";
import { createRelease } from "./release-create.ts";
import { verifyArchive } from "./release-verify.ts";

export function release(invocation: Invocation): Task | Promise<Task> {
  const [task, ...rest] = invocation.arguments;
  const own = { ...invocation, arguments: rest };
  if (task === "create") {
    refuse(invocation, VERIFY_OPTIONS, "verify", task);
    return createRelease(own);
  }
  if (task === "verify") {
    refuse(invocation, [...CREATE_OPTIONS, ...RENDER_OPTIONS], "create", task);
    return verifyArchive(own);
  }
  throw new UsageError(`release needs one of create, verify${task === undefined ? "" : `, not "${task}"`}`);
}

/** @throws UsageError for an option without a meaning */
function refuse(invocation: Invocation, options: readonly Option[], other: string, task: string): void {
  const odd = options.find(({ name }) => invocation.value(name) !== undefined);
  if (odd !== undefined) throw new UsageError(`--${odd.name} is an option of ${other}, not of ${task}`);
}

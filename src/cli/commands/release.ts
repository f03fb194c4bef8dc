/** `krm-render release`: makes releases and verifies them; docs/specification/releases.md. */
import { type Invocation, type Task, UsageError } from "../command.ts";
import { createRelease } from "./release-create.ts";
import { verifyArchive } from "./release-verify.ts";

const OF_VERIFY = ["statement", "commit"];
const OF_CREATE = [
  "output-dir",
  "release-name",
  "release-version",
  "withhold-secrets",
  "redact",
  "allow-dirty",
  "push",
  "targets-from",
  "concurrency",
  "strict",
  "locked",
];

export function release(invocation: Invocation): Task | Promise<Task> {
  const [task, ...rest] = invocation.arguments;
  const own = { ...invocation, arguments: rest };
  if (task === "create") {
    refuse(invocation, OF_VERIFY, "verify", task);
    return createRelease(own);
  }
  if (task === "verify") {
    refuse(invocation, OF_CREATE, "create", task);
    return verifyArchive(own);
  }
  throw new UsageError(`release needs one of create, verify${task === undefined ? "" : `, not "${task}"`}`);
}

/** @throws UsageError for an option without a meaning */
function refuse(invocation: Invocation, options: readonly string[], other: string, task: string): void {
  const odd = options.find((name) => invocation.value(name) !== undefined);
  if (odd !== undefined) throw new UsageError(`--${odd} is an option of ${other}, not of ${task}`);
}

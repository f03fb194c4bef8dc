/** `--shard`. */
import { parseShardName, SHARD_FORM, type ShardName } from "../../targets/index.ts";
import type { Invocation } from "../command.ts";
import { illegal } from "../options/values.ts";

/** @throws UsageError for another form */
export function readShardName(invocation: Invocation): ShardName | undefined {
  const text = invocation.value("shard");
  if (text === undefined) return undefined;
  const name = parseShardName(text);
  if (name === undefined) throw illegal(text, "shard", `expected ${SHARD_FORM}`);
  return name;
}

/** `--shard`. */
import { parseShard, SHARD_FORM, type WantedShard } from "../../targets/index.ts";
import type { Invocation } from "../command.ts";
import { illegal } from "../options/values.ts";

/** @throws UsageError for another form */
export function readShard(invocation: Invocation): WantedShard | undefined {
  const text = invocation.value("shard");
  if (text === undefined) return undefined;
  const wanted = parseShard(text);
  if (wanted === undefined) throw illegal(text, "shard", `expected ${SHARD_FORM}`);
  return wanted;
}

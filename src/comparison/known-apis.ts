/** Loads what is known of the APIs of the cluster, if a rule of dangers needs it. */
import type { Configuration } from "../configuration/index.ts";
import { SCHEMA_RULES } from "../review/index.ts";
import { type KnownApis, loadApis } from "../schemas/index.ts";

/** @param version of the cluster; undefined for the newest that is known */
export async function apisOf({ dangers }: Configuration, version: string | undefined): Promise<KnownApis | undefined> {
  return SCHEMA_RULES.some(({ id }) => dangers.levels.get(id) !== "off") ? loadApis(version) : undefined;
}

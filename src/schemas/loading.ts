/** Loads the facts about Kubernetes when something is to be checked. */
import { KnownApis } from "./known-apis.ts";

/** The minor version in a text such as `1.31`, `v1.31.4` or `1.31.4-eks-1`; undefined if it has none. */
export function minorOf(version: string | undefined): number | undefined {
  const minor = /^v?1\.(\d{1,3})(?![\d])/.exec(version ?? "")?.[1];
  return minor === undefined ? undefined : Number(minor);
}

/** @param version of the cluster; undefined for the newest that is known */
export async function loadApis(version: string | undefined): Promise<KnownApis> {
  const { TABLE } = await import("./table-text.ts");
  return new KnownApis(TABLE, minorOf(version));
}

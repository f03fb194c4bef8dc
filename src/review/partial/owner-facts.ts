/** Joins what several runs know of owners. */
import type { KnownOwners } from "../summary/index.ts";
import type { OwnerFacts } from "./types.ts";

/** Returns the owners that all runs know together; undefined if one of them knows none: half of them would mislead. */
export function knownOwners([first, ...others]: readonly (OwnerFacts | undefined)[]): KnownOwners | undefined {
  if (first === undefined) return undefined;
  const all = [first];
  for (const each of others) {
    if (each?.file !== first.file) return undefined;
    all.push(each);
  }
  return {
    file: first.file,
    files: new Map(all.flatMap(({ files }) => files.map(({ file, owners }) => [file, owners] as const))),
    targets: new Map(all.flatMap(({ targets }) => targets.map(({ id, owners }) => [id, owners] as const))),
  };
}

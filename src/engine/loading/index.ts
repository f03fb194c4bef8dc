/** Reads kustomizations and the files that they name, from the roots that they may read. */
export { Charts } from "./charts.ts";
export { leadsBackTo, openedWith } from "./cycles.ts";
export { loadEdited } from "./edited-kustomization.ts";
export type { LoadRestrictor, ReadFile, RootRules } from "./fetches.ts";
export { Files, textOf } from "./files.ts";
export { ParsedFiles } from "./parsed-files.ts";
export { isRemoteFile } from "./remote-entries.ts";
export { atPlace, isAddress, isRemote, parseGitReference } from "./remote-references.ts";
export { Root } from "./root.ts";

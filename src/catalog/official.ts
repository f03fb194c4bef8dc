/** The catalog that is built in; docs/specification/catalogs.md 4.1. */
import type { Catalog } from "./catalog.ts";

/** It is searched first, and therefore only for these groups: it cannot hide functions of others. */
const OFFICIAL_GROUPS: ReadonlySet<string> = new Set(["kustomize.io", "config.kubernetes.io"]);

export function isOfficialGroup(group: string): boolean {
  return OFFICIAL_GROUPS.has(group);
}

/** There are no official functions yet. */
export const officialCatalog: Catalog = {
  file: "the built-in catalog",
  sha256: "",
  name: "official",
  labels: new Map(),
  entries: [],
  diagnostics: [],
  documents: [],
};

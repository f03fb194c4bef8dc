/** The programs of a catalog whose digests are missing, for `krm-render view catalog --pin`. */
import { KrmError, type Location } from "../diagnostics.ts";
import type { Catalog, CatalogEntry } from "./catalog.ts";
import { imageName } from "./image.ts";
import { referenceOfFile } from "./program.ts";
import type { CatalogReference } from "./reference.ts";

/** A program that will not run, because the catalog does not say which bytes it has. */
export type UnpinnedProgram =
  | { readonly type: "container"; readonly image: string; readonly location: Location }
  | { readonly type: "exec" | "starlark"; readonly source: CatalogReference; readonly location: Location };

/**
 * In the order of the file. Versions that share a runtime have one program. What no digest can mend, such as a wrong address,
 * is left out: `lintCatalog()` reports it.
 * @param reference the reference of the catalog
 */
export function unpinnedPrograms(catalog: Catalog, reference: CatalogReference): readonly UnpinnedProgram[] {
  const programs: UnpinnedProgram[] = [];
  const seen = new Set<string>();
  for (const entry of catalog.entries) {
    for (const [location, find] of candidates(entry, reference)) {
      const place = `${location.line}:${location.column}`;
      if (seen.has(place)) continue;
      seen.add(place);
      try {
        const found = find();
        if (found !== undefined) programs.push(found);
      } catch (thrown) {
        if (!(thrown instanceof KrmError)) throw thrown;
      }
    }
  }
  return programs;
}

type Candidate = readonly [location: Location, find: () => UnpinnedProgram | undefined];

function candidates({ runtimes }: CatalogEntry, catalog: CatalogReference): readonly Candidate[] {
  const { container, exec, starlark } = runtimes;
  const found: Candidate[] = [];
  if (container !== undefined) {
    const { image, sha256, location } = container;
    const find = (): UnpinnedProgram | undefined => {
      const isPinned = imageName(image, location).digest !== undefined || sha256 !== undefined;
      return isPinned ? undefined : { type: "container", image, location };
    };
    found.push([location, find]);
  }
  const file = (type: "exec" | "starlark", uri: string, sha256: string | undefined, location: Location): Candidate => [
    location,
    () => {
      const source = referenceOfFile(uri, location, catalog);
      const isPinned = sha256 !== undefined || source.sha256 !== undefined || isFixed(source);
      return isPinned ? undefined : { type, source, location };
    },
  ];
  for (const { uri, sha256, location } of exec?.files ?? []) found.push(file("exec", uri, sha256, location));
  if (starlark !== undefined) found.push(file("starlark", starlark.uri, starlark.sha256, starlark.location));
  return found;
}

function isFixed(source: CatalogReference): boolean {
  return source.kind === "oci" && source.digest !== undefined;
}

/** The executables and scripts of catalogs, which get a `sha256` beside them; docs/specification/lock.md 5.3. */
import { readCatalog, shownReference, unpinnedPrograms } from "../catalog/index.ts";
import type { Diagnostic } from "../diagnostics.ts";
import type { PinFile } from "./collect.ts";
import { pinCatalog } from "./pin-catalog.ts";
import type { Resolver } from "./resolver.ts";

/** The programs of a catalog that have no digest, but for images. @throws KrmError the problems of the catalog */
export function movingPrograms({ bytes, display, catalog }: PinFile): readonly Diagnostic[] {
  if (catalog === undefined) return [];
  return unpinnedPrograms(readCatalog(bytes, display), catalog).flatMap((program): Diagnostic[] => {
    if (program.type === "container") return [];
    const what = program.type === "exec" ? "executable" : "script";
    const message = `the ${what} ${shownReference(program.source)} has no digest`;
    return [
      { code: "moving-reference", severity: "warning", message, ...program.location, hint: "Run `krm-render pin`." },
    ];
  });
}

/**
 * Writes the digests that a catalog lacks. Programs that cannot be resolved are problems; those whose digests cannot be written in
 * place stay unpinned.
 * @param text of the catalog, with its byte order mark
 * @throws KrmError the problems of the catalog
 */
export async function pinPrograms(
  { display, catalog }: Pick<PinFile, "display" | "catalog">,
  text: string,
  resolver: Resolver,
): Promise<Record<"problems" | "unpinned", readonly Diagnostic[]> & { readonly text: string }> {
  if (catalog === undefined) return { text, problems: [], unpinned: [] };
  const { text: edited, problems } = await pinCatalog(text, display, catalog, {
    image: (name) => resolver.imageDigest(name),
    file: (source, type) => resolver.programDigest(source, type),
  });
  const isLayout = ({ code }: Diagnostic): boolean => code === "catalog-layout";
  return {
    text: edited,
    problems: problems.filter((one) => !isLayout(one)),
    unpinned: problems.filter(isLayout).map((one) => ({ ...one, severity: "warning" })),
  };
}

/** Resolves references for `pin`: with git, HTTP and registries. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type CatalogReference, sha256Of, shownReference } from "../catalog/index.ts";
import { failure } from "../diagnostics.ts";
import { openSources } from "../functions/index.ts";
import type { Resolver } from "../pin/index.ts";
import { parseGitReference } from "../sources/index.ts";
import { sizeText } from "../text/index.ts";
import { fetchedDigest, MAX_PROGRAM_BYTES, sourceOptions } from "./catalog-sources.ts";
import type { ReachSettings } from "./options/catalog-settings.ts";
import { openOwnRemotes, type Session } from "./session.ts";

/**
 * @param top the directory that paths of catalogs begin at
 * @param reach the hosts from which catalogs, their programs, and images may be fetched. Bases, files and charts are fetched as
 *   for `build`
 */
export function openResolver(session: Session, top: string, reach: ReachSettings): Resolver {
  const { terminal, onEnd } = session;
  const remotes = openOwnRemotes(session, "user", { asksAgain: true });
  const sources = openSources(sourceOptions(terminal, top, reach));
  onEnd(() => sources.close());
  return {
    async gitCommit(address) {
      const url = parseGitReference(address);
      if (url === undefined) throw new TypeError("an address of a repository");
      return (await remotes.repository(url)).sha;
    },
    file: (address) => remotes.file(address),
    imageDigest: (reference) => sources.imageDigest(reference),
    catalog: (reference) => sources.document(reference, undefined),
    async programDigest(source, type) {
      if (source.kind === "path") return sha256Of(readProgram(join(top, source.path), source));
      return fetchedDigest(sources, source, type);
    },
    chartVersion: (chart) => remotes.chart(chart),
  };
}

function readProgram(path: string, source: CatalogReference): Uint8Array {
  const problem = (reason: string): Error =>
    failure("catalog-not-found", `${shownReference(source)}, which a catalog names, ${reason}`, {
      ...source.location,
      hint: "Write its path relative to the catalog.",
    });
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() !== true) throw problem("does not exist");
  if (found.size > MAX_PROGRAM_BYTES) throw problem(`is larger than ${sizeText(MAX_PROGRAM_BYTES)}`);
  return readFileSync(path);
}

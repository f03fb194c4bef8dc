/** Resolves references for `pin`: with git, HTTP, helm and registries. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { checkChart, pullArguments } from "../builtins/index.ts";
import { type CatalogReference, sha256Of, shownReference } from "../catalog/index.ts";
import { failure } from "../diagnostics.ts";
import { openSources } from "../functions/index.ts";
import { chartDigest } from "../lock/index.ts";
import type { Resolver } from "../pin/index.ts";
import { createHelm, parseGitReference } from "../sources/index.ts";
import { sizeText } from "../text/index.ts";
import { decodeText, parseConfig, toConfigValue } from "../yaml/index.ts";
import { fetchedDigest, MAX_PROGRAM_BYTES, sourceOptions } from "./catalog-sources.ts";
import type { ReachSettings } from "./options/catalog-settings.ts";
import { openRemotes, type Session } from "./session.ts";

/**
 * @param top the directory that paths of catalogs begin at
 * @param command the helm to run
 * @param reach the hosts from which catalogs, their programs, and images may be fetched. Bases, files and charts are fetched as
 *   for `build`
 */
export function openResolver(session: Session, top: string, command: string, reach: ReachSettings): Resolver {
  const { terminal, onEnd } = session;
  const { cwd, env } = terminal;
  const remotes = openRemotes(session, "user");
  const helm = createHelm({ command, cwd, env, configHome: "as-given" });
  onEnd(() => helm.close());
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
    async chartVersion({ repo, name, version, devel }) {
      const chart = checkChart({ name, repo, version, devel, location: { file: "" } }, {});
      const files = await helm.pull(pullArguments(chart), name);
      const description = files.get("Chart.yaml");
      const node = description && parseConfig(decodeText(description, "Chart.yaml"), "Chart.yaml");
      const value = node && toConfigValue(node);
      const found = typeof value === "object" && value !== null && "version" in value ? value["version"] : undefined;
      if (typeof found === "string") return { version: found, digest: chartDigest(files) };
      throw failure("helm-failed", `the chart ${name} has no version in its Chart.yaml`);
    },
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

/** Resolves references for `pin` and `catalog`: with git, HTTP, helm and registries. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { checkChart, pullArguments } from "../builtins/index.ts";
import { type CatalogReference, sha256Of, shownReference } from "../catalog/index.ts";
import { failure } from "../diagnostics.ts";
import { type CatalogSources, openSources } from "../functions/index.ts";
import { chartDigest } from "../lock/index.ts";
import type { Resolver } from "../pin/index.ts";
import { withPrivateDirectory } from "../processes/index.ts";
import {
  createHelm,
  defaultStoreDirectory,
  LOCAL_PROTOCOLS,
  lazyRemotes,
  parseGitReference,
} from "../sources/index.ts";
import { parseOciReference, type Registries } from "../store/index.ts";
import { sizeText } from "../text/index.ts";
import { decodeText, parseConfig, toConfigValue } from "../yaml/index.ts";
import { sourceOptions } from "./catalog-sources.ts";
import type { Session } from "./session.ts";

/** The largest executable that is fetched for its digest. */
const MAX_PROGRAM_BYTES = 256 * 1024 * 1024;

/**
 * @param top the directory that paths of catalogs begin at
 * @param command the helm to run
 * @param insecureRegistries as in {@link openRegistriesOf}
 */
export function openResolver(
  session: Session,
  top: string,
  command: string,
  insecureRegistries: readonly string[],
): Resolver {
  const { terminal, onEnd } = session;
  const { cwd, env } = terminal;
  const log = (line: string): void => void terminal.stderr.write(`${line}\n`);
  const remotes = lazyRemotes({
    store: { directory: defaultStoreDirectory(env) },
    rules: { protocols: LOCAL_PROTOCOLS, privateHosts: true },
    env: { ...env },
    log,
  });
  const helm = createHelm({ command, cwd, env, configHome: "as-given" });
  onEnd(() => helm.close());
  onEnd(() => remotes.close());
  const registries = openRegistriesOf(session, insecureRegistries);
  let sources: CatalogSources | undefined;
  const programs = (): CatalogSources => {
    if (sources === undefined) {
      const reach = { allowHosts: [], tokenServers: [], insecureRegistries };
      const opened = openSources({ ...sourceOptions(terminal, top, reach), privateHosts: true });
      onEnd(() => opened.close());
      sources = opened;
    }
    return sources;
  };
  const digestOf = async (reference: string): Promise<string> =>
    (await (await registries()).resolve(parseOciReference(reference))).digest;
  return {
    async gitCommit(address) {
      const url = parseGitReference(address);
      if (url === undefined) throw new TypeError("an address of a repository");
      return (await remotes.repository(url)).sha;
    },
    file: (address) => remotes.file(address),
    imageDigest: digestOf,
    artifactDigest: (reference) => digestOf(`oci://${reference}`),
    async programDigest(source, type) {
      if (source.kind === "path") return sha256Of(readProgram(join(top, source.path), source));
      return withPrivateDirectory(async (directory) => {
        const what = type === "exec" ? "executable" : "script";
        return (await programs().file(source, join(directory, "program"), what, MAX_PROGRAM_BYTES)).sha256;
      });
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

/**
 * Registries for a command of the user, which may ask any host.
 * @param insecureRegistries registries of this machine that are read over http
 */
export function openRegistriesOf(
  { terminal, onEnd }: Session,
  insecureRegistries: readonly string[],
): () => Promise<Registries> {
  let opening: Promise<Registries> | undefined;
  const open = async (): Promise<Registries> => {
    const { openRegistries, openStore } = await import("../store/index.ts");
    let store: ReturnType<typeof openStore> | undefined;
    const registries = openRegistries({
      store: () => (store ??= openStore({ directory: defaultStoreDirectory(terminal.env) })),
      rules: { privateHosts: true },
      insecureRegistries,
      env: terminal.env,
      log: (line) => void terminal.stderr.write(`${line}\n`),
    });
    onEnd(async () => {
      await registries.close();
      store?.close();
    });
    return registries;
  };
  return () => (opening ??= open());
}

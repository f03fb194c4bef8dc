/** The port {@link CatalogSources} over https, git, registries and the content store. */
import { writeFileSync } from "node:fs";
import { constants, copyFile } from "node:fs/promises";
import { type CatalogReference, MAX_CATALOG_BYTES, sha256Of, shownReference } from "../../catalog/index.ts";
import { failure } from "../../diagnostics.ts";
import type { Environment } from "../../processes/index.ts";
import {
  BUNDLE_SUFFIX,
  embeddedTrustRoot,
  readTrustRoot,
  type SignatureMaterial,
  verifySignatures,
} from "../../signatures/index.ts";
import { lazyRemotes, type OpenRemotes, SAFE_PROTOCOLS } from "../../sources/index.ts";
import {
  type ChooseLayer,
  type ContentStore,
  chooseCatalogLayer,
  chooseExecutableLayer,
  chooseScriptLayer,
  createReach,
  download,
  get,
  Hosts,
  type HttpOptions,
  once,
  openRegistries,
  openStore,
  parseOciReference,
  patientResolve,
  type Registries,
  resolveName,
  type StoreOptions,
  sleepFor,
  withProgress,
} from "../../store/index.ts";
import { registryImages } from "../container/index.ts";
import type { CatalogSources, FetchedDocument, FetchedFile, FileKind, SignedCatalog } from "./catalog-options.ts";
import { registrySignatures } from "./signature-materials.ts";

export interface SourceOptions {
  readonly store: StoreOptions;
  /** True if hosts of this machine and of private networks may be contacted. */
  readonly privateHosts: boolean;
  /** Hosts that may be contacted wherever they are. */
  readonly allowHosts: readonly string[];
  readonly insecureRegistries: readonly string[];
  /** `REGISTRY=HOST`: token servers that may get the registry's credentials although they have another host. */
  readonly tokenServers: readonly string[];
  /** The environment of git and of credential helpers. */
  readonly env: Environment;
  /** A configuration with credentials below this directory is not read. */
  readonly workTree?: string | undefined;
  readonly log: (line: string) => void;
  /** Gets each secret that is read, so that logs can hide it. */
  readonly onSecret?: ((text: string) => void) | undefined;
  /** Brings files from a former run into the store, if it can. Gets a digest of 64 hexadecimal digits. */
  readonly restore?: ((sha256: string, store: ContentStore) => Promise<unknown>) | undefined;
  /** The file of the trust root for signatures, by its name in trust lines. By default that of the public Sigstore. */
  readonly trustRoot?: string | undefined;
}

const LAYERS: Readonly<Record<FileKind, ChooseLayer>> = {
  executable: chooseExecutableLayer,
  script: chooseScriptLayer,
};
const FILE_TIMEOUT_SECONDS = 60;
const GIT_TIMEOUT_SECONDS = 120;

/** Opens nothing, and contacts nobody, before the first use. */
export function openSources(options: SourceOptions): CatalogSources {
  const { log, env, insecureRegistries, tokenServers, privateHosts, allowHosts } = options;
  const ending = new AbortController();
  const rules = { protocols: SAFE_PROTOCOLS, privateHosts, allowHosts };
  const hosts = new Hosts();
  const patience = { sleep: sleepFor, hosts, signal: ending.signal };
  const http: Omit<HttpOptions, "maxBytes"> = {
    ...patience,
    reach: createReach(rules, patientResolve(resolveName, { sleep: sleepFor, signal: ending.signal })),
    timeoutSeconds: FILE_TIMEOUT_SECONDS,
    maxRedirects: 5,
    neverDowngrade: true,
  };
  let store: ContentStore | undefined;
  const openedStore = (): ContentStore => (store ??= openStore(options.store));
  let remotes: OpenRemotes | undefined;
  const git = (): OpenRemotes =>
    (remotes ??= lazyRemotes({ store: options.store, rules, env: { ...env }, log, untrusted: true }));
  let opened: Registries | undefined;
  const registries = (): Registries =>
    (opened ??= openRegistries({
      store: openedStore,
      rules,
      insecureRegistries,
      tokenServers,
      env,
      workTree: options.workTree,
      log,
      onSecret: options.onSecret,
    }));

  async function fileOfRepository(reference: Extract<CatalogReference, { kind: "git" }>) {
    const { repository, ref, path } = reference;
    const url = { repository, ref, path: "", timeoutSeconds: GIT_TIMEOUT_SECONDS, submodules: false, marked: true };
    const { tree, sha } = await git().repository(url);
    const located = await tree.lookup(`/${path}`);
    if (located?.type === "file") return { bytes: await tree.read(located.path), commit: sha };
    const hint = "Check the path behind `//`, and the `ref`.";
    throw failure("catalog-not-found", `${tree.display(`/${path}`)} does not exist`, { ...reference.location, hint });
  }

  const needed = new Map<string, Promise<unknown>>();
  async function need(sha256: string): Promise<void> {
    const { restore } = options;
    if (restore !== undefined) await once(needed, sha256, () => restore(sha256, openedStore()));
  }

  async function document(reference: CatalogReference, sha256: string | undefined): Promise<FetchedDocument> {
    if (sha256 !== undefined) await need(sha256);
    const kept = sha256 === undefined ? undefined : openedStore().file(sha256, MAX_CATALOG_BYTES);
    if (kept !== undefined) return { bytes: kept };
    const fetched = await fetchDocument(reference);
    if (sha256 !== undefined && sha256Of(fetched.bytes) === sha256) openedStore().keepFile(sha256, fetched.bytes);
    return fetched;
  }

  async function fetchDocument(reference: CatalogReference): Promise<FetchedDocument> {
    switch (reference.kind) {
      case "path":
        throw new Error("a path is read from its tree");
      case "https":
        return withProgress(log, `Fetching ${shownReference(reference)}`, () =>
          get(reference.normal, { ...http, maxBytes: MAX_CATALOG_BYTES }),
        );
      case "git": {
        const { bytes, commit } = await fileOfRepository(reference);
        return { bytes, resolved: commit };
      }
      case "oci": {
        if (reference.digest !== undefined) await need(reference.digest.replace("sha256:", ""));
        const found = await registries().artifact(reference, chooseCatalogLayer, MAX_CATALOG_BYTES);
        if (found.bytes === undefined) throw new Error("a catalog is small");
        return { bytes: found.bytes, resolved: found.manifestDigest };
      }
    }
  }

  async function file(reference: CatalogReference, to: string, what: FileKind, maxBytes: number): Promise<FetchedFile> {
    switch (reference.kind) {
      case "path":
        throw new Error("a path is read from its tree");
      case "https":
        return withProgress(log, `Fetching ${shownReference(reference)}`, (onProgress) =>
          download(reference.normal, { ...http, to, maxBytes, sha256: undefined, onProgress }),
        );
      case "git":
        return writeNewFile(to, (await fileOfRepository(reference)).bytes);
      case "oci": {
        const { path, digest } = await registries().artifact(reference, LAYERS[what], maxBytes);
        await copyFile(path, to, constants.COPYFILE_EXCL);
        return { sha256: digest.replace("sha256:", "") };
      }
    }
  }

  /** Finds the manifest that names a catalog in a registry. It is what was signed. */
  async function manifestOf(reference: Extract<CatalogReference, { kind: "oci" }>, sha256: string): Promise<string> {
    const { digest, manifestDigest } = await registries().artifact(reference, chooseCatalogLayer, MAX_CATALOG_BYTES);
    if (digest === `sha256:${sha256}`) return manifestDigest;
    const name = shownReference({ ...reference, sha256: undefined });
    const message = `${name} is ${digest} now, so it has no signature of sha256:${sha256}`;
    const hint = "Look at what has changed. If it may run, trust it by its digest and its signature.";
    throw failure("catalog-digest", message, { ...reference.location, hint });
  }

  /** Finds the subject that was signed, and its signatures. */
  async function signaturesOf({ reference, sha256, bytes, read }: SignedCatalog) {
    const name = shownReference({ ...reference, sha256: undefined });
    if (reference.kind === "oci") {
      const manifest = await manifestOf(reference, sha256);
      const found = await registrySignatures(reference, manifest, registries());
      return { subject: { name, sha256: manifest.replace("sha256:", "") }, materials: found };
    }
    const beside = `${reference.normal.replace(/\?.*$/s, "")}${BUNDLE_SUFFIX}`;
    const json = reference.kind === "path" ? await read(beside) : await besideOf(reference);
    const materials: SignatureMaterial[] = json === undefined ? [] : [{ kind: "bundle", json, source: beside }];
    return { subject: { name, sha256, bytes }, materials };
  }

  /** Fetches the bundle beside a catalog that was fetched; undefined if there is none. */
  async function besideOf(
    reference: Extract<CatalogReference, { kind: "https" | "git" }>,
  ): Promise<Uint8Array | undefined> {
    try {
      if (reference.kind === "git")
        return (await fileOfRepository({ ...reference, path: reference.path + BUNDLE_SUFFIX })).bytes;
      const url = new URL(reference.normal);
      url.pathname += BUNDLE_SUFFIX;
      return (await get(url.href, { ...http, maxBytes: MAX_CATALOG_BYTES })).bytes;
    } catch (thrown) {
      const code = (thrown as { readonly code?: string }).code;
      if (code === "remote-not-found" || code === "catalog-not-found") return undefined;
      throw thrown;
    }
  }

  return {
    get store() {
      return openedStore();
    },
    get images() {
      return registryImages(registries(), need);
    },
    need,
    document,
    imageDigest: async (image) => (await registries().manifest(parseOciReference(image))).digest,
    file,
    async verify(signed, demand) {
      const { read } = signed;
      const own = await fileNamed(options.trustRoot, "trust root", read);
      const root = own === undefined ? await embeddedTrustRoot() : await readTrustRoot(own);
      const key = "key" in demand ? await fileNamed(demand.key, "key", read) : undefined;
      const policy = "key" in demand ? { key: key ?? new Uint8Array() } : demand;
      const { subject, materials } = await signaturesOf(signed);
      await verifySignatures(subject, materials, policy, root);
    },
    async close() {
      ending.abort();
      try {
        await Promise.all([opened?.close(), remotes?.close()]);
      } finally {
        store?.close();
      }
    },
  };
}

/** @throws KrmError `signature-file` for a file that does not exist */
async function fileNamed(
  name: string | undefined,
  what: string,
  read: SignedCatalog["read"],
): Promise<Uint8Array | undefined> {
  if (name === undefined) return undefined;
  const bytes = await read(name);
  if (bytes !== undefined) return bytes;
  const hint = "Write its path as for a trusted catalog. On pull requests, it is read from the base.";
  throw failure("signature-file", `the ${what} ${name} of a trust line does not exist`, { hint });
}

export function writeNewFile(to: string, bytes: Uint8Array): FetchedFile {
  writeFileSync(to, bytes, { flag: "wx" });
  return { sha256: sha256Of(bytes) };
}

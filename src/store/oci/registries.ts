/** Reads images and artifacts from registries into the content store; docs/specification/oci.md. */

import { failure, KrmError } from "../../diagnostics.ts";
import type { Environment } from "../../processes/index.ts";
import { isDigest, sizeText } from "../../text/index.ts";
import type { ContentStore } from "../content-store.ts";
import { patiently } from "../http/clock.ts";
import { Hosts } from "../http/hosts.ts";
import { bodyOf } from "../http/http-client.ts";
import { withProgress } from "../http/progress.ts";
import { patientResolve, type ReachRules, type Resolve, resolveName } from "../http/reach.ts";
import { type Sleep, sleepFor } from "../http/retry.ts";
import { once } from "../once.ts";
import { Blobs } from "./blobs.ts";
import { type Connection, insecureMatcher, registryReach } from "./connection.ts";
import type { Logins } from "./credential.ts";
import { fetchImage, findImage, type ImageLayout, partOf } from "./images.ts";
import type { ChooseLayer } from "./layers.ts";
import {
  type Descriptor,
  digestOf,
  MANIFEST_ACCEPT,
  MAX_MANIFEST_BYTES,
  type OciManifest,
  type Platform,
  parseManifest,
} from "./manifest.ts";
import { imagesOf } from "./platforms.ts";
import { type ArtifactToPush, type Pushed, pushArtifact } from "./push.ts";
import { type OciReference, referenceText, wantedOf } from "./reference.ts";
import { fetchReferrers } from "./referrers.ts";
import { RegistryClient } from "./registry-client.ts";
import { refusedBy } from "./registry-errors.ts";
import { Secrets } from "./secrets.ts";
import { fetchTags } from "./tags.ts";
import type { Access } from "./tokens.ts";

export interface RegistriesOptions {
  /** Called once it is needed. The caller closes it, after the registries. */
  readonly store: () => ContentStore;
  /** Which hosts may be contacted. Its protocols have no effect: registries are read over https. */
  readonly rules: Omit<ReachRules, "protocols">;
  /** Registries of this machine that are read over http, for tests: `HOST` or `HOST:PORT`. */
  readonly insecureRegistries?: readonly string[] | undefined;
  /** `REGISTRY=HOST`: token servers that may receive the registry's credentials although they have another host. */
  readonly tokenServers?: readonly string[] | undefined;
  /** `pull,push` also for {@link Registries.push}. Default: `pull`. */
  readonly access?: Access | undefined;
  /** Says where the user's configuration is, and is the environment of credential helpers. */
  readonly env: Environment;
  /** A configuration with credentials below this directory is not read. */
  readonly workTree?: string | undefined;
  /** The logins that are read. Default: `docker`. */
  readonly logins?: Logins | undefined;
  /** Gets a line about a request that takes long. */
  readonly log?: ((line: string) => void) | undefined;
  /** Gets each secret that is read, so that logs can hide it. */
  readonly onSecret?: ((text: string) => void) | undefined;
  /** Certificates of authorities in PEM, in place of those that Node trusts. */
  readonly ca?: string | undefined;
  /** For an answer from its request to its end; for a blob, the time without a byte. Default: 60. */
  readonly timeoutSeconds?: number | undefined;
  readonly sleep?: Sleep | undefined;
  readonly resolve?: Resolve | undefined;
  readonly random?: (() => number) | undefined;
}

export interface Artifact {
  /** The digest of the layer. */
  readonly digest: string;
  readonly size: number;
  /** The place of the layer in the store. */
  readonly path: string;
  /** The layer, unless it is larger than {@link MAX_IN_MEMORY}. */
  readonly bytes?: Buffer;
  readonly mediaType: string;
  readonly manifestDigest: string;
}

/**
 * All methods throw KrmError: `registry-not-found`, `registry-denied`, `registry-failed`, `remote-refused`, `remote-failed`,
 * `digest-mismatch`, `invalid-manifest`, `credential-failed`.
 */
export interface Registries {
  /** A manifest or an index, verified if the reference has a digest. The same tag has the same digest for a whole run. */
  manifest(ref: OciReference): Promise<OciManifest>;
  /**
   * The digests that name the image of one platform. Fetches manifests only.
   * @throws KrmError also `invalid-image`, `image-platform`, `image-too-large`
   */
  imageDigests(ref: OciReference, platform: Platform): Promise<{ readonly manifest: string; readonly config: string }>;
  /**
   * The image of one platform, with all of its blobs in the store.
   * @throws KrmError also `invalid-image`, `image-platform`, `image-too-large`, `blob-size`
   */
  image(ref: OciReference, platform: Platform): Promise<ImageLayout>;
  /**
   * One layer of an artifact.
   * @param maxBytes of the layer. Default: 256 MiB
   * @throws KrmError also `artifact-layer`, `blob-size`, and what `choose` throws
   */
  artifact(ref: OciReference, choose: ChooseLayer, maxBytes?: number): Promise<Artifact>;
  /** The tags of a repository, in the order of the registry. */
  tags(ref: OciReference): Promise<readonly string[]>;
  /** The manifests that refer to one, such as its signatures. Nothing in them is verified. */
  referrers(ref: OciReference): Promise<readonly Descriptor[]>;
  /**
   * Writes an artifact with one layer, and lets a tag name it.
   * @throws KrmError `registry-denied`, `registry-failed`, `remote-refused`, `remote-failed`, `digest-mismatch`
   */
  push(ref: OciReference, artifact: ArtifactToPush): Promise<Pushed>;
  close(): Promise<void>;
}

const TIMEOUT_SECONDS = 60;
const MAX_ARTIFACT_BYTES = 256 * 1024 * 1024;
const MAX_IN_MEMORY = 1024 * 1024;
/** How many manifests of an index are searched to explain a wrong digest. */
const MAX_SEARCHED = 16;

/** Opens nothing before the first use. @throws KrmError `invalid-host` for a list of hosts in the options */
export function openRegistries(options: RegistriesOptions): Registries {
  const { log = () => {}, sleep = sleepFor, insecureRegistries = [], tokenServers = [] } = options;
  const ending = new AbortController();
  const patience = { sleep, signal: ending.signal, random: options.random };
  const resolve = patientResolve(options.resolve ?? resolveName, patience);
  const connection: Connection = {
    ...patience,
    reach: registryReach({ ...options.rules, protocols: ["https"] }, insecureRegistries, resolve),
    hosts: new Hosts(),
    ca: options.ca,
    secrets: new Secrets(options.onSecret),
    log,
    timeoutSeconds: options.timeoutSeconds ?? TIMEOUT_SECONDS,
    isInsecure: insecureMatcher(insecureRegistries),
  };
  const { env, workTree, logins, access = "pull" } = options;
  const client = new RegistryClient(connection, { env, workTree, logins, tokenServers, access });
  let opened: ContentStore | undefined;
  const store = (): ContentStore => (opened ??= options.store());
  const blobs = new Blobs(connection, client, store);
  const manifests = new Map<string, Promise<OciManifest>>();

  function manifest(ref: OciReference): Promise<OciManifest> {
    const key = `${ref.registry}/${ref.repository} ${wantedOf(ref)}`;
    return once(manifests, key, () =>
      fetchManifest(ref).catch(async (error: unknown) => {
        // A later call may succeed, and may have a tag to explain it by.
        manifests.delete(key);
        throw await explained(ref, error);
      }),
    );
  }

  async function fetchManifest(ref: OciReference): Promise<OciManifest> {
    const name = referenceText(ref);
    const { digest } = ref;
    const kept = digest === undefined ? undefined : await blobs.stored(digest, MAX_MANIFEST_BYTES);
    if (kept !== undefined) return parseManifest(kept, undefined, name);
    const { bytes, type } = await withProgress(log, `Fetching the manifest of ${name}`, () =>
      requestManifest(ref, name),
    );
    const found = parseManifest(bytes, type, name);
    await blobs.keep(found.digest, bytes);
    return found;
  }

  function requestManifest(ref: OciReference, name: string): Promise<{ bytes: Buffer; type: string | undefined }> {
    return patiently(connection, { name }, async ({ signal }) => {
      const call = { headers: { accept: MANIFEST_ACCEPT } };
      const answer = await client.request(ref, `manifests/${wantedOf(ref)}`, call, signal);
      if (answer.status !== 200) return refusedBy(ref, name, answer, connection.secrets);
      const bytes = await bodyOf(answer, MAX_MANIFEST_BYTES, () => {
        const limit = sizeText(MAX_MANIFEST_BYTES);
        return failure("invalid-manifest", `the manifest of ${name} cannot be read: it is larger than ${limit}`);
      });
      const found = digestOf(bytes);
      const announced = answer.headers["docker-content-digest"];
      const wanted = ref.digest ?? (isDigest(announced) ? announced : found);
      if (found !== wanted) {
        const hint = "The registry, or something in between, sends another manifest. Nothing of it was kept.";
        throw failure("digest-mismatch", `the manifest of ${name} has the digest ${found}, not ${wanted}`, { hint });
      }
      return { outcome: { bytes, type: answer.headers["content-type"] } };
    });
  }

  /** A digest that the registry does not know may be that of a config; docs/specification/oci.md 5.6. */
  async function explained(ref: OciReference, error: unknown): Promise<unknown> {
    const { digest, tag } = ref;
    if (!(error instanceof KrmError) || digest === undefined || tag === undefined) return error;
    // docker-registry 2.8 answers 500 where the digest is that of a blob. The store may have the config.
    if (!["registry-not-found", "registry-failed", "invalid-manifest"].includes(error.code)) return error;
    const { digest: _, ...tagged } = ref;
    try {
      const top = await manifest(tagged);
      const candidates = top.kind === "image" ? [top] : [];
      if (top.kind === "index") {
        for (const entry of imagesOf(top).slice(0, MAX_SEARCHED)) {
          const found = await manifest(partOf(ref, entry));
          if (found.kind === "image") candidates.push(found);
        }
      }
      const match = candidates.find(({ config }) => config.digest === digest);
      if (match === undefined) return error;
      const what = "is the digest of the image's config, which engines show as the image ID, not that of its manifest";
      const message = `${referenceText(ref)} does not exist: ${digest} ${what}`;
      const hint = `Use the digest of the manifest: ${top.digest}, which ${referenceText(tagged)} names now.`;
      return failure("registry-not-found", message, { hint, cause: error });
    } catch {
      return error;
    }
  }

  async function artifact(ref: OciReference, choose: ChooseLayer, maxBytes = MAX_ARTIFACT_BYTES): Promise<Artifact> {
    const name = referenceText(ref);
    const found = await manifest(ref);
    const refuse = (reason: string): KrmError => failure("artifact-layer", `${name} cannot be used: ${reason}`);
    if (found.kind === "index") throw refuse("it is an index of several images, not an artifact");
    const layer = choose(found.layers, name);
    const { digest, size, mediaType } = layer;
    if (size > maxBytes) throw refuse(`its layer has ${sizeText(size)}, and the limit is ${sizeText(maxBytes)}`);
    const about = { digest, size, mediaType, manifestDigest: found.digest };
    if (size > MAX_IN_MEMORY) return { ...about, path: await blobs.path(ref, layer) };
    return { ...about, ...(await blobs.bytes(ref, layer)) };
  }

  return {
    manifest,
    async imageDigests(ref, platform) {
      const { manifest: found } = await findImage(ref, platform, manifest);
      return { manifest: found.digest, config: found.config.digest };
    },
    image: (ref, platform) => fetchImage(ref, platform, manifest, blobs),
    artifact,
    tags: (ref) => fetchTags(ref, { connection, client }),
    referrers: (ref) => fetchReferrers(ref, { connection, client, manifest }),
    push: (ref, pushed) => pushArtifact(ref, pushed, { connection, client }),
    async close() {
      ending.abort();
    },
  };
}

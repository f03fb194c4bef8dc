/** Brings blobs and manifests into the content store, each once; docs/specification/oci.md 6.1 to 6.4. */
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { failure, type KrmError } from "../../diagnostics.ts";
import { createTurns } from "../../processes/index.ts";
import { type ContentStore, withWorkplace } from "../content-store.ts";
import { save } from "../http/download.ts";
import { type Report, withProgress } from "../http/progress.ts";
import type { Connection } from "./connection.ts";
import { type Descriptor, digestOf } from "./manifest.ts";
import { hexOf, type OciReference } from "./reference.ts";
import type { RegistryClient } from "./registry-client.ts";
import { refusedBy } from "./registry-errors.ts";

/** The number of blobs that are fetched at once. */
const MAX_AT_ONCE = 3;

export class Blobs {
  readonly #connection: Connection;
  readonly #client: RegistryClient;
  readonly #store: () => ContentStore;
  readonly #fetching = new Map<string, Promise<string>>();
  readonly #inTurn = createTurns(MAX_AT_ONCE);

  constructor(connection: Connection, client: RegistryClient, store: () => ContentStore) {
    this.#connection = connection;
    this.#client = client;
    this.#store = store;
  }

  /**
   * The place of a blob in the store, which is verified. Fetches it if the store does not have it.
   * @throws KrmError `blob-size` if it is not as long as its descriptor says, `digest-mismatch`, `registry-not-found`,
   *   `registry-denied`, `registry-failed`, `remote-failed`
   */
  async path(ref: OciReference, descriptor: Descriptor): Promise<string> {
    const { digest, size } = descriptor;
    const fetching =
      this.#fetching.get(digest) ?? this.#find(ref, descriptor).finally(() => this.#fetching.delete(digest));
    this.#fetching.set(digest, fetching);
    const path = await fetching;
    // Another descriptor, which gives the right size, may have brought it here.
    const found = (await stat(path)).size;
    if (found === size) return path;
    throw wrongSize(nameOf(ref, descriptor), size, found > size ? "longer" : "shorter");
  }

  /** The bytes of a small blob. */
  async bytes(ref: OciReference, descriptor: Descriptor): Promise<{ readonly bytes: Buffer; readonly path: string }> {
    const path = await this.path(ref, descriptor);
    const bytes = await readFile(path);
    // Another process may have changed the file in between.
    if (digestOf(bytes) === descriptor.digest) return { bytes, path };
    throw failure("digest-mismatch", `${nameOf(ref, descriptor)} has changed in the store while it was read`);
  }

  /** The bytes of what the store has under a digest, unless that is larger: a digest may be that of a layer. */
  async stored(digest: string, maxBytes: number): Promise<Buffer | undefined> {
    const path = await this.#store().filePath(hexOf(digest));
    if (path === undefined || (await stat(path)).size > maxBytes) return undefined;
    const bytes = await readFile(path);
    return digestOf(bytes) === digest ? bytes : undefined;
  }

  /** Puts bytes into the store, and returns their place. */
  async keep(digest: string, bytes: Uint8Array): Promise<string> {
    const store = this.#store();
    const kept = await store.filePath(hexOf(digest));
    if (kept !== undefined) return kept;
    return withWorkplace(store, async (place) => {
      const file = join(place, hexOf(digest));
      await writeFile(file, bytes, { flag: "wx", mode: 0o600 });
      return store.moveFile(hexOf(digest), file);
    });
  }

  async #find(ref: OciReference, descriptor: Descriptor): Promise<string> {
    return (
      (await this.#store().filePath(hexOf(descriptor.digest))) ??
      (await this.#inTurn(() => this.#fetch(ref, descriptor)))
    );
  }

  async #fetch(ref: OciReference, descriptor: Descriptor): Promise<string> {
    const { digest, size } = descriptor;
    const name = nameOf(ref, descriptor);
    const store = this.#store();
    const download = async (place: string, report: Report): Promise<string> => {
      const to = join(place, hexOf(digest));
      const { bytes } = await save(
        name,
        (headers, signal) => this.#client.request(ref, `blobs/${digest}`, { headers }, signal),
        (answer) => refusedBy(ref, name, answer, this.#connection.secrets),
        {
          ...this.#connection,
          to,
          sha256: hexOf(digest),
          maxBytes: size,
          excess: () => wrongSize(name, size, "longer"),
          onProgress: (soFar) => report(soFar, size),
        },
      );
      if (bytes !== size) throw wrongSize(name, size, "shorter");
      return store.moveFile(hexOf(digest), to);
    };
    return withWorkplace(store, (place) =>
      withProgress(this.#connection.log, `Fetching ${name}`, (report) => download(place, report)),
    );
  }
}

function wrongSize(name: string, size: number, found: string): KrmError {
  const hint = "The registry, or something in between, sends another file, or the manifest is wrong.";
  return failure("blob-size", `${name} is ${found} than the ${size} bytes that its manifest gives`, { hint });
}

function nameOf({ registry, repository }: OciReference, { digest }: Descriptor): string {
  return `${registry}/${repository}@${digest}`;
}

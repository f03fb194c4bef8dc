/** Finds the manifests that refer to another one, such as its signatures; docs/specification/oci.md 7.4. */
import { failure, KrmError } from "../../diagnostics.ts";
import { patiently } from "../http/clock.ts";
import { discard } from "../http/follow.ts";
import { bodyOf } from "../http/http-client.ts";
import type { Connection } from "./connection.ts";
import type { FetchManifest } from "./images.ts";
import { type Descriptor, MAX_MANIFEST_BYTES, parseManifest } from "./manifest.ts";
import { hexOf, type OciReference, referenceText } from "./reference.ts";
import { nextPath, type RegistryClient } from "./registry-client.ts";
import { refusedBy } from "./registry-errors.ts";

const INDEX = "application/vnd.oci.image.index.v1+json";
/** The number of pages that are read of a long list. A registry could send pages without end. */
const MAX_PAGES = 8;

interface ReferrerOptions {
  readonly connection: Connection;
  readonly client: RegistryClient;
  readonly manifest: FetchManifest;
}

/**
 * Asks the API of referrers, or where the registry does not have it, the tag that stands for it.
 * @throws KrmError as the methods of Registries
 */
export async function fetchReferrers(
  { registry, repository, digest }: OciReference,
  options: ReferrerOptions,
): Promise<readonly Descriptor[]> {
  if (digest === undefined) {
    throw failure("invalid-oci-reference", `${registry}/${repository} has no digest: referrers are those of a digest`);
  }
  const ref = { registry, repository, digest };
  return (await askApi(ref, digest, options)) ?? (await askTag(ref, digest, options));
}

/** Undefined if the registry does not have the API. */
async function askApi(
  ref: OciReference,
  digest: string,
  { connection, client }: ReferrerOptions,
): Promise<readonly Descriptor[] | undefined> {
  const name = `the list of what refers to ${referenceText(ref)}`;
  const found: Descriptor[] = [];
  let path: string | undefined = `referrers/${digest}`;
  for (let pages = 0; path !== undefined && pages < MAX_PAGES; pages++) {
    const wanted: string = path;
    const page = await patiently(connection, { name }, async ({ signal }) => {
      const answer = await client.request(ref, wanted, { headers: { accept: INDEX } }, signal);
      if (answer.status === 404 || answer.status === 405) {
        discard(answer);
        return { outcome: undefined };
      }
      if (answer.status !== 200) return refusedBy(ref, name, answer, connection.secrets);
      const tooLong = (): KrmError => failure("invalid-manifest", `${name} cannot be read: it is too long`);
      const bytes = await bodyOf(answer, MAX_MANIFEST_BYTES, tooLong);
      return { outcome: { bytes, next: nextPath(answer.headers.link, ref, "referrers/") } };
    });
    if (page === undefined) return pages === 0 ? undefined : found;
    const index = parseManifest(page.bytes, INDEX, name);
    if (index.kind === "index") found.push(...index.manifests);
    path = page.next;
  }
  return found;
}

async function askTag(
  { registry, repository }: OciReference,
  digest: string,
  { manifest }: ReferrerOptions,
): Promise<readonly Descriptor[]> {
  try {
    const found = await manifest({ registry, repository, tag: `sha256-${hexOf(digest)}` });
    return found.kind === "index" ? found.manifests : [];
  } catch (error) {
    if (error instanceof KrmError && error.code === "registry-not-found") return [];
    throw error;
  }
}

/** Lists the tags of a repository; docs/specification/oci.md 7.5. */
import { failure, type KrmError } from "../../diagnostics.ts";
import { patiently } from "../http/clock.ts";
import { bodyOf } from "../http/http-client.ts";
import type { Connection } from "./connection.ts";
import { MAX_MANIFEST_BYTES, parseJson, readObject } from "./manifest.ts";
import { type OciReference, referenceText } from "./reference.ts";
import { nextPath, type RegistryClient } from "./registry-client.ts";
import { refusedBy } from "./registry-errors.ts";

const PAGE = 1000;
const MAX_PAGES = 100;
const MAX_TAGS = 50_000;

/** All tags, in the order of the registry. @throws KrmError as the methods of Registries, also for a list that is too long */
export async function fetchTags(
  { registry, repository }: OciReference,
  { connection, client }: { readonly connection: Connection; readonly client: RegistryClient },
): Promise<readonly string[]> {
  const ref = { registry, repository };
  const name = `the list of tags of ${referenceText(ref)}`;
  const refuse = (problem: string): KrmError => failure("registry-failed", `${name} cannot be read: ${problem}`);
  const tags: string[] = [];
  let path: string | undefined = `tags/list?n=${PAGE}`;
  for (let pages = 0; path !== undefined; pages++) {
    if (pages === MAX_PAGES || tags.length > MAX_TAGS) throw refuse("it is too long");
    const wanted: string = path;
    const { bytes, next } = await patiently(connection, { name }, async ({ signal }) => {
      const answer = await client.request(ref, wanted, {}, signal);
      if (answer.status !== 200) return refusedBy(ref, name, answer, connection.secrets);
      const found = await bodyOf(answer, MAX_MANIFEST_BYTES, () => refuse("it is too long"));
      return { outcome: { bytes: found, next: nextPath(answer.headers.link, ref, "tags/list") } };
    });
    const list = readObject(parseJson(bytes))?.["tags"];
    // Some registries have null in place of an empty list.
    if (list !== null && !Array.isArray(list)) throw refuse("it is not a list");
    for (const tag of list ?? []) if (typeof tag === "string") tags.push(tag);
    path = next;
  }
  return tags;
}

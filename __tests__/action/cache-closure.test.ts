/** What one digest leads to, so that an image is one entry of the Actions cache. */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { closureOf } from "../../src/action/caching/cache-closure.ts";
import { temporaryDirectories } from "../sources/fixtures.ts";

const directory = temporaryDirectories();

const hex = (text: string): string => createHash("sha256").update(text).digest("hex");
const descriptor = (text: string) => ({ digest: `sha256:${hex(text)}`, size: text.length });
const IMAGE = "application/vnd.oci.image.config.v1+json";
const manifestOf = (config: string, ...layers: string[]): string => ofType(IMAGE, config, ...layers);
const ofType = (mediaType: string, config: string, ...layers: string[]): string =>
  JSON.stringify({
    schemaVersion: 2,
    config: { mediaType, ...descriptor(config) },
    layers: layers.map(descriptor),
  });
const indexOf = (...manifests: string[]): string =>
  JSON.stringify({ schemaVersion: 2, manifests: manifests.map(descriptor) });

const AMD = manifestOf("{}", "layer one", "layer two");
const ARM = manifestOf("[]", "layer three");
const ARTIFACT = ofType("application/vnd.oci.empty.v1+json", "{}", "catalog", "notes");
const INDEX = indexOf(AMD, ARM);

/** The closure in a store of these texts, as texts. */
async function closure(wanted: readonly string[], stored: readonly string[]): Promise<readonly string[] | undefined> {
  const place = join(directory(), "files");
  mkdirSync(place);
  const paths = new Map(stored.map((text) => [hex(text), join(place, hex(text))]));
  for (const text of stored) writeFileSync(join(place, hex(text)), text);
  const found = await closureOf(wanted.map(hex), async (digest) => paths.get(digest));
  return found && [...found.keys()].map((digest) => stored.find((text) => hex(text) === digest) ?? digest);
}

test.each<
  [name: string, wanted: readonly string[], stored: readonly string[], expected: readonly string[] | undefined]
>([
  ["a program", ["program"], ["program", "other"], ["program"]],
  ["a program that is missing", ["program"], ["other"], undefined],
  ["a manifest", [AMD], [AMD, "{}", "layer one", "layer two", "other"], [AMD, "{}", "layer one", "layer two"]],
  ["a manifest without a layer", [AMD], [AMD, "{}", "layer one"], undefined],
  ["a manifest without its config", [AMD], [AMD, "layer one", "layer two"], undefined],
  [
    "an index, for the platform that was fetched",
    [INDEX],
    [INDEX, ARM, "[]", "layer three"],
    [INDEX, ARM, "[]", "layer three"],
  ],
  ["an artifact, of which a run fetches one part", [ARTIFACT], [ARTIFACT, "catalog"], [ARTIFACT, "catalog"]],
  ["an artifact without any part", [ARTIFACT], [ARTIFACT, "other"], undefined],
  ["an index without any image", [INDEX], [INDEX, "layer three"], undefined],
  ["an index with an incomplete image", [INDEX], [INDEX, ARM, "[]"], undefined],
  ["a program that only looks like a manifest", ['{"layers": 7}'], ['{"layers": 7}'], ['{"layers": 7}']],
  [
    "a manifest with wrong digests",
    ['{"schemaVersion":2,"layers":[{"digest":"md5:1"},3]}'],
    ['{"schemaVersion":2,"layers":[{"digest":"md5:1"},3]}'],
    ['{"schemaVersion":2,"layers":[{"digest":"md5:1"},3]}'],
  ],
])("%s", async (_, wanted, stored, expected) => {
  expect(await closure(wanted, stored)).toEqual(expected);
});

/** Which signatures of a manifest a registry has; docs/specification/signatures.md 3.1 to 3.3. */
import { createHash } from "node:crypto";
import { expect, test } from "@jest/globals";
import { KrmError } from "../../../src/diagnostics.ts";
import { registrySignatures } from "../../../src/functions/catalogs/signature-materials.ts";
import type { Descriptor } from "../../../src/store/index.ts";
import { parseManifest } from "../../../src/store/oci/manifest.ts";

const PLACE = { registry: "registry.example", repository: "catalogs/shop" };
const MANIFEST = `sha256:${"1".repeat(64)}`;
const TAG = `sha256-${"1".repeat(64)}.sig`;
const BUNDLE = "application/vnd.dev.sigstore.bundle.v0.3+json";
const SIMPLE = "application/vnd.dev.cosign.simplesigning.v1+json";

const digestOf = (bytes: Buffer): string => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;

/** A registry with manifests by their tags, and with referrers of a type each, whose one layer has a text. */
function registryWith(referrers: readonly [type: string | undefined, layer: string][], tagged: readonly string[] = []) {
  const asked: string[] = [];
  const blobs = new Map<string, Buffer>();
  const manifests = new Map<string, Buffer>();
  const made = (type: string, contents: readonly string[]): Buffer => {
    const layers = contents.map((text) => {
      const bytes = Buffer.from(text);
      blobs.set(digestOf(bytes), bytes);
      return { mediaType: type, digest: digestOf(bytes), size: bytes.length };
    });
    const config = { mediaType: "application/vnd.oci.empty.v1+json", digest: digestOf(Buffer.from("{}")), size: 2 };
    const bytes = Buffer.from(JSON.stringify({ schemaVersion: 2, config, layers }));
    manifests.set(digestOf(bytes), bytes);
    return bytes;
  };
  const listed = referrers.map(([artifactType, text]): Descriptor => {
    const bytes = made(artifactType ?? SIMPLE, [text]);
    const mediaType = "application/vnd.oci.image.manifest.v1+json";
    return { mediaType, digest: digestOf(bytes), size: bytes.length, annotations: new Map(), artifactType };
  });
  if (tagged.length > 0) manifests.set(TAG, made(SIMPLE, tagged));
  const found = async ({ tag, digest }: { tag?: string | undefined; digest?: string | undefined }) => {
    const bytes = manifests.get(digest ?? tag ?? "");
    if (bytes === undefined) throw new KrmError([{ code: "registry-not-found", severity: "error", message: "no" }]);
    return parseManifest(bytes, undefined, "it");
  };
  const registries: Parameters<typeof registrySignatures>[2] = {
    // A registry may ignore which type it is asked for.
    referrers: async () => listed,
    manifest: found,
    async artifact(ref, choose) {
      const manifest = await found(ref);
      if (manifest.kind === "index") throw new Error("an artifact");
      const layer = choose(manifest.layers, "it");
      const bytes = blobs.get(layer.digest) ?? Buffer.alloc(0);
      asked.push(bytes.toString());
      return { ...layer, path: "", bytes, manifestDigest: manifest.digest };
    },
  };
  return { registries, asked };
}

async function texts(registries: Parameters<typeof registrySignatures>[2]): Promise<string[]> {
  const found = await registrySignatures(PLACE, MANIFEST, registries);
  return found.map((one) => `${one.kind}: ${Buffer.from(one.kind === "bundle" ? one.json : one.payload).toString()}`);
}

test("bundles of all versions, and signatures of cosign, are found", async () => {
  const old = [1, 2, 3].map((version) => `application/vnd.dev.sigstore.bundle+json;version=0.${version}`);
  const { registries } = registryWith([[BUNDLE, "new"], ...old.map((type): [string, string] => [type, type])], ["old"]);
  expect(await texts(registries)).toEqual(["cosign: old", "bundle: new", ...old.map((type) => `bundle: ${type}`)]);
});

test("other referrers are not even asked for", async () => {
  const { registries, asked } = registryWith([
    ["application/spdx+json", "a bill of materials"],
    [undefined, "no type"],
  ]);
  expect(await texts(registries)).toEqual([]);
  expect(asked).toEqual([]);
});

test("a signature of cosign counts beside any number of bundles, and no more are fetched than count", async () => {
  const many = Array.from({ length: 50 }, (_, index): [string, string] => [BUNDLE, `bundle ${index}`]);
  const { registries, asked } = registryWith(many, ["cosign"]);
  expect((await texts(registries))[0]).toBe("cosign: cosign");
  expect(asked).toHaveLength(32);
});

/** Signatures in a registry: which manifests and layers contain some. */
import { describe, expect, test } from "@jest/globals";
import {
  BUNDLE_SUFFIX,
  cosignTag,
  isBundleType,
  signatureLayers,
  signatureMaterials,
} from "../../src/signatures/index.ts";
import { jsonBytes } from "./instance.ts";

const DIGEST = `sha256:${"a".repeat(64)}`;
const BUNDLE = "application/vnd.dev.sigstore.bundle.v0.3+json";
const PAYLOAD = "application/vnd.dev.cosign.simplesigning.v1+json";
const descriptor = (more: object): object => ({ digest: DIGEST, size: 10, ...more });

// docs/specification/signatures.md 3.1
test("the tag of a digest, and the file beside a file", () => {
  expect(BUNDLE_SUFFIX).toBe(".sigstore.json");
  expect(cosignTag("ab")).toBe("sha256-ab.sig");
});

// docs/specification/signatures.md 3.2
test.each<[artifactType: string | undefined, isBundle: boolean]>([
  [BUNDLE, true],
  ["application/vnd.dev.sigstore.bundle+json;version=0.1", true],
  ["application/vnd.dev.sigstore.bundle+json;version=0.2", true],
  ["application/vnd.dev.sigstore.bundle+json;version=0.3", true],
  ["application/vnd.dev.sigstore.bundle+json;version=0.4", false],
  [`${BUNDLE}x`, false],
  ["application/spdx+json", false],
  [undefined, false],
])("a referrer of the type %s", (artifactType, isBundle) => {
  expect(isBundleType(artifactType)).toBe(isBundle);
});

describe("layers", () => {
  // docs/specification/signatures.md 3.2, 3.3
  test("bundles and payloads become materials, with the annotations that count", () => {
    const annotations = {
      "dev.cosignproject.cosign/signature": "AAAA",
      "dev.sigstore.cosign/bundle": 1,
      "org.other": "x",
      __proto__: "y",
    };
    const manifest = {
      layers: [
        descriptor({ mediaType: BUNDLE }),
        descriptor({ mediaType: PAYLOAD, digest: DIGEST.replace("aa", "bb"), annotations }),
      ],
    };
    const layers = signatureLayers(jsonBytes(manifest));
    const blobs = new Map(layers.map(({ digest, kind }) => [digest, Buffer.from(kind)]));
    expect(signatureMaterials(layers, blobs, "the place")).toEqual([
      { kind: "bundle", json: Buffer.from("bundle"), source: "the place" },
      {
        kind: "cosign",
        payload: Buffer.from("cosign"),
        annotations: new Map([["dev.cosignproject.cosign/signature", "AAAA"]]),
        source: "the place",
      },
    ]);
    expect(signatureMaterials(layers, new Map(), "the place")).toEqual([]);
  });

  const rows: [string, unknown, number][] = [
    ["others", [descriptor({ mediaType: "application/vnd.oci.image.layer.v1.tar" }), null], 0],
    ["too large ones", [descriptor({ mediaType: BUNDLE, size: 1024 * 1024 + 1 })], 0],
    ["as large as allowed", [descriptor({ mediaType: BUNDLE, size: 1024 * 1024 })], 1],
    ["more than are looked at", Array.from({ length: 40 }, () => descriptor({ mediaType: PAYLOAD })), 32],
  ];
  test.each(rows)("%s", (_, layers, count) => {
    expect(signatureLayers(jsonBytes({ layers }))).toHaveLength(count);
  });
});

/** Signatures in a registry: which manifests and layers contain some. */
import { describe, expect, test } from "@jest/globals";
import {
  BUNDLE_SUFFIX,
  signatureLayers,
  signatureMaterials,
  signatureReferrers,
  signatureTags,
} from "../../src/signatures/index.ts";
import { jsonBytes } from "./instance.ts";

const DIGEST = `sha256:${"a".repeat(64)}`;
const BUNDLE = "application/vnd.dev.sigstore.bundle.v0.3+json";
const PAYLOAD = "application/vnd.dev.cosign.simplesigning.v1+json";
const descriptor = (more: object): object => ({ digest: DIGEST, size: 10, ...more });

// docs/specification/signatures.md 3.1
test("the tags of a digest, and the file beside a file", () => {
  expect(BUNDLE_SUFFIX).toBe(".sigstore.json");
  expect(signatureTags("ab")).toEqual({ cosign: "sha256-ab.sig", referrers: "sha256-ab" });
});

describe("referrers", () => {
  const rows: [string, unknown, number][] = [
    ["a bundle", { manifests: [descriptor({ artifactType: BUNDLE })] }, 1],
    [
      "bundles of older versions",
      {
        manifests: [1, 2, 3].map((n) =>
          descriptor({ artifactType: `application/vnd.dev.sigstore.bundle+json;version=0.${n}` }),
        ),
      },
      3,
    ],
    [
      "other artifacts",
      { manifests: [descriptor({ artifactType: "application/spdx+json" }), descriptor({}), null, "x"] },
      0,
    ],
    ["a type that only begins so", { manifests: [descriptor({ artifactType: `${BUNDLE}x` })] }, 0],
    [
      "more than are looked at",
      { manifests: Array.from({ length: 40 }, () => descriptor({ artifactType: BUNDLE })) },
      32,
    ],
    ["a digest that is none", { manifests: [descriptor({ artifactType: BUNDLE, digest: "sha256:../../x" })] }, 0],
    ["a size that is none", { manifests: [descriptor({ artifactType: BUNDLE, size: -1 })] }, 0],
    ["no list", { manifests: {} }, 0],
    ["no object", null, 0],
  ];
  // docs/specification/signatures.md 3.2
  test.each(rows)("%s", (_, index, count) => {
    expect(signatureReferrers(jsonBytes(index))).toEqual(
      Array.from({ length: count }, () => ({ digest: DIGEST, size: 10 })),
    );
  });

  test("no JSON", () => {
    expect(signatureReferrers(Buffer.from("<html>"))).toEqual([]);
    expect(signatureReferrers(Buffer.from([0x7b, 0xff, 0x7d]))).toEqual([]);
  });
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

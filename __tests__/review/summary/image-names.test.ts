/** The images and sources whose versions Flux objects keep apart from their names. */
import { describe, expect, test } from "@jest/globals";
import { headline } from "../../../src/report/headline/headline.ts";
import { overviewOf } from "../../../src/report/overview.ts";
import { reviewed } from "../dangers/found.ts";

const RELEASE = "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: shop}\n";
const values = (text: string) => `${RELEASE}spec: {values: ${text}}\n`;
const source = (kind: string, spec: string) =>
  `apiVersion: source.toolkit.fluxcd.io/v1\nkind: ${kind}\nmetadata: {name: shop}\nspec: ${spec}\n`;
const A = `sha256:${"a".repeat(64)}`;
const B = `sha256:${"b".repeat(64)}`;

/** Each row of the table, the consequences, and the first line. */
function seen(base: string, head: string) {
  const report = reviewed({ app: [base, head] });
  return {
    images: report.images.map(
      ({ repository, version, containers }) =>
        `${containers} ${repository.before} ${version.before} → ${repository.after} ${version.after}`,
    ),
    consequences: report.groups.map(({ consequence }) => consequence),
    line: headline(overviewOf(report)),
  };
}

describe("versions apart from their names", () => {
  test.each<readonly [string, string, string, string, string]>([
    [
      "a tag",
      values("{image: {repository: b.example/shop/web, tag: 1.2.0}}"),
      values("{image: {repository: b.example/shop/web, tag: 1.3.0}}"),
      "0 b.example/shop/web 1.2.0 → b.example/shop/web 1.3.0",
      "1 image changes in 1 of 1 target",
    ],
    [
      "a tag with a digest, and a registry",
      values(`{a: {b: {registry: b.example, repository: web, tag: 1.2.0@${A}}}}`),
      values(`{a: {b: {registry: b.example, repository: web, tag: 1.2.1@${B}}}}`),
      `0 b.example/web 1.2.0@${A} → b.example/web 1.2.1@${B}`,
      "1 image changes in 1 of 1 target",
    ],
    [
      "a digest",
      values(`{image: {repository: web, digest: "${A}"}}`),
      values(`{image: {repository: web, digest: "${B}"}}`),
      `0 web ${A} → web ${B}`,
      "1 image changes in 1 of 1 target",
    ],
    [
      "an OCIRepository",
      source("OCIRepository", "{url: 'oci://ghcr.io/x/charts/shop', ref: {tag: 0.5.0}}"),
      source("OCIRepository", "{url: 'oci://ghcr.io/x/charts/shop', ref: {tag: 0.5.1}}"),
      "0 ghcr.io/x/charts/shop 0.5.0 → ghcr.io/x/charts/shop 0.5.1",
      "1 chart changes in 1 of 1 target",
    ],
    [
      "a GitRepository, without the user",
      source("GitRepository", "{url: 'https://me:secret@github.com/X/shop.git', ref: {tag: v1.2.0}}"),
      source("GitRepository", "{url: 'https://me:secret@github.com/X/shop.git', ref: {tag: v1.2.1}}"),
      "0 github.com/X/shop.git v1.2.0 → github.com/X/shop.git v1.2.1",
      "1 repository changes in 1 of 1 target",
    ],
    [
      "another major version",
      values("{image: {repository: web, tag: 1.2.0}}"),
      values("{image: {repository: web, tag: 2.0.0}}"),
      "0 web 1.2.0 → web 2.0.0",
      "1 image changes in 1 of 1 target",
    ],
    [
      "another major version of a source",
      source("OCIRepository", "{url: 'oci://ghcr.io/x/shop', ref: {tag: 0.5.0}}"),
      source("OCIRepository", "{url: 'oci://ghcr.io/x/shop', ref: {tag: 1.0.0}}"),
      "0 ghcr.io/x/shop 0.5.0 → ghcr.io/x/shop 1.0.0",
      "1 artifact changes in 1 of 1 target",
    ],
    [
      "a tag that moves",
      values("{image: {repository: web, tag: 1.2.0}}"),
      values("{image: {repository: web, tag: latest}}"),
      "0 web 1.2.0 → web latest",
      "1 image changes in 1 of 1 target",
    ],
    [
      "a digest that goes",
      values(`{image: {repository: web, tag: "1.2.0@${A}"}}`),
      values("{image: {repository: web, tag: 1.2.1}}"),
      `0 web 1.2.0@${A} → web 1.2.1`,
      "1 image changes in 1 of 1 target",
    ],
    [
      "a commit",
      source("GitRepository", `{url: 'https://github.com/x/shop', ref: {commit: ${"0a".repeat(20)}}}`),
      source("GitRepository", `{url: 'https://github.com/x/shop', ref: {commit: ${"0b".repeat(20)}}}`),
      `0 github.com/x/shop ${"0a".repeat(20)} → github.com/x/shop ${"0b".repeat(20)}`,
      "1 repository changes in 1 of 1 target",
    ],
  ])("%s", (_name, base, head, image, line) => {
    expect(seen(base, head)).toEqual({ images: [image], consequences: ["image"], line });
  });

  test.each<readonly [string, string, string]>([
    ["no name", values("{image: {tag: 1.2.0}}"), values("{image: {tag: 1.2.1}}")],
    [
      "another name",
      values("{image: {repository: web, tag: 1.2.0}}"),
      values("{image: {repository: evil, tag: 1.2.1}}"),
    ],
    [
      "another registry",
      values("{image: {registry: a.example, repository: web, tag: 1.2.0}}"),
      values("{image: {registry: b.example, repository: web, tag: 1.2.1}}"),
    ],
    ["no text", values("{image: {repository: web, tag: 1.2}}"), values("{image: {repository: web, tag: 1.3}}")],
    [
      "another kind",
      values("{image: {repository: web, tag: 1.2.0}}").replace("HelmRelease", "Release"),
      values("{image: {repository: web, tag: 1.2.1}}").replace("HelmRelease", "Release"),
    ],
    [
      "another source",
      source("OCIRepository", "{url: 'oci://ghcr.io/x/shop', ref: {tag: 0.5.0}}"),
      source("OCIRepository", "{url: 'oci://ghcr.io/y/shop', ref: {tag: 0.5.1}}"),
    ],
    [
      "a range",
      source("OCIRepository", "{url: 'oci://ghcr.io/x/shop', ref: {semver: 0.5.x}}"),
      source("OCIRepository", "{url: 'oci://ghcr.io/x/shop', ref: {semver: 0.6.x}}"),
    ],
  ])("are none with %s", (_name, base, head) => {
    const { images, line } = seen(base, head);
    expect(images).toEqual([]);
    expect(line).toMatch(/^(?:\d changes?|1 artifact changes) in 1 of 1 target$/);
  });
});

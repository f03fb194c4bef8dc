import { describe, expect, test } from "@jest/globals";
import type { RenderedResource } from "../../../../src/render/rendering.ts";
import { findings, object, places, workload } from "./objects.ts";

const IMAGE = "/spec/template/spec/containers/0/image";
const DIGEST = `sha256:${"a".repeat(64)}`;
const OTHER_DIGEST = `sha256:${"b".repeat(64)}`;

const image = (name: string, annotations?: string) =>
  workload(`{name: web, image: "${name}"}`, "", annotations === undefined ? {} : { annotations });

describe("image-latest", () => {
  const text = (what: string) =>
    `an image has ${what}: what runs can change whenever a Pod starts, and nothing can be rolled back`;

  test.each<readonly [string, string, string]>([
    ["web:1.0.0", "web:latest", text("the tag `latest`")],
    ["web:1.0.0", "web", text("no tag")],
    [`web@${DIGEST}`, "registry.example:5000/shop/web", text("no tag")],
    ["web:1.0.0", "other:latest", text("the tag `latest`")],
  ])("%s -> %s", (before, after, found) => {
    expect(findings("image-latest", image(before), image(after))).toEqual([`medium ${IMAGE}: ${found} ( -> ${after})`]);
  });

  test("a new object, and a new container", () => {
    expect(places("image-latest", undefined, image("web"))).toEqual([`low ${IMAGE}`]);
    expect(
      places("image-latest", image("web:1"), workload('{name: web, image: "web:1"}, {name: b, image: b}')),
    ).toEqual(["low /spec/template/spec/containers/1/image"]);
  });

  test.each<readonly [string, RenderedResource | undefined, RenderedResource | undefined]>([
    ["an image that had no tag", image("web"), image("web:latest")],
    ["another image in place of one without tag", image("web"), image("other")],
    ["a tag", image("web:latest"), image("web:1.0.0")],
    ["a digest", image("web:1.0.0"), image(`web:latest@${DIGEST}`)],
    ["a digest without a tag", undefined, image(`web@${DIGEST}`)],
    ["a tag that only begins with latest", undefined, image("web:latest-20240131")],
    ["a variable", undefined, image("$(IMAGE)")],
    ["a variable of Flux", undefined, image("${registry}/web")],
    ["no image", undefined, workload("{name: web}")],
    ["the placeholder of Istio", undefined, image("auto")],
    ["what a trigger fills in", undefined, image("web", "image.openshift.io/triggers: '[]'")],
    ["a removed object", image("web"), undefined],
    ["a kind without Pods", undefined, object("example.com/v1 Thing", "spec: {image: web}")],
  ])("does not find %s", (_name, base, head) => {
    expect(findings("image-latest", base, head)).toEqual([]);
  });
});

/** The first digits of a digest are enough. */
const shown = (name: string): string => name.replace(/(sha256:[0-9a-f]{12})[0-9a-f]+/, "$1…");

describe("image-major", () => {
  test.each([
    ["web:1.9.3", "web:2.0.0"],
    ["web:v1.2", "web:v2.0"],
    ["web:v1.2", "web:2.0"],
    ["valkey:16", "valkey:17"],
    ["node:20-alpine", "node:22-alpine"],
    ["web:0.9.0", "web:1.0.0"],
    ["web:1.2.3-debian-11-r4", "web:2.0.0-debian-11-r0"],
    ["docker.io/bitnami/redis:6.2.1", "registry.example/mirror/redis:7.0.0"],
    [`web:1.0.0@${DIGEST}`, `web:2.0.0@${OTHER_DIGEST}`],
  ])("%s -> %s", (before, after) => {
    expect(findings("image-major", image(before), image(after))).toEqual([
      `medium ${IMAGE}: an image changes to another major version: read its release notes for what breaks (${shown(before)} -> ${shown(after)})`,
    ]);
  });

  test.each(["postgres", "bitnami/postgresql", "ghcr.io/cloudnative-pg/postgresql"])("%s is high", (name) => {
    const message =
      "an image changes to another major version of PostgreSQL, which does not start on data of the old one until this is migrated";
    expect(findings("image-major", image(`${name}:16.4`), image(`${name}:17.0`))).toEqual([
      `high ${IMAGE}: ${message} (${name}:16.4 -> ${name}:17.0)`,
    ]);
    expect(findings("image-major", image(`${name}:16.4`), image(`${name}:16.5`))).toEqual([]);
  });

  test("back to an earlier one", () => {
    expect(findings("image-major", image("valkey:17"), image("valkey:16"))).toEqual([
      `medium ${IMAGE}: an image goes back to an earlier major version: what the later one has stored may not be readable (valkey:17 -> valkey:16)`,
    ]);
  });

  test("in several containers", () => {
    const both = (tag: string) =>
      workload(`{name: a, image: "web:${tag}"}, {name: b, image: "web:${tag}"}, {name: c, image: "db:${tag}"}`);
    expect(findings("image-major", both("1.0"), both("2.0"))).toEqual([
      `medium ${IMAGE}: an image changes to another major version: read its release notes for what breaks (web:1.0 -> web:2.0)`,
      "medium /spec/template/spec/containers/2/image: an image changes to another major version: read its release notes for what breaks (db:1.0 -> db:2.0)",
    ]);
  });

  test.each([
    ["web:1.2.3", "web:1.9.0"],
    ["web:0.1.0", "web:0.2.0"],
    ["web:1.2.3", "web:1.2.3-alpine"],
    ["web:2023.10.1", "web:2024.1.0"],
    ["web:20231001", "web:20240101"],
    ["web:2023-10-01", "web:2024-01-01"],
    ["web:57-1a2b3c4d", "web:58-5e6f7a8b"],
    ["web:12-20240131", "web:13-20240201"],
    ["web:57", "web:58"],
    ["web:1.0.0", "web:latest"],
    ["web:1a2b3c4", "web:2a2b3c4"],
    ["web:1234567", "web:2345678"],
    ["web:release-1", "web:release-2"],
    ["web:1.0.0", "other:2.0.0"],
    [`web@${DIGEST}`, `web@${OTHER_DIGEST}`],
    ["$(IMAGE):1.0", "$(IMAGE):2.0"],
    ["web:1.0.0", "web:1.0.0"],
  ])("%s -> %s is none", (before, after) => {
    expect(findings("image-major", image(before), image(after))).toEqual([]);
  });

  test("neither is a new object or container", () => {
    expect(findings("image-major", undefined, image("web:2.0.0"))).toEqual([]);
    expect(
      findings(
        "image-major",
        image("web:1.0.0"),
        workload('{name: web, image: "web:1.0.0"}, {name: b, image: "b:2.0.0"}'),
      ),
    ).toEqual([]);
  });
});

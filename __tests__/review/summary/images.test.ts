/** The images that others replace. */
import { expect, test } from "@jest/globals";
import { splitImage } from "../../../src/review/summary/images.ts";
import { type Given, reportOf } from "../given-reports.ts";

const DIGEST = `sha256:${"a".repeat(64)}`;

test.each<[image: string, parts: readonly [string, string] | undefined]>([
  ["nginx", ["nginx", ""]],
  ["nginx:1.27", ["nginx", "1.27"]],
  [`nginx@${DIGEST}`, ["nginx", DIGEST]],
  [`registry.example:5000/shop/web:1@${DIGEST}`, ["registry.example:5000/shop/web", `1@${DIGEST}`]],
  ["registry.example:5000/shop/web", ["registry.example:5000/shop/web", ""]],
  ["nginx@sha512:0a", ["nginx", "sha512:0a"]],
  ["nginx@latest", undefined],
  ["nginx@sha256:0a@sha256:0b", undefined],
  ["", undefined],
  [":1", undefined],
  ["Upper:1", undefined],
  ["a b", undefined],
  ["nginx:", undefined],
])("%s has the parts %j", (image, parts) => {
  const split = splitImage(image);
  expect(split && [split.repository, split.version]).toEqual(parts);
});

const pod = (index: number, before: string, after: string, list = "containers") =>
  ({ path: `/spec/template/spec/${list}/${index}/image`, op: "changed", before, after }) as const;

test("one row is one pair of images, with its containers, changes and targets", () => {
  const web: Given = {
    name: "web",
    fields: [
      pod(0, "b/web:1", "b/web:2"),
      pod(0, "b/web:1", "b/web:2", "initContainers"),
      pod(1, "a/side", "a/side:3"),
    ],
  };
  const job: Given = {
    name: "job",
    kind: "CronJob",
    fields: [
      {
        path: "/spec/jobTemplate/spec/template/spec/containers/0/image",
        op: "changed",
        before: "b/web:1",
        after: "b/web:2",
      },
    ],
  };
  const other: Given = { name: "other", fields: [pod(0, "b/web:1", "c/web:2"), pod(1, "b/web:0", "b/web:2")] };
  const { images, changes } = reportOf({ two: [web, job], one: [web], three: [other] });
  const names = new Map(changes.map(({ id, object }) => [id, object.name]));
  expect(
    images.map(({ repository, version, containers, changes: ids, targets }) => [
      `${repository.before}:${version.before} → ${repository.after}:${version.after}`,
      containers,
      ids.map((id) => names.get(id)),
      targets,
    ]),
  ).toEqual([
    ["a/side: → a/side:3", 1, ["web"], ["one", "two"]],
    ["b/web:0 → b/web:2", 1, ["other"], ["three"]],
    ["b/web:1 → b/web:2", 3, ["web", "job"], ["one", "two"]],
    ["b/web:1 → c/web:2", 1, ["other"], ["three"]],
  ]);
});

test("an added container, and an image that is no longer there, replace nothing", () => {
  const fields = [
    { path: "/spec/containers/0/image", op: "added", after: "x:1" },
    { path: "/spec/containers/1", op: "added", after: { name: "y", image: "y:1" } },
    { path: "/spec/containers/2/image", op: "changed", redacted: true },
  ] as const;
  expect(reportOf({ a: [{ fields }] }).images).toEqual([]);
});

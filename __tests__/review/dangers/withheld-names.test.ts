/** What messages tell of elements whose names are withheld. */
import { expect, test } from "@jest/globals";
import { processPool } from "../../../src/budget/index.ts";
import { EMPTY_CONFIGURATION } from "../../../src/configuration/index.ts";
import { Reviewer } from "../../../src/review/reviewer.ts";
import { rendered } from "../renderings.ts";
import { told } from "./found.ts";

const SIDE = { sha: null, label: "x", reason: "given" };

const workload = (privileged: boolean, path: string) => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, annotations: {krm-render.dev/redact: /spec}}
spec:
  template:
    spec:
      volumes: [{name: hunter2-volume, hostPath: {path: ${path}}}, {name: hunter2-more, hostPath: {path: ${path}/b}}]
      containers: [{name: hunter2, image: "a:1", securityContext: {privileged: ${privileged}}},
        {name: "hunter2-${"long".repeat(30)}", image: "b:1", securityContext: {privileged: ${privileged}}}]`;

test("a message holds no name that is withheld", () => {
  const lines = told(workload(false, "/a"), workload(true, "/c"), "privileged", "host-path");
  expect(lines).toHaveLength(3);
  expect(lines.join()).not.toContain("hunter2");
  expect(lines.join()).toContain("container `<redacted>` becomes privileged");
  const shown = told(
    ...([false, true].map((each) => workload(each, "/a").replace("/spec", "/data")) as [string, string]),
    "privileged",
  );
  expect(shown.join()).toContain("container `hunter2` becomes");
});

test("what a run tells others holds no name that is withheld, also where it is a part of a path", () => {
  const input = (names: string) => {
    const side = (privileged: boolean) =>
      rendered(workload(privileged, "/a").replace("redact: /spec", `redact: ${names}`), "app");
    const reviewer = new Reviewer(processPool(), undefined, EMPTY_CONFIGURATION);
    reviewer.compare({ id: "app", path: "app", why: "" }, side(false), side(true), {
      seconds: undefined,
      isLast: true,
    });
    const { dangers, ...partial } = reviewer.partial({ base: SIDE, head: SIDE });
    return { text: JSON.stringify({ dangers, partial }), paths: dangers.map(({ danger }) => danger.namedPath) };
  };
  const withheld = input("/spec/template/spec/containers/*/name");
  expect(withheld.text).not.toMatch(/hunter2(?!-volume|-more)/);
  expect(withheld.paths[0]).toBe("/spec/template/spec/containers/0/securityContext/privileged");
  expect(input("/data").paths[0]).toBe("/spec/template/spec/containers/hunter2/securityContext/privileged");
});

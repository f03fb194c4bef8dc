/** What messages tell of elements whose names are withheld. */
import { expect, test } from "@jest/globals";
import { told } from "./found.ts";

test("a message holds no name that is withheld", () => {
  const workload = (privileged: boolean, path: string) => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, annotations: {krm-render.dev/redact: /spec}}
spec:
  template:
    spec:
      volumes: [{name: hunter2-volume, hostPath: {path: ${path}}}, {name: hunter2-more, hostPath: {path: ${path}/b}}]
      containers: [{name: hunter2, image: "a:1", securityContext: {privileged: ${privileged}}},
        {name: "hunter2-${"long".repeat(30)}", image: "b:1", securityContext: {privileged: ${privileged}}}]`;
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

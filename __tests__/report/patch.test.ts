import { expect, test } from "@jest/globals";
import { parsePatch } from "diff";
import fc from "fast-check";
import { patchChunks } from "../../src/report/index.ts";
import { type Report, review } from "../../src/review/index.ts";
import { failed, rendered } from "../review/renderings.ts";
import { change, failedTarget, hostileReport, report, target } from "./reports.ts";

const patchReport = (input: Report): string => [...patchChunks(input)].join("");

const SIDE = { sha: null, label: "x", reason: "" };
const service = (name: string, port: number) =>
  `apiVersion: v1\nkind: Service\nmetadata:\n  name: ${name}\nspec:\n  port: ${port}\n`;

test("a file for each object of each target", () => {
  const base = rendered(`${service("gone", 1)}---\n${service("web", 80)}`, "apps/a");
  const head = rendered(`${service("web", 81)}---\n${service("new", 2)}`, "apps/a");
  const text = patchReport(
    review({
      base: SIDE,
      head: SIDE,
      renderings: [
        { base, head },
        { base: rendered("", "b"), head: failed("b") },
      ],
    }),
  );
  expect(text).toBe(`diff --git a/apps/a/Service-gone.yaml b/apps/a/Service-gone.yaml
deleted file mode 100644
--- a/apps/a/Service-gone.yaml
+++ /dev/null
@@ -1,6 +0,0 @@
-apiVersion: v1
-kind: Service
-metadata:
-  name: gone
-spec:
-  port: 1
diff --git a/apps/a/Service-web.yaml b/apps/a/Service-web.yaml
--- a/apps/a/Service-web.yaml
+++ b/apps/a/Service-web.yaml
@@ -3,4 +3,4 @@ spec
 metadata:
   name: web
 spec:
-  port: 80
+  port: 81
diff --git a/apps/a/Service-new.yaml b/apps/a/Service-new.yaml
new file mode 100644
--- /dev/null
+++ b/apps/a/Service-new.yaml
@@ -0,0 +1,6 @@
+apiVersion: v1
+kind: Service
+metadata:
+  name: new
+spec:
+  port: 2
# b fails at the head; its objects are not compared
#   b/kustomization.yaml:3: no such file
`);
  expect(parsePatch(text).filter(({ hunks }) => hunks.length > 0)).toHaveLength(3);
});

test("a target that failed before is marked as such", () => {
  expect(patchReport(report(failedTarget("b", "x", { failedBefore: true })))).toContain(
    "# b fails at the head, as at the base; its objects are not compared\n",
  );
});

test("no change, no text", () => {
  expect(patchReport(report(target("a")))).toBe("");
});

test("a new generated name is a rename", () => {
  const text = patchReport(report(target(".", { changes: [change({ name: "a-2", from: { name: "a-1" } })] })));
  expect(text).toContain("diff --git a/root/shop/Deployment-a-1.yaml b/root/shop/Deployment-a-2.yaml\n");
  expect(text).toContain("rename from root/shop/Deployment-a-1.yaml\nrename to root/shop/Deployment-a-2.yaml\n");
});

test("a change of several targets stands once, below a line that names them", () => {
  const changes = [change()];
  const paths = Array.from({ length: 12 }, (_, index) => `t${String(index).padStart(2, "0")}`);
  const text = patchReport(report(...paths.map((path) => target(path, { changes }))));
  expect(text.split("\n").slice(0, 2)).toEqual([
    `# in 12 targets: ${paths.slice(0, 10).join(", ")} and 2 more`,
    "diff --git a/t00/shop/Deployment-web.yaml b/t00/shop/Deployment-web.yaml",
  ]);
  expect(text.match(/^diff --git/gm)).toHaveLength(1);
});

test("a move is a rename from the old target, namespace and name", () => {
  const changes = [change({ from: { targets: ["a"], namespace: "old", name: "api", kind: "StatefulSet" } })];
  const text = patchReport(report(target("a", { changes }), target("b", { changes })));
  expect(text).toContain("rename from a/old/StatefulSet-api.yaml\nrename to b/shop/Deployment-web.yaml\n");
});

test("a renamed target is told in a line", () => {
  expect(patchReport(report(target("b", { from: "a" })))).toBe("# b was a at the base\n");
});

test("for any names, every line begins as a line of a patch does, and holds no control character", () => {
  fc.assert(
    fc.property(hostileReport, (input) => {
      const lines = patchReport(input).split("\n").slice(0, -1);
      const odd = lines.filter(
        (line) => !/^(?:diff --git |new file |deleted file |rename |--- |\+\+\+ |@@ |[-+ #])/.test(line),
      );
      expect(odd).toEqual([]);
      // biome-ignore lint: these are the very characters to be found
      expect(lines.join("\n")).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    }),
    { numRuns: 100 },
  );
});

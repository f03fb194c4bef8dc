/** The built action reviews pull requests that change compositions. */
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { useGitHub } from "../github/loopback/each-test.ts";
import { pullRequestEvent } from "../github/loopback/payloads.ts";
import type { LoopbackGitHub } from "../github/loopback/server.ts";
import { AS_COMPOSITION, AS_KUSTOMIZATION, BROKEN_APP, COMPOSED_CHANGE, COMPOSED_SHOP } from "./composition-shop.ts";
import { createRepository, type Files, type TestRepository } from "./repository.ts";
import { runStep, type StepResult } from "./runner.ts";

jest.setTimeout(60_000);

let repository: TestRepository;
let base: string;
let server: LoopbackGitHub;
let topics = 0;

beforeAll(() => {
  repository = createRepository({ ...COMPOSED_SHOP, ...AS_KUSTOMIZATION });
  base = repository.commit("main", { "README.md": "words" });
});
afterAll(() => repository.remove());
useGitHub((started) => (server = started));

describe("the action", () => {
  /** The review of a pull request with these changes. */
  function review(changes: Files): Promise<StepResult> {
    const branch = `topic-${++topics}`;
    const head = repository.commit(branch, changes);
    server.setHead(head);
    const workspace = repository.checkout(`refs/heads/${branch}`, 0);
    return runStep({
      workspace,
      event: "pull_request",
      payload: pullRequestEvent({ base, head }),
      apiUrl: server.url,
    });
  }

  /** The parts of the comment that show changes, without the words around them. */
  function shown(): string[] {
    return [...(server.comments[0]?.body ?? "").matchAll(/```diff\n([^]*?)```/g)].map((match) => match[1] ?? "");
  }

  test("shows what changes in the importers of a composition, and of a file that it names", async () => {
    const { code, commands, outputs } = await review(COMPOSED_CHANGE);
    expect([code, commands]).toEqual([0, []]);
    expect(outputs).toMatchObject({ changed: "true", failed: "false", targets: "3", "targets-changed": "2" });
    expect(outputs).toMatchObject({ "resources-added": "0", "resources-removed": "0", "resources-changed": "4" });
    const body = server.comments[0]?.body ?? "";
    expect(body).toContain("### 2 changes in 2 of 3 targets\n");
    expect(body.split("\n").flatMap((line) => /^✏️ [^·]*·[^·]*/u.exec(line)?.[0].trim() ?? [])).toEqual([
      "✏️ ConfigMap `prod/settings` · `data.LEVEL` `info → debug`",
      "✏️ Deployment `staging/web` · replicas `1 → 2`",
    ]);
    expect(shown()).toEqual([
      `@@ data, metadata · settings-2748f727mg → settings-t84bgbmfg7 @@
 apiVersion: v1
 data:
-  LEVEL: info
+  LEVEL: debug
 kind: ConfigMap
 metadata:
   labels:
     env: prod
-  name: settings-2748f727mg
+  name: settings-t84bgbmfg7
   namespace: prod
`,
      `@@ spec @@
   name: web
   namespace: staging
 spec:
-  replicas: 1
+  replicas: 2
   selector:
     matchLabels:
       run: web
@@ spec.template.spec.containers[web].envFrom[0].configMapRef @@
       containers:
       - envFrom:
         - configMapRef:
-            name: settings-2748f727mg
+            name: settings-t84bgbmfg7
         image: registry.example/web:1.4.2
         name: web
`,
    ]);
  });

  test("fails both importers of a composition that cannot be parsed, at its place", async () => {
    const { code, commands, outputs } = await review(BROKEN_APP);
    expect(code).toBe(1);
    expect(outputs).toMatchObject({ changed: "false", failed: "true", targets: "3", "targets-failed": "2" });
    expect(commands).toEqual([
      {
        name: "error",
        properties: { title: "invalid-yaml", file: "app/composition.yaml", line: "5", col: "10" },
        message: expect.stringMatching(/^app\/composition\.yaml:5:10: malformed YAML: /) as unknown,
      },
    ]);
    const body = server.comments[0]?.body ?? "";
    expect(body).toContain("### 2 of 3 targets no longer build\n");
    expect(body).toContain("> **`prod`** and **`staging`** no longer build");
    expect(body).toContain("> app/composition.yaml:5:10: malformed YAML: ");
    expect(shown()).toEqual([]);
  });

  test("shows no change where a composition takes the place of a kustomization", async () => {
    const { code, commands, outputs } = await review(AS_COMPOSITION);
    expect([code, commands]).toEqual([0, []]);
    expect(outputs).toMatchObject({ changed: "false", failed: "false", targets: "3", "targets-changed": "0" });
    expect(server.comments).toEqual([]);
  });
});

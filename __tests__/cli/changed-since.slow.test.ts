/** `krm-render targets --changed-since`, with a real repository. */
import { chmodSync, rmSync, symlinkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { publishedSchema } from "../published-schemas.ts";
import { configMap, type Directory, krmRender, temporaryDirectory } from "./terminal.ts";

const FILES = {
  "base/kustomization.yaml": "resources: [a.yaml]\n",
  "base/a.yaml": configMap("a", "one"),
  "apps/web/kustomization.yaml": "resources: [../../base]\nnamePrefix: web-\n",
  "apps/api/kustomization.yaml": "resources: [a.yaml]\nnamePrefix: api-\n",
  "apps/api/a.yaml": configMap("a", "one"),
  "other/run.sh": "#!/bin/sh\n",
};

let repository: Directory;

beforeEach(() => {
  repository = temporaryDirectory(FILES);
  symlinkSync("../../other", join(repository.path, "apps/api/link"));
  repository.git("init", "--quiet", "--initial-branch=main");
  repository.git("add", "--all");
  repository.git("commit", "--quiet", "--message=first");
});

afterEach(() => repository.remove());

async function listed(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await krmRender(["targets", "--changed-since", "HEAD", ...args], {
    cwd: repository.path,
  });
  expect([status, stderr]).toEqual([0, ""]);
  return stdout;
}

describe("targets --changed-since lists", () => {
  test.each<[name: string, change: () => void, output: string]>([
    ["nothing without a change", () => undefined, ""],
    [
      "what a changed base may affect",
      () => repository.write({ "base/a.yaml": configMap("a", "two") }),
      "apps/web\tbase/a.yaml changed\n",
    ],
    [
      "what a file that is not added to git may affect",
      () => repository.write({ "apps/api/new.yaml": "" }),
      "apps/api\tapps/api/new.yaml is new\n",
    ],
    [
      "what a base that is gone affects",
      () => rmSync(join(repository.path, "base"), { recursive: true }),
      "apps/web\tbase is gone\n",
    ],
    [
      "a target that is gone",
      () => rmSync(join(repository.path, "apps/api"), { recursive: true }),
      "apps/api\tthe target is gone\n",
    ],
    [
      "a new target",
      () => repository.write({ "apps/new/kustomization.yaml": "namePrefix: n-\n" }),
      "apps/new\tnew target\n",
    ],
    [
      "what a mode affects, behind a link",
      () => chmodSync(join(repository.path, "other/run.sh"), 0o755),
      "apps/api\tother/run.sh changed\n",
    ],
    [
      "what a link affects that leads elsewhere",
      () => {
        unlinkSync(join(repository.path, "apps/api/link"));
        symlinkSync("../../base", join(repository.path, "apps/api/link"));
      },
      "apps/api\tapps/api/link changed\n",
    ],
    ["a path in one line", () => repository.write({ "apps/api/a\nb": "" }), "apps/api\tapps/api/a\\u000ab is new\n"],
  ])("%s", async (_, change, output) => {
    change();
    expect(await listed()).toBe(output);
  });

  test("only what the patterns select", async () => {
    repository.write({ "base/a.yaml": configMap("a", "two"), "apps/api/a.yaml": configMap("a", "two") });
    expect(await listed("apps/w*")).toBe("apps/web\tbase/a.yaml changed\n");
    expect(await listed("apps/api", "--load-restrictor=LoadRestrictionsNone")).toBe(
      "apps/api\tload restrictions are lifted\n",
    );
  });

  test("all targets as JSON, by the published schema", async () => {
    repository.write({ "base/a.yaml": configMap("a", "two") });
    const answer = JSON.parse(await listed("--format", "json")) as object;
    expect(answer).toEqual({
      version: 1,
      since: {
        sha: repository.git("rev-parse", "HEAD").trim(),
        label: expect.stringMatching(/^HEAD \([0-9a-f]{7}\)$/),
      },
      targets: [
        {
          id: "apps/api",
          path: "apps/api",
          reason: "no other kustomization includes it",
          affected: false,
          why: "nothing that it depends on changed",
          changed: [],
        },
        {
          id: "apps/web",
          path: "apps/web",
          reason: "no other kustomization includes it",
          affected: true,
          why: "base/a.yaml changed",
          changed: ["base/a.yaml"],
        },
      ],
    });
    const validate = publishedSchema("targets");
    validate(answer);
    expect(validate.errors).toBeNull();
    expect(validate({ version: 1, targets: [{ path: "a" }] })).toBe(false);
  });

  test("a target that reads what nobody knows as the schema describes it", async () => {
    repository.write({ "apps/far/kustomization.yaml": "transformers: [https://example.com/transformers]\n" });
    const { stdout } = await krmRender(["targets", "--changed-since", "HEAD", "--format", "json"], {
      cwd: repository.path,
    });
    const answer: unknown = JSON.parse(stdout);
    expect(answer).toMatchObject({ targets: expect.arrayContaining([expect.objectContaining({ path: "apps/far" })]) });
    const validate = publishedSchema("targets");
    validate(answer);
    expect(validate.errors).toBeNull();
  });

  test("nothing that a wrong revision could mean", async () => {
    const ran = await krmRender(["targets", "--changed-since", "none"], { cwd: repository.path });
    expect([ran.status, ran.stdout]).toEqual([1, ""]);
    expect(ran.stderr).toContain("none");
  });
});

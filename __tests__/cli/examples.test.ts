/** The examples print what kustomize prints. */
import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { findProgram, lackOf } from "../programs.ts";
import { unless } from "../unless.ts";
import { krmRender, temporaryDirectory } from "./terminal.ts";

const EXAMPLES = join(dirname(dirname(import.meta.dirname)), "examples");
const EDITIONS = ["community", "dev", "enterprise"];
const KUSTOMIZE = findProgram("KUSTOMIZE_BIN");

function expected(edition: string): string {
  return readFileSync(join(EXAMPLES, "components/expected", `${edition}.yaml`), "utf8");
}

describe("the walk-through of components", () => {
  test.each(EDITIONS)("%s", async (edition) => {
    const { status, stdout, stderr } = await krmRender(["build", join(EXAMPLES, "components/overlays", edition)]);
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: expected(edition), stderr: "" });
  });

  test("every overlay is compared", () => {
    expect(readdirSync(join(EXAMPLES, "components/overlays")).sort()).toEqual(EDITIONS);
  });

  test("written with the old fields, it prints the same, with warnings", async () => {
    const directory = temporaryDirectory();
    try {
      cpSync(join(EXAMPLES, "components"), directory.path, { recursive: true });
      for (const component of ["external_db", "ldap", "recaptcha"]) {
        const file = join(directory.path, "components", component, "kustomization.yaml");
        const text = readFileSync(file, "utf8");
        const older = text
          .replace("patches:\n- path: configmap.yaml\n", "patchesStrategicMerge:\n- configmap.yaml\npatchesJson6902:\n")
          .replace("\npatches:\n- path: deployment.yaml\n", "\npatchesJson6902:\n- path: deployment.yaml\n");
        expect(older).not.toContain("\npatches:");
        writeFileSync(file, older);
      }
      for (const edition of EDITIONS) {
        const { status, stdout, stderr } = await krmRender(["build", join("overlays", edition)], {
          cwd: directory.path,
        });
        expect([status, stdout]).toEqual([0, expected(edition)]);
        expect(stderr).toMatch(/^warning: components\/external_db\/kustomization\.yaml:\d+:1: .*patchesJson6902/m);
      }
    } finally {
      directory.remove();
    }
  });
});

const overlays = ["components/overlays", "shop/overlays"].flatMap((parent) =>
  readdirSync(join(EXAMPLES, parent)).map((name) => `${parent}/${name}`),
);

unless(lackOf("KUSTOMIZE_BIN"), test).each(overlays)("%s prints what kustomize prints", async (overlay) => {
  const { stdout } = spawnSync(KUSTOMIZE as string, ["build", join(EXAMPLES, overlay)], { encoding: "utf8" });
  expect(stdout).not.toBe("");
  expect((await krmRender(["build", join(EXAMPLES, overlay)])).stdout).toBe(stdout);
});

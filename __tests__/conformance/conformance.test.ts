/** kustomize's own inputs, where they are at hand, and the judge of error cases, which needs none. */
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { describe, expect, test } from "@jest/globals";

const ROOT = dirname(dirname(import.meta.dirname));

function conformance(...args: string[]) {
  return spawnSync(process.execPath, [join(ROOT, "scripts/conformance.mjs"), ...args], { encoding: "utf8" });
}

const cases = conformance("--where").stdout.trim();
if (cases === "") process.stderr.write("skipped: conformance, since its cases are not on this machine\n");

(cases === "" ? test.skip : test)(
  "as many cases pass as conformance.json says",
  () => {
    const { status, stdout, stderr } = conformance(cases);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^all +\d+\/\d+ +\d+\/\d+$/m);
  },
  600_000,
);

describe("which errors name the culprit", () => {
  function names(message: string, reference: string): boolean {
    const script =
      'import { mentionsCulprit } from "./scripts/conformance-culprit.mjs"; console.log(mentionsCulprit(...process.argv.slice(1)));';
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", script, message, reference], {
      cwd: ROOT,
      encoding: "utf8",
    });
    return stdout === "true\n";
  }

  test.each([
    [
      "accumulating resources from 'x/gone.yaml': evalsymlink failure on '{{ROOT}}/x/gone.yaml'",
      "there is no gone.yaml",
      "no file",
    ],
    ["no matches for Id Deployment.v1.apps/web.[noNs]; failed to find", "no Deployment web", "no Deployment api"],
    [
      "invalid Kustomization: json: cannot unmarshal bool into Go struct field Kustomization.namePrefix of type string",
      "namePrefix must be",
      "wrong type",
    ],
    ['unable to find field "spec.a.b" in replacement target', "no field spec.a.b", "no field spec.a"],
    ["delimiter option can only be used with scalar nodes", "a delimiter needs", "this needs a string"],
    [
      "var 'HOST' already encountered in base/kustomization.yaml",
      "HOST is defined twice",
      "base/kustomization.yaml: twice",
    ],
  ])("%s", (reference, good, bad) => {
    expect(names(good, reference)).toBe(true);
    expect(names(bad, reference)).toBe(false);
  });
});

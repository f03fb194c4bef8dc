import { describe, expect, test } from "@jest/globals";
import { type VariableSource, variablesOf } from "../../../../src/deployments/flux/substitution/index.ts";
import { diagnosticsOf } from "../../../../src/diagnostics.ts";
import type { Value } from "../../../../src/yaml/index.ts";
import { resource } from "./variables.ts";

const OBJECTS: Record<string, VariableSource> = {
  "ConfigMap/settings": resource(
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {A: from settings, B: "two\\nlines\\n", N: null}\nbinaryData: {C: eA==}\n',
  ),
  "ConfigMap/late": {
    ...resource("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: late}\ndata: {A: late, S: x-hunter2}\n"),
    withheld: [["data", "S"]],
  },
  "Secret/plain": resource(
    `apiVersion: v1\nkind: Secret\nmetadata: {name: plain}\ndata: {P: ${btoa("hunter2\n")}, Q: "/w==", R: "no base64"}\nstringData: {P2: more}\n`,
  ),
  "Secret/sops": resource(
    "apiVersion: v1\nkind: Secret\nmetadata: {name: sops}\nstringData: {D: 'ENC[AES256_GCM,data:x]'}\nsops: {mac: x}\n",
  ),
};

const found = (postBuild: Value) => variablesOf(postBuild, async (kind, name) => OBJECTS[`${kind}/${name}`]);

describe("docs/specification/flux-substitution.md 3", () => {
  test("3.1, 3.2: later objects count over earlier ones, and substitute over all", async () => {
    const { named, unseen, always } = await found({
      substituteFrom: [
        { kind: "ConfigMap", name: "settings" },
        { kind: "Secret", name: "plain" },
        { kind: "Secret", name: "sops" },
        { kind: "ConfigMap", name: "late" },
      ],
      substitute: { B: "inline\n", X: "" },
    });
    expect(
      Object.fromEntries([...named].map(([name, { value, isSecret, source }]) => [name, [value, isSecret, source]])),
    ).toEqual({
      A: ["late", false, "ConfigMap `late`"],
      B: ["inline", false, "spec.postBuild.substitute"],
      N: ["", false, "ConfigMap `settings`"],
      P: ["hunter2", true, "Secret `plain`"],
      P2: ["more", true, "Secret `plain`"],
      Q: [undefined, true, "Secret `plain`, where it is no text"],
      R: [undefined, true, "Secret `plain`, where it is no text"],
      D: [undefined, true, "Secret `sops`, which is encrypted"],
      S: ["x-hunter2", true, "ConfigMap `late`"],
      X: ["", false, "spec.postBuild.substitute"],
    });
    expect([unseen, always]).toEqual([[], false]);
  });

  test("3.5: an object that nothing renders may define any name", async () => {
    const { unseen, always } = await found({
      substituteFrom: [{ kind: "Secret", name: "other", optional: true }],
      substituteStrategy: "Always",
    });
    expect([unseen, always]).toEqual([["Secret `other`, which nothing in this repository renders"], true]);
  });

  test("nothing without postBuild", async () => {
    for (const none of [undefined, null, {}] as (Value | undefined)[])
      expect((await variablesOf(none, async () => undefined)).named.size).toBe(0);
  });

  test("3.6: what the API server refuses is an error, all of it at once", async () => {
    const refused = await found({
      substituteFrom: [{ kind: "Pod", name: "x" }, { kind: "Secret" }, "x"],
      substitute: { A: 1, B: "x", C: null },
    }).catch(diagnosticsOf);
    expect((refused as ReturnType<typeof diagnosticsOf>).map(({ message }) => message)).toEqual([
      "spec.postBuild.substituteFrom[0] names no ConfigMap and no Secret",
      "spec.postBuild.substituteFrom[1] names no ConfigMap and no Secret",
      "spec.postBuild.substituteFrom[2] names no ConfigMap and no Secret",
      "spec.postBuild.substitute.A is not a text",
      "spec.postBuild.substitute.C is not a text",
    ]);
  });
});

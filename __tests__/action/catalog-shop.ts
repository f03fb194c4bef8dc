/** A repository whose targets use functions of a catalog in it: a Starlark program, and two versions of an executable. */
import { createHash } from "node:crypto";
import type { Files } from "./repository.ts";

const hex = (text: string): string => createHash("sha256").update(text).digest("hex");

/** A program that sets a label. @param value of the label */
export const script = (value: string): string => `
def run(items):
  for item in items:
    item["metadata"].setdefault("labels", {})["owner"] = "${value}"

run(ctx.resource_list["items"])
`;

/** The catalog with the programs that it names. */
export function catalog(program = script("team-a"), extra = ""): Files {
  return {
    "catalog/owner.star": program,
    "catalog/functions.yaml": `apiVersion: config.kubernetes.io/v1alpha1
kind: Catalog
metadata:
  name: shop
spec:
  krmFunctions:
  - group: fn.example.com
    names:
      kind: SetOwner
    versions:
    - name: v1
      runtime:
        starlark:
          path: owner.star
          sha256: "${hex(program)}"
  - group: fn.example.com
    names:
      kind: Keep
    versions:
    - name: v1
      runtime:
        starlark:
          path: keep.star
          sha256: "${hex("x = 1\n")}"
${extra}`,
    "catalog/keep.star": "x = 1\n",
  };
}

export const SHA256 = hex(catalog()["catalog/functions.yaml"] ?? "");

function target(name: string, kind: string): Files {
  return {
    [`${name}/kustomization.yaml`]: `catalogs:
- ../catalog/functions.yaml
resources:
- web.yaml
transformers:
- function.yaml
`,
    [`${name}/web.yaml`]: "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: web\ndata:\n  LEVEL: info\n",
    [`${name}/function.yaml`]: `apiVersion: fn.example.com/v1\nkind: ${kind}\nmetadata:\n  name: fn\n`,
  };
}

export const SHOP: Files = { ...catalog(), ...target("owned", "SetOwner"), ...target("kept", "Keep") };

/** Builds with Starlark programs as functions, by krm-render and by kustomize 5.4.3, the last release that runs them. */
import { spawnSync } from "node:child_process";
import { findProgram, lackOf } from "../../programs.ts";
import { note } from "../../unless.ts";
import { buildIn, directoryOf, type Files, OBJECTS, type Outcome, type Settings } from "../workshop.ts";

/** A kustomize binary that runs Starlark functions. */
const STARLARK_KUSTOMIZE = findProgram("KUSTOMIZE_STARLARK_BIN");
note(lackOf("KUSTOMIZE_STARLARK_BIN"));

export type Role = "generators" | "transformers" | "validators";

/** A config whose function is specified by `starlark`. */
export function configOf(starlark: string, name = "fn"): string {
  return `apiVersion: example.com/v1
kind: Fn
metadata:
  name: ${name}
  annotations:
    config.kubernetes.io/function: |
      starlark: ${starlark}
spec:
  suffix: -x
  count: 3
`;
}

/** A kustomization with a Starlark function in one field. */
export function scriptFiles(role: Role, source: string, more: Files = {}): Files {
  return {
    "kustomization.yaml": `resources: [objects.yaml]\n${role}: [config.yaml]\n`,
    "objects.yaml": OBJECTS,
    "config.yaml": configOf("{path: fn.star, name: fn}"),
    "fn.star": source,
    ...more,
  };
}

export function build(content: Files, settings: Settings = {}): Promise<Outcome> {
  return buildIn(directoryOf(content), { ...settings, functions: { starlark: true, ...settings.functions } });
}

/** Builds the same by kustomize, started in the directory of the program: undefined if it fails, `ours` without kustomize. */
export function byKustomize(ours: string | undefined, content: Files): string | undefined {
  if (STARLARK_KUSTOMIZE === undefined) return ours;
  const args = ["build", "--enable-alpha-plugins", "--enable-star", "--reorder", "none", "."];
  const { status, stdout } = spawnSync(STARLARK_KUSTOMIZE, args, {
    cwd: directoryOf(content),
    encoding: "utf8",
    timeout: 30_000,
  });
  return status === 0 ? stdout : undefined;
}

/** A program that runs a statement for each item `r`. */
export function each(body: string): string {
  return `def run(items):\n  for r in items:\n    ${body.replaceAll("\n", "\n    ")}\nrun(ctx.resource_list["items"])\n`;
}

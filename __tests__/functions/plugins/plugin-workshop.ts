/** Plugin directories for krm-render and kustomize. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { FunctionsOptions } from "../../../src/functions/index.ts";
import { pluginHomes } from "../../../src/functions/index.ts";
import { binary, buildIn, directoryOf, type Files, type Outcome, type Settings } from "../workshop.ts";

/** The apiVersion of the plugins of the tests. */
export const API = "plugins.example.com/v1";

/** The path of a plugin below its home. */
export function pluginPath(kind: string, home = "home"): string {
  return `${home}/${API}/${kind.toLowerCase()}/${kind}`;
}

export function pluginConfig(kind: string, more = "", name = "notImportantHere"): string {
  return `apiVersion: ${API}\nkind: ${kind}\nmetadata:\n  name: ${name}\n${more}`;
}

/** The kustomization is in `root`, beside the home. */
export function withPlugin(
  role: "generators" | "transformers" | "validators",
  script: string,
  more: Files = {},
  config = "",
): Files {
  return {
    "root/kustomization.yaml": `resources: [objects.yaml]\n${role}: [config.yaml]\n`,
    "root/objects.yaml": OBJECTS,
    "root/config.yaml": pluginConfig("Plug", config),
    [pluginPath("Plug")]: `#!/bin/sh\n${script}\n`,
    ...more,
  };
}

export const OBJECTS = `apiVersion: v1
data:
  key: value
kind: ConfigMap
metadata:
  name: one
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: two
`;

export interface PluginSettings extends Settings {
  /** Replaces the home in the directory. */
  readonly env?: Readonly<Record<string, string>>;
  readonly kustomizeBinary?: string;
}

export function buildWith(content: Files | string, settings: PluginSettings = {}): Promise<Outcome> {
  const directory = typeof content === "string" ? content : directoryOf(content);
  const env = settings.env ?? { KUSTOMIZE_PLUGIN_HOME: join(directory, "home") };
  const { kustomizeBinary } = settings;
  const functions: Partial<FunctionsOptions> = {
    exec: false,
    plugins: { homes: pluginHomes(env, directory), kustomizeBinary },
    ...settings.functions,
  };
  return buildIn(directory, { target: "root", ...settings, functions });
}

/** Builds the same by kustomize, with the home in the directory. */
export function kustomizeWith(directory: string, program = binary as string): { text?: string; error: string } {
  const args = ["build", join(directory, "root"), "--enable-alpha-plugins", "--reorder", "none"];
  const env = { ...process.env, KUSTOMIZE_PLUGIN_HOME: join(directory, "home") };
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", env, maxBuffer: 1 << 28 });
  const error = stderr.replace(/^Flag --reorder has been deprecated.*\n/m, "");
  return status === 0 ? { text: stdout, error } : { error };
}

export function exists(...path: string[]): boolean {
  return existsSync(join(...path));
}

/** Runs a kustomize binary on the files of a test. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Inputs } from "./render.ts";

export type ReferenceOutcome = { readonly text: string } | { readonly error: string };

export async function referenceOutcome(binary: string, inputs: Inputs): Promise<ReferenceOutcome> {
  const directory = await mkdtemp(join(tmpdir(), "krm-reference-"));
  try {
    for (const [path, text] of Object.entries(inputs.files)) {
      await mkdir(dirname(join(directory, path)), { recursive: true });
      await writeFile(join(directory, path), text);
    }
    for (const [path, target] of Object.entries(inputs.links ?? {})) {
      await mkdir(dirname(join(directory, path)), { recursive: true });
      await symlink(target, join(directory, path));
    }
    const flags = inputs.options?.loadRestrictor === "none" ? ["--load-restrictor", "LoadRestrictionsNone"] : [];
    return await run(binary, ["build", join(directory, inputs.target ?? ""), ...flags]);
  } finally {
    await rm(directory, { recursive: true });
  }
}

function run(binary: string, args: readonly string[]): Promise<ReferenceOutcome> {
  return new Promise((resolve) => {
    execFile(binary, args, { maxBuffer: 1 << 26, timeout: 60_000 }, (error, stdout, stderr) => {
      // kustomize builds without a version, and krm-render, call themselves (devel).
      const text = stdout.replace(/managed-by: kustomize-v[\d.]+$/gm, "managed-by: kustomize-(devel)");
      resolve(error === null ? { text } : { error: stderr || error.message });
    });
  });
}

/** Runs real programs as executables of catalogs: without a sandbox, and in the sandbox. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe } from "@jest/globals";
import type { KrmError } from "../../../src/diagnostics.ts";
import { type CatalogProgram, catalogProgram } from "../../../src/functions/exec/catalog-program.ts";
import { createIsolation, type Isolation, type IsolationMode } from "../../../src/functions/exec/isolation.ts";
import { DEFAULT_LIMITS } from "../../../src/functions/limits.ts";
import type { ProgramOutcome } from "../../../src/functions/program.ts";
import { bundleProgram } from "../../bundle-program.ts";
import { temporaryDirectories } from "../../sources/fixtures.ts";
import { unless } from "../../unless.ts";

export const temporary = temporaryDirectories();

export interface Variant {
  readonly mode: IsolationMode;
  readonly isolation: Isolation;
}

function variant(mode: IsolationMode): Variant {
  return { mode, isolation: createIsolation({ mode, report: () => undefined }) };
}

export const WITHOUT = variant("never");
export const SANDBOXED = variant("require");
export const NO_SANDBOX: string | undefined = await SANDBOXED.isolation.sandbox().then(
  () => undefined,
  (error: KrmError) => error.diagnostics[0]?.message,
);

/** Defines tests of programs without a sandbox, and in the sandbox. */
export function describeVariants(tests: (variant: Variant) => void): void {
  describe("without a sandbox", () => {
    tests(WITHOUT);
  });
  unless(NO_SANDBOX, describe)("in the sandbox", () => {
    tests(SANDBOXED);
  });
}

export function digestOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** Writes a program as the store of fetched files holds it: not executable. */
export function stored(content: string): { readonly file: string; readonly sha256: string } {
  const file = join(temporary(), "stored");
  writeFileSync(file, content, { mode: 0o644 });
  return { file, sha256: digestOf(content) };
}

/** Runs a program of this text. */
export function run(
  content: string,
  { isolation }: Variant,
  more: Partial<CatalogProgram> & { readonly stdin?: string } = {},
): Promise<ProgramOutcome> {
  const { stdin = "", ...settings } = more;
  const given = { title: "the program", ...stored(content), args: [], env: new Map<string, string>() };
  return catalogProgram({ ...given, limits: DEFAULT_LIMITS, isolation, ...settings }).run({ stdin });
}

export function textOf({ stdout }: ProgramOutcome): string {
  return Buffer.from(stdout).toString();
}

/** The processes of this machine whose command line contains a text. */
export function processesWith(text: string): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, "latin1").includes(text);
      } catch {
        return false;
      }
    })
    .map(Number);
}

export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}

/**
 * A program of Node that runs an executable of a catalog and prints the outcome as JSON: `FILE MODE [NAME=VALUE...]`, with a
 * mode of isolation.
 */
export async function bundle(): Promise<string> {
  const sources = join(import.meta.dirname, "../../../src/functions/exec");
  const place = temporary();
  const [entry, outfile] = [join(place, "entry.ts"), join(place, "bundle.cjs")];
  writeFileSync(
    entry,
    `import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { catalogProgram } from "${sources}/catalog-program.ts";
import { createIsolation } from "${sources}/isolation.ts";
import { unless } from "../../unless.ts";
const [, , file, mode, ...variables] = process.argv;
const isolation = createIsolation({ mode, report: () => {} });
const sha256 = createHash("sha256").update(readFileSync(file)).digest("hex");
const limits = { timeoutMs: 600_000, stdoutBytes: 100_000, stderrBytes: 100_000 };
const env = new Map(variables.map((variable) => [variable.split("=")[0], variable.slice(variable.indexOf("=") + 1)]));
catalogProgram({ title: "the program", file, sha256, args: [], env, limits, isolation }).run({ stdin: "input" }).then((outcome) => {
  console.log(JSON.stringify({ ...outcome, stdout: Buffer.from(outcome.stdout).toString() }));
});
`,
  );
  await bundleProgram(entry, outfile);
  return outfile;
}

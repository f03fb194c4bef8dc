/** `diff --configuration`, `--redact` and `--fail-on-danger`: the configuration of a review, and the gate for its dangers. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseRedactionLines, type RedactionRule } from "../../configuration/index.ts";
import { diagnosticsOf, failure } from "../../diagnostics.ts";
import type { Trees } from "../../render/index.ts";
import {
  type DangerLevel,
  type OpenedConfiguration,
  openConfiguration,
  type Report,
  readGivenConfiguration,
} from "../../review/index.ts";
import { type Invocation, UsageError } from "../command.ts";
import { printDiagnostics, type Terminal } from "../terminal.ts";

export interface ConfigurationOptions {
  /** The file that takes the place of that of the base. */
  readonly file: string | undefined;
  readonly redaction: readonly RedactionRule[];
  readonly failOnDanger: DangerLevel | "never";
}

/** @throws UsageError */
export function readConfigurationOptions(invocation: Invocation): ConfigurationOptions {
  return {
    file: invocation.value("configuration"),
    redaction: redactionOf(invocation.values("redact")),
    failOnDanger: (invocation.value("fail-on-danger") ?? "never") as DangerLevel | "never",
  };
}

function redactionOf(patterns: readonly string[]): readonly RedactionRule[] {
  try {
    return parseRedactionLines(patterns);
  } catch (thrown) {
    const [problem] = diagnosticsOf(thrown);
    throw new UsageError(`--redact: ${problem?.message}`, problem?.hint);
  }
}

/**
 * The configuration of the given file, or of the base, with what `--redact` adds.
 * @param trees undefined where manifests are compared, which have no base
 * @throws KrmError for a given file that cannot be read, or has mistakes
 */
export async function openDiffConfiguration(
  { file, redaction }: ConfigurationOptions,
  terminal: Terminal,
  trees: Trees | undefined,
): Promise<OpenedConfiguration> {
  const opened = await open(file, terminal, trees);
  await printDiagnostics(terminal, opened.warnings);
  const { configuration } = opened;
  return { ...opened, configuration: { ...configuration, redaction: [...configuration.redaction, ...redaction] } };
}

async function open(
  file: string | undefined,
  terminal: Terminal,
  trees: Trees | undefined,
): Promise<OpenedConfiguration> {
  if (file !== undefined) return readGivenConfiguration(readFile(resolve(terminal.cwd, file), file), file);
  return trees === undefined ? readGivenConfiguration(new Uint8Array(), "") : openConfiguration(trees);
}

function readFile(path: string, file: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (cause) {
    const isAbsent = (cause as NodeJS.ErrnoException).code === "ENOENT";
    const code = isAbsent ? "file-not-found" : "unreadable";
    throw failure(code, isAbsent ? "no such file" : `cannot be read: ${(cause as Error).message}`, { file, cause });
  }
}

/** Prints the dangers of `--fail-on-danger`. @returns whether the command fails because of them */
export async function failsOnDanger(
  report: Report,
  { failOnDanger }: ConfigurationOptions,
  terminal: Terminal,
): Promise<boolean> {
  if (failOnDanger === "never") return false;
  const { dangerGate } = await import("../../report/danger-gate.ts");
  const gate = dangerGate(report, failOnDanger);
  if (gate !== undefined) await printDiagnostics(terminal, [gate]);
  return gate !== undefined;
}

/** Substitutes variables by the code of Flux: the program of scripts/flux-build, which FLUX_BUILD_BIN names. */
import { spawnSync } from "node:child_process";
import { findProgram, lackOf } from "../../../programs.ts";

const FLUX = findProgram("FLUX_BUILD_BIN");
export const NO_FLUX = lackOf("FLUX_BUILD_BIN");

/** A text, or an object in YAML, whose variables are to be substituted. */
export interface Job {
  readonly text?: string;
  readonly object?: string;
  readonly vars: Readonly<Record<string, string>>;
  readonly strict: boolean;
  readonly always?: boolean;
}

export interface Answer {
  /** The result; absent where Flux refuses. */
  readonly out?: string;
  /** The object as it is printed before the substitution. */
  readonly printed?: string;
  readonly error?: string;
}

/** The answers to all jobs, in order. */
export function substitutedByFlux(jobs: readonly Job[]): Answer[] {
  const input = jobs.map((job) => `${JSON.stringify(job)}\n`).join("");
  const { status, stdout, stderr } = spawnSync(FLUX as string, [], { input, encoding: "utf8", maxBuffer: 2 ** 29 });
  if (status !== 0) throw new Error(stderr);
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Answer);
}

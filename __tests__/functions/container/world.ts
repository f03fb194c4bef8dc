/** A container runtime with a shim as its engine, and the recorded calls. */
import { expect } from "@jest/globals";
import { KrmError } from "../../../src/diagnostics.ts";
import {
  type ContainerRuntimeOptions,
  createContainerRuntime,
  type EngineName,
} from "../../../src/functions/container/index.ts";
import type { Containers } from "../../../src/functions/containers.ts";
import type { ProgramOutcome } from "../../../src/functions/program.ts";
import { type Answers, type Shim, settings, shim, specification } from "./shim.ts";

/** Cleanups that run after each test. */
export const cleanups: (() => unknown)[] = [];

export interface World {
  readonly engine?: EngineName;
  readonly answers?: Answers;
  readonly host?: Record<string, string>;
  readonly inherited?: readonly string[];
  readonly given?: readonly string[];
  readonly options?: Partial<ContainerRuntimeOptions>;
}

export function world({ engine = "docker", answers, host = {}, inherited = [], given = [], options }: World = {}): {
  readonly containers: Containers;
  readonly recorded: Shim;
} {
  const recorded = shim(engine, answers);
  cleanups.push(() => recorded.remove());
  const containers = createContainerRuntime({
    engine,
    cwd: "/",
    environment: { host: { PATH: recorded.path, ...host }, inherited, given },
    network: false,
    allowMounts: false,
    ...options,
  });
  cleanups.push(() => containers.close());
  return { containers, recorded };
}

/** Runs `example.com/fn:v1` once and returns the calls of the engine. */
export async function calls(
  of: World,
  more: Parameters<typeof specification>[0] = {},
  directory?: string,
): Promise<string[][]> {
  const { containers, recorded } = world(of);
  const program = await containers.program(specification(more), settings(directory));
  const { stdout } = await program.run({ stdin: "hello" });
  expect(Buffer.from(stdout).toString()).toBe("hello");
  await containers.close();
  return recorded.calls().map((call) => call.map(plain));
}

/** Replaces the parts that differ from run to run. */
export function plain(word: string): string {
  return word
    .replace(/krm-\d+-[0-9a-f]{16}/, "NAME")
    .replace(/(krm-render\.processes=)[0-9a-f]{16}/, "$1HERE")
    .replace(/^--cpus=.*/, "--cpus=N");
}

export function called(all: readonly (readonly string[])[], subcommand: string): readonly string[] {
  return all.find(([first]) => first === subcommand) ?? [];
}

export async function outcomeOf(of: World): Promise<ProgramOutcome> {
  const program = await world(of).containers.program(specification(), settings());
  return program.run({ stdin: "hello" });
}

export async function problem(work: Promise<unknown>): Promise<Record<string, unknown>> {
  const thrown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(thrown instanceof KrmError)) throw new Error("nothing was thrown", { cause: thrown });
  const [first] = thrown.diagnostics;
  return { ...first };
}

export async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}

/** Runs functions on real engines, and checks that they leave nothing behind. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { type ContainerRuntimeOptions, createContainerRuntime } from "../../../src/functions/container/index.ts";
import type { Containers } from "../../../src/functions/containers.ts";
import type { ProgramOutcome, ProgramRun } from "../../../src/functions/program.ts";
import type { ContainerSpecification } from "../../../src/functions/specification/function-specification.ts";
import { unless } from "../../unless.ts";
import { engineCalls, findEngines, type ImageContent, importImage, type RealEngine } from "./engines.ts";
import { settings, specification } from "./shim.ts";

export interface Function extends Partial<ContainerSpecification> {
  readonly options?: Partial<ContainerRuntimeOptions>;
  readonly directory?: string;
  readonly run?: Partial<ProgramRun>;
}

export interface RealWorld {
  readonly engine: RealEngine;
  readonly host: Readonly<Record<string, string | undefined>>;
  /** An image that runs the script in the variable FN. */
  shell(): string;
  /** Creates an image of busybox and returns its name. */
  image(name: string, changes: readonly string[], content?: ImageContent): string;
  runtime(options?: Partial<ContainerRuntimeOptions>): Containers;
  /** Runs a shell script. */
  fn(script: string, how?: Function): Promise<ProgramOutcome>;
  /** Runs a script that must succeed and returns its output. */
  printed(script: string, how?: Function): Promise<string>;
  containersOf(pid?: number): string[];
  networksOf(pid?: number): string[];
  /** Waits until a container of the process runs. @throws Error where none does in time */
  untilItRuns(pid?: number): Promise<void>;
}

export const SHELL = 'ENTRYPOINT ["/bin/sh","-c","eval \\"$FN\\""]';

/** Defines tests for each engine. Those of an engine that this machine lacks are skipped with a reason. */
export async function describeEngines(tests: (world: RealWorld) => void): Promise<void> {
  describeFound(await findEngines(), tests);
}

/** Defines tests that any engine will do for: they run with the first that is here. */
export async function describeAnyEngine(tests: (world: RealWorld) => void): Promise<void> {
  const found = await findEngines();
  const first = found.find(({ engine }) => engine !== undefined);
  for (const { engine } of found) if (engine !== first?.engine) await engine?.stop();
  describeFound(first === undefined ? found : [first], tests);
}

function describeFound(found: Awaited<ReturnType<typeof findEngines>>, tests: (world: RealWorld) => void): void {
  afterAll(async () => {
    for (const { engine } of found) await engine?.stop();
  });
  describe.each(found)("$name", ({ engine, lack }) => {
    if (engine !== undefined) return tests(realWorld(engine));
    unless(lack, test)("runs functions", () => expect(engine).toBeDefined());
  });
}

function realWorld(engine: RealEngine): RealWorld {
  const made: string[] = [];
  const open: Containers[] = [];
  const host = { ...engine.env };
  let temporary = "";
  let volumes = "";
  let shell = "";

  const world: RealWorld = {
    engine,
    host,
    shell: () => shell,
    image(name, changes, content) {
      const full = importImage(engine, name, changes, content);
      made.push(full);
      return full;
    },
    runtime(options = {}) {
      const containers = createContainerRuntime({
        engine: engine.name,
        cwd: "/",
        environment: { host, inherited: [], given: [] },
        pull: "never",
        network: false,
        allowMounts: false,
        ...options,
        limits: { memory: "64m", ulimits: engine.ulimits, ...options.limits },
      });
      open.push(containers);
      return containers;
    },
    async fn(script, { options, directory, run, envs = [], ...more } = {}) {
      const declared = specification({ image: shell, envs: [`FN=${script}`, ...envs], ...more });
      const program = await world.runtime(options).program(declared, settings(directory));
      return program.run({ stdin: "input", ...run });
    },
    async printed(script, how) {
      const outcome = await world.fn(script, how);
      expect(outcome).toMatchObject({ exitCode: 0 });
      return Buffer.from(outcome.stdout).toString().trim();
    },
    containersOf: (pid) => list(pid, "ps", "-a", "--format", "{{.Names}}"),
    networksOf: (pid) => list(pid, "network", "ls", "--format", "{{.Name}}"),
    async untilItRuns(pid) {
      const end = Date.now() + 45_000;
      while (list(pid, "ps", "--format", "{{.Names}}").length === 0) {
        if (Date.now() > end) throw new Error("no container runs");
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
  };

  /** The containers and networks of a process, whose id is in their names. The engine may serve other processes. */
  function list(pid: number | undefined, ...args: string[]): string[] {
    const names = engine.run(...args, "--filter", "label=krm-render.processes").split("\n");
    return names.filter((each) => each.startsWith(`krm-${pid ?? process.pid}-`));
  }

  beforeAll(() => {
    temporary = mkdtempSync(join(tmpdir(), "temporary-"));
    host["TMPDIR"] = temporary;
    volumes = engine.run("volume", "ls", "-q");
    shell = world.image("shell", [SHELL]);
  });

  afterEach(async () => {
    for (const containers of open.splice(0)) await containers.close();
    expect([...world.containersOf(), ...world.networksOf()]).toEqual([]);
    expect(engine.run("volume", "ls", "-q")).toBe(volumes);
    expect(engineCalls()).toEqual([]);
    expect(readdirSync(temporary)).toEqual([]);
  });

  afterAll(() => {
    for (const name of made) engine.run("rmi", "-f", name);
    rmSync(temporary, { recursive: true });
  });

  return world;
}

/**
 * Removes the containers and networks of this process, also if it ends by a signal or a crash. Those of a process that was
 * killed are removed by the next one; docs/specification/containers.md 6.2.
 */
import { randomBytes } from "node:crypto";
import { cleanUpAtExit, isAlive, processSpace, runBeforeExit, waitUntil } from "../../processes/index.ts";
import type { ProgramOutcome } from "../program.ts";
import type { Engine, EngineCall } from "./engine.ts";

type Kind = "container" | "network";

const NAME = /^krm-(\d+)-[0-9a-f]{16}$/;
/** The engine's message for a container or network that does not exist. */
const GONE = /no such (?:container|network)|network (?:\S+ )?not found/i;
/** Limits the time of the end of the process if the engine hangs, in milliseconds. */
const LAST_CALLS_MS = 20_000;
/** How often the end of the process tries to remove what is no longer being made, and the time between, in milliseconds. */
const LAST_TRIES = 5;
const BETWEEN_TRIES_MS = 250;

interface Making {
  /** Tells whether the engine's client still runs. */
  readonly isRunning: () => boolean;
  /** Fulfilled when it has ended. */
  readonly end: Promise<unknown>;
}

export class Leftovers {
  readonly #engine: Engine;
  readonly #names = new Map<string, Kind>();
  /** The calls of the engine that make a container or network, by its name. */
  readonly #making = new Map<string, Making>();
  readonly #removing = new Set<Promise<unknown>>();
  #sweeping = Promise.resolve();
  #cancelCleanup: () => void = () => {};

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Returns a name for a container or network to create. From now on it is removed in every case. */
  claim(kind: Kind): string {
    if (this.#names.size === 0) this.#cancelCleanup = cleanUpAtExit("services", () => this.#removeAllNow());
    const name = `krm-${process.pid}-${randomBytes(8).toString("hex")}`;
    this.#names.set(name, kind);
    return name;
  }

  /**
   * Calls the engine to make the container or network of a claimed name. An engine may go on if its client is killed, so at
   * the end of this process the client is left to end, and what it made is removed then.
   * @throws KrmError `container-engine-unavailable`
   */
  async make(name: string, args: readonly string[], call: EngineCall = {}): Promise<ProgramOutcome> {
    let isRunning = (): boolean => true;
    const onStart = (answers: () => boolean): void => void (isRunning = answers);
    const made = this.#engine.call(args, { ...call, onStart });
    this.#making.set(name, { isRunning: () => isRunning(), end: made.catch(() => undefined) });
    try {
      return await made;
    } finally {
      this.#making.delete(name);
    }
  }

  /** Starts to remove a container that has ended by itself. {@link settle} waits for that. */
  removeLater(name: string): void {
    this.#track(this.#remove(name, false));
  }

  /** Ends a container that may still run, and removes it. {@link settle} tries again if that fails. */
  async end(name: string): Promise<void> {
    // A failure of the engine does not change the outcome of the run.
    await this.#remove(name, true).catch(() => undefined);
  }

  /** Waits for all removals and tries again those that failed. The next run removes what remains. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#removing);
    const names = (kind: Kind): string[] => [...this.#names.keys()].filter((name) => this.#names.get(name) === kind);
    // Stops at the first failure: an engine that hangs is not asked again for each name.
    try {
      for (const name of [...names("container"), ...names("network")]) await this.#remove(name, true);
    } catch {
      // A failure of the engine does not change the outcome of the run.
    }
  }

  async #remove(name: string, running: boolean): Promise<void> {
    const kind = this.#names.get(name);
    if (kind === undefined) return;
    // Without `kill`, podman asks the container to end and waits for ten seconds.
    if (running && kind === "container") await this.#engine.call(["kill", name]);
    const making = this.#making.get(name);
    const { exitCode, stderr } = await this.#engine.call(removal(kind, name));
    if (making !== undefined) {
      // It may have been made after the engine has looked for it.
      await making.end;
      await this.#remove(name, running);
    } else if (exitCode === 0 || GONE.test(stderr)) this.#forget(name);
  }

  /** Removes what ended processes of this machine have left. Ignores failures. */
  sweep(kind: Kind): void {
    // One after the other: a network can be removed only when no container uses it.
    this.#sweeping = this.#sweeping.then(() => this.#sweep(kind)).catch(() => undefined);
    this.#track(this.#sweeping);
  }

  async #sweep(kind: Kind): Promise<void> {
    const filter = ["--filter", `label=${label()}`];
    const list = kind === "container" ? ["ps", "-a", ...filter, "--format", "{{.Names}}"] : undefined;
    const found = await this.#engine.call(list ?? ["network", "ls", ...filter, "--format", "{{.Name}}"]);
    for (const name of Buffer.from(found.stdout).toString().split("\n")) {
      if (isAlive(Number(NAME.exec(name)?.[1] ?? process.pid))) continue;
      if (kind === "container") await this.#engine.call(["kill", name]);
      await this.#engine.call(removal(kind, name));
    }
  }

  #track(work: Promise<void>): void {
    const tracked = work.catch(() => undefined).finally(() => this.#removing.delete(tracked));
    this.#removing.add(tracked);
  }

  #forget(name: string): void {
    if (this.#names.delete(name) && this.#names.size === 0) this.#cancelCleanup();
  }

  /**
   * Blocks until the engine says that everything is gone. What was still being made is removed again after the client that
   * makes it has ended: before, the answer that it does not exist is not final.
   */
  #removeAllNow(): void {
    const { command, env } = this.#engine;
    const deadline = performance.now() + LAST_CALLS_MS;
    const run = (args: readonly string[]) => runBeforeExit(command, args, env, deadline - performance.now());
    const removed = (kind: Kind, name: string): boolean => {
      if (kind === "container") run(["kill", name]);
      const { succeeded, stderr } = run(removal(kind, name));
      return succeeded || GONE.test(stderr);
    };
    for (const kind of ["container", "network"] as const) {
      const names = [...this.#names].flatMap(([name, each]) => (each === kind ? [name] : []));
      const isMade = (): boolean => !names.some((name) => this.#making.get(name)?.isRunning());
      for (let tries = LAST_TRIES; names.length > 0 && tries > 0 && performance.now() < deadline; ) {
        const isComplete = waitUntil(isMade, BETWEEN_TRIES_MS);
        // One at a time: podman stops at the first name that does not exist, and says that it has succeeded.
        const left = names.filter((name) => !removed(kind, name));
        if (!isComplete) continue;
        if (left.length === 0) break;
        tries--;
        waitUntil(() => false, BETWEEN_TRIES_MS);
      }
    }
    this.#names.clear();
  }
}

/** The command that removes it, with the volumes that the engine created for a container. */
function removal(kind: Kind, name: string): string[] {
  return kind === "container" ? ["rm", "-f", "-v", name] : ["network", "rm", name];
}

/** The label of all containers and networks. It identifies the machine or sandbox whose process ids their names contain. */
export function label(): string {
  return `krm-render.processes=${processSpace()}`;
}

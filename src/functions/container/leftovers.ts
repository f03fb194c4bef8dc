/**
 * Nothing stays behind: not when this process is told to end, nor when it crashes; what a killed one has left is
 * removed by the next. docs/specification/containers.md 6.2.
 */
import { randomBytes } from "node:crypto";
import { cleanUpAtExit, isAlive, processSpace, runBeforeExit } from "../../processes/index.ts";
import type { Engine } from "./engine.ts";

/** Made by an engine, for this process. */
type Kind = "container" | "network";

const NAME = /^krm-(\d+)-[0-9a-f]{16}$/;
/** That an engine lacks the container or the network, and not that something else is missing. */
const GONE = /no such (?:container|network)|network (?:\S+ )?not found/i;
/** Ending must not take forever, even if the engine hangs. */
const LAST_CALL_MS = 20_000;

export class Leftovers {
  readonly #engine: Engine;
  readonly #names = new Map<string, Kind>();
  readonly #removing = new Set<Promise<unknown>>();
  #sweeping = Promise.resolve();
  #cancelCleanup: () => void = () => {};

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** A name for something that is about to be made. From now on it is removed, whatever happens. */
  claim(kind: Kind): string {
    if (this.#names.size === 0) this.#cancelCleanup = cleanUpAtExit("services", () => this.#removeAllNow());
    const name = `krm-${process.pid}-${randomBytes(8).toString("hex")}`;
    this.#names.set(name, kind);
    return name;
  }

  /** Starts to remove what has ended by itself; {@link settle} waits for it. */
  removeLater(name: string): void {
    this.#track(this.#remove(name, false));
  }

  /** Ends what may still run, and removes it. What cannot be removed now is tried again at the end. */
  async end(name: string): Promise<void> {
    try {
      await this.#remove(name, true);
    } catch {
      // The engine is in trouble, which is not what the run has come to.
    }
  }

  /** Waits for removals under way, and tries again where one failed. What an engine in trouble keeps, the next run removes. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#removing);
    const containers = [...this.#names].filter(([, kind]) => kind === "container");
    const networks = [...this.#names].filter(([, kind]) => kind === "network");
    // One that hangs is not asked for each of them.
    try {
      for (const [name] of [...containers, ...networks]) await this.#remove(name, true);
    } catch {
      // What the run has come to is not changed by it.
    }
  }

  async #remove(name: string, running: boolean): Promise<void> {
    const kind = this.#names.get(name);
    if (kind === undefined) return;
    // podman would first ask it to end, and wait for ten seconds.
    if (running && kind === "container") await this.#engine.call(["kill", name]);
    const { exitCode, stderr } = await this.#engine.call(removal(kind, [name]));
    if (exitCode === 0 || GONE.test(stderr)) this.#forget(name);
  }

  /** Removes what processes of this machine have left that are gone. It is no problem if that cannot be done. */
  sweep(kind: Kind): void {
    // One after the other: a network goes when nothing is in it any more.
    this.#sweeping = this.#sweeping.then(() => this.#sweep(kind)).catch(() => undefined);
    this.#track(this.#sweeping);
  }

  async #sweep(kind: Kind): Promise<void> {
    const filter = ["--filter", `label=${LABEL}=${processSpace()}`];
    const list = kind === "container" ? ["ps", "-a", ...filter, "--format", "{{.Names}}"] : undefined;
    const found = await this.#engine.call(list ?? ["network", "ls", ...filter, "--format", "{{.Name}}"]);
    const names = Buffer.from(found.stdout)
      .toString()
      .split("\n")
      .filter((name) => !isAlive(Number(NAME.exec(name)?.[1] ?? process.pid)));
    if (names.length === 0) return;
    if (kind === "container") await this.#engine.call(["kill", ...names]);
    await this.#engine.call(removal(kind, names));
  }

  #track(work: Promise<void>): void {
    const tracked = work.catch(() => undefined).finally(() => this.#removing.delete(tracked));
    this.#removing.add(tracked);
  }

  #forget(name: string): void {
    if (this.#names.delete(name) && this.#names.size === 0) this.#cancelCleanup();
  }

  /** There is no time for promises any more. */
  #removeAllNow(): void {
    const { command, env } = this.#engine;
    const names = (kind: Kind): string[] => [...this.#names].flatMap(([name, each]) => (each === kind ? [name] : []));
    const run = (args: readonly string[]): void => runBeforeExit(command, args, env, LAST_CALL_MS);
    const [containers, networks] = [names("container"), names("network")];
    if (containers.length > 0) {
      run(["kill", ...containers]);
      run(removal("container", containers));
    }
    if (networks.length > 0) run(removal("network", networks));
    this.#names.clear();
  }
}

/** Volumes that the engine has made for a container go with it. */
function removal(kind: Kind, names: readonly string[]): string[] {
  return kind === "container" ? ["rm", "-f", "-v", ...names] : ["network", "rm", ...names];
}

const LABEL = "krm-render.processes";

/** What everything is marked with that is made: whose process numbers its name holds. */
export function label(): string {
  return `${LABEL}=${processSpace()}`;
}

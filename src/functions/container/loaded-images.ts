/**
 * The names under which a run loads images, and their removal. Only names that this run has made are removed, and what killed
 * runs have left: never an image by its id, which may have other names; docs/specification/containers.md 7.4, 7.5.
 */
import { randomBytes } from "node:crypto";
import { cleanUpAtExit, isAlive, processSpace, runBeforeExit } from "../../processes/index.ts";
import type { Engine } from "./engine.ts";
import type { EngineTools } from "./engine-tools.ts";

/** The registry in the names. No registry can have this name. */
export const LOCAL = "krm-render.local/";
const HOME = `${LOCAL}sha256`;
/** The name of a run that removes its images: the process, and the space of processes in which its number counts. */
const OF_A_RUN = /^krm-render\.local\/sha256\/[0-9a-f]{64}:load-(\d+)-([0-9a-f]{16})-[0-9a-f]{8}$/;
const GONE = /no such image|image not known|not found|does not exist/i;
/** Limits the time of the end of the process if the engine hangs, in milliseconds. */
const MAX_LAST_CALLS_MS = 10_000;

export class LoadedImages {
  readonly #engine: Engine;
  readonly #tools: EngineTools;
  /** True if images stay, so that the next run need not load them again. */
  readonly #keeps: boolean;
  readonly #names = new Set<string>();
  #cancelCleanup: () => void = () => {};

  constructor(engine: Engine, tools: EngineTools, keeps: boolean) {
    this.#engine = engine;
    this.#tools = tools;
    this.#keeps = keeps;
  }

  /** The name under which earlier runs have kept an image, given the digest of its manifest. Undefined if runs keep none. */
  keptName(manifest: string): string | undefined {
    return this.#keeps ? `${HOME}/${manifest.slice("sha256:".length)}:load` : undefined;
  }

  /** A name to load an image under. Runs that remove their images use names that no other run has. */
  claim(manifest: string): string {
    const kept = this.keptName(manifest);
    if (kept !== undefined) return kept;
    if (this.#names.size === 0) this.#cancelCleanup = cleanUpAtExit("images", () => this.#removeAllNow());
    const run = `${process.pid}-${processSpace()}-${randomBytes(4).toString("hex")}`;
    const name = `${HOME}/${manifest.slice("sha256:".length)}:load-${run}`;
    this.#names.add(name);
    return name;
  }

  /** Removes a name, and the image if it has no other. @throws KrmError `container-engine-unavailable` */
  async remove(name: string): Promise<void> {
    const { exitCode, stderr } = await this.#tools.call(["rmi", name]);
    if (exitCode === 0 || GONE.test(stderr)) this.#forget(name);
  }

  /**
   * Removes what this run has loaded, unless images are kept, and what killed runs have left. Their containers have to be gone.
   * Does nothing beside a load: podman may then lose a name.
   */
  async settle(): Promise<void> {
    if (this.#names.size === 0) return;
    // Stops at the first failure: an engine that hangs is not asked again for each name.
    try {
      for (const name of this.#names) await this.remove(name);
      await this.#sweep();
    } catch {
      // A failure of the engine does not change the outcome of the run.
    }
  }

  /** Removes what ended processes of this machine have left. */
  async #sweep(): Promise<void> {
    const filter = `reference=${HOME}/*`;
    const found = await this.#engine.call(["image", "ls", "--filter", filter, "--format", "{{.Repository}}:{{.Tag}}"]);
    for (const line of Buffer.from(found.stdout).toString().split("\n")) {
      const [name, pid, space] = OF_A_RUN.exec(line.trim()) ?? [];
      if (name === undefined || space !== processSpace() || isAlive(Number(pid))) continue;
      await this.#engine.call(["rmi", name]);
    }
  }

  #forget(name: string): void {
    if (this.#names.delete(name) && this.#names.size === 0) this.#cancelCleanup();
  }

  #removeAllNow(): void {
    const { command, env } = this.#engine;
    const deadline = performance.now() + MAX_LAST_CALLS_MS;
    for (const name of this.#names) runBeforeExit(command, ["rmi", name], env, deadline - performance.now());
    this.#names.clear();
  }
}

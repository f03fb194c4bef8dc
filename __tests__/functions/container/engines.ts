/** Real engines of this machine, with images that the tests create. Engines that the tests start are ended by them. */
import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EngineName } from "../../../src/functions/container/index.ts";
import { findProgram, lackOf } from "../../programs.ts";

export interface RealEngine {
  readonly name: EngineName;
  /** The variables of this process, and the address of the engine. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The ulimits that the engine may set on this machine. */
  readonly ulimits: readonly string[];
  run(...args: string[]): string;
  stop(): Promise<void>;
}

export const BUSYBOX = findProgram("busybox");

/** An engine, or why this machine has none. */
export interface FoundEngine {
  readonly name: "docker" | "podman";
  readonly engine?: RealEngine;
  readonly lack?: string;
}

export async function findEngines(): Promise<readonly FoundEngine[]> {
  return [await findEngine("docker"), await findEngine("podman")];
}

export async function findEngine(name: FoundEngine["name"]): Promise<FoundEngine> {
  // An image FROM scratch has no libraries.
  const isStatic = BUSYBOX !== undefined && !readFileSync(BUSYBOX).subarray(0, 4096).includes("ld-linux");
  const lack = lackOf(name) ?? (isStatic ? undefined : "there is no busybox that needs no libraries");
  if (lack !== undefined) return { name, lack };
  const engine = await (name === "docker" ? docker() : podman());
  return typeof engine === "string" ? { name, lack: engine } : { name, engine };
}

function realEngine(
  name: EngineName,
  env: RealEngine["env"],
  ulimits: readonly string[],
  stop: RealEngine["stop"],
): RealEngine {
  return {
    name,
    env,
    ulimits,
    run: (...args) =>
      execFileSync(name, args, {
        encoding: "utf8",
        env: { ...env },
        stdio: ["ignore", "pipe", "pipe"],
        timeout: 60_000,
      }),
    stop,
  };
}

/** The engine of DOCKER_HOST or one that runs already, else one that only this process uses. */
async function docker(): Promise<RealEngine | string> {
  const running = realEngine("docker", process.env, ["nofile=1024:1024"], () => Promise.resolve());
  if (answers(running)) return running;
  const dockerd = findProgram("dockerd");
  if (dockerd === undefined) return "no docker engine runs, and there is no dockerd";
  if (process.getuid?.() !== 0) return "no docker engine runs, and only root can start one";
  const directory = mkdtempSync(join(tmpdir(), "dockerd-"));
  const address = `unix://${join(directory, "socket")}`;
  const data = ["--data-root", join(directory, "data"), "--exec-root", join(directory, "exec")];
  const settings = ["--iptables=false", "--ip6tables=false", "--bridge=none", "-s", "vfs", "-H", address];
  const keeper = untilStopped(directory, dockerd, ...data, "--pidfile", join(directory, "pid"), ...settings);
  const own = realEngine("docker", { ...process.env, DOCKER_HOST: address }, ["nofile=1024:1024"], keeper);
  for (let attempt = 0; attempt < 60; attempt++) {
    if (answers(own)) return own;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await own.stop();
  return "dockerd does not start here";
}

function answers(of: RealEngine): boolean {
  try {
    return of.run("version", "--format", "{{.Server.Os}}").trim() === "linux";
  } catch {
    return false;
  }
}

/**
 * Runs a program and removes a directory, on request or when this process ends. There is no request if all tests of a file
 * are skipped.
 */
function untilStopped(directory: string, ...command: readonly string[]): () => Promise<void> {
  const child = spawn("sh", ["-c", UNTIL_INPUT_ENDS, "sh", directory, ...command], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  // The process must be able to end if no test starts.
  child.unref();
  (child.stdin as Socket).unref();
  const end = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return () => {
    child.ref();
    child.stdin?.end();
    return end;
  };
}

const UNTIL_INPUT_ENDS = 'directory=$1; shift; "$@" & read -r _; kill $!; wait $!; rm -rf "$directory"';

/** Uses a store of its own. In a sandbox it must not raise limits. */
async function podman(): Promise<RealEngine | string> {
  if (process.getuid?.() !== 0) return "limits of memory and time need root";
  const directory = mkdtempSync(join(tmpdir(), "podman-"));
  const at = (name: string): string => JSON.stringify(join(directory, name));
  const storage = `[storage]\ndriver = "vfs"\ngraphroot = ${at("graph")}\nrunroot = ${at("run")}\n`;
  writeFileSync(join(directory, "storage.conf"), storage);
  // crun needs features that the machine may lack.
  const runtime = findProgram("runc") === undefined ? "" : 'runtime = "runc"\n';
  const containers = `[engine]\ntmp_dir = ${at("tmp")}\nlock_type = "file"\nevents_logger = "file"\n${runtime}`;
  writeFileSync(
    join(directory, "containers.conf"),
    `${containers}cgroup_manager = "cgroupfs"\n[network]\nnetwork_config_dir = ${at("networks")}\n`,
  );
  const env = {
    ...process.env,
    CONTAINERS_STORAGE_CONF: join(directory, "storage.conf"),
    CONTAINERS_CONF: join(directory, "containers.conf"),
  };
  const own = realEngine("podman", env, ["nofile=1000:1000", "nproc=1000:1000"], untilStopped(directory, "true"));
  try {
    const image = importImage(own, "probe", ['ENTRYPOINT ["/bin/true"]']);
    own.run("run", "--rm", "--network=none", "--memory=64m", ...own.ulimits.map((limit) => `--ulimit=${limit}`), image);
    own.run("rmi", "-f", image);
    return own;
  } catch (thrown) {
    await own.stop();
    return `podman runs no containers here: ${lastLine(thrown)}`;
  }
}

function lastLine(thrown: unknown): string | undefined {
  return (thrown as Error).message.trim().split("\n").at(-1);
}

/** Says why containers of an engine get no network of their own on this machine; undefined if they do. */
export function lackOfNetwork(engine: RealEngine): string | undefined {
  const image = importImage(engine, "network", ['ENTRYPOINT ["/bin/true"]']);
  const network = `krm-render-test-${process.pid}`;
  try {
    engine.run("network", "create", network);
    const limits = engine.ulimits.map((limit) => `--ulimit=${limit}`);
    engine.run("run", "--rm", `--network=${network}`, ...limits, image);
    return undefined;
  } catch (thrown) {
    return `${engine.name} gives no network here: ${lastLine(thrown)}`;
  } finally {
    engine.run("rmi", "-f", image);
    engine.run("network", "rm", "-f", network);
  }
}

export interface ImageContent {
  /** True if it has the user that kustomize runs functions as. */
  readonly withNobody?: boolean;
  /** The mode of its directory /tmp, which it lacks by default. */
  readonly temporaryMode?: number;
}

/**
 * Creates an image with nothing but busybox.
 * @param changes the arguments of `import --change`
 * @returns its name, which no other process uses
 */
export function importImage(
  engine: RealEngine,
  title: string,
  changes: readonly string[],
  { withNobody = false, temporaryMode }: ImageContent = {},
): string {
  const image = `krm-render-test/${title}-${process.pid}`;
  const directory = mkdtempSync(join(tmpdir(), "image-"));
  try {
    const root = join(directory, "root");
    mkdirSync(join(root, "bin"), { recursive: true });
    mkdirSync(join(root, "etc"));
    if (withNobody) writeFileSync(join(root, "etc/passwd"), "nobody:x:65534:65534::/:/bin/sh\n");
    if (temporaryMode !== undefined) {
      mkdirSync(join(root, "tmp"));
      chmodSync(join(root, "tmp"), temporaryMode);
    }
    copyFileSync(BUSYBOX as string, join(root, "bin/busybox"));
    const applets = execFileSync(BUSYBOX as string, ["--list"], { encoding: "utf8" })
      .trim()
      .split("\n");
    for (const applet of applets) if (applet !== "busybox") symlinkSync("busybox", join(root, "bin", applet));
    const archive = join(directory, "root.tar");
    execFileSync("tar", ["-C", root, "--owner=0", "--group=0", "-cf", archive, "."]);
    engine.run("import", ...changes.flatMap((change) => ["--change", change]), archive, `${image}:v1`);
    return engine.name === "podman" ? `localhost/${image}:v1` : `${image}:v1`;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The engine processes that this process has started and that still run. */
export function engineCalls(): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
        const parent = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1];
        if (Number(parent) !== process.pid) return [];
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
        return /^(?:docker|podman) /.test(command) ? [command] : [];
      } catch {
        // The process has ended meanwhile.
        return [];
      }
    });
}

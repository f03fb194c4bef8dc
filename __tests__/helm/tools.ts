/** The programs for tests of charts, if they are installed: helm, kustomize and docker-registry. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createSocket } from "node:net";
import { dirname, join } from "node:path";
import { findProgram, lackOf } from "../programs.ts";

export const HELM = findProgram("HELM_BIN", "helm");
export const NO_HELM = lackOf("HELM_BIN", "helm");
/** Only kustomize's main branch accepts helm 4 and passes namespaces on. */
export const KUSTOMIZE = findProgram("KUSTOMIZE_HEAD_BIN", "KUSTOMIZE_BIN");
export const NO_KUSTOMIZE = lackOf("KUSTOMIZE_HEAD_BIN", "KUSTOMIZE_BIN");
export const REGISTRY = findProgram("docker-registry");
export const NO_REGISTRY = lackOf("docker-registry");

export function helm(...args: string[]): string {
  return execFileSync(HELM as string, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** Serves a directory over HTTP, and counts the requests. */
export async function serve(directory: string): Promise<{ url: string; requests: string[]; close(): Promise<void> }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    try {
      response.end(readFileSync(join(directory, new URL(request.url ?? "/", "http://localhost").pathname)));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** An OCI registry that keeps its content below `directory`. */
export async function registry(directory: string): Promise<{ host: string; close(): void }> {
  const port = await freePort();
  const config = join(directory, "config.yml");
  mkdirSync(directory, { recursive: true });
  writeFileSync(
    config,
    `version: 0.1\nlog: {level: error}\nstorage: {filesystem: {rootdirectory: ${join(directory, "data")}}}\nhttp: {addr: 127.0.0.1:${port}}\n`,
  );
  const child: ChildProcess = spawn(REGISTRY as string, ["serve", config], { stdio: "ignore" });
  // Helm speaks plain HTTP to localhost by name only.
  const host = `localhost:${port}`;
  for (let attempt = 0; ; attempt++) {
    const answers = await fetch(`http://${host}/v2/`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answers) return { host, close: () => void child.kill() };
    if (attempt > 100) throw new Error("docker-registry does not answer");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const socket = createSocket().listen(0, "127.0.0.1", () => {
      const { port } = socket.address() as AddressInfo;
      socket.close(() => resolve(port));
    });
  });
}

export function writeFiles(directory: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
}

/** The programs for tests of charts, if they are installed: helm, kustomize and docker-registry. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createSocket } from "node:net";
import { delimiter, dirname, join } from "node:path";

export const HELM = process.env["HELM_BIN"] || onPath("helm");
/** Only kustomize's main branch accepts helm 4 and passes namespaces on. */
export const KUSTOMIZE = process.env["KUSTOMIZE_HEAD_BIN"] || process.env["KUSTOMIZE_BIN"] || undefined;
export const REGISTRY = onPath("docker-registry");

function onPath(name: string): string | undefined {
  return (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((directory) => join(directory, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** Returns whether tests run. Prints once to standard error if they are skipped. */
export function needs(what: string, tool: string | undefined): boolean {
  if (tool === undefined) process.stderr.write(`skipped: ${what}\n`);
  return tool !== undefined;
}

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

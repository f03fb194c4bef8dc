/** Runs the shipped program on catalogs, with servers of this machine that behave like the real ones. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll } from "@jest/globals";
import { distFile } from "../../dist.ts";
import { git, temporaryDirectories } from "../../sources/fixtures.ts";
import { certificates } from "../../store/http/certificates.ts";
import { type Answer, type HttpServer, httpServer } from "../../store/http/http-server.ts";

const directories = temporaryDirectories();

export interface Result {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Place {
  readonly path: string;
  write(files: Readonly<Record<string, string | Uint8Array>>): void;
  read(name: string): string;
  link(name: string, target: string): void;
  run(...args: string[]): Promise<Result>;
  /** Runs in a directory of the place, with more variables. */
  runIn(directory: string, env: Readonly<Record<string, string>>, ...args: string[]): Promise<Result>;
  build(...args: string[]): Promise<Result>;
  /** The files that a run has left in its temporary directory, and those of its store. */
  leftovers(): readonly string[];
  stored(): readonly string[];
}

export { NODES } from "../../nodes.ts";

/** A repository with a home, a store and a temporary directory of its own. @param node that runs the program */
export function place(files: Readonly<Record<string, string | Uint8Array>> = {}, node = process.execPath): Place {
  const base = directories();
  const path = join(base, "repository");
  for (const name of ["repository", "home", "tmp", "cache"]) mkdirSync(join(base, name));
  writeFileSync(join(base, "ca.pem"), certificates().ca);
  git(path, "init", "--quiet");
  const environment = {
    PATH: process.env["PATH"] ?? "",
    HOME: join(base, "home"),
    TMPDIR: join(base, "tmp"),
    XDG_CACHE_HOME: join(base, "cache"),
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_SSL_CAINFO: join(base, "ca.pem"),
    NODE_EXTRA_CA_CERTS: join(base, "ca.pem"),
  };
  const made: Place = {
    path,
    write(more) {
      for (const [name, content] of Object.entries(more)) {
        mkdirSync(dirname(join(path, name)), { recursive: true });
        writeFileSync(join(path, name), content);
        if (name.endsWith(".sh")) chmodSync(join(path, name), 0o755);
      }
    },
    read: (name) => readFileSync(join(path, name), "utf8"),
    link: (name, target) => symlinkSync(target, join(path, name)),
    run: (...args) => made.runIn(".", {}, ...args),
    runIn: (directory, env, ...args) =>
      program(node, args, { cwd: join(path, directory), env: { ...environment, ...env } }),
    build: (...args) => made.run("build", "app", ...args),
    leftovers: () => readdirSync(join(base, "tmp")),
    // The program keeps compiled code of its own there, too.
    stored: () => filesBelow(join(base, "cache")).filter((file) => !file.includes("/krm-render/code/")),
  };
  made.write(files);
  return made;
}

function filesBelow(directory: string): readonly string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((found) => found.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

function program(
  node: string,
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = spawn(node, [distFile("cli.js"), ...args], {
      cwd,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const written = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => (written.stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (written.stderr += text));
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, ...written }));
  });
}

/** A server of https whose certificate the runs accept. Closed after the tests of the file. */
export async function webServer(
  answers: Record<string, Answer | Answer[]>,
): Promise<HttpServer & { readonly host: string }> {
  const server = await httpServer(answers, certificates());
  const url = server.url.replace("127.0.0.1", "localhost");
  servers.push(server);
  return { ...server, url, host: new URL(url).host };
}

const servers: HttpServer[] = [];
afterAll(async () => {
  for (const server of servers.splice(0)) await server.close();
});

export function hex(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** A catalog of functions in flow style. */
export function catalog(...functions: string[]): string {
  const head =
    "apiVersion: config.kubernetes.io/v1alpha1\nkind: Catalog\nmetadata: {name: acme}\nspec:\n  krmFunctions:\n";
  return head + functions.map((each) => `  - ${each}\n`).join("");
}

/** A function of the group fn.acme.test in flow style. @param runtime in flow style */
export function entry(kind: string, runtime: string, more = "", version = "v1"): string {
  return `{group: fn.acme.test, names: {kind: ${kind}}, versions: [{name: ${version}, runtime: ${runtime}${more}}]}`;
}

/** A Starlark program that writes a colour into every ConfigMap, behind those that are there. */
export function painter(colour: string): string {
  return `def paint(items):
  for item in items:
    data = item.setdefault("data", {})
    data["colour"] = data.get("colour", "") + "+${colour}"
paint(ctx.resource_list["items"])
`;
}

/** An executable that does the same as {@link painter}, with the text that is there as the first colour. */
export function shellPainter(colour: string): string {
  return `#!/bin/sh\nsed 's/colour: .*/colour: ${colour}/'\n`;
}

/** The catalog entry of a {@link painter} that lies beside the catalog. */
export function scriptEntry(kind: string, path: string, content: string, more = "", version = "v1"): string {
  return entry(kind, `{starlark: {path: ${path}, sha256: ${hex(content)}}}`, more, version);
}

export const CONFIG_MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: shop}\ndata: {colour: none}\n";

export function config(kind = "Paint", version = "v1", more = "spec: {}\n"): string {
  return `apiVersion: fn.acme.test/${version}\nkind: ${kind}\nmetadata: {name: ${kind.toLowerCase()}}\n${more}`;
}

/** The files of a kustomization in app/ with one ConfigMap and one function. */
export function app(catalogs: readonly string[], more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    "app/kustomization.yaml": `resources: [cm.yaml]\ntransformers: [paint.yaml]\ncatalogs: ${JSON.stringify(catalogs)}\n`,
    "app/cm.yaml": CONFIG_MAP,
    "app/paint.yaml": config(),
    ...more,
  };
}

/** The colours that functions have written. */
export function colours({ stdout }: Result): readonly string[] {
  return [...stdout.matchAll(/colour: '?([^'\n]*)'?$/gm)].map(([, colour = ""]) => colour.trim());
}

/** A process that is killed at any step of fetching and storing leaves a store that the next run accepts or repairs; docs/specification/store.md 1.4, 1.5, 2.4. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { storeEntries } from "../../src/store/entries.ts";
import { createArtifacts, digestOfFile, openStore } from "../../src/store/index.ts";
import { bundleProgram } from "../bundle-program.ts";
import { temporaryDirectories } from "../sources/fixtures.ts";
import { sha256, tar, tarGz } from "./artifacts/archives.ts";
import { type HttpServer, httpServer } from "./http/http-server.ts";

/** How many of the steps are tried, evenly spread; at least 50 of them. */
const KILLS = Number(process.env["STORE_KILLS"] ?? 52);
const AT_ONCE = 2;

const directory = temporaryDirectories();
const files = new Map<string, Buffer>();
const started = new Set<ChildProcess>();
let web: HttpServer;
let program = "";

beforeAll(async () => {
  const [first, second, third] = [randomBytes(200_000), randomBytes(150_000), randomBytes(150_000)];
  files.set("/program.tar.gz", await tarGz([[{ name: "program" }, first]]));
  files.set("/inside.tar.gz", await tar([[{ name: "program" }, second]]));
  files.set("/raw", third);
  files.set("/script", Buffer.from("print(1)\n"));
  files.set("program", first);
  files.set("inside", second);
  const wanted = Object.fromEntries([...files].map(([path, bytes]) => [path, sha256(bytes)]));
  files.set("/wanted", Buffer.from(JSON.stringify(wanted)));
  const paths = [...files.keys()].filter((path) => path.startsWith("/"));
  web = await httpServer(
    Object.fromEntries(paths.map((path) => [path, (_, response) => void response.end(files.get(path))])),
  );
  program = join(directory(), "program.cjs");
  await bundleProgram(join(import.meta.dirname, "crash-program.ts"), program);
});

afterAll(async () => {
  for (const child of started) child.kill("SIGKILL");
  await web.close();
});

/** A store with entries that the limits of the run do not keep: files, and the directory of a commit. */
function usedStore(): string {
  const path = directory();
  openStore({ directory: path }).close();
  const old = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000);
  const commit = join(path, "v1/git/key", "a".repeat(40));
  for (const below of ["pack", "info"]) mkdirSync(join(commit, below), { recursive: true });
  writeFileSync(join(commit, "pack/p.pack"), "x");
  const entries = ["1", "2", "3"].map((content) => {
    const file = join(path, "v1/files", `000000000000-${sha256(content)}`);
    writeFileSync(file, content);
    return file;
  });
  for (const entry of [...entries, commit]) utimesSync(entry, old, old);
  return path;
}

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
}

async function runUntil(step: number, store: string): Promise<Ended> {
  const child = spawn(process.execPath, [program, String(step), store, web.url], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  started.add(child);
  const exit = once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>;
  const output = await textOf(child.stdout);
  const [code, signal] = await exit;
  started.delete(child);
  return { code, signal, output };
}

/** The next run, in this process: it gets the right bytes, and leaves exactly what it should. */
async function expectNextRun(path: string): Promise<void> {
  const store = openStore({ directory: path, keep: { days: 1, bytes: 1_000_000 } });
  const artifacts = createArtifacts({
    store,
    fetch: (uri, to) => {
      writeFileSync(to, files.get(uri) ?? "");
      return Promise.resolve({ sha256: "" });
    },
  });
  const digest = (name: string): string => sha256(files.get(name) ?? "");
  const bin = "program";
  const programs = [
    await artifacts.executable({ uri: "/program.tar.gz", bin, sha256: digest("/program.tar.gz") }),
    await artifacts.executable({ uri: "/inside.tar.gz", bin, sha256: digest("inside") }),
    await artifacts.executable({ uri: "/raw", bin, sha256: digest("/raw") }),
  ];
  for (const [index, name] of ["program", "inside", "/raw"].entries()) {
    expect(readFileSync(programs[index]?.path ?? "").equals(files.get(name) ?? Buffer.alloc(0))).toBe(true);
  }
  expect(Buffer.from(await artifacts.script({ uri: "/script", sha256: digest("/script") }))).toEqual(
    files.get("/script"),
  );
  store.close();
  expect(readdirSync(join(path, "v1/tmp"))).toEqual([]);
  const entries = storeEntries(path);
  const kept = ["/program.tar.gz", "inside", "/raw", "/script"].map(digest);
  expect(entries.map(({ id }) => id).sort()).toEqual(kept.sort());
  for (const entry of entries) expect(await digestOfFile(entry.path)).toBe(entry.id);
}

test("a process that is killed at any step leaves a store that the next run accepts or repairs", async () => {
  const whole = await runUntil(0, usedStore());
  const steps = Number(whole.output);
  expect([whole.code, steps]).toEqual([0, expect.any(Number)]);
  expect(Math.min(steps, KILLS)).toBeGreaterThanOrEqual(50);
  const count = Math.min(steps, KILLS);
  const points = Array.from({ length: count }, (_, index) => 1 + Math.floor((index * steps) / count));
  const killed: (NodeJS.Signals | null)[] = [];
  const next = points.values();
  const worker = async (): Promise<void> => {
    for (const step of next) {
      const path = usedStore();
      killed.push((await runUntil(step, path)).signal);
      await expectNextRun(path);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  // The number of parts in which a download arrives varies, so the last points may be beyond the end.
  expect(killed.filter((signal) => signal === "SIGKILL").length).toBeGreaterThanOrEqual(50);
}, 180_000);

test("processes share a store, also while one of them is killed", async () => {
  const path = usedStore();
  const ended = await Promise.all([0, 0, 12].map((step) => runUntil(step, path)));
  expect(ended.map(({ code, signal }) => [code, signal])).toEqual([
    [0, null],
    [0, null],
    [null, "SIGKILL"],
  ]);
  await expectNextRun(path);
}, 60_000);

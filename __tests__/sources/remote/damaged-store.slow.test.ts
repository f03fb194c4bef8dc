/** Whatever byte of a store is damaged: the next run fetches what it needs again, once, and the store is whole afterwards; docs/specification/store.md 2.1, 2.2. */
import { createHash, randomInt } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { diagnosticsOf } from "../../../src/diagnostics.ts";
import { parseGitUrl } from "../../../src/sources/remote/git-url.ts";
import { openRemotes } from "../../../src/sources/remote/open-remotes.ts";
import type { Tree } from "../../../src/sources/tree.ts";
import { type HttpServer, httpServer, text } from "../../store/http/http-server.ts";
import { GIT_ENV, git, initRepository, temporaryDirectories, writeContent } from "../fixtures.ts";
import { type GitServer, gitServer } from "../git-server.ts";

const temporary = temporaryDirectories();
const served = temporary();
const store = temporary();
const DIGEST = createHash("sha256").update("a file\n").digest("hex");
const SEED = process.env["KRM_SEED"] === "random" ? randomInt(2 ** 31) : Number(process.env["KRM_SEED"] ?? 1);
const FLIPS = Number(process.env["STORE_FLIPS"] ?? 12);
let server: GitServer;
let files: HttpServer;
let whole: string;

beforeAll(async () => {
  server = await gitServer(served);
  files = await httpServer({ "/file.yaml": text("a file\n") });
  const lines = Array.from({ length: 400 }, (_, index) => `line ${index}\n`);
  writeContent(served, { files: { "app/.keep": "", "library/.keep": "" } });
  const sha = initRepository(join(served, "library"), { files: { "base/value": "library\n", top: "top\n" } });
  const app = join(served, "app");
  git(app, "init", "-q", "-b", "main");
  git(app, "update-index", "--add", "--cacheinfo", `160000,${sha},vendor/library`);
  writeContent(app, {
    files: {
      ".gitmodules": '[submodule "x"]\n\tpath = vendor/library\n\turl = ../library\n',
      "a/long": lines.join(""),
      // Stored as the difference to the other.
      "b/long": lines.with(200, "another line\n").join(""),
      "a/b/c/deep": "deep\n",
    },
    links: { link: "a/long" },
  });
  git(app, "add", ".gitmodules", "a", "b", "link");
  git(app, "commit", "-q", "-m", "first");
  for (const name of ["app", "library"]) git(join(served, name), "config", "uploadpack.allowAnySHA1InWant", "true");
  whole = await build(store);
  expect(whole).toContain("/vendor/library/base/value=library\n");
});

afterAll(async () => {
  await server.close();
  await files.close();
});

/** Reads everything. The content of all files as one text. */
async function build(directory: string): Promise<string> {
  const remotes = openRemotes({
    store: { directory },
    rules: { protocols: ["http"], privateHosts: true },
    env: GIT_ENV,
    sleep: async () => {},
  });
  try {
    const { tree } = await remotes.repository(parseGitUrl(`${server.url}/app//?ref=main`) as never);
    const { bytes } = await remotes.file(`${files.url}/file.yaml#sha256=${DIGEST}`);
    return (await contentOf(tree, "/")) + Buffer.from(bytes).toString();
  } finally {
    await remotes.close();
  }
}

async function contentOf(tree: Tree, directory: string): Promise<string> {
  let content = "";
  for (const { name, type } of await tree.list(directory)) {
    const path = `${directory === "/" ? "" : directory}/${name}`;
    if (type === "directory") content += await contentOf(tree, path);
    else content += `${path}=${Buffer.from(await tree.read(path)).toString()}`;
  }
  return content;
}

function filesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Single bits of random bytes of random files. */
function damages(count: number): { file: string; at: number; bit: number }[] {
  let state = SEED;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const all = filesBelow(store);
  return Array.from({ length: count }, () => {
    const file = all[next(all.length)] as string;
    return { file: file.slice(store.length), at: next(statSync(file).size), bit: next(8) };
  });
}

function damagedCopy({ file, at, bit }: { file: string; at: number; bit: number }): string {
  const copy = temporary();
  cpSync(store, copy, { recursive: true });
  const bytes = readFileSync(join(copy, file));
  bytes[at] = (bytes[at] as number) ^ (1 << bit);
  rmSync(join(copy, file));
  writeFileSync(join(copy, file), bytes);
  return copy;
}

const requests = (): number => server.requests.filter(({ url }) => url.endsWith("git-upload-pack")).length;

test(`${FLIPS} flipped bits with seed ${SEED}`, async () => {
  const before = requests();
  await build(store);
  /** Asking for the commit of the branch. */
  const usual = requests() - before;
  for (const damage of damages(FLIPS)) {
    const copy = damagedCopy(damage);
    const shown = JSON.stringify(damage);
    expect([shown, await build(copy)]).toEqual([shown, whole]);
    const healed = requests();
    expect([shown, await build(copy)]).toEqual([shown, whole]);
    expect([shown, requests() - healed]).toEqual([shown, usual]);
    rmSync(copy, { recursive: true });
  }
}, 600_000);

test.each<[name: string, damage: (path: string, bytes: Buffer) => void]>([
  ["removed", () => {}],
  ["emptied", (path) => writeFileSync(path, "")],
  ["cut in half", (path, bytes) => writeFileSync(path, bytes.subarray(0, bytes.length / 2))],
  ["longer", (path, bytes) => writeFileSync(path, Buffer.concat([bytes, Buffer.alloc(100)]))],
  ["a directory", (path) => mkdirSync(join(path, "inside"), { recursive: true })],
])(
  "each file of the store, %s",
  async (_, damage) => {
    for (const file of filesBelow(store)) {
      const copy = temporary();
      cpSync(store, copy, { recursive: true });
      const path = join(copy, file.slice(store.length));
      const bytes = readFileSync(path);
      rmSync(path);
      damage(path, bytes);
      expect([path, await build(copy)]).toEqual([path, whole]);
      expect([path, await build(copy)]).toEqual([path, whole]);
      rmSync(copy, { recursive: true });
    }
  },
  600_000,
);

test("with the repository gone: right output, or one error that says so", async () => {
  const hidden = join(served, "library");
  for (const damage of damages(Math.ceil(FLIPS / 3))) {
    const copy = damagedCopy(damage);
    const aside = `${hidden}-aside`;
    cpSync(hidden, aside, { recursive: true });
    rmSync(hidden, { recursive: true });
    const outcome = await build(copy).catch((error: unknown) => error);
    cpSync(aside, hidden, { recursive: true });
    rmSync(aside, { recursive: true });
    const verdict = outcome === whole ? "right" : diagnosticsOf(outcome)[0]?.code;
    expect(["right", "remote-failed"]).toContain(verdict);
    // It is back: nothing has made the damage permanent.
    expect(await build(copy)).toBe(whole);
    rmSync(copy, { recursive: true });
  }
}, 600_000);

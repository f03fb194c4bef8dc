/** Executables and scripts of catalogs; docs/specification/store.md 4.1 to 4.7, 4.9. */
import { existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { cleanName } from "../../../src/store/artifacts/archive.ts";
import {
  type ContentStore,
  createArtifacts,
  type Executable,
  openStore,
  type WantedExecutable,
  type WantedScript,
} from "../../../src/store/index.ts";
import { temporaryDirectories } from "../../sources/fixtures.ts";
import { END, type Member, rawMember, sha256, tar, tarGz } from "./archives.ts";

const directory = temporaryDirectories();
const URI = "https://dl.acme.test/stamp-1.2-linux-amd64.tar.gz";
const RAW = "https://dl.acme.test/stamp-1.2-linux-amd64";
const PROGRAM = "#!/bin/sh\necho stamp\n";
const MIB = 1024 * 1024;

interface Place {
  readonly path: string;
  readonly store: ContentStore;
  /** The addresses that were fetched. */
  readonly fetched: string[];
  readonly executable: (wanted: WantedExecutable) => Promise<Executable>;
  readonly script: (wanted: WantedScript) => Promise<Uint8Array>;
}

/** Opens a store with a fetcher that serves the same bytes for every address. */
function place(bytes: Uint8Array, { path = directory(), isLocal = false } = {}): Place {
  const fetched: string[] = [];
  const store = openStore({ directory: path });
  const fetch = async (uri: string, to: string, maxBytes: number) => {
    fetched.push(uri);
    if (bytes.length > maxBytes) throw new Error(`more than ${maxBytes}`);
    writeFileSync(to, bytes);
    return { sha256: sha256(bytes) };
  };
  const artifacts = createArtifacts({ store, fetch, isLocal });
  return {
    path,
    store,
    fetched,
    executable: (wanted) => artifacts.executable(wanted),
    script: (wanted) => artifacts.script(wanted),
  };
}

/** The digests of the files that the store keeps. */
const kept = (path: string): string[] => readdirSync(join(path, "v1/files")).map((name) => name.replace(/^.*-/, ""));
const temporary = (path: string): string[] => readdirSync(join(path, "v1/tmp"));

async function problemOf(bytes: Uint8Array, wanted: Partial<WantedExecutable> = {}): Promise<unknown> {
  const one = place(bytes);
  const thrown: unknown = await one.executable({ uri: URI, bin: "stamp", sha256: sha256(bytes), ...wanted }).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect({ left: [...kept(one.path), ...temporary(one.path)] }).toEqual({ left: [] });
  one.store.close();
  return (thrown as { diagnostics?: unknown[] } | undefined)?.diagnostics?.[0];
}

describe("K12: an executable", () => {
  test("runs if the digest is that of its archive, and the next run fetches nothing", async () => {
    const archive = await tarGz([
      [{ name: "LICENSE" }, "text"],
      [{ name: "./stamp", mode: 0o755 }, PROGRAM],
      [{ name: "link", type: "symlink", linkname: "/etc/passwd" }],
    ]);
    const wanted = { uri: URI, bin: "stamp", sha256: sha256(archive) };
    const first = place(archive);
    const found = await first.executable(wanted);
    expect(found).toEqual({ path: found.path, sha256: sha256(PROGRAM), source: "archive" });
    expect(readFileSync(found.path, "utf8")).toBe(PROGRAM);
    expect(await first.executable(wanted)).toBe(found);
    expect(first.fetched).toEqual([URI]);
    first.store.close();
    expect(kept(first.path)).toEqual([sha256(archive)]);
    expect(temporary(first.path)).toEqual([]);

    const second = place(Buffer.from("nothing"), { path: first.path });
    const again = await second.executable(wanted);
    expect([readFileSync(again.path, "utf8"), second.fetched]).toEqual([PROGRAM, []]);
    second.store.close();
  });

  test("runs if the digest is that of the program in the archive, and the next run fetches nothing", async () => {
    const archive = await tar([[{ name: "a/./stamp" }, PROGRAM]]);
    const wanted = { uri: RAW + ".TAR?x=1", bin: "./a//stamp", sha256: `SHA256:${sha256(PROGRAM).toUpperCase()}` };
    const first = place(archive);
    const found = await first.executable(wanted);
    expect(found).toEqual({ path: found.path, sha256: sha256(PROGRAM), source: "binary" });
    expect(kept(first.path)).toEqual([sha256(PROGRAM)]);
    expect(temporary(first.path)).toEqual([]);
    first.store.close();
    const second = place(Buffer.from("nothing"), { path: first.path });
    expect(await second.executable(wanted)).toEqual(found);
    expect(second.fetched).toEqual([]);
    second.store.close();
  });

  const IMAGE = `oci://registry.acme.test/stamp@sha256:${"0".repeat(64)}`;
  test.each([URI, RAW, `${RAW}?file=stamp`, "oci://registry.acme.test/stamp:v1", IMAGE, "bin/stamp"])(
    "at %s is an archive if its content is one, and the program itself if not",
    async (uri) => {
      const archive = await tarGz([[{ name: "stamp" }, PROGRAM]]);
      for (const [bytes, source] of [
        [Buffer.from(PROGRAM), "binary"],
        [archive, "archive"],
      ] as const) {
        const { store, executable } = place(bytes);
        const found = await executable({ uri, bin: "stamp", ...(uri !== IMAGE && { sha256: sha256(bytes) }) });
        expect(found).toEqual({ path: found.path, sha256: sha256(PROGRAM), source });
        expect(readFileSync(found.path, "utf8")).toBe(PROGRAM);
        store.close();
      }
    },
  );

  test("beside the catalog is read again, whatever the store has", async () => {
    const wanted = { uri: "bin/stamp", bin: "stamp", sha256: sha256(PROGRAM) };
    const first = place(Buffer.from(PROGRAM));
    await first.executable(wanted);
    first.store.close();
    for (const other of [Buffer.from("other"), await tar([[{ name: "stamp" }, "other"]])]) {
      const local = place(other, { path: first.path, isLocal: true });
      await expect(local.executable(wanted)).rejects.toThrow("is wanted");
      await expect(local.script(wanted)).rejects.toThrow("is wanted");
      local.store.close();
    }
    expect(kept(first.path)).toEqual([sha256(PROGRAM)]);
  });

  test("in a damaged archive of the store is fetched again", async () => {
    const archive = await tarGz([[{ name: "stamp" }, PROGRAM]]);
    const wanted = { uri: URI, bin: "stamp", sha256: sha256(archive) };
    const first = place(archive);
    await first.executable(wanted);
    first.store.close();
    const [name = ""] = readdirSync(join(first.path, "v1/files"));
    truncateSync(join(first.path, "v1/files", name), archive.length - 1);
    const second = place(archive, { path: first.path });
    expect(readFileSync((await second.executable(wanted)).path, "utf8")).toBe(PROGRAM);
    expect(second.fetched).toEqual([URI]);
    second.store.close();
  });
});

const OTHER = "f".repeat(64);

test("K12, attack 9.6: names both digests of an archive if neither is the wanted one", async () => {
  const archive = await tarGz([[{ name: "stamp" }, PROGRAM]]);
  const address = URI.replace("https://", "https://user:secret@");
  expect(await problemOf(archive, { uri: address, sha256: OTHER })).toEqual({
    code: "digest-mismatch",
    severity: "error",
    message:
      `${URI.replace("https://", "https://***@")} has the digest sha256:${sha256(archive)}, and "stamp" in it ` +
      `sha256:${sha256(PROGRAM)}, but sha256:${OTHER} is wanted`,
    hint: "Check what has changed before you correct the digest in the catalog.",
  });
});

test.each([
  [
    "a raw program",
    { uri: RAW, sha256: OTHER },
    `has the digest sha256:${sha256(PROGRAM)}, but sha256:${OTHER} is wanted`,
  ],
  ["no archive", { sha256: OTHER }, `has the digest sha256:${sha256(PROGRAM)}, but sha256:${OTHER} is wanted`],
  ["no digest", { sha256: undefined }, "has no digest"],
  ["a tag", { uri: "oci://registry.acme.test/stamp:v1", sha256: undefined }, "has no digest"],
  ["a short digest", { sha256: "f".repeat(63) }, "is not 64 hexadecimal digits"],
])("K12, attack 9.6: %s: an error, and nothing is left behind", async (_, wanted, message) => {
  expect(await problemOf(Buffer.from(PROGRAM), wanted as Partial<WantedExecutable>)).toMatchObject({
    message: expect.stringContaining(message),
  });
});

test.each([
  ["an escape", "../stamp", '"../stamp" leads out of it, so no file is the program'],
  ["no name", ".", '"." leads out of it, so no file is the program'],
  ["nothing", undefined, "is an archive, and nothing says which file of it is the program"],
])("K12, attack 9.9: an archive whose program is named by %s", async (_, bin, message) => {
  const archive = await tarGz([[{ name: "../stamp" }, PROGRAM]]);
  expect(await problemOf(archive, { bin })).toMatchObject({
    code: "archive-refused",
    message: expect.stringContaining(message),
  });
  expect(await problemOf(archive, { bin, sha256: OTHER })).toMatchObject({ code: "digest-mismatch" });
});

const STAMP: Member = [{ name: "stamp" }, PROGRAM];
const LONG = Buffer.from("stamp\0");

const HOSTILE: readonly [title: string, archive: () => Promise<Buffer>, message: string][] = [
  ["../stamp", () => tar([[{ name: "../stamp" }, PROGRAM]]), 'the entry "../stamp", which leads out of it'],
  ["a/../../stamp beside it", () => tar([STAMP, [{ name: "a/../../stamp" }, ""]]), "which leads out of it"],
  ["/stamp", () => tar([STAMP, [{ name: "/stamp" }, ""]]), 'the entry "/stamp", which leads out of it'],
  ["a symlink", () => tar([[{ name: "stamp", type: "symlink", linkname: "sh" }]]), "not a regular file but a symlink"],
  ["a hard link", () => tar([[{ name: "stamp", type: "link", linkname: "sh" }]]), "not a regular file but a link"],
  ["a directory", () => tar([[{ name: "stamp", type: "directory" }]]), "not a regular file but a directory"],
  ["a device", () => tar([STAMP, [{ name: "sda", type: "block-device" }]]), 'the entry "sda", which is a block-device'],
  ["a fifo", () => tar([STAMP, [{ name: "f", type: "fifo" }]]), 'the entry "f", which is a fifo'],
  ["a sparse file", async () => Buffer.concat([rawMember("stamp", "S", LONG), END]), "a thing of another type"],
  ["two of the name", () => tar([STAMP, [{ name: "./stamp" }, "other"]]), 'has the entry "stamp" twice'],
  ["a link after it", () => tar([STAMP, [{ name: "stamp", type: "symlink", linkname: "x" }]]), '"stamp" twice'],
  ["two by PAX", () => tar([STAMP, [{ name: "harmless", pax: { path: "stamp" } }, "other"]]), '"stamp" twice'],
  [
    "two by a long name of GNU",
    async () =>
      Buffer.concat([rawMember("stamp", "0", LONG), rawMember("l", "L", LONG), rawMember("x", "0", LONG), END]),
    '"stamp" twice',
  ],
  [
    "an escape by PAX",
    () => tar([STAMP, [{ name: "ok", pax: { path: "../../x" } }, ""]]),
    '"../../x", which leads out',
  ],
  ["PAX that hides it", () => tar([[{ name: "stamp", pax: { path: "harmless" } }, PROGRAM]]), 'has no entry "stamp"'],
  ["two around the end", async () => Buffer.concat([await tar([STAMP]), await tar([STAMP])]), '"stamp" twice'],
  ["none of the name", () => tar([[{ name: "Stamp" }, PROGRAM]]), 'has no entry "stamp"'],
  ["nothing", () => tar([[{ name: ".", type: "directory" }]]), 'has no entry "stamp"'],
  ["a truncated file", async () => rawMember("stamp", "0", Buffer.alloc(600), 4000), "cannot be read as a tar archive"],
  ["a wrong header", async () => Buffer.concat([await tar([STAMP]), Buffer.alloc(512, 7)]), "cannot be read as a tar"],
  ["truncated gzip", async () => (await tarGz([STAMP])).subarray(0, 60), "cannot be read as a tar archive"],
  ["a huge header", async () => Buffer.concat([rawMember("x", "x", Buffer.alloc(9 * MIB))]), "Header exceeds max size"],
  ["bytes after it", async () => Buffer.concat([await tarGz([STAMP]), Buffer.alloc(MIB)]), "has bytes after its end"],
  ["a nested archive, by the digest of the inner one", () => tar([[{ name: "stamp" }, gzipSync("x")]]), ""],
];

test.each(HOSTILE)(
  "K12, attack 9.9: an archive with %s is refused, and nothing is left behind",
  async (_, archive, message) => {
    const bytes = await archive();
    const nested = message === "" ? { sha256: sha256(gzipSync("x")) } : {};
    const expected =
      message === "" ? '"stamp" in https://dl.acme.test/stamp-1.2-linux-amd64.tar.gz is an archive' : message;
    for (const packed of bytes[0] === 0x1f || message === "" ? [bytes] : [bytes, gzipSync(bytes)]) {
      expect(await problemOf(packed, nested)).toMatchObject({
        code: "archive-refused",
        message: expect.stringContaining(expected),
      });
    }
  },
);

describe("attack 9.10", () => {
  test("K12: a bomb of zeros is refused after the first MiB", async () => {
    const zeros = gzipSync(Buffer.concat([rawMember("zeros", "0", Buffer.alloc(64 * MIB), 1024 * MIB)]));
    expect(await problemOf(zeros)).toMatchObject({ message: `${URI} expands to more than 100 times its size` });
    // The program itself, too.
    const program = gzipSync(rawMember("stamp", "0", Buffer.alloc(64 * MIB)));
    expect(await problemOf(program)).toMatchObject({ message: `${URI} expands to more than 100 times its size` });
  });

  test("a small archive may expand as it likes", async () => {
    const archive = await tarGz([[{ name: "stamp" }, Buffer.alloc(MIB - 4096)]]);
    const { store, executable } = place(archive);
    await expect(executable({ uri: URI, bin: "stamp", sha256: sha256(archive) })).resolves.toBeDefined();
    store.close();
  });

  test("a program that says that it is larger than 512 MiB is refused before it is written", async () => {
    const header = rawMember("stamp", "0", Buffer.alloc(0), 513 * MIB);
    expect(await problemOf(header)).toMatchObject({
      message: `${URI} has the entry "stamp", which is larger than 512 MiB`,
    });
  });

  test("more than 10,000 entries are refused", async () => {
    const entry = rawMember("x", "0", Buffer.alloc(0));
    const archive = (count: number) => Buffer.concat([...Array.from({ length: count }, () => entry), END]);
    expect(await problemOf(archive(10_000))).toMatchObject({ message: `${URI} has no entry "stamp"` });
    expect(await problemOf(archive(10_001))).toMatchObject({ message: `${URI} has more than 10000 entries` });
  });

  test("a download is limited to 256 MiB, a script to 1 MiB", async () => {
    const store = openStore({ directory: directory() });
    const limits: number[] = [];
    const fetch = (_uri: string, to: string, maxBytes: number) => {
      limits.push(maxBytes);
      writeFileSync(to, Buffer.alloc(MIB + 1));
      return Promise.resolve({ sha256: OTHER });
    };
    const artifacts = createArtifacts({ store, fetch });
    await expect(artifacts.executable({ uri: RAW, bin: "x", sha256: OTHER })).rejects.toThrow("is wanted");
    await expect(artifacts.script({ uri: RAW, sha256: OTHER })).rejects.toThrow(`${RAW} is larger than 1 MiB`);
    expect(limits).toEqual([256 * MIB, MIB]);
    store.close();
  });
});

describe("a script", () => {
  test("has the digest, and the next run fetches nothing", async () => {
    const wanted = { uri: "https://acme.test/paint.star", sha256: `sha256:${sha256(PROGRAM)}` };
    const first = place(Buffer.from(PROGRAM));
    expect(Buffer.from(await first.script(wanted)).toString()).toBe(PROGRAM);
    first.store.close();
    const second = place(Buffer.from("nothing"), { path: first.path });
    expect(Buffer.from(await second.script(wanted)).toString()).toBe(PROGRAM);
    expect(second.fetched).toEqual([]);
    second.store.close();
  });

  test("with another digest is an error, and nothing is left behind", async () => {
    const { path, store, script } = place(Buffer.from(PROGRAM));
    await expect(script({ uri: "https://acme.test/paint.star", sha256: OTHER })).rejects.toThrow(
      `https://acme.test/paint.star has the digest sha256:${sha256(PROGRAM)}, but sha256:${OTHER} is wanted`,
    );
    expect([...kept(path), ...temporary(path)]).toEqual([]);
    store.close();
  });

  test("of another size in the store is not read", async () => {
    const { path, store, fetched, script } = place(Buffer.from(PROGRAM));
    const digest = sha256(PROGRAM);
    store.keepFile(digest, Buffer.from(PROGRAM));
    const [name = ""] = readdirSync(join(path, "v1/files"));
    truncateSync(join(path, "v1/files", name), 5 * 1024 * MIB);
    expect(Buffer.from(await script({ uri: RAW, sha256: digest })).toString()).toBe(PROGRAM);
    expect(fetched).toEqual([RAW]);
    expect(statSync(join(path, "v1/files", name)).size).toBe(PROGRAM.length);
    store.close();
  });
});

test("equal requests share one fetch, also one that fails", async () => {
  const { store, fetched, executable } = place(Buffer.from(PROGRAM));
  const wanted = { uri: RAW, bin: "stamp", sha256: OTHER };
  const answers = await Promise.allSettled([executable(wanted), executable(wanted)]);
  expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(fetched).toHaveLength(1);
  store.close();
});

test("a clean name never leads out of a directory", () => {
  const part = fc.constantFrom("..", ".", "", "a", "b", "...", "/");
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const clean = cleanName(parts.join("/"));
      if (clean === undefined) return;
      expect(join("/top", clean)).toBe(`/top/${clean}`);
      expect(cleanName(clean)).toBe(clean);
    }),
  );
});

test("the store that is closed leaves the program of the catalog only", async () => {
  const { path, store, executable } = place(await tarGz([STAMP]));
  const { path: program } = await executable({ uri: URI, bin: "stamp", sha256: sha256(PROGRAM) });
  store.close();
  expect([existsSync(program), temporary(path)]).toEqual([true, []]);
});

/** Files in the content store; docs/specification/store.md 2.1, 2.3. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { openStore } from "../../src/store/index.ts";
import { temporaryDirectories } from "../sources/fixtures.ts";

const directory = temporaryDirectories();

const BYTES = Buffer.from("a layer of an image");
const DIGEST = createHash("sha256").update(BYTES).digest("hex");

/** A store with a workplace that holds one complete file. */
function storeWithDownload() {
  const store = openStore({ directory: directory() });
  const download = join(store.workplace(), "download");
  writeFileSync(download, BYTES);
  return { store, download };
}

// docs/specification/store.md 6
describe("notes", () => {
  test("answer a question with a digest, in their scope, until another digest is noted", () => {
    const place = directory();
    const [store, other] = [openStore({ directory: place }), openStore({ directory: place, scope: "other" })];
    store.note("which file?", DIGEST);
    expect([store.recall("which file?"), store.recall("which other file?"), other.recall("which file?")]).toEqual([
      DIGEST,
      undefined,
      undefined,
    ]);
    store.note("which file?", "0".repeat(64));
    expect(openStore({ directory: place }).recall("which file?")).toBe("0".repeat(64));
  });

  test("that are damaged are none", () => {
    const place = directory();
    const store = openStore({ directory: place });
    store.note("which file?", DIGEST);
    const [name = ""] = readdirSync(join(place, "v1/notes"));
    writeFileSync(join(place, "v1/notes", name), "../../etc/passwd");
    expect(store.recall("which file?")).toBeUndefined();
  });

  test("that were not used for long are removed", () => {
    const place = directory();
    const store = openStore({ directory: place, keep: { days: 30, bytes: 1 } });
    store.note("old", DIGEST);
    const [name = ""] = readdirSync(join(place, "v1/notes"));
    const then = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000);
    utimesSync(join(place, "v1/notes", name), then, then);
    store.note("new", DIGEST);
    store.close();
    const left = openStore({ directory: place });
    expect([left.recall("old"), left.recall("new")]).toEqual([undefined, DIGEST]);
  });
});

describe("files that are too large for memory", () => {
  test("move into the store and are found by their digest", async () => {
    const { store, download } = storeWithDownload();
    const place = await store.moveFile(DIGEST, download);
    expect(existsSync(download)).toBe(false);
    expect(readFileSync(place)).toEqual(BYTES);
    expect(await store.filePath(DIGEST)).toBe(place);
    expect(store.file(DIGEST)).toEqual(BYTES);
    store.close();
  });

  test("with another digest are not stored", async () => {
    const { store, download } = storeWithDownload();
    await expect(store.moveFile("0".repeat(64), download)).rejects.toThrow(`a file with the digest ${DIGEST}`);
    expect(await store.filePath("0".repeat(64))).toBeUndefined();
    store.close();
  });

  test("are removed when they are damaged", async () => {
    const { store, download } = storeWithDownload();
    const place = await store.moveFile(DIGEST, download);
    writeFileSync(place, "another layer of it");
    expect(await store.filePath(DIGEST)).toBeUndefined();
    expect(existsSync(place)).toBe(false);
    store.close();
  });

  test("stay when a reader wants a smaller one", async () => {
    const { store, download } = storeWithDownload();
    const place = await store.moveFile(DIGEST, download);
    expect(store.file(DIGEST, BYTES.length - 1)).toBeUndefined();
    expect(readFileSync(place)).toEqual(BYTES);
    expect(store.file(DIGEST, BYTES.length)).toEqual(BYTES);
    store.close();
  });

  test("are replaced when they are damaged and larger than what is wanted", async () => {
    const { store, download } = storeWithDownload();
    writeFileSync(await store.moveFile(DIGEST, download), `${BYTES.toString()} and more`);
    expect(store.file(DIGEST, BYTES.length)).toBeUndefined();
    store.keepFile(DIGEST, BYTES);
    expect(store.file(DIGEST, BYTES.length)).toEqual(BYTES);
    store.close();
  });
});

/** What `krm-render release verify` finds; docs/specification/releases.md 6. */
import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { verifyRelease } from "../../src/release/index.ts";
import { headerName, paxRecord } from "../../src/release/tar.ts";
import { TAR_BLOCK, tarChecksum, tarHeader, tarPadding } from "../../src/store/index.ts";
import { rendered } from "../review/renderings.ts";
import {
  COMMIT,
  compressed,
  configMap,
  type MadeRelease,
  made,
  newDirectory,
  problemsOf,
  REPOSITORY,
  REQUEST,
  SECONDS,
  tarIn,
} from "./releases.ts";

/** An entry as an archive has it, or one that a test makes up. */
interface Entry {
  readonly path: string;
  readonly content: Buffer;
  /** In place of the header that a release has. */
  readonly head?: Buffer;
}

const LONG = `${"d".repeat(120)}/prod`;

function entriesOf(tar: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; tar[at] !== 0; ) {
    const head = tar.subarray(at, at + TAR_BLOCK);
    const path = head.toString("latin1", 0, 100).replace(/\0.*$/s, "");
    const size = Number.parseInt(head.toString("latin1", 124, 135), 8);
    entries.push({ path, head: Buffer.from(head), content: tar.subarray(at + TAR_BLOCK, at + TAR_BLOCK + size) });
    at += TAR_BLOCK + size + tarPadding(size).length;
  }
  return entries;
}

const headOf = ({ path, content }: Entry): Buffer => tarHeader({ name: path, size: content.length, seconds: SECONDS });

function tarOf(entries: readonly Entry[]): Buffer {
  const parts = entries.flatMap((entry) => [
    entry.head ?? headOf(entry),
    entry.content,
    tarPadding(entry.content.length),
  ]);
  return Buffer.concat([...parts, Buffer.alloc(2 * TAR_BLOCK)]);
}

/** Changes fields of a header, and makes its sum fit again. */
function changed(head: Buffer, ...changes: readonly (readonly [at: number, text: string])[]): Buffer {
  const copy = Buffer.from(head);
  for (const [at, text] of changes) copy.write(text, at, "latin1");
  copy.write(`${tarChecksum(copy).toString(8).padStart(6, "0")}\0 `, 148);
  return copy;
}

const withHead =
  (path: string, ...changes: readonly (readonly [number, string])[]) =>
  (entries: readonly Entry[]): readonly Entry[] =>
    entries.map((entry) => (entry.path === path ? { ...entry, head: changed(headOf(entry), ...changes) } : entry));

const withText =
  (path: string, from: string | RegExp, to: string) =>
  (entries: readonly Entry[]): readonly Entry[] =>
    entries.map((entry) => {
      if (entry.path !== path) return entry;
      const text = entry.content.toString();
      if (text.replace(from, to) === text) throw new Error(`${path} has no ${from}`);
      return { path, content: Buffer.from(text.replace(from, to)) };
    });

/** Makes SHA256SUMS fit what the archive holds, as whoever tampers with an archive would. */
function summed(entries: readonly Entry[]): readonly Entry[] {
  const lines = entries
    .filter(({ path }) => path !== "SHA256SUMS")
    .map(({ path, content }) => `${sha256(content)}  ${path}\n`);
  return entries.map((entry) =>
    entry.path === "SHA256SUMS" ? { path: entry.path, content: Buffer.from(lines.join("")) } : entry,
  );
}

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const PROD = "manifests/overlays/prod.yaml";
const extra = (path: string): Entry => ({ path, content: Buffer.from(configMap("extra")) });
const by =
  (...edits: ((entries: readonly Entry[]) => readonly Entry[])[]) =>
  (entries: readonly Entry[]): readonly Entry[] =>
    edits.reduce((all, edit) => edit(all), entries);
const sorted = (entries: readonly Entry[]): readonly Entry[] => entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));
const ARCHIVE = "release-archive: this is not the archive of a release: ";
const pax = (records: string): Entry => ({
  path: "PaxHeaders/path",
  content: Buffer.from(records),
  head: tarHeader({ name: "PaxHeaders/path", size: Buffer.byteLength(records), seconds: SECONDS, type: "x" }),
});
const before =
  (path: string, ...added: readonly Entry[]) =>
  (entries: readonly Entry[]): readonly Entry[] =>
    entries.flatMap((entry) => (entry.path === path ? [...added, entry] : [entry]));
/** An entry with a path that needs an extended header. */
const named = (path: string): readonly Entry[] => [pax(paxRecord(path).toString()), extra(headerName(path))];

let one: MadeRelease;
let entries: readonly Entry[];
let bytes: Buffer;
beforeAll(() => {
  one = made();
  bytes = readFileSync(one.archive);
  entries = entriesOf(tarIn(one.archive));
});

async function problemsIn(archive: Uint8Array, more: object = {}): Promise<readonly string[]> {
  const file = join(newDirectory(), "shop-v1.2.3.tar.gz");
  writeFileSync(file, archive);
  return problemsOf(() => verifyRelease(file, more, () => "A"));
}

test("nothing in a release as it was made", async () => {
  expect(tarOf(entries)).toEqual(gunzipSync(compressed(tarOf(entries))));
  expect(await problemsIn(compressed(tarOf(entries)))).toEqual([]);
  const { archive, statement } = made({
    renderings: [...REQUEST.renderings, rendered(configMap("x"), LONG), rendered(configMap("x"), "größe")],
  });
  const verified = await verifyRelease(
    archive,
    { statement, repository: REPOSITORY, commit: COMMIT.slice(0, 12) },
    String,
  );
  expect(verified.comparedWith).toEqual([`${archive}.sha256`, statement]);
  expect(verified.sha256).toBe(sha256(readFileSync(archive)));
});

// docs/specification/releases.md 6.1
describe("attack 9.31: in the archive", () => {
  const refused = (...table: readonly (readonly [string, (entries: readonly Entry[]) => readonly Entry[], string])[]) =>
    table;
  test.each(
    refused(
      ["a removed end", (all) => all, "it is cut off"],
      [
        "an entry in another place",
        (all) => all.toReversed(),
        'its entry "manifests/root.yaml" comes behind "release.json", out of order',
      ],
      [
        "an entry where a directory has to be",
        (all) => sorted([...all, extra(`${PROD}/x.yaml`)]),
        `its entry "${PROD}/x.yaml" needs a directory where "${PROD}" is a file`,
      ],
      [
        "an entry that is there twice",
        (all) => all.flatMap((entry) => (entry.path === PROD ? [entry, entry] : [entry])),
        `its entry "${PROD}" is there twice`,
      ],
      [
        "a symbolic link",
        withHead(PROD, [156, "2"], [157, "/etc/passwd"]),
        `its entry "${PROD}" is a symbolic link, and not a regular file`,
      ],
      [
        "a hard link",
        withHead(PROD, [156, "1"], [157, "release.json"]),
        `its entry "${PROD}" is a hard link, and not a regular file`,
      ],
      [
        "a device",
        withHead(PROD, [156, "3"], [329, "0000001\0"]),
        `its entry "${PROD}" is a device, and not a regular file`,
      ],
      ["a pipe", withHead(PROD, [156, "6"]), `its entry "${PROD}" is a pipe, and not a regular file`],
      [
        "a directory",
        before(PROD, {
          path: "manifests/",
          content: Buffer.alloc(0),
          head: changed(tarHeader({ name: "manifests/", size: 0 }), [156, "5"]),
        }),
        'its entry "manifests/" is a directory, and not a regular file',
      ],
      ["a sparse file", withHead(PROD, [156, "S"]), `its entry "${PROD}" is a sparse file, and not a regular file`],
      [
        "a long name of GNU",
        withHead(PROD, [156, "L"]),
        `its entry "${PROD}" is a long name in the form of GNU, and not a regular file`,
      ],
      [
        "a header for all entries",
        withHead(PROD, [156, "g"]),
        `its entry "${PROD}" is a header for all entries, and not a regular file`,
      ],
      [
        "a type that nobody knows",
        withHead(PROD, [156, "Z"]),
        `its entry "${PROD}" is of an unknown type, and not a regular file`,
      ],
      [
        "an absolute path",
        withHead(PROD, [0, "/etc/cron.d/prod.yaml\0\0\0\0\0\0\0\0\0"]),
        'its entry "/etc/cron.d/prod.yaml" has a path that is absolute',
      ],
      [
        "a path that leads out",
        withHead(PROD, [0, "manifests/../../../prod.yaml"]),
        'its entry "manifests/../../../prod.yaml" has a path that leads out of the archive',
      ],
      [
        "a path with a character that reverses text",
        before("release.json", ...named("manifests/\u202elmay.prod")),
        'its entry "manifests/\u202elmay.prod" has a path that contains a character that reorders or hides text',
      ],
      [
        "an entry that differs in case from another one",
        (all) => sorted([...all, extra("manifests/overlays/PROD.yaml")]),
        `its entry "${PROD}" replaces "manifests/overlays/PROD.yaml" on systems that do not tell such names apart`,
      ],
      [
        "an entry in another form of Unicode",
        by(
          before("manifests/overlays/dev.yaml", ...named("manifests/a\u0308.yaml")),
          before("release.json", ...named("manifests/\u00e4.yaml")),
        ),
        'its entry "manifests/\u00e4.yaml" replaces "manifests/a\u0308.yaml" on systems that do not tell such names apart',
      ],
      [
        "a path with a backslash",
        withHead(PROD, [0, "manifests/..\\"]),
        'its entry "manifests/..\\\\rlays/prod.yaml" has a path that contains a backslash',
      ],
      [
        "a path with a part that is empty",
        withHead(PROD, [0, "manifests//"]),
        'its entry "manifests//verlays/prod.yaml" has a path that is not in its shortest form',
      ],
      [
        "another time",
        withHead(PROD, [136, "15137133601\0"]),
        `its entry "${PROD}" has another time than the entry before it`,
      ],
      [
        "a time in another notation",
        withHead(PROD, [136, "\x80\0\0\0"]),
        `its entry "${PROD}" has a time that is not written in octal digits`,
      ],
      ["another owner", withHead(PROD, [108, "0001750\0"]), `its entry "${PROD}" belongs to somebody`],
      ["another group", withHead(PROD, [116, "0001750\0"]), `its entry "${PROD}" belongs to somebody`],
      ["the name of an owner", withHead(PROD, [265, "root"]), `its entry "${PROD}" belongs to somebody by name`],
      ["another mode", withHead(PROD, [100, "0004755\0"]), `its entry "${PROD}" has another mode than 0644`],
      [
        "a prefix of the path",
        withHead(PROD, [345, "etc"]),
        `its entry "${PROD}" has a header that is not written as in a release`,
      ],
      [
        "bytes behind the name",
        withHead(PROD, [90, "x"]),
        `its entry "${PROD}" has a header that is not written as in a release`,
      ],
      [
        "a size in another notation",
        withHead(PROD, [124, "\x80\0\0\0\x7f\xff\xff\xff"]),
        `its entry "${PROD}" has a size that is not written in octal digits`,
      ],
      [
        "a huge size",
        withHead(PROD, [124, "77777777777\0"]),
        `its entry "${PROD}" has 8589934591 bytes, more than it may have`,
      ],
      [
        "a size beyond the end",
        withHead("release.json", [124, "00004000000\0"]),
        'its entry "release.json" is cut off',
      ],
      [
        "an added file",
        (all) => sorted([...all, extra("malware.sh")]),
        'its entry "malware.sh" is no part of a release',
      ],
      [
        "an extended header that changes the size",
        before(PROD, pax("12 size=999\n")),
        "an entry has an extended header that changes its size",
      ],
      [
        "one that changes the path and the owner",
        before(PROD, pax("30 path=manifests/malware.yaml\n13 uid=1000\n")),
        "an entry has an extended header that changes its uid",
      ],
      [
        "one that nothing needs",
        before(PROD, pax("31 path=manifests/overlays/a.yaml\n".replace("31", "34"))),
        "an entry has an extended header that it does not need",
      ],
      [
        "one whose entry has another name",
        before(PROD, pax("40 path=manifests/overlays/größe.yaml\n")),
        'its entry "manifests/overlays/größe.yaml" has a header that is not written as in a release',
      ],
      [
        "one with a wrong length",
        before(PROD, pax("99 path=manifests/overlays/größe.yaml\n")),
        "an entry has an extended header that is not written as in a release",
      ],
      [
        "one that is too long",
        before(PROD, {
          ...pax("x"),
          head: tarHeader({ name: "PaxHeaders/path", size: 1e6, seconds: SECONDS, type: "x" }),
        }),
        "an entry has an extended header that is too long",
      ],
    ),
  )("%s", async (title, edit, problem) => {
    const tar = tarOf(edit(entries));
    const archive = compressed(title === "a removed end" ? tar.subarray(0, -1024) : tar);
    expect(await problemsIn(archive)).toEqual([`${ARCHIVE}${problem}`]);
  });

  test.each<[string, (archive: Buffer) => Buffer, string]>([
    [
      "bytes behind it",
      (archive) => Buffer.concat([archive, Buffer.from("more of it")]),
      "it has bytes behind its compressed data",
    ],
    [
      "a second member of gzip",
      (archive) => Buffer.concat([archive, compressed(Buffer.from("x"))]),
      "it has bytes behind its compressed data",
    ],
    ["a missing byte", (archive) => archive.subarray(0, -1), "it is cut off"],
    ["a missing half", (archive) => archive.subarray(0, archive.length / 2), "it is cut off"],
    ["nearly nothing", (archive) => archive.subarray(0, 15), "it is cut off"],
    ["nothing", () => Buffer.alloc(0), "it is not compressed by gzip"],
    ["something else", () => Buffer.from("PK\u0003\u0004"), "it is not compressed by gzip"],
    [
      "a time in the header of gzip",
      (archive) => Buffer.concat([archive.subarray(0, 4), Buffer.from([1]), archive.subarray(5)]),
      "its header of gzip has a name, a time or something else",
    ],
    [
      "another sum in gzip",
      (archive) => Buffer.concat([archive.subarray(0, -8), Buffer.alloc(4), archive.subarray(-4)]),
      "its content does not have the sum of gzip",
    ],
    [
      "another size in gzip",
      (archive) => Buffer.concat([archive.subarray(0, -4), Buffer.alloc(4)]),
      "its content does not have the sum of gzip",
    ],
    [
      "blocks behind the end of the archive",
      (archive) => compressed(Buffer.concat([gunzipSync(archive), Buffer.alloc(512)])),
      "it has bytes behind its last entry",
    ],
    [
      "one block as its end",
      (archive) => compressed(gunzipSync(archive).subarray(0, -512)),
      "its end is not that of an archive",
    ],
    [
      "something between entries",
      (archive) =>
        compressed(Buffer.concat([gunzipSync(archive).subarray(0, -1024), Buffer.alloc(512, "x"), Buffer.alloc(1024)])),
      `its entry ${JSON.stringify("x".repeat(100))} has a damaged header`,
    ],
  ])("%s", async (_, edit, problem) => {
    const found = await problemsIn(edit(bytes));
    expect(found).toHaveLength(1);
    expect(found[0]?.replace("its compressed data are damaged", "it is cut off")).toBe(`${ARCHIVE}${problem}`);
  });

  test("bytes behind the content of a file", async () => {
    const tar = tarOf(entries);
    tar[TAR_BLOCK * 2 - 1] = 1;
    expect(await problemsIn(compressed(tar))).toEqual([
      `${ARCHIVE}its entry "SHA256SUMS" has bytes behind its content`,
    ]);
  });

  test("other compression of the same files is accepted, if its header is the same", async () => {
    const archive = gzipSync(tarOf(entries));
    archive[9] = 0xff;
    expect(await problemsIn(archive)).toEqual([]);
  });
});

// docs/specification/releases.md 6.2
describe("attack 9.30: in the content", () => {
  test.each<[string, (entries: readonly Entry[]) => readonly Entry[], readonly string[]]>([
    [
      "a changed manifest",
      withText(PROD, "key: a", "key: x"),
      [
        `release-digest: its entry "${PROD}" does not have the digest of SHA256SUMS`,
        'release-digest: the manifest of its target "overlays/prod" does not have the digest that release.json gives',
      ],
    ],
    [
      "a changed manifest with its line in SHA256SUMS",
      by(withText(PROD, "key: a", "key: x"), summed),
      ['release-digest: the manifest of its target "overlays/prod" does not have the digest that release.json gives'],
    ],
    [
      "an added manifest",
      (all) => sorted([...all, extra("manifests/evil.yaml")]),
      [
        'release-content: its entry "manifests/evil.yaml" is not in SHA256SUMS',
        'release-content: its entry "manifests/evil.yaml" belongs to no target',
      ],
    ],
    [
      "an added manifest with a line",
      (all) => summed(sorted([...all, extra("manifests/evil.yaml")])),
      ['release-content: its entry "manifests/evil.yaml" belongs to no target'],
    ],
    [
      "a removed manifest",
      (all) => all.filter(({ path }) => path !== PROD),
      [
        `release-content: it has no entry "${PROD}", which SHA256SUMS lists`,
        'release-digest: the manifest of its target "overlays/prod" is missing',
      ],
    ],
    [
      "a removed manifest with its line",
      (all) => summed(all.filter(({ path }) => path !== PROD)),
      ['release-digest: the manifest of its target "overlays/prod" is missing'],
    ],
    [
      "a renamed manifest",
      (all) =>
        summed(
          all.map((entry) =>
            entry.path === PROD ? { ...extra("manifests/overlays/prodx.yaml"), content: entry.content } : entry,
          ),
        ),
      [
        'release-digest: the manifest of its target "overlays/prod" is missing',
        'release-content: its entry "manifests/overlays/prodx.yaml" belongs to no target',
      ],
    ],
    [
      "no SHA256SUMS",
      (all) => all.filter(({ path }) => path !== "SHA256SUMS"),
      ["release-content: it has no SHA256SUMS"],
    ],
    [
      "a SHA256SUMS in another form",
      withText("SHA256SUMS", "  ", " *"),
      ["release-content: its SHA256SUMS is not written as sha256sum writes it"],
    ],
    [
      "lines of SHA256SUMS in another order",
      (all) =>
        all.map((entry) =>
          entry.path === "SHA256SUMS"
            ? {
                path: entry.path,
                content: Buffer.from(entry.content.toString().trimEnd().split("\n").reverse().join("\n") + "\n"),
              }
            : entry,
        ),
      ["release-content: the lines of its SHA256SUMS are not in order"],
    ],
    [
      "a line of SHA256SUMS for nothing",
      withText("SHA256SUMS", /$/, `${"0".repeat(64)}  z\n`),
      ['release-content: it has no entry "z", which SHA256SUMS lists'],
    ],
    [
      "no release.json",
      (all) => summed(all.filter(({ path }) => path !== "release.json")),
      ["release-content: its release.json is missing"],
    ],
    [
      "a release.json that is none",
      by(withText("release.json", "{", "["), summed),
      ["release-content: its release.json is not JSON"],
    ],
    [
      "a release.json of another version",
      by(withText("release.json", '"schemaVersion": 1', '"schemaVersion": 2'), summed),
      ["release-content: its release.json has the schemaVersion 2, and this krm-render reads version 1"],
    ],
    [
      "an unknown field of release.json",
      by(withText("release.json", '"name"', '"extra": 1,\n  "name"'), summed),
      ["release-content: its release.json is not written as a release has it"],
    ],
    [
      "a field of release.json that is there twice",
      by(withText("release.json", '"commit"', `"commit": "${"f".repeat(40)}",\n  "commit"`), summed),
      ["release-content: its release.json is not written as a release has it"],
    ],
    [
      "a commit that is none",
      by(withText("release.json", COMMIT, "main"), summed),
      ["release-content: its release.json has a commit that is not the full id of one"],
    ],
    [
      "a name that leads elsewhere",
      by(withText("release.json", '"shop"', '"../shop"'), summed),
      ["release-content: its release.json has a name or a version that no release has"],
    ],
    [
      "another commit in release.json",
      by(withText("release.json", COMMIT, "f".repeat(40)), summed),
      ["release-content: its krm-render.lock is that of another commit than release.json says"],
    ],
    [
      "another repository in release.json",
      by(withText("release.json", "example/shop", "example/shap"), summed),
      ["release-content: its krm-render.lock is that of another commit than release.json says"],
    ],
    [
      "another time in release.json",
      by(withText("release.json", "2026-01-31T08", "2026-01-31T09"), summed),
      ["release-content: its entries have the time 2026-01-31T08:00:00Z, and release.json says 2026-01-31T09:00:00Z"],
    ],
    [
      "targets that were swapped in release.json",
      by(
        withText("release.json", '"overlays/dev"', '"overlays/tmp"'),
        withText("release.json", '"overlays/prod"', '"overlays/dev"'),
        withText("release.json", '"overlays/tmp"', '"overlays/prod"'),
        summed,
      ),
      [
        'release-content: its target "overlays/prod" has the manifest of another one: "manifests/overlays/dev.yaml"',
        'release-content: its target "overlays/dev" has the manifest of another one: "manifests/overlays/prod.yaml"',
        "release-content: its release.json does not list its targets in order",
      ],
    ],
    [
      "targets in another order",
      by(withText("release.json", /( {4}\{\n {6}"path": "\."[^}]*\}),\n( {4}\{[^}]*\})/, "$2,\n$1"), summed),
      ["release-content: its release.json does not list its targets in order"],
    ],
    [
      "a Secret in a release that is said to hold none",
      by(
        withText(PROD, "kind: ConfigMap", "kind: Secret"),
        (all) => {
          const digest = sha256(all.find(({ path }) => path === PROD)?.content ?? Buffer.alloc(0));
          const listed = /("file": "manifests\/overlays\/prod.yaml",\n\s+"bytes": )\d+(,\n\s+"sha256": ")[0-9a-f]{64}/;
          const size = all.find(({ path }) => path === PROD)?.content.length;
          return withText("release.json", listed, `$1${size}$2${digest}`)(all);
        },
        withText("release.json", '"withheld": false', '"withheld": true'),
        summed,
      ),
      [
        'release-content: the manifest of its target "overlays/prod" holds a Secret, and release.json says that it holds none',
      ],
    ],
    [
      "another number of objects",
      by(withText("release.json", '"objects": 2', '"objects": 3'), summed),
      ['release-digest: the manifest of its target "overlays/prod" holds 2 objects, and release.json says 3'],
    ],
    [
      "another size",
      by(withText("release.json", /"bytes": \d+/, '"bytes": 7'), summed),
      ['release-digest: the manifest of its target "." does not have the size that release.json gives'],
    ],
    [
      "Secrets that are said to be withheld of no target",
      by(
        withText(
          "release.json",
          '"withheld": false,\n    "objects": []',
          '"withheld": false,\n    "objects": [\n      {\n        "target": "x",\n        "apiVersion": "v1",\n        "kind": "Secret",\n        "namespace": "",\n        "name": "x"\n      }\n    ]',
        ),
        summed,
      ),
      [
        'release-content: it withholds an object of "x", which is no target of it',
        "release-content: it lists withheld objects, and withholds none",
      ],
    ],
    [
      "no lock",
      (all) => summed(all.filter(({ path }) => path !== "krm-render.lock")),
      ["release-content: it has no krm-render.lock"],
    ],
    [
      "a changed digest in the lock",
      by(withText("krm-render.lock", "b".repeat(40), "c".repeat(40)), summed),
      ["release-digest: its krm-render.lock does not have the digest that release.json gives"],
    ],
    [
      "a lock that cannot be read",
      by(withText("krm-render.lock", '"version": 1', '"version": 2'), summed),
      [
        "release-digest: its krm-render.lock does not have the digest that release.json gives",
        'release-content: its krm-render.lock cannot be read: the version of the lock is "2", and this krm-render reads version 1',
      ],
    ],
    [
      "a manifest without its target",
      by(withText("release.json", /,\n {4}\{\n {6}"path": "overlays\/prod"[\s\S]*?\}/, ""), summed),
      [
        `release-content: its entry "${PROD}" belongs to no target`,
        'release-content: its krm-render.lock names the target "overlays/prod", which is no target of it',
      ],
    ],
  ])("%s", async (_, edit, problems) => {
    expect(await problemsIn(compressed(tarOf(edit(entries))))).toEqual(problems);
  });

  test("the lock of another release, with everything that follows from it", async () => {
    const other = made({ commit: "f".repeat(40) });
    const lock = readFileSync(join(other.directory, "krm-render.lock"));
    const digestOf = (release: MadeRelease): string => release.release.document.lock.sha256;
    const swapped = by(
      (all) => all.map((entry) => (entry.path === "krm-render.lock" ? { path: entry.path, content: lock } : entry)),
      withText("release.json", digestOf(one), digestOf(other)),
      summed,
    );
    expect(await problemsIn(compressed(tarOf(swapped(entries))))).toEqual([
      "release-content: its krm-render.lock is that of another commit than release.json says",
    ]);
  });

  test("at most ten problems are listed", async () => {
    const renderings = Array.from({ length: 30 }, (_, index) => rendered(configMap("a"), `t${index}`));
    const tar = tarIn(made({ renderings }).archive);
    const all = entriesOf(tar).filter(({ path }) => !path.startsWith("manifests/"));
    const problems = await problemsIn(compressed(tarOf(all)));
    expect(problems).toHaveLength(11);
    expect(problems.at(-1)).toBe("release-content: and 51 more problems");
  });
});

describe("attack 9.30: beside the archive", () => {
  // docs/specification/releases.md 6.3
  test("every flipped bit is found by the digest, and all but those without a meaning without it", async () => {
    const { archive } = made({ renderings: [rendered(configMap("a"), "a")], lock: [] });
    const original = readFileSync(archive);
    const content = gunzipSync(original);
    const without = join(newDirectory(), "without.tar.gz");
    for (let at = 0; at < original.length; at += 3) {
      const flipped = Buffer.from(original);
      flipped[at] = (flipped[at] as number) ^ (1 << (at % 8));
      writeFileSync(archive, flipped);
      writeFileSync(without, flipped);
      expect(await problemsOf(() => verifyRelease(archive, {}, String))).not.toEqual([]);
      const found = await problemsOf(() => verifyRelease(without, {}, String));
      // A bit without a meaning, such as the operating system in the header, leaves the content as it is.
      const isAsBefore = found.length === 0 ? gunzipSync(flipped).equals(content) : undefined;
      expect(isAsBefore).not.toBe(false);
    }
  });

  const NO_LINE = "release-content: A is not one line of a digest and a name, as sha256sum writes it";
  test.each<[string, string, string]>([
    [
      "another digest",
      `${"0".repeat(64)}  shop-v1.2.3.tar.gz\n`,
      "release-digest: its digest is sha256:DIGEST, and A has another one",
    ],
    [
      "the name of another file",
      "DIGEST  shop-v1.2.4.tar.gz\n",
      'release-mismatch: A gives the archive the name "shop-v1.2.4.tar.gz", and not shop-v1.2.3.tar.gz',
    ],
    [
      "a name that leads elsewhere",
      "DIGEST  ../shop-v1.2.3.tar.gz\n",
      'release-mismatch: A gives the archive the name "../shop-v1.2.3.tar.gz", and not shop-v1.2.3.tar.gz',
    ],
    ["a second line", `DIGEST  shop-v1.2.3.tar.gz\n${"0".repeat(64)}  other\n`, NO_LINE],
    ["no name", "DIGEST\n", NO_LINE],
    ["no digest", "hello\n", NO_LINE],
    ["nothing", "", NO_LINE],
    ["too much", "x".repeat(5000), NO_LINE],
  ])("a digest file with %s", async (_, text, problem) => {
    const { archive, sha256: digest } = made();
    writeFileSync(`${archive}.sha256`, text.replace("DIGEST", digest));
    expect(await problemsOf(() => verifyRelease(archive, {}, () => "A"))).toEqual([problem.replace("DIGEST", digest)]);
    rmSync(`${archive}.sha256`);
    expect(await problemsOf(() => verifyRelease(archive, {}, () => "A"))).toEqual([]);
  });

  test("a digest file that sha256sum wrote on another system", async () => {
    const { archive, sha256: digest } = made();
    writeFileSync(`${archive}.sha256`, `${digest} *shop-v1.2.3.tar.gz\r\n`);
    expect(await problemsOf(() => verifyRelease(archive, {}, () => "A"))).toEqual([]);
  });

  // docs/specification/releases.md 6.4
  test.each<[string, (text: string) => string, string]>([
    [
      "of another archive",
      (text) => text.replace(/"sha256": "[0-9a-f]{64}"/, `"sha256": "${"0".repeat(64)}"`),
      "release-digest: the statement is about another archive than sha256:DIGEST",
    ],
    [
      "of another name",
      (text) => text.replace('"name": "shop-v1.2.3.tar.gz"', '"name": "shop-v9.tar.gz"'),
      "release-mismatch: the statement gives the archive another name than shop-v1.2.3.tar.gz",
    ],
    [
      "of another version",
      (text) => text.replace('"version": "v1.2.3"', '"version": "v9"'),
      "release-mismatch: the statement has another version than the release",
    ],
    [
      "of another commit",
      (text) => text.replace(`"commit": "${COMMIT}"`, `"commit": "${"f".repeat(40)}"`),
      "release-mismatch: the statement has another commit than the release",
    ],
    [
      "with another rendered commit",
      (text) => text.replace(`"gitCommit": "${COMMIT}"`, `"gitCommit": "${"f".repeat(40)}"`),
      "release-mismatch: the statement has another rendered commit than the release",
    ],
    [
      "of another repository",
      (text) => text.replace(`"repository": "${REPOSITORY}"`, '"repository": "https://example.com/x"'),
      "release-mismatch: the statement has another repository than the release",
    ],
    [
      "of withheld Secrets",
      (text) => text.replace('"withholdSecrets": false', '"withholdSecrets": true'),
      "release-mismatch: the statement has another choice about Secrets than the release",
    ],
    [
      "of another type",
      (text) => text.replace("provenance/v1", "provenance/v0.2"),
      "release-content: the statement is not one of https://in-toto.io/Statement/v1 about https://slsa.dev/provenance/v1",
    ],
    [
      "that is signed",
      () => '{"dsseEnvelope": {}}',
      "release-content: the statement is signed, and this command reads the statement alone",
    ],
    ["that is not JSON", () => "x", "release-content: the statement is not JSON"],
    [
      "without subjects",
      () =>
        '{"_type":"https://in-toto.io/Statement/v1","predicateType":"https://slsa.dev/provenance/v1","subject":{"__proto__":1}}',
      "release-digest: the statement is about another archive than sha256:DIGEST",
    ],
  ])("a statement %s", async (_, edit, problem) => {
    const { archive, statement, sha256: digest } = made();
    const text = readFileSync(statement, "utf8");
    expect(edit(text)).not.toBe(text);
    writeFileSync(statement, edit(text));
    expect(await problemsOf(() => verifyRelease(archive, { statement }, () => "A"))).toEqual([
      problem.replace("DIGEST", digest),
    ]);
  });

  // docs/specification/releases.md 6.5
  test.each<[string, object, object, string]>([
    [
      "another repository",
      {},
      { repository: "https://github.com/example/other" },
      `release-mismatch: it is a release of ${REPOSITORY}, not of https://github.com/example/other`,
    ],
    [
      "a repository, where it has none",
      { repository: undefined },
      { repository: REPOSITORY },
      `release-mismatch: it is a release of no repository, not of ${REPOSITORY}`,
    ],
    [
      "another commit",
      {},
      { commit: "abcdef0" },
      `release-mismatch: it is a release of commit ${COMMIT}, not of abcdef0`,
    ],
    [
      "a commit, and the files differed",
      { modified: true },
      { commit: COMMIT },
      `release-mismatch: its files differed from those of commit ${COMMIT} when it was made`,
    ],
  ])("a wish for %s", async (_, more, expected, problem) => {
    const { archive } = made(more);
    expect(await problemsOf(() => verifyRelease(archive, expected, () => "A"))).toEqual([problem]);
  });
});

test("files that cannot be read", async () => {
  const directory = newDirectory();
  const { archive } = made();
  expect(await problemsOf(() => verifyRelease(join(directory, "absent"), {}, () => "A"))).toEqual([
    expect.stringMatching(/^unreadable: the archive cannot be read: ENOENT/),
  ]);
  expect(await problemsOf(() => verifyRelease(directory, {}, () => "A"))).toEqual([
    "unreadable: the archive is not a regular file",
  ]);
  expect(await problemsOf(() => verifyRelease(archive, { statement: directory }, () => "A"))).toEqual([
    "unreadable: the statement is not a regular file",
  ]);
});

// A bomb of 4 GiB is given up by the size in its header.
test("what expands without an end is given up at its limit", async () => {
  const head = tarHeader({ name: "SHA256SUMS", size: 65 * 1024 ** 2, seconds: SECONDS });
  expect(await problemsIn(compressed(Buffer.concat([head, Buffer.alloc(1024 ** 2)])))).toEqual([
    `${ARCHIVE}its entry "SHA256SUMS" has 68157440 bytes, more than it may have`,
  ]);
});

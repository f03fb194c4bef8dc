/** Bundles as runs write them, and as nobody should: every bad one is refused with one message that names what is wrong. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type BundleAbout, openBundleDirectory, openBundleZip, writeBundle } from "../../src/bundle/index.ts";
import { sizeProblem } from "../../src/bundle/manifest.ts";
import { KrmError } from "../../src/diagnostics.ts";
import { parseReport } from "../../src/review/index.ts";
import { parsePartial } from "../../src/review/partial/index.ts";
import { type ZipPart, zip } from "./zip.ts";

const ABOUT: BundleAbout = {
  kind: "review",
  repository: "Codertocat/Hello-World",
  run: 100,
  attempt: 1,
  event: "pull_request",
  base: "a".repeat(40),
  head: "b".repeat(40),
};
const SHARD = { kind: "shard", shard: { index: 2, count: 7, plan: "c".repeat(64) } } as const;
const FILES: Readonly<Record<string, string>> = {
  "report.json": '{"version":2}\n',
  "manifests/apps/ü ☃.yaml": "kind: ConfigMap\n".repeat(500),
  "times.json": "",
};

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "krm-render-bundle-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Writes files into a new directory and makes a bundle of them. */
function bundle(files: Readonly<Record<string, string>> = FILES, about: BundleAbout = ABOUT): string {
  const top = mkdtempSync(join(directory, "bundle-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), text);
  }
  writeBundle(top, about, Object.keys(files));
  return top;
}

/** The files of a bundle, with bundle.json as it is, or changed. */
function parts(change: (manifest: Manifest) => void = () => {}, more: readonly ZipPart[] = []): ZipPart[] {
  const top = bundle();
  const manifest = JSON.parse(readFileSync(join(top, "bundle.json"), "utf8")) as Manifest;
  change(manifest);
  return [
    { name: "bundle.json", contents: Buffer.from(JSON.stringify(manifest)) },
    ...Object.entries(FILES).map(([name, text]) => ({ name, contents: Buffer.from(text) })),
    ...more,
  ];
}

interface Manifest {
  version: number;
  kind: string;
  repository: string;
  run: number;
  head: string;
  shard?: object;
  files: { path: string; bytes: number; sha256: string }[];
}

/** Replaces what a part is of. */
function replaced(name: string, change: Partial<ZipPart>): ZipPart[] {
  return parts().map((part) => (part.name === name ? { ...part, ...change } : part));
}

function listed(path: string, text: string, bytes = Buffer.byteLength(text)) {
  return { path, bytes, sha256: createHash("sha256").update(text).digest("hex") };
}

function zipFile(bytes: Buffer): string {
  const file = join(directory, `bundle-${Math.random()}.zip`);
  writeFileSync(file, bytes);
  return file;
}

/** What is wrong with a bundle, after the start that all messages have. */
async function refusal(open: () => unknown): Promise<string> {
  const thrown = await problemOf(open);
  const { code, hint, message } = thrown?.diagnostics[0] ?? { code: "accepted", message: "" };
  expect([code, hint]).toEqual(["bundle-invalid", expect.stringMatching(/^Upload the output directory/)]);
  return message.replace(/^the bundle "[^"]*" cannot be used: /, "");
}

async function problemOf(work: () => unknown): Promise<KrmError | undefined> {
  try {
    await work();
    return undefined;
  } catch (thrown) {
    if (thrown instanceof KrmError) return thrown;
    throw thrown;
  }
}

describe("what a run writes", () => {
  test("is read again, as a directory and as a zip file", async () => {
    const top = bundle(FILES, { ...ABOUT, ...SHARD });
    const zipped = zipFile(
      zip([...Object.keys(FILES), "bundle.json"].map((name) => ({ name, contents: readFileSync(join(top, name)) }))),
    );
    for (const opened of [openBundleDirectory(top), await openBundleZip(zipped)]) {
      expect(opened.manifest).toEqual({
        version: 1,
        ...ABOUT,
        ...SHARD,
        files: Object.keys(FILES)
          .sort()
          .map((path) => listed(path, FILES[path] ?? "")),
      });
      for (const [path, text] of Object.entries(FILES)) expect(opened.read(path).toString()).toBe(text);
      expect(() => opened.read("bundle.json")).toThrow('the file "bundle.json" is missing');
      expect(() => opened.read("../report.json")).toThrow("is missing");
      opened.close();
    }
  });

  test("does not list a file that is not there, nor what no reader accepts, and leaves no list then", () => {
    const top = bundle();
    for (const path of ["gone.json", "../bundle/report.json", "a\\b", "bundle.json"]) {
      writeFileSync(join(top, "bundle.json"), "{}");
      expect(() => writeBundle(top, ABOUT, ["report.json", path])).toThrow(/^bundle\.json is not written: /);
      expect(() => readFileSync(join(top, "bundle.json"))).toThrow("ENOENT");
    }
  });

  test.each([["stored"], ["streamed"], ["with a directory"]])("is read from a zip file that is %s", async (how) => {
    const written = parts().map((part) => ({ ...part, stored: how === "stored", streamed: how === "streamed" }));
    const more =
      how === "with a directory" ? [{ name: "manifests/", contents: Buffer.of(), stored: true, mode: 0o40755 }] : [];
    const opened = await openBundleZip(zipFile(zip([...written, ...more])));
    expect(opened.read("report.json").toString()).toBe(FILES["report.json"]);
    opened.close();
  });

  unless(lackOf("python3"), test)("is read from a zip file of another program", async () => {
    const top = bundle();
    const file = join(directory, "python.zip");
    execFileSync("python3", ["-c", PYTHON, file, top, "bundle.json", ...Object.keys(FILES)], { stdio: "pipe" });
    const opened = await openBundleZip(file);
    expect(opened.read("manifests/apps/ü ☃.yaml").toString()).toBe(FILES["manifests/apps/ü ☃.yaml"]);
    opened.close();
  });
});

/** Writes as a stream: the target cannot seek. */
const PYTHON = `
import sys, zipfile
class Stream:
    def __init__(self, path): self.file = open(path, "wb")
    def write(self, data): return self.file.write(data)
    def flush(self): self.file.flush()
with zipfile.ZipFile(Stream(sys.argv[1]), "w", zipfile.ZIP_DEFLATED) as out:
    for name in sys.argv[3:]: out.write(sys.argv[2] + "/" + name, name)
`;

import { lackOf } from "../programs.ts";
import { unless } from "../unless.ts";

const GIB = 1024 ** 3;
const text = (value: string) => Buffer.from(value);

describe("bundle.json", () => {
  test.each<[string, (manifest: Manifest) => void, RegExp]>([
    ["another version", (of) => (of.version = 2), /^bundle\.json has another version than 1/],
    ["another kind", (of) => (of.kind = "release"), /^bundle\.json has no valid kind$/],
    ["no owner", (of) => (of.repository = "Hello-World"), /no valid repository/],
    ["a number that is none", (of) => (of.run = -1), /no valid run/],
    ["no commit", (of) => (of.head = "main"), /no valid head/],
    ["a shard of none", (of) => Object.assign(of, SHARD, { shard: undefined }), /no valid count/],
    [
      "shard 8 of 7",
      (of) => Object.assign(of, { kind: "shard", shard: { ...SHARD.shard, index: 8 } }),
      /no valid index/,
    ],
    ["shard 0", (of) => Object.assign(of, { kind: "shard", shard: { ...SHARD.shard, index: 0 } }), /no valid index/],
    [
      "a wrong digest",
      (of) => (of.files[1] = listed("report.json", "other", 14)),
      /^the file "report\.json" has another digest/,
    ],
    [
      "a wrong size",
      (of) => (of.files[1] = listed("report.json", FILES["report.json"] ?? "", 13)),
      /^the file "report\.json" has 14 bytes, and bundle\.json says 13$/,
    ],
    ["a file twice", (of) => of.files.splice(1, 0, listed("report.json", "")), /lists "report\.json" twice/],
    ["files in another order", (of) => of.files.reverse(), /does not list its files in order/],
    ["no file", (of) => (of.files = []), /^the file ".*" is not in bundle\.json$/],
    ["one file too many", (of) => of.files.push(listed("zebra.yaml", "")), /^the file "zebra\.yaml" is missing$/],
    ["itself", (of) => of.files.unshift(listed("bundle.json", "")), /lists "bundle\.json", which is the list itself/],
    ["a path that leaves", (of) => of.files.unshift(listed("../x", "")), /lists "\.\.\/x", which leaves the bundle/],
    ["a path that leaves later", (of) => of.files.unshift(listed("a/../../x", "")), /which leaves the bundle/],
    ["an absolute path", (of) => of.files.unshift(listed("/etc/passwd", "")), /which is absolute/],
    ["a backslash", (of) => of.files.unshift(listed("a\\b", "")), /which has a backslash/],
    ["NUL", (of) => of.files.unshift(listed("a\0b", "")), /which has a control character/],
    ["a drive", (of) => of.files.unshift(listed("C:x", "")), /which names a drive/],
    ["half of a character", (of) => of.files.push(listed("\ud800", "")), /which is no Unicode text/],
    [
      "a name of a directory",
      (of) => of.files.splice(1, 0, listed("manifests/apps", "")),
      /in order|as a file and as a directory/,
    ],
    ["2 GiB", (of) => of.files.unshift(listed("a", "", 2 * GIB)), /lists "a", which has 2048 MiB, and at most 512 MiB/],
    ["a report of 129 MiB", (of) => (of.files[1] = listed("report.json", "", 129 * 1024 ** 2)), /at most 128 MiB/],
    [
      "5 × 500 MiB",
      (of) => (of.files = [1, 2, 3, 4, 5].map((n) => listed(`${n}`, "", 500 * 1024 ** 2))),
      /together, and at most 2048 MiB/,
    ],
    ["a size that is none", (of) => of.files.unshift(listed("a", "", 0.5)), /gives "a" no valid size/],
    [
      "10,000 entries",
      (of) => (of.files = Array.from({ length: 9_999 }, (_, n) => listed(String(n).padStart(5, "0"), ""))),
      /has 10000 files, and fewer than 10000/,
    ],
  ])("%s", async (_, change, message) => {
    expect(await refusal(() => openBundleZip(zipFile(zip(parts(change)))))).toMatch(message);
  });

  test.each(["", "{", "null", "[]", '"', "\ufeff{}", Buffer.of(0x22, 0xff, 0x22)])("%j", async (contents) => {
    const bad = replaced("bundle.json", { contents: Buffer.from(contents as string) });
    expect(await refusal(() => openBundleZip(zipFile(zip(bad))))).toMatch(
      /^bundle\.json (?:is not JSON|has another version)/,
    );
  });

  test("no value of a field reads as other files than those that are there", async () => {
    const fields = fc.constantFrom("run", "files", "shard", "head", "kind");
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fields, async (value, field) => {
        const top = bundle({ "report.json": "{}" });
        const list = join(top, "bundle.json");
        const { files } = openBundleDirectory(top).manifest;
        writeFileSync(list, JSON.stringify({ ...JSON.parse(readFileSync(list, "utf8")), [field]: value }));
        let read = files;
        const problem = await problemOf(() => {
          read = openBundleDirectory(top).manifest.files;
        });
        expect([problem?.code ?? "bundle-invalid", read]).toEqual(["bundle-invalid", files]);
      }),
      { numRuns: 50 },
    );
  });
});

describe("attack 9.28: a zip file", () => {
  const evil = { name: "evil.yaml", contents: text("kind: Secret\n") };
  const pair = (path: string): ZipPart[] => [
    ...parts((of) => void (of.files = [...of.files, listed(path, "x")].sort((a, b) => (a.path < b.path ? -1 : 1)))),
    { name: path, contents: text("x") },
  ];

  test.each<[string, () => Buffer, RegExp]>([
    ["another file", () => zip(parts(undefined, [evil])), /^the file "evil\.yaml" is not in bundle\.json$/],
    ["a missing file", () => zip(parts().slice(0, -1)), /^the file "times\.json" is missing$/],
    ["no list", () => zip(parts().slice(1)), /^it has no bundle\.json at its top$/],
    [
      "the list deeper",
      () => zip(parts().map((part) => ({ ...part, name: `out/${String(part.name)}` }))),
      /no bundle\.json at its top/,
    ],
    [
      "a file twice",
      () => zip(parts(undefined, [{ name: "report.json", contents: text("{}") }])),
      /^it has the file "report\.json" twice$/,
    ],
    ["a path that leaves", () => zip(pair("../evil")), /^the path "\.\.\/evil" leaves the bundle$/],
    ["an absolute path", () => zip(pair("/evil")), /"\/evil" is absolute/],
    ["a backslash", () => zip(pair("..\\evil")), /has a backslash/],
    ["NUL", () => zip(pair("evil\0.yaml")), /has a control character/],
    ["a drive", () => zip(pair("C:/evil")), /names a drive/],
    ["a long name", () => zip(pair("x".repeat(256))), /is too long/],
    ["a deep path", () => zip(pair(`${"x/".repeat(256)}y`)), /nested more than 256/],
    [
      "a link",
      () => zip(replaced("report.json", { mode: 0o120777 })),
      /^the zip entry "report\.json" is a link or a special file$/,
    ],
    ["a device", () => zip(replaced("report.json", { mode: 0o60644 })), /is a link or a special file/],
    ["a pipe", () => zip(replaced("report.json", { mode: 0o10644 })), /is a link or a special file/],
    ["a file as a directory", () => zip(replaced("report.json", { mode: 0o40755 })), /is a link or a special file/],
    [
      "a directory with contents",
      () => zip(parts(undefined, [{ name: "d/", contents: text("x"), mode: 0o40755 }])),
      /is a directory with contents/,
    ],
    ["an encrypted entry", () => zip(replaced("report.json", { flags: 0x801 })), /is encrypted/],
    ["an unknown flag", () => zip(replaced("report.json", { flags: 0x820 })), /not supported/],
    ["another method", () => zip(replaced("report.json", { method: 12 })), /packed in a way that is not supported/],
    [
      "a name in another encoding",
      () => zip(parts(undefined, [{ ...evil, name: Buffer.from("\xe9vil", "latin1") }])),
      /is not in UTF-8/,
    ],
    [
      "a name that is not what it says",
      () => zip(parts(undefined, [{ ...evil, name: "évil", flags: 0 }])),
      /is not in UTF-8/,
    ],
    [
      "2 GiB, as it says",
      () => zip(replaced("times.json", { claims: { bytes: 2 * GIB, packed: 10 * 1024 ** 2 } })),
      /overlaps|2048 MiB/,
    ],
    [
      "a short list with much behind its packed bytes",
      () =>
        zip(
          parts().map((part) =>
            part.name === "bundle.json"
              ? { ...part, packed: Buffer.concat([deflateRawSync(part.contents), Buffer.alloc(1024 ** 2)]) }
              : part,
          ),
        ),
      /^the zip entry "bundle\.json" is longer packed than unpacked$/,
    ],
    [
      "2 GiB of zeros",
      () => zip(replaced("times.json", { claims: { bytes: 2 * GIB } })),
      /unpacks to more than 500 times/,
    ],
    ["zip64 sizes", () => zip(replaced("times.json", { claims: { bytes: 0xffffffff } })), /larger than 4 GiB/],
    ["zip64", () => zip(parts(), { total: 0xffff }), /is a zip64 file/],
    [
      "10,000 entries",
      () =>
        zip([
          ...parts(),
          ...Array.from({ length: 9_996 }, (_, n) => ({ name: `${n}`, contents: Buffer.of(), stored: true })),
        ]),
      /has 10000 files, and fewer than 10000/,
    ],
    [
      "20,000 directories",
      () =>
        zip(
          Array.from({ length: 20_000 }, (_, n) => ({
            name: `${n}/`,
            contents: Buffer.of(),
            stored: true,
            mode: 0o40755,
          })),
        ),
      /has 20000 files/,
    ],
    [
      "overlap",
      () => zip(parts().map((part) => (part.name === "times.json" ? { ...part, claims: { offset: 0 } } : part))),
      /overlaps|described in two ways/,
    ],
    [
      "another name inside",
      () => zip(replaced("report.json", { local: { name: "report.jsoN" } })),
      /is described in two ways/,
    ],
    ["another size inside", () => zip(replaced("report.json", { local: { bytes: 1 } })), /is described in two ways/],
    [
      "two sizes without packing",
      () => zip(replaced("report.json", { stored: true, claims: { bytes: 15 } })),
      /two sizes/,
    ],
    [
      "hidden bytes before an entry",
      () => zip(replaced("report.json", { before: text("hidden") })),
      /follows bytes that belong to no entry/,
    ],
    [
      "hidden bytes after the entries",
      () => zip(parts(), { gap: text("hidden") }),
      /bytes between its entries and its directory/,
    ],
    [
      "hidden bytes in an entry",
      () =>
        zip(
          replaced("report.json", {
            packed: Buffer.concat([deflateRawSync(text(FILES["report.json"] ?? "")), text("hidden")]),
          }),
        ),
      /is damaged/,
    ],
    ["trailing bytes", () => zip(parts(), { tail: text("hidden") }), /something follows the end of it/],
    [
      "a larger file than it says",
      () => zip(replaced("manifests/apps/ü ☃.yaml", { packed: deflateRawSync(Buffer.alloc(500_000)) })),
      /has \d+ bytes, and bundle\.json says 8000$/,
    ],
    [
      "a larger list than it says",
      () => zip(replaced("bundle.json", { packed: deflateRawSync(Buffer.alloc(500_000)) })),
      /"bundle\.json" is damaged/,
    ],
    [
      "damaged bytes",
      () => zip(replaced("report.json", { packed: Buffer.alloc(14, 0xff) })),
      /"report\.json" is damaged/,
    ],
    ["an empty file", () => Buffer.of(), /^it is no zip file$/],
    ["another file", () => Buffer.alloc(100, 0x50), /it is no zip file/],
    ["a cut file", () => zip(parts()).subarray(0, -1), /it is no zip file/],
    ["a cut start", () => zip(parts()).subarray(1), /directory of the zip file is not at its end/],
    ["one entry fewer", () => zip(parts(), { total: 3 }), /bytes after its last entry/],
    ["one entry more", () => zip(parts(), { total: 5 }), /directory of the zip file is damaged/],
  ])("with %s", async (_, make, message) => {
    expect(await refusal(() => openBundleZip(zipFile(make())))).toMatch(message);
  });

  test("any flipped byte is refused, or changes nothing that is read", async () => {
    const good = zip(parts());
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const bytes = Buffer.from(good);
        bytes[at] = (bytes[at] ?? 0) ^ change;
        const read: Record<string, string> = {};
        const problem = await problemOf(async () => {
          const opened = await openBundleZip(zipFile(bytes));
          for (const { path } of opened.manifest.files) read[path] = opened.read(path).toString();
          opened.close();
        });
        expect(problem?.code ?? read).toEqual(problem === undefined ? FILES : "bundle-invalid");
      }),
      { numRuns: 100 },
    );
  });

  test("a file that is too large is refused before it is read", async () => {
    const file = zipFile(Buffer.of());
    truncateSync(file, 2 * GIB + 1);
    expect(await refusal(() => openBundleZip(file))).toBe("the zip file is too large");
  });

  test("a file that is not there", async () => {
    expect(await refusal(() => openBundleZip(join(directory, "none.zip")))).toContain("ENOENT");
  });
});

describe("attack 9.28: a directory", () => {
  test.each<[string, (top: string) => void, RegExp]>([
    [
      "another file",
      (top) => writeFileSync(join(top, "evil.yaml"), ""),
      /^the file "evil\.yaml" is not in bundle\.json$/,
    ],
    ["a hidden file", (top) => writeFileSync(join(top, "manifests/.evil"), ""), /"manifests\/\.evil" is not in/],
    ["a missing file", (top) => unlinkSync(join(top, "times.json")), /^the file "times\.json" is missing$/],
    ["no list", (top) => unlinkSync(join(top, "bundle.json")), /^it has no bundle\.json at its top$/],
    [
      "a wrong size",
      (top) => writeFileSync(join(top, "times.json"), "x"),
      /^the file "times\.json" has 1 bytes, and bundle\.json says 0$/,
    ],
    [
      "a wrong digest",
      (top) => writeFileSync(join(top, "report.json"), '{"version":3}\n'),
      /^the file "report\.json" has another digest/,
    ],
    [
      "a link to a file",
      (top) => symlinkSync("/etc/passwd", join(top, "link")),
      /^"link" is a link or a special file$/,
    ],
    ["a link to a directory", (top) => symlinkSync("/etc", join(top, "link")), /^"link" is a link or a special file$/],
    [
      "a link in place of a file",
      (top) => (unlinkSync(join(top, "times.json")), symlinkSync("/dev/null", join(top, "times.json"))),
      /"times\.json" is a link/,
    ],
    ["a pipe", (top) => void execFileSync("mkfifo", [join(top, "pipe")]), /"pipe" is a link or a special file/],
    ["a backslash", (top) => writeFileSync(join(top, "a\\b"), ""), /"a\\\\b" has a backslash/],
    [
      "2 GiB",
      (top) => (writeFileSync(join(top, "large"), ""), truncateSync(join(top, "large"), 2 * GIB)),
      /"large" has 2048 MiB, and at most 512 MiB/,
    ],
  ])("with %s", async (_, change, message) => {
    const top = bundle();
    change(top);
    expect(await refusal(() => openBundleDirectory(top))).toMatch(message);
  });

  test("10,000 entries, and one fewer", async () => {
    const top = bundle();
    for (let count = 0; count < 9_996; count++) writeFileSync(join(top, `${count}.yaml`), "");
    expect(await refusal(() => openBundleDirectory(top))).toBe("it has 10000 files, and fewer than 10000 are accepted");
    unlinkSync(join(top, "0.yaml"));
    expect(await refusal(() => openBundleDirectory(top))).toMatch(/^the file "\d+\.yaml" is not in bundle\.json$/);
  });

  test("a file that changes after the bundle was opened is not handed over", () => {
    const top = bundle();
    const opened = openBundleDirectory(top);
    writeFileSync(join(top, "report.json"), '{"version":3}\n');
    expect(() => opened.read("report.json")).toThrow("has another digest");
    unlinkSync(join(top, "report.json"));
    symlinkSync("/etc/hostname", join(top, "report.json"));
    expect(() => opened.read("report.json")).toThrow("cannot be used: ELOOP");
  });

  test("a directory that is not there", async () => {
    expect(await refusal(() => openBundleDirectory(join(directory, "none")))).toContain("ENOENT");
  });
});

test("takes reports and partial reviews of the size that their readers take, and no larger ones", async () => {
  const sizes = { "report.json": 128 * 1024 ** 2, "partial.json": 256 * 1024 ** 2 };
  const read = { "report.json": parseReport, "partial.json": parsePartial };
  for (const name of ["report.json", "partial.json"] as const) {
    const mib = sizes[name] / 1024 ** 2;
    expect(() => read[name](Buffer.alloc(sizes[name] + 1, " "))).toThrow(`it has more than ${mib} MiB`);
    expect(sizeProblem(name, sizes[name])).toBeUndefined();
    expect(sizeProblem(name, sizes[name] + 1)).toContain(`at most ${mib} MiB`);
  }
});

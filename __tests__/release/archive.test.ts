/** The bytes of an archive: the same each time, and what other programs read; docs/specification/releases.md 1, 2. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { parseRedactionLines, type RedactionRule } from "../../src/configuration/index.ts";
import { gzipped } from "../../src/release/gzip.ts";
import { type ReleaseDocument, releaseArtifact, verifyRelease } from "../../src/release/index.ts";
import { pathClash } from "../../src/release/paths.ts";
import { lackOf } from "../programs.ts";
import { failed, rendered } from "../review/renderings.ts";
import { unless } from "../unless.ts";
import { COMMIT, configMap, made, newDirectory, problemsOf, REPOSITORY, REQUEST, release } from "./releases.ts";

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

describe("the same bytes", () => {
  // docs/specification/releases.md 1.1
  test("twice, in any order of targets and of the lock", () => {
    const one = made();
    const other = made({ renderings: REQUEST.renderings.toReversed(), lock: REQUEST.lock.toReversed() });
    expect(readFileSync(other.archive)).toEqual(readFileSync(one.archive));
    expect(readFileSync(other.statement)).toEqual(readFileSync(one.statement));
  });

  // docs/specification/releases.md 1.5. If this digest changes, every release that somebody makes again has another one.
  test("with every version of Node, and after every update of a package", () => {
    const text = Array.from({ length: 20_000 }, (_, index) => `line ${index % 977} of ${index * 7919}\n`).join("");
    const bytes = Buffer.concat([...gzipped([Buffer.from(text)])]);
    expect(gunzipSync(bytes).toString()).toBe(text);
    expect(sha256(bytes)).toBe("a0184117f19053ffd62259dc077452cc01f31550ea0eaeaeaef992a60d536496");
  });

  test("however the content is cut, and nothing is lost", () => {
    const chunks = fc.array(
      fc.uint8Array({ maxLength: 200 }).chain((seed) => fc.nat(700).map((times) => repeat(seed, times))),
      {
        maxLength: 8,
      },
    );
    fc.assert(
      fc.property(chunks, (parts) => {
        const whole = Buffer.concat(parts);
        const bytes = Buffer.concat([...gzipped(parts)]);
        expect(bytes.equals(Buffer.concat([...gzipped([whole])]))).toBe(true);
        expect(gunzipSync(bytes).equals(whole)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

function repeat(seed: Uint8Array, times: number): Uint8Array {
  return Buffer.concat(Array.from({ length: times }, () => seed));
}

describe("other programs", () => {
  const LONG = `${"a-long-directory/".repeat(12)}prod`;

  test("tar lists sorted files of nobody, with the time of the commit", () => {
    const { archive } = made({
      renderings: [...REQUEST.renderings, rendered(configMap("x"), LONG), rendered(configMap("x"), "größe/日本")],
    });
    const env = { ...process.env, TZ: "UTC", LC_ALL: "C.UTF-8" };
    const listed = execFileSync(
      "tar",
      ["--numeric-owner", "--full-time", "--quoting-style=literal", "-tvzf", archive],
      { env, encoding: "utf8" },
    );
    const lines = listed.trimEnd().split("\n");
    expect(lines.map((line) => line.replace(/^.* /, ""))).toEqual([
      "SHA256SUMS",
      "krm-render.lock",
      `manifests/${LONG}.yaml`,
      "manifests/größe/日本.yaml",
      "manifests/overlays/dev.yaml",
      "manifests/overlays/prod.yaml",
      "manifests/root.yaml",
      "release.json",
    ]);
    for (const line of lines) expect(line).toMatch(/^-rw-r--r-- 0\/0 +\d+ 2026-01-31 08:00:00 /);
  });

  // docs/specification/releases.md 2.2
  test("sha256sum checks every file", () => {
    const { archive, directory } = made({
      renderings: [rendered(configMap("x"), LONG), rendered(configMap("x"), "größe/日本")],
    });
    const place = newDirectory();
    execFileSync("tar", ["-xzf", archive, "-C", place]);
    const checked = execFileSync("sha256sum", ["--check", "--strict", "SHA256SUMS"], { cwd: place, encoding: "utf8" });
    expect(checked.trimEnd().split("\n")).toHaveLength(4);
    execFileSync("sha256sum", ["--check", "--strict", "shop-v1.2.3.tar.gz.sha256"], { cwd: directory });
    execFileSync("diff", ["--recursive", join(place, "manifests"), join(directory, "manifests")]);
  });

  test("gzip reads it without a complaint", () => {
    const { archive } = made();
    expect(execFileSync("gzip", ["--test", "--verbose", archive], { stdio: ["ignore", "pipe", "pipe"] })).toBeDefined();
  });

  unless(lackOf("python3"), test)("Python reads it without a complaint", () => {
    const { archive } = made();
    const program =
      "import sys,tarfile\nfor m in tarfile.open(sys.argv[1]): print(m.name, m.mtime, oct(m.mode), m.uid, repr(m.uname))";
    expect(execFileSync("python3", ["-c", program, archive], { encoding: "utf8" })).toContain(
      "manifests/overlays/prod.yaml 1769846400 0o644 0 ''\n",
    );
  });
});

describe("the content", () => {
  // docs/specification/releases.md 2.1, 2.3
  test("release.json says what was rendered", () => {
    const { document } = release();
    expect(document).toMatchObject({
      schemaVersion: 1,
      name: "shop",
      version: "v1.2.3",
      repository: REPOSITORY,
      commit: COMMIT,
      modified: false,
      created: "2026-01-31T08:00:00Z",
      secrets: { withheld: false, objects: [] },
    });
    expect(document.targets.map(({ path, file, objects }) => [path, file, objects])).toEqual([
      [".", "manifests/root.yaml", 1],
      ["overlays/dev", "manifests/overlays/dev.yaml", 1],
      ["overlays/prod", "manifests/overlays/prod.yaml", 2],
    ]);
  });

  // docs/specification/releases.md 2.4
  test("the lock names the rendered commit, unless the files differed from it", () => {
    const lockOf = (more: object): unknown =>
      JSON.parse(readFileSync(join(made(more).directory, "krm-render.lock"), "utf8"));
    expect(lockOf({})).toMatchObject({ version: 1, commits: [{ repository: REPOSITORY, commit: COMMIT }] });
    expect(lockOf({ modified: true })).not.toHaveProperty("commits");
    expect(lockOf({ repository: undefined })).not.toHaveProperty("commits");
  });

  test.each<[string, number, string]>([
    ["before 1970", -5, "1970-01-01T00:00:00Z"],
    ["far in the future", 1e15, "2242-03-16T12:56:31Z"],
  ])("a commit of a time %s has a time that every program can read", (_, seconds, created) => {
    expect(release({ seconds }).document.created).toBe(created);
  });
});

describe("attack 9.34: Secrets", () => {
  const SECRET =
    "apiVersion: v1\ndata:\n  password: aHVudGVyMg==\nkind: Secret\nmetadata:\n  name: db\n  namespace: shop\n";
  const EMPTY = "apiVersion: v1\nkind: Secret\nmetadata:\n  name: empty\n";
  const COPY = `apiVersion: example.com/v1\nkind: Wrapper\nmetadata:\n  name: copy\nspec:\n  template:\n    kind: Secret\n    stringData:\n      password: hunter2\n`;
  const renderings = [rendered(`${SECRET}---\n${EMPTY}---\n${COPY}---\n${configMap("web")}`, "app")];

  test("are in a release: it is there to be deployed", () => {
    const { archive } = made({ renderings });
    expect(gunzipSync(readFileSync(archive)).toString()).toContain("aHVudGVyMg==");
  });

  const LICENSE = "apiVersion: v1\ndata:\n  key: not-a-key-1\nkind: ConfigMap\nmetadata:\n  name: license\n";
  const ANNOTATED = LICENSE.replace("  name:", "  annotations:\n    krm-render.dev/redact: /data/key\n  name:");
  const INVALID = ANNOTATED.replace("/data/key", "data.key");
  const rules = parseRedactionLines(["ConfigMap/license:/data/key"]);

  // docs/specification/releases.md 3.1, 3.3
  test.each<[string, string, readonly RedactionRule[]]>([
    ["its annotation", ANNOTATED, []],
    ["an annotation that cannot be read", INVALID, []],
    ["a rule", LICENSE, rules],
  ])("an object in which %s withholds a value is left out as well, with a warning", (_, object, redaction) => {
    const both = [rendered(`${object}---\n${configMap("web")}`, "app")];
    expect(release({ renderings: both, redaction }).document.targets[0]?.objects).toBe(2);
    const { document, diagnostics, files } = release({ renderings: both, redaction, withholdSecrets: true });
    expect(files.flatMap(({ text }) => [...text()]).join("")).not.toContain("not-a-key-1");
    expect(document.secrets.objects).toEqual([
      { target: "app", apiVersion: "v1", kind: "ConfigMap", namespace: "", name: "license" },
    ]);
    expect(diagnostics.map(({ code, severity, message }) => [code, severity, message])).toEqual([
      [
        "release-withheld",
        "warning",
        "1 object that is no Secret is left out, because of withheld values in it: ConfigMap license of app",
      ],
    ]);
  });

  test("rules for other objects, and paths that an object does not have, leave nothing out", () => {
    const other = ANNOTATED.replace("/data/key", "/data/other");
    const { document, diagnostics } = release({
      renderings: [rendered(`${other}---\n${configMap("web")}`, "app")],
      redaction: parseRedactionLines(["ConfigMap/license:/data/absent", "Deployment:/data/key"]),
      withholdSecrets: true,
    });
    expect([document.secrets.objects, diagnostics]).toEqual([[], []]);
  });

  test("names of objects that reorder text are escaped in release.json", async () => {
    const name = "a\u202eb";
    const one = made({
      lock: [],
      renderings: [rendered(SECRET.replace("name: db", `name: "${name}"`), "app")],
      withholdSecrets: true,
    });
    const text = readFileSync(join(one.directory, "release.json"), "utf8");
    expect(text).toContain('"name": "a\\u202eb"');
    expect((JSON.parse(text) as ReleaseDocument).secrets.objects[0]?.name).toBe(name);
    expect(await problemsOf(() => verifyRelease(one.archive, {}, String))).toEqual([]);
  });

  // docs/specification/releases.md 3.1, 3.2
  test("are left out whole where they are withheld, and listed", () => {
    const { archive, release: one } = made({ renderings, withholdSecrets: true });
    const text = gunzipSync(readFileSync(archive)).toString();
    expect(text).not.toMatch(/aHVudGVyMg==|hunter2|kind: Secret/);
    expect(text).toContain(configMap("web"));
    expect(one.document.secrets).toEqual({
      withheld: true,
      objects: [
        { target: "app", apiVersion: "v1", kind: "Secret", namespace: "shop", name: "db" },
        { target: "app", apiVersion: "v1", kind: "Secret", namespace: "", name: "empty" },
        { target: "app", apiVersion: "example.com/v1", kind: "Wrapper", namespace: "", name: "copy" },
      ],
    });
    expect(one.document.targets[0]?.objects).toBe(1);
  });
});

describe("attack 9.31: no release is made", () => {
  // docs/specification/releases.md 2.5
  test("if a target fails: each failure has its message", async () => {
    const renderings = [
      failed("b", "no such file"),
      ...REQUEST.renderings,
      failed("a"),
      { status: "absent", target: "c" } as const,
    ];
    expect(await problemsOf(() => release({ renderings }))).toEqual([
      "file-not-found: no such file",
      "file-not-found: no such file",
      "target-gone: c does not exist in the commit",
      "release-incomplete: nothing is released: 3 of 6 targets failed: b, a, c",
    ]);
  });

  test.each<[string, readonly string[], string]>([
    ["of nothing", [], "release-empty: there is no target, and a release of nothing would remove everything"],
    [
      "with a backslash in a path",
      ["a\\b"],
      'release-path: the manifest "manifests/a\\\\b.yaml" cannot be in an archive: its path contains a backslash',
    ],
    [
      "with a line break in a path",
      ["a\nb"],
      'release-path: the manifest "manifests/a\\nb.yaml" cannot be in an archive: its path contains a control character',
    ],
    [
      "with two targets in one file",
      [".", "root"],
      'release-path: the manifest "manifests/root.yaml" cannot be in an archive: its path is that of two targets',
    ],
    [
      "with a target where another one has its manifest",
      ["a", "a-b", "a.yaml/b"],
      'release-path: the manifest "manifests/a.yaml/b.yaml" cannot be in an archive: its path needs the directory "manifests/a.yaml", which is the manifest of another target',
    ],
    [
      "with a character that reverses text in a path",
      ["a\u202eb"],
      'release-path: the manifest "manifests/a\u202eb.yaml" cannot be in an archive: its path contains a character that reorders or hides text',
    ],
    [
      "with two targets that differ in case only",
      ["a/Prod", "a/other", "A/prod"],
      'release-path: the manifest "manifests/a/Prod.yaml" cannot be in an archive: its path is that of the manifest "manifests/A/prod.yaml" on systems that do not tell such names apart',
    ],
    [
      "with two targets that differ in the form of Unicode only",
      ["gr\u00f6\u00dfe", "gro\u0308SSE"],
      'release-path: the manifest "manifests/gr\u00f6\u00dfe.yaml" cannot be in an archive: its path is that of the manifest "manifests/gro\u0308SSE.yaml" on systems that do not tell such names apart',
    ],
    [
      "with two targets that differ in a dot behind a directory only",
      ["a/b", "a./b"],
      'release-path: the manifest "manifests/a/b.yaml" cannot be in an archive: its path is that of the manifest "manifests/a./b.yaml" on systems that do not tell such names apart',
    ],
    [
      "with a target in a directory that is a manifest for systems that ignore case",
      ["a", "A.YAML/b"],
      'release-path: the manifest "manifests/A.YAML/b.yaml" cannot be in an archive: its path needs the directory "manifests/a.yaml", which is the manifest of another target',
    ],
    [
      "with a name that no system has",
      ["x".repeat(252)],
      expect.stringContaining("its path has a name of more than 255 bytes") as unknown as string,
    ],
    [
      "with a path that no system has",
      ["a/".repeat(2100)],
      expect.stringContaining("is longer than 1024 bytes") as unknown as string,
    ],
  ])("%s", async (_, targets, problem) => {
    const renderings = targets.map((target) => rendered(configMap("a"), target.replace(/\/$/, "")));
    expect(await problemsOf(() => release({ renderings }))).toEqual([problem]);
  });
});

test("two of many paths clash exactly if two of them alone do", () => {
  const part = fc.constantFrom("a", "A", "a-", "a.yaml", "A.yaml", "a..", "b");
  const path = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => `${parts.join("/")}/x.yaml`);
  const key = (text: string): string => text.toUpperCase().replace(/\.+\//g, "/");
  const clashes = (one: string, other: string): boolean =>
    key(one) === key(other) || key(one).startsWith(`${key(other)}/`) || key(other).startsWith(`${key(one)}/`);
  fc.assert(
    fc.property(fc.uniqueArray(fc.oneof(path, part), { maxLength: 6 }), (paths) => {
      const found = pathClash(paths);
      const isThere = paths.some((one, index) => paths.slice(index + 1).some((other) => clashes(one, other)));
      expect(found !== undefined && clashes(found.path, found.other)).toBe(isThere);
    }),
  );
});

test("directories that differ in case only may hold different files", () => {
  const renderings = ["Apps/a", "apps/b"].map((target) => rendered(configMap("a"), target));
  expect(release({ renderings }).document.targets).toHaveLength(2);
});

// docs/specification/releases.md 7.2
test.each<[string, boolean, string]>([
  [COMMIT, false, `v1.2.3@sha1:${COMMIT}`],
  [COMMIT, true, `v1.2.3@sha1:${COMMIT}-modified`],
  ["a".repeat(64), false, `v1.2.3@sha256:${"a".repeat(64)}`],
])("the artifact of commit %s, modified: %s, has the revision %s", (commit, modified, revision) => {
  const one = made({ commit, modified });
  expect(releaseArtifact(one.release, one).annotations["org.opencontainers.image.revision"]).toBe(revision);
});

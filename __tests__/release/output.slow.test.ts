/** The output directory: all of a release or nothing, and nothing of others; docs/specification/releases.md 5. */
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { diagnosticsOf } from "../../src/diagnostics.ts";
import { type Disk, REAL_DISK } from "../../src/release/disk.ts";
import { verifyRelease, writeRelease } from "../../src/release/index.ts";
import { rendered } from "../review/renderings.ts";
import { smallDisk } from "../small-disk.ts";
import { unless } from "../unless.ts";
import { configMap, made, newDirectory, PROVENANCE, problemsOf, REQUEST, release } from "./releases.ts";

/** All files below a directory with their contents. */
function contentOf(directory: string): Record<string, string> {
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" }).sort();
  const files = names.filter((name) => statSync(join(directory, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(directory, name), "latin1")]));
}

const OTHER = { renderings: [rendered(configMap("other"), "other")], version: "v2" };

// docs/specification/releases.md 4.1, 5.1
test("the directory holds the files of the archive, and what attests it", async () => {
  const { directory, sha256, archive } = made();
  expect(Object.keys(contentOf(directory))).toEqual([
    ".krm-render-release.json",
    "SHA256SUMS",
    "krm-render.lock",
    "manifests/overlays/dev.yaml",
    "manifests/overlays/prod.yaml",
    "manifests/root.yaml",
    "predicate.json",
    "release.json",
    "shop-v1.2.3.tar.gz",
    "shop-v1.2.3.tar.gz.sha256",
    "statement.intoto.json",
    "subjects.sha256",
  ]);
  expect(contentOf(directory)["subjects.sha256"]).toBe(`${sha256}  shop-v1.2.3.tar.gz\n`);
  expect((await verifyRelease(archive, {}, String)).sha256).toBe(sha256);
  expect(statSync(archive).mode & 0o777).toBe(0o644);
});

describe("an earlier release", () => {
  // docs/specification/releases.md 5.2
  test("is replaced, with the files that the new one does not have", () => {
    const { directory } = made();
    writeFileSync(join(directory, "notes.txt"), "mine");
    writeRelease(release(OTHER), PROVENANCE, directory);
    const { directory: fresh } = made(OTHER);
    expect(contentOf(directory)).toEqual({ ...contentOf(fresh), "notes.txt": "mine" });
  });

  test("is replaced where some of its files are gone", () => {
    const { directory } = made();
    rmSync(join(directory, "manifests/overlays/prod.yaml"));
    rmSync(join(directory, "release.json"));
    writeRelease(release(), PROVENANCE, directory);
    expect(contentOf(directory)).toEqual(contentOf(made().directory));
  });

  test.each<[string, (directory: string) => void, string]>([
    [
      "a file that no release wrote",
      (at) => writeFileSync(join(at, "manifests/mine.yaml"), "a"),
      "manifests/mine.yaml: it is there already, and no release has written it",
    ],
    [
      "a file that was changed",
      (at) => writeFileSync(join(at, "manifests/root.yaml"), "a"),
      "manifests/root.yaml: it was changed since a release wrote it",
    ],
    [
      "a link in place of a file",
      (at) => (rmSync(join(at, "release.json")), symlinkSync("SHA256SUMS", join(at, "release.json"))),
      "release.json: it was changed since a release wrote it",
    ],
    [
      "a link in place of the manifests",
      (at) => (renameSync(join(at, "manifests"), join(at, "m")), symlinkSync("m", join(at, "manifests"))),
      "manifests: it is there already, and no release has written it",
    ],
    [
      "a list that is none",
      (at) => writeFileSync(join(at, ".krm-render-release.json"), "x"),
      ".krm-render-release.json: it is not the list of files that a release writes",
    ],
    [
      "a list of another version",
      (at) => writeFileSync(join(at, ".krm-render-release.json"), '{"version":2,"files":{}}'),
      ".krm-render-release.json: it is not the list of files that a release writes",
    ],
  ])("%s is left alone", (_, change, message) => {
    const { directory } = made();
    change(directory);
    const before = contentOf(directory);
    let problem: unknown;
    try {
      writeRelease(release(OTHER), PROVENANCE, directory);
    } catch (thrown) {
      const [{ code, file = "", message: text } = { code: "", message: "" }] = diagnosticsOf(thrown);
      problem = [code, `${file.slice(directory.length + 1)}: ${text}`];
    }
    expect(problem).toEqual(["output-occupied", message]);
    expect(contentOf(directory)).toEqual(before);
  });

  test("a list that names files elsewhere moves nothing there", () => {
    const directory = join(newDirectory(), "out");
    mkdirSync(directory);
    writeFileSync(join(directory, "../beside"), "a");
    const digest = "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb";
    const files = { "../beside": [digest], "/etc/passwd": [digest], ".": [digest], "": [digest], __proto__: [digest] };
    writeFileSync(join(directory, ".krm-render-release.json"), JSON.stringify({ version: 1, files }));
    writeRelease(release(), PROVENANCE, directory);
    expect(readFileSync(join(directory, "../beside"), "utf8")).toBe("a");
  });
});

test("files of others stop a first release", async () => {
  const directory = newDirectory();
  writeFileSync(join(directory, "SHA256SUMS"), "mine");
  expect(await problemsOf(() => writeRelease(release(), PROVENANCE, directory))).toEqual([
    "output-occupied: it is there already, and no release has written it",
  ]);
  expect(contentOf(directory)).toEqual({ SHA256SUMS: "mine" });
});

test("a link is no output directory", async () => {
  const place = newDirectory();
  mkdirSync(join(place, "elsewhere"));
  symlinkSync("elsewhere", join(place, "out"));
  expect(await problemsOf(() => writeRelease(release(), PROVENANCE, join(place, "out")))).toEqual([
    "output-unsafe: the output directory is a symbolic link",
  ]);
});

describe("a full disk", () => {
  const full = (path: string): Error =>
    Object.assign(new Error(`ENOSPC: no space left on device, write '${path}'`), { code: "ENOSPC", syscall: "write" });

  /** Fails at the step with this number: before a file or a rename, or in the middle of a file. */
  function failing(step: number, half: boolean): Disk & { readonly steps: () => number } {
    let steps = 0;
    return {
      steps: () => steps,
      write(path, parts) {
        if (steps++ !== step) return REAL_DISK.write(path, parts);
        if (half) {
          const all = Buffer.concat([...parts]);
          REAL_DISK.write(path, [all.subarray(0, all.length / 2)]);
        }
        throw full(path);
      },
      rename(from, to) {
        if (steps++ === step) throw full(to);
        renameSync(from, to);
      },
    };
  }

  const never = failing(-1, false);
  const first = made({}, PROVENANCE);
  writeRelease(release(OTHER), PROVENANCE, first.directory, never);
  const steps = Array.from({ length: never.steps() }, (_, step) => step);

  test("has many steps", () => expect(steps.length).toBeGreaterThan(20));

  // docs/specification/releases.md 5.1
  test.each(steps)("at step %i leaves what was there, and says so once", async (step) => {
    for (const half of [false, true]) {
      const { directory, archive } = made();
      const before = contentOf(directory);
      expect(await problemsOf(() => writeRelease(release(OTHER), PROVENANCE, directory, failing(step, half)))).toEqual([
        "output-unwritable: cannot be written: ENOSPC: no space left on device",
      ]);
      const { ".krm-render-release.json": _, ...after } = contentOf(directory);
      const { ".krm-render-release.json": __, ...wanted } = before;
      expect(after).toEqual(wanted);
      await verifyRelease(archive, {}, String);
      // What was written of the list does not keep the next release from working.
      writeRelease(release(OTHER), PROVENANCE, directory);
      expect(contentOf(directory)).toEqual(contentOf(made(OTHER).directory));
    }
  });

  const { place, lack } = smallDisk(256);
  unless(lack, test)("of this machine", async () => {
    writeRelease(release(), PROVENANCE, place);
    const before = contentOf(place);
    const large = [rendered(configMap("large", "x".repeat(400_000)), "large")];
    expect(
      await problemsOf(() => writeRelease(release({ renderings: large, version: "v2" }), PROVENANCE, place)),
    ).toEqual(["output-unwritable: cannot be written: ENOSPC: no space left on device"]);
    expect(contentOf(place)).toEqual(before);
  });
});

test("a directory that cannot be made", async () => {
  const place = newDirectory();
  writeFileSync(join(place, "file"), "");
  expect(
    await problemsOf(() =>
      writeRelease(release({ lock: [], renderings: REQUEST.renderings }), PROVENANCE, join(place, "file/out")),
    ),
  ).toEqual([expect.stringMatching(/^output-unwritable: cannot be written: ENOTDIR/)]);
});

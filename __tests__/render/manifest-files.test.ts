import { createHash } from "node:crypto";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { failure, KrmError } from "../../src/diagnostics.ts";
import {
  type CreateFile,
  type Rendering,
  type WrittenManifests,
  writeFileAtomically,
  writeManifests,
} from "../../src/render/index.ts";

let top: string;

beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), "krm-manifests-"));
});

afterEach(() => {
  rmSync(top, { recursive: true, force: true });
});

function rendered(target: string, ...names: string[]): Rendering {
  const resources = names.map((name) => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    namespace: "",
    name,
    baseName: name,
    yaml: `name: ${name}\n`,
    value: () => ({ name }),
  }));
  return { status: "rendered", target, resources, diagnostics: [] };
}

function codeOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof KrmError) return error.code;
    throw error;
  }
  return "no error";
}

function problemsOf({ failed }: WrittenManifests): string[] {
  return failed.map(({ target, diagnostics }) => `${target}: ${diagnostics.map(({ code }) => code).join()}`);
}

/** A disk with room for files of at most so many bytes. A larger one is begun and fails. */
function diskOf(room: number): CreateFile {
  return (path, bytes) => {
    writeFileSync(path, bytes.subarray(0, room), { flag: "wx" });
    if (bytes.length <= room) return;
    throw Object.assign(new Error(`ENOSPC: no space left on device, write '${path}'`), { code: "ENOSPC" });
  };
}

describe("writeManifests", () => {
  test("writes each rendering to the path of its target", () => {
    const out = join(top, "new/out");
    const { written, failed } = writeManifests(
      [
        rendered(".", "top"),
        rendered("apps/web/overlays/v1.2", "one", "two"),
        { status: "failed", target: "apps/broken", diagnostics: [] },
        { status: "absent", target: "apps/gone" },
        rendered("none"),
      ],
      out,
    );
    const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
    expect(failed).toEqual([]);
    expect(written).toEqual([
      { target: ".", file: "root.yaml", sha256: sha256("name: top\n") },
      {
        target: "apps/web/overlays/v1.2",
        file: "apps/web/overlays/v1.2.yaml",
        sha256: sha256("name: one\n---\nname: two\n"),
      },
      { target: "none", file: "none.yaml", sha256: sha256("") },
    ]);
    const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.map(({ name }) => name).sort()).toEqual(["none.yaml", "root.yaml", "v1.2.yaml"]);
    expect(readFileSync(join(out, "apps/web/overlays/v1.2.yaml"), "utf8")).toBe("name: one\n---\nname: two\n");
  });

  test("replaces a file of an earlier run and leaves others alone", () => {
    writeManifests([rendered("a", "one"), rendered("b", "one")], top);
    writeManifests([rendered("a", "two")], top);
    expect(readFileSync(join(top, "a.yaml"), "utf8")).toBe("name: two\n");
    expect(readFileSync(join(top, "b.yaml"), "utf8")).toBe("name: one\n");
  });

  test.each<[winner: string, loser: string]>([
    [".", "root"],
    ["flux://eu/flux-system/shop", "flux/eu/flux-system/shop"],
  ])("refuses a directory with the file of another target: that of %s", (winner, loser) => {
    for (const order of [
      [winner, loser],
      [loser, winner],
    ]) {
      const outcome = writeManifests(
        ["a", ...order].map((target) => rendered(target)),
        top,
      );
      expect(problemsOf(outcome)).toEqual([`${loser}: output-collision`]);
      expect(outcome.written.map(({ target }) => target)).toEqual(["a", winner]);
    }
  });

  test.each([
    ["flux://eu/flux-system/shop", "flux/eu/flux-system/shop.yaml"],
    ["flux://e:u/a*b/c?", "flux/e%3Au/a%2Ab/c%3F.yaml"],
    ["flux://../a%2Fb/\n", "flux/%2E%2E/a%2Fb/%0A.yaml"],
    ["flux://a//b", "flux/a/%/b.yaml"],
    ["flux://eu/shop/HelmRelease/web", "flux/eu/shop/HelmRelease/web.yaml"],
    ["argocd://eu/argocd/shop", "argocd/eu/argocd/shop.yaml"],
  ])("writes the deployment %j to %s", (target, file) => {
    expect(writeManifests([rendered(target)], top).written).toMatchObject([{ file }]);
  });

  test("a target that failed cannot collide", () => {
    const failed: Rendering = { status: "failed", target: "root", diagnostics: [] };
    expect(writeManifests([rendered("."), failed], top).written).toHaveLength(1);
  });

  test("does not follow a link to a directory in the path", () => {
    const outside = mkdtempSync(join(tmpdir(), "krm-outside-"));
    try {
      mkdirSync(join(top, "apps"));
      symlinkSync(outside, join(top, "apps/web"));
      const outcome = writeManifests([rendered("apps/web/prod", "x"), rendered("apps/api", "y")], top);
      expect(problemsOf(outcome)).toEqual(["apps/web/prod: output-unsafe"]);
      expect(outcome.written.map(({ file }) => file)).toEqual(["apps/api.yaml"]);
      expect(readdirSync(outside)).toEqual([]);
    } finally {
      rmSync(outside, { recursive: true });
    }
  });

  test("replaces a link itself, not its target", () => {
    writeFileSync(join(top, "precious"), "kept");
    mkdirSync(join(top, "out"));
    symlinkSync(join(top, "precious"), join(top, "out/a.yaml"));
    writeManifests([rendered("a", "x")], join(top, "out"));
    expect(readFileSync(join(top, "precious"), "utf8")).toBe("kept");
    expect(readFileSync(join(top, "out/a.yaml"), "utf8")).toBe("name: x\n");
  });

  test("a full disk costs only the files that do not fit, and keeps what was there", () => {
    writeFileSync(join(top, "large.yaml"), "before");
    const large = rendered("large", "n".repeat(100));
    const outcome = writeManifests([large, rendered("small", "x"), rendered("tiny")], top, diskOf(20));
    expect(outcome.written.map(({ file }) => file)).toEqual(["small.yaml", "tiny.yaml"]);
    expect(outcome.failed).toMatchObject([
      {
        target: "large",
        diagnostics: [
          {
            code: "output-unwritable",
            message: "cannot be written: ENOSPC: no space left on device",
            file: join(top, "large.yaml"),
            hint: "Free some space on its disk, or write to another one.",
          },
        ],
      },
    ]);
    expect(readdirSync(top).sort()).toEqual(["large.yaml", "small.yaml", "tiny.yaml"]);
    expect(readFileSync(join(top, "large.yaml"), "utf8")).toBe("before");
  });

  test("fails for a file in place of a directory", () => {
    writeFileSync(join(top, "apps"), "");
    const outcome = writeManifests([rendered("apps/web", "x"), rendered("web", "x")], top);
    expect(problemsOf(outcome)).toEqual(["apps/web: output-unwritable"]);
    expect(outcome.written.map(({ file }) => file)).toEqual(["web.yaml"]);
    expect(codeOf(() => writeManifests([rendered("web", "x")], join(top, "apps")))).toBe("output-unwritable");
  });
});

describe("writeFileAtomically", () => {
  test.each([
    ["the same text", "x", "x", true],
    ["another text", "x", "y", false],
    ["a longer text", "x", "xy", false],
  ])("leaves a file alone only if it has the same text: %s", (_, before, text, stays) => {
    const path = join(top, "present");
    rmSync(path, { force: true });
    writeFileSync(path, before);
    const { ino } = statSync(path);
    writeFileAtomically(path, text);
    expect({ text: readFileSync(path, "utf8"), stays: statSync(path).ino === ino }).toEqual({ text, stays });
  });

  test("replaces a link to a file with the same text", () => {
    const path = join(top, "link");
    writeFileSync(join(top, "behind"), "x");
    symlinkSync(join(top, "behind"), path);
    writeFileAtomically(path, "x");
    expect(lstatSync(path).isSymbolicLink()).toBe(false);
    expect(readFileSync(path, "utf8")).toBe("x");
  });

  test("keeps the permissions of a file that it replaces", () => {
    const path = join(top, "private");
    writeFileSync(path, "x", { mode: 0o600 });
    let meanwhile: number | undefined;
    writeFileAtomically(path, "y", (temporary, bytes, mode) => {
      writeFileSync(temporary, bytes, { mode });
      meanwhile = statSync(temporary).mode & 0o777;
    });
    expect([meanwhile, statSync(path).mode & 0o777]).toEqual([0o600, 0o600]);
  });

  test("leaves no temporary file behind when it fails", () => {
    mkdirSync(join(top, "occupied/inside"), { recursive: true });
    expect(codeOf(() => writeFileAtomically(join(top, "occupied"), "x"))).toBe("output-unwritable");
    expect(readdirSync(top)).toEqual(["occupied"]);
  });

  describe("a text in chunks", () => {
    const MIB = 1024 * 1024;
    const textOf = (count: number): string => Array.from({ length: count }, (_, at) => chunk(at)).join("");
    const chunk = (at: number): string => `${at} ä`.padEnd(MIB, "x");
    function* chunks(count: number, end?: () => void): Generator<string> {
      for (let at = 0; at < count; at++) yield chunk(at);
      end?.();
    }

    test.each([0, 1, 3, 4, 5, 9])("is written whole: %d MiB", (count) => {
      const path = join(top, "chunks");
      writeFileAtomically(path, () => chunks(count));
      expect(readFileSync(path, "utf8") === textOf(count)).toBe(true);
    });

    test("replaces a longer file, and keeps its permissions", () => {
      const path = join(top, "chunks");
      writeFileSync(path, textOf(10), { mode: 0o600 });
      writeFileAtomically(path, () => chunks(6));
      expect(readFileSync(path, "utf8") === textOf(6)).toBe(true);
      expect(statSync(path).mode & 0o777).toBe(0o600);
    });

    test("that ends with an error leaves what was there, and nothing else", () => {
      writeFileSync(join(top, "chunks"), "old");
      const fail = (): never => {
        throw failure("build-too-large", "too large");
      };
      expect(codeOf(() => writeFileAtomically(join(top, "chunks"), () => chunks(9, fail)))).toBe("build-too-large");
      expect(readdirSync(top)).toEqual(["chunks"]);
      expect(readFileSync(join(top, "chunks"), "utf8")).toBe("old");
    });
  });

  test("writes names of any length that the file system allows, and fails for longer ones", () => {
    const name = "n".repeat(255);
    writeFileAtomically(join(top, name), "x");
    expect(readdirSync(top)).toEqual([name]);
    expect(codeOf(() => writeFileAtomically(join(top, `${name}n`), "x"))).toBe("output-unwritable");
  });
});

/**
 * What several machines report together is what one reports, byte for byte; and what cannot be joined is refused.
 * SHARD_CASES=200 tries more random repositories.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type BundleAbout, type BundleManifest, writeBundle } from "../../src/bundle/index.ts";
import { type Directory, krmRender, temporaryDirectory } from "../cli/terminal.ts";
import { distFile } from "../dist.ts";
import { ROOT } from "../repository/repository.ts";
import { commitBoth, expectSame, matrixOf, type Run, runShards, twoCommits } from "./repositories.ts";

const cases = Number(process.env["SHARD_CASES"] ?? 8);

const inProcess: Run = (args, cwd) => krmRender(args, { cwd });

const asProcess: Run = async (args, cwd) => {
  const env = { PATH: process.env["PATH"], HOME: tmpdir(), GIT_CONFIG_NOSYSTEM: "1" };
  const ran = spawnSync(process.execPath, [distFile("cli.js"), ...args], { cwd, env, encoding: "utf8" });
  return { status: ran.status ?? -1, stdout: ran.stdout, stderr: ran.stderr };
};

const opened: string[] = [];
afterAll(() => {
  for (const path of opened) rmSync(path, { recursive: true, force: true });
});

function output(): string {
  const path = mkdtempSync(join(tmpdir(), "krm-shards-"));
  opened.push(path);
  return path;
}

function kept(directory: Directory): Directory {
  opened.push(directory.path);
  return directory;
}

/** Seven overlays of one base, with an edit of the base and of one overlay. */
function sevenOverlays(): Directory {
  const names = ["a", "b", "c", "d", "e", "f", "g"];
  const overlay = (name: string, more = "") => [
    `overlays/${name}/kustomization.yaml`,
    `resources: [../../base]\nnamePrefix: ${name}-\n${more}`,
  ];
  const base = (level: string) =>
    `configMapGenerator: [{name: web, literals: [level=${level}]}]\nsecretGenerator: [{name: key, literals: [key=${level}]}]\n`;
  return kept(
    commitBoth({
      base: { "base/kustomization.yaml": base("info"), ...Object.fromEntries(names.map((each) => overlay(each))) },
      head: {
        "base/kustomization.yaml": base("debug"),
        ...Object.fromEntries(names.map((each) => overlay(each, each === "c" ? "namespace: new\n" : ""))),
      },
    }),
  );
}

describe("real processes of shards, joined, make the output of one run", () => {
  test("of seven overlays that were divided by the times of an earlier run", async () => {
    const { path: cwd } = sevenOverlays();
    const seconds = (name: string) => ({ path: `overlays/${name}`, seconds: name === "a" ? 60 : 1 });
    const times = { version: 1, targets: ["a", "b", "c", "d", "e", "f", "g"].map(seconds) };
    writeFileSync(join(cwd, ".git/times.json"), JSON.stringify(times));
    const args = [
      "targets",
      "--changed-since",
      "HEAD~1",
      "--head",
      "HEAD",
      "--shards",
      "2",
      "--costs",
      ".git/times.json",
    ];
    const { shard } = JSON.parse((await asProcess(args, cwd)).stdout) as { shard: string[] };
    expect(shard).toEqual([
      expect.stringMatching(/^1\/2@[0-9a-f]{64}\+\.git\/times\.json$/),
      expect.stringMatching(/^2\//),
    ]);
    const sizes = await Promise.all(
      shard.map(async (each) => {
        const out = output();
        const run = await asProcess(
          ["diff", "--base", "HEAD~1", "--head", "HEAD", "--shard", each, "--output-dir", out],
          cwd,
        );
        expect(run.status).toBe(0);
        return JSON.parse(readFileSync(join(out, "partial.json"), "utf8")).targets.length;
      }),
    );
    expect(new Set(sizes)).toEqual(new Set([1, 6]));
    const estimated = shard[0]?.replace(/\+.*/, "") ?? "";
    const other = ["diff", "--base", "HEAD~1", "--head", "HEAD", "--shard", estimated, "--output-dir", output()];
    expect((await asProcess(other, cwd)).stderr).toContain("its costs are others");
  });

  test("of seven overlays", async () => {
    expect(await expectSame(asProcess, sevenOverlays().path, output())).toBe(7);
  }, 120_000);

  test("of the example, of which a target fails", async () => {
    const directory = kept(temporaryDirectory());
    cpSync(join(ROOT, "examples/shop"), directory.path, { recursive: true });
    directory.git("init", "--quiet", "--initial-branch=main");
    directory.commit("base");
    directory.git("apply", "--whitespace=nowarn", join(ROOT, "examples/shop.patch"));
    directory.commit("head");
    expect(await expectSame(asProcess, directory.path, output())).toBe(3);
  }, 120_000);
});

test(
  `${cases} random repositories`,
  async () => {
    const counts: number[] = [];
    for (const commits of fc.sample(twoCommits, { numRuns: cases, seed: Number(process.env["SHARD_SEED"] ?? 11) })) {
      const directory = commitBoth(commits);
      const out = mkdtempSync(join(tmpdir(), "krm-shards-"));
      try {
        counts.push(await expectSame(inProcess, directory.path, out));
      } finally {
        directory.remove();
        rmSync(out, { recursive: true, force: true });
      }
    }
    // The cases are worth something.
    expect(Math.max(...counts)).toBe(7);
    expect(counts.filter((count) => count > 2).length).toBeGreaterThan(cases / 3);
  },
  60_000 + cases * 10_000,
);

describe("nothing is joined", () => {
  let repository: Directory;
  let shards: string;
  let plan: string;

  beforeAll(async () => {
    repository = sevenOverlays();
    shards = output();
    const [first = ""] = await runShards(inProcess, repository.path, shards);
    plan = first.slice(first.indexOf("@") + 1);
  });

  /** Makes the list of a bundle again, with other facts. */
  function rewrite(directory: string, change: (about: BundleManifest) => Partial<BundleAbout>): void {
    const manifest = JSON.parse(readFileSync(join(directory, "bundle.json"), "utf8")) as BundleManifest;
    const paths = manifest.files.map(({ path }) => path);
    writeBundle(directory, { ...manifest, ...change(manifest) }, paths);
  }

  function edit(path: string, change: (text: string) => string): void {
    const text = readFileSync(path, "utf8");
    const edited = change(text);
    expect(edited).not.toBe(text);
    writeFileSync(path, edited);
  }

  const other = "f".repeat(40);
  test.each<[name: string, damage: (top: string) => void, messages: readonly string[]]>([
    [
      "without some of the shards",
      (top) => {
        rmSync(join(top, "shard-3"), { recursive: true });
        rmSync(join(top, "shard-5"), { recursive: true });
      },
      ["shards 3, 5 of 7 are missing, so there is no report: it would lack targets"],
    ],
    [
      "with a shard twice",
      (top) => cpSync(join(top, "shard-2"), join(top, "shard-2-again"), { recursive: true }),
      ["shard 2 of 7 is there twice: OUT/shard-2 and OUT/shard-2-again"],
    ],
    [
      "with an empty shard",
      (top) => {
        edit(join(top, "shard-4/partial.json"), (text) => {
          const { version, base, head, configuration, trust } = JSON.parse(text);
          const none = { changes: [], targets: [], dangers: [], podEffects: [], notes: [], notices: [] };
          return JSON.stringify({ version, base, head, configuration, trust, ...none });
        });
        rewrite(join(top, "shard-4"), () => ({}));
      },
      ["OUT/shard-4 has no targets, and no plan has a shard without targets beside others"],
    ],
    [
      "with a shard of another commit",
      (top) => rewrite(join(top, "shard-1"), () => ({ head: other })),
      [
        /^OUT\/shard-1 does not belong to the other shards: its head is ffffffffffff, and that of the others is [0-9a-f]{12}$/
          .source,
        "shard 1 of 7 is missing, so there is no report: it would lack targets",
      ],
    ],
    [
      "with a shard of another plan",
      (top) =>
        rewrite(join(top, "shard-7"), ({ shard }) => ({
          shard: { index: 7, count: 7, ...shard, plan: "0".repeat(64) },
        })),
      [
        "OUT/shard-7 does not belong to the other shards: it is of the plan 000000000000, and the others are of PLAN: its base is 00000000, its head is 00000000, its targets are others, its costs are others, its options affected-only or load-restrictor are others, another version of krm-render made it",
        "shard 7 of 7 is missing, so there is no report: it would lack targets",
      ],
    ],
    [
      "with a shard of another repository, and one of another run",
      (top) => {
        rewrite(join(top, "shard-1"), () => ({ repository: "other/shop" }));
        rewrite(join(top, "shard-2"), () => ({ run: 7 }));
      },
      [
        "OUT/shard-1 does not belong to the other shards: its repository is other/shop, and not local/local",
        "OUT/shard-2 does not belong to the other shards: its run is 7, and not 0",
        "shards 1, 2 of 7 are missing, so there is no report: it would lack targets",
      ],
    ],
    [
      "with a shard that has the targets of another one",
      (top) => {
        cpSync(join(top, "shard-1"), join(top, "copy"), { recursive: true });
        rmSync(join(top, "shard-2"), { recursive: true });
        rewrite(join(top, "copy"), ({ shard }) => ({ shard: { count: 7, plan: "", ...shard, index: 2 } }));
      },
      ["OUT/copy does not belong to the other shards: its targets are not those that the plan gives to this shard"],
    ],
    [
      "with a wrong digest",
      (top) => edit(join(top, "shard-6/partial.json"), (text) => text.replace('"version": 1', '"version": 2')),
      [
        'the bundle "OUT/shard-6" cannot be used: the file "partial.json" has another digest than bundle.json says',
        "shard 6 of 7 is missing, so there is no report: it would lack targets",
      ],
    ],
    [
      "with a path that leaves the bundle",
      (top) => edit(join(top, "shard-6/bundle.json"), (text) => text.replace('"changes.patch"', '"../changes.patch"')),
      [
        'the bundle "OUT/shard-6" cannot be used: bundle.json lists "../changes.patch", which leaves the bundle',
        "shard 6 of 7 is missing, so there is no report: it would lack targets",
      ],
    ],
    [
      "with a link",
      (top) => {
        renameSync(join(top, "shard-6/report.md"), join(top, "elsewhere.md"));
        symlinkSync(join(top, "elsewhere.md"), join(top, "shard-6/report.md"));
      },
      [
        'the bundle "OUT/shard-6" cannot be used: "report.md" is a link or a special file',
        "shard 6 of 7 is missing, so there is no report: it would lack targets",
      ],
    ],
    [
      "with a manifest of no target",
      (top) => {
        writeFileSync(join(top, "shard-6/manifests/evil.yaml"), "a: 1\n");
        const manifest = JSON.parse(readFileSync(join(top, "shard-6/bundle.json"), "utf8")) as BundleManifest;
        const paths = [...manifest.files.map(({ path }) => path), "manifests/evil.yaml"];
        writeBundle(join(top, "shard-6"), manifest, paths);
      },
      ['OUT/shard-6 does not belong to the other shards: "manifests/evil.yaml" is the manifest of none of its targets'],
    ],
    [
      "with a plan that is none",
      (top) => {
        const none = createHash("sha256").update("null").digest("hex");
        for (let index = 1; index <= 7; index++) {
          writeFileSync(join(top, `shard-${index}/shard-plan.json`), "null");
          rewrite(join(top, `shard-${index}`), () => ({ shard: { index, count: 7, plan: none } }));
        }
      },
      Array.from(
        { length: 7 },
        (_, at) =>
          `OUT/shard-${at + 1} does not belong to the other shards: its shard-plan.json has no shard ${at + 1} of 7`,
      ),
    ],
    [
      "with a whole review",
      (top) => rewrite(join(top, "shard-6"), () => ({ kind: "review" })),
      [
        "OUT/shard-6 does not belong to the other shards: it is of a whole review, and of no shard",
        "shard 6 of 7 is missing, so there is no report: it would lack targets",
      ],
    ],
  ])("%s", async (_name, damage, messages) => {
    const top = output();
    cpSync(shards, top, { recursive: true });
    damage(top);
    const joined = join(output(), "joined");
    const { status, stdout, stderr } = await krmRender(["merge", top, "--output-dir", joined], {
      cwd: repository.path,
    });
    expect([status, stdout]).toEqual([1, ""]);
    // Paths are told relative to the working directory.
    const told = stderr
      .split("\n")
      .filter((line) => line.startsWith("error: "))
      .map((line) =>
        line
          .slice(7)
          .replaceAll(/(?:\.\.\/)*[^" ]*krm-shards-\w+/g, "OUT")
          .replaceAll(plan.slice(0, 12), "PLAN"),
      );
    expect(told).toHaveLength(messages.length);
    told.forEach((line, at) => {
      const message = messages[at] ?? "";
      expect(line).toMatch(message.startsWith("^") ? new RegExp(message) : message);
    });
  });

  test("by a run of another plan: it says what it compares", async () => {
    const [shard = ""] = await matrixOf(inProcess, repository.path, 3);
    const args = ["diff", "--base", "HEAD~1", "--head", "HEAD", "overlays/a", "--shard", shard];
    const { status, stderr } = await krmRender([...args, "--output-dir", output()], { cwd: repository.path });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^error: shard 1\/3 is of another plan than that of this run: its targets are others\. This run has plan [0-9a-f]{12}: base [0-9a-f]{12}, head [0-9a-f]{12}, targets overlays\/a, no costs, krm-render [\d.]+, 1 of 1 affected, 1 shard\n/,
      ),
    ]);
  });

  test.each<[args: readonly string[], message: string]>([
    [["merge"], "merge needs DIR..."],
    [["diff", "--shard", "1/2", "--output-dir", "x"], 'illegal value "1/2" for --shard: expected I/N@DIGEST'],
    [["diff", "--shard", `1/2@${"0".repeat(64)}`], "--shard needs --output-dir OUT"],
    [["targets", "--shards", "7"], "--shards needs --changed-since REV"],
    [["targets", "--head", "HEAD"], "--head needs --changed-since"],
    [["targets", "--shards", "257"], 'illegal value "257" for --shards: expected auto, or a number up to 256'],
    [["targets", "--costs", "times.json"], "--costs needs --shards"],
  ])("by wrong usage: %j", async (args, message) => {
    const { status, stderr } = await krmRender(args, { cwd: repository.path });
    expect([status, stderr.split("\n")[0]]).toEqual([2, expect.stringContaining(message)]);
  });

  test.each(["shard-3", "shard-3/out", "link/shard-3"])("into %s, which would destroy a shard", async (name) => {
    const top = output();
    cpSync(shards, top, { recursive: true });
    const links = output();
    symlinkSync(top, join(links, "link"));
    const out = join(name.startsWith("link/") ? links : top, name);
    const { status, stderr } = await krmRender(["merge", top, "--output-dir", out], { cwd: repository.path });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^error: the output directory \S+ has the output of a shard, \S+shard-3$/m),
    ]);
    expect((await krmRender(["merge", top], { cwd: repository.path })).status).toBe(0);
  });

  test("into a directory with other files", async () => {
    const out = output();
    writeFileSync(join(out, "notes.txt"), "mine\n");
    const { status, stderr } = await krmRender(["merge", shards, "--output-dir", out], { cwd: repository.path });
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('the output directory has "notes.txt", which is not of an earlier output'),
    ]);
  });

  test("of a working tree with changes that are in no commit", async () => {
    const directory = sevenOverlays();
    directory.write({ "base/kustomization.yaml": "namePrefix: x-\n" });
    const args = ["targets", "--changed-since", "HEAD~1", "--shards", "2"];
    const { status, stderr } = await krmRender(args, { cwd: directory.path });
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining("the working tree has changes that are in no commit"),
    ]);
  });
});

test("a leg that ran again is joined with the others", async () => {
  const directory = sevenOverlays();
  const out = output();
  await runShards(inProcess, directory.path, out);
  const path = join(out, "shard-3/bundle.json");
  writeFileSync(path, readFileSync(path, "utf8").replace('"attempt": 0', '"attempt": 2'));
  const { status, stderr } = await krmRender(["merge", out], { cwd: directory.path });
  expect([status, stderr]).toEqual([0, ""]);
});

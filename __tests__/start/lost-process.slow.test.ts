/** The built command line when the process that does the work is ended in the middle of it, as by a system without memory. */
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, jest, test } from "@jest/globals";
import { distFile } from "../dist.ts";
import { NODES } from "../nodes.ts";
import { GIT_ENV, git, temporaryDirectories, writeContent } from "../sources/fixtures.ts";

jest.setTimeout(120_000);

/** Replaces helm: ends the process that called it if the values ask for it. */
const HELM = `#!/bin/sh
if [ "$1" = version ]; then echo v3.99.0; exit; fi
if grep -q deadly "$5"; then kill -ABRT $PPID; sleep 60; fi
printf 'apiVersion: v1\\nkind: ConfigMap\\nmetadata: {name: told}\\n'
`;
const chart = (target: string, values: string) => ({
  [`${target}/kustomization.yaml`]: "helmCharts:\n- name: web\n  releaseName: r\n",
  [`${target}/charts/web/Chart.yaml`]: "name: web\n",
  [`${target}/charts/web/values.yaml`]: values,
});
const plain = (target: string, value: string) => ({
  [`${target}/kustomization.yaml`]: `configMapGenerator:\n- {name: c, literals: [a=${value}], options: {disableNameSuffixHash: true}}\n`,
});
const all = (value: string, values: string) => ({
  ...plain("a", value),
  ...plain("b", value),
  ...chart("deadly-1", values),
  ...chart("deadly-2", values),
});

const temporary = temporaryDirectories();

function repository() {
  const top = temporary();
  const directory = join(top, "repository");
  mkdirSync(directory);
  git(directory, "init", "-q", "-b", "main");
  const commit = (files: Readonly<Record<string, string>>): void => {
    writeContent(directory, { files });
    git(directory, "add", "-A");
    git(directory, "commit", "-q", "-m", "change");
  };
  const helm = join(top, "helm");
  writeFileSync(helm, HELM);
  chmodSync(helm, 0o755);
  mkdirSync(join(top, "tmp"));
  return { top, directory, helm, commit };
}

type Place = ReturnType<typeof repository>;

async function run(node: string, { top, directory, helm }: Place, args: readonly string[], path = process.env["PATH"]) {
  const child = spawn(node, [distFile("cli.js"), ...args, "--enable-helm", "--helm-command", helm], {
    cwd: directory,
    env: { ...GIT_ENV, PATH: path, HOME: top, TMPDIR: join(top, "tmp") },
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (text) => (stdout += text));
  child.stderr.on("data", (text) => (stderr += text));
  const [status, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    child.once("close", (...ended) => resolve(ended)),
  );
  return { status, signal, stdout, stderr };
}

describe.each(NODES)("on %s", (node) => {
  test("render writes all other targets, and says once of each what ended the process", async () => {
    const place = repository();
    place.commit(all("v", "deadly: 1\n"));
    const { status, stderr } = await run(node, place, ["render", "--output-dir", "out", "--reorder", "none"]);
    expect(status).toBe(1);
    expect(stderr.match(/--reorder is deprecated/g)).toHaveLength(1);
    expect(readdirSync(join(place.directory, "out")).sort()).toEqual(["a.yaml", "b.yaml", "report.json"]);
    expect(stderr.match(/the process that rendered deadly-\d ran out of memory/g)?.sort()).toEqual([
      "the process that rendered deadly-1 ran out of memory",
      "the process that rendered deadly-2 ran out of memory",
    ]);
    expect(stderr).toContain("2 of 4 targets were rendered; failed: ");
    expect(readdirSync(join(place.top, "tmp"))).toEqual([]);
  });

  test("diff compares all other targets, also into a directory that the lost process has opened", async () => {
    const place = repository();
    place.commit(all("old", "colour: red\n"));
    place.commit(all("new", "deadly: 1\n"));
    const args = [
      "diff",
      "--base",
      "HEAD~1",
      "--head",
      "HEAD",
      "--output-dir",
      "out",
      "--format",
      "json",
      "--build-option",
      "reorder=none",
    ];
    const { status, stdout, stderr } = await run(node, place, args);
    expect([status, stderr]).toEqual([1, expect.not.stringContaining("output-not-empty")]);
    expect(stderr.match(/--reorder is deprecated/g)).toHaveLength(1);
    expect(stdout).toContain("deadly-1");
    const report = readFileSync(join(place.directory, "out/report.md"), "utf8");
    expect(report).toMatch(/the process that rendered deadly-\d at head ran out of memory/);
    expect(report).toContain("2 of 4 targets no longer build");
  });

  test("a run that is lost before it knows a target says so", async () => {
    const place = repository();
    place.commit(plain("a", "v"));
    mkdirSync(join(place.top, "bin"));
    writeFileSync(join(place.top, "bin/git"), "#!/bin/sh\nkill -KILL $PPID; sleep 1\n");
    chmodSync(join(place.top, "bin/git"), 0o755);
    const path = `${join(place.top, "bin")}:${process.env["PATH"]}`;
    const { status, stderr } = await run(node, place, ["render", "--output-dir", "out"], path);
    expect(status).toBe(1);
    expect(stderr).toBe(
      "error: the process that does the work was killed, probably because the machine ran out of memory\n  hint: Look for content that multiplies itself or for very large files. If the content is right, use a machine with more memory.\n",
    );
    expect(existsSync(join(place.directory, "out"))).toBe(false);
  });

  test("the argument of the worker is no command", () => {
    const call = () => execFileSync(node, [distFile("cli.js"), "worker", "version"], { stdio: "pipe" });
    expect(call).toThrow('unknown command "worker"');
  });
});

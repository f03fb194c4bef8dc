/** Charts that need more memory, time or output than helm may use; docs/specification/helm-charts.md 4. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "@jest/globals";
import { createBuilder } from "../../src/engine/index.ts";
import { isRunning } from "../../src/processes/process-numbers.ts";
import { helmMemory, OutOfMemory } from "../../src/sources/helm/memory.ts";
import { createHelm, type Helm, type HelmOptions, memoryTree } from "../../src/sources/index.ts";
import { temporaryDirectories } from "../sources/fixtures.ts";
import { NO_LINUX, NO_PROC, unless } from "../unless.ts";
import { HELM, NO_HELM } from "./tools.ts";

const temporary = temporaryDirectories();
const MIB = 1024 * 1024;

const opened: Helm[] = [];
afterEach(() => {
  for (const helm of opened.splice(0)) helm.close();
});

function helmOf(command: string, more: Partial<HelmOptions> = {}) {
  const helm = createHelm({ command, cwd: "/", env: process.env, configHome: "private", ...more });
  opened.push(helm);
  return helm;
}

function stub(script: string): { path: string; place: string } {
  const place = temporary();
  const path = join(place, "helm");
  writeFileSync(path, `#!/bin/sh\nplace=${place}\n${script}\n`);
  chmodSync(path, 0o700);
  return { path, place };
}

const chart = (template: string) => ({
  directory: new Map([
    ["Chart.yaml", Buffer.from("apiVersion: v2\nname: web\nversion: 1.0.0\n")],
    ["templates/all.yaml", Buffer.from(template)],
  ]),
  display: "charts/web",
});

// docs/specification/helm-charts.md 4.2
describe("memory", () => {
  test("is divided: a part at first, all of it for one after the other", async () => {
    const given: number[] = [];
    let running = 0;
    const memory = helmMemory(2048 * MIB);
    const work = (needed: number) => async (bytes: number) => {
      given.push(bytes / MIB);
      if (bytes < needed) throw new OutOfMemory();
      running++;
      expect(running).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running--;
      return bytes / MIB;
    };
    expect(await memory.run(work(0))).toBe(256);
    expect(await Promise.all([1, 2, 3].map(() => memory.run(work(1024 * MIB))))).toEqual([2048, 2048, 2048]);
    expect(given).toEqual([256, 256, 256, 256, 2048, 2048, 2048]);
    await expect(memory.run(work(4096 * MIB))).rejects.toThrow(OutOfMemory);
    expect(await memory.run(work(1024 * MIB))).toBe(2048);
  });

  test("of a small machine is not divided below what helm needs to start", async () => {
    expect(await helmMemory(256 * MIB).run(async (bytes) => bytes)).toBe(128 * MIB);
    expect(await helmMemory(64 * MIB).run(async (bytes) => bytes)).toBe(64 * MIB);
  });

  test("a failure for another reason is not tried again", async () => {
    let tries = 0;
    const failing = helmMemory(2048 * MIB).run(async () => Promise.reject(new Error(`${++tries}`)));
    await expect(failing).rejects.toThrow("1");
  });

  const onLinux = unless(NO_LINUX, test);

  onLinux.each([
    ["fatal error: runtime: out of memory"],
    ["runtime: out of memory: cannot allocate 192937984-byte block (523763712 in use)\\nfatal error: out of memory"],
    ["fatal error: out of memory allocating heap arena metadata"],
    ["fatal error: runtime: cannot allocate memory"],
    ["fatal error: failed to reserve page summary memory"],
    ["runtime: goroutine stack exceeds 1000000000-byte limit\\nfatal error: stack overflow"],
    ["SIGSEGV: segmentation violation"],
  ])("one that ends with %s gets more, and then a message of one line", async (words) => {
    const { path, place } = stub(`ulimit -d >> $place/limits; printf '${words}\\n\\ngoroutine 1:\\n' >&2; exit 2`);
    const run = helmOf(path, { memoryBytes: 1024 * MIB }).run(["template", "r"]);
    await expect(run).rejects.toMatchObject({
      code: "helm-failed",
      diagnostics: [
        {
          message: "helm template needs more than 1024 MiB of memory",
          hint: expect.stringContaining("Look for a loop in its templates"),
        },
      ],
    });
    expect(readFileSync(join(place, "limits"), "utf8")).toBe("131072\n1048576\n");
  });

  test("other errors are shown as they are, and not tried again", async () => {
    const { path, place } = stub('echo >> $place/calls; echo "Error: no memory of that" >&2; exit 1');
    await expect(helmOf(path).run(["template"])).rejects.toThrow("helm template failed: no memory of that");
    expect(readFileSync(join(place, "calls"), "utf8")).toBe("\n");
  });

  const measured = unless(NO_HELM ?? NO_PROC, test);

  measured.each([
    ["a long range", "{{ range until 1000000000 }}{{ end }}"],
    ["a text that doubles", '{{ $s := "abcdefgh" }}{{ range until 40 }}{{ $s = printf "%s%s" $s $s }}{{ end }}'],
  ])("%s is one clear error, and charts beside it are rendered", async (_, template) => {
    const helm = helmOf(HELM as string, { memoryBytes: 400 * MIB });
    const good = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: {{ .Release.Name }}}\n";
    const [bomb, ...others] = await Promise.allSettled([
      helm.run(["template", "bomb", chart(template)]),
      helm.run(["template", "one", chart(good)]),
      helm.run(["template", "two", chart(good)]),
    ]);
    expect(bomb).toMatchObject({
      status: "rejected",
      reason: { message: expect.stringMatching(/^helm template needs more than 400 MiB of memory\n {2}hint: /) },
    });
    expect(others.map((result) => result.status === "fulfilled" && result.value)).toEqual([
      expect.stringContaining("name: one"),
      expect.stringContaining("name: two"),
    ]);
  });

  measured("a chart that needs more than the part has all of it", async () => {
    const template = "{{ range until 12000000 }}{{ end }}apiVersion: v1\nkind: ConfigMap\nmetadata: {name: big}\n";
    const helm = helmOf(HELM as string, { memoryBytes: 1024 * MIB });
    expect(await helm.run(["template", "r", chart(template)])).toContain("name: big");
  });
});

// docs/specification/helm-charts.md 4.1
test.each([
  ["time", "exec sleep 60", "helm template gave no result within 0.3 seconds"],
  ["output", "yes", "helm template printed more than 64 MiB"],
])("more %s than it may use: the message says what to do", async (_, script, message) => {
  const run = helmOf(stub(script).path, { timeoutSeconds: script === "yes" ? 60 : 0.3 }).run(["template"]);
  await expect(run).rejects.toMatchObject({
    diagnostics: [{ message, hint: expect.stringContaining("commit the result") }],
  });
});

describe("a caller that gives up (docs/specification/helm-charts.md 4.4)", () => {
  const helm = () => stub('echo $$ >> "$place/pids"; exec sleep 60');
  const pidsIn = (place: string): number[] =>
    existsSync(join(place, "pids"))
      ? (readFileSync(join(place, "pids"), "utf8").match(/\d+(?=\n)/g) ?? []).map(Number)
      : [];
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
  };

  test("ends helm, and the next call starts it again", async () => {
    const { path, place } = helm();
    const port = helmOf(path);
    const callers = [new AbortController(), new AbortController()];
    for (const count of [1, 2]) {
      const caller = callers[count - 1] as AbortController;
      const run = port.run(["template"], { signal: caller.signal });
      const ended = run.catch((error: Error) => error.message);
      await until(() => pidsIn(place).length === count);
      caller.abort();
      expect(await ended).toContain("was ended");
    }
    expect(pidsIn(place).filter(isRunning)).toEqual([]);
  });

  test("does not end a helm that another one waits for", async () => {
    const { path, place } = stub(
      'echo $$ >> "$place/pids"; while [ ! -e "$place/go" ]; do sleep 0.02; done; echo done',
    );
    const port = helmOf(path);
    const [first, second] = [new AbortController(), new AbortController()];
    const runs = [first, second].map(({ signal }) => port.run(["template"], { signal }));
    await until(() => pidsIn(place).length === 1);
    first.abort();
    writeFileSync(join(place, "go"), "");
    expect(await Promise.all(runs)).toEqual(["done\n", "done\n"]);
    second.abort();
    expect(await port.run(["template"])).toBe("done\n");
    expect(pidsIn(place)).toHaveLength(1);
  });

  test("is a build whose time is up", async () => {
    const { path, place } = stub('[ "$1" = version ] && echo v3.16.0 && exit; echo $$ >> "$place/pids"; exec sleep 60');
    const files = {
      "kustomization.yaml": "helmCharts: [{name: web}]\n",
      "charts/web/Chart.yaml": "apiVersion: v2\nname: web\nversion: 1.0.0\n",
      "charts/web/values.yaml": "",
    };
    const builder = createBuilder(memoryTree(files), { timeoutSeconds: 0.5, helm: { helm: helmOf(path) } });
    await expect(builder.build("/")).rejects.toThrow("it takes more than 0.5 seconds");
    await until(() => !pidsIn(place).some(isRunning));
  });
});

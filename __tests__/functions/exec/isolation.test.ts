/** Whether there is a sandbox is tried out, and said (docs/specification/executables.md 5.3, 5.5). */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { type Diagnostic, formatDiagnostic, type KrmError } from "../../../src/diagnostics.ts";
import { createIsolation, type IsolationMode } from "../../../src/functions/exec/isolation.ts";
import { UNSHARE_SCRIPT } from "../../../src/functions/exec/sandbox-scripts.ts";
import { leaveNothing } from "../workshop.ts";
import { temporary } from "./catalog-programs.ts";

leaveNothing();

function isolationIn(mode: IsolationMode, tools: Readonly<Record<string, string>>) {
  const directory = temporary();
  for (const [name, script] of Object.entries(tools)) {
    writeFileSync(join(directory, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  const reports: Diagnostic[] = [];
  const isolation = createIsolation({ mode, report: (each) => void reports.push(each), directories: [directory] });
  return { isolation, reports };
}

const REFUSED = { bwrap: "echo 'bwrap: setting up uid map: Permission denied' >&2; exit 1" };
const onLinux = process.platform === "linux" ? describe : describe.skip;

onLinux("where no sandbox works", () => {
  test.each<[name: string, tools: Readonly<Record<string, string>>, reasons: string]>([
    ["nothing is installed", {}, "bwrap is not installed; unshare is not installed"],
    [
      "the system refuses namespaces",
      { ...REFUSED, unshare: "echo 'unshare: unshare failed: Operation not permitted' >&2; exit 1" },
      "bwrap does not work here: bwrap: setting up uid map: Permission denied; unshare does not work here: unshare: unshare failed: Operation not permitted",
    ],
    ["a tool says nothing", { bwrap: "exit 4" }, "bwrap does not work here: exit status 4; unshare is not installed"],
    [
      // A tool of a test never starts what it is given: the script for unshare changes mounts, and tests may run as root.
      "a tool only pretends",
      {
        bwrap: "for name in mnt pid net ipc uts; do readlink /proc/self/ns/$name; done; echo hidden",
        unshare: "echo hidden",
      },
      "bwrap does not work here: it shares namespaces with the program that it starts (mnt, pid, net, ipc, uts); unshare does not work here: it shares namespaces",
    ],
  ])("%s: programs run, and it is said once", async (_, tools, reasons) => {
    const { isolation, reports } = isolationIn("auto", tools);
    expect([await isolation.sandbox(), await isolation.sandbox()]).toEqual([undefined, undefined]);
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatchObject({ code: "function-not-isolated", severity: "warning" });
    const text = formatDiagnostic(reports[0] as Diagnostic);
    expect(text).toContain(`executables of catalogs run without isolation: ${reasons}`);
    expect(text).toContain("They can read what you can read, such as ~/.docker/config.json");
    expect(text).toContain("Install bubblewrap");
  });

  test("with `require`, they do not", async () => {
    const { isolation, reports } = isolationIn("require", REFUSED);
    const error = (await isolation.sandbox().catch((thrown: unknown) => thrown)) as KrmError;
    expect(error.code).toBe("function-not-isolated");
    expect(error.message).toContain(
      "executables of catalogs do not run: bwrap does not work here: bwrap: setting up uid map: Permission denied; unshare is not installed",
    );
    expect(error.message).toContain("--isolate-functions auto");
    await expect(isolation.sandbox()).rejects.toBe(error);
    expect(reports).toEqual([]);
  });

  test("with `never`, nothing is tried and nothing is said", async () => {
    const { isolation, reports } = isolationIn("never", { bwrap: "exit 1" });
    expect(await isolation.sandbox()).toBeUndefined();
    expect(reports).toEqual([]);
  });
});

const mayUnshare =
  process.platform === "linux" && spawnSync("unshare", ["--user", "--map-root-user", "--mount", "true"]).status === 0;
if (!mayUnshare)
  process.stderr.write("skipped: the guard of the script for unshare, since this system refuses namespaces\n");

(mayUnshare ? describe : describe.skip)("the script for unshare changes no mounts", () => {
  // Even if a guard were broken, the script would change nothing but the namespaces of this test.
  const namespaces = ["--user", "--map-root-user", "--mount", "--uts"];
  const harness = (start: string) => `
before=$(cat /proc/self/mountinfo)
for outside in "" "$(readlink /proc/self/ns/mnt)" "$(readlink /proc/self/ns/user)" "mnt:[1] $(readlink /proc/self/ns/user)"; do
  ${start} sh -c "$1" sh "$outside" /tmp /tmp /tmp /tmp name -- echo started; echo "status $?"
done
[ "$before" = "$(cat /proc/self/mountinfo)" ] && echo unchanged`;

  test.each([
    ["where it is not the first process", "", "refused: it is not the first process of a namespace\n"],
    [
      "in the namespaces of the machine",
      "unshare --pid --fork",
      "refused: it would change the mounts of the machine\n",
    ],
  ])("%s", (_, start, refusal) => {
    const args = [...namespaces, "sh", "-c", harness(start), "sh", UNSHARE_SCRIPT];
    const { stdout, stderr } = spawnSync("unshare", args, { encoding: "utf8" });
    expect(stdout).toBe(`${"status 1\n".repeat(4)}unchanged\n`);
    expect(stderr).toBe(refusal.repeat(4));
  });
});

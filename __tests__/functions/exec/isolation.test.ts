/** The search for a sandbox, and its warnings (docs/specification/executables.md 5.3, 5.5). */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { type Diagnostic, formatDiagnostic, type KrmError } from "../../../src/diagnostics.ts";
import { createIsolation, type IsolationMode } from "../../../src/functions/exec/isolation.ts";
import { NO_LINUX, unless } from "../../unless.ts";
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
const onLinux = unless(NO_LINUX, describe);

onLinux("where no sandbox works", () => {
  test.each<[name: string, tools: Readonly<Record<string, string>>, reasons: string]>([
    ["bubblewrap is not installed", {}, "bubblewrap (bwrap) is not installed"],
    ["no other tool is taken", { unshare: "echo started >&2" }, "bubblewrap (bwrap) is not installed"],
    [
      "the system refuses namespaces",
      REFUSED,
      "bubblewrap does not work here: bwrap: setting up uid map: Permission denied",
    ],
    ["it says nothing", { bwrap: "exit 4" }, "bubblewrap does not work here: exit status 4"],
    [
      "it only pretends",
      { bwrap: "for name in mnt pid net ipc uts; do readlink /proc/self/ns/$name; done; echo hidden" },
      "bubblewrap does not work here: it shares namespaces with the program that it starts (mnt, pid, net, ipc, uts)",
    ],
    [
      "it prints less",
      { bwrap: "echo hidden" },
      "bubblewrap does not work here: it shares namespaces with the program that it starts (mnt, pid, net, ipc, uts)",
    ],
  ])("%s: programs run, and it is said once", async (_, tools, reasons) => {
    const { isolation, reports } = isolationIn("auto", tools);
    expect([await isolation.sandbox(), await isolation.sandbox()]).toEqual([undefined, undefined]);
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatchObject({ code: "function-not-isolated", severity: "warning" });
    const text = formatDiagnostic(reports[0] as Diagnostic);
    expect(text).toContain(`executables of catalogs run without isolation: ${reasons}`);
    expect(text).toContain("They can read what you can read, such as ~/.docker/config.json");
    expect(text).toContain("sudo apt-get install bubblewrap");
  });

  test("with `require`, they do not", async () => {
    const { isolation, reports } = isolationIn("require", REFUSED);
    const error = (await isolation.sandbox().catch((thrown: unknown) => thrown)) as KrmError;
    expect(error.code).toBe("function-not-isolated");
    expect(error.message).toContain(
      "executables of catalogs do not run: bubblewrap does not work here: bwrap: setting up uid map: Permission denied",
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

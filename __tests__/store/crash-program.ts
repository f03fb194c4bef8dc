/**
 * Fetches, extracts and stores, as one run of krm-render, and is killed at a given step: `node program.cjs STEP STORE URL`.
 * A step is a call that changes the disk, or a part of a download that arrives. Prints the number of steps if it survives.
 */
import fs from "node:fs";
import { createArtifacts, openStore } from "../../src/store/index.ts";

const [, , kill = "", directory = "", url = ""] = process.argv;
let steps = 0;

function step(): void {
  if (++steps === Number(kill)) process.kill(process.pid, "SIGKILL");
}

/** The calls of fs that change the disk. The process is killed before the call, so after the one before it. */
const CALLS = [
  "mkdirSync",
  "mkdtempSync",
  "openSync",
  "writeSync",
  "writeFileSync",
  "renameSync",
  "rmSync",
  "utimesSync",
] as const;
for (const name of CALLS) {
  const original = fs[name] as (...args: unknown[]) => unknown;
  Object.assign(fs, {
    [name]: (...args: unknown[]) => {
      step();
      return original(...args);
    },
  });
}

async function fetch(path: string, to: string): Promise<{ sha256: string }> {
  const response = await globalThis.fetch(url + path);
  const file = fs.openSync(to, "wx");
  for await (const part of response.body ?? []) {
    step();
    fs.writeSync(file, part as Uint8Array);
  }
  fs.closeSync(file);
  return { sha256: "" };
}

async function main(): Promise<void> {
  const wanted = JSON.parse(await (await globalThis.fetch(`${url}/wanted`)).text()) as Record<string, string>;
  const store = openStore({ directory, keep: { days: 1, bytes: 1_000_000 } });
  const artifacts = createArtifacts({ store, fetch });
  await artifacts.executable({ uri: "/program.tar.gz", bin: "program", sha256: wanted["/program.tar.gz"] });
  await artifacts.executable({ uri: "/inside.tar.gz", bin: "program", sha256: wanted["inside"] });
  await artifacts.executable({ uri: "/raw", bin: "program", sha256: wanted["/raw"] });
  await artifacts.script({ uri: "/script", sha256: wanted["/script"] ?? "" });
  store.close();
  process.stdout.write(String(steps));
}

main().catch((error: unknown) => {
  process.stderr.write(String(error));
  process.exitCode = 1;
});

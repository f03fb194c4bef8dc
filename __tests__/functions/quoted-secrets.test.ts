/** Texts that functions print are shown without values of Secrets (decision 0022). */

import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { formatDiagnostic } from "../../src/diagnostics.ts";
import { buildIn, CONFIG, directoryOf, leaveNothing } from "./workshop.ts";

leaveNothing();

const VALUE = "Zq7Xw9Kv2Rt5Yb8Nc3Md";
const BASE64 = Buffer.from(VALUE).toString("base64");
const SECRET = `apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {a: "${VALUE}"}\n`;
const directories: string[] = [];

afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

const LIST = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems: []\n";
const results = (message: string) =>
  `cat > /dev/null\ncat <<'EOF'\n${LIST}results:\n- message: "${message}"\n  severity: error\n  field: {path: stringData.a, currentValue: "${VALUE}"}\nEOF`;

test.each([
  { what: "standard error of one that fails", script: `grep "a: " >&2; exit 1` },
  { what: "base64 in standard error", script: `cat > /dev/null; echo "data: ${BASE64}" >&2; exit 1` },
  { what: "standard error of one that succeeds", script: `tee /dev/stderr` },
  { what: "a result", script: results(`the value ${VALUE} is weak`) },
  { what: "a result of one that fails", script: `${results(`it is ${BASE64}`)}\nexit 1` },
  { what: "output that is no list", script: `cat > /dev/null; echo "a: [${VALUE}"`, shown: "malformed YAML" },
])("attack 9.25: in $what", async ({ script, shown = "<redacted>" }) => {
  const directory = directoryOf({
    "kustomization.yaml": "resources: [s.yaml]\ntransformers: [config.yaml]\n",
    "s.yaml": SECRET,
    "config.yaml": CONFIG,
    fn: `#!/bin/sh\n${script}\n`,
  });
  directories.push(directory);
  const { diagnostics, log } = await buildIn(directory, {
    functions: { resultsDirectory: join(directory, "results") },
  });
  const told = [...diagnostics.map(formatDiagnostic), ...log, ...recordedIn(directory)].join("\n");
  expect(told).not.toContain(VALUE);
  expect(told).not.toContain(BASE64.replace(/=+$/, ""));
  expect(told).toContain(shown);
});

/** The file of results. */
function recordedIn(directory: string): string[] {
  const top = join(directory, "results");
  return existsSync(top) ? readdirSync(top).map((name) => readFileSync(join(top, name), "utf8")) : [];
}

test("a value that an earlier function changed is known as well", async () => {
  const directory = directoryOf({
    "kustomization.yaml": "resources: [s.yaml]\ntransformers: [config.yaml, second.yaml]\n",
    "s.yaml": SECRET.replace(VALUE, "old"),
    "config.yaml": CONFIG,
    "second.yaml": CONFIG.replace("./fn", "./second").replace("name: fn", "name: second"),
    fn: `#!/bin/sh\nsed "s/a: .*old.*/a: ${VALUE}/"\n`,
    second: "#!/bin/sh\ngrep 'a: ' >&2; exit 1\n",
  });
  directories.push(directory);
  const { diagnostics } = await buildIn(directory);
  const told = diagnostics.map(formatDiagnostic).join("\n");
  expect(told).toContain("<redacted>");
  expect(told).not.toContain(VALUE);
});

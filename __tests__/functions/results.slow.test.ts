/** Results of functions; docs/specification/results.md 1, 2. */
import { readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { formatDiagnostic, logText } from "../../src/diagnostics.ts";
import { writeResultsFile } from "../../src/functions/results-file.ts";
import { readResults } from "../../src/functions/wire/results.ts";
import { parseResources, toValue } from "../../src/yaml/index.ts";
import { smallDisk } from "../small-disk.ts";
import { unless } from "../unless.ts";
import { buildIn, configOf, directoryOf, files, leaveNothing, names, OBJECTS, printing } from "./workshop.ts";

leaveNothing();

const resultsOf = (text: string) => readResults(parseResources(text, "")[0]);
/** A function that returns its input and these results. */
const reporting = (results: string): string => `cat\ncat <<'END'\nresults:\n${results.trimEnd()}\nEND`;

const disk = smallDisk(16);
unless(disk.lack, test)("a results file that does not fit on the disk is left out", () => {
  const run = { type: "exec", title: "x".repeat(100_000), exitCode: 0, stderr: "", results: [] } as const;
  expect(() => writeResultsFile(disk.place, [run])).toThrow(/the results cannot be written: ENOSPC/);
  expect(readdirSync(disk.place)).toEqual([]);
});

describe("results", () => {
  test("have all these fields (docs/specification/results.md 1.1)", () => {
    const text = `
- message: m
  severity: warning
  resourceRef: {apiVersion: v1, kind: Service, name: s, namespace: n}
  field: {path: "spec.a[0]", currentValue: {a: 1}, proposedValue: null}
  file: {path: a/b.yaml, index: 2}
  tags: {k: v, n: 1}
`;
    expect(resultsOf(text)).toEqual([
      {
        message: "m",
        severity: "warning",
        resourceRef: { apiVersion: "v1", kind: "Service", name: "s", namespace: "n" },
        field: { path: "spec.a[0]", currentValue: { a: 1 } },
        file: { path: "a/b.yaml", index: 2 },
        tags: new Map([
          ["k", "v"],
          ["n", "1"],
        ]),
      },
    ]);
  });

  test.each([
    ["a mapping with items", "{name: n, items: [{message: m}]}", [{ message: "m" }]],
    [
      "a reference with metadata",
      "[{message: m, resourceRef: {kind: K, metadata: {name: a, namespace: b}}}]",
      [{ resourceRef: { kind: "K", name: "a", namespace: "b" } }],
    ],
    [
      "a suggested value",
      "[{message: m, field: {path: p, suggestedValue: 3}}]",
      [{ field: { path: "p", proposedValue: 3 } }],
    ],
    ["no severity", "[{message: m}]", [{ severity: undefined }]],
    ["no message", "[{severity: error}]", [{ message: "the function gives no reason" }]],
    ["what is none", "[1, null, [], {a: &x b}]", [{ message: "the function gives no reason" }]],
    ["a text", "nothing to see", []],
    ["a mapping of nothing", "{}", []],
    [
      "values of other types",
      "[{message: [m], severity: 3, field: f, file: [], tags: t, resourceRef: 1}]",
      [{ severity: undefined }],
    ],
  ])("may be %s (docs/specification/results.md 1.2)", (_, text, expected) => {
    expect(resultsOf(text)).toMatchObject(expected);
  });

  test("are limited in number (docs/specification/results.md 1.1)", () => {
    expect(resultsOf(Array.from({ length: 5000 }, () => "- {message: m}\n").join(""))).toHaveLength(1000);
  });
});

describe("a function that exits with 0", () => {
  const severities =
    "- {message: e, severity: error}\n- {message: w, severity: warning}\n- {message: i, severity: info}\n- {message: n}\n";

  test.each([
    ["error", ["error e", "warning w", "notice i", "notice n"], false],
    ["warning", ["error e", "error w", "notice i", "notice n"], false],
    ["never", ["warning e", "warning w", "notice i", "notice n"], true],
  ] as const)("with --fail-on %s (docs/specification/results.md 2.1, 2.2)", async (failOn, told, builds) => {
    const { text, diagnostics } = await buildIn(directoryOf(files("transformers", reporting(severities))), {
      functions: { failOn },
    });
    expect(diagnostics.map(({ severity, message }) => `${severity} ${message.slice(-1)}`)).toEqual(told);
    expect(names(text)).toEqual(builds ? ["ConfigMap one", "ConfigMap two", "Service three"] : undefined);
  });

  test("a result without a severity does not fail it (docs/specification/results.md 2.2)", async () => {
    const { text } = await buildIn(directoryOf(files("validators", reporting("- {message: m}\n"))));
    expect(text).toBeDefined();
    const failing = await buildIn(directoryOf(files("validators", `${reporting("- {message: m}\n")}\nexit 1`)));
    expect(failing.diagnostics.map(({ severity }) => severity)).toEqual(["error", "error"]);
  });
});

describe("a result is shown (docs/specification/results.md 1.3)", () => {
  const ref = "resourceRef: {apiVersion: apps/v1, kind: Deployment, name: web";
  const objects = `${OBJECTS}---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: default
spec:
  template:
    spec:
      containers:
      - name: a
      - name: b
        image: nginx
`;
  test.each([
    ["at its field", `${ref}}, field: {path: "spec.template.spec.containers[1].image"}`, ["objects.yaml", 30, 16]],
    [
      "at its field in the other notation",
      `${ref}}, field: {path: spec.template.spec.containers.1.image}`,
      ["objects.yaml", 30, 16],
    ],
    [
      "as near to its field as there is something",
      `${ref}}, field: {path: "spec.template.spec.containers[1].x.y"}`,
      ["objects.yaml", 29, 9],
    ],
    ["at its object", `${ref}, namespace: default}`, ["objects.yaml", 19, 1]],
    ["at its object in the namespace that goes without saying", `${ref}}`, ["objects.yaml", 19, 1]],
    ["at its file", `${ref}}, file: {path: sub/other.yaml}`, ["sub/other.yaml", undefined, undefined]],
    ["not at a file that is not there", `${ref}}, file: {path: absent.yaml}`, ["objects.yaml", 19, 1]],
    ["not at a file elsewhere", `${ref}}, file: {path: ../../etc/passwd}`, ["objects.yaml", 19, 1]],
    ["not at an absolute file", `${ref}}, file: {path: /etc/passwd}`, ["objects.yaml", 19, 1]],
    [
      "at the function where its object is unknown",
      "resourceRef: {apiVersion: v1, kind: Pod, name: x}",
      ["config.yaml", 6, 36],
    ],
    ["at the function where it says nothing", "tags: {}", ["config.yaml", 6, 36]],
  ])("%s", async (_, where, [file, line, column]) => {
    const script = reporting(`- {message: m, severity: warning, ${where}}\n`);
    const content = files("validators", script, { "objects.yaml": objects, "sub/other.yaml": "" });
    const { diagnostics } = await buildIn(directoryOf(content));
    expect(diagnostics.map((one) => [one.code, one.file, one.line, one.column])).toEqual([
      ["function-result", file, line, column],
    ]);
  });
});

test("attack 9.16: a result cannot contain workflow commands, and long names are cut (docs/specification/results.md 3.3)", async () => {
  const many = "[".repeat(200_000);
  const script = reporting(
    `- {message: "a\\n  ::error::b\\n##[c]", severity: warning, resourceRef: {kind: "K\\n::d", name: x}, field: {path: "${many}"}}\n`,
  );
  const { diagnostics } = await buildIn(directoryOf(files("transformers", script)));
  const text = logText(diagnostics.map(formatDiagnostic).join("\n"));
  expect(text).not.toMatch(/^\s*::|##\[/m);
  expect(text.length).toBeLessThan(1000);
});

test("the name of a function cannot contain workflow commands (docs/specification/results.md 3.1)", async () => {
  const content = files("transformers", "", {
    "config.yaml": configOf('path: "::error::x/../fn"'),
    fn: "#!/bin/sh\necho words >&2\ncat\n",
  });
  const { log } = await buildIn(directoryOf(content));
  expect(log).toEqual(["| ::error::x/../fn: words"]);
});

test("--results-dir gets a file in the format of kpt (docs/specification/results.md 1.4)", async () => {
  const script = `echo words >&2\n${reporting("- {message: m, severity: warning, resourceRef: {apiVersion: v1, kind: Service, name: three}, field: {path: p, currentValue: 1}, file: {path: f}, tags: {a: b}}\n")}`;
  const content = files("transformers", script, {
    "kustomization.yaml": "resources: [objects.yaml]\ntransformers: [config.yaml]\nvalidators: [failing.yaml]\n",
    "failing.yaml": `${files("validators", "")["config.yaml"]?.replace("./fn", "./failing").replace("name: fn", "name: failing")}`,
    failing: `#!/bin/sh\n${printing("kind: ResourceList\nitems: []")}\nexit 4\n`,
  });
  const directory = directoryOf(content);
  const resultsDirectory = join(directory, "out/results");
  await buildIn(directory, { functions: { resultsDirectory } });
  expect(toValue(parseResources(readFileSync(join(resultsDirectory, "results.yaml"), "utf8"), "")[0] as never)).toEqual(
    {
      apiVersion: "kpt.dev/v1",
      kind: "FunctionResultList",
      metadata: { name: "fnresults" },
      exitCode: 1,
      items: [
        {
          exec: "./fn",
          exitCode: 0,
          stderr: "words\n",
          results: [
            {
              message: "m",
              severity: "warning",
              resourceRef: { apiVersion: "v1", kind: "Service", name: "three" },
              field: { path: "p", currentValue: 1 },
              file: { path: "f", index: 0 },
              tags: { a: "b" },
            },
          ],
        },
        { exec: "./failing", exitCode: 4 },
      ],
    },
  );
});

test("the results of a function that fails count (docs/specification/results.md 2.3)", async () => {
  const script = printing("kind: ResourceList\nresults: [{message: reason}]\nitems:\n- {kind: X}\n");
  for (const text of [script, script.replace(/items:\n.*\n/, "")]) {
    const { diagnostics } = await buildIn(directoryOf(files("transformers", `${text}\nexit 1`)));
    expect(diagnostics.map(({ code, message }) => [code, message.slice(-6)])).toEqual([
      ["function-failed", expect.anything()],
      ["function-result", "reason"],
    ]);
  }
});

test("a link of that name is not written through (docs/specification/results.md 1.4)", async () => {
  const directory = directoryOf(files("transformers", "cat", { victim: "kept", "out/file": "" }));
  symlinkSync("../victim", join(directory, "out/results.yaml"));
  await buildIn(directory, { functions: { resultsDirectory: join(directory, "out") } });
  expect(readFileSync(join(directory, "victim"), "utf8")).toBe("kept");
  expect(readFileSync(join(directory, "out/results.yaml"), "utf8")).toContain("fnresults");
});

test("an unwritable directory is an error (docs/specification/results.md 1.4)", async () => {
  const directory = directoryOf(files("transformers", "cat", { file: "" }));
  const building = buildIn(directory, { functions: { resultsDirectory: join(directory, "file/x") } });
  await expect(building).rejects.toMatchObject({ code: "output-unwritable" });
});

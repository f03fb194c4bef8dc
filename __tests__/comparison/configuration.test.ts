/** Which configuration counts in a comparison, and what the review says of the change of it. */
import { describe, expect, test } from "@jest/globals";
import { type OpenedConfiguration, openConfiguration, settingsInForce } from "../../src/comparison/index.ts";
import { type FileSettingName, SETTINGS } from "../../src/configuration/index.ts";
import { formatDiagnostic } from "../../src/diagnostics.ts";
import { memoryTree, type Tree } from "../../src/sources/index.ts";

const silence = (rule: string, more = "") => `{rule: ${rule}, reason: because${more}}`;
const silences = (...rules: string[]) => `dangers:\n  silence:\n${rules.map((rule) => `    - ${rule}\n`).join("")}`;
const BROKEN = "dangers: {silnce: []}\nnoise: 1\n";

/** @param text undefined for a tree without the file */
function treeOf(text: string | undefined): Tree {
  return memoryTree(text === undefined ? { "/a": "" } : { "/.krm-render.yaml": text });
}

function open(base: string | undefined, head: string | undefined, tip?: string): Promise<OpenedConfiguration> {
  const trees = { base: treeOf(base), head: treeOf(head) };
  return openConfiguration(trees, tip === undefined ? trees.base : treeOf(tip));
}

const notesOf = ({ notes }: OpenedConfiguration) => notes.map((note) => `${note.severity} ${formatDiagnostic(note)}`);
const idsOf = ({ configuration }: OpenedConfiguration) => configuration.dangers.silences.flatMap(({ ids }) => ids);
const withholdsAll = ({ configuration }: OpenedConfiguration) =>
  configuration.redaction.some(({ kinds, paths }) => kinds === undefined && paths.some(({ text }) => text === "/**"));

describe("the base counts", () => {
  test.each([
    ["neither side has the file", undefined, undefined, []],
    ["the file of both sides", silences(silence("removed-pvc")), silences(silence("removed-pvc")), ["removed-pvc"]],
    ["a silence of the head alone does not count", undefined, silences(silence("removed-pvc")), []],
    ["a silence that the head removes still counts", silences(silence("removed-pvc")), undefined, ["removed-pvc"]],
    ["an empty file", "", "# nothing\n", []],
  ])("%s", async (_, base, head, ids) => {
    const opened = await open(base, head);
    expect(idsOf(opened)).toEqual(ids);
    expect(notesOf(opened)).toEqual([]);
    expect(withholdsAll(opened)).toBe(false);
  });

  test("also for deployments: a change does not take its own cluster out of the review", async () => {
    const opened = await open("deployments: {ignore: docs}", "deployments: false");
    expect(opened.configuration.deployments).toMatchObject({ isOff: false, ignore: [{ pattern: "docs" }] });
  });

  test("or rather the tip of its branch: a stranger chooses where a branch begins", async () => {
    const former = silences(silence("'*'"));
    const opened = await open(former, former, silences(silence("removed-pvc")));
    expect(idsOf(opened)).toEqual(["removed-pvc"]);
    expect(opened.changes).toEqual([]);
  });
});

describe("what the change edits is told", () => {
  test.each([
    [
      "a silence is added",
      undefined,
      silences(silence("removed-pvc", ", targets: apps/*, kinds: [A, B], names: c-*, namespaces: d, paths: /spec/**")),
      [
        "silence added: removed-pvc /spec/** of A, B c-* in namespace d in apps/* at .krm-render.yaml:3; reason - → because",
      ],
    ],
    [
      "a pattern is told with the rules that it stands for",
      undefined,
      silences(silence("image-*")),
      [
        "silence added: image-* at .krm-render.yaml:3; reason - → because; rules - → image-downgrade, image-latest, image-major, image-registry, image-unpinned",
      ],
    ],
    [
      "a silence is removed, at its place in the base",
      `# first\n${silences(silence("removed-pvc"))}`,
      "",
      ["silence removed: removed-pvc at .krm-render.yaml:4; reason because → -"],
    ],
    [
      "another reason",
      silences(silence("removed-pvc")),
      silences("{rule: [removed-pvc], reason: why}"),
      ["silence changed: removed-pvc at .krm-render.yaml:3; reason because → why"],
    ],
    [
      "another order says nothing else",
      silences(silence("removed-pvc"), silence("image-latest")),
      silences(silence("image-latest"), silence("removed-pvc")),
      [],
    ],
    [
      "levels",
      "dangers: {levels: {image-latest: low, removed-pvc: high}}",
      "dangers: {levels: {image-latest: off}}",
      [
        "danger-level changed: image-latest at .krm-render.yaml; level low → off",
        "danger-level removed: removed-pvc at .krm-render.yaml; level high → -",
      ],
    ],
    [
      "noise",
      "noise: {off: checksums}",
      "noise: {rules: [{name: stamps, kinds: Deployment, paths: /a}]}",
      [
        "noise-rule added: stamps /a of Deployment at .krm-render.yaml:1",
        "noise-rule removed: checksums at .krm-render.yaml; off true → -",
      ],
    ],
    [
      "redaction",
      "redaction:\n- paths: [/data/a]\n",
      "redaction:\n- paths: [/data/b]\n",
      ["redaction added: /data/b at .krm-render.yaml:2", "redaction removed: /data/a at .krm-render.yaml:2"],
    ],
    [
      "deployments",
      "deployments: {roots: [{path: clusters/prod}]}",
      "deployments: {ignore: clusters/prod}",
      [
        "ignored-deployments added: clusters/prod at .krm-render.yaml:1",
        "deployment-root removed: clusters/prod at .krm-render.yaml:1",
      ],
    ],
    [
      "settings",
      "targets: [a, b]\nstrict: true\n",
      "targets: [a]\nfail-on: never\n",
      [
        "setting changed: targets at .krm-render.yaml:1; value a, b → a",
        "setting added: fail-on at .krm-render.yaml:2; value - → never",
        "setting removed: strict at .krm-render.yaml:2; value true → -",
      ],
    ],
  ])("%s", async (_, base, head, told) => {
    const { changes } = await open(base, head);
    const texts = changes.map(({ kind, op, subject, file, line, fields }) => {
      const values = fields.map(({ name, before = "-", after = "-" }) => `; ${name} ${before} → ${after}`);
      return `${kind} ${op}: ${subject} at ${file}${line === undefined ? "" : `:${line}`}${values.join("")}`;
    });
    expect(texts).toEqual(told);
  });
});

describe("a file with mistakes", () => {
  test("at the head is an error of the change, and the base counts", async () => {
    const opened = await open(silences(silence("removed-pvc")), BROKEN);
    expect(idsOf(opened)).toEqual(["removed-pvc"]);
    expect(withholdsAll(opened)).toBe(false);
    expect(notesOf(opened)).toEqual([
      'error .krm-render.yaml:1:11: unknown field "silnce" in `dangers`\n  hint: Did you mean `silence`?',
      "error .krm-render.yaml:2:8: `noise` must be a mapping, not a number\n  hint: Write its fields as `name: value`.",
    ]);
    expect(opened.changes).toEqual([]);
  });

  test("an id at the head that stands for no rule is an error too", async () => {
    const opened = await open(undefined, silences(silence("remove-pvc")));
    expect(notesOf(opened)).toEqual([
      'error .krm-render.yaml:3:14: no rule of dangers is called "remove-pvc": this has no effect\n  hint: Did you mean `removed-pvc`?',
    ]);
  });

  test("such an id in a file that the change leaves alone is a warning", async () => {
    const text = silences(silence("remove-pvc"));
    const opened = await open(text, text);
    expect(notesOf(opened)).toEqual([]);
    expect(opened.warnings.map(({ code, severity }) => [code, severity])).toEqual([["unknown-rule", "warning"]]);
  });

  test("at the base withholds every value and fails, with all mistakes", async () => {
    const opened = await open(BROKEN, BROKEN);
    expect(withholdsAll(opened)).toBe(true);
    expect(idsOf(opened)).toEqual([]);
    expect(notesOf(opened)).toEqual([
      "error .krm-render.yaml of memory has mistakes, so all values are withheld, and nothing is accepted or folded\n" +
        "  hint: Mend the file in a change of its own. Reviews show values again when it is merged.",
      'error .krm-render.yaml:1:11: unknown field "silnce" in `dangers`\n  hint: Did you mean `silence`?',
      "error .krm-render.yaml:2:8: `noise` must be a mapping, not a number\n  hint: Write its fields as `name: value`.",
    ]);
  });

  test.each([
    ["mended", silences(silence("removed-pvc"))],
    ["removed", undefined],
  ])("at the base does not fail the change in which it is %s, but withholds", async (_, head) => {
    const opened = await open(BROKEN, head);
    expect(withholdsAll(opened)).toBe(true);
    expect(idsOf(opened)).toEqual([]);
    expect(opened.notes.map(({ code, severity }) => [code, severity])).toEqual([["configuration-broken", "warning"]]);
    expect(opened.changes).toHaveLength(head === undefined ? 0 : 1);
  });

  test("at the tip counts as that of the base, whatever the base has", async () => {
    const opened = await open(undefined, undefined, BROKEN);
    expect(withholdsAll(opened)).toBe(true);
    expect(notesOf(opened)).toEqual([
      "error .krm-render.yaml of memory has mistakes, so all values are withheld, and nothing is accepted or folded: " +
        '.krm-render.yaml:1:11: unknown field "silnce" in `dangers`\n' +
        "  hint: Mend the file in a change of its own. Reviews show values again when it is merged.",
    ]);
  });

  test.each([
    ["a directory", memoryTree({ "/.krm-render.yaml/a": "" }), true],
    ["a link to a file of the tree", memoryTree({ "/a.yaml": "noise: {}" }, { "/.krm-render.yaml": "a.yaml" }), false],
    ["a link that leaves the tree", memoryTree({ "/a": "" }, { "/.krm-render.yaml": "/etc/passwd" }), true],
  ])("%s", async (_, base, fails) => {
    expect(withholdsAll(await openConfiguration({ base, head: base }))).toBe(fails);
  });
});

describe("which settings count", () => {
  const BASE = "targets: base\nstrict: true\ncomment: never\ntimeout: 1s\n";
  const HEAD = "targets: head\nstrict: false\nfail-on: never\nconcurrency: 2\n";
  const openLabelled = (base: string, head: string) =>
    openConfiguration({ base: { ...treeOf(base), label: "base" }, head: { ...treeOf(head), label: "head" } });
  const inForce = (opened: OpenedConfiguration, isPrivileged = false) =>
    [...settingsInForce(opened, isPrivileged)]
      .map(([name, { values, revision }]) => `${name}=${values.join("|")} of ${revision}`)
      .sort();

  test("how strictly a change is reviewed comes from the base, the rest from the head", async () => {
    expect(inForce(await openLabelled(BASE, HEAD))).toEqual([
      "comment=never of base",
      "concurrency=2 of head",
      "strict=true of base",
      "targets=head of head",
    ]);
  });

  test("all come from the base where a stranger may have caused the run", async () => {
    expect(inForce(await openLabelled(BASE, HEAD), true)).toEqual([
      "comment=never of base",
      "strict=true of base",
      "targets=base of base",
      "timeout=1s of base",
    ]);
  });

  // Of each setting, a value of the base, and one of the head.
  const EDITS: Readonly<Record<Exclude<FileSettingName, "redact">, readonly [base: string, head: string]>> = {
    targets: ["apps/a", "apps/b"],
    comment: ["always", "never"],
    "comment-max-bytes": ["30000", "2000"],
    "load-restrictor": ["LoadRestrictionsRootOnly", "LoadRestrictionsNone"],
    "kubernetes-version": ["1.30", "1.31.4"],
    timeout: ["1m", "2m"],
    "affected-only": ["true", "false"],
    concurrency: ["1", "2"],
    strict: ["true", "false"],
    "fail-on": ["warning", "never"],
    "fail-on-danger": ["low", "never"],
    "require-pinned-catalogs": ["true", "false"],
    "fail-on-unavailable-catalog": ["true", "false"],
    "function-timeout": ["1m", "5m"],
    "isolate-functions": ["require", "auto"],
    "withhold-secrets": ["true", "false"],
  };
  test.each(Object.entries(EDITS))(
    "attack 9.27: each setting counts from the side that its class names: %s",
    async (name, [base, head]) => {
      const opened = await openLabelled(`${name}: ${base}\n`, `${name}: ${head}\n`);
      const ofBase = [`${name}=${base} of base`];
      const { class: owner } = SETTINGS[name as FileSettingName];
      expect(inForce(opened)).toEqual(owner === "side" ? [`${name}=${head} of head`] : ofBase);
      expect(inForce(opened, true)).toEqual(ofBase);
    },
  );

  test("those of the base count where the head has mistakes", async () => {
    expect(inForce(await openLabelled(BASE, "targets: {}\n"))).toContain("targets=base of base");
  });

  test("a broken base sets nothing", async () => {
    expect(inForce(await openLabelled("strict: 1\n", HEAD))).toEqual(["concurrency=2 of head", "targets=head of head"]);
  });
});

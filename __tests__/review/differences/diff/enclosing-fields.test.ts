import { describe, expect, test } from "@jest/globals";
import { diffTexts } from "../../../../src/review/differences/diff/index.ts";

const TEXT = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  annotations:
    example.com/a: x
spec:
  replicas: 3
  template:
    spec:
      containers:
      - image: one
        name: web
        args:
        - --first
        - --second
        env:
        - name: A
          value: "1"
        command: [a, b]
        volumeMounts:
        - name: same
          mountPath: /a
        - name: same
          mountPath: /b
      - name: side
        script: |
          key: not a key

          - no item
        image: two
      volumes:
        - name: wide
          emptyDir: {}
  "quoted: key":
    x: 1
  description: a text that
    goes on - and: on
  after: 1
  ports:
  - - nested: 1
  rules:
  - verbs: [get]
    resources: [pods]
  - verbs: [list]
data:
  app.yaml: |
    spec:
      replicas: 7`;
const LINES = TEXT.split("\n");

/** The fields of the hunks after each of these lines got another end. */
function fieldsOf(...changed: string[]): string[] {
  const after = LINES.map((line) => (changed.includes(line) ? `${line}x` : line));
  expect(after.filter((line, index) => line !== LINES[index])).toHaveLength(changed.length);
  return diffTexts(`${TEXT}\n`, `${after.join("\n")}\n`).flatMap(({ fields }) => fields);
}

describe("the field of a hunk", () => {
  test.each([
    ["kind: Deployment", []],
    ["  name: web", ["metadata"]],
    ["    example.com/a: x", ["metadata.annotations"]],
    ["  replicas: 3", ["spec"]],
    ["      - image: one", ["spec.template.spec.containers[web]"]],
    ["        name: web", ["spec.template.spec.containers[webx]"]],
    ["        - --second", ["spec.template.spec.containers[web].args"]],
    ['          value: "1"', ["spec.template.spec.containers[web].env[A]"]],
    ["          mountPath: /b", ["spec.template.spec.containers[web].volumeMounts[1]"]],
    ["          - no item", ["spec.template.spec.containers[side].script"]],
    ["        image: two", ["spec.template.spec.containers[side]"]],
    ["          emptyDir: {}", ["spec.template.spec.volumes[wide]"]],
    ["    x: 1", ["spec[quoted: key]"]],
    ["    goes on - and: on", ["spec.description"]],
    ["  after: 1", ["spec"]],
    ["  - - nested: 1", ["spec.ports[0][0]"]],
    ["    resources: [pods]", ["spec.rules[0]"]],
    ["  - verbs: [list]", ["spec.rules[1]"]],
    ["      replicas: 7", ["data[app.yaml]"]],
  ])("%s", (line, fields) => {
    expect(fieldsOf(line)).toEqual(fields);
  });

  test("each edit of a hunk has its own, each field appears once, in order", () => {
    expect(fieldsOf("        - --second", '          value: "1"', "          mountPath: /a")).toEqual([
      "spec.template.spec.containers[web].args",
      "spec.template.spec.containers[web].env[A]",
      "spec.template.spec.containers[web].volumeMounts[0]",
    ]);
  });

  test.each<{ what: string; lines: string[]; fields: string[] }>([
    {
      what: "an edit of several fields is in what they share",
      lines: ["  replicas: 3", "  template:"],
      fields: ["spec"],
    },
    {
      what: "an edit across two elements is in the list",
      lines: ["          mountPath: /b", "      - name: side"],
      fields: ["spec.template.spec.containers"],
    },
    {
      what: "an edit of the last line of a text and the next field",
      lines: ["    goes on - and: on", "  after: 1"],
      fields: ["spec"],
    },
  ])("$what", ({ lines, fields }) => {
    expect(fieldsOf(...lines)).toEqual(fields);
  });

  test("an inserted element is named by its own name, or by its position", () => {
    const at = LINES.indexOf("  - verbs: [list]");
    const insert = (...lines: string[]) => `${LINES.toSpliced(at, 0, ...lines).join("\n")}\n`;
    const fields = (after: string) => diffTexts(`${TEXT}\n`, after).flatMap((hunk) => hunk.fields);
    expect(fields(insert("  - verbs: [watch]", "    resources: [jobs]"))).toEqual(["spec.rules[1]"]);
    expect(fields(insert("  - verbs: [watch]", "    name: new"))).toEqual(["spec.rules[new]"]);
    expect(fields(insert("  - verbs: [watch]", "  - verbs: [get]"))).toEqual(["spec.rules"]);
  });

  test("many fields of one hunk are named by the field around them", () => {
    const text = (count: number, value: string) => {
      const fields = Array.from({ length: count }, (_, i) => `    f${i}:\n      x: ${value}\n`);
      return `a:\n  b:\n${fields.join("")}`;
    };
    const fields = (count: number) => diffTexts(text(count, "1"), text(count, "2")).map((hunk) => hunk.fields);
    expect(fields(3)).toEqual([["a.b.f0", "a.b.f1", "a.b.f2"]]);
    expect(fields(20)).toEqual([["a.b"]]);
  });

  test("document markers and comments hold no fields", () => {
    const text = (value: string) => `---\n# note\na:\n  # note\n  b: ${value}\n`;
    expect(diffTexts(text("1"), text("2"))[0]?.fields).toEqual(["a"]);
  });

  test("a scalar in a list may go on in the next lines", () => {
    const text = (value: string) => `a:\n- one\n  two - and: ${value}\n- b: 1\n`;
    expect(diffTexts(text("1"), text("2"))[0]?.fields).toEqual(["a[0]"]);
  });

  test("whole objects need none", () => {
    expect(diffTexts("", `${TEXT}\n`).flatMap(({ fields }) => fields)).toEqual([]);
  });

  test("keys are shown on one line, and long ones are cut", () => {
    const text = (value: string) => `"a\tb":\n  ${"k".repeat(100)}:\n    x: ${value}\n`;
    expect(diffTexts(text("1"), text("2"))[0]?.fields).toEqual([`[a\\u0009b].${"k".repeat(60)}…`]);
  });
});

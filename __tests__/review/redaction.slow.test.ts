import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Rendering } from "../../src/render/rendering.ts";
import { htmlChunks, jsonChunks, markdownReport, patchChunks } from "../../src/report/index.ts";
import { type Change, type Report, review } from "../../src/review/index.ts";
import { anyText } from "../any-text.ts";
import { rendered } from "./renderings.ts";

const SIDE = { sha: null, label: "x", reason: "" };
const base64 = (text: string): string => Buffer.from(text).toString("base64");

function reviewOf(base: Rendering, head: Rendering): Report {
  return review({ base: SIDE, head: SIDE, renderings: [{ base, head }] });
}

function changesOf(base: string, head: string): readonly Change[] {
  return reviewOf(rendered(base), rendered(head)).changes;
}

function secret(body: string, name = "db"): string {
  return `apiVersion: v1\nkind: Secret\nmetadata:\n  name: ${name}\n${body}`;
}

/** Added and removed lines of all hunks. */
function diffOf(changes: readonly Change[]): string[] {
  return changes.flatMap(({ hunks }) => hunks.flatMap(({ lines }) => lines.filter((line) => !line.startsWith(" "))));
}

test("an element before a Secret inside of another object leaves values as they were", () => {
  const template = (...items: string[]) =>
    `apiVersion: example.com/v1\nkind: Bundle\nmetadata:\n  name: b\nobjects:\n${items.join("")}`;
  const inner = (name: string, value: string) =>
    `- apiVersion: v1\n  kind: Secret\n  metadata:\n    name: ${name}\n  stringData:\n    key: ${value}\n`;
  const [change] = changesOf(
    template(inner("a", "one"), inner("b", "two"), "- plain\n"),
    template(inner("new", "three"), inner("a", "one"), inner("b", "other"), "- plain\n"),
  );
  expect(change?.fields.map(({ op, path }) => `${op} ${path}`).sort()).toEqual([
    "added /objects/0",
    "changed /objects/2/data/key",
  ]);
});

describe("values of a Secret", () => {
  test.each([
    {
      what: "a changed value of data",
      base: secret(`data:\n  a: ${base64("one")}\n  b: ${base64("same")}\n`),
      head: secret(`data:\n  a: ${base64("two")}\n  b: ${base64("same")}\n`),
      diff: ["-  a: <redacted, before>", "+  a: <redacted, after>"],
      fields: [{ path: "/data/a", label: "data.a", op: "changed", redacted: true }],
    },
    {
      what: "a changed value of stringData",
      base: secret("stringData:\n  a: one\n"),
      head: secret("stringData:\n  a: two\n"),
      diff: ["-  a: <redacted, before>", "+  a: <redacted, after>"],
      fields: [{ path: "/data/a", label: "data.a", op: "changed", redacted: true }],
    },
    {
      what: "an added and a removed key",
      base: secret(`data:\n  a: ${base64("one")}\n  c: ${base64("x")}\n`),
      head: secret(`data:\n  b: ${base64("two")}\n  c: ${base64("x")}\n`),
      diff: ["-  a: <redacted>", "+  b: <redacted>"],
      fields: [
        { path: "/data/a", label: "data.a", op: "removed", redacted: true },
        { path: "/data/b", label: "data.b", op: "added", redacted: true },
      ],
    },
    {
      what: "a value that moves and changes",
      base: secret(`data:\n  a: ${base64("one")}\n`),
      head: secret("stringData:\n  a: two\n"),
      diff: ["-  a: <redacted, before>", "+  a: <redacted, after>"],
      fields: [{ path: "/data/a", label: "data.a", op: "changed", redacted: true }],
    },
    {
      what: "stringData that takes precedence over data",
      base: secret(`data:\n  a: ${base64("one")}\nstringData:\n  a: two\n`),
      head: secret(`data:\n  a: ${base64("one")}\nstringData:\n  a: three\n`),
      diff: ["-  a: <redacted, before>", "+  a: <redacted, after>"],
      fields: [{ path: "/data/a", label: "data.a", op: "changed", redacted: true }],
    },
    {
      what: "data that cannot be decoded",
      base: secret("data:\n  a: '*not base64*'\n"),
      head: secret("data:\n  a: '*neither base64*'\n"),
      diff: ["-  a: <redacted, before>", "+  a: <redacted, after>"],
      fields: [{ path: "/data/a", label: "data.a", op: "changed", redacted: true }],
    },
    {
      what: "bytes that are not text",
      base: secret("data:\n  a: /wD+\n"),
      head: secret("data:\n  a: /wD9\n"),
      diff: ["-  a: <redacted, before>", "+  a: <redacted, after>"],
      fields: [{ path: "/data/a", label: "data.a", op: "changed", redacted: true }],
    },
    {
      what: "values that are not strings",
      base: secret("data:\n  a: 1\n  b: [1]\n  c: null\n"),
      head: secret("data:\n  a: 2\n  b: [1]\n  c: null\n"),
      diff: ["-  a: <redacted, before>", "+  a: <redacted, after>"],
      fields: [{ path: "/data/a", label: "data.a", op: "changed", redacted: true }],
    },
    {
      what: "data that is a list",
      base: secret("data:\n- one\n"),
      head: secret("data:\n- two\n"),
      diff: ["-data: <redacted, before>", "+data: <redacted, after>"],
      fields: [{ path: "/data", label: "data", op: "changed", redacted: true }],
    },
    {
      what: "a misspelt field",
      base: secret("stringdata:\n  a: one\n"),
      head: secret("stringdata:\n  a: two\n"),
      diff: ["-stringdata: <redacted, before>", "+stringdata: <redacted, after>"],
      fields: [{ path: "/stringdata", label: "stringdata", op: "changed", redacted: true }],
    },
  ])("$what", ({ base, head, diff, fields }) => {
    const changes = changesOf(base, head);
    expect(diffOf(changes)).toEqual(diff);
    expect(changes[0]?.fields).toEqual(fields);
    expect(changes[0]?.redacted).toBe(true);
  });

  test("type and metadata stay readable", () => {
    const changes = changesOf(secret("type: Opaque\ndata: {}\n"), secret("type: kubernetes.io/tls\ndata: {}\n"));
    expect(diffOf(changes)).toEqual(["-type: Opaque", "+type: kubernetes.io/tls"]);
    expect(changes[0]?.fields).toEqual([
      { path: "/type", label: "type", op: "changed", before: "Opaque", after: "kubernetes.io/tls" },
    ]);
  });

  test("moving a value from data to stringData is no change", () => {
    const report = reviewOf(
      rendered(secret(`data:\n  a: ${base64("one")}\n  b: ${base64("é")}\n`)),
      rendered(secret(`data:\n  b: ${base64("é")}\nstringData:\n  a: one\n`)),
    );
    expect(report.targets[0]).toMatchObject({ status: "unchanged", changes: [], layoutOnly: 1 });
  });

  test("an added and a removed Secret show their keys", () => {
    const yaml = secret(`data:\n  a: ${base64("one")}\nstringData:\n  b: two\n`);
    expect(diffOf(changesOf(yaml, ""))).toEqual([
      "-apiVersion: v1",
      "-kind: Secret",
      "-metadata:",
      "-  name: db",
      "-data:",
      "-  a: <redacted>",
      "-  b: <redacted>",
    ]);
    expect(diffOf(changesOf("", yaml))).toContain("+  b: <redacted>");
  });

  test("the same key of another kind of object is shown", () => {
    const map = (value: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: db\ndata:\n  a: ${value}\n`;
    expect(diffOf(changesOf(map("one"), map("two")))).toEqual(["-  a: one", "+  a: two"]);
  });

  test("a reference to a Secret is not redacted", () => {
    const release = (key: string) =>
      `apiVersion: v2\nkind: HelmRelease\nmetadata:\n  name: x\nspec:\n  valuesFrom:\n  - kind: Secret\n    name: s\n    valuesKey: ${key}\n`;
    expect(diffOf(changesOf(release("one"), release("two")))).toEqual(["-    valuesKey: one", "+    valuesKey: two"]);
  });
});

describe("copies of objects", () => {
  const annotation = "kubectl.kubernetes.io/last-applied-configuration";
  const service = (copy: string, port = 80) =>
    `apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n  annotations:\n    ${annotation}: '${copy}'\nspec:\n  port: ${port}\n`;

  test("last-applied-configuration is withheld on any object", () => {
    const changes = changesOf(service('{"a":"one"}'), service('{"a":"two"}', 81));
    expect(diffOf(changes)).toEqual([
      `-    ${annotation}: <redacted, before>`,
      `+    ${annotation}: <redacted, after>`,
      "-  port: 80",
      "+  port: 81",
    ]);
  });

  test("a removed one is shown as a removed key", () => {
    const without = "apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n  annotations: {}\nspec:\n  port: 80\n";
    expect(diffOf(changesOf(service("{}"), without))).toContain(`-    ${annotation}: <redacted>`);
  });

  test("a Secret inside another object is withheld", () => {
    const wrapped = (value: string) =>
      `apiVersion: k/v1\nkind: Object\nmetadata:\n  name: x\nspec:\n  manifest:\n    apiVersion: v1\n    kind: Secret\n    data:\n      a: ${value}\n`;
    expect(diffOf(changesOf(wrapped("b25l"), wrapped("dHdv")))).toEqual([
      "-      a: <redacted, before>",
      "+      a: <redacted, after>",
    ]);
  });
});

describe("hashes in names of generated Secrets", () => {
  const pod = (secretName: string, mapName = "conf") =>
    `apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  secret: ${secretName}\n  flag: --from=${secretName}.pem\n  map: ${mapName}\n`;

  test("are masked in the Secret and in all references to it", () => {
    const base = `${secret("data:\n  a: b25l\n", "db-2222222222")}---\n${pod("db-2222222222")}`;
    const head = `${secret("data:\n  a: dHdv\n", "db-4444444444")}---\n${pod("db-4444444444")}`;
    const report = reviewOf(rendered(base), rendered(head));
    expect(JSON.stringify(report)).not.toMatch(/2222222222|4444444444/);
    expect(report.changes[0]).toMatchObject({
      op: "changed",
      object: { name: "db-<hash, after>", baseName: "db" },
      from: { name: "db-<hash, before>" },
      referrers: [{ kind: "Pod", name: "web" }],
    });
    expect(diffOf(report.changes.slice(1))).toContain("+  secret: db-<hash, after>");
  });

  test("look the same on both sides if they did not change", () => {
    const base = `${secret("data:\n  a: b25l\n", "db-2222222222")}---\n${pod("db-2222222222", "a")}`;
    const head = `${secret("data:\n  a: b25l\n", "db-2222222222")}---\n${pod("db-2222222222", "b")}`;
    const changes = changesOf(base, head);
    expect(diffOf(changes)).toEqual(["-  map: a", "+  map: b"]);
    expect(JSON.stringify(changes)).toContain("db-<hash>");
  });

  test("are masked in warnings", () => {
    const head = rendered(secret("data:\n  a: dHdv\n", "db-4444444444"));
    const warning = {
      code: "w",
      severity: "warning",
      message: "db-4444444444 is odd",
      object: "Secret db-4444444444",
    } as const;
    const report = reviewOf({ status: "absent", target: head.target }, { ...head, diagnostics: [warning] });
    expect(report.targets[0]?.diagnostics).toEqual([
      { ...warning, message: "db-<hash> is odd", object: "Secret db-<hash>", isNew: true },
    ]);
  });

  test("of ConfigMaps are shown", () => {
    const map = (name: string, value: string) =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n  a: ${value}\n`;
    expect(changesOf(map("c-2222222222", "x"), map("c-4444444444", "y"))[0]).toMatchObject({
      object: { name: "c-4444444444" },
      from: { name: "c-2222222222" },
    });
  });
});

describe("any value of a Secret", () => {
  /** A text that neither the tests nor the writers print on their own. */
  const SENTINEL = "zqSENTINELqz";
  const value = fc.oneof(
    anyText().map((text) => `${SENTINEL}${text}`),
    fc.integer().map((number) => `${SENTINEL}${number}`),
    fc.array(fc.constant(SENTINEL), { maxLength: 2 }),
    fc.record({ nested: fc.constant(SENTINEL) }),
  );
  const key = fc.constantFrom("a", "b", "__proto__", "kind", "name");
  const body = fc.record(
    {
      data: fc.oneof(fc.dictionary(key, value), fc.array(value), fc.constant(SENTINEL)),
      stringData: fc.dictionary(key, value),
      type: fc.constant("Opaque"),
      typo: value,
    },
    { requiredKeys: [] },
  );

  function holder(content: object, copy: string): Rendering {
    const object = {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: "s", annotations: { "kubectl.kubernetes.io/last-applied-configuration": copy } },
      ...content,
    };
    const yaml = `${JSON.stringify(object)}\n`;
    return {
      status: "rendered",
      target: "t",
      diagnostics: [],
      resources: [
        {
          apiVersion: "v1",
          kind: "Secret",
          namespace: "",
          name: "s",
          baseName: "s",
          yaml,
          value: () => JSON.parse(yaml),
        },
      ],
    };
  }

  const side = fc.oneof(
    fc.tuple(body, fc.constantFrom(SENTINEL, `${SENTINEL}2`)).map(([content, copy]) => holder(content, copy)),
    fc.constant<Rendering>({ status: "absent", target: "t" }),
  );

  test("is printed by no writer", () => {
    fc.assert(
      fc.property(side, side, (base, head) => {
        const report = reviewOf(base, head);
        const parts = [jsonChunks(report), htmlChunks(report), patchChunks(report)].map((chunks) =>
          [...chunks].join(""),
        );
        // The page has the lines around hunks packed, where no text is found.
        for (const text of [...parts, markdownReport(report).text, JSON.stringify(report)]) {
          expect(text).not.toContain(SENTINEL);
          expect(text).not.toContain(base64(SENTINEL).slice(0, 14));
        }
      }),
      { numRuns: 200 },
    );
  });
});

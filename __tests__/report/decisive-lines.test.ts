/** The lines of a diff that show a danger. */
import { describe, expect, test } from "@jest/globals";
import { decisiveLines } from "../../src/report/markdown-problems/decisive-lines.ts";
import type { Danger } from "../../src/review/index.ts";
import { reviewed } from "../review/dangers/found.ts";

const pod = (more: string): string => `apiVersion: apps/v1
kind: Deployment
metadata:
  annotations:
    note: |
      template:
        metadata: a text
  name: web
spec:
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
      - image: first:1
        name: first
        ports:
        - containerPort: 80
        - containerPort: 81
      - image: second:1
        name: second
${more}
`;

/** The lines for a danger of the only change. */
function linesOf(base: string, head: string, danger: Partial<Danger>): readonly string[] {
  const { changes } = reviewed({ app: [base, head] });
  return decisiveLines({ danger: { level: "high", ...danger } as Danger, change: changes[0] });
}

const PRIVILEGED = `        securityContext:
          privileged: true
          runAsUser: 0
      volumes:
      - name: a
      - name: b
      - name: c
      - name: d`;

describe("of a new object", () => {
  test("are those around the field, in the right element of a list", () => {
    const path = "/spec/template/spec/containers/1/securityContext/privileged";
    expect(linesOf("", pod(PRIVILEGED), { path })).toEqual([
      "+        name: second",
      "+        securityContext:",
      "+          privileged: true",
      "+          runAsUser: 0",
      "+      volumes:",
      "+      - name: a",
      "+      - name: b",
      "+      - name: c",
    ]);
  });

  test("are the last eight at the end of the object", () => {
    const lines = linesOf("", pod(PRIVILEGED), { path: "/spec/template/spec/volumes/3" });
    expect(lines).toHaveLength(8);
    expect(lines.at(-1)).toBe("+      - name: d");
  });

  test("do not take a key of a text, or of another map, for the field", () => {
    expect(linesOf("", pod(""), { path: "/spec/template/metadata" })[2]).toBe("+    metadata:");
    const second = "/spec/template/spec/containers/1/name";
    expect(linesOf("", pod(PRIVILEGED), { path: second })[2]).toBe("+        name: second");
  });
});

describe("of a changed object", () => {
  const volumes = (path: string) => `      volumes:\n      - name: data\n        hostPath:\n          path: ${path}`;

  test("are the hunk that has the field", () => {
    const head = pod(volumes("/")).replace("first:1", "first:2");
    const lines = linesOf(pod(volumes("/data")), head, { path: "/spec/template/spec/volumes/0/hostPath/path" });
    expect(lines).toEqual(expect.arrayContaining(["-          path: /data", "+          path: /"]));
    expect(lines).not.toContain("+      - image: first:2");
  });

  test("are the lines of the field in a long hunk", () => {
    const many = (value: string) => Array.from({ length: 30 }, (_, at) => `  k${at}: ${value}`).join("\n");
    const map = (value: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n${many(value)}\n`;
    const lines = linesOf(map("a"), map("b"), { path: "/data/k21" });
    expect(lines).toHaveLength(8);
    expect(lines).toContain("-  k21: a");
  });
});

describe("there are none", () => {
  const path = "/spec/replicas";
  test.each<[string, string, string, Partial<Danger>]>([
    ["of an object that goes", pod(""), "", { path }],
    ["where the message shows the values", pod(""), pod("").replace("first:1", "first:2"), { path, after: "2" }],
    ["without a path", pod(""), pod("").replace("first:1", "first:2"), {}],
  ])("%s", (_, base, head, danger) => {
    expect(linesOf(base, head, danger)).toEqual([]);
  });
});

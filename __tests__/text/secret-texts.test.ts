import { describe, expect, test } from "@jest/globals";
import { SecretTexts } from "../../src/text/index.ts";

const SECRET = "apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\nstringData:\n  password: tr0ub4dor-and-3\n";
const masked = (secrets: SecretTexts): string[] => secrets.mask(["the value is tr0ub4dor-and-3"]);

describe("the values of Secrets are found", () => {
  test.each([
    ["alone", SECRET],
    ["between other objects", `kind: ConfigMap\n---\n${SECRET}---\nkind: Deployment\n`],
    ["with line ends of Windows", `kind: A\r\n---\r\n${SECRET.replaceAll("\n", "\r\n")}`],
    ["as JSON", '{"kind": "Secret", "stringData": {"password": "tr0ub4dor-and-3"}}'],
    ["in a list", `kind: List\nitems:\n${SECRET.replace(/^/gm, "  ").replace("  api", "- api")}`],
    ["in a kustomization", "secretGenerator:\n- name: db\n  literals: [password=tr0ub4dor-and-3]\n"],
  ])("%s", (_, text) => {
    for (const note of ["noteFile", "noteObjects"] as const) {
      const secrets = new SecretTexts();
      if (note === "noteFile") secrets.noteFile(Buffer.from(text));
      else secrets.noteObjects(text);
      expect(masked(secrets)).toEqual(["the value is <redacted>"]);
    }
  });

  test.each([
    ["a literal", "secretGenerator:\n- name: db\n  literals: [password=tr0ub4dor-and-3]\n"],
    [
      "a patch",
      "patches:\n- target: {kind: Secret}\n  patch: |-\n    - op: add\n      path: /data/a\n      value: tr0ub4dor-and-3\n",
    ],
    ["a patch of a list of files", `patchesStrategicMerge:\n- base64-of-x1.yaml\n- |-\n${SECRET.replace(/^/gm, "  ")}`],
    ["an argument of a transformer", "transformers:\n- |-\n  kind: X\n  secret:\n  - tr0ub4dor-and-3\n"],
    ["a Secret in the place of a kustomization", SECRET],
    ["a Secret behind a kustomization", `resources: [a.yaml]\n---\n${SECRET}`],
    ["a kustomization as JSON", '{"patches": [{"patch": "kind: Secret\\ndata: {a: tr0ub4dor-and-3}"}]}'],
  ])("in a kustomization: %s", (_, text) => {
    const secrets = new SecretTexts();
    secrets.noteKustomization(Buffer.from(text));
    expect(masked(secrets)).toEqual(["the value is <redacted>"]);
  });

  test("behind any amount of objects that only refer to Secrets", () => {
    const secrets = new SecretTexts();
    const filler = `kind: Deployment\nspec:\n  text: ${"x".repeat(1024 * 1024)}\n  secretName: db\n`;
    for (let at = 0; at < 70; at++) secrets.noteObjects(`${filler}  at: ${at}\n`);
    secrets.noteObjects(`${filler}---\n${SECRET}`);
    expect(masked(secrets)).toEqual(["the value is <redacted>"]);
  });
});

test("names, addresses and commits in a kustomization that mentions Secrets are no values", () => {
  const commit = "f13f24b28fb62b00be80625d6ce8a2b350cfb485";
  const shown = [
    `https://git.example/o/platform-base1 at ${commit} cannot be fetched`,
    "../base-of-the-shop1 does not exist",
    "configs/labels-of-all-1.yaml does not exist",
    "patches/of-the-database-1.yaml does not exist",
    "the chart https://charts.example/stable-2 is not inflated",
    "there is no object with group: external-secrets.io, version: v1alpha1, name: database-credentials-2",
  ];
  const secrets = new SecretTexts();
  secrets.noteKustomization(
    Buffer.from(`resources:
- https://git.example/o/platform-base1//overlays/prod?ref=${commit}
- ../base-of-the-shop1
helmCharts:
- {name: db, repo: "https://charts.example/stable-2"}
transformers: [configs/labels-of-all-1.yaml]
generators:
  - configs/labels-of-all-1.yaml
patches:
- path: patches/of-the-database-1.yaml
  target: {group: external-secrets.io, version: v1alpha1, kind: Secret, name: database-credentials-2}
- target:
    kind: Secret
  patch: "[]"
patchesStrategicMerge:
- patches/of-the-database-1.yaml
`),
  );
  expect(secrets.mask(shown)).toEqual(shown);
});

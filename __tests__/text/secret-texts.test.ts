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

  test("behind any amount of objects that only refer to Secrets", () => {
    const secrets = new SecretTexts();
    const filler = `kind: Deployment\nspec:\n  text: ${"x".repeat(1024 * 1024)}\n  secretName: db\n`;
    for (let at = 0; at < 70; at++) secrets.noteObjects(`${filler}  at: ${at}\n`);
    secrets.noteObjects(`${filler}---\n${SECRET}`);
    expect(masked(secrets)).toEqual(["the value is <redacted>"]);
  });
});

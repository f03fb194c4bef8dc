/** Policies of the team: what breaks them, and mistakes in them. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { loadCel } from "../../src/cel/index.ts";
import { readConfiguration } from "../../src/configuration/index.ts";
import { diagnosticsOf, formatDiagnostic } from "../../src/diagnostics.ts";
import { checkedPolicies, teamPolicies } from "../../src/policies/index.ts";
import type { Value } from "../../src/yaml/index.ts";

const KNOWN = { dangers: [], noise: [] };
const read = (text: string) => readConfiguration(Buffer.from(text), "f", KNOWN);

async function breach(expression: string, base: Value | undefined, head: Value | undefined) {
  const text = `policies: [{id: p, message: Two replicas., expression: ${JSON.stringify(expression)}}]`;
  const [policy] = teamPolicies(await loadCel(), (await checkedPolicies(read(text))).configuration);
  return policy?.breach({ base, head }, { cluster: "prod" });
}

const web = (replicas: number | string) => ({ spec: { replicas } });
const BROKEN = "a policy of the team is broken: Two replicas";
const UNKNOWN = "a policy of the team could not be evaluated (Two replicas): ";

describe("a change", () => {
  const least = "new.spec.replicas >= 2";
  const fewer = "old == null || new == null || new.spec.replicas >= old.spec.replicas";
  test.each<[string, string, Value | undefined, Value | undefined, string | undefined]>([
    ["that keeps the policy", least, web(1), web(2), undefined],
    ["of a new object", least, undefined, web(1), BROKEN],
    ["that breaks it", least, web(2), web(1), BROKEN],
    ["that leaves it broken", least, web(0), web(1), undefined],
    ["that takes the object away", least, web(2), undefined, undefined],
    ["that the policy compares with what was there", fewer, web(3), web(2), BROKEN],
    ["that it compares again", fewer, web(1), web(2), undefined],
    ["that removes what the policy keeps", "new != null || old.spec.replicas == 0", web(2), undefined, BROKEN],
    ["without the field", least, web(2), {}, `${UNKNOWN}the field "spec" is not there`],
    ["that lacks the field on both sides", least, {}, { a: 1 }, `${UNKNOWN}the field "spec" is not there`],
    [
      "with a value of another type",
      least,
      web(2),
      web("x"),
      `${UNKNOWN}an operator or a function does not take a value of this type`,
    ],
    ["that is neither", "new.spec.replicas", web(2), web(3), `${UNKNOWN}its expression is neither true nor false`],
    ["in a cluster", "deployment.cluster != 'prod'", undefined, web(3), BROKEN],
  ])("%s", async (_name, expression, base, head, expected) => {
    expect(await breach(expression, base, head)).toBe(expected);
  });

  test("that takes too much work", async () => {
    const loop = "new.l.all(a, new.l.all(b, new.l.all(c, true)))";
    const object = { l: Array.from({ length: 500 }, (_, index) => index) };
    expect(await breach(loop, undefined, object)).toBe(`${UNKNOWN}its expression takes too much work`);
  });
});

describe("an object that is there", () => {
  const fewer = "old == null || new == null || new.spec.replicas >= old.spec.replicas";
  const fromNowOn = "old != null || new.spec.replicas >= 2";
  test.each<[string, string, Value, string | undefined]>([
    ["that keeps the policy", "new.spec.replicas >= 2", web(2), undefined],
    ["that breaks it", "new.spec.replicas >= 2", web(1), BROKEN],
    ["of a policy on changes alone", fewer, web(1), undefined],
    ["of a policy that new objects may not keep", "new.spec.replicas >= old.spec.replicas", web(1), undefined],
    ["of a policy on new objects alone", fromNowOn, web(1), undefined],
    ["that breaks one part of a policy on changes", `(${fewer}) && new.spec.replicas >= 2`, web(1), BROKEN],
    ["without the field", "new.spec.replicas >= 2", {}, `${UNKNOWN}the field "spec" is not there`],
  ])("%s", async (_name, expression, object, expected) => {
    const text = `policies: [{id: p, message: Two replicas., expression: ${JSON.stringify(expression)}}]`;
    const [policy] = teamPolicies(await loadCel(), (await checkedPolicies(read(text))).configuration);
    expect(policy?.standingBreach(object, {})).toBe(expected);
  });

  test("breaks a policy that does not compare as a new one does", async () => {
    const expressions = fc.constantFrom("new.a > 1", "new.a == new.b", "has(new.b)", "new.a", "new.l.all(i, i > 1)");
    const objects = fc.record(
      { a: fc.integer({ max: 3 }), b: fc.integer({ max: 3 }), l: fc.array(fc.integer()) },
      { requiredKeys: [] },
    );
    const cel = await loadCel();
    fc.assert(
      fc.property(expressions, objects, (expression, object) => {
        const text = `policies: [{id: p, message: Two replicas., expression: ${JSON.stringify(expression)}}]`;
        const [policy] = teamPolicies(cel, read(text).configuration);
        expect(policy?.standingBreach(object, {})).toBe(policy?.breach({ base: undefined, head: object }, {}));
      }),
    );
  });
});

describe("a mistake", () => {
  const mistakes = async (text: string): Promise<readonly string[]> => {
    try {
      await checkedPolicies(read(text));
      return [];
    } catch (thrown) {
      return diagnosticsOf(thrown).map((each) => formatDiagnostic({ ...each, hint: undefined }));
    }
  };
  const policy = (fields: string): string => `policies:\n  - {id: p, message: m, ${fields}}\n`;
  test.each([
    [
      "syntax",
      policy('expression: "new.spec ="'),
      "f:2:37: the expression of the policy `p` is wrong at line 1, column 10 of it: Unexpected character: =",
    ],
    [
      "a name",
      policy("expression: object.x"),
      "f:2:37: the expression of the policy `p` is wrong at line 1, column 1 of it: Unknown variable: object",
    ],
    [
      "a type",
      policy("expression: \"'a' + 1 == 'b'\""),
      "f:2:37: the expression of the policy `p` is wrong at line 1, column 1 of it: no such overload: string + int",
    ],
    [
      "a result",
      policy("expression: 1 + 1"),
      "f:2:37: the expression of the policy `p` is wrong at line 1, column 1 of it: the expression is true or false for no object, but of the type int",
    ],
    [
      "a function",
      policy("expression: new.x.nope()"),
      "f:2:37: the expression of the policy `p` is wrong at line 1, column 1 of it: found no matching overload for 'dyn.nope()'",
    ],
    [
      "two of one id",
      `${policy("expression: 'true'")}${policy("expression: 'true'").split("\n")[1]}\n`,
      'f:3:5: the id "p" is given to two policies',
    ],
    ["no message", "policies: [{id: p, expression: 'true'}]", "f:1:12: `policies[0]` has no `message`"],
    ["an id", "policies: [{id: P_x, message: m, expression: 'true'}]", 'f:1:17: `policies[0].id` must not be "P_x"'],
  ])("in %s", async (_name, text, expected) => {
    expect((await mistakes(text)).map((line) => line.replace(/^error: /, ""))).toEqual([
      expect.stringContaining(expected),
    ]);
  });
});

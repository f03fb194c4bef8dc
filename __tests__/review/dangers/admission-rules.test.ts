/** ValidatingAdmissionPolicies in a review. */
import { beforeAll, describe, expect, test } from "@jest/globals";
import { loadCel } from "../../../src/cel/index.ts";
import { readText } from "../../repository/repository.ts";
import { reviewed, told } from "./found.ts";

beforeAll(async () => {
  await loadCel();
});

const PAGE = readText("docs/dangers/admission-policy.md");
const [BEFORE = "", AFTER = ""] = [...PAGE.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = ""]) => text);
const SHOWN = /```text\n(.*)\n```/.exec(PAGE)?.[1] ?? "";
const RULE = "admission-policy";
const ALONE = AFTER.slice(AFTER.lastIndexOf("---\n") + 4);

describe("a policy that the target renders", () => {
  test("refuses an object, as its page says", () => {
    expect(told(BEFORE, AFTER, RULE)).toEqual([`${RULE} high Deployment web: ${SHOWN}`]);
    const { dangers, plan } = reviewed({ app: [BEFORE, AFTER] });
    expect(dangers.filter(({ id }) => id === RULE).map(({ outcome }) => outcome)).toEqual(["refused"]);
    expect(plan).toBeDefined();
  });

  test("refuses nothing that the change leaves alone", () => {
    expect(told(AFTER, `${AFTER}---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n`, RULE)).toEqual([]);
  });

  test("that comes with the change refuses an object if it is applied first", () => {
    const message = `${SHOWN}, if the policy is applied first, which this change brings or edits`;
    expect(told(ALONE.replace("6", "5"), AFTER, RULE)).toEqual([`${RULE} high Deployment web: ${message}`]);
    const { dangers } = reviewed({ app: [ALONE.replace("6", "5"), AFTER] });
    expect(dangers.find(({ id }) => id === RULE)?.outcome).toBeUndefined();
  });

  test("only warns, if its binding does", () => {
    const warning = (text: string): string => text.replace("[Deny]", "[Warn]");
    expect(told(warning(BEFORE), warning(AFTER), RULE)).toEqual([
      `${RULE} low Deployment web: ${SHOWN.replace("refuses the object", "warns")}`,
    ]);
  });

  test("is told once, if it needs what is not known", () => {
    const asking = (text: string): string =>
      text.replace("object.spec.replicas <= 5", "request.userInfo.username == 'x'");
    const twice = (text: string): string =>
      `${asking(text)}---\n${ALONE.replace("web", "api").replace("6", text === AFTER ? "7" : "8")}`;
    expect(told(twice(BEFORE), twice(AFTER), RULE)).toEqual([
      `${RULE} low Deployment web: the ValidatingAdmissionPolicy replicas needs the user who applies the object: it is not evaluated for this object nor for 1 more of this target`,
    ]);
  });

  test.each([
    ["a field that the API server fills in", "has(object.spec.replicas) && has(object.spec.strategy)"],
    ["a value that the API server fills in", "object.spec.template.spec.restartPolicy == 'Always'"],
    ["a field that it leaves out", "!has(object.spec.template.spec.hostNetwork)"],
  ])("takes an object where it asks for %s", (_what, expression) => {
    const asking = (text: string, spec: string): string =>
      text
        .replace("object.spec.replicas <= 5", expression)
        .replace(/spec: \{replicas: \d\}/, `spec: {template: {spec: {hostNetwork: false${spec}}}}`);
    expect(told(asking(BEFORE, ""), asking(AFTER, ", priority: 1"), RULE)).toEqual([]);
  });

  test("that cannot be evaluated is told", () => {
    const wrong = (text: string): string => text.replace("object.spec.replicas <= 5", "object.spec.nothing");
    expect(told(wrong(BEFORE), wrong(AFTER), RULE)).toEqual([
      `${RULE} low Deployment web: the ValidatingAdmissionPolicy replicas could not be evaluated: the field "nothing" is not there: the API server refuses the object, unless it fills in what is missing here`,
    ]);
  });
});

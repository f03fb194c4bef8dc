/** docs/specification/flux-substitution.md 3.7 */
import { expect, test } from "@jest/globals";
import { madeSecretOf, variablesOf } from "../../../../src/deployments/flux/substitution/index.ts";
import { resource } from "./variables.ts";

const object = (kind: string, spec: string) => resource(`${kind}\nmetadata: { name: own }\nspec: ${spec}\n`).value();
const EXTERNAL = "apiVersion: external-secrets.io/v1\nkind: ExternalSecret";
const SEALED = "apiVersion: bitnami.com/v1alpha1\nkind: SealedSecret";
const DATA = "data: [{ secretKey: A, remoteRef: { key: a } }, { secretKey: B, remoteRef: { key: b } }]";
const ALL = "dataFrom: [{ extract: { key: a } }]";
const TEMPLATE = 'template: { data: { C: "{{ .A }}-x", D: 10.0.0.1 }';

test.each<[what: string, kind: string, spec: string, expected: string | undefined]>([
  ["keys of the provider", EXTERNAL, `{ ${DATA} }`, "own: A B"],
  ["a name of its own", EXTERNAL, `{ target: { name: other }, ${DATA} }`, "other: A B"],
  ["all that the provider has", EXTERNAL, `{ ${DATA}, ${ALL} }`, "own: A B and others"],
  ["a template, which replaces the keys", EXTERNAL, `{ target: { ${TEMPLATE} } }, ${ALL} }`, "own: C D=10.0.0.1"],
  ["a template of metadata only", EXTERNAL, `{ target: { template: { metadata: {} } }, ${DATA} }`, "own: A B"],
  [
    "a template that is merged",
    EXTERNAL,
    `{ target: { ${TEMPLATE}, mergePolicy: Merge } }, ${DATA} }`,
    "own: A B C D=10.0.0.1",
  ],
  [
    "a merged template, and all",
    EXTERNAL,
    `{ target: { ${TEMPLATE}, mergePolicy: Merge } }, ${ALL} }`,
    "own: C D=10.0.0.1 and others",
  ],
  [
    "templates elsewhere",
    EXTERNAL,
    `{ target: { ${TEMPLATE}, templateFrom: [{ literal: x }] } } }`,
    "own: C D=10.0.0.1 and others",
  ],
  ["a Secret that others fill, too", EXTERNAL, `{ target: { creationPolicy: Merge }, ${DATA} }`, "own: A B and others"],
  ["no Secret", EXTERNAL, `{ target: { creationPolicy: None }, ${DATA} }`, undefined],
  ["no keys", EXTERNAL, "{ data: 3, target: 4 }", "own: "],
  [
    "a sealed Secret",
    SEALED,
    '{ encryptedData: { A: AgB }, template: { data: { C: "{{ .A }}", D: plain } } }',
    "own: A C D=plain",
  ],
  ["another kind of the group", EXTERNAL.replace("ExternalSecret", "SecretStore"), `{ ${DATA} }`, undefined],
  ["another group", EXTERNAL.replace("external-secrets.io", "example.com"), `{ ${DATA} }`, undefined],
])("%s", (_what, kind, spec, expected) => {
  const made = madeSecretOf(object(kind, spec));
  const keys = made?.keys.map(({ key, value }) => (value === undefined ? key : `${key}=${value}`)).join(" ");
  expect(made && `${made.name}: ${keys}${made.hasAllKeys ? "" : " and others"}`).toBe(expected);
});

test("variables of such a Secret: those that it does not have are not set", async () => {
  const postBuild = { substituteFrom: [{ kind: "Secret", name: "own" }] };
  const variables = (spec: string) => {
    const value = object(EXTERNAL, spec);
    return variablesOf(postBuild, async () => ({ value: () => value }));
  };
  const whole = await variables(`{ target: { ${TEMPLATE} } }, ${ALL} }`);
  expect(whole.unseen).toEqual([]);
  expect([...whole.named]).toEqual([
    ["C", { value: undefined, isSecret: true, source: "Secret `own`, which ExternalSecret `own` makes" }],
    ["D", { value: "10.0.0.1", isSecret: true, source: "Secret `own`, which ExternalSecret `own` makes" }],
  ]);
  const part = await variables(`{ ${ALL} }`);
  expect([part.named.size, part.unseen]).toEqual([
    0,
    ["Secret `own`, which ExternalSecret `own` makes of what only the cluster knows"],
  ]);
});

/** What the settings of an ApplicationSet keep when an element of its generators goes. */
import { expect, test } from "@jest/globals";
import { findings, object } from "./objects.ts";

const set = (elements: string, sync: string) =>
  object("argoproj.io/v1alpha1 ApplicationSet", `spec: {syncPolicy: {${sync}}, generators: [${elements}]}`);
const list = (...names: readonly string[]): string =>
  `{list: {elements: [${names.map((name) => `{cluster: ${name}}`).join()}]}}`;
const START = "an element of a list generator goes";

test.each<[what: string, sync: string, wrap: (generator: string) => string, finding: string]>([
  [
    "nothing",
    "",
    (own) => own,
    `medium /spec/generators: ${START}: Argo CD deletes the Application that it makes, with what this has deployed (us -> )`,
  ],
  [
    "what it has deployed",
    "preserveResourcesOnDeletion: true",
    (own) => own,
    `low /spec/generators: ${START}: the Application that it makes goes; what this has deployed stays, as \`preserveResourcesOnDeletion\` says (us -> )`,
  ],
  [
    "the Application",
    "applicationsSync: create-update",
    (own) => own,
    `low /spec/generators: ${START}: the Application that it makes stays, as \`applicationsSync\` says, and nobody updates it (us -> )`,
  ],
  [
    "the Application of another generator",
    "",
    (own) => `{merge: {generators: [{clusters: {}}, ${own}]}}`,
    `low /spec/generators: ${START}: the Application that it changes gets other parameters, or goes if no other generator makes it (us -> )`,
  ],
])("%s", (_, sync, wrap, finding) => {
  const [before, after] = [set(wrap(list("eu", "us")), sync), set(wrap(list("eu")), sync)];
  expect(findings("removed-element", before, after)).toEqual([finding]);
});

/** What `init` proposes for ApplicationSets that ask for what only Argo CD knows. */
import { describe, expect, test } from "@jest/globals";
import { readConfiguration } from "../../src/configuration/index.ts";
import { KNOWN_RULES } from "../../src/review/index.ts";
import { propose, surveyRepository } from "../../src/setup/index.ts";
import { memoryTree } from "../../src/sources/index.ts";

const ABSENT = { configuration: undefined, targets: undefined, hasWorkflowFile: true } as const;

const set = (name: string, generators: string, template: string, more = ""): string => `
apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: ${name}, namespace: argocd}
spec:
  ${more}
  generators: ${generators}
  template:
    metadata: {name: ${template}}
    spec:
      destination: {name: in-cluster, namespace: shop}
      source: {repoURL: https://github.com/acme/shop, path: web}
`;
const app = (name: string, destination: string): string => `
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: ${name}, namespace: argocd}
spec:
  destination: ${destination}
  source: {repoURL: https://github.com/acme/shop, path: web}
`;
const WEB = { "web/a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n" };

async function proposed(documents: readonly string[], present: Parameters<typeof propose>[1] = ABSENT) {
  const tree = memoryTree({ ...WEB, "argocd/all.yaml": documents.join("---\n") });
  return propose(await surveyRepository(tree, "acme/shop"), present);
}

/** The lines behind the heading, without the signs in front. */
function settingsIn(text = ""): string {
  const lines = text.split("\n");
  return lines
    .slice(lines.indexOf("# deployments:"))
    .map((line) => line.replace(/^# /, ""))
    .join("\n");
}

describe("the configuration shows", () => {
  test.each<[what: string, documents: readonly string[], settings: string]>([
    [
      "the labels that selectors and templates ask for, and the clusters that Applications name",
      [
        set(
          "all",
          "[{clusters: {selector: {matchLabels: {env: prod}, matchExpressions: [{key: tier, operator: In, values: [one, two]}, {key: acme.example/kind, operator: Exists}]}}}]",
          "'web-{{name}}-{{metadata.labels.region}}'",
        ),
        app("a", "{name: prod-eu, namespace: a}"),
        app("b", "{server: 'https://c.example:6443', namespace: b}"),
        app("c", "{server: 'https://kubernetes.default.svc', namespace: c}"),
      ],
      `deployments:
  # Selectors ask for env: prod
  # Selectors ask for tier: one, two
  clusters:
  - {name: prod-eu, labels: {env: "", tier: "", acme.example/kind: "", region: ""}}
  - {name: "", server: "https://c.example:6443", labels: {env: "", tier: "", acme.example/kind: "", region: ""}}
`,
    ],
    [
      "a cluster without a name where nothing names one",
      [set("all", "[{matrix: {generators: [{clusters: {}}, {list: {elements: [{a: b}]}}]}}]", "'{{name}}-{{a}}'")],
      'deployments:\n  clusters:\n  - {name: ""}\n',
    ],
    [
      "the parameters that a template names",
      [
        set(
          "previews",
          "[{pullRequest: {github: {owner: acme, repo: shop}}}]",
          "'web-{{branch_slug}}-{{ number }}-{{values.x}}'",
        ),
        set(
          "repositories",
          "[{matrix: {generators: [{scmProvider: {github: {organization: acme}}}, {list: {elements: [{size: small}]}}]}}]",
          "'{{ .repository | lower }}-{{.size}}-{{ .path.basename }}'",
          "goTemplate: true",
        ),
      ],
      `deployments:
  generators:
  - set: argocd/previews
    generator: pullRequest
    elements:
    - {branch_slug: "", number: ""}
  - set: argocd/repositories
    generator: scmProvider
    elements:
    - {repository: ""}
`,
    ],
  ])("%s", async (_, documents, settings) => {
    const { files, advice } = await proposed(documents);
    expect(files.map(({ path }) => path)).toEqual([".krm-render.yaml"]);
    const text = files[0]?.text ?? "";
    expect(settingsIn(text)).toBe(settings);
    expect(advice.map(({ place }) => place)).not.toContain(".krm-render.yaml");
    // As it is written it says nothing, and what it shows has the form of a configuration.
    for (const each of [text, settings.replaceAll('""', '"x"')])
      expect(() => readConfiguration(Buffer.from(each), ".krm-render.yaml", KNOWN_RULES)).not.toThrow();
  });

  test("twenty generators, and how many more there are", async () => {
    const all = Array.from({ length: 23 }, (_, at) =>
      set(`s${at}`, "[{plugin: {configMapRef: {name: p}}}]", "'{{a}}'"),
    );
    const { files } = await proposed(all);
    expect(files[0]?.text.match(/set: /g)).toHaveLength(20);
    expect(files[0]?.text).toContain("# and 3 more, in the same way.");
  });

  test("only lines, whatever others have written", async () => {
    const evil = "x: y\\n targets: [evil]";
    const { files } = await proposed([
      set("all", `[{clusters: {selector: {matchLabels: {"${evil}": "${evil}"}}}}]`, "'{{name}}'"),
      app("a", `{name: "# ${evil}", namespace: a}`),
      app("b", `{name: "y", namespace: a}`),
    ]);
    const text = files[0]?.text ?? "";
    expect(text.split("\n").every((line) => line === "" || line.startsWith("#"))).toBe(true);
    expect(settingsIn(text)).toBe('deployments:\n  clusters:\n  - {name: "y"}\n');
  });
});

test("a configuration that exists gets advice, and what Secrets describe needs none", async () => {
  const generators = "[{clusters: {}}]";
  const { files, advice } = await proposed([set("all", generators, "'{{name}}'")], {
    ...ABSENT,
    configuration: "valid",
  });
  expect(files).toEqual([]);
  expect(advice.find(({ place }) => place === ".krm-render.yaml")?.message).toBe(
    'The ApplicationSet "argocd/all" makes Applications for what only Argo CD knows, and these Applications are not known',
  );
  const secret = `apiVersion: v1
kind: Secret
metadata: {name: eu, namespace: argocd, labels: {argocd.argoproj.io/secret-type: cluster}}
stringData: {name: eu, server: "https://eu.example"}
`;
  expect((await proposed([set("all", generators, "'{{name}}'"), secret])).files).toEqual([]);
});

/** Catalogs in the forms that the proposal of catalogs uses in its stories: each is read, and runs once it is pinned. */
import { describe, expect, test } from "@jest/globals";
import { entryFor, parseCatalogReference, programOf } from "../../src/catalog/index.ts";
import type { Diagnostic } from "../../src/diagnostics.ts";
import { catalogOf, HEX, OTHER_HEX, problemsOf } from "./documents.ts";

const PLATFORM = { os: "linux", arch: "amd64", hasEngine: true };
const HEAD =
  "apiVersion: config.kubernetes.io/v1alpha1\nkind: Catalog\nmetadata:\n  name: 'acme'\nspec:\n  krmFunctions:\n";

/** A function with its runtime beside its versions. */
function short(group: string, kind: string, image: string, more = ""): string {
  return `  - group: ${group}
    names:
      kind: ${kind}
    description: "Handles ${kind}"
    versions:
    - name: v1
    runtime:
      container:
        image: ${image}
${more}`;
}

/** The programs of all entries, or the codes of their problems. */
function programs(text: string, warn: (one: Diagnostic) => void = () => {}): string[] {
  const catalog = catalogOf(text);
  return catalog.entries.map((entry) => {
    let found = "";
    const [problem] = problemsOf(() => {
      const program = programOf(entry, PLATFORM, parseCatalogReference("catalog.yaml"), (one) =>
        warn(typeof one === "function" ? one() : one),
      );
      found = program.type === "container" ? program.image : `${program.type} ${program.source.normal}`;
    });
    return `${entry.group}/${entry.version}/${entry.kind} ${problem?.split(" ")[0] ?? found}`;
  });
}

describe("K25: short forms", () => {
  test.each([
    ["one function", [["acme.test", "JavaApplication", "acme/modules/java:v1.0.0"]]],
    [
      "the functions of one company",
      [
        ["acme.test", "JavaApplication", "docker.acme.test/fns/java:v1.0.0"],
        ["acme.test", "Logger", "docker.acme.test/fns/logger:v1.0.0"],
        ["acme.test", "SecretSidecar", "docker.acme.test/fns/secrets:v1.0.0"],
      ],
    ],
    ["an official function", [["kustomize.io", "Helm", " k8s.acme.test/kustomize/helm:v1.0.0"]]],
    [
      "an official function and another",
      [
        ["kustomize.io", "Helm", "k8s.acme.test/kustomize/helm:v1.0.0"],
        ["acme.test", "McGuffin", " docker.acme.test/krm/mcguffin:v1.0.0"],
      ],
    ],
    [
      "functions of several publishers",
      [
        ["banana.test", "Split", " banana.test/fns/split:v1.0.0"],
        ["watermelon.test", "Salt", " watermelon.test/fns/salt:v1.0.0"],
        ["acme.test", "JavaApplication", "acme/modules/java:v1.0.0"],
      ],
    ],
  ])("%s is read, needs digests, and has its programs with them", (_, functions) => {
    const text = HEAD + functions.map(([group = "", kind = "", image = ""]) => short(group, kind, image)).join("");
    const names = functions.map(([group, kind]) => `${group}/v1/${kind}`);
    expect(programs(text)).toEqual(names.map((name) => `${name} catalog-no-digest`));
    const pinned = text.replace(/^( +)image: .*$/gm, `$&\n$1sha256: ${HEX}`);
    const images = functions.map(([, , image = ""]) => `${image.trim().replace(/:v1\.0\.0$/, "")}@sha256:${HEX}`);
    expect(programs(pinned)).toEqual(names.map((name, index) => `${name} ${images[index]}`));
  });

  test("permissions, by the name that one story uses", () => {
    const more = "        requireNetwork: true\n        requireFilesystem: true\n";
    const [entry] = catalogOf(HEAD + short("acme.test", "JavaApplication", "acme/java:v1.0.0", more)).entries;
    expect(entry?.runtimes.container).toMatchObject({ requireNetwork: true, requireStorageMount: true });
  });

  test("attack 9.21: an image without a registry runs by its digest, with a warning", () => {
    const warnings: string[] = [];
    const text = HEAD + short("acme.test", "JavaApplication", "acme/java:v1.0.0", `        sha256: ${HEX}\n`);
    expect(programs(text, ({ code, line }) => warnings.push(`${code} ${line}`))).toEqual([
      `acme.test/v1/JavaApplication acme/java@sha256:${HEX}`,
    ]);
    expect(warnings).toEqual(["short-image-name 15"]);
  });

  test("K22: a Starlark program by its address", () => {
    const text =
      HEAD +
      short("acme.test", "Groovy", "x").replace(
        / {6}container:\n.*$/m,
        "      starlark: https://acme.test/fns/groovy:v1.0.0",
      );
    expect(programs(text)).toEqual(["acme.test/v1/Groovy catalog-no-digest"]);
    expect(programs(text.replace(/groovy:v1\.0\.0/, `$&#sha256=${HEX}`))).toEqual([
      "acme.test/v1/Groovy starlark https://acme.test/fns/groovy:v1.0.0",
    ]);
  });
});

test("K25: the long form, its placeholders filled: a kind under names, and one beside the group", () => {
  const texts = `        usage: https://acme.test/README.md
        examples:
          - https://acme.test/one/README.md
          - https://acme.test/two/README.md
        license: Apache 2.0
      - name: v1beta1
        runtime: {container: {image: "docker.acme.test/fns/old:v0.1.0", sha256: ${OTHER_HEX}}}
    maintainers: # of all versions
      - fns@acme.test
    tags: # keywords
      - mutator
`;
  const text = `apiVersion: config.kubernetes.io/v1alpha1
kind: Catalog
metadata:
  name: acme
  labels:
    author: Acme
spec:
  krmFunctions:
  - group: acme.test
    names:
      kind: SetNamespace
    description: Sets namespaces
    publisher: acme.test
    versions:
      - name: v1
        schema:
          openAPIV3Schema: {type: object}
        idempotent: true
        runtime:
          container:
            image: docker.acme.test/fns/set-namespace:v1.2.3
            sha256: ${HEX} # of the manifest
            requireNetwork: false
            requireStorageMount: true
${texts}  - group: acme.test
    kind: SetLogger
    description: Sets loggers
    publisher: acme.test
    versions:
      - name: v1
        schema:
          openAPIV3Schema: {}
        idempotent: false
        runtime:
          exec:
            platforms:
              - bin: log-amd64-linux
                os: linux
                arch: amd64
                uri: https://acme.test/log-amd64-linux.tar.gz
                sha256: ${HEX}
              - bin: log-amd64-darwin
                os: darwin
                arch: amd64
                uri: https://acme.test/log-amd64-darwin.tar.gz
                sha256: ${OTHER_HEX}
${texts}    home: https://acme.test/log
`;
  expect(programs(text)).toEqual([
    `acme.test/v1/SetNamespace docker.acme.test/fns/set-namespace@sha256:${HEX}`,
    `acme.test/v1beta1/SetNamespace docker.acme.test/fns/old@sha256:${OTHER_HEX}`,
    "acme.test/v1/SetLogger exec https://acme.test/log-amd64-linux.tar.gz",
    `acme.test/v1beta1/SetLogger docker.acme.test/fns/old@sha256:${OTHER_HEX}`,
  ]);
  const catalog = catalogOf(text);
  expect(catalog.diagnostics).toEqual([]);
  expect(entryFor(catalog, { group: "acme.test", version: "v1", kind: "SetLogger" })).toMatchObject({
    idempotent: false,
    home: "https://acme.test/log",
    maintainers: ["fns@acme.test"],
    license: "Apache 2.0",
    tags: ["mutator"],
  });
});

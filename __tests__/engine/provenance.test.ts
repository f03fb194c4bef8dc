/** Origins and transformations: those that a builder remembers for a base must not leak into other targets. */
import { expect, test } from "@jest/globals";
import { createBuilder } from "../../src/engine/index.ts";
import { LOCAL_PROTOCOLS, lazyRemotes, memoryTree } from "../../src/sources/index.ts";
import { GIT_ENV, git, initRepository, temporaryDirectories } from "../sources/fixtures.ts";
import { outcomeOf } from "./render.ts";

const files: Record<string, string> = {
  "base/kustomization.yaml": "resources: [pod.yaml]\nnamePrefix: base-\n",
  "base/pod.yaml": "{apiVersion: v1, kind: Pod, metadata: {name: pod}}\n",
  "near/kustomization.yaml": "resources: [../base]\nbuildMetadata: [originAnnotations, transformerAnnotations]\n",
  "far/away/kustomization.yaml": "resources: [../../base]\nbuildMetadata: [originAnnotations]\n",
  "plain/kustomization.yaml": "resources: [../base]\n",
};

// docs/specification/origins.md 2.1
test("a base is annotated as seen from each directory that is built", async () => {
  const builder = createBuilder(memoryTree(files));
  for (const target of ["plain", "near", "far/away", "plain", "near", "far/away", "near"]) {
    const { resources } = await builder.build(`/${target}`);
    const text = resources.map(({ yaml }) => yaml).join("---\n");
    expect({ text }).toEqual(await outcomeOf({ files, target }));
    expect(text.includes("path: ../base/pod.yaml")).toBe(target === "near");
    expect(text.includes("path: ../../base/pod.yaml")).toBe(target === "far/away");
    expect(text.includes("annotations:")).toBe(target !== "plain");
  }
});

test("a base that is reached by two paths is annotated with the path that was used", async () => {
  const tree = {
    ...files,
    "top/kustomization.yaml": "resources: [../a, ../b/deep]\nbuildMetadata: [originAnnotations]\n",
    "a/kustomization.yaml": "resources: [../base]\nnamePrefix: a-\n",
    "b/deep/kustomization.yaml": "resources: [../../base]\nnamePrefix: b-\n",
  };
  const outcome = await outcomeOf({ files: tree, target: "top" });
  const paths = "text" in outcome ? [...outcome.text.matchAll(/path: (.*)/g)].map(([, path]) => path) : [];
  expect(paths).toEqual(["../base/pod.yaml", "../base/pod.yaml"]);
});

const temporary = temporaryDirectories();

// docs/specification/origins.md 2.2
test("objects of a repository are annotated with their path there, and those of its top as in kustomize", async () => {
  const directory = temporary();
  initRepository(directory, {
    files: {
      "kustomization.yaml": "resources: [base]\nnamePrefix: r-\n",
      "base/kustomization.yaml": "resources: [sub/pod.yaml]\nconfigMapGenerator: [{name: made}]\n",
      "base/sub/pod.yaml": "{apiVersion: v1, kind: Pod, metadata: {name: pod}}\n",
    },
  });
  git(directory, "tag", "v1");
  const remotes = lazyRemotes({
    store: { directory: temporary() },
    rules: { protocols: LOCAL_PROTOCOLS, privateHosts: true },
    env: GIT_ENV,
    sleep: async () => {},
  });
  const tree = memoryTree({
    "kustomization.yaml": `buildMetadata: [originAnnotations, transformerAnnotations]
resources: ["file://${directory}//base?ref=v1", "file://${directory}"]
`,
  });
  try {
    const { resources } = await createBuilder(tree, { remotes }).build("/");
    const annotations = resources.map(({ yaml }) =>
      yaml
        .replaceAll(directory, "/REPO")
        .match(/^ {6}.*$/gm)
        ?.join("\n"),
    );
    expect(annotations).toEqual([
      `      repo: file:///REPO
      ref: v1
      configuredIn: base/kustomization.yaml
      configuredBy:
        apiVersion: builtin
        kind: ConfigMapGenerator`,
      `      - repo: file:///REPO
        configuredIn: notCloned/kustomization.yaml
        configuredBy:
          apiVersion: builtin
          kind: PrefixTransformer
      repo: file:///REPO
      configuredIn: notCloned/base/kustomization.yaml
      configuredBy:
        apiVersion: builtin
        kind: ConfigMapGenerator`,
      `      path: base/sub/pod.yaml
      repo: file:///REPO
      ref: v1`,
      `      - repo: file:///REPO
        configuredIn: notCloned/kustomization.yaml
        configuredBy:
          apiVersion: builtin
          kind: PrefixTransformer
      path: notCloned/base/sub/pod.yaml
      repo: file:///REPO`,
    ]);
  } finally {
    await remotes.close();
  }
});

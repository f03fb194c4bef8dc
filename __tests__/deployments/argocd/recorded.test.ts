/** Random patterns, variables and Applications, with what Argo CD's own code made of them. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import type { ChartRecipe } from "../../../src/charts/index.ts";
import { expand } from "../../../src/deployments/argocd/build-environment.ts";
import { isChartSource } from "../../../src/deployments/argocd/index.ts";
import { glob } from "../../../src/deployments/argocd/patterns/index.ts";
import { memoryTree } from "../../../src/sources/index.ts";
import { application, read } from "./fixtures.ts";

// docs/specification/argocd-helm-sources.md 2 to 5

function recorded<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), "utf8")) as T;
}

test("variables are expanded as os.Expand does", () => {
  const { environment, cases } = recorded<{ environment: Record<string, string>; cases: [string, string][] }>(
    "expansions",
  );
  const variables = new Map(Object.entries(environment));
  expect(cases.map(([text]) => [text, expand(text, variables)])).toEqual(cases);
});

test("patterns stand for what doublestar finds, in its order", async () => {
  const { files, links, cases } = recorded<{
    files: string[];
    links: Record<string, string>;
    cases: [string, string[] | null][];
  }>("globs");
  const tree = memoryTree(Object.fromEntries(files.map((file) => [file, ""])), links);
  const found: unknown[] = [];
  for (const [pattern] of cases)
    found.push([pattern, await glob(tree, pattern, { file: "app.yaml" }).catch(() => null)]);
  expect(found).toEqual(cases);
});

interface Case {
  readonly tree: number;
  readonly name: string;
  readonly spec: unknown;
  readonly refused?: true;
  readonly command?: string;
}

const { trees, cases } = recorded<{ trees: Record<string, string | { link: string }>[]; cases: Case[] }>("sources");
const memoryTrees = trees.map((entries) => {
  const files = Object.entries(entries).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const links = Object.entries(entries).flatMap(([path, at]) => (typeof at === "string" ? [] : [[path, at.link]]));
  return memoryTree(Object.fromEntries(files), Object.fromEntries(links));
});

describe("Applications give helm the arguments that Argo CD gives it", () => {
  test.each(cases.map((each, index) => [index, each] as const))("%i", async (_, { tree, name, spec, command }) => {
    const found = await read(memoryTrees[tree] as never, application(JSON.stringify(spec), name));
    const [source] = found.sources;
    const recipe = source !== undefined && isChartSource(source) ? source.recipe : undefined;
    expect(recipe && commandOf(recipe)).toEqual(command === undefined ? undefined : argumentsOf(command));
  });
});

const INLINE = "<temp file with values from source.helm.values/valuesObject>";

function commandOf({ values, settings, capabilities, ...recipe }: ChartRecipe): unknown {
  return {
    name: recipe.releaseName,
    namespace: recipe.namespace || undefined,
    kubeVersion: capabilities.kubeVersion ?? "1.31.0",
    // Argo CD gives parameters in no order.
    settings: settings.map((one) => `${one.option} ${"path" in one ? `${one.key}=.${one.path}` : one.argument}`).sort(),
    values: values.map((file) => ("path" in file ? `.${file.path}` : INLINE)),
    apiVersions: capabilities.apiVersions.length > 0 ? capabilities.apiVersions : ["monitoring.coreos.com/v1"],
    flags: [
      ...(recipe.includesCrds ? ["--include-crds"] : []),
      ...(recipe.skipsSchema ? ["--skip-schema-validation"] : []),
      ...(recipe.skipsTests ? ["--skip-tests"] : []),
    ],
  };
}

/** Takes a command line apart. Values can have spaces, but no two dashes behind them. */
function argumentsOf(command: string): unknown {
  const options = command
    .split(/ (?=--)/)
    .slice(1)
    // Arguments with spaces are shown in quotes.
    .map((option) => option.replace(/^(--[a-z-]+) "(.*)"$/s, "$1 $2"));
  const of = (name: string): string[] =>
    options.flatMap((option) => (option.startsWith(`--${name} `) ? [option.slice(name.length + 3)] : []));
  return {
    name: of("name-template")[0],
    namespace: of("namespace")[0],
    kubeVersion: of("kube-version")[0],
    settings: ["set", "set-string", "set-file"].flatMap((name) => of(name).map((text) => `${name} ${text}`)).sort(),
    values: of("values"),
    apiVersions: of("api-versions"),
    flags: options.filter((option) => !option.includes(" ")),
  };
}

/** Random sets, with what Argo CD's own code made of them: Applications, or an error. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { makeApplications } from "../../../../src/deployments/argocd/index.ts";
import { KrmError } from "../../../../src/diagnostics.ts";
import { memoryTree } from "../../../../src/sources/index.ts";
import { type MapValue, readPrinted } from "../../../../src/yaml/index.ts";

// docs/specification/argocd-application-sets.md 1 to 8

interface Case {
  readonly tree: number;
  readonly spec: object;
  readonly clusters: readonly {
    readonly Name: string;
    readonly Server: string;
    readonly Project?: string;
    readonly Labels: Record<string, string>;
    readonly Annotations: Record<string, string>;
  }[];
  readonly declared: readonly MapValue[];
  /** Absent where Argo CD makes nothing. */
  readonly applications?: readonly object[];
}

const { trees, cases } = JSON.parse(readFileSync(new URL("recorded.json", import.meta.url), "utf8")) as {
  trees: Record<string, string | { link: string }>[];
  cases: Case[];
};
const memoryTrees = trees.map((entries) => {
  const files = Object.entries(entries).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const links = Object.entries(entries).flatMap(([path, at]) => (typeof at === "string" ? [] : [[path, at.link]]));
  return memoryTree(Object.fromEntries(files), Object.fromEntries(links));
});

describe("sets make the Applications that they make in Argo CD", () => {
  test.each(cases.map((each, index) => [index, each] as const))("%i", async (_, { tree, applications, ...one }) => {
    const made = await makeApplications(
      { value: readPrinted(JSON.stringify({ spec: one.spec })), name: "s", namespace: "argocd" },
      {
        tree: memoryTrees[tree] as never,
        own: { own: "o/r", branches: new Set(["main"]) },
        placeOf: () => ({ file: "set.yaml" }),
        declared: () => one.declared,
        clusters: one.clusters.map(({ Name, Server, Project, Labels, Annotations }) => ({
          name: Name,
          server: Server,
          project: Project,
          labels: Labels,
          annotations: Annotations,
        })),
      },
    ).then(
      ({ applications: found }) => JSON.parse(JSON.stringify(found.map(({ value }) => value))) as unknown,
      (thrown: unknown) => {
        if (!(thrown instanceof KrmError)) throw thrown;
      },
    );
    expect(made).toEqual(applications);
  });
});

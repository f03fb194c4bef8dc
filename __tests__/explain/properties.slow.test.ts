/** On random trees, recording a build does not change it, and the last recorded value of each field is in the output. */
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { diagnosticsOf } from "../../src/diagnostics.ts";
import { createBuilder } from "../../src/engine/index.ts";
import type { Field } from "../../src/explain/field.ts";
import { Tracer } from "../../src/explain/history.ts";
import { explainBuild } from "../../src/explain/index.ts";
import { memoryTree } from "../../src/sources/index.ts";
import type { Value } from "../../src/yaml/index.ts";
import { drawFrom } from "../engine/random/draw.ts";
import { randomTree } from "../engine/random/kustomizations.ts";
import type { Files } from "../engine/render.ts";

/** The output, or the errors. */
async function outcome(files: Files, tracer?: Tracer) {
  const options = tracer === undefined ? {} : { trace: tracer };
  try {
    const { resources, diagnostics } = await createBuilder(memoryTree(files), options).build("/top");
    return { resources, text: JSON.stringify([resources.map(({ yaml }) => yaml), diagnostics]) };
  } catch (thrown) {
    return { resources: [], text: JSON.stringify(diagnosticsOf(thrown)) };
  }
}

/** The values of the last change of each field, by path. */
function lastValues(field: Field, into: Record<string, Value | undefined> = {}): Record<string, Value | undefined> {
  if (field.isLeaf) into[JSON.stringify(field.segments)] = field.changes.at(-1)?.after;
  for (const child of field.present) lastValues(child, into);
  return into;
}

/** The leaves of a value by path. The paths are those of the recorded fields, because a path step may name a key. */
function leaves(value: Value, field: Field, into: Record<string, Value> = {}): Record<string, Value> {
  if (typeof value !== "object" || value === null || Object.keys(value).length === 0) {
    into[JSON.stringify(field.segments)] = value;
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) leaves(item, field.items[index] as Field, into);
  } else {
    for (const [key, item] of Object.entries(value)) leaves(item, field.fields.get(key) as Field, into);
  }
  return into;
}

test("recording a build does not change its output, and the last change of each field has the value of the output", async () => {
  let built = 0;
  const property = fc.asyncProperty(fc.gen(), async (g) => {
    const files = randomTree(drawFrom(g));
    const tracer = new Tracer();
    const watched = await outcome(files, tracer);
    expect(watched.text).toBe((await outcome(files)).text);
    built += watched.resources.length;
    for (const [index, resource] of watched.resources.entries()) {
      const root = tracer.output[index]?.root as Field;
      expect(lastValues(root)).toEqual(leaves(resource.value(), root));
    }
  });
  await fc.assert(property, { numRuns: 60, endOnFailure: true });
  expect(built).toBeGreaterThan(100);
});

test("every object and every field of it can be explained, with places that exist", async () => {
  const property = fc.asyncProperty(fc.gen(), async (g) => {
    const files = randomTree(drawFrom(g));
    const { resources } = await outcome(files);
    if (resources.length === 0) return;
    const { explainer } = await explainBuild(memoryTree(files), "/top", {});
    const queries = explainer.list().objects.map(({ kind, name, namespace, apiVersion }) => {
      const group = apiVersion.includes("/") ? (apiVersion.split("/")[0] as string) : "";
      return { kind, group, name, namespace: namespace || "default" };
    });
    for (const query of queries) {
      // A query cannot distinguish two versions of one object.
      if (queries.filter((other) => isDeepStrictEqual(other, query)).length > 1) continue;
      const { changes } = explainer.explain(query);
      for (const change of changes) {
        if (["output", "managed-by"].includes(change.step)) continue;
        const lines = files[change.file as string]?.split("\n") ?? [];
        expect([change.step, change.file, (change.line ?? 0) > 0]).toEqual([change.step, change.file, true]);
        expect(change.line).toBeLessThanOrEqual(lines.length);
        // Elements without a key may have another position now.
        if (change.path === "" || /\.\d+(?:\.|$)/.test(change.path)) continue;
        const told = explainer.explain(query, change.path);
        expect([change.path, ...told.changes.map(({ step }) => step)]).toContain(change.step);
      }
    }
  });
  await fc.assert(property, { numRuns: 60, endOnFailure: true });
});

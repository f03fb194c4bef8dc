/** Names the entry of a composition in the steps that it causes, with its imports and overrides, for `explain`. */
import type { Entry } from "../../composition/index.ts";
import type { Kustomization } from "../../documents/index.ts";
import type { Resource } from "../../resource/index.ts";
import type { Level, Trace } from "../context/index.ts";
import type { Root } from "../loading/index.ts";

/**
 * The level on which an entry runs. Its steps name the entry, the imports through which it came, and what overrode it.
 * @param kustomization the document of an inline kustomization
 */
export function tracedAs(
  level: Level,
  { config, imports, overrides }: Pick<Entry<Root>, "imports" | "overrides"> & { readonly config: Resource },
  kustomization: Kustomization = level.kustomization,
): Level {
  const { context, kustomization: composition } = level;
  const own = { ...level, kustomization, ...(kustomization !== composition && { composition: undefined }) };
  const { trace } = context;
  if (trace === undefined) return own;
  const overriddenAt = overrides.map(({ location }) => location);
  const traced: Trace = {
    step(step, resources) {
      const isOwn = step.kustomization === kustomization;
      trace.step(
        {
          ...step,
          ...(isOwn && { config: step.config ?? config }),
          ...(step.kustomization === composition && { name: "transformers" }),
          ...(isOwn && kustomization !== composition && { directoryOf: composition.location.file }),
          imports: [...imports, ...(step.imports ?? [])],
          overrides: [...overriddenAt, ...(step.overrides ?? [])],
        },
        resources,
      );
    },
    include(inclusion, resources) {
      const isOwn = inclusion.kustomization === composition;
      trace.include(isOwn ? { ...inclusion, name: "transformers" } : inclusion, resources);
    },
  };
  return { ...own, context: { ...context, trace: traced } };
}

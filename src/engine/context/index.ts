/** The state of a build: its context, levels, kept bases and provenance. */
export { type AccumulatedBase, BaseMemo } from "./base-memo.ts";
export { BuildSchemas } from "./build-schemas.ts";
export { Compositions, type Consolidation } from "./compositions.ts";
export {
  type Accumulator,
  addConfiguration,
  type BuildContext,
  emptyAccumulator,
  type Level,
  useLog,
  warnInto,
} from "./context.ts";
export { explainOverflow, isOverflow, nestedTooDeep } from "./overflow.ts";
export {
  type Annotations,
  fieldOrigin,
  fromFile,
  fromKustomization,
  pluginOrigin,
  positionBelow,
  positionKey,
  provenanceWriter,
  recordStep,
  trackingOrigins,
} from "./provenance.ts";
export { type Inclusion, type Trace, type TracedStep, traceVia } from "./trace.ts";

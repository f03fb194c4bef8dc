/** Renders many targets of a tree, and writes their manifests. */
export {
  type Chunks,
  type CreateFile,
  partsOf,
  reasonOf,
  unwritable,
  writeFileAtomically,
  writeFully,
} from "./atomic-file.ts";
export { readConfigurationFile } from "./configuration-file.ts";
export type {
  DeploymentBuilder,
  DeploymentBuildOptions,
  DeploymentRecipe,
  LaterStep,
  OnLaterStep,
  ValueOrigin,
} from "./deployment-builder.ts";
export { type GivenOptions, readManifests } from "./given-manifests.ts";
export { lockChanges, type PinChange } from "./lock-changes.ts";
export {
  ManifestWriter,
  manifestFile,
  type UnwrittenManifest,
  type WrittenManifest,
  type WrittenManifests,
  writeManifests,
} from "./manifest-files.ts";
export { type RenderOutcome, renderJson, renderReport } from "./render-report.ts";
export {
  renderSides,
  type Setback,
  type SideName,
  type SidesOptions,
  type SidesTarget,
  type Trees,
  type Visit,
} from "./render-sides.ts";
export { renderTarget } from "./render-target.ts";
export { type RenderOptions, renderTargets } from "./render-targets.ts";
export {
  type Absent,
  documents,
  type Failed,
  manifest,
  type Rendered,
  type RenderedResource,
  type Rendering,
} from "./rendering.ts";
export { type Deadline, shareOf, timeIsUp } from "./shared-time.ts";
export {
  compareIds,
  type DeploymentName,
  deploymentId,
  deploymentOf,
  directoryOfTarget,
  directoryTarget,
  type Fate,
  fileStemOf,
  holdsKustomization,
  isDeploymentId,
  placeOfTarget,
  type Target,
  targetOfBuild,
  targetOfDirectory,
  targetText,
} from "./target.ts";
export { hasWrongBytes } from "./wrong-bytes.ts";

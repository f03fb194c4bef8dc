/** Finds and selects the directories to render. */
export { discoverTargets } from "./discovery.ts";
export { explainTargets, type SelectedTarget, selectTargets } from "./selection.ts";

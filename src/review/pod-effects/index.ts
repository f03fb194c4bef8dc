/** Finds what a change means for the Pods that run: which ones restart, and which ones keep what they have read. */
export { endedPods } from "./ended.ts";
export { comparePodEffects, type FoundPodEffect, FoundPodEffects, podEffectKey } from "./found-pod-effects.ts";
export { type PodFacts, podFactsOf } from "./pod-facts.ts";
export { type FactsOfPair, podEffectsOf } from "./target-effects.ts";

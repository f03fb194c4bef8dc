/** Finds the objects of a target by names, labels and references, and tells what else may make one that is not there. */
export { KindIndex } from "./kind-index.ts";
export { isCustom, isFilled, Makers } from "./makers.ts";
export { Mentions } from "./mentions.ts";
export { NearNames } from "./near-names.ts";
export { newReferences, replacedReferences } from "./new-references.ts";
export { keyOfObject, type ObjectKey, ObjectNames } from "./object-names.ts";
export { podLabelsOf, podsOf, textsOf } from "./pods.ts";
export { POD_FIELDS } from "./reference-fields.ts";
export { mayRefer, type Reference, referencesOf } from "./references.ts";
export { Selection, type Selector } from "./selection.ts";

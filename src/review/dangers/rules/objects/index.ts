/** The parts of objects that the rules look at: identities, values, quantities, Pods and annotations. */
export { type FullPair, isSameObject, removed, updated } from "./identity.ts";
export { annotation, fieldText, listed, oneLine, type Path, shownValues, textsAt } from "./object-values.ts";
export {
  type Container,
  type ContainerPair,
  containersOf,
  containerText,
  isTrue,
  type PodPair,
  type PodSpec,
  podSpecOf,
  podsOf,
} from "./pods.ts";
export { amountOf, compareQuantities, isQuarterOrLess } from "./quantity.ts";
export { keptBy, replacedBy } from "./replacement.ts";

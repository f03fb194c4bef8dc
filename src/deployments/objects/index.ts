/** Objects as the files of a tree hold them and as builds print them, and their places. */
export { type ObjectOfChart, objectsOfChart, resourceOfChart } from "./chart-objects.ts";
export { ObjectPlaces, type PatchedBy, type PlaceOf } from "./object-places.ts";
export { objectsOf, type PrintedObject, printedBy } from "./printed-object.ts";
export {
  apiGroupOf,
  expanded,
  inNamespace,
  lastOfEach,
  type Repeated,
  ScopedKinds,
  shownObject,
  type TemplatedObject,
} from "./templated-objects.ts";
export { KnownContents, YamlFiles } from "./yaml-files.ts";

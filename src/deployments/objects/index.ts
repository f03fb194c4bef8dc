/** Objects as the files of a tree hold them and as builds print them, and their places. */
export { ObjectPlaces, type PatchedBy, type PlaceOf } from "./object-places.ts";
export { objectsOf, type PrintedObject, printedBy } from "./printed-object.ts";
export { KnownContents, YamlFiles } from "./yaml-files.ts";

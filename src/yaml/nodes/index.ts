/** YAML nodes, their tags and their values. */
export { decodeBinary } from "./binary.ts";
export { CONTROL, isBlank, isBlankOrEnd, isBreak, isBreakOrEnd, isHex, isWord } from "./characters.ts";
export { collectionAsKey, failureAt, invalid, isTemplate, locateFaults, RENDER } from "./failures.ts";
export { Fault } from "./fault.ts";
export { ALIAS, keepMarks, type MarkedDocument, type Marks, marksOfSource, placeOf } from "./marks.ts";
export { formatFloat32, formatFloat64, formatNumber } from "./numbers.ts";
export { PlainScalarCache } from "./plain-scalar-cache.ts";
export { isTypedWord, resolve, resolve11, resolveTag, resolveTag11 } from "./resolution.ts";
export { shownKey } from "./shown-key.ts";
export { forgetStyles } from "./styles.ts";
export { isChecked, isTagged, resolveTagged, writtenStyle } from "./tagged.ts";
export { hasJsonZone } from "./timestamps.ts";
export { isMap, type MapValue, type Value } from "./value.ts";

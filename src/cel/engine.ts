/** The parts of the room that most runs do not load. */
export { CelFailure } from "./failure.ts";
export { parseGoDuration, parseTimestamp } from "./functions/times.ts";
export { Meter } from "./meter.ts";
export { optionalOf } from "./optional.ts";
export { compile, isProgram } from "./program.ts";
export { celValue, plainValue, unordered } from "./values.ts";

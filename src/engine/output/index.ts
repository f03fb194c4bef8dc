/** Turns the accumulated objects into the output of a build. */
export { finish } from "./finish.ts";
export { readStrictly, STRICT_CODES } from "./strict-reading.ts";

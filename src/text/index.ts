/** Small values that every room may use: texts, their order and durations. */
export { bytewise } from "./bytewise.ts";
export { parseDuration } from "./duration.ts";
export { nearest } from "./spelling.ts";

/** Functions on texts that every room may use: order, length, misspelt names, secrets, durations. */
export { compareBytewise } from "./bytewise.ts";
export { isCommitId } from "./commit-id.ts";
export { parseDuration } from "./duration.ts";
export { maskSecrets } from "./secrets.ts";
export { shorten, wholeCharacters } from "./shorten.ts";
export { sizeText } from "./size.ts";
export { nearest } from "./spelling.ts";

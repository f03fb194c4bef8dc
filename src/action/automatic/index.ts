/** `remote: auto`: what the default branch uses is fetched, without the rights of the run. */
export { automaticPermission } from "./permission.ts";
export { readTips } from "./tips.ts";

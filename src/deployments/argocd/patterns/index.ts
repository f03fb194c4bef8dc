/** Patterns of paths and names, as Argo CD has them: globs of paths in a tree, and wildcards of texts. */
export { GlobEffort, glob } from "./glob.ts";
export { isPattern } from "./glob-pattern.ts";
export { isPlainPattern, wildcards } from "./wildcards.ts";

/** The paragraph in the help of commands that take many targets. */
export const TARGET_PARAGRAPH =
  "TARGET is a directory with a kustomization or a composition file. GLOB selects such directories by their path, and " +
  "!GLOB removes directories that were selected before it, +GLOB adds some. Without arguments, the targets are all kustomizations and " +
  "compositions that no other one of the repository includes.";

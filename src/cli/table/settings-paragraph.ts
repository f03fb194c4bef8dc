/** The paragraph in the help of commands that read settings of the repository. */
export const SETTINGS_PARAGRAPH =
  "Options and targets that are not given are taken from .krm-render.yaml, where it sets them: see docs/reference/configuration.md.";

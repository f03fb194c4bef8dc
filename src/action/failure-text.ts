/** The Markdown of a run that could not compare anything. @param details one block of Markdown each */
export function failureText(...details: string[]): string {
  return ["### krm-render could not compare", ...details].join("\n\n");
}

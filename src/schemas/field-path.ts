/** Paths as people write them. */

/** `spec.containers[0].image`; a name that could be misread stands in brackets. */
export function fieldPath(path: readonly (string | number)[]): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number" || !/^[\w-]+$/.test(step)) text += `[${step}]`;
    else text += text === "" ? step : `.${step}`;
  }
  return text;
}

/** JSON Pointers (RFC 6901): `/metadata/labels/example.com~1team`. */

/** The steps that a pointer leads through, unescaped. A text before its first slash is no step. */
export function pointerSteps(pointer: string): string[] {
  return pointer.split("/").slice(1).map(unescapeStep);
}

/** The pointer that leads through the steps; empty for none. */
export function toPointer(steps: readonly (string | number)[]): string {
  return steps.map((step) => `/${escapeStep(String(step))}`).join("");
}

export function escapeStep(step: string): string {
  return step.replaceAll("~", "~0").replaceAll("/", "~1");
}

export function unescapeStep(step: string): string {
  return step.includes("~") ? step.replaceAll("~1", "/").replaceAll("~0", "~") : step;
}

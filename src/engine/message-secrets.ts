/** Keeps values of Secrets, and hashes of them, out of the messages of a build (decision 0022). */
import type { Diagnostic } from "../diagnostics.ts";
import type { SecretTexts } from "../text/index.ts";

/**
 * The content hash in the name of a generated Secret, which lets readers verify guesses at its values. In a message about a Secret,
 * whatever looks like one is withheld.
 */
const HASH = /(?<=-)[2456789bcdfghkmt]{10}(?![A-Za-z0-9])/g;

/** The diagnostics without values of Secrets. Returns the same list if there are none. */
export function withoutSecrets(diagnostics: readonly Diagnostic[], secrets: SecretTexts): readonly Diagnostic[] {
  if (diagnostics.length === 0) return diagnostics;
  const texts = diagnostics.flatMap(({ message, hint, object }) => [message, hint, object]);
  const isAbout = diagnostics.map(
    ({ message, object = "" }) => message.includes("Secret") || object.startsWith("Secret"),
  );
  const masked = secrets.mask(texts).map((text, index) => {
    return isAbout[Math.floor(index / 3)] ? text?.replace(HASH, "<hash>") : text;
  });
  if (masked.every((text, index) => text === texts[index])) return diagnostics;
  return diagnostics.map((one, index) => {
    const [message = "", hint, object] = masked.slice(3 * index, 3 * index + 3);
    return { ...one, message, ...(hint !== undefined && { hint }), ...(object !== undefined && { object }) };
  });
}

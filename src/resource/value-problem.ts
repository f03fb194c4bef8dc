import { about, type Diagnostic, KrmError, type Location } from "../diagnostics.ts";
import type { Resource } from "./resource.ts";

/**
 * Adds the object to an error about one of its values. `what` says what cannot be done with the object. Messages quote
 * values and are posted in public, so messages about Secrets are replaced. Returns anything but a KrmError unchanged.
 */
export function valueProblem(thrown: unknown, resource: Resource, what: string, location?: Location): unknown {
  if (!(thrown instanceof KrmError)) return thrown;
  const isSecret = resource.id.kind === "Secret";
  const unquoted = (one: Diagnostic): Diagnostic =>
    isSecret && one.code === "not-representable" ? { ...one, message: "the type of a value" } : one;
  const error = new KrmError(thrown.diagnostics.map(unquoted), { cause: thrown });
  return about(error, resource.describe(), location ?? resource.origin, `${what}: `);
}

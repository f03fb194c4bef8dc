import { about, type Diagnostic, KrmError, type Location } from "../diagnostics.ts";
import type { Resource } from "./resource.ts";

/**
 * What was thrown over a value of an object, told of that object: `what` says what cannot be done with it. Messages about
 * values quote them, and messages are posted for all to read, so those about Secrets do not.
 */
export function valueProblem(thrown: unknown, resource: Resource, what: string, location?: Location): unknown {
  if (!(thrown instanceof KrmError)) return thrown;
  const isSecret = resource.id.kind === "Secret";
  const unquoted = (one: Diagnostic): Diagnostic =>
    isSecret && one.code === "not-representable" ? { ...one, message: "the type of a value" } : one;
  const error = new KrmError(thrown.diagnostics.map(unquoted), { cause: thrown });
  return about(error, resource.describe(), location ?? resource.origin, `${what}: `);
}

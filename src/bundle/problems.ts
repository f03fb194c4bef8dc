/** Errors about a bundle. */
import { failure, KrmError } from "../diagnostics.ts";

/** @param name the bundle, as a message names it @param what the rest of a sentence: `it has no bundle.json` */
export type Refuse = (what: string, cause?: unknown) => KrmError;

/** Makes the errors about one bundle, with the code `bundle-invalid`. */
export function refuserOf(name: string): Refuse {
  return (what, cause) =>
    failure("bundle-invalid", `the bundle ${name} cannot be used: ${what}`, {
      hint: "Upload the output directory of krm-render as it is, with all of its files and no others.",
      cause,
    });
}

/** Turns errors of the system into those of the bundle. */
export function guarded<T>(refuse: Refuse, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw thrown instanceof KrmError ? thrown : refuse(reasonOf(thrown), thrown);
  }
}

/** Why the system, or a library, did not do something. */
export function reasonOf(thrown: unknown): string {
  return (thrown as Partial<Error> | undefined)?.message ?? String(thrown);
}

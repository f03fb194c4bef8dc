/** Work whose failure does not end the run. */
import { type Diagnostic, diagnosticsOf } from "../diagnostics.ts";

/** Adds a failure to `problems` and goes on: the other ways to present the result may still work. */
export async function keepGoing<T>(problems: Diagnostic[], work: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (thrown) {
    problems.push(...diagnosticsOf(thrown));
    return undefined;
  }
}

/** Does the work of one build within its limits of time and memory, and keeps values of Secrets out of its messages. */
import { type Budget, type MemoryPool, openBudget } from "../budget/index.ts";
import { diagnosticsOf, KrmError, LimitError } from "../diagnostics.ts";
import type { TreeRecord } from "../sources/tree.ts";
import type { SecretTexts } from "../text/index.ts";
import { isOverflow, nestedTooDeep } from "./context/index.ts";
import { withoutSecrets } from "./message-secrets.ts";

interface Limits {
  /** The directory, or what else is built, in messages. */
  readonly file: string;
  readonly pool: MemoryPool;
  /** See `OneBuild`. */
  readonly builds: number;
  readonly timeoutSeconds: number | undefined;
  /** Gets told if the build is stopped: it then lacks what the build would have asked. */
  readonly record: TreeRecord | undefined;
}

/** The means of one build. */
export interface LimitedWork {
  readonly budget: Budget;
  /** Fires when the build ends, also if its time is up. */
  readonly ended: AbortSignal;
  readonly secrets: SecretTexts;
}

/** @throws KrmError that the work throws, without values of Secrets; `build-timeout`, `build-too-large`, `nested-too-deep` */
export async function limitedWork<T>(
  { file, pool, builds, timeoutSeconds, record }: Limits,
  secrets: SecretTexts,
  work: (means: LimitedWork) => Promise<T>,
): Promise<T> {
  const budget = budgetOf(file, timeoutSeconds, pool, builds);
  const end = new AbortController();
  try {
    return await work({ budget, ended: end.signal, secrets });
  } catch (thrown) {
    if (budget.refusal !== undefined) {
      record?.markIncomplete("its build was stopped");
      throw budget.refusal;
    }
    if (isOverflow(thrown)) throw nestedTooDeep({ file }, thrown);
    // An error of the JavaScript engine, such as a text that is too long, does not say which build it is about.
    if (thrown instanceof RangeError) {
      throw new KrmError(
        diagnosticsOf(thrown).map((one) => ({ ...one, file })),
        { cause: thrown },
      );
    }
    throw thrown instanceof KrmError ? withMasked(thrown, secrets) : thrown;
  } finally {
    budget.close();
    end.abort(ENDED);
  }
}

/** Without a reason, each signal makes an error of its own. */
const ENDED = new Error("the work has ended");

function withMasked(thrown: KrmError, secrets: SecretTexts): KrmError {
  const diagnostics = withoutSecrets(thrown.diagnostics, secrets);
  return diagnostics === thrown.diagnostics ? thrown : new KrmError(diagnostics, { cause: thrown });
}

function budgetOf(file: string, seconds: number | undefined, pool: MemoryPool, builds: number): Budget {
  return openBudget({
    seconds,
    late: () =>
      new LimitError("build-timeout", `the build of ${file} was stopped: it takes more than ${seconds} seconds`, {
        file,
        hint: "Look for content that is repeated many times and for slow servers, or allow more time: --timeout, in the action the settings timeout and total-timeout.",
      }),
    memory: pool.share(builds),
    tooLarge: () =>
      new LimitError(
        "build-too-large",
        `the build of ${file} was stopped: it takes more memory than this machine has for it`,
        {
          file,
          hint: `All builds together may take ${Math.floor(pool.limit / 1024 ** 2)} MiB here. Look for content that multiplies itself, such as bases that each include two others, or use a machine with more memory.`,
        },
      ),
  });
}

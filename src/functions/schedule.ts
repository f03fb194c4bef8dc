/** When programs run: a few at a time, and equal work once (docs/specification/function-limits.md 3.1, 3.3). */
import { createHash } from "node:crypto";
import type { Program, ProgramOutcome } from "./program.ts";

/** Of outputs: enough for what base and head have in common. */
const MAX_KEPT_BYTES = 128 * 1024 * 1024;

export interface Schedule {
  /**
   * @param identity what makes two calls the same, beside their input; nothing that differs may be left out
   * @param account is asked before, and told after, the program really runs
   */
  run(program: Program, identity: readonly unknown[], stdin: string, account?: Account): Promise<ProgramOutcome>;
  /** Waits for what still runs. */
  settled(): Promise<void>;
}

export interface Account {
  /** May throw, for a call that is not to be made. */
  begin(): void;
  /** Without the time in which it waited for its turn. */
  end(milliseconds: number): void;
}

/** Of what was still waiting. */
const UNWANTED: ProgramOutcome = {
  stdout: new Uint8Array(),
  stderr: "",
  exitCode: undefined,
  problem: "killed",
  detail: "nobody waits for it any more",
};

/** @param signal ends what runs, and what waits */
export function createSchedule(concurrency: number, signal: AbortSignal): Schedule {
  const outcomes = new Map<string, Promise<ProgramOutcome>>();
  const waiting: (() => void)[] = [];
  const unfinished = new Set<Promise<unknown>>();
  let running = 0;
  let kept = 0;

  async function inTurn(program: Program, stdin: string, account: Account | undefined): Promise<ProgramOutcome> {
    if (running >= concurrency) await new Promise<void>((go) => waiting.push(go));
    else running++;
    const start = performance.now();
    try {
      return signal.aborted ? UNWANTED : await program.run({ stdin, signal });
    } finally {
      account?.end(performance.now() - start);
      // Whoever waits takes over the place.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  }

  function keep({ stdout }: ProgramOutcome): void {
    kept += stdout.length;
    if (kept <= MAX_KEPT_BYTES) return;
    outcomes.clear();
    kept = 0;
  }

  return {
    run(program, identity, stdin, account) {
      const key = createHash("sha256").update(JSON.stringify(identity)).update("\0").update(stdin).digest("hex");
      let outcome = outcomes.get(key);
      if (outcome === undefined) {
        account?.begin();
        outcome = inTurn(program, stdin, account);
        outcomes.set(key, outcome);
        const work = outcome.then(keep, () => void outcomes.delete(key)).finally(() => unfinished.delete(work));
        unfinished.add(work);
      }
      return outcome;
    },
    async settled() {
      await Promise.all(unfinished);
    },
  };
}

/** Lets at most so much work run at a time. The work that waits longest is next. */
export function createTurns(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= max) await new Promise<void>((go) => waiting.push(go));
    else running++;
    try {
      return await work();
    } finally {
      // The work that waits takes over this turn.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}

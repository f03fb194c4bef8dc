/** Makes equal calls once, and ends a call that nobody waits for any more. */

interface Call<T> {
  readonly ending: AbortController;
  readonly result: Promise<T>;
  /** The number of callers that have not given up. */
  waiting: number;
}

export class SharedCalls<T> {
  readonly #calls = new Map<string, Call<T>>();
  readonly #signal: AbortSignal;

  /** @param signal ends all calls */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Forgets all results. */
  clear(): void {
    this.#calls.clear();
  }

  /**
   * The result of the call with this key. Pending calls are shared. Results are kept, failures are not.
   * @param caller fires when the caller gives up; never, if absent
   * @param make gets a signal that fires when all callers have given up
   */
  result(key: string, caller: AbortSignal | undefined, make: (signal: AbortSignal) => Promise<T>): Promise<T> {
    let call = this.#calls.get(key);
    if (call === undefined || call.ending.signal.aborted) call = this.#start(key, make);
    join(call, caller);
    return call.result;
  }

  #start(key: string, make: (signal: AbortSignal) => Promise<T>): Call<T> {
    const ending = new AbortController();
    const call = { ending, result: make(AbortSignal.any([this.#signal, ending.signal])), waiting: 0 };
    this.#calls.set(key, call);
    call.result.catch(() => {
      if (this.#calls.get(key) === call) this.#calls.delete(key);
    });
    return call;
  }
}

function join<T>(call: Call<T>, caller: AbortSignal | undefined): void {
  call.waiting++;
  if (caller === undefined) return;
  const leave = (): void => {
    call.waiting--;
    if (call.waiting === 0) call.ending.abort();
  };
  if (caller.aborted) return leave();
  caller.addEventListener("abort", leave, { once: true });
  const stay = (): void => caller.removeEventListener("abort", leave);
  call.result.then(stay, stay);
}

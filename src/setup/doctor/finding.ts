/** What a check found out. */

/** `problem` keeps a run from working, `warning` from doing all that it could. */
export type Status = "ok" | "warning" | "problem";

export interface Finding {
  readonly status: Status;
  /** One sentence without a full stop. */
  readonly message: string;
  /** What to do; absent if the status is ok. */
  readonly remedy?: string;
}

export function ok(message: string): Finding {
  return { status: "ok", message };
}

export function warning(message: string, remedy: string): Finding {
  return { status: "warning", message, remedy };
}

export function problem(message: string, remedy: string): Finding {
  return { status: "problem", message, remedy };
}

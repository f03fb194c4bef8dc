/** Errors of the system in messages. */

/** What went wrong, without the call and the path that Node adds. */
export function reasonOf(error: unknown): string {
  return (error as Error).message.replace(/, [a-z]+(?: '.*')?$/s, "");
}

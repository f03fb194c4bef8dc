/** Reads the fields of answers, which may come from a proxy or be an error page. */

/** The fields of an object; none for anything else. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** The client reads integers beyond 2^53 as BigInt; no id is that large. */
export function idOf(value: unknown): number | undefined {
  return typeof value === "number" || typeof value === "bigint" ? Number(value) : undefined;
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** @throws Error that the answer is not `what` */
export function listOf(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error(`the answer is not ${what}`);
  return value;
}

/** JSON with the keys of maps in order, so that equal data has equal text. */
export function stableJson(data: unknown): string {
  return JSON.stringify(data, (_key, part: unknown) => {
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    const sorted = Object.create(null) as Record<string, unknown>;
    for (const key of Object.keys(part).sort()) sorted[key] = (part as Record<string, unknown>)[key];
    return sorted;
  });
}

/** Splits the texts of inputs. */

/** Reads `toJSON(matrix)`, which is `null` where a job has no matrix. Other programs than the runner may leave no JSON. */
export function matrixValues(json: string): string[] {
  try {
    const values: unknown[] = Object.values((JSON.parse(json) ?? {}) as object);
    return values.map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
  } catch {
    return [];
  }
}

/** One entry a line. A line that begins with `#` is a comment. */
export function lines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}

/** Splits at line ends and commas, but not at commas inside the braces or brackets of a glob. */
export function splitPatterns(text: string): string[] {
  const patterns: string[] = [];
  let depth = 0;
  let current = "";
  for (const character of text) {
    if ("{[(".includes(character)) depth++;
    if ("}])".includes(character)) depth = Math.max(0, depth - 1);
    if (character === "\n" || (character === "," && depth === 0)) {
      patterns.push(current.trim());
      current = "";
      depth = 0;
    } else {
      current += character;
    }
  }
  patterns.push(current.trim());
  return patterns.filter((pattern) => pattern !== "");
}

/** JSON for people who compare two versions of it: what fits on a line stays on one. */

const WIDTH = 140;

export function readableJson(value: unknown): string {
  return `${lines(value, "", "")}\n`;
}

/** @param before what stands on the same line, behind the indentation */
function lines(value: unknown, indentation: string, before: string): string {
  const line = indentation + before + JSON.stringify(value, null, 1).replaceAll(/\n */g, " ");
  if (line.length <= WIDTH || typeof value !== "object" || value === null) return line;
  const inner = `${indentation}  `;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const items = Array.isArray(value)
    ? value.map((item) => lines(item, inner, ""))
    : Object.entries(value).map(([key, item]) => lines(item, inner, `${JSON.stringify(key)}: `));
  return `${indentation}${before}${open}\n${items.join(",\n")}\n${indentation}${close}`;
}

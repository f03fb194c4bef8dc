/** Writes the YAML that random tests are made of: block style, with scalars taken as they are. */

/** A literal block; the last line ends in a line break. */
export class Lines {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Strings are YAML tokens, quotes included; an absent value leaves its key out. */
export type Yaml = string | Lines | readonly Yaml[] | { readonly [key: string]: Yaml | undefined };

export function yamlText(value: Yaml): string {
  return `${lines(value).join("\n")}\n`;
}

export function documentsText(documents: readonly Yaml[]): string {
  return documents.map(yamlText).join("---\n");
}

function lines(value: Yaml): string[] {
  if (typeof value === "string") return [value];
  if (value instanceof Lines)
    return [
      "|",
      ...value.text
        .trimEnd()
        .split("\n")
        .map((line) => `  ${line}`),
    ];
  if (isList(value)) {
    if (value.length === 0) return ["[]"];
    return value.flatMap((item) => {
      const [first = "", ...rest] = lines(item);
      return [`- ${first}`, ...rest.map((line) => `  ${line}`)];
    });
  }
  const entries = Object.entries(value).filter((entry): entry is [string, Yaml] => entry[1] !== undefined);
  if (entries.length === 0) return ["{}"];
  return entries.flatMap(([key, child]) => {
    const text = lines(child);
    if (text.length === 1 && !isCollection(child)) return [`${key}: ${text[0]}`];
    if (child instanceof Lines) return [`${key}: |`, ...text.slice(1)];
    if (text[0] === "[]" || text[0] === "{}") return [`${key}: ${text[0]}`];
    return [`${key}:`, ...text.map((line) => `  ${line}`)];
  });
}

function isList(value: Yaml): value is readonly Yaml[] {
  return Array.isArray(value);
}

function isCollection(value: Yaml): boolean {
  return typeof value !== "string" && !(value instanceof Lines);
}

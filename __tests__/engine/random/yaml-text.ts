/** Writes the YAML of random tests. Scalars are written unchanged. */
import type { Draw } from "./draw.ts";

/** A block scalar with the given header, `|` by default. The text is written unchanged, including its end. */
export class Lines {
  readonly text: string;
  readonly header: string;

  constructor(text: string, header = "|") {
    this.text = header === "|" ? text.trimEnd() : text;
    this.header = header;
  }
}

/** Strings are YAML tokens, quotes and anchors included; an absent value leaves its key out. */
export type Yaml = string | Lines | readonly Yaml[] | { readonly [key: string]: Yaml | undefined };

export function yamlText(value: Yaml): string {
  return `${lines(value, PLAIN).join("\n")}\n`;
}

export function documentsText(documents: readonly Yaml[]): string {
  return documents.map(yamlText).join("---\n");
}

/** The style of one file. Each function is called for every node. */
interface Style {
  readonly indent: string;
  /** Whether lists are indented below their keys. */
  readonly isListIndented: boolean;
  readonly inFlow: () => boolean;
  readonly comment: () => string;
  readonly scalar: (token: string) => string;
}

const PLAIN: Style = {
  indent: "  ",
  isListIndented: true,
  inFlow: () => false,
  comment: () => "",
  scalar: (token) => token,
};

/** The same documents as a person might write them: in flow style, with comments, quotes, CRLF and the like. */
export function styledText(draw: Draw, documents: readonly Yaml[]): string {
  const comments = draw.once(2);
  const style: Style = {
    indent: draw.of("  ", "  ", "    "),
    isListIndented: draw.once(2),
    inFlow: () => draw.once(8),
    comment: () => (comments && draw.once(6) ? draw.of(" # why", " #", "  # a: b") : ""),
    scalar: (token) =>
      WORD.test(token) && !SPECIAL.test(token) && draw.once(6) ? draw.of(`"${token}"`, `'${token}'`) : token,
  };
  const start = draw.of("", "", "---\n", "# head\n", "# head\n---\n", "\n");
  const between = draw.of(
    "---\n",
    "---\n",
    "--- # next\n",
    "\n---\n\n",
    "---\n# none\n---\n",
    "--- \t\n",
    "---\n---\nnull\n---\n",
  );
  const foot = draw.of("", "", "---\n", "# foot\n", "\n\n", "...\n", "---\n# none\n", "  \n", "---");
  const body = start + documents.map((value) => `${lines(value, style).join("\n")}\n`).join(between);
  // In kustomize a comment adds a line break to a text that keeps those above it.
  const end = /\n *\n$/.test(body) && foot.startsWith("#") ? "" : foot;
  const whole = body + end;
  const text = `${draw.once(15) ? "\ufeff" : ""}${draw.once(15) && end === "" ? whole.trimEnd() : whole}`;
  return draw.once(8) ? text.replaceAll("\n", "\r\n") : text;
}

const WORD = /^[a-zA-Z][\w./-]*$/;
const SPECIAL = /^(?:true|false|null|y|n|yes|no|on|off)$/i;

function lines(value: Yaml, style: Style): string[] {
  if (typeof value === "string") return [style.scalar(value)];
  if (value instanceof Lines)
    return [value.header, ...value.text.split("\n").map((line) => (line === "" ? "" : style.indent + line))];
  if (isEmpty(value)) return [isList(value) ? "[]" : "{}"];
  if (isList(value)) {
    return value.flatMap((item) => {
      const [first = "", ...rest] = lines(item, style);
      return [`- ${first}`, ...rest.map((line) => (line === "" ? "" : `  ${line}`))];
    });
  }
  return entriesOf(value).flatMap(([key, child]) => field(key, child, style));
}

function field(key: string, child: Yaml, style: Style): string[] {
  if (isCollection(child) && !isEmpty(child) && !holdsLines(child) && style.inFlow()) return [`${key}: ${flow(child)}`];
  const text = lines(child, style);
  const [first = ""] = text;
  if (child instanceof Lines) return [`${key}: ${first}`, ...text.slice(1)];
  if (!isCollection(child) || isEmpty(child)) return [`${key}: ${first}${style.comment()}`];
  const indent = isList(child) && !style.isListIndented ? "" : style.indent;
  return [`${key}:${style.comment()}`, ...text.map((line) => (line === "" ? "" : indent + line))];
}

function flow(value: Yaml): string {
  if (typeof value === "string") return value;
  if (isList(value)) return `[${value.map(flow).join(", ")}]`;
  return `{${entriesOf(value as { readonly [key: string]: Yaml | undefined })
    .map(([key, child]) => `${key}: ${flow(child)}`)
    .join(", ")}}`;
}

function holdsLines(value: Yaml): boolean {
  if (typeof value === "string") return /[,[\]{}]/.test(value.replace(/^[[{]|[\]}]$/g, "")) && !/^["'[{]/.test(value);
  return value instanceof Lines || Object.values(value).some((child) => child !== undefined && holdsLines(child));
}

function entriesOf(value: { readonly [key: string]: Yaml | undefined }): [string, Yaml][] {
  return Object.entries(value).filter((entry): entry is [string, Yaml] => entry[1] !== undefined);
}

function isEmpty(value: Yaml): boolean {
  return isCollection(value) && Object.values(value as object).every((child) => child === undefined);
}

function isList(value: Yaml): value is readonly Yaml[] {
  return Array.isArray(value);
}

function isCollection(value: Yaml): boolean {
  return typeof value !== "string" && !(value instanceof Lines);
}

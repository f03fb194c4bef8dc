/** The syntax of variables within texts; docs/specification/variables.md 3.2. */

/** A text, or the name of a variable that stands at its place. */
export type TextPart = { readonly text: string } | { readonly name: string };

/** The parts of a text: `$(NAME)` is a variable, `$$` a dollar, and a dollar before anything else is itself. */
export function parseVariableText(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let literal = "";
  let rest = 0;
  // Looked for once: where no parenthesis closes, none does further on.
  let closes = true;
  for (let at = text.indexOf("$"); at >= 0 && at + 1 < text.length; at = text.indexOf("$", rest)) {
    const next = text.charAt(at + 1);
    const end: number = next === "(" && closes ? text.indexOf(")", at) : -1;
    if (next === "(") closes = end >= 0;
    literal += text.slice(rest, at);
    if (end >= 0) {
      if (literal !== "") parts.push({ text: literal });
      parts.push({ name: text.slice(at + 2, end) });
      literal = "";
      rest = end + 1;
    } else {
      literal += next === "$" ? "$" : `$${next}`;
      rest = at + 2;
    }
  }
  literal += text.slice(rest);
  if (literal !== "") parts.push({ text: literal });
  return parts;
}

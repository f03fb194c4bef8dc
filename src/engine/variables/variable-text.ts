/** The syntax of variables in texts; docs/specification/variables.md 3.2. */

/** A part of a text: literal text, or the name of a variable. */
export type TextPart = { readonly text: string } | { readonly name: string };

/** Splits a text: `$(NAME)` is a variable, and `$$` is a dollar. A dollar before other characters stays. */
export function parseVariableText(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let literal = "";
  let rest = 0;
  // If there is no closing parenthesis, later searches are skipped.
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

/** The functions that Argo CD adds for names: `normalize` and `slugify`. */
import { fixed, type GoFunction, variadic } from "../execution/function.ts";
import { refusal } from "../template-error.ts";
import { charactersOf, lowerCharacter } from "../values/characters.ts";
import { GoInteger } from "../values/values.ts";

/** The longest name of an object in Kubernetes. */
const MAX_NAME = 253;

/** A text as a name of an object: small letters, digits, dashes and dots. */
function normalized(bytes: string): string {
  const name = charactersOf(bytes)
    .map((character) => (/^[-a-z0-9.]$/.test(lowerCharacter(character)) ? lowerCharacter(character) : "-"))
    .join("");
  return trimmed(name.slice(0, MAX_NAME), "-.");
}

function trimmed(text: string, cut: string): string {
  let [start, end] = [0, text.length];
  while (start < end && cut.includes(text[start] as string)) start++;
  while (start < end && cut.includes(text[end - 1] as string)) end--;
  return text.slice(start, end);
}

/** A name as a part of a URL, with so many characters at most. @param isSmart cuts at a dash if there is one */
function slug(name: string, limit: number, isSmart: boolean): string {
  let text = name;
  if (!isSmart && text.length >= limit) {
    if (limit < 0) throw refusal(`a text cannot have ${limit} characters`);
    text = text.slice(0, limit);
  }
  text = trimmed(text.replace(/[^a-zA-Z0-9\-_]+|-+/g, "-").replace(/-+/g, "-"), "-_");
  if (!isSmart || limit <= 0 || text.length <= limit) return text;
  const dash = text.lastIndexOf("-", limit);
  return text.slice(0, dash < 0 ? limit : dash);
}

export const NAMES: Readonly<Record<string, GoFunction>> = {
  normalize: fixed(["string"], function (text) {
    this.effort.spend(text.length);
    return normalized(text);
  }),
  // The name comes last, behind its greatest length and whether to cut at a dash.
  slugify: variadic([], "any", function (...args) {
    const name = args.length === 0 ? "" : args.pop();
    const [limit = new GoInteger(50), isSmart = true] = args;
    if (
      typeof name !== "string" ||
      !(limit instanceof GoInteger) ||
      limit.type !== "int" ||
      typeof isSmart !== "boolean"
    )
      throw refusal("slugify takes a length, whether to cut at a dash, and a name");
    this.effort.spend(name.length);
    return slug(normalized(name), Number(limit.value), isSmart);
  }),
};

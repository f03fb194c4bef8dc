/** The words for texts of one line that no pattern accepts. */
import { quote } from "../documents/index.ts";

export interface TextFault {
  readonly problem: string;
  readonly hint: string;
}

/** Describes a text that is to be one line, not empty, at most 500 characters. */
export function plainText(text: string): TextFault {
  const hint = "Write a name or a path in one line, with `*` for any characters.";
  if (text === "" || text === "/") return { problem: text === "" ? "is empty" : "names no field", hint };
  if (text.includes("\n")) return { problem: "has more than one line", hint };
  if (text.length > 500) return { problem: "has more than 500 characters", hint };
  return { problem: `begins with a blank: ${quote(text)}`, hint };
}

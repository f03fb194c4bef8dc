/** Skips blanks, line breaks and comments between two tokens. */
import { isBlank, isBreak } from "../nodes/index.ts";
import type { Cursor } from "./cursor.ts";
import type { Tokens } from "./tokens.ts";

/** How many characters go-yaml v3 looks ahead for the next comment. */
const COMMENT_REACH = 512;

export interface GapRules {
  /** Start of the line on which the last token ended. A comment on that line belongs to the token. */
  tokenLine: number;
  /** True if tabs may separate tokens here. They may not where a key may begin. */
  tabs: boolean;
  /** True if tabs are allowed after a line break, as inside brackets. */
  tabsAfterBreak: boolean;
  /** True if lines between two comments may contain tabs, which go-yaml v3 allows. */
  readonly tabsAmongComments: boolean;
}

/** Moves the cursor to the next token. Returns whether it passed the end of a line. */
export function skipGap(cursor: Cursor, tokens: Tokens, rules: GapRules): boolean {
  const { text } = cursor;
  let { tabs } = rules;
  let broken = false;
  while (true) {
    let code = text.charCodeAt(cursor.position);
    while (code === 32 || (code === 9 && tabs)) code = text.charCodeAt(++cursor.position);
    if (code === 9 && rules.tokenLine === cursor.lineStart) code = skipToComment(cursor, rules, false);
    while (code === 35) {
      const end = cursor.lineEnd(cursor.position);
      if (rules.tokenLine === cursor.lineStart) tokens.comment(text.slice(cursor.position, end));
      cursor.position = end;
      code = skipToComment(cursor, rules, true);
    }
    if (!isBreak(code)) return broken;
    cursor.takeBreak();
    broken = true;
    tabs = rules.tabsAfterBreak;
  }
}

/**
 * Moves the cursor to the next comment, if only blanks come before it (if `far`, also breaks). Returns the character at
 * the cursor.
 */
function skipToComment(cursor: Cursor, rules: GapRules, far: boolean): number {
  const { text, position } = cursor;
  if (rules.tabsAmongComments) {
    let at = position;
    const limit = position + COMMENT_REACH;
    while (at < limit && (isBlank(text.charCodeAt(at)) || (far && isBreak(text.charCodeAt(at))))) at++;
    while (at < limit && text.charCodeAt(at) === 35 && cursor.position < at) {
      if (isBreak(text.charCodeAt(cursor.position))) cursor.takeBreak();
      else cursor.position++;
    }
  }
  return text.charCodeAt(cursor.position);
}

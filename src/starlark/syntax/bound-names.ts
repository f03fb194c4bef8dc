/** Finds the names that statements assign. */
import type { Expression, Statement } from "./syntax.ts";

/** The names that statements assign, except in functions and comprehensions. */
export function* boundNames(statements: readonly Statement[]): Generator<string> {
  for (const statement of statements) {
    if (statement.kind === "def") yield statement.name.name;
    else if (statement.kind === "assign") yield* targetNames(statement.target);
    else if (statement.kind === "while") yield* boundNames(statement.body);
    else if (statement.kind === "for") {
      yield* targetNames(statement.target);
      yield* boundNames(statement.body);
    } else if (statement.kind === "if") {
      yield* boundNames(statement.yes);
      yield* boundNames(statement.no);
    }
  }
}

/** The names in the target of an assignment or a loop. */
export function* targetNames(target: Expression): Generator<string> {
  if (target.kind === "name") yield target.name;
  else if (target.kind === "parentheses") yield* targetNames(target.x);
  else if (target.kind === "tuple" || target.kind === "list") for (const item of target.items) yield* targetNames(item);
}

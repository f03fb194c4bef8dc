/** Compiles binary operators, with fast paths for the most frequent types. */
import type { Expression } from "../syntax/syntax.ts";
import { equal as areEqual } from "../values/comparison.ts";
import { binary, concatTexts } from "../values/operators.ts";
import { Dict, type Value } from "../values/values.ts";
import type { Context } from "./context.ts";
import type { Evaluate } from "./frame.ts";

const MAX = Number.MAX_SAFE_INTEGER;

export function compileBinary(expression: Expression & { kind: "binary" }, context: Context): Evaluate {
  const { operator, at } = expression;
  const x = context.expression(expression.x);
  const y = context.expression(expression.y);
  switch (operator) {
    case "+":
      return (frame) => {
        const a = x(frame);
        const b = y(frame);
        if (typeof a === "number" && typeof b === "number") {
          const sum = a + b;
          if (sum <= MAX && sum >= -MAX) return sum;
        }
        frame.at = at;
        if (typeof a === "string" && typeof b === "string") return concatTexts(frame.thread, a, b);
        return binary(frame.thread, operator, a, b);
      };
    case "-":
      return (frame) => {
        const a = x(frame);
        const b = y(frame);
        if (typeof a === "number" && typeof b === "number") {
          const difference = a - b;
          if (difference <= MAX && difference >= -MAX) return difference;
        }
        frame.at = at;
        return binary(frame.thread, operator, a, b);
      };
    case "==":
    case "!=": {
      const positive = operator === "==";
      return (frame) => {
        const a = x(frame);
        const b = y(frame);
        if (typeof a === "number" && typeof b === "number") return (a === b) === positive;
        if (a === null || typeof a === "boolean") return (a === b) === positive;
        if (typeof a === "string") return areEqual(frame.thread, a, b) === positive;
        frame.at = at;
        return binary(frame.thread, operator, a, b);
      };
    }
    case "<":
    case "<=":
    case ">":
    case ">=":
      return compileOrder(operator, x, y, at);
    case "in":
    case "not in": {
      const positive = operator === "in";
      return (frame) => {
        const a = x(frame);
        const b = y(frame);
        if (typeof a === "string" && b instanceof Dict) return (b.get(frame.thread, a) !== undefined) === positive;
        frame.at = at;
        return binary(frame.thread, operator, a, b);
      };
    }
    default:
      return (frame) => {
        const a: Value = x(frame);
        const b: Value = y(frame);
        frame.at = at;
        return binary(frame.thread, operator, a, b);
      };
  }
}

function compileOrder(operator: "<" | "<=" | ">" | ">=", x: Evaluate, y: Evaluate, at: number): Evaluate {
  const [less, equal, greater] = [operator.startsWith("<"), operator.endsWith("="), operator.startsWith(">")];
  return (frame) => {
    const a = x(frame);
    const b = y(frame);
    if (typeof a === "number" && typeof b === "number") return a < b ? less : a > b ? greater : equal;
    frame.at = at;
    return binary(frame.thread, operator, a, b);
  };
}

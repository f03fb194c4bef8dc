/** Functions that choose among values, and those that tell what a value is. */
import { fixed, type GoFunction, variadic } from "../execution/function.ts";
import { refusal } from "../template-error.ts";
import { toText } from "../values/data.ts";
import { isDeepEqual } from "../values/equality.ts";
import { isTrue, kindName, typeName } from "../values/values.ts";

const isType = fixed(["string", "any"], (name, value) => name === typeName(value));

export const CHOICES: Readonly<Record<string, GoFunction>> = {
  default: variadic(["any"], "any", (otherwise, ...given) => (isTrue(given[0]) ? given[0] : otherwise)),
  empty: fixed(["any"], (value) => !isTrue(value)),
  coalesce: variadic([], "any", (...values) => values.find(isTrue) ?? null),
  all: variadic([], "any", (...values) => values.every(isTrue)),
  any: variadic([], "any", (...values) => values.some(isTrue)),
  ternary: fixed(["any", "any", "bool"], (one, other, condition) => (condition ? one : other)),
  fail: fixed(["string"], (message) => {
    throw refusal(toText(message));
  }),
  typeOf: fixed(["any"], (value) => typeName(value)),
  typeIs: isType,
  typeIsLike: fixed(["string", "any"], (name, value) => [name, `*${name}`].includes(typeName(value))),
  kindOf: fixed(["any"], (value) => kindName(value)),
  kindIs: fixed(["string", "any"], (name, value) => name === kindName(value)),
  deepEqual: fixed(["any", "any"], function (one, other) {
    return isDeepEqual(one, other, this.effort);
  }),
};

/** Functions on numbers. Whole numbers have 64 bits, and go round when they do not fit. */
import { fixed, type GoFunction, variadic } from "../execution/function.ts";
import { sprint } from "../formatting/print.ts";
import { refusal } from "../template-error.ts";
import { parseInt64 } from "../values/numbers.ts";
import { GoInteger, type GoValue } from "../values/values.ts";
import { toFloat64, toInt64 } from "./conversions.ts";
import { calculate, decimalOf, type Operation, toFloat } from "./decimals.ts";

const int64 = (value: bigint): GoInteger => new GoInteger(value, "int64");

function folded(operation: (one: bigint, other: bigint) => bigint): GoFunction {
  return variadic(["any"], "any", (start, ...others) =>
    int64(others.reduce((result, value) => BigInt.asIntN(64, operation(result, toInt64(value))), toInt64(start))),
  );
}

function onTwo(operation: (one: bigint, other: bigint) => bigint): GoFunction {
  return fixed(["any", "any"], (one, other) => int64(operation(toInt64(one), toInt64(other))));
}

function decimal(operation: Operation): GoFunction {
  return variadic(["any"], "any", function (start, ...others) {
    const first = decimalOf(toFloat64(start));
    return toFloat(
      others.reduce((result, value) => calculate(result, decimalOf(toFloat64(value)), operation, this.effort), first),
    );
  });
}

function onFloats(choose: (one: number, other: number) => number): GoFunction {
  return variadic(["any"], "any", (first, ...others) =>
    others.reduce((result: number, value) => choose(result, toFloat64(value)), toFloat64(first)),
  );
}

function divisor(value: bigint): bigint {
  if (value === 0n) throw refusal("a number cannot be divided by zero");
  return value;
}

/** Ten to a power, rounded in each step as Go's math.Pow does. */
function powerOfTen(exponent: number): number {
  let [mantissa, binary] = [1, 0];
  let [factor, shift] = [10 / 16, 4];
  for (let left = Math.min(Math.abs(exponent), 10_000); left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) {
      mantissa *= factor;
      binary += shift;
    }
    factor *= factor;
    shift *= 2;
    if (factor < 0.5) {
      factor *= 2;
      shift--;
    }
  }
  const power = exponent < 0 ? 1 / mantissa : mantissa;
  const scale = exponent < 0 ? -binary : binary;
  // In two steps, because the scale alone can be out of range.
  return power * 2 ** Math.trunc(scale / 2) * 2 ** (scale - Math.trunc(scale / 2));
}

const max = folded((one, other) => (other > one ? other : one));
const addf = decimal("add");

const round = variadic(["any", "int"], "float64", (value: GoValue, places: number, ...options: number[]) => {
  const [limit = 0.5] = options;
  const power = powerOfTen(places);
  const shifted = power * toFloat64(value);
  return (shifted - Math.trunc(shifted) >= limit ? Math.ceil(shifted) : Math.floor(shifted)) / power;
});

export const NUMBERS: Readonly<Record<string, GoFunction>> = {
  int: fixed(["any"], (value) => new GoInteger(toInt64(value))),
  int64: fixed(["any"], (value) => int64(toInt64(value))),
  float64: fixed(["any"], toFloat64),
  toDecimal: fixed(["any"], function (value) {
    return int64(parseInt64(sprint([value], this.effort), 8) ?? 0n);
  }),
  add1: fixed(["any"], (value) => int64(toInt64(value) + 1n)),
  add: variadic([], "any", (...values) => int64(values.reduce((sum: bigint, value) => sum + toInt64(value), 0n))),
  sub: onTwo((one, other) => one - other),
  div: onTwo((one, other) => one / divisor(other)),
  mod: onTwo((one, other) => one % divisor(other)),
  mul: folded((one, other) => one * other),
  add1f: fixed(["any"], function (value) {
    return addf.run(this, [value, 1]);
  }),
  addf: variadic([], "any", function (...values) {
    return addf.run(this, [0, ...values]);
  }),
  subf: decimal("subtract"),
  divf: decimal("divide"),
  mulf: decimal("multiply"),
  biggest: max,
  max,
  min: folded((one, other) => (other < one ? other : one)),
  maxf: onFloats(Math.max),
  minf: onFloats(Math.min),
  ceil: fixed(["any"], (value) => Math.ceil(toFloat64(value))),
  floor: fixed(["any"], (value) => Math.floor(toFloat64(value))),
  round,
};

/** Scalars as the reference turns them into text where it wants text: map keys, and strings of lenient documents. */
import type { ScalarNode } from "../yaml/node.ts";
import type { Value } from "../yaml/value.ts";

/** The text of a number, boolean or string; undefined for null, which has none. */
export function textOf(node: ScalarNode, value: Value): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number") return node.tag === "!!float" ? floatText(value) : String(value);
  if (typeof value === "boolean" || typeof value === "bigint") return String(value);
  return undefined;
}

/** The shortest decimal that is the same single-precision number, with an exponent below 1e-4 and from 1e6 on. */
function floatText(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? ".nan" : value < 0 ? "-.inf" : ".inf";
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  let shortest = value.toExponential();
  for (let digits = 0; digits < 9; digits++) {
    const candidate = value.toExponential(digits);
    if (Math.fround(Number(candidate)) !== Math.fround(value)) continue;
    shortest = candidate;
    break;
  }
  const [mantissa = "", exponent = "0"] = shortest.split("e");
  const power = Number(exponent);
  if (power >= -4 && power < 6) return String(Number(shortest));
  return `${mantissa}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}

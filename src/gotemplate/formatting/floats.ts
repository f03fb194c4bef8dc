/** Prints float64 as Go's package strconv does. */

/** The digits of a number without its sign, and how many of them stand before the point: 0.DIGITS times ten to the `point`. */
interface Decimal {
  readonly digits: string;
  readonly point: number;
}

/** Digits behind the point, or digits in all for `g`; -1 for the fewest that tell the number from its neighbours. */
export type Precision = number;

/**
 * @param format as in `%e`, `%f`, `%g`, `%E` and `%G`
 * @param precision -1 for the fewest digits
 */
export function formatFloat(value: number, format: "e" | "E" | "f" | "g" | "G", precision: Precision): string {
  if (Number.isNaN(value)) return "NaN";
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  if (!Number.isFinite(value)) return `${sign || "+"}Inf`;
  const isShort = precision < 0;
  const exact = isShort ? shortest(Math.abs(value)) : exactly(Math.abs(value));
  switch (format) {
    case "f": {
      const rounded = isShort ? exact : round(exact, exact.point + precision);
      return sign + plain(rounded, isShort ? Math.max(rounded.digits.length - rounded.point, 0) : precision);
    }
    case "e":
    case "E": {
      const rounded = isShort ? exact : round(exact, precision + 1);
      return sign + scientific(rounded, isShort ? rounded.digits.length - 1 : precision, format);
    }
    default: {
      const wanted = isShort ? 6 : precision || 1;
      const rounded = isShort ? exact : round(exact, wanted);
      const { digits, point } = rounded;
      const limit = isShort ? 6 : wanted > digits.length && digits.length >= point ? digits.length : wanted;
      const exponent = point - 1;
      if (exponent < -4 || exponent >= limit)
        return sign + scientific(rounded, digits.length - 1, format === "g" ? "e" : "E");
      return sign + plain(rounded, Math.max(digits.length - point, 0));
    }
  }
}

const ZERO: Decimal = { digits: "0", point: 1 };

function shortest(value: number): Decimal {
  if (value === 0) return ZERO;
  const [mantissa = "", exponent = ""] = value.toExponential().split("e");
  return { digits: mantissa.replace(".", ""), point: Number(exponent) + 1 };
}

/** All digits of a number: each float64 has an end. */
function exactly(value: number): Decimal {
  if (value === 0) return ZERO;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const stored = Number(bits >> 52n);
  const mantissa = (bits & (2n ** 52n - 1n)) | (stored === 0 ? 0n : 2n ** 52n);
  const exponent = (stored === 0 ? 1 : stored) - 1075;
  const whole = exponent >= 0 ? mantissa << BigInt(exponent) : mantissa * 5n ** BigInt(-exponent);
  const digits = whole.toString();
  return { digits: digits.replace(/0+$/, ""), point: digits.length + Math.min(exponent, 0) };
}

/** Keeps so many digits; a half goes to the even neighbour. Zeros at the end are left out. */
function round({ digits, point }: Decimal, count: number): Decimal {
  if (count >= digits.length) return { digits, point };
  if (count < 0) return ZERO;
  const kept = digits.slice(0, count);
  const rest = digits.slice(count);
  const isOdd = count > 0 && Number(kept.at(-1)) % 2 === 1;
  const isUp = rest[0] === "5" && /^50*$/.test(rest) ? isOdd : (rest[0] as string) >= "5";
  if (!isUp) {
    const trimmed = kept.replace(/0+$/, "");
    return trimmed === "" ? ZERO : { digits: trimmed, point };
  }
  const raised = (BigInt(kept === "" ? "0" : kept) + 1n).toString().padStart(count, "0");
  return { digits: raised.replace(/0+$/, ""), point: point + (raised.length > count ? 1 : 0) };
}

function plain({ digits, point }: Decimal, behind: number): string {
  const isZero = digits === "0";
  const whole = isZero || point <= 0 ? "0" : digits.slice(0, point).padEnd(point, "0");
  if (behind === 0) return whole;
  const fraction = isZero
    ? ""
    : point < 0
      ? "0".repeat(Math.min(-point, behind)) + digits
      : digits.slice(Math.max(point, 0));
  return `${whole}.${fraction.slice(0, behind).padEnd(behind, "0")}`;
}

function scientific({ digits, point }: Decimal, behind: number, letter: "e" | "E"): string {
  const exponent = digits === "0" ? 0 : point - 1;
  const fraction = behind > 0 ? `.${digits.slice(1, behind + 1).padEnd(behind, "0")}` : "";
  const power = `${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
  return `${digits[0]}${fraction}${letter}${power}`;
}

/** Quantities of Kubernetes, such as `500m` or `1.5Gi`. k8s.io/apimachinery: pkg/api/resource/quantity.go */

/** A quantity may have no digits: Kubernetes reads `Gi` as zero. */
const FORM = /^(?=.)([+-]?)(\d*)(?:\.(\d*))?([numkMGTPE]|[KMGTPE]i|[eE][+-]?\d{1,10})?$/;
/** No useful quantity is longer, and BigInts of any size cost time. */
const MAX_LENGTH = 500;
const DECIMAL = ["n", "u", "m", "", "k", "M", "G", "T", "P", "E"];
const BINARY = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];
/** Larger amounts are taken for this one. */
const MAX_POWER = 1000;

/** Tells whether a text is a quantity. Takes time linear in it. */
export function isQuantity(text: string): boolean {
  return text.length <= MAX_LENGTH && FORM.test(text);
}

/** The amount in billionths, the smallest part that counts; smaller parts are rounded up. Undefined for what is no quantity. */
export function nanoUnits(text: string): bigint | undefined {
  const match = text.length > MAX_LENGTH ? null : FORM.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = "", fraction = "", suffix = ""] = match;
  const digits = BigInt(`${whole}${fraction}` || "0");
  const binary = BINARY.indexOf(suffix);
  const unit = /^[eE][+-]?\d/.test(suffix) ? Number(suffix.slice(1)) : (DECIMAL.indexOf(suffix) - 3) * 3;
  const power = (binary > 0 ? 0 : unit) - fraction.length + 9;
  const amount = scaled(digits * (binary > 0 ? 1024n ** BigInt(binary) : 1n), power);
  return sign === "-" ? -amount : amount;
}

/** An amount times a power of ten, rounded up. */
function scaled(digits: bigint, power: number): bigint {
  if (digits === 0n) return 0n;
  if (power > MAX_POWER) return 10n ** BigInt(MAX_POWER + MAX_LENGTH);
  if (power < -MAX_POWER) return 1n;
  if (power >= 0) return digits * 10n ** BigInt(power);
  const divisor = 10n ** BigInt(-power);
  return (digits + divisor - 1n) / divisor;
}

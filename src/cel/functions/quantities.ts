/** Quantities of Kubernetes, such as `500m` or `1Gi`. */
import { CelFailure } from "../failure.ts";
import type { Definition } from "./definition.ts";

/** Kubernetes takes a quantity without digits for 0. */
const FORM = /^(?=.)([+-]?)(\d*)(?:\.(\d*))?(n|u|m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei|[eE][+-]?\d{1,10})?$/;
const MAX_LENGTH = 500;
const DECIMAL = ["n", "u", "m", "", "k", "M", "G", "T", "P", "E"];
const BINARY = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];
const NANOS = 1_000_000_000n;
/** Larger amounts are taken for this one. */
const MAX_POWER = 1000;
const MAX_INTEGER = 2n ** 63n;

export class Quantity {
  /** In billionths, the smallest part that counts. */
  readonly #nanos: bigint;

  constructor(nanos: bigint) {
    this.#nanos = nanos;
  }

  get nanos(): bigint {
    return this.#nanos;
  }

  equals(other: unknown): boolean {
    return other instanceof Quantity && other.nanos === this.nanos;
  }
}

/** Reads a quantity. Undefined if it is none. */
export function parseQuantity(text: string): Quantity | undefined {
  const match = text.length > MAX_LENGTH ? null : FORM.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = "", fraction = "", suffix = ""] = match;
  const digits = BigInt(`${whole}${fraction}` || "0");
  const binary = BINARY.indexOf(suffix);
  const power =
    (/^[eE][+-]?\d/.test(suffix) ? Number(suffix.slice(1)) : binary > 0 ? 0 : (DECIMAL.indexOf(suffix) - 3) * 3) -
    fraction.length +
    9;
  const factor = binary > 0 ? 1024n ** BigInt(binary) : 1n;
  const amount = capped(digits * factor, power);
  return new Quantity(sign === "-" ? -amount : amount);
}

/** An amount times a power of ten: parts below a billionth are rounded up. */
function capped(digits: bigint, power: number): bigint {
  if (digits === 0n) return 0n;
  if (power > MAX_POWER) return 10n ** BigInt(MAX_POWER + MAX_LENGTH);
  if (power < -MAX_POWER) return 1n;
  const divisor = power < 0 ? 10n ** BigInt(-power) : 1n;
  return power < 0 ? (digits + divisor - 1n) / divisor : digits * 10n ** BigInt(power);
}

function quantity(text: string): Quantity {
  const parsed = parseQuantity(text);
  if (parsed === undefined) throw new CelFailure("a text is no quantity");
  return parsed;
}

function isInteger({ nanos }: Quantity): boolean {
  const whole = nanos / NANOS;
  return nanos % NANOS === 0n && whole < MAX_INTEGER && whole >= -MAX_INTEGER;
}

function asInteger(value: Quantity): bigint {
  if (!isInteger(value)) throw new CelFailure("a quantity is no integer");
  return value.nanos / NANOS;
}

const sign = (value: bigint): bigint => (value < 0n ? -1n : value > 0n ? 1n : 0n);
const Q = "kubernetes.Quantity";

export const QUANTITIES: readonly Definition[] = [
  [`quantity(string): ${Q}`, quantity],
  ["isQuantity(string): bool", (text: string) => parseQuantity(text) !== undefined],
  [`sign(${Q}): int`, ({ nanos }: Quantity) => sign(nanos)],
  [`${Q}.isInteger(): bool`, isInteger],
  [`${Q}.asInteger(): int`, asInteger],
  [`${Q}.asApproximateFloat(): double`, ({ nanos }: Quantity) => approximate(nanos)],
  [`${Q}.isGreaterThan(${Q}): bool`, (one: Quantity, other: Quantity) => one.nanos > other.nanos],
  [`${Q}.isLessThan(${Q}): bool`, (one: Quantity, other: Quantity) => one.nanos < other.nanos],
  [`${Q}.compareTo(${Q}): int`, (one: Quantity, other: Quantity) => sign(one.nanos - other.nanos)],
  [`${Q}.add(${Q}): ${Q}`, (one: Quantity, other: Quantity) => new Quantity(one.nanos + other.nanos)],
  [`${Q}.add(int): ${Q}`, (one: Quantity, other: bigint) => new Quantity(one.nanos + other * NANOS)],
  [`${Q}.sub(${Q}): ${Q}`, (one: Quantity, other: Quantity) => new Quantity(one.nanos - other.nanos)],
  [`${Q}.sub(int): ${Q}`, (one: Quantity, other: bigint) => new Quantity(one.nanos - other * NANOS)],
];

function approximate(nanos: bigint): number {
  const whole = Number(nanos / NANOS);
  return nanos % NANOS === 0n ? whole : Number(nanos) / 1e9;
}

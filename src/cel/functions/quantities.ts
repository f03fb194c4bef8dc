/** Quantities of Kubernetes, such as `500m` or `1Gi`. */
import { isQuantity, nanoUnits } from "../../text/index.ts";
import { CelFailure } from "../failure.ts";
import type { Definition } from "./definition.ts";

const NANOS = 1_000_000_000n;
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

function quantity(text: string): Quantity {
  const nanos = nanoUnits(text);
  if (nanos === undefined) throw new CelFailure("a text is no quantity");
  return new Quantity(nanos);
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
  ["isQuantity(string): bool", isQuantity],
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

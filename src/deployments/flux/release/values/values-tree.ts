/**
 * Values while they are composed. Maps and lists are changed in place and shared, as those of the controller are: what an entry with
 * `targetPath` sets counts over `spec.values` only where it changed a map or a list of `spec.values` itself.
 */
import { charge } from "../../../../budget/index.ts";
import { isMap, type MapValue } from "../../../../manifests/index.ts";
import type { Value } from "../../../../yaml/index.ts";

/** The source of a value. */
export interface Origin {
  /** The position among the sources; undefined for `spec.values`. */
  readonly source: number | undefined;
  readonly isSecret: boolean;
}

export type Cell = ScalarCell | ListCell | MapCell;

export interface ScalarCell {
  readonly kind: "scalar";
  readonly value: null | boolean | number | bigint | string;
  /** True for a number that templates see as an integer; all others are floats to them. */
  readonly isInteger: boolean;
  readonly origin: Origin;
}

export interface ListCell {
  readonly kind: "list";
  readonly items: Cell[];
  readonly origin: Origin;
}

export interface MapCell {
  readonly kind: "map";
  readonly entries: Map<string, MapEntry>;
  readonly origin: Origin;
}

export interface MapEntry {
  readonly cell: Cell;
  /** True if only Secrets name this key. */
  readonly isSecretKey: boolean;
}

export function scalarCell(value: ScalarCell["value"], origin: Origin, isInteger = false): ScalarCell {
  return { kind: "scalar", value, isInteger, origin };
}

export function mapCell(origin: Origin): MapCell {
  return { kind: "map", entries: new Map(), origin };
}

/** Makes a cell of what YAML or JSON gives: all numbers are floats of 64 bits. */
export function cellOf(value: Value, origin: Origin): Cell {
  if (Array.isArray(value)) return { kind: "list", items: value.map((item) => cellOf(item, origin)), origin };
  if (!isMap(value)) return scalarCell(typeof value === "bigint" ? Number(value) : value, origin);
  const cell = mapCell(origin);
  for (const key of Object.keys(value)) {
    cell.entries.set(key, { cell: cellOf(value[key] as Value, origin), isSecretKey: origin.isSecret });
  }
  return cell;
}

/** The value of a cell. Integers are numbers as well, and BigInt beyond 2^53. */
export function valueOf(cell: Cell): Value {
  if (cell.kind === "scalar") return cell.value;
  if (cell.kind === "list") return cell.items.map(valueOf);
  const value: MapValue = Object.create(null);
  for (const [key, { cell: inner }] of cell.entries) value[key] = valueOf(inner);
  return value;
}

/** About the memory for an entry of a map, in bytes. */
const ENTRY_BYTES = 32;

/** A new map: what is in both is merged if both are maps, and otherwise that of `over`. Whatever is in one of them is shared with it. */
export function merged(under: MapCell, over: MapCell): MapCell {
  charge((under.entries.size + over.entries.size) * ENTRY_BYTES);
  const entries = new Map(under.entries);
  for (const [key, { cell, isSecretKey }] of over.entries) {
    const before = entries.get(key);
    const both = before?.cell.kind === "map" && cell.kind === "map" ? merged(before.cell, cell) : cell;
    entries.set(key, { cell: both, isSecretKey: isSecretKey && (before?.isSecretKey ?? true) });
  }
  return { kind: "map", entries, origin: under.origin };
}

/** Calls `visit` for each cell, outermost first, until it returns false for one: then those in it are left out. */
export function walk(
  root: Cell,
  visit: (cell: Cell, path: readonly string[], entry: MapEntry | undefined) => boolean,
): void {
  descend(root, [], undefined);

  function descend(cell: Cell, path: readonly string[], entry: MapEntry | undefined): void {
    if (!visit(cell, path, entry) || cell.kind === "scalar") return;
    if (cell.kind === "list")
      for (const [index, item] of cell.items.entries()) descend(item, [...path, String(index)], undefined);
    else for (const [key, inner] of cell.entries) descend(inner.cell, [...path, key], inner);
  }
}

/** The lines of a text that another version of it does not have. */
import { countBefore } from "../../collections.ts";
import { findEdits } from "../differences/index.ts";

/** The lines of each side that the other one lacks; in order, counted from 1. A line that moved is at another place on each side. */
export function lineChanges(before: string, after: string): Record<"base" | "head", readonly number[]> {
  const base: number[] = [];
  const head: number[] = [];
  for (const { left, right, removed, added } of findEdits(before.split(/\r?\n/), after.split(/\r?\n/))) {
    for (let index = 1; index <= removed; index++) base.push(left + index);
    for (let index = 1; index <= added; index++) head.push(right + index);
  }
  return { base, head };
}

/** The first number of an ascending list that lies between two others; undefined for none. */
export function firstBetween(numbers: readonly number[], from: number, to: number): number | undefined {
  const found = numbers[countBefore(numbers, (number) => number < from)];
  return found !== undefined && found <= to ? found : undefined;
}

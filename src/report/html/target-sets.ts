/** Numbers the sets of targets that rows and changes name: a page lists each set once. */
import { getOrInsert } from "../../collections.ts";

export class TargetSets {
  readonly #positions: ReadonlyMap<string, number>;
  readonly #ids: readonly string[];
  readonly #numbers = new Map<string, number>();
  readonly #sets: (readonly number[])[] = [];

  /** @param ids of all targets, in the order of the report */
  constructor(ids: readonly string[]) {
    this.#ids = ids;
    this.#positions = new Map(ids.map((id, index) => [id, index]));
  }

  /** The number of a set of targets. Takes time linear in the set. */
  number(ids: readonly string[]): number {
    const members = ids.flatMap((id) => this.#positions.get(id) ?? []);
    return getOrInsert(this.#numbers, members.join(), () => this.#sets.push(members) - 1);
  }

  /** The ids of a set. */
  ids(number: number): string[] {
    return (this.#sets[number] ?? []).map((index) => this.#ids[index] as string);
  }

  size(number: number): number {
    return this.#sets[number]?.length ?? 0;
  }

  /** All sets, each with the positions of its targets in short: `0-3 7`. */
  *all(): Generator<{ readonly number: number; readonly positions: string }, void> {
    for (const [number, members] of this.#sets.entries()) yield { number, positions: ranges(members) };
  }
}

function ranges(members: readonly number[]): string {
  const parts: string[] = [];
  for (let start = 0; start < members.length; ) {
    let end = start;
    while (members[end + 1] === (members[end] as number) + 1) end++;
    parts.push(end === start ? `${members[start]}` : `${members[start]}-${members[end]}`);
    start = end + 1;
  }
  return parts.join(" ");
}

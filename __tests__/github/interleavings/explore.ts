/** Enumerates all orders in which the requests of writers can take their turns. States that continue alike are visited once. */
import { type Event, eventsOf, happen, isOver, keyOf, openWorld, type Scenario, type World } from "./world.ts";

export interface Explored {
  /** The number of different orders. */
  readonly orders: bigint;
  readonly states: number;
  /** Each state in which nobody has anything left to do, with the events that lead to it in one of the orders. */
  readonly ends: readonly { readonly path: readonly Event[]; readonly world: World }[];
}

/** Depth first. @param check sees each state once, with the events that led to it first */
export async function explore(
  scenario: Scenario,
  check: (world: World, path: readonly Event[]) => void,
): Promise<Explored> {
  /** The number of orders from each state on; undefined while they are being counted. */
  const orders = new Map<string, bigint | undefined>();
  const ends: { path: readonly Event[]; world: World }[] = [];

  async function visit(world: World, path: readonly Event[]): Promise<bigint> {
    const key = keyOf(world);
    const known = orders.get(key);
    if (known !== undefined) return known;
    if (orders.has(key)) throw new Error("the writers run in a circle");
    orders.set(key, undefined);
    check(world, path);
    if (isOver(scenario, world)) ends.push({ path, world });
    const events = eventsOf(scenario, world);
    let count = events.length === 0 ? 1n : 0n;
    for (const event of events) count += await visit(await happen(scenario, world, event), [...path, event]);
    orders.set(key, count);
    return count;
  }

  const count = await visit(await openWorld(scenario), []);
  return { orders: count, states: orders.size, ends };
}

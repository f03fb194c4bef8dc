/** Keys of large maps are found without reading all entries each time, whatever happened to the map before. */
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { clearField, setField } from "../../src/resource/set-field.ts";
import { get, map, type Node, scalar } from "../../src/yaml/nodes/node.ts";

/** A key that counts how often its text is read. */
function countedKey(name: string, reads: { count: number }): Node {
  return Object.defineProperty(scalar(name), "value", {
    get() {
      reads.count++;
      return name;
    },
  });
}

/** The number of keys that are read while each of `size` keys is looked up, and each of as many others. */
function readsOf(size: number): number {
  const reads = { count: 0 };
  const node = map();
  for (let at = 0; at < size; at++) {
    node.entries.push({ key: countedKey(`k${at}`, reads), value: scalar(String(at)) });
    expect(get(node, `k${at}`)).toMatchObject({ value: String(at) });
    expect(get(node, `l${at}`)).toBeUndefined();
  }
  return reads.count;
}

test("looking up all keys of a map reads each a few times", () => {
  expect(readsOf(2000) / readsOf(1000)).toBeLessThan(2.2);
});

test("lookups see all additions and removals", () => {
  const step = fc.tuple(fc.constantFrom("set", "clear", "get", "append", "splice"), fc.integer({ min: 0, max: 60 }));
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 400 }), (steps) => {
      const node = map(Array.from({ length: 40 }, (_, at) => ({ key: scalar(`k${at}`), value: scalar(`${at}`) })));
      const first = (key: string): Node | undefined =>
        node.entries.find((entry) => entry.key.kind === "scalar" && entry.key.value === key)?.value;
      for (const [what, number] of steps) {
        const key = `k${number}`;
        if (what === "set") setField(node, key, scalar("new"));
        else if (what === "clear") clearField(node, key);
        else if (what === "append") node.entries.push({ key: scalar(key), value: scalar("more") });
        else if (what === "splice") node.entries.splice(number, 1);
        for (let at = 0; at < 12; at++)
          expect(get(node, `k${(number * at) % 61}`)).toBe(first(`k${(number * at) % 61}`));
      }
    }),
    { numRuns: 60 },
  );
});

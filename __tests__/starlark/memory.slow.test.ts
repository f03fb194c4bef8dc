/** The counted memory is at least the real one, so that the count ends a program before its thread is out of memory. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "@jest/globals";
import { CORE } from "../../src/starlark/dialect.ts";
import { run } from "../../src/starlark/program.ts";
import { LIMITS } from "../../src/starlark/values/meter.ts";
import { List } from "../../src/starlark/values/values.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const COUNT = 20_000;
/** Bytes per value that the process may allocate for itself meanwhile. */
const NOISE = 20;

function keep(expression: string): { kept: number; counted: number } {
  const list = new List(Array.from({ length: COUNT }, () => null));
  collect();
  const before = process.memoryUsage().heapUsed;
  let [kept, counted] = [0, 0];
  const program = `s = "x" * 30
d = {1: 2}
e = set([1])
def run():
    for i in range(${COUNT}): keep[i] = ${expression}
run()
`;
  const { failures } = run(program, CORE, LIMITS, {
    given: new Map([["keep", list]]),
    read({ bytes }) {
      collect();
      kept = (process.memoryUsage().heapUsed - before) / COUNT;
      counted = bytes / COUNT;
    },
  });
  expect(failures).toEqual([]);
  expect(list.items.length).toBe(COUNT);
  return { kept, counted };
}

test.each([
  "[]",
  "[i]",
  "[i, i, i, i]",
  "[[i], [i]]",
  "()",
  "(i,)",
  "{}",
  "{'a': i}",
  "{1.5 + i: 1}",
  "{(1, i): 1}",
  "{i << 70: 1}",
  "set([])",
  "set([i, i + 1])",
  "1.5 + i",
  "float(i)",
  "abs(1.5 + i)",
  "i + (1 << 70)",
  "i << 300",
  "~(i << 60)",
  "int('9' * 100)",
  "'a'.elems()",
  "range(i)",
  "range(i)[1:]",
  "[].append",
  "getattr([], 'append')",
  "lambda x = i: x",
  "'a%d' % i",
  "'{}-abcabcabcabc'.format(i)",
  "'abc' + str(i)",
  "chr(i + 1000)",
  "s[i % 7:]",
  "s.split('x')",
  "'aXb'.partition('X')",
  "('a b %d' % i).split()",
  "('abc%d' % i).upper()",
  "'x'.replace('x', s + s)",
  "s.join(['a', 'b'])",
  "bytes('abc%d' % i)",
  "bytes([i % 256, 1])",
  "list(range(10))",
  "[x for x in range(10)]",
  "{x: x for x in [1]}",
  "dict(a = i)",
  "dict([(i, i)])",
  "{'a': 1}.items()",
  "d | d",
  "d.keys()",
  "e | e",
  "e.union([i])",
  "zip([1, 2], [3, 4])",
  "enumerate([1, 2])",
  "sorted([2, 1])",
  "[1] * 3",
  "[i, i][1:]",
  "(lambda *args: args)(1, 2)",
  "(lambda **kwargs: kwargs)(a = 1)",
])("%s", (expression) => {
  const { kept, counted } = keep(expression);
  expect(kept).toBeLessThanOrEqual(counted * 1.05 + NOISE);
});

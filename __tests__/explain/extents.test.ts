import { expect, test } from "@jest/globals";
import { lastLine } from "../../src/explain/extents.ts";

const TEXT = `resources:
- a.yaml
- b.yaml
patches:
- path: p.yaml
  target:
    kind: Deployment
- patch: |-
    one: 1

    two: 2
  target: {kind: Service}
labels:
# a comment
- pairs:
    a: b
text: >-
  folded
  lines
url: http://example.com
---
other: document`;

test.each<[line: number, column: number, last: number, what: string]>([
  [2, 1, 3, "a list"],
  [2, 3, 2, "an element that is a scalar"],
  [5, 3, 7, "an element that is a map"],
  [5, 9, 5, "a scalar"],
  [6, 10, 7, "a map on the lines below"],
  [7, 5, 7, "a map of one entry"],
  [8, 10, 11, "a literal block"],
  [8, 3, 12, "a map that holds one"],
  [12, 11, 12, "a flow map"],
  [15, 3, 16, "a map in the last element of a list"],
  [17, 7, 19, "a folded text"],
  [20, 6, 20, "a text with a colon"],
  [1, 1, 20, "a whole document"],
  [22, 1, 22, "the last line"],
  [99, 1, 99, "a line that is not there"],
])("what begins at %d:%d ends at line %d: %s", (line, column, last) => {
  expect(lastLine(TEXT.split("\n"), { line, column })).toBe(last);
});

/** Two renderings of one chart, of which only the documents that differ are compared. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { differingDocuments } from "../../src/charts/differing-documents.ts";
import { replaceGenerated } from "../../src/charts/generated-parts.ts";
import { renderChart } from "../../src/charts/index.ts";
import { printedObjects } from "../../src/charts/objects.ts";
import { print } from "../../src/yaml/index.ts";
import { growth } from "../work.ts";
import { callOf, chartOf, helmOf, printed } from "./calls.ts";

const document = (name: string, data: string, end = "\n"): string =>
  [`---`, `# Source: web/templates/${name}.yaml`, "apiVersion: v1", "kind: ConfigMap", `metadata: {name: ${name}}`]
    .concat(`data: {a: ${data}}`, "")
    .join(end);

const [a, b, c] = [document("a", "x"), document("b", "x"), document("c", "x")] as const;

describe("the documents that differ", () => {
  test.each<[string, text: string, other: string, differing: string, otherOnes: string]>([
    ["in the middle", a + b + c, a + document("b", "y") + c, b, document("b", "y")],
    ["at the start", a + b, document("a", "y") + b, a, document("a", "y")],
    ["at the end", a + b, a + document("b", "yy"), b, document("b", "yy")],
    ["where one is more", a + c, a + b + c, "", b],
    ["where one is less", a + b + c, a + c, b, ""],
    ["where all do", a, b, a, b],
    ["where one is twice", a + a, a + a + a, "", a],
    ["where nothing is", "", a, "", a],
  ])("%s", (_, text, other, differing, otherOnes) => {
    const found = differingDocuments(text, other);
    expect(text.slice(found.from, found.to)).toBe(differing);
    expect(found.other.trimStart()).toBe(otherOnes);
  });

  test("keep their lines", () => {
    const other = a + b + document("c", "y");
    const lines = (text: string): number => text.slice(0, text.indexOf("c, y")).split("\n").length;
    expect(lines(differingDocuments(a + b + c, other).other)).toBe(lines(other));
  });

  test("are found in linear time", async () => {
    const text = (size: number, data: string): string => a.repeat(size) + document("b", data) + c.repeat(size);
    expect(await growth(100, (size) => differingDocuments(text(size, "x"), text(size, "y")))).toBeLessThan(2.2);
  });
});

test("what is generated is the same as if all documents were compared", async () => {
  const ends = fc.constantFrom("\n", "\r\n");
  const entry = fc.record({ data: fc.constantFrom("x", "y", "[x]"), other: fc.constantFrom("x", "y"), end: ends });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(entry), { maxLength: 6 }), async (entries) => {
      const output = (of: "data" | "other"): string =>
        entries
          .flatMap((one, index) =>
            one === null && of === "other" ? [] : [document(`d${index}`, one?.[of] ?? "x", one?.end)],
          )
          .join("");
      const helm = helmOf((_, repetition) => output(repetition === 0 ? "data" : "other"));
      const objects = printedObjects(output("data"));
      replaceGenerated(objects, printedObjects(output("other")));
      expect(printed(await renderChart(callOf(chartOf("{{ uuidv4 }}")), { helm }))).toBe(
        objects.map(({ node }) => print(node)).join("---\n"),
      );
    }),
  );
});

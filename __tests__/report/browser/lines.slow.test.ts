/** Numbers of lines, and lines that unfold, in a real browser. It takes one: there is no other reader of ranges and of packed data. */
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { diffTexts } from "../../../src/review/differences/index.ts";
import type { Change, Report } from "../../../src/review/index.ts";
import { change, report, target } from "../reports.ts";
import { inChromium } from "./browser.ts";

/** A line of a diff, without its sign, as far as the page shows it. */
interface Shown {
  readonly sign: string;
  readonly text: string;
  readonly base?: number;
  readonly head?: number;
}

/** The lines of a diff with their numbers, in an expression of the page. */
function linesOf(id: string): string {
  return `(() => {
    const lines = [];
    const walk = (node, sign) => {
      for (const child of node.childNodes) {
        if (child.nodeType === 3) for (const part of child.data.split(/(?<=\\n)/)) lines.at(-1).text += part;
        else if (child.localName === "span") lines.push({ sign, text: "", base: child.dataset.b && Number(child.dataset.b), head: child.dataset.h && Number(child.dataset.h) });
        else if (child.localName !== "b") walk(child, { del: "-", ins: "+" }[child.localName] ?? sign);
      }
    };
    walk(document.getElementById("${id}").querySelector("pre"), " ");
    return lines;
  })()`;
}

/** Spaces in place of tabs at the beginning, as the style of the page has it. */
function plain({ text, ...rest }: Shown): Shown {
  const lead = /^[-+ ]?[\t ]*/.exec(text)?.[0] ?? "";
  let column = 0;
  for (const character of lead) column = character === "\t" ? (Math.floor(column / 8) + 1) * 8 : column + 1;
  const spaces = " ".repeat(Math.max(0, column - 1));
  return { ...rest, text: `${spaces}${text.slice(lead.length)}`.replace(/\n$/, "").trimEnd() };
}

function edited(name: string, before: readonly string[], after: readonly string[]): Change {
  const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");
  const label = { path: "/spec/x", op: "changed" as const, before: name, after: `${name}'` };
  return change({ name, fields: [label], hunks: diffTexts(text(before), text(after)) });
}

function pageOf(...changes: readonly Change[]): Report {
  return report(target("apps/a", { changes }));
}

/** Nested lines, some of which several objects have at several depths. */
const BLOCK = Array.from({ length: 14 }, (_, index) => `${"  ".repeat(index % 3)}block${index}:`);
const OBJECT = fc
  .array(
    fc.record({
      indent: fc.nat({ max: 9 }),
      text: fc.constantFrom("a:", "- b: 1", "c: {}", "", "text <&> \t tab"),
      count: fc.integer({ min: 1, max: 12 }),
      isBlock: fc.boolean(),
    }),
    { minLength: 1, maxLength: 7 },
  )
  .map((parts) => [
    // An object begins at the margin.
    "kind: Example",
    ...parts.flatMap(({ indent, text, count, isBlock }) =>
      (isBlock ? BLOCK : Array.from({ length: count }, () => text)).map((line) =>
        line === "" ? "" : `${"  ".repeat(indent)}${line}`,
      ),
    ),
  ]);

inChromium(({ show, complaints, value, until }) => {
  test("lines have the numbers that they have in their object, which are no text of the page", async () => {
    const before = Array.from({ length: 30 }, (_, index) => `key${index + 1}: 1`);
    const after = before.flatMap((line, index) => (index === 19 ? ["new: 1", "key20: 2"] : [line]));
    const input = pageOf(
      edited("web", before, after),
      change({ name: "gone", op: "removed", fields: [], hunks: diffTexts("a: 1\nb: 2\n", "") }),
    );
    const page = await show(input);
    const [web, gone] = input.changes.map(({ id }) => id);
    await value(page, "document.querySelectorAll('.r').forEach((row) => { row.open = true; })");
    await until(page, `document.getElementById("${web}").querySelector("span[data-h]") !== null`);
    expect(
      (await value<Shown[]>(page, linesOf(web ?? ""))).map(
        ({ base = "", head = "", text }) => `${base} ${head} ${text.trim()}`,
      ),
    ).toEqual([
      "17 17 key17: 1",
      "18 18 key18: 1",
      "19 19 key19: 1",
      "20  -key20: 1",
      " 20 +new: 1",
      " 21 +key20: 2",
      "21 22 key21: 1",
      "22 23 key22: 1",
      "23 24 key23: 1",
    ]);
    await until(page, `document.getElementById("${gone}").querySelector("span[data-b]") !== null`);
    expect((await value<Shown[]>(page, linesOf(gone ?? ""))).map(({ base, head }) => [base, head])).toEqual([
      [1, undefined],
      [2, undefined],
    ]);
    expect(await value(page, `document.getElementById("${web}").querySelector("pre").textContent`)).not.toMatch(/^\d/m);
    expect(
      await value(
        page,
        "[...document.querySelectorAll('pre span')].every((each) => each.ariaHidden === 'true' && each.textContent === '')",
      ),
    ).toBe(true);
    expect(complaints()).toEqual([]);
  });

  test("what unfolds makes the whole object, wherever the diff was folded or moved to the margin", async () => {
    const pairs = fc
      .sample(fc.tuple(OBJECT, OBJECT, fc.boolean()), { numRuns: 25, seed: 3 })
      .flatMap(([one, other, isEdit], index) => {
        const after = isEdit ? one.flatMap((line, at) => (at % 17 === 8 ? [`${line} # edited`] : [line])) : other;
        return one.join("\n").trimEnd() === after.join("\n").trimEnd()
          ? []
          : [{ name: `object-${index}`, before: one, after }];
      });
    const input = pageOf(...pairs.map(({ name, before, after }) => edited(name, before, after)));
    const page = await show(input);
    await value(page, "document.querySelectorAll('details').forEach((each) => { each.open = true; })");
    for (const { id, object } of input.changes) {
      const { before, after } = pairs.find(({ name }) => name === object.name) as (typeof pairs)[number];
      const own = `document.getElementById("${id}")`;
      // A change with the diff of another one is named there.
      if (await value(page, `${own}.localName === "span"`)) continue;
      await value(page, `${own}.scrollIntoView()`);
      // All lines of a hunk may stand elsewhere.
      await until(page, `${own}.querySelector("pre :is(span, button)") !== null`);
      const folds = `${own}.querySelectorAll("pre button, pre a")`;
      for (let left = 100; left > 0 && (await value<number>(page, `${folds}.length`)) > 0; left--) {
        const count = await value<number>(page, `${folds}.length`);
        await value(page, `${folds}[${left % count}].scrollIntoView({ block: "center" })`);
        await value(page, `${folds}[${left % count}].click()`);
        await until(page, `${folds}.length !== ${count} || ${own}.querySelector("pre a") !== null`);
      }
      await until(page, `${own}.querySelector("pre span") !== null`);
      const shown = (await value<Shown[]>(page, linesOf(id))).map(plain);
      const side = (key: "base" | "head") =>
        shown.flatMap((line) => (line[key] === undefined ? [] : [{ number: line[key], text: line.text }]));
      const numbered = (lines: readonly string[]) =>
        lines.map((text, at) => ({ number: at + 1, text: text.trimEnd() }));
      expect([object.name, side("base")]).toEqual([object.name, numbered(before)]);
      expect([object.name, side("head")]).toEqual([object.name, numbered(after)]);
    }
    expect(complaints()).toEqual([]);
  });

  test("says which lines the page does not have", async () => {
    const before = Array.from({ length: 600 }, (_, index) => `key${index}: 1`);
    const input = pageOf(
      edited(
        "large",
        before,
        before.map((line, index) => (index === 100 || index === 400 ? `${line}1` : line)),
      ),
    );
    const page = await show(input);
    await until(page, "document.querySelectorAll('pre button').length === 3");
    const labels = "[...document.querySelectorAll('pre button')].map((each) => each.getAttribute('aria-label'))";
    expect(await value(page, labels)).toEqual([
      "Show 97 unchanged lines above",
      "Show 293 unchanged lines above",
      "Show 60 unchanged lines below",
    ]);
    for (let left = 3; left > 0; left--) {
      await value(page, "document.querySelector('pre button').click()");
      await until(page, `document.querySelectorAll('pre button').length === ${left - 1}`);
    }
    expect(await value(page, "[...document.querySelectorAll('pre b')].map((each) => each.dataset.t)")).toEqual([
      "37 more are not on this page",
      "173 more are not on this page",
      "More are not on this page",
    ]);
    expect(await value(page, "document.activeElement.localName")).toBe("b");
    expect(complaints()).toEqual([]);
  });
});

import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Seen } from "../../../src/report/since/seen.ts";
import { earlierReport, formatSeenLine, readSeenLine, type SeenLine } from "../../../src/report/since/seen-line.ts";
import { VERSION } from "../../../src/version.ts";
import { anyText } from "../../any-text.ts";

const HEADS = ["a", "b", "c"].map((digit) => digit.repeat(40)) as [string, string, string];
const [A, B, C] = HEADS;
const ROOM = 10_000;

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789abcdef".split("")), minLength: length, maxLength: length });
const digest = hex(8);
const even = digest.map((text) => `${text.slice(0, -1)}${(Number.parseInt(text.slice(-1), 16) & ~1).toString(16)}`);
const seen: fc.Arbitrary<Seen> = fc.record({
  gaps: digest,
  rows: fc.array(fc.tuple(digest, digest), { maxLength: 40 }).map((rows) => new Map(rows)),
  dangers: fc.array(fc.array(even, { minLength: 1, maxLength: 5 }), { maxLength: 20 }),
});
const lines: fc.Arbitrary<SeenLine> = fc.record({
  now: fc.option(seen, { nil: undefined }),
  before: fc.option(fc.record({ head: hex(40), seen }), { nil: undefined }),
});

const rowsOf = (count: number): Seen["rows"] =>
  new Map(Array.from({ length: count }, (_, index) => [index.toString(16).padStart(8, "0"), "01234567"]));
const sample: Seen = { gaps: "00000000", rows: rowsOf(2), dangers: [["abcdef00", "abcdef02"], ["abcdef04"]] };

describe("the last line of a comment", () => {
  test("says the same when it is read again, below any text", () => {
    fc.assert(
      fc.property(lines, anyText(), (line, text) => {
        const written = formatSeenLine(line, ROOM);
        const wanted = line.now === undefined && line.before === undefined ? undefined : line;
        expect(readSeenLine(`${text}\n${written}\r\n`)).toEqual(wanted);
        // Nothing in it ends the HTML comment early, nor begins a line.
        expect(written).toMatch(/^(?:<!-- [\w.+/=:]*(?:[ -]?[\w.+/=:]+)* -->)?$/);
        expect(written.slice(4, -3)).not.toMatch(/--|>|\n/);
      }),
    );
  });

  test("stays in its room: the report comes first, and a large one is not kept", () => {
    const both = { now: sample, before: { head: A, seen: sample } };
    const whole = formatSeenLine(both, ROOM);
    const [part] = whole.split(" before=");
    expect(formatSeenLine(both, whole.length)).toBe(whole);
    expect(formatSeenLine(both, whole.length - 1)).toBe(`${part} -->`);
    expect(formatSeenLine(both, `${part} -->`.length - 1)).toBe("");
    const large = { ...sample, rows: rowsOf(1000) };
    expect(formatSeenLine({ now: large, before: both.before }, ROOM)).toMatch(/^<!-- krm-render seen=[^ ]+ before=/);
    const most = { ...sample, rows: rowsOf(180) };
    expect(formatSeenLine({ now: most, before: { head: A, seen: most } }, ROOM).length).toBeLessThan(4_500);
    expect(readSeenLine(formatSeenLine({ now: most, before: undefined }, ROOM))?.now?.rows.size).toBe(180);
  });

  const list = (bytes: readonly number[]) => Buffer.from(bytes).toString("base64");
  test.each([
    ["", "nothing"],
    ["<!-- krm-render seen=0.0.0 now=AAAAAAAA -->", "another version"],
    [`<!-- krm-render seen=${VERSION} now=AAAAAAAA -->x`, "more on the line"],
    [` <!-- krm-render seen=${VERSION} now=AAAAAAAA -->`, "a space in front"],
    [`<!-- krm-render seen=${VERSION} now=AAAAAAAA --> -->`, "two ends"],
    [`<!-- krm-render seen=${VERSION} now=${"A".repeat(4000)} -->`, "too much"],
    [`<!-- krm-render seen=${VERSION} now=AAAA-AAA -->`, "other characters"],
    [`<!-- krm-render seen=${VERSION} before=xyz:AAAAAAAA -->`, "no commit"],
  ])("%j is none: %s", (line) => {
    expect(readSeenLine(`text\n${line}`)).toBeUndefined();
  });

  test.each([
    [[0, 0, 0, 0, 0, 1, 1, 2, 3], "fewer rows than it says"],
    [[0, 0, 0, 0, 0xff, 0xff, ...Array.from({ length: 16 }, () => 0)], "many more rows than it has"],
    [[0, 0, 0, 0, 0, 0, 1, 2, 3], "half a danger"],
    [[0, 0, 0, 0, 0, 1, ...Array.from({ length: 1500 }, () => 1)], "too many bytes"],
  ])("with a list that lies says nothing: %#", (bytes) => {
    expect(readSeenLine(`<!-- krm-render seen=${VERSION} now=${list(bytes)} -->`)?.now).toBeUndefined();
  });

  test("attack 9.17: of any bytes is read without an error", () => {
    const bytes = fc.uint8Array({ minLength: 6, maxLength: 400 }).map((each) => Buffer.from(each).toString("base64"));
    fc.assert(
      fc.property(bytes, bytes, hex(40), (now, before, head) => {
        const read = readSeenLine(`x\n<!-- krm-render seen=${VERSION} now=${now} before=${head}:${before} -->`);
        expect(read?.now?.rows.size ?? 0).toBeLessThan(60);
      }),
    );
    fc.assert(fc.property(anyText({ maxLength: 300 }), (text) => void readSeenLine(text)));
  });
});

describe("the report to compare with", () => {
  const other: Seen = { ...sample, gaps: "12345678" };
  const text = formatSeenLine({ now: sample, before: { head: B, seen: other } }, ROOM);

  test.each([
    ["is that of an earlier commit", { head: A, text }, C, { head: A, seen: sample }],
    ["stays that of the comment of the same commit", { head: A, text }, A, { head: B, seen: other }],
    ["is that of the comment when a branch goes back", { head: A, text }, B, { head: A, seen: sample }],
    ["is none without a comment", undefined, A, undefined],
    ["is none of a comment without a commit", { head: undefined, text }, A, undefined],
    ["is none of a comment without the line", { head: A, text: "### 1 change" }, B, undefined],
    [
      "is none if the line says that a commit was compared with itself",
      { head: A, text: formatSeenLine({ now: sample, before: { head: A, seen: other } }, ROOM) },
      A,
      undefined,
    ],
  ])("%s", (_name, comment, head, wanted) => {
    expect(earlierReport(comment, head)).toEqual(wanted);
  });
});

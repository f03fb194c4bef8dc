/** Properties of the reader of `.krm-render.yaml`: no text ends it, and what is written is read. */
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Configuration, PathPattern } from "../../src/configuration/index.ts";
import { KrmError } from "../../src/diagnostics.ts";
import { COMPLETE, KNOWN, read } from "./configurations.ts";

/** The configuration, or the codes of its problems. Anything else that is thrown fails the test. */
function outcome(text: string | Uint8Array): Configuration | readonly string[] {
  try {
    return read(text);
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    return thrown.diagnostics.map(({ code }) => code);
  }
}

const FRAGMENTS = [
  ...Array.from("-:{}[],'\"*&!|>#~/ \n"),
  "<<",
  "\n  ",
  "dangers",
  "noise",
  "redaction",
  "deployments",
  "paths",
  "null",
  "off",
  "0x",
];

test("any bytes, and any text, give a configuration or diagnostics", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => void outcome(bytes)));
  const text = fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 40 }).map((parts) => parts.join(""));
  fc.assert(fc.property(text, (given) => void outcome(given)));
});

test("a valid file with a part cut out or put in gives a configuration or diagnostics", () => {
  const at = fc.nat(COMPLETE.length);
  fc.assert(
    fc.property(at, fc.nat(30), fc.constantFrom("", ...FRAGMENTS), (start, length, put) => {
      outcome(COMPLETE.slice(0, start) + put + COMPLETE.slice(start + length));
    }),
  );
});

test("any value gives a configuration or diagnostics", () => {
  const key = fc.oneof(
    fc.string(),
    fc.constantFrom("dangers", "levels", "silence", "noise", "rules", "redaction", "paths"),
    fc.constantFrom("deployments", "roots", "ignore", "values", "sources", "path", "kind", "data", "name"),
  );
  fc.assert(fc.property(fc.object({ key, maxDepth: 6 }), (value) => void outcome(JSON.stringify(value))));
});

const pattern = fc.stringMatching(/^[a-z*][a-z*-]{0,9}$/);
const texts = fc.oneof(pattern, fc.uniqueArray(pattern, { minLength: 1, maxLength: 3 }));
const pointer = fc
  .array(fc.constantFrom("a", "*", "**", "b~1c", "d~0", "0"), { minLength: 1, maxLength: 5 })
  .map((steps) => `/${steps.join("/")}`);
const pointers = fc.oneof(pointer, fc.array(pointer, { minLength: 1, maxLength: 3 }));
const objects = { kinds: texts, namespaces: texts, names: texts };
const document = fc.record(
  {
    dangers: fc.record({
      levels: fc.dictionary(fc.constantFrom(...KNOWN.dangers), fc.constantFrom("high", "medium", "low", "off")),
      silence: fc.array(
        fc.record(
          {
            rule: fc.oneof(fc.constantFrom(...KNOWN.dangers), fc.constant("*")),
            reason: fc.stringMatching(/^[a-z][a-z ,:#'"{}[\]-]{0,20}[a-z]$/),
            targets: texts,
            paths: pointers,
            ...objects,
          },
          { requiredKeys: ["rule", "reason"] },
        ),
        { maxLength: 3 },
      ),
    }),
    redaction: fc.array(fc.record({ paths: pointers, ...objects }, { requiredKeys: ["paths"] }), { maxLength: 3 }),
  },
  { requiredKeys: [] },
);

const list = (value: string | readonly string[] | undefined) => (value === undefined ? undefined : [value].flat());
const pathTexts = (paths: readonly PathPattern[] | undefined) => paths?.map(({ text }) => text);

test("what a file says is what is read", () => {
  fc.assert(
    fc.property(document, ({ dangers, redaction }) => {
      const given = read(JSON.stringify({ dangers, redaction }));
      expect(Object.fromEntries(given.dangers.levels)).toEqual({ ...dangers?.levels });
      const single = ({ reason }: { reason: string }) => reason.replaceAll(/ +/g, " ");
      expect(
        given.dangers.silences.map(({ paths, ...rest }) => ({ ...rest, place: undefined, paths: pathTexts(paths) })),
      ).toEqual(
        (dangers?.silence ?? []).map((one) => ({
          ids: [one.rule],
          reason: single(one),
          targets: list(one.targets),
          kinds: list(one.kinds),
          namespaces: list(one.namespaces),
          names: list(one.names),
          paths: list(one.paths),
        })),
      );
      expect(
        given.redaction.map(({ paths, ...rest }) => ({ ...rest, place: undefined, paths: pathTexts(paths) })),
      ).toEqual(
        (redaction ?? []).map((one) => ({
          paths: list(one.paths),
          kinds: list(one.kinds),
          namespaces: list(one.namespaces),
          names: list(one.names),
        })),
      );
    }),
  );
});

test("a file of a MiB is read, or refused", () => {
  const size = 1024 * 1024 - 100;
  const repeat = (text: string) => text.repeat(Math.floor(size / text.length));
  for (const text of [
    `redaction: [{paths: [${repeat("/a,")}]}]`,
    `noise: {off: [${repeat("x,")}]}`,
    repeat("a: 1\n"),
    `dangers: {silence: [{rule: '${repeat("*a")}', reason: r}]}`,
    `redaction: [{paths: '/${repeat("~")}'}]`,
    `redaction: [{paths: '${repeat("/*")}'}]`,
    `deployments: {ignore: [${repeat("'**/a',")}]}`,
  ]) {
    expect(outcome(text)).toBeDefined();
  }
});

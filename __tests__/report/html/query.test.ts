/** What the search of the HTML page understands, and how its address and its store keep what the reader chose. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { formatAddress, parseAddress } from "../../../src/report/html/browser/address.ts";
import { colouredSpans } from "../../../src/report/html/browser/colours.ts";
import { holds, parseQuery } from "../../../src/report/html/browser/query.ts";
import { SeenStore, type Store } from "../../../src/report/html/browser/seen-store.ts";
import { anyText } from "../../any-text.ts";

describe("a search", () => {
  test.each([
    ["", [], []],
    ["  Web  Replicas ", ["web", "replicas"], []],
    ["kind:Secret", [], ["kind=secret"]],
    ["KIND:Secret name:Web", [], ["kind=secret", "name=web"]],
    ['kind:"Secret" x', ["x"], ['kind="secret"']],
    ['name:"a b" "two words"', ["two words"], ['name="a b"']],
    [
      "danger:high cluster:eu owner:@org/team target:apps/ namespace:shop",
      [],
      ["danger=high", "cluster=eu", "owner=@org/team", "target=apps/", "namespace=shop"],
    ],
    ["image:web", ["image:web"], []],
    ["metadata.name:x", ["metadata.name:x"], []],
    ["name: web", ["name:", "web"], []],
    ['name:"', ['name:"'], []],
    ['kind:"Secr', [], ['kind="secr"']],
    ["http://x/?kind:y", ["http://x/?kind:y"], []],
  ] as const)("%s", (text, words, terms) => {
    const query = parseQuery(text);
    expect(query.words).toEqual(words);
    expect(query.terms.map(({ field, value, isWhole }) => `${field}=${isWhole ? `"${value}"` : value}`)).toEqual(terms);
  });

  test("of a field finds parts of its value, or all of it", () => {
    expect(["service", "serviceaccount"].map((kind) => holds({ value: "service", isWhole: false }, kind))).toEqual([
      true,
      true,
    ]);
    expect(["service", "serviceaccount"].map((kind) => holds({ value: "service", isWhole: true }, kind))).toEqual([
      true,
      false,
    ]);
  });

  test("loses no word of any text, and takes time linear in it", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z0-9.:/_@-]{1,12}$/), { maxLength: 8 }), (parts) => {
        const { words, terms } = parseQuery(parts.join(" "));
        expect([...words, ...terms.map(({ field, value }) => `${field}:${value}`)].sort()).toEqual([...parts].sort());
      }),
    );
    expect(parseQuery('kind:"'.repeat(20_000)).words.length).toBeLessThan(20_001);
  });
});

describe("an address", () => {
  test.each([
    ["", "", ""],
    ["#", "", ""],
    ["#abc", "abc", ""],
    ["#abc?by=kind", "abc", "by=kind"],
    ["#?q=kind%3ASecret+a&by=target", "", "q=kind%3ASecret+a&by=target"],
    ["#%zz", "%zz", ""],
  ])("%s", (hash, anchor, choices) => {
    const address = parseAddress(hash);
    expect([address.anchor, address.choices.toString()]).toEqual([anchor, choices]);
  });

  test("keeps any text", () => {
    fc.assert(
      fc.property(anyText(), anyText(), (anchor, q) => {
        const { anchor: read, choices } = parseAddress(formatAddress({ anchor, choices: new URLSearchParams({ q }) }));
        expect([read, choices.get("q")]).toEqual([anchor, q]);
      }),
    );
  });
});

/** A store that holds so many characters. */
function storeOf(most = 1000): Store & { readonly values: Map<string, string> } {
  const values = new Map<string, string>();
  return {
    values,
    get length() {
      return values.size;
    },
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (key) => values.get(key) ?? null,
    removeItem: (key) => void values.delete(key),
    setItem(key, value) {
      const others = [...values].filter(([other]) => other !== key);
      if (others.reduce((sum, [, text]) => sum + text.length, value.length) > most) throw new Error("full");
      values.set(key, value);
    },
  };
}

describe("what was seen", () => {
  test("is kept for each report", () => {
    const store = storeOf();
    const first = new SeenStore("one", () => store);
    for (const id of ["a", "b", "c"]) first.set(id, true);
    first.set("b", false);
    const again = new SeenStore("one", () => store);
    expect(["a", "b", "c"].map((id) => again.has(id))).toEqual([true, false, true]);
    expect(new SeenStore("two", () => store).has("a")).toBe(false);
    again.set("a", false);
    again.set("c", false);
    expect(store.values.size).toBe(0);
  });

  test("lasts as long as the page where the browser has no store", () => {
    const blocked = (): never => {
      throw new Error("denied");
    };
    for (const open of [blocked, () => ({ ...storeOf(), getItem: blocked, setItem: blocked, removeItem: blocked })]) {
      const seen = new SeenStore("one", open);
      seen.set("a", true);
      expect(seen.has("a")).toBe(true);
      seen.set("a", false);
      expect(seen.has("a")).toBe(false);
    }
  });

  test("takes the room of other reports where there is no more, and of nothing else", () => {
    const store = storeOf(40);
    store.values.set("theirs", "x".repeat(10));
    new SeenStore("one", () => store).set("a".repeat(20), true);
    new SeenStore("two", () => store).set("b".repeat(20), true);
    expect([...store.values.keys()]).toEqual(["theirs", "krm-render:seen:two"]);
  });
});

describe("the colours of a diff", () => {
  test.each([
    [" a: 1", ["key a"]],
    ["-  - name: web # why", ["key name"]],
    ['+\t  image.x/y: "a b"', ["key image.x/y", 'quoted "a b"']],
    ["+# all of it", ["comment # all of it"]],
    [' - "item"', ['quoted "item"']],
    ['+"quoted key": x', ['key "quoted key"']],
    ["+ a:b", []],
    ["+ text: ", ["key text"]],
    ["+ url: http://x", ["key url"]],
    ["", []],
  ])("%s", (line, expected) => {
    const text = ` before: 1\n${line}\n`;
    const found = [...colouredSpans(text)].slice(1);
    expect(found.map(({ colour, from, to }) => `${colour} ${text.slice(from, to)}`)).toEqual(expected);
  });

  test("lie in their text, one after the other", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("-", "+", " ", "\t", "\n", ":", "#", '"', "'", "a", ".") }),
        (text) => {
          let end = 0;
          for (const { from, to } of colouredSpans(text)) {
            expect(from).toBeGreaterThanOrEqual(end);
            expect(to).toBeGreaterThan(from);
            end = to;
          }
          expect(end).toBeLessThanOrEqual(text.length);
        },
      ),
    );
  });
});

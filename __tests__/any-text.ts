import fc, { type StringConstraints } from "fast-check";

/** Any code point but half a surrogate pair. The units of fast-check that are not ASCII take two seconds in each suite. */
const character = fc
  .oneof(
    fc.integer({ min: 0, max: 0x7f }),
    fc.integer({ min: 0, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10ffff }),
  )
  .map((code) => String.fromCodePoint(code));

/** Text of any characters, rather short. */
export function anyText(constraints: Omit<StringConstraints, "unit"> = {}): fc.Arbitrary<string> {
  return fc.string({ ...constraints, unit: character });
}

/** The errors of consolidation; docs/specification/composition.md 5, 6. */
import { failure, formatLocation, type Location } from "../diagnostics.ts";
import { nearest } from "../text/index.ts";
import { describeIdentity, type Identity } from "./identity.ts";
import type { Member } from "./member.ts";

/** Two members have one identity. @param overrides the name of the field for overrides */
export function duplicate<Root>(one: Member<Root>, other: Member<Root>, overrides: string): Error {
  const what = describeIdentity(one.identity);
  // The place to report is in the composition that brings both together.
  const [first, second] = other.imports.length === 0 || one.imports.length > 0 ? [one, other] : [other, one];
  const [location = second.location] = second.imports;
  const from = (member: Member<Root>): string => {
    const chain = member.imports.map((place) => ` imported by ${formatLocation(place)}`);
    return [`defined at ${formatLocation(member.location)}`, ...chain.toReversed()].join(",");
  };
  const message = `there are two transformers ${what}: one is ${from(first)}; the other is ${from(second)}`;
  let hint = "Change one of the names.";
  if (first.imports.length > 0 && second.imports.length === 0) {
    hint = `To change the imported one, list the fields under \`${overrides}\`. To have both, change the name.`;
  } else if (first.imports.length > 0) {
    hint =
      "Import it once. If two imports need it, let each render it: list it under the `paths` of a ResourceAccumulator.";
  } else if (first.isUnnamed || second.isUnnamed) {
    hint = "The name of the kind is the default. Give each of them a `metadata.name`.";
  }
  return failure("composition-duplicate", message, { ...location, hint });
}

/** An override matches no imported member. @param entries the name of the field for own entries */
export function unmatched<Root>(
  identity: Identity,
  isOwn: boolean,
  imported: ReadonlyMap<string, Member<Root>>,
  entries: string,
  location: Location,
): Error {
  const what = describeIdentity(identity);
  if (isOwn) {
    return failure("composition-override-own", `${what} is not imported: this composition defines it`, {
      ...location,
      hint: `Edit it under \`${entries}\`.`,
    });
  }
  const identities = [...imported.values()].map((member) => member.identity);
  const similar = identities.filter(({ kind, name }) => kind === identity.kind && name === identity.name);
  const names = identities.filter(({ kind }) => kind === identity.kind).map(({ name }) => name);
  const near = nearest(identity.name, names) ?? (names.length === 1 ? names[0] : undefined);
  const sameKind = identities.filter((each) => each.kind === identity.kind && each.name === near);
  const sameName = identities.filter(({ name }) => name === identity.name);
  const candidates = [similar, sameKind, sameName].find(({ length }) => length > 0) ?? [];
  const hint =
    candidates.length > 0
      ? `There is ${candidates.slice(0, 3).map(describeIdentity).join(", ")}.`
      : "`krm-render view composition` prints the imported transformers.";
  return failure("composition-override-unmatched", `no imported transformer is ${what}`, { ...location, hint });
}

/** The field `transformerOrder`: a complete permutation of the list; docs/specification/composition.md 7. */
import { failure, type Location } from "../diagnostics.ts";
import { quote } from "../documents/index.ts";
import { parseApiVersion, scalarText } from "../resource/index.ts";
import { nearest } from "../text/index.ts";
import { get, locate, type MapNode } from "../yaml/nodes/node.ts";
import { describeIdentity, type Identity } from "./identity.ts";

interface Member {
  readonly identity: Identity;
}

/** The most names in a message. */
const MAX_NAMED = 10;

/**
 * Puts entries into the order that a composition asks for.
 * @param order the items of the field
 * @param field its name
 * @param location the place of the field
 * @throws KrmError `composition-order-unknown`, `composition-order-ambiguous`, `composition-order-duplicate`,
 *   `composition-order-incomplete`
 */
export function inOrder<M extends Member>(
  members: readonly M[],
  order: readonly MapNode[],
  field: string,
  location: Location,
): readonly M[] {
  const byName = new Map<string, M[]>();
  for (const member of members) {
    const named = byName.get(member.identity.name);
    if (named === undefined) byName.set(member.identity.name, [member]);
    else named.push(member);
  }
  const chosen = new Map<M, Location>();
  for (const item of order) {
    const place = locate(item) ?? location;
    const name = scalarText(get(item, "name"));
    const found = (byName.get(name) ?? []).filter(({ identity }) => matches(item, identity));
    const [only, ...others] = found;
    if (only === undefined) throw unknown(item, byName, field, place);
    if (others.length > 0) {
      const candidates = found.slice(0, MAX_NAMED).map(({ identity }) => describeIdentity(identity));
      throw failure(
        "composition-order-ambiguous",
        `${quote(name)} in \`${field}\` matches ${found.length} transformers: ${candidates.join(", ")}`,
        { ...place, hint: "Add the kind, the apiVersion or the namespace." },
      );
    }
    const before = chosen.get(only);
    if (before !== undefined) {
      throw failure(
        "composition-order-duplicate",
        `\`${field}\` lists ${describeIdentity(only.identity)} a second time: line ${before.line} lists it, too`,
        { ...place, hint: "Remove one of the two." },
      );
    }
    chosen.set(only, place);
  }
  if (chosen.size < members.length) {
    const missing = members.filter((member) => !chosen.has(member)).map(({ identity }) => describeIdentity(identity));
    const more = missing.length > MAX_NAMED ? ` and ${missing.length - MAX_NAMED} more` : "";
    throw failure(
      "composition-order-incomplete",
      `\`${field}\` must list every transformer, but lacks ${missing.slice(0, MAX_NAMED).join(", ")}${more}`,
      { ...location, hint: "Add them. `krm-render view composition` prints all transformers." },
    );
  }
  return [...chosen.keys()];
}

/** Whether all given parts agree. The name was compared before. */
function matches(item: MapNode, { apiVersion, kind, namespace }: Identity): boolean {
  const { group, version } = parseApiVersion(apiVersion);
  const actual = { apiVersion, kind, namespace, group, version };
  return Object.entries(actual).every(([field, value]) => {
    const wanted = get(item, field);
    return wanted === undefined || scalarText(wanted) === value;
  });
}

function unknown(item: MapNode, byName: ReadonlyMap<string, readonly Member[]>, field: string, place: Location): Error {
  const name = scalarText(get(item, "name"));
  const same = byName.get(name)?.[0];
  const near = nearest(name, byName.keys());
  const hint =
    same !== undefined
      ? `There is ${describeIdentity(same.identity)}.`
      : near === undefined
        ? "Correct the name, or remove it. `krm-render view composition` prints all transformers."
        : `Did you mean ${near}?`;
  const kind = scalarText(get(item, "kind"));
  const what = kind === "" ? quote(name) : `${kind} ${quote(name)}`;
  return failure("composition-order-unknown", `there is no transformer ${what} for \`${field}\``, { ...place, hint });
}

/**
 * The field `transformerOrder`: a complete permutation of the list, or places for some of its entries;
 * docs/specification/composition.md 7.
 */
import { failure, type Location } from "../diagnostics.ts";
import { quote } from "../documents/index.ts";
import { parseApiVersion, scalarText } from "../resource/index.ts";
import { nearest, shorten } from "../text/index.ts";
import { get, locate, type MapNode, type Node } from "../yaml/nodes/node.ts";
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
 *   `composition-order-incomplete`, `composition-mixed-fields`
 */
export function inOrder<M extends Member>(
  members: readonly M[],
  order: readonly MapNode[],
  field: string,
  location: Location,
): readonly M[] {
  const names = new Names(members, field);
  const chosen = new Map<M, MapNode>();
  for (const item of order) {
    const place = locate(item) ?? location;
    const member = names.find(item, place);
    const before = chosen.get(member);
    if (before !== undefined) {
      const { line } = locate(before) ?? location;
      throw failure(
        "composition-order-duplicate",
        `\`${field}\` lists ${describeIdentity(member.identity)} a second time: line ${line} lists it, too`,
        { ...place, hint: "Remove one of the two." },
      );
    }
    chosen.set(member, item);
  }
  if (order.some(isMove)) {
    const other = order.find((item) => !isMove(item));
    if (other === undefined) return moved(members, chosen, names, location);
    throw failure(
      "composition-mixed-fields",
      `an item of \`${field}\` has neither \`before\` nor \`after\`, as others have`,
      {
        ...(locate(other) ?? location),
        hint: "Say of each item where it goes, or list every transformer in the order that you want.",
      },
    );
  }
  if (chosen.size < members.length) {
    const missing = members.filter((member) => !chosen.has(member)).map(({ identity }) => describeIdentity(identity));
    const more = missing.length > MAX_NAMED ? ` and ${missing.length - MAX_NAMED} more` : "";
    throw failure(
      "composition-order-incomplete",
      `\`${field}\` must list every transformer, but lacks ${missing.slice(0, MAX_NAMED).join(", ")}${more}`,
      {
        ...location,
        hint: "Add them: `krm-render view composition` prints all transformers. To move only some, write `before` or `after` in their items.",
      },
    );
  }
  return [...chosen.keys()];
}

function isMove(item: MapNode): boolean {
  return get(item, "before") !== undefined || get(item, "after") !== undefined;
}

/**
 * Makes the moves one after the other. Each puts an entry directly before or after another one.
 * @throws KrmError
 */
function moved<M extends Member>(
  members: readonly M[],
  moves: ReadonlyMap<M, MapNode>,
  names: Names<M>,
  location: Location,
): readonly M[] {
  const list = [...members];
  for (const [member, item] of moves) {
    const [before, after] = [get(item, "before"), get(item, "after")];
    if (before !== undefined && after !== undefined) {
      throw failure("composition-mixed-fields", "`after` cannot be used together with `before`", {
        ...(locate(after) ?? location),
        hint: "Keep one of them.",
      });
    }
    const node = (before ?? after) as Node;
    const place = locate(node) ?? location;
    const neighbour = names.find(node, place);
    if (neighbour === member) {
      throw failure("composition-order-duplicate", `${describeIdentity(member.identity)} cannot run next to itself`, {
        ...place,
        hint: "Name another entry.",
      });
    }
    list.splice(list.indexOf(member), 1);
    list.splice(list.indexOf(neighbour) + (before === undefined ? 1 : 0), 0, member);
  }
  return list;
}

/** Finds the entries that items of the order name. */
class Names<M extends Member> {
  readonly #byName = new Map<string, M[]>();
  readonly #field: string;

  constructor(members: readonly M[], field: string) {
    this.#field = field;
    for (const member of members) {
      const named = this.#byName.get(member.identity.name);
      if (named === undefined) this.#byName.set(member.identity.name, [member]);
      else named.push(member);
    }
  }

  /**
   * @param item a mapping, or a name
   * @throws KrmError `composition-order-unknown`, `composition-order-ambiguous`
   */
  find(item: Node, place: Location): M {
    const name = item.kind === "scalar" ? item.value : scalarText(get(item, "name"));
    const found = (this.#byName.get(name) ?? []).filter(({ identity }) => matches(item, identity));
    const [only, ...others] = found;
    if (only === undefined) throw this.#unknown(name, scalarText(get(item, "kind")), place);
    if (others.length === 0) return only;
    const candidates = found.slice(0, MAX_NAMED).map(({ identity }) => describeIdentity(identity));
    throw failure(
      "composition-order-ambiguous",
      `${quote(name)} in \`${this.#field}\` matches ${found.length} transformers: ${candidates.join(", ")}`,
      {
        ...place,
        hint:
          item.kind === "scalar"
            ? "Write a mapping with the name and the kind or the apiVersion."
            : "Add the kind or the apiVersion.",
      },
    );
  }

  #unknown(name: string, kind: string, place: Location): Error {
    const same = this.#byName.get(name)?.[0];
    const near = nearest(name, this.#byName.keys());
    const hint =
      same !== undefined
        ? `There is ${describeIdentity(same.identity)}.`
        : near === undefined
          ? "Correct the name, or remove it. `krm-render view composition` prints all transformers."
          : `Did you mean ${near}?`;
    const what = kind === "" ? quote(name) : `${shorten(kind)} ${quote(name)}`;
    const message = `there is no transformer ${what} for \`${this.#field}\``;
    return failure("composition-order-unknown", message, { ...place, hint });
  }
}

/** Tells whether all given parts agree. The name was compared before. */
function matches(item: Node, { apiVersion, kind }: Identity): boolean {
  const { group, version } = parseApiVersion(apiVersion);
  return Object.entries({ apiVersion, kind, group, version }).every(([field, value]) => {
    const wanted = get(item, field);
    return wanted === undefined || scalarText(wanted) === value;
  });
}

/** The values of fields that a search can name: of objects, targets, owners and dangers. Read from the page when it is asked for. */
import { getOrInsert } from "../../../collections.ts";
import { holds, type Term } from "./query.ts";
import { byId, type Row, summaryOf } from "./rows.ts";
import type { TargetSets } from "./target-sets.ts";

/** In lower case. */
interface Name {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

type Test = (row: Row) => boolean;

export class Fields {
  readonly #sets: TargetSets;
  readonly #names = new Map<Row, readonly Name[]>();
  readonly #rules = new Map<Element, Set<string>>();

  constructor(sets: TargetSets) {
    this.#sets = sets;
  }

  /** A test of rows. One object must have all of the kind, the name and the namespace. */
  accepts(terms: readonly Term[]): Test {
    const ofObjects = terms.filter(({ field }) => field === "kind" || field === "name" || field === "namespace");
    const tests = terms.filter((term) => !ofObjects.includes(term)).map((term) => this.#test(term));
    if (ofObjects.length > 0)
      tests.push((row) =>
        this.#namesOf(row).some((name) => ofObjects.every((term) => holds(term, name[term.field as keyof Name]))),
      );
    return (row) => tests.every((test) => test(row));
  }

  #test(term: Term): Test {
    switch (term.field) {
      case "cluster":
        return this.#inTargets((target) => holds(term, (target.dataset["c"] ?? "").toLowerCase()));
      case "target":
        return this.#inTargets((target) => holds(term, textOf(target.firstElementChild)));
      case "owner": {
        const owners = [...(document.getElementById("fo")?.querySelectorAll("option") ?? [])];
        const wanted = owners
          .filter((each) => each.value !== "" && holds(term, textOf(each)))
          .map(({ value }) => value);
        return ({ owners: own }) => wanted.some((owner) => own.has(owner));
      }
      default:
        return ({ dangers, element }) => {
          if (term.value === "any") return dangers.size > 0;
          const rules = this.#rulesOf().get(element) ?? [];
          return [...dangers, ...rules].some((each) => holds(term, each));
        };
    }
  }

  #inTargets(accepts: (target: HTMLElement) => boolean): Test {
    const rows = [...document.querySelectorAll<HTMLElement>("#targets tr[id]")];
    const wanted = new Set(rows.filter(accepts).map(({ id }) => Number(id.slice(1))));
    const sets = this.#sets.having(wanted);
    return ({ set }) => sets.has(set);
  }

  /** The rules of dangers by the elements of rows. */
  #rulesOf(): ReadonlyMap<Element, ReadonlySet<string>> {
    if (this.#rules.size > 0) return this.#rules;
    for (const box of document.querySelectorAll<HTMLElement>("#dangers .box")) {
      const rules = (box.dataset["r"] ?? "").toLowerCase().split(" ");
      for (const { hash } of box.querySelectorAll<HTMLAnchorElement>("a[href^='#']")) {
        const row = document.getElementById(hash.slice(1))?.closest(".r");
        if (row) for (const rule of rules) getOrInsert(this.#rules, row, () => new Set<string>()).add(rule);
      }
    }
    return this.#rules;
  }

  #namesOf(row: Row): readonly Name[] {
    return getOrInsert(this.#names, row, () => {
      const named = [...row.element.querySelectorAll(".o > p > b, .o > p > span[id], .e > a")];
      if (named.length > 0) return named.map((each) => nameOf(each, textOf(each.firstChild)));
      const [kind = ""] = row.kinds;
      return [nameOf(summaryOf(row).children[1] as Element, textOf(byId("fk").querySelector(`[value="${kind}"]`)))];
    });
  }
}

/** The name of an object as the page writes it: its kind, and then its namespace and name as code. */
function nameOf(element: Element, kind: string): Name {
  const [first = "", ...rest] = textOf(element.querySelector("code")).split("/");
  return {
    kind: kind.trim(),
    namespace: rest.length === 0 ? "" : first,
    name: rest.length === 0 ? first : rest.join("/"),
  };
}

function textOf(node: Node | null): string {
  return (node?.textContent ?? "").toLowerCase();
}

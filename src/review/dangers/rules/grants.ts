/** The permissions that rules of RBAC grant, and those that others do not cover. */

import { getOrInsert } from "../../../collections.ts";
import { isMap, listAt, valueAt } from "../../../manifests/index.ts";
import type { Value } from "../../../render/rendering.ts";
import { textsAt } from "./objects/index.ts";

/** One verb on one resource, or on a path of the API server. */
export interface Grant {
  readonly group: string;
  /** Empty for a path. */
  readonly resource: string;
  /** Undefined for all names. */
  readonly name: string | undefined;
  readonly url: string | undefined;
  readonly verb: string;
  /** The position of the rule. */
  readonly rule: number;
}

/** The largest number of grants that are compared. Roles of people have some hundreds. */
export const MAX_GRANTS = 100_000;

/** Longer paths cover only what is written as they are. */
const MAX_URL = 200;

/** The grants of rules, each once for each verb; undefined if there are more than {@link MAX_GRANTS}. */
export function grantsOf(rules: readonly (readonly [number, Value])[]): Grant[] | undefined {
  const found: Grant[] = [];
  for (const [index, rule] of rules) {
    const textsOf = (key: string): string[] => [...new Set(textsAt(rule, key))];
    const [verbs, groups, resources] = [textsOf("verbs"), textsOf("apiGroups"), textsOf("resources")];
    const [names, urls] = [textsOf("resourceNames"), textsOf("nonResourceURLs")];
    const count = groups.length * resources.length * Math.max(1, names.length) + urls.length;
    if (found.length + count * verbs.length > MAX_GRANTS) return undefined;
    for (const verb of verbs) {
      for (const group of groups)
        for (const resource of resources)
          for (const name of names.length === 0 ? [undefined] : names)
            found.push({ group, resource, name, url: undefined, verb, rule: index });
      for (const url of urls) found.push({ group: "", resource: "", name: undefined, url, verb, rule: index });
    }
  }
  return found;
}

/** Finds out whether grants are covered. Each question takes constant time, or time linear in a short path. */
export class Grants {
  /** Group, resource and name to verbs. The name of all objects is undefined. */
  readonly #resources = new Map<string, Map<string, Map<string | undefined, Set<string>>>>();
  readonly #urls = new Map<string, Set<string>>();
  /** The lengths of what is before the star, of paths that end with one. */
  readonly #stems = new Set<number>();

  constructor(grants: readonly Grant[]) {
    for (const { group, resource, name, url, verb } of grants) {
      if (url === undefined) {
        const resources = getOrInsert(this.#resources, group, () => new Map());
        const names = getOrInsert(resources, resource, () => new Map());
        getOrInsert(names, name, () => new Set()).add(verb);
      } else {
        getOrInsert(this.#urls, url, () => new Set()).add(verb);
        if (url.endsWith("*") && url.length <= MAX_URL) this.#stems.add(url.length - 1);
      }
    }
  }

  covers(grant: Grant): boolean {
    return grant.url === undefined ? this.#coversResource(grant) : this.#coversUrl(grant.url, grant.verb);
  }

  #coversResource({ group, resource, name, verb }: Grant): boolean {
    const slash = resource.indexOf("/");
    const resources = slash < 0 ? [resource, "*"] : [resource, "*", `*${resource.slice(slash)}`];
    for (const inGroup of [this.#resources.get(group), this.#resources.get("*")]) {
      for (const each of resources) {
        const names = inGroup?.get(each);
        if (hasVerb(names?.get(undefined), verb)) return true;
        if (name !== undefined && hasVerb(names?.get(name), verb)) return true;
      }
    }
    return false;
  }

  #coversUrl(url: string, verb: string): boolean {
    if (hasVerb(this.#urls.get(url), verb)) return true;
    for (const length of this.#stems) {
      if (hasVerb(this.#urls.get(`${url.slice(0, length)}*`), verb)) return true;
    }
    return false;
  }
}

/** The rules of a role with their positions. */
export function rulesOf(role: Value | undefined): readonly (readonly [number, Value])[] {
  return [...listAt(role, "rules").entries()].filter(([, rule]) => isMap(rule));
}

/** The rules at head that base does not have in the same words. */
export function newRules(base: Value | undefined, head: Value): readonly (readonly [number, Value])[] {
  const before = new Set(rulesOf(base).map(([, rule]) => textOf(rule)));
  return rulesOf(head).filter(([, rule]) => !before.has(textOf(rule)));
}

/** Only the texts in the lists of a rule count. */
function textOf(rule: Value): string {
  const keys = ["apiGroups", "resources", "resourceNames", "nonResourceURLs", "verbs"];
  return JSON.stringify(keys.map((key) => (valueAt(rule, key) === undefined ? null : textsAt(rule, key))));
}

function hasVerb(verbs: ReadonlySet<string> | undefined, verb: string): boolean {
  return verbs !== undefined && (verbs.has(verb) || verbs.has("*"));
}

/** Silences dangers by the configuration. */

import { getOrInsert } from "../../collections.ts";
import { matchesName, matchesObject, type SilenceRule } from "../../configuration/index.ts";
import type { NewChange, Silence } from "../report.ts";
import type { FoundDanger } from "./found-danger.ts";

/** A danger, with the object that has it. */
export interface Silenceable {
  readonly danger: Pick<FoundDanger, "id" | "path" | "namedPath">;
  readonly object: Omit<NewChange["object"], "apiVersion">;
}

export class SilenceRules {
  readonly #rules: readonly SilenceRule[];
  readonly #pathOf: (target: string) => string;
  /** The rules that silence a danger in some target at least. */
  readonly #matching = new WeakMap<Silenceable, readonly SilenceRule[]>();
  /** By rule, whether it is about a target. */
  readonly #targets = new Map<SilenceRule, Map<string, boolean>>();

  /** @param pathOf returns the directory of a target, by its id */
  constructor(rules: readonly SilenceRule[], pathOf: (target: string) => string) {
    this.#rules = rules;
    this.#pathOf = pathOf;
  }

  /** Returns the silence of the first rule that is about the danger. */
  of(danger: Silenceable, target: string): Silence | undefined {
    if (this.#rules.length === 0) return undefined;
    const matching = getOrInsert(this.#matching, danger, () => this.#rules.filter((rule) => isAbout(rule, danger)));
    const rule = matching.find((each) => this.#isAboutTarget(each, target));
    return rule && { by: "configuration", reason: rule.reason };
  }

  #isAboutTarget(rule: SilenceRule, target: string): boolean {
    const { targets } = rule;
    if (targets === undefined) return true;
    const known = getOrInsert(this.#targets, rule, () => new Map<string, boolean>());
    return getOrInsert(known, target, () => {
      const names = [target, this.#pathOf(target)];
      return targets.some((pattern) => names.some((name) => matchesName(pattern, name)));
    });
  }
}

function isAbout(rule: SilenceRule, { danger: { id, path, namedPath }, object }: Silenceable): boolean {
  if (!rule.ids.some((pattern) => matchesName(pattern, id)) || !matchesObject(rule, object)) return false;
  return (
    rule.paths === undefined || (path !== undefined && rule.paths.some((each) => each.matchesPointer(path, namedPath)))
  );
}

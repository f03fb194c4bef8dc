/** Finds the last rule of a CODEOWNERS file that matches a path, without a look at each rule. */
import { getOrInsert } from "../collections.ts";
import type { Effort } from "../text/index.ts";
import { literalOf, matchesOwnerPattern, type OwnerPattern } from "./owner-pattern.ts";

/** A line with a pattern. */
export interface OwnerRule {
  readonly pattern: OwnerPattern;
  /** None if nobody owns what matches. */
  readonly owners: readonly string[];
}

interface Placed extends OwnerRule {
  readonly index: number;
}

/** The rules of a file: the last one that matches a path counts. */
export class OwnerRules {
  /** The last rule of each pattern without wildcards, see {@link literalKey}. */
  readonly #literal = new Map<string, Placed>();
  /** The others in their order, by the name at the top that they begin with; empty for none. */
  readonly #others = new Map<string, Placed[]>();

  constructor(rules: Iterable<OwnerRule>) {
    let index = 0;
    for (const rule of rules) {
      const placed = { ...rule, index: index++ };
      const { isAnywhere, below, runs } = rule.pattern;
      const names = literalOf(rule.pattern);
      const first = runs[0]?.[0];
      if (names !== undefined && below !== undefined && (!isAnywhere || names.length === 1))
        this.#literal.set(literalKey(isAnywhere, below, names), placed);
      else {
        const key = isAnywhere || typeof first !== "string" ? "" : first;
        getOrInsert(this.#others, key, (): Placed[] => []).push(placed);
      }
    }
  }

  /** Returns the rule that counts for a file; undefined if none matches. @param names the names of its path */
  find(names: readonly string[], effort: Effort): OwnerRule | undefined {
    let found: Placed | undefined;
    const offer = (rule: Placed | undefined): void => {
      if (rule !== undefined && rule.index > (found?.index ?? -1)) found = rule;
    };
    for (let end = 1; end <= names.length; end++) {
      effort.spend(1);
      for (let below = 0; below <= Math.min(MAX_BELOW, names.length - end); below++) {
        offer(this.#literal.get(literalKey(false, below, names.slice(0, end))));
        offer(this.#literal.get(literalKey(true, below, names.slice(end - 1, end))));
      }
    }
    for (const key of new Set([names[0] ?? "", ""])) {
      const rules = this.#others.get(key) ?? [];
      for (let at = rules.length - 1; at >= 0; at--) {
        const rule = rules[at] as Placed;
        if (rule.index < (found?.index ?? 0)) break;
        if (!matchesOwnerPattern(rule.pattern, names, effort)) continue;
        offer(rule);
        break;
      }
    }
    return found;
  }
}

/** The most that {@link OwnerPattern.below} is. */
const MAX_BELOW = 2;

function literalKey(isAnywhere: boolean, below: number, names: readonly string[]): string {
  return `${isAnywhere ? "*" : "/"}${below}${names.join("/")}`;
}

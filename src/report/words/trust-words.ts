/** The words for what a change edits of the trust in functions, and of the rules of reviews. */
import type { TrustChange } from "../../review/index.ts";
import type { Phrase } from "../edit-phrases.ts";
import { plural } from "../text.ts";

const RULES_OF_REVIEWS: ReadonlySet<TrustChange["kind"]> = new Set([
  "silence",
  "danger-level",
  "noise-rule",
  "redaction",
]);

export function trustHeadline(trust: readonly TrustChange[]): string {
  const rules = trust.filter(({ kind }) => RULES_OF_REVIEWS.has(kind)).length;
  const settings = trust.filter(({ kind }) => kind === "setting").length;
  const runs = trust.length - rules - settings;
  const sentences = [
    ...(runs > 0
      ? [`This change edits what may run: ${plural(runs, "change")} of catalogs, pins, programs or permissions.`]
      : []),
    ...(rules > 0
      ? [`This change edits the rules of reviews: ${plural(rules, "change")}, from the next pull request on.`]
      : []),
    ...(settings > 0
      ? [`This change edits how it is reviewed: ${plural(settings, "setting")} in its own configuration.`]
      : []),
  ];
  return sentences.join(" ");
}

function isAboutReviews({ kind }: TrustChange): boolean {
  return kind === "setting" || RULES_OF_REVIEWS.has(kind);
}

/** What one of the changes is called, and several of them. */
export function trustNouns(trust: readonly TrustChange[]): readonly [one: string, several: string] {
  const rules = trust.filter(isAboutReviews).length;
  if (rules === 0) return ["edit of what may run", "edits of what may run"];
  if (rules === trust.length) return ["edit of the rules of reviews", "edits of the rules of reviews"];
  return ["edit of what may run or of the rules of reviews", "edits of what may run or of the rules of reviews"];
}

/** The title above all of them. */
export function trustTitle(trust: readonly TrustChange[]): string {
  const rules = trust.filter(isAboutReviews).length;
  if (rules === 0) return "What may run";
  return rules === trust.length ? "Rules of reviews" : "What may run, and rules of reviews";
}

/** What each of them is called. */
export const TRUST_NAMES: Readonly<Record<TrustChange["kind"], string>> = {
  "catalog-entry": "catalog entry",
  "catalog-reference": "reference to the catalog",
  function: "function",
  "signature-file": "file that decides which signatures count",
  silence: "silence of dangers",
  "danger-level": "level of the danger",
  "noise-rule": "rule of noise",
  redaction: "values to withhold:",
  setting: "setting",
};

/** Each field with both values if it had another one before, otherwise with the only one. */
export function trustFields({ op, fields }: TrustChange): Phrase[][] {
  return fields.map(({ name, before, after }) => {
    const values = [before, after].flatMap((value) => (value === undefined ? [] : [{ code: value }]));
    // That what is added gets all of its fields is clear.
    const what = op !== "changed" || values.length !== 1 ? "" : after === undefined ? " removed" : " added";
    const [first, second] = values;
    return [
      { word: name },
      ...(first === undefined ? [] : [" ", first]),
      ...(second === undefined ? [] : [" → ", second]),
      what,
    ];
  });
}

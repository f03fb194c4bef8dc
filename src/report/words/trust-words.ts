/** The words for what a change edits of the trust in functions, and of the rules of reviews. */
import type { Phrase } from "../edit-phrases.ts";
import { plural } from "../text.ts";
import type { TrustRow } from "../trust-rows.ts";

const RULES_OF_REVIEWS: ReadonlySet<TrustRow["kind"]> = new Set([
  "silence",
  "danger-level",
  "policy",
  "noise-rule",
  "redaction",
  "deployment-search",
  "deployment-root",
  "ignored-deployments",
  "cluster-values",
  "deployment-source",
  "installed-chart",
  "argocd-cluster",
  "generated-parameters",
]);

export function trustHeadline(trust: readonly TrustRow[]): string {
  const rules = trust.filter(({ kind }) => RULES_OF_REVIEWS.has(kind)).length;
  const settings = trust.filter(({ kind }) => kind === "setting").length;
  const runs = trust.length - rules - settings;
  const ofRuns = `This change edits what may run: ${plural(runs, "change")} of catalogs, pins, programs or permissions.`;
  const ofRules = `This change edits the rules of reviews: ${plural(rules, "change")}, from the next pull request on.`;
  const ofSettings = `This change edits how it is reviewed: ${plural(settings, "setting")} in its own configuration.`;
  return [...(runs > 0 ? [ofRuns] : []), ...(rules > 0 ? [ofRules] : []), ...(settings > 0 ? [ofSettings] : [])].join(
    " ",
  );
}

function isAboutReviews({ kind }: TrustRow): boolean {
  return kind === "setting" || RULES_OF_REVIEWS.has(kind);
}

/** Returns the noun for one of the changes, and for several of them. */
export function trustNouns(trust: readonly TrustRow[]): readonly [one: string, several: string] {
  const rules = trust.filter(isAboutReviews).length;
  if (rules === 0) return ["edit of what may run", "edits of what may run"];
  if (rules === trust.length) return ["edit of the rules of reviews", "edits of the rules of reviews"];
  return ["edit of what may run or of the rules of reviews", "edits of what may run or of the rules of reviews"];
}

/** The title above all of them. */
export function trustTitle(trust: readonly TrustRow[]): string {
  const rules = trust.filter(isAboutReviews).length;
  if (rules === 0) return "What may run";
  return rules === trust.length ? "Rules of reviews" : "What may run, and rules of reviews";
}

/** The nouns for one change of each kind, and for several. */
const NOUNS: Readonly<Record<TrustRow["kind"], readonly [one: string, several: string]>> = {
  "catalog-entry": ["catalog entry", "catalog entries"],
  "catalog-reference": ["reference to the catalog", "references to the catalog"],
  function: ["function", "functions"],
  pin: ["pin of", "pins of"],
  "signature-file": ["file that decides which signatures count", "files that decide which signatures count"],
  silence: ["silence of dangers", "silences of dangers"],
  "danger-level": ["level of the danger", "levels of the danger"],
  policy: ["policy", "policies"],
  "noise-rule": ["rule of noise", "rules of noise"],
  redaction: ["values to withhold:", "values to withhold:"],
  "deployment-search": ["search for deployments:", "search for deployments:"],
  "deployment-root": ["root of deployments", "roots of deployments"],
  "ignored-deployments": ["ignored deployments:", "ignored deployments:"],
  "cluster-values": ["values of", "values of"],
  "deployment-source": ["source that is this repository:", "sources that are this repository:"],
  "installed-chart": ["chart of the release", "charts of the releases"],
  "argocd-cluster": ["cluster of Argo CD", "clusters of Argo CD"],
  "generated-parameters": ["parameters of the generator", "parameters of the generators"],
  setting: ["setting", "settings"],
};

/** More subjects are counted. */
const MAX_SUBJECTS = 3;

/** Says what was done, and how often: `61 functions SetOwner owner changed`. */
export function trustTitlePhrases({ kind, op, notRun, subjects, count }: TrustRow): Phrase[] {
  const [one, several] = NOUNS[kind];
  const shown = subjects.slice(0, MAX_SUBJECTS);
  const more = subjects.length - shown.length;
  return [
    count === 1 ? one : `${count.toLocaleString("en")} ${several}`,
    ...shown.flatMap((subject, index): Phrase[] => [
      index === 0 ? " " : more === 0 && index === shown.length - 1 ? " and " : ", ",
      { code: subject },
    ]),
    ...(more === 0 ? [] : [` and ${more.toLocaleString("en")} more`]),
    ` ${op}${notRun ? `, and ${count === 1 ? "does" : "do"} not run here` : ""}`,
  ];
}

/** Each field with both values if it had another one before, otherwise with the only one. */
export function trustFields({ op, fields }: Pick<TrustRow, "op" | "fields">): Phrase[][] {
  return fields.map(({ name, before, after }) => {
    const values = [before, after].flatMap((value) => (value === undefined ? [] : [{ code: value }]));
    // That what is added gets all of its fields is clear.
    const what = op !== "changed" || values.length !== 1 ? "" : after === undefined ? " removed" : " added";
    const [first, second] = values;
    return [
      ...(name === "" ? [] : [{ word: name }]),
      ...(first === undefined ? [] : [name === "" ? "" : " ", first]),
      ...(second === undefined ? [] : [" → ", second]),
      what,
    ];
  });
}

/** The hexadecimal digits of a digest that a short text keeps. Nobody finds other content with the same ones. */
const KEPT_DIGITS = 16;

/** The row with the starts of its digests, unless that makes two of them the same. */
export function withShortDigests(row: TrustRow): TrustRow {
  const short = (text: string | undefined): string | undefined =>
    text?.replace(/\b(?:[0-9a-f]{40}|[0-9a-f]{64})\b/g, (digest) => `${digest.slice(0, KEPT_DIGITS)}…`);
  const fields = row.fields.map((field) => {
    const [before, after] = [short(field.before), short(field.after)];
    if (before === after) return field;
    return { ...field, ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
  });
  return { ...row, fields };
}

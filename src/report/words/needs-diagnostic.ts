/** Says of targets that lack inputs, and of those that lack nothing any more, what a step annotates. */
import type { Diagnostic } from "../../diagnostics.ts";
import { phrasesText } from "../edit-phrases.ts";
import type { Failure } from "../failures.ts";
import type { Overview } from "../overview.ts";
import { comparedPhrases, isMended, lostPhrases, needsPhrases, repairedSorts, repairedVerb } from "./needs-words.ts";
import { countedTargets, targetsText } from "./target-names.ts";

/** Targets that are named. Further ones are counted. */
const MAX_NAMED = 5;

/** One problem for all targets that lack the same inputs, at a place that the change edits if there is one. It tells what nobody could judge. */
export function lackingDiagnostic(failure: Failure, severity: Diagnostic["severity"]): Diagnostic {
  const { targets, problems, names } = failure;
  const ids = targets.map(({ id }) => id);
  const lost = phrasesText(lostPhrases(failure));
  const what = `${targetsText(ids, names, MAX_NAMED)} ${phrasesText(needsPhrases(failure))}`;
  const problem = problems.find(({ places }) => places.some(({ inChange }) => inChange)) ?? problems[0];
  if (problem === undefined) throw new Error("what lacks an input has an error that says so");
  const { diagnostic, places } = problem;
  const { inChange: _inChange, ...place } = places.find(({ inChange }) => inChange) ?? places[0] ?? {};
  return {
    ...diagnostic,
    ...place,
    severity,
    message: `${what}: ${diagnostic.message}${lost === "" ? "" : `. ${lost}`}`,
  };
}

/** Targets that failed at the base only. */
export function repairedNotices({ repaired, names }: Pick<Overview, "repaired" | "names">): Diagnostic[] {
  return repairedSorts(repaired).map((targets) => {
    const ids = targets.map(({ id }) => id);
    const who = ids.length === 1 ? targetsText(ids, names, 1) : countedTargets(ids);
    const clause = phrasesText(comparedPhrases(targets)).replace(/^./, (start) => start.toUpperCase());
    const message = `${who} ${repairedVerb(targets)}. ${clause}`;
    const isKnown = targets.every((target) => isMended(target) || target.needs !== undefined);
    return { code: "failed-at-base", severity: isKnown ? "notice" : "warning", message };
  });
}

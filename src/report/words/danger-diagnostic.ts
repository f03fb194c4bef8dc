/** Says a danger as a diagnostic, for annotations. */
import type { Diagnostic } from "../../diagnostics.ts";
import type { DangerGroup } from "../danger-groups.ts";
import { ruleAddress } from "../docs-address.ts";
import { type Phrase, phrasesText } from "../edit-phrases.ts";
import { oneLine, plural } from "../text.ts";
import { causesOfDangers, messagePhrases, silencePhrases, subjectPhrases } from "./danger-words.ts";
import { targetsText } from "./target-names.ts";

/** A warning, or a notice for a low danger, at the place in a file of the pull request that brings it, if there is one. */
export function dangerDiagnostic(group: DangerGroup): Diagnostic {
  const { shown } = causesOfDangers(group);
  // A line of the base is another line at head.
  const cause = shown.find(({ side, inChange }) => side === "head" && inChange);
  const [first = "", ...others] = group.targets;
  const where =
    first === "" || group.whole !== undefined
      ? ""
      : `, in ${targetsText([first], group.names, 1)}${others.length === 0 ? "" : ` and ${plural(others.length, "other target")}`}`;
  const silence = plain(silencePhrases(group));
  return {
    code: group.parts[0].id,
    severity: group.level === "low" ? "notice" : "warning",
    message: `${group.level} danger: ${plain(subjectPhrases(group))}${group.whole === undefined ? ":" : ""} ${plain(messagePhrases(group))}${oneLine(where)}${silence === "" ? "" : `; ${silence}`}`,
    ...(cause === undefined ? {} : { file: cause.file, ...(cause.line === undefined ? {} : { line: cause.line }) }),
    hint: `See ${ruleAddress(group.parts[0].id)}`,
  };
}

function plain(phrases: readonly Phrase[]): string {
  return oneLine(phrasesText(phrases));
}

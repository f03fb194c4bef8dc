/** The configuration of a repository whose clusters deploy directories that are not targets by themselves. */
import { directoryOfTarget } from "../../render/index.ts";
import type { Survey } from "../survey/index.ts";
import { globsOf } from "./target-globs.ts";

const SCHEMA = "https://raw.githubusercontent.com/org/krm-render/v1/docs/schemas/configuration.schema.json";

/** The deployed directories that are not targets by themselves, because other kustomizations include them. */
export function missedTargets({
  targets,
  deployed,
  flux,
}: Pick<Survey, "targets" | "deployed" | "flux">): readonly string[] {
  const discovered = new Set(targets);
  return deployed.directories.filter((path) => !discovered.has(path) && !flux.covers(directoryOfTarget(path)));
}

/** The most patterns that a configuration lists, and what each can be: one line. */
const MAX_PATTERNS = 1000;
const PATTERN = /^[^\p{Cc}\u2028\u2029]{1,900}$/u;

/** Patterns that add the deployed directories to the targets. They match no other kustomization that is no target. */
export function addedTargets(survey: Survey): { readonly patterns: readonly string[]; readonly left: number } {
  const targets = new Set([...survey.targets, ...survey.deployed.directories]);
  const all = globsOf(
    missedTargets(survey),
    survey.kustomizations.filter((path) => !targets.has(path)),
  );
  const patterns = all.filter((pattern) => PATTERN.test(pattern)).slice(0, MAX_PATTERNS);
  return { patterns, left: all.length - patterns.length };
}

/**
 * The text of the file. Others wrote the names, so all but plain ones stand in quotes.
 * @param sets the part on ApplicationSets
 */
export function configurationText(added: readonly string[], sets: string): string {
  const targets = `# Beside the directories that no other kustomization includes, those that Argo CD deploys:
targets:
${added.map((pattern) => `- ${quoted(`+${pattern}`)}\n`).join("")}`;
  return `# yaml-language-server: $schema=${SCHEMA}\n${added.length === 0 ? "" : targets}${sets}`;
}

function quoted(text: string): string {
  return /^\+[\w./-]*[A-Za-z_][\w./-]*$/.test(text) ? text : JSON.stringify(text);
}

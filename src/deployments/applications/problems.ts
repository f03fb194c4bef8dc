/** The problems of a walk that stops before its end. */
import type { Diagnostic } from "../../diagnostics.ts";
import type { PrintedObject } from "../objects/index.ts";

/** An Application can render one with another name on each level. */
export const MAX_DEPTH = 30;

export function tooManyApplications(label: string, count: number): Diagnostic {
  return {
    code: "too-many-deployments",
    severity: "warning",
    message: `${label} has more than ${count} Applications and ApplicationSets; the others are not rendered`,
    hint: "Name the directories that matter under deployments.roots in .krm-render.yaml of the base branch.",
  };
}

/** @param isLarge true for a file that is larger than those that are read */
export function unreadableFile(file: string, isLarge: boolean): Diagnostic {
  const reason = isLarge ? "it is larger than 1 MiB" : "it cannot be read as YAML";
  return {
    code: "argocd-children-unknown",
    severity: "warning",
    message: `it is not known which Applications ${file} declares: ${reason}; those of the other side of the comparison count`,
    file,
    hint: isLarge ? "Divide it into several files." : "Correct the file, or remove it if its Applications are to go.",
  };
}

export function tooDeepApplication({ kind, name, origin }: PrintedObject): Diagnostic {
  return {
    code: "too-deep-deployments",
    severity: "warning",
    message: `the Applications that the ${kind} ${name} declares are not rendered: it is ${MAX_DEPTH} levels below its root`,
    ...origin,
    hint: "Look for an Application that renders one with another name on each level.",
  };
}

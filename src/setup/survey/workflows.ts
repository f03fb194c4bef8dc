/** Reads workflows for steps that run this action, or other tools that render. */
import type { MapNode, Node } from "../../yaml/nodes/node.ts";
import { at, type Documents, itemsAt, lineOf, textAt } from "./documents.ts";

/** A step that runs this action. */
export interface OwnStep {
  readonly line: number;
  /** The text after `uses:`. */
  readonly uses: string;
  /** The text after the `@`. */
  readonly ref: string;
  readonly inputs: ReadonlyMap<string, string>;
  /** The permissions of the job or of the workflow; undefined if neither names any. */
  readonly permissions: Permissions | undefined;
  /** The names of artifacts that later steps of the job upload; empty for one without a name. */
  readonly uploads: readonly string[];
}

/** The permissions by their names, or one word for all. */
export type Permissions = ReadonlyMap<string, string> | "read-all" | "write-all";

type OtherTool = { readonly tool: string; readonly line: number };

export interface WorkflowFile {
  readonly file: string;
  /** The events. */
  readonly events: readonly string[];
  readonly own: readonly OwnStep[];
  /** Steps that run another tool which renders. */
  readonly others: readonly OtherTool[];
}

/** The most steps of one workflow. */
const MAX_STEPS = 1000;
const OWN = /^[\w.-]+\/krm-render(?:\/[^@\s]*)?@(\S+)$/;

/** Actions that render or compare, by a part of their names. */
const ACTIONS: readonly (readonly [pattern: RegExp, tool: string])[] = [
  [/^int128\/[\w-]*(?:kustomize|diff|argocd)[\w-]*/, "an action of int128"],
  [/kustomize/, "a kustomize action"],
  [/argocd-diff-preview/, "argocd-diff-preview"],
  [/flux-local/, "flux-local"],
  [/konflate/, "konflate"],
  [/^azure\/k8s-bake/i, "azure/k8s-bake"],
];

/** Commands that render, in scripts. */
const COMMANDS: readonly (readonly [pattern: RegExp, tool: string])[] = [
  [/\bkustomize\s+build\b/, "kustomize build"],
  [/\bkubectl\s+kustomize\b/, "kubectl kustomize"],
  [/\b(?:kubectl|oc)\b[^\n|;&]{0,500}\s(?:-k|--kustomize)\b/, "kubectl -k"],
  [/\bflux-local\b/, "flux-local"],
  [/\bflate\s+(?:build|diff|test)\b/, "flate"],
  [/\bargocd-diff-preview\b/, "argocd-diff-preview"],
  [/\bargocd\s+app\s+diff\b/, "argocd app diff"],
];

/** Reads a workflow. @param file as people write it */
export function readWorkflow(documents: Documents, file: string): WorkflowFile {
  const [document] = documents;
  const ofWorkflow = permissionsOf(at(document, "permissions"));
  const own: OwnStep[] = [];
  const others: OtherTool[] = [];
  let count = 0;
  for (const { value: job } of entriesOf(at(document, "jobs"))) {
    const steps = itemsAt(job, "steps").slice(0, Math.max(0, MAX_STEPS - count));
    count += steps.length;
    for (const [index, step] of steps.entries()) {
      const uses = textAt(step, "uses");
      const ref = OWN.exec(uses)?.[1];
      if (ref !== undefined) {
        own.push({
          line: lineOf(at(step, "uses")),
          uses,
          ref,
          inputs: textsOf(at(step, "with")),
          permissions: permissionsOf(at(job, "permissions")) ?? ofWorkflow,
          uploads: steps.slice(index + 1).flatMap(uploadOf),
        });
      } else others.push(...toolsOf(step, uses));
    }
  }
  return { file, events: eventsOf(at(document, "on")), own, others };
}

function toolsOf(step: Node, uses: string): OtherTool[] {
  const action = ACTIONS.find(([pattern]) => pattern.test(uses));
  if (action !== undefined) return [{ tool: `${action[1]} (${uses})`, line: lineOf(at(step, "uses")) }];
  const script = at(step, "run");
  const text = script?.kind === "scalar" ? script.value : "";
  const command = COMMANDS.find(([pattern]) => pattern.test(text));
  return command === undefined ? [] : [{ tool: command[1], line: lineOf(script) }];
}

function uploadOf(step: Node): string[] {
  return textAt(step, "uses").startsWith("actions/upload-artifact@") ? [textAt(step, "with", "name")] : [];
}

function eventsOf(node: Node | undefined): readonly string[] {
  if (node?.kind === "scalar") return [node.value];
  if (node?.kind === "seq") return node.items.flatMap((item) => (item.kind === "scalar" ? [item.value] : []));
  return entriesOf(node).map(({ key }) => key);
}

function permissionsOf(node: Node | undefined): Permissions | undefined {
  if (node === undefined) return undefined;
  if (node.kind === "scalar") return node.value === "read-all" || node.value === "write-all" ? node.value : new Map();
  return textsOf(node);
}

function textsOf(node: Node | undefined): ReadonlyMap<string, string> {
  return new Map(entriesOf(node).map(({ key, value }) => [key, value.kind === "scalar" ? value.value : ""]));
}

function entriesOf(node: Node | undefined): readonly { readonly key: string; readonly value: Node }[] {
  const entries: MapNode["entries"] = node?.kind === "map" ? node.entries : [];
  return entries.flatMap(({ key, value }) => (key.kind === "scalar" ? [{ key: key.value, value }] : []));
}

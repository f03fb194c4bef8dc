/** A short notation for tables of field specs. */
import type { FieldSpec, Gvk } from "./kustomization-parts.ts";

/** The kinds of objects that fields belong to. */
export type Owner = Gvk;

export const everything: Owner = {};

/** Objects of a kind; an empty group or version matches any. */
export function owner(kind: string, group = "", version = ""): Owner {
  return { ...(group && { group }), ...(version && { version }), kind };
}

/** One field spec for each path. */
export function fields(of: Owner, paths: readonly string[], create?: "create"): FieldSpec[] {
  return paths.map((path) => (create ? { path, ...of, create: true } : { path, ...of }));
}

/** Splits a list of paths at white space. Paths contain none. */
export function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** The paths of pod specifications in the kinds of objects that run pods. */
const podSpecs = {
  Pod: "spec",
  PodTemplate: "template/spec",
  Deployment: "spec/template/spec",
  ReplicaSet: "spec/template/spec",
  ReplicationController: "spec/template/spec",
  DaemonSet: "spec/template/spec",
  StatefulSet: "spec/template/spec",
  Job: "spec/template/spec",
  CronJob: "spec/jobTemplate/spec/template/spec",
} as const;

/** Fields of the pods that objects of a kind run. */
export function podFields(kind: keyof typeof podSpecs, paths: readonly string[], version = ""): FieldSpec[] {
  return fields(
    owner(kind, "", version),
    paths.map((path) => `${podSpecs[kind]}/${path}`),
  );
}

/** Reads AppProjects of Argo CD: what the Applications of a project may deploy, from where, and where to; docs/specification/argocd-projects.md 1. */
import type { Location } from "../../diagnostics.ts";
import { isMap, textAt, valueAt } from "../../manifests/index.ts";
import type { Value } from "../../yaml/index.ts";
import type { PrintedObject } from "../objects/index.ts";

const GROUP = "argoproj.io/";
const KIND = "AppProject";

/** Texts that files with AppProjects hold. */
export const PROJECT_TEXTS = [GROUP, KIND] as const;

export function isAppProject({ apiVersion, kind }: Pick<PrintedObject, "apiVersion" | "kind">): boolean {
  return kind === KIND && apiVersion.startsWith(GROUP);
}

/** The project of an Application that names none. */
const DEFAULT_PROJECT = "default";

/** @param application the object */
export function projectOf(application: Value): string {
  return textAt(application, "spec", "project") || DEFAULT_PROJECT;
}

/** The rules of an AppProject on sources, destinations and kinds, as they are written. */
export interface ProjectRules {
  readonly name: string;
  /** The place of the AppProject. */
  readonly location: Location;
  readonly sourceRepos: readonly string[];
  readonly destinations: readonly ProjectDestination[];
  readonly kinds: {
    /** Kinds without namespaces: only those that are listed. */
    readonly cluster: KindRules;
    /** Kinds with namespaces: all, where no list permits some. */
    readonly namespaced: KindRules;
  };
}

/** Patterns; an empty text stands for a field that is not given. */
export interface ProjectDestination {
  readonly server: string;
  readonly name: string;
  readonly namespace: string;
}

export interface KindRules {
  /** Undefined if the list is not given, which is more than an empty one. */
  readonly permitted: readonly KindPattern[] | undefined;
  readonly refused: readonly KindPattern[];
}

/** Patterns; an empty name stands for all. */
export interface KindPattern {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
}

/** The most entries of a list. */
const MAX_ENTRIES = 1_000;
/** The longest pattern, in UTF-16 code units. */
const MAX_LENGTH = 1_000;

/** Undefined for an AppProject whose rules the API server would refuse, and for one with too many or too long ones. */
export function readAppProject({ value, name, origin }: PrintedObject): ProjectRules | undefined {
  const spec = valueAt(value, "spec");
  const [sourceRepos, destinations] = [
    listOf(spec, "sourceRepos", textOf),
    listOf(spec, "destinations", destinationOf),
  ];
  const [cluster, namespaced] = [kindRulesOf(spec, "cluster"), kindRulesOf(spec, "namespace")];
  if (!isMap(spec) || [sourceRepos, destinations, cluster, namespaced].includes("wrong")) return undefined;
  return {
    name,
    location: origin ?? { file: "." },
    sourceRepos: known(sourceRepos) ?? [],
    destinations: known(destinations) ?? [],
    kinds: { cluster: cluster as KindRules, namespaced: namespaced as KindRules },
  };
}

type Wrong = "wrong";

function known<T>(read: T | Wrong): T | undefined {
  return read === "wrong" ? undefined : read;
}

function kindRulesOf(spec: Value | undefined, scope: "cluster" | "namespace"): KindRules | Wrong {
  const permitted = listOf(spec, `${scope}ResourceWhitelist`, kindPatternOf);
  const refused = listOf(spec, `${scope}ResourceBlacklist`, kindPatternOf);
  return permitted === "wrong" || refused === "wrong" ? "wrong" : { permitted, refused: refused ?? [] };
}

/** Undefined for a list that is not given. */
function listOf<T>(
  spec: Value | undefined,
  field: string,
  read: (entry: Value) => T | undefined,
): readonly T[] | undefined | Wrong {
  const list = valueAt(spec, field) ?? undefined;
  if (list === undefined) return undefined;
  if (!Array.isArray(list) || list.length > MAX_ENTRIES) return "wrong";
  const entries: T[] = [];
  for (const entry of list) {
    const one = read(entry);
    if (one === undefined) return "wrong";
    entries.push(one);
  }
  return entries;
}

function textOf(value: Value | undefined): string | undefined {
  const text = value ?? "";
  return typeof text === "string" && text.length <= MAX_LENGTH ? text : undefined;
}

function destinationOf(entry: Value): ProjectDestination | undefined {
  const [server, name, namespace] = textsOf(entry, "server", "name", "namespace");
  if (server === undefined || name === undefined || namespace === undefined) return undefined;
  return { server, name, namespace };
}

function kindPatternOf(entry: Value): KindPattern | undefined {
  const [group, kind, name] = textsOf(entry, "group", "kind", "name");
  return group === undefined || kind === undefined || name === undefined ? undefined : { group, kind, name };
}

function textsOf(entry: Value, ...fields: readonly string[]): readonly (string | undefined)[] {
  return isMap(entry) ? fields.map((field) => textOf(valueAt(entry, field))) : [];
}

/** Everything that is known of the APIs of a cluster: what Kubernetes has built in, and what CustomResourceDefinitions add. */
import { isMap, type MapValue, textAt } from "../manifests/index.ts";
import { nearest } from "../text/index.ts";
import type { Value } from "../yaml/index.ts";
import { Check } from "./check.ts";
import type { DefinedVersion, Definition } from "./definitions.ts";
import { identityFindings } from "./metadata.ts";
import { ruleResults } from "./rules.ts";
import type { SchemaFinding } from "./schema.ts";
import { KubernetesTable } from "./table.ts";
import { withDefaults } from "./typed-values.ts";

/** Finds the definition of a custom resource; undefined if none is known. */
export type FindDefinition = (group: string, kind: string) => Definition | undefined;

/** The judgement of an object. */
export type Verdict =
  | {
      readonly status: "checked";
      readonly findings: readonly SchemaFinding[];
      /** See {@link Check.rest}. */
      readonly rest?: string | undefined;
      /** Set where the API of the object is deprecated, in words. */
      readonly deprecation?: string | undefined;
      /** How many rules in CEL of the definition were not evaluated. */
      readonly uncheckedRules: number;
    }
  /** The API server has no such kind. */
  | { readonly status: "not-served"; readonly text: string }
  /** Nothing is known of the kind. */
  | { readonly status: "unknown" };

/** The kinds that need no name: those that the API server answers, and keeps nowhere, and one that it names itself. */
const NAMELESS = /Review$|^LimitRange$/;
const UNKNOWN: Verdict = { status: "unknown" };

export class KnownApis {
  readonly #table: KubernetesTable;
  /** The APIs that are built in, in any version, by `APIVERSION`. */
  readonly #text: string;

  /**
   * @param text the facts about Kubernetes
   * @param minor the minor version of the cluster; undefined for the newest that is known
   */
  constructor(text: string, minor?: number) {
    this.#text = text;
    this.#table = new KubernetesTable(text, minor);
    this.isOfCluster = minor === this.#table.minor;
  }

  /** True where these are the facts about the version of the cluster, and not those about the nearest or the newest one. */
  readonly isOfCluster: boolean;

  /** The minor version whose facts count. */
  get minor(): number {
    return this.#table.minor;
  }

  /** The first and the last minor version that are known. */
  get versions(): readonly [first: number, last: number] {
    return this.#table.versions;
  }

  /** Tells whether this version of Kubernetes has the kind itself. */
  isBuiltIn(apiVersion: string, kind: string): boolean {
    return this.#table.kind(apiVersion, kind) !== undefined;
  }

  /** Tells whether this version of Kubernetes has a kind in a version of its group; undefined where definitions may add it. */
  isServed(apiVersion: string, kind: string): boolean | undefined {
    if (this.isBuiltIn(apiVersion, kind)) return true;
    const group = apiVersion.slice(0, Math.max(apiVersion.indexOf("/"), 0));
    return group === "" || !group.includes(".") || this.#isBuiltInGroup(group) ? false : undefined;
  }

  /** Tells whether the objects of a kind that Kubernetes has itself belong to namespaces; undefined for other kinds. */
  isNamespaced(apiVersion: string, kind: string): boolean | undefined {
    return this.#table.kind(apiVersion, kind)?.isNamespaced;
  }

  /**
   * Judges an object. Takes time linear in it, but for rules in CEL, which are bounded.
   * @param old the object before, for rules on changes; undefined for a new one
   */
  judge(value: Value, find: FindDefinition, old?: Value): Verdict {
    const [apiVersion, kind] = [textAt(value, "apiVersion"), textAt(value, "kind")];
    if (!isMap(value) || apiVersion === undefined || kind === undefined) return UNKNOWN;
    const at = apiVersion.indexOf("/");
    const [group, version] = at < 0 ? ["", apiVersion] : [apiVersion.slice(0, at), apiVersion.slice(at + 1)];
    const builtIn = this.#table.kind(apiVersion, kind);
    const check = new Check(this.#table.type("meta.v1.ObjectMeta"), this.minor);
    let isNamespaced: boolean;
    let deprecation: string | undefined;
    let [complete, rulesOf]: [Value, MapValue | undefined] = [value, undefined];
    if (builtIn !== undefined) {
      deprecation = this.#deprecation(apiVersion, kind);
      isNamespaced = builtIn.isNamespaced;
      check.object(value, builtIn.schema, "read");
    } else {
      const removed = this.#removal(apiVersion, kind, group);
      if (removed !== undefined) return { status: "not-served", text: removed };
      const definition = find(group, kind);
      if (definition === undefined) return UNKNOWN;
      const defined = definition.versions.get(version);
      if (defined?.isServed !== true) return { status: "not-served", text: unserved(definition, version, defined) };
      if (defined.isDeprecated) deprecation = "its CustomResourceDefinition calls this version deprecated";
      isNamespaced = definition.isNamespaced;
      rulesOf = defined.raw;
      if (rulesOf !== undefined) complete = withDefaults(value, rulesOf);
      if (defined.schema !== undefined && isMap(complete))
        check.object(complete, defined.schema, defined.hasStatus ? "dropped" : "kept");
    }
    const isNameless = NAMELESS.test(kind);
    identityFindings(check, value, { group, kind, minor: this.minor, isNameless, isNamespaced });
    // The API server evaluates rules only where it finds nothing else.
    const isSound = check.findings.every(({ sort }) => sort === "unknown-field");
    const { broken, unchecked: uncheckedRules } = ruleResults(complete, old, isSound ? rulesOf : undefined);
    for (const { path, text } of broken) check.add("rule", path, text);
    return {
      status: "checked",
      findings: check.findings,
      rest: check.rest,
      deprecation,
      uncheckedRules,
    };
  }

  /** Says since when a kind that is built in, or was, is deprecated, and what replaces it. */
  #deprecation(apiVersion: string, kind: string): string | undefined {
    const life = this.#table.lifecycle(apiVersion, kind);
    if (life === undefined || life.deprecated > this.minor) return undefined;
    const end = life.removed <= this.minor ? "" : `; Kubernetes 1.${life.removed} serves it no longer`;
    return `${apiVersion} ${kind} is deprecated since Kubernetes 1.${life.deprecated}${end}${useText(life.replacement)}`;
  }

  /** Says that a kind is no longer, or not yet, or never built in; undefined where something else may serve it. */
  #removal(apiVersion: string, kind: string, group: string): string | undefined {
    const now = `Kubernetes 1.${this.minor}`;
    const life = this.#table.lifecycle(apiVersion, kind);
    const found = this.#table.versionsWith(apiVersion, kind);
    if (found !== undefined && found[0] > this.minor)
      return `${now} does not serve ${apiVersion} ${kind}, which comes with 1.${found[0]}`;
    if (found !== undefined || (life !== undefined && life.removed <= this.minor)) {
      const since = life !== undefined && life.removed <= this.minor ? life.removed : (found?.[1] ?? this.minor) + 1;
      return `${now} does not serve ${apiVersion} ${kind}, which was removed in 1.${since}${useText(life?.replacement)}`;
    }
    const kinds = this.#table.kindsOf(apiVersion);
    // Only definitions can add kinds, and their groups have dots.
    const isOwn = !group.includes(".") && (group === "" || this.#isBuiltInGroup(group));
    if (!isOwn || kind.endsWith("List")) return undefined;
    const near = nearest(kind, kinds);
    return `${now} has no ${apiVersion} ${kind}${near === undefined ? "" : `; did you mean ${near}?`}`;
  }

  #isBuiltInGroup(group: string): boolean {
    return this.#text.includes(`"${group}/v1 `);
  }
}

function useText(replacement: string | undefined): string {
  return replacement === undefined ? "" : ` (use ${replacement})`;
}

function unserved({ group, kind, versions }: Definition, version: string, defined: DefinedVersion | undefined): string {
  const served = [...versions].filter(([, { isServed }]) => isServed).map(([name]) => name);
  const list = served.length === 0 ? "" : `; it serves ${served.slice(0, 5).join(", ")}`;
  const what = defined === undefined ? "has no version" : "does not serve the version";
  return `the CustomResourceDefinition of ${kind} in ${group} ${what} ${version}${list}`;
}

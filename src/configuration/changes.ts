/** Compares two configurations: finds the edits of what reviews accept, fold and withhold. */
import type { Location } from "../diagnostics.ts";
import { stableJson, WITHHELD } from "../text/index.ts";
import type { Configuration, NoiseRule, RedactionRule, SilenceRule } from "./configuration.ts";
import {
  clusterText,
  type DeploymentSettings,
  generatorText,
  releaseText,
  sourceText,
  valuesText,
} from "./deployments.ts";
import { matchesName, type ObjectPattern, type PathPattern } from "./patterns.ts";

/** One edit of the configuration. It counts in the reviews of later changes. */
export interface ConfigurationChange {
  readonly kind:
    | "silence"
    | "danger-level"
    | "policy"
    | "noise-rule"
    | "redaction"
    | "deployment-search"
    | "deployment-root"
    | "ignored-deployments"
    | "cluster-values"
    | "deployment-source"
    | "installed-chart"
    | "argocd-cluster"
    | "generated-parameters"
    | "setting";
  readonly op: "added" | "removed" | "changed";
  /** The subject of the rule, such as `removed-pvc of PersistentVolumeClaim orders-* in apps/shop`. */
  readonly subject: string;
  /** The file at head, or at base for a removed statement. */
  readonly file: string;
  readonly line?: number;
  /** The reason of a silence, the dangers that its pattern stands for, or the level on each side. No values of a cluster. */
  readonly fields: readonly { readonly name: string; readonly before?: string; readonly after?: string }[];
}

/** One statement of a configuration. Equal keys mean the same. */
interface Statement {
  readonly rule: Omit<ConfigurationChange, "op" | "fields">;
  readonly key: string;
  readonly values: ReadonlyMap<string, string>;
  /** Texts that are compared and never told, by the names of fields. */
  readonly withheld?: ReadonlyMap<string, string>;
}

/**
 * Lists the statements of one side that the other side lacks or changes. Takes time linear in both.
 * @param file the name of the file in messages
 * @param dangers the ids of the rules of dangers
 */
export function compareConfigurations(
  base: Configuration,
  head: Configuration,
  { file, dangers }: { readonly file: string; readonly dangers: readonly string[] },
): readonly ConfigurationChange[] {
  const before = new Map(statementsOf(base, file, dangers).map((each) => [each.key, each]));
  const after = new Map(statementsOf(head, file, dangers).map((each) => [each.key, each]));
  const removed = [...before].filter(([key]) => !after.has(key));
  return [...after, ...removed].flatMap(([key, { rule }]) => {
    const { kind, ...place } = rule;
    const [old, now] = [before.get(key), after.get(key)];
    const fields = [...fieldsOf(old?.values, now?.values), ...withheldFields(old?.withheld, now?.withheld)];
    const op = old === undefined ? "added" : now === undefined ? "removed" : "changed";
    return op === "changed" && fields.length === 0 ? [] : [{ kind, op, ...place, fields }];
  });
}

function fieldsOf(
  before: ReadonlyMap<string, string> = new Map(),
  after: ReadonlyMap<string, string> = new Map(),
): ConfigurationChange["fields"] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].flatMap((name) => {
    const [old, now] = [before.get(name), after.get(name)];
    if (old === now) return [];
    return [{ name, ...(old === undefined ? {} : { before: old }), ...(now === undefined ? {} : { after: now }) }];
  });
}

/** Names the texts that differ, as reviews show withheld values. Those beyond the most that are listed are counted. */
function withheldFields(
  before: ReadonlyMap<string, string> | undefined,
  after: ReadonlyMap<string, string> | undefined,
): ConfigurationChange["fields"] {
  const differing = fieldsOf(before, after);
  const masked = (name: string, all: ConfigurationChange["fields"]): ConfigurationChange["fields"][number] => {
    const [had, has] = [all.some((one) => one.before !== undefined), all.some((one) => one.after !== undefined)];
    if (had && has) return { name, before: "<redacted, before>", after: "<redacted, after>" };
    return { name, [had ? "before" : "after"]: WITHHELD };
  };
  const more = differing.slice(MAX_LISTED);
  return [
    ...differing.slice(0, MAX_LISTED).map((field) => masked(field.name, [field])),
    ...(more.length === 0 ? [] : [masked(`${more.length} more values`, more)]),
  ];
}

/** The most texts that are listed. */
const MAX_LISTED = 20;

/** One rule or setting of a configuration, for people. */
export interface ConfigurationRule extends Omit<ConfigurationChange, "op" | "fields"> {
  /** Its reason, level or value; undefined if there is none. */
  readonly value: string | undefined;
}

/** Lists the rules and settings of a configuration, in the order of its sections. @param file the name of the file in messages */
export function rulesOf(configuration: Configuration, file: string): readonly ConfigurationRule[] {
  return statementsOf(configuration, file, []).map(({ rule, values, withheld }) => ({
    ...rule,
    value: withheld === undefined ? shownValue(values) : listed([...withheld.keys()]) || undefined,
  }));
}

const SHOWN_FIELDS = ["reason", "level", "value", "cluster", "path"];

function shownValue(values: ReadonlyMap<string, string>): string | undefined {
  const name = SHOWN_FIELDS.find((each) => values.has(each));
  const value = name === undefined ? undefined : values.get(name);
  return name === "cluster" ? `cluster ${value}` : value;
}

type About = (
  kind: ConfigurationChange["kind"],
  subject: string,
  identity: object,
  place: Location | undefined,
  values?: Readonly<Record<string, string | undefined>>,
) => Statement;

function statementsOf(
  { dangers, policies, noise, redaction, deployments, settings }: Configuration,
  file: string,
  ids: readonly string[],
): Statement[] {
  const about: About = (kind, subject, identity, place, values = {}) => ({
    rule: { kind, subject, file: place?.file ?? file, ...(place?.line === undefined ? {} : { line: place.line }) },
    key: stableJson([kind, identity]),
    values: new Map(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
  });
  return [
    ...dangers.silences.map((rule) => {
      const subject = `${listed(rule.ids)}${objectsText(rule, rule.paths)}${rule.targets === undefined ? "" : ` in ${listed(rule.targets)}`}`;
      return about("silence", subject, silenceIdentity(rule), rule.place, {
        reason: rule.reason,
        rules: meant(rule.ids, ids),
      });
    }),
    ...[...dangers.levels].map(([id, level]) => about("danger-level", id, { id }, undefined, { level })),
    ...policies.map(({ id, level, expression, message, place, ...rule }) => {
      const objects = objectsText(rule, undefined).trim() || undefined;
      return about("policy", id, { policy: id }, place, { level, message, expression, objects });
    }),
    ...[...noise.off].map((id) => about("noise-rule", id, { off: id }, undefined, { off: "true" })),
    ...noise.rules.map((rule) =>
      about(
        "noise-rule",
        `${rule.name}${objectsText(rule, rule.paths)}`,
        { name: rule.name, ...ruleIdentity(rule) },
        rule.place,
      ),
    ),
    ...redaction.map((rule) =>
      about("redaction", objectsText(rule, rule.paths).trim(), ruleIdentity(rule), rule.place),
    ),
    ...deploymentStatements(deployments, about),
    ...[...settings].map(([name, { values, place }]) =>
      about("setting", name, { setting: name }, place, { value: listed(values) }),
    ),
  ];
}

function deploymentStatements(
  { isOff, place: ofSwitch, roots = [], ignore, values, sources, charts, clusters, generators }: DeploymentSettings,
  about: About,
): Statement[] {
  return [
    ...(isOff ? [about("deployment-search", "false", {}, ofSwitch)] : []),
    ...roots.map(({ path, cluster, place }) => about("deployment-root", path, { path }, place, { cluster })),
    ...ignore.map(({ pattern, place }) => about("ignored-deployments", pattern, { pattern }, place)),
    ...values.map(({ data, place, ...object }) => ({
      ...about("cluster-values", valuesText(object), object, place),
      withheld: data,
    })),
    ...sources.map(({ path, place, ...source }) => {
      return about("deployment-source", sourceText(source), source, place, { path });
    }),
    ...charts.map(({ path, values: files, place, ...release }) => {
      const given = files.length === 0 ? undefined : listed(files.map((file) => file.path));
      return about("installed-chart", releaseText(release), release, place, { path, values: given });
    }),
    ...clusters.map(({ name, argocd, server, project, labels, annotations, place }) => {
      const texts = { labels: pairs(labels), annotations: pairs(annotations) };
      const identity = { cluster: name, argocd: argocd ?? null };
      return about("argocd-cluster", clusterText({ name, argocd }), identity, place, { server, project, ...texts });
    }),
    ...generators.map(({ elements, place, ...generator }) => ({
      ...about("generated-parameters", generatorText(generator), generator, place),
      withheld: new Map([["elements", stableJson(elements)]]),
    })),
  ];
}

function pairs(texts: ReadonlyMap<string, string>): string | undefined {
  return texts.size === 0 ? undefined : listed([...texts].map(([key, value]) => `${key}=${value}`).sort());
}

function silenceIdentity(rule: SilenceRule): object {
  return { ids: rule.ids, targets: rule.targets ?? null, ...ruleIdentity(rule) };
}

function ruleIdentity({ kinds, namespaces, names, paths }: SilenceRule | NoiseRule | RedactionRule): object {
  const texts = paths?.map(({ text }) => text) ?? null;
  return { kinds: kinds ?? null, namespaces: namespaces ?? null, names: names ?? null, paths: texts };
}

/** The rules that patterns stand for; undefined if no id is a pattern. */
function meant(patterns: readonly string[], ids: readonly string[]): string | undefined {
  if (!patterns.some((pattern) => pattern.includes("*"))) return undefined;
  return listed(ids.filter((id) => patterns.some((pattern) => matchesName(pattern, id))));
}

function objectsText({ kinds, namespaces, names }: ObjectPattern, paths: readonly PathPattern[] | undefined): string {
  const object = [kinds, names].flatMap((list) => (list === undefined ? [] : [listed(list)])).join(" ");
  const of = [object, ...(namespaces === undefined ? [] : [`in namespace ${listed(namespaces)}`])].filter(Boolean);
  const at = paths === undefined ? "" : ` ${listed(paths.map(({ text }) => text))}`;
  return `${at}${of.length === 0 ? "" : ` of ${of.join(" ")}`}`;
}

function listed(texts: readonly string[]): string {
  const more = texts.length > MAX_LISTED ? [`and ${texts.length - MAX_LISTED} more`] : [];
  return [...texts.slice(0, MAX_LISTED), ...more].join(", ");
}

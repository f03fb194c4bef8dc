/** `krm-render config`: the settings in force, and where each comes from. */
import { openConfiguration, settingsInForce } from "../../comparison/index.ts";
import {
  CONFIGURATION_FILE,
  type ConfigurationChange,
  type ConfigurationRule,
  readWorkflowTexts,
  rulesOf,
  SETTINGS,
  type SettingInForce,
  type SettingName,
  stricter,
} from "../../configuration/index.ts";
import { KrmError, visible } from "../../diagnostics.ts";
import type { Trees } from "../../render/index.ts";
import { shorten } from "../../text/index.ts";
import type { Invocation, Task } from "../command.ts";
import { openOwnRepository, openWorkspace, type Session, withSession } from "../session.ts";
import { printDiagnostics, type Terminal } from "../terminal.ts";
import { chooseSides } from "./diff-sides.ts";

/** The source of a value. */
type From =
  | { readonly kind: "default" | "workflow" }
  | { readonly kind: "file"; readonly file: string; readonly line: number | undefined; readonly revision: string };

interface Row {
  readonly name: string;
  /** Several for a list. */
  readonly value: readonly string[];
  readonly from: From;
}

/** The sections of the file, by the kinds of rules. */
const SECTIONS: Readonly<Record<Exclude<ConfigurationRule["kind"], "setting">, string>> = {
  silence: "dangers.silence",
  "danger-level": "dangers.levels",
  policy: "policies",
  "noise-rule": "noise",
  redaction: "redaction",
  "deployment-search": "deployments",
  "deployment-root": "deployments.roots",
  "ignored-deployments": "deployments.ignore",
  "cluster-values": "deployments.values",
  "deployment-source": "deployments.sources",
  "installed-chart": "deployments.charts",
  "argocd-cluster": "deployments.clusters",
  "generated-parameters": "deployments.generators",
};

/** The input that holds others is not shown itself. */
const names = (Object.keys(SETTINGS) as SettingName[]).filter((name) => name !== "settings");

/** The longest value of the text, in characters. */
const MAX_VALUE = 200;

export function config(invocation: Invocation): Task {
  return (terminal) =>
    withSession(terminal, async (session) => {
      const trees = await openTrees(invocation, session);
      const opened = await openConfiguration(trees);
      await printDiagnostics(terminal, [...opened.notes, ...opened.warnings]);
      const inForce = settingsInForce(opened, invocation.has("privileged"));
      const ofWorkflow = workflowValues(terminal);
      const all = names.map((name) => rowOf(name, inForce.get(name as never), ofWorkflow.get(name)));
      const settings = invocation.has("all") ? all : all.filter(({ from }) => from.kind !== "default");
      const { configuration, revisions } = opened;
      const rules = rulesOf(configuration, CONFIGURATION_FILE).flatMap((rule): Row[] => {
        if (rule.kind === "setting") return [];
        const { file, line, subject, value } = rule;
        const from: From = { kind: "file", file, line, revision: revisions.counting };
        return [{ name: SECTIONS[rule.kind], value: value === undefined ? [subject] : [`${subject}: ${value}`], from }];
      });
      const pending = opened.changes.flatMap((change): Row[] => {
        const isOfHead = change.kind === "setting" && SETTINGS[change.subject as SettingName].class === "side";
        if (isOfHead && !invocation.has("privileged")) return [];
        const { file, line } = change;
        const revision = change.op === "removed" ? trees.base.label : trees.head.label;
        const name = change.kind === "setting" ? change.subject : SECTIONS[change.kind];
        return [{ name, value: [pendingText(change)], from: { kind: "file", file, line, revision } }];
      });
      const isJson = invocation.value("format") === "json";
      const others = all.length - settings.length;
      await terminal.stdout.write(
        isJson ? json(settings, rules, pending) : text([...settings, ...rules], pending, others),
      );
      return opened.notes.some(({ severity }) => severity === "error") ? 1 : 0;
    });
}

/** Opens the trees of `diff`, or the working tree twice where no base is found. */
async function openTrees(invocation: Invocation, session: Session): Promise<Trees> {
  const [base, head] = [invocation.value("base"), invocation.value("head")];
  try {
    const repository = await openOwnRepository(session);
    const sides = await chooseSides(repository, base, head);
    return { base: sides.base.tree, head: sides.head.tree };
  } catch (thrown) {
    if (!(thrown instanceof KrmError) || base !== undefined || head !== undefined) throw thrown;
    const { tree } = await openWorkspace(session);
    await session.terminal.stderr.write("no base is found, so the files at hand count for everything\n");
    return { base: tree, head: tree };
  }
}

/** The texts that the workflow sets. @throws KrmError `invalid-input` */
function workflowValues({ env }: Terminal): ReadonlyMap<SettingName, string> {
  const { texts, problems } = readWorkflowTexts(env);
  if (problems.length > 0) throw new KrmError(problems);
  return texts.has("github-token") ? new Map(texts).set("github-token", "(set)") : texts;
}

function rowOf(name: SettingName, setting: SettingInForce | undefined, workflow: string | undefined): Row {
  const isStricter =
    SETTINGS[name].class !== "restrict" ||
    setting === undefined ||
    stricter(name, workflow ?? "", setting.values.join()) === workflow;
  if (workflow !== undefined && isStricter) return { name, value: [workflow], from: { kind: "workflow" } };
  if (setting === undefined) {
    const value = SETTINGS[name].default;
    return { name, value: value === "" ? [] : [value], from: { kind: "default" } };
  }
  const { values, place, revision } = setting;
  return { name, value: values, from: { kind: "file", file: place.file, line: place.line, revision } };
}

/** Describes an edit, which counts when it is merged. */
function pendingText({ kind, op, subject, fields }: ConfigurationChange): string {
  const field = fields.find(({ name }) => ["reason", "level", "value", "cluster", "path"].includes(name));
  const value = field?.after ?? field?.before;
  const parts = [...(kind === "setting" ? [] : [subject]), ...(value === undefined ? [] : [value])];
  return `${op}: ${parts.join(": ")}`;
}

/** @param others the number of settings that have their defaults and are not shown */
function text(inForce: readonly Row[], pending: readonly Row[], others: number): string {
  return [
    ...(inForce.length === 0 ? [] : [table(inForce)]),
    ...(others === 0 ? [] : [`${others} settings have their defaults: \`krm-render config --all\` prints them.\n`]),
    ...(pending.length === 0 ? [] : [`\nNot in force before it is merged:\n${table(pending)}`]),
  ].join("");
}

function table(rows: readonly Row[]): string {
  const cells = rows.map(({ name, value, from }) => [
    name,
    shorten(value.join(", "), MAX_VALUE) || "-",
    fromText(from),
  ]);
  const widths = [0, 1].map((column) => Math.max(...cells.map((row) => Math.min(row[column]?.length ?? 0, 40))));
  const lines = cells.map(([name = "", value = "", from = ""]) => {
    return `${name.padEnd(widths[0] ?? 0)}  ${value.padEnd(widths[1] ?? 0)}  ${from}`;
  });
  return lines.map((line) => `${visible(line).replaceAll(/[\n\t]/g, " ")}\n`).join("");
}

function fromText(from: From): string {
  if (from.kind !== "file") return from.kind;
  return `${from.file}${from.line === undefined ? "" : `:${from.line}`} of ${from.revision}`;
}

function json(settings: readonly Row[], rules: readonly Row[], pending: readonly Row[]): string {
  return `${JSON.stringify({ version: 1, settings, rules, pending }, null, 2)}\n`;
}

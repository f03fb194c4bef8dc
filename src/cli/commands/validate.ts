/** `krm-render validate`: finds what the API server would refuse, and what objects of a target lack. */
import { resolve } from "node:path";
import { POLICY_PREFIX } from "../../configuration/index.ts";
import { loadForObjects } from "../../policies/index.ts";
import {
  directoryTarget,
  type RenderedResource,
  type Rendering,
  readManifests,
  type Target,
  targetText,
} from "../../render/index.ts";
import { Accepted, type Standing, type StandingFinding, standingFindings } from "../../review/index.ts";
import {
  aboutOf,
  fieldPath,
  isMistake,
  type KnownApis,
  loadApis,
  minorOf,
  type Problem,
  type Validation,
  type ValidationAnswer,
  validate as validateAll,
} from "../../schemas/index.ts";
import { pointerSteps } from "../../text/index.ts";
import type { Invocation, Task } from "../command.ts";
import { openTreeLock } from "../lock.ts";
import { readBuildSettings, wantsLock } from "../options/build-settings.ts";
import { illegal, positiveInteger } from "../options/option-values.ts";
import { printFirst } from "../print-first.ts";
import { renderTree } from "../render-tree.ts";
import { fileSystem, openWorkspace, withSession } from "../session.ts";
import { configurationOf, withSettings } from "../settings.ts";
import { targetPatterns } from "../target-patterns.ts";
import { distinct, pathLine, printDiagnostics, type Terminal } from "../terminal.ts";

/** The kinds that are not checked are named up to this number. */
const MAX_KINDS = 10;

export async function validate(invocation: Invocation): Promise<Task> {
  // Wrong usage is an error before anything is opened.
  positiveInteger(invocation, "concurrency");
  const wanted = invocation.value("kubernetes-version");
  if (wanted !== undefined && minorOf(wanted) === undefined)
    throw illegal(wanted, "kubernetes-version", "expected a version such as 1.31 or 1.31.4");
  const given = await readBuildSettings(invocation);

  return (terminal) =>
    withSession(terminal, async (session) => {
      await printFirst(terminal, given.warnings);
      const workspace = await openWorkspace(session);
      const configuration = await configurationOf(workspace.tree);
      const filled = withSettings(invocation, configuration.settings);
      const definitions = await definitionsOf(invocation.values("schema"), terminal);
      const { targets, renderings, clusterOf } = await renderTree(
        session,
        filled,
        workspace,
        targetPatterns(filled, workspace),
        async (tree) => (wantsLock(invocation) ? openTreeLock(invocation, workspace, tree, terminal) : undefined),
        { withValues: true },
      );
      const version = filled.value("kubernetes-version");
      const apis = await loadApis(version);
      await loadForObjects([
        ...renderings,
        { status: "rendered", target: "", resources: definitions, diagnostics: [] },
      ]);
      const byId = new Map(targets.map((target) => [target.id, target]));
      const targetOf = ({ target }: Rendering): Target => byId.get(target) ?? directoryTarget(target);
      const accepted = new Accepted(configuration, targets);
      const checked = validateAll(renderings, apis, definitions, accepted.has.bind(accepted));
      const standing = standingFindings({
        targets: renderings.flatMap((each) => {
          if (each.status !== "rendered") return [];
          return { about: targetOf(each), cluster: clusterOf(each.target), resources: each.resources };
        }),
        configuration,
        apis,
        accepted,
      });
      const found = withStanding(checked, renderings, standing, accepted);
      await printDiagnostics(
        terminal,
        distinct(renderings.flatMap((each) => ("diagnostics" in each ? each.diagnostics : []))),
      );
      if (invocation.value("format") === "json") {
        const answer = answerOf(renderings, targetOf, found, apis, version);
        await terminal.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
      } else await terminal.stdout.write(renderings.map((each) => textOf(targetOf(each), found)).join(""));
      await terminal.stderr.write(summaryOf(renderings, found, apis, version));
      const failed = renderings.some(({ status }) => status !== "rendered");
      const mistakes = [...found.targets.values()].some(({ problems }) => problems.some(isMistake));
      return failed || mistakes ? 1 : 0;
    });
}

/** The definitions of `--schema`. @throws KrmError for what cannot be read */
async function definitionsOf(paths: readonly string[], terminal: Terminal): Promise<readonly RenderedResource[]> {
  const definitions: RenderedResource[] = [];
  for (const path of paths) {
    const { resources } = await readManifests(fileSystem(terminal), resolve(terminal.cwd, path), path);
    definitions.push(...resources);
  }
  return definitions;
}

/** Everything that was found. */
interface Found extends Validation {
  readonly unevaluated: Standing["unevaluated"];
  readonly silenced: number;
}

/** Adds what does not fit together among the objects of each target, and the policies that objects break. */
function withStanding(
  checked: Validation,
  renderings: readonly Rendering[],
  { findings, unevaluated }: Standing,
  { count: silenced }: Accepted,
): Found {
  const rendered = renderings.filter((each) => each.status === "rendered");
  const targets = new Map(checked.targets);
  for (const [at, { target }] of rendered.entries()) {
    const validated = targets.get(target);
    const problems = (findings[at] ?? []).map((finding): Problem => {
      const { resource, rule, path, message } = finding;
      const steps = pointerSteps(path).map((step) => (/^\d+$/.test(step) ? Number(step) : step));
      return { ...aboutOf(resource), sort: sortOf(finding), rule, path, field: fieldPath(steps), message };
    });
    if (validated !== undefined && problems.length > 0)
      targets.set(target, { ...validated, problems: [...validated.problems, ...problems] });
  }
  return { ...checked, targets, unevaluated, silenced };
}

function sortOf({ isPolicy, isRefused, level, rule }: StandingFinding): Problem["sort"] {
  if (!isPolicy) return isRefused ? "refused" : "relation";
  if (isRefused) return "admission";
  return level === "high" && rule.startsWith(POLICY_PREFIX) ? "policy" : "warning";
}

/** The problems of a target, each on one line below its name; nothing for a target without any. */
function textOf(target: Target, { targets }: Validation): string {
  const problems = targets.get(target.id)?.problems ?? [];
  if (problems.length === 0) return "";
  return [
    `${pathLine(targetText(target.id))}:\n`,
    ...problems.map((problem) => `  ${pathLine(lineOf(problem))}\n`),
  ].join("");
}

function lineOf({ object: { kind, namespace, name }, origin, field, sort, rule, message }: Problem): string {
  const place = origin === undefined ? [] : [origin.line === undefined ? origin.file : `${origin.file}:${origin.line}`];
  const object = `${kind} ${namespace === "" ? "" : `${namespace}/`}${name}`;
  const text = isMistake({ sort }) ? message : `warning: ${message}`;
  const by = rule?.startsWith(POLICY_PREFIX) ? ` (${rule})` : "";
  return [...place, object, ...(field === "" ? [] : [field]), text].join(": ") + by;
}

function summaryOf(
  renderings: readonly Rendering[],
  found: Found,
  apis: KnownApis,
  version: string | undefined,
): string {
  const problems = [...found.targets.values()].flatMap((target) => target.problems);
  const mistakes = problems.filter(isMistake);
  const listed = mistakes.filter(({ sort }) => sort !== "more");
  const objects = new Set(listed.map(({ object }) => JSON.stringify(object))).size;
  const failed = renderings.filter(({ status }) => status !== "rendered").length;
  const none = mistakes.length === 0 ? "no mistakes" : "no mistakes in what could be checked";
  const result = listed.length === 0 ? none : `${counted(listed.length, "mistake")} in ${counted(objects, "object")}`;
  const lines = [
    `checked ${counted(found.checked, "object")} of ${counted(renderings.length - failed, "target")} by the rules of ${rulesText(apis, version)}: ${result}`,
  ];
  if (failed > 0) lines.push(`${counted(failed, "target")} failed, and ${failed === 1 ? "was" : "were"} not checked`);
  const unknown = [...found.unknown].sort(([, a], [, b]) => b - a);
  if (unknown.length > 0) {
    const count = unknown.reduce((sum, [, each]) => sum + each, 0);
    const names = unknown.slice(0, MAX_KINDS).map(([name, each]) => `${name} (${each})`);
    const more = unknown.length > MAX_KINDS ? ` and ${unknown.length - MAX_KINDS} more kinds` : "";
    lines.push(
      `not checked, since no CustomResourceDefinition of their kind is known: ${counted(count, "object")}: ${names.join(", ")}${more}`,
    );
  }
  for (const { policy, reason, objects: judged } of found.unevaluated)
    lines.push(`not evaluated for ${counted(judged, "object")}: ${policy}: ${reason}`);
  if (found.silenced > 0)
    lines.push(`silenced by the configuration or by annotations, and not told: ${counted(found.silenced, "problem")}`);
  if (found.uncheckedRules > 0) lines.push(`not evaluated: ${counted(found.uncheckedRules, "rule")} in CEL`);
  return lines.map((line) => `${pathLine(line)}\n`).join("");
}

/** Says whose rules count, and why. */
function rulesText({ minor, versions }: KnownApis, version: string | undefined): string {
  const rules = `Kubernetes 1.${minor}`;
  const wanted = minorOf(version);
  if (wanted === undefined)
    return `${rules}, the newest version that is known (set kubernetes-version for another one)`;
  if (wanted === minor) return rules;
  return `${rules}, since nothing is known of 1.${wanted} (known are 1.${versions[0]} to 1.${versions[1]})`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function answerOf(
  renderings: readonly Rendering[],
  targetOf: (rendering: Rendering) => Target,
  found: Found,
  apis: KnownApis,
  version: string | undefined,
): ValidationAnswer {
  const targets = renderings.map((rendering) => {
    const { id, path, deployment } = targetOf(rendering);
    const validated = found.targets.get(id);
    return {
      id,
      path,
      ...(deployment !== undefined && { deployment }),
      status: validated === undefined ? ("failed" as const) : ("rendered" as const),
      objects: validated?.objects ?? null,
      problems: validated?.problems ?? [],
      diagnostics: "diagnostics" in rendering ? rendering.diagnostics : [],
    };
  });
  const unchecked = [...found.unknown].map(([name, objects]) => {
    const [apiVersion = "", kind = ""] = name.split(" ");
    return { apiVersion, kind, objects };
  });
  return {
    version: 1,
    kubernetes: { version: `1.${apis.minor}`, wanted: version ?? null },
    targets,
    checked: found.checked,
    uncheckedRules: found.uncheckedRules,
    silenced: found.silenced,
    unevaluated: found.unevaluated,
    unchecked,
  };
}

/** `krm-render targets`: lists the targets that would be rendered, with the reasons. */

import type { ChartRecipe, ChartSource } from "../../charts/index.ts";
import { dividedSearch, openConfiguration } from "../../comparison/index.ts";
import { type Deployment, findBothDeployments, isKustomize, isRenderable } from "../../deployments/index.ts";
import { formatLocation } from "../../diagnostics.ts";
import { planShardsOf, readCosts } from "../../shards/index.ts";
import { ownAddress, shownAddress } from "../../sources/index.ts";
import {
  explainTargets,
  MAX_SHARDS,
  type Plan,
  planTargets,
  planText,
  type ShardPlan,
  shardMatrix,
  type TargetsAnswer,
} from "../../targets/index.ts";
import { type Invocation, type Task, UsageError } from "../command.ts";
import { deploymentsIn } from "../deployments/find.ts";
import { reachedBy } from "../deployments/reached-by.ts";
import { jsonnetOf, restrictorOf } from "../options/build-settings.ts";
import { illegal, positiveInteger } from "../options/option-values.ts";
import {
  openOwnRepository,
  openSearch,
  openWorkspace,
  type Place,
  placeOf,
  type Session,
  withSession,
} from "../session.ts";
import { settingsOf, withSettings } from "../settings.ts";
import { targetPatterns } from "../target-patterns.ts";
import { pathLine, printDiagnostics } from "../terminal.ts";
import { chooseSides } from "./diff-sides.ts";

export function targets(invocation: Invocation): Task {
  const shards = readShards(invocation);
  const since = invocation.value("changed-since");
  if (since === undefined && invocation.value("head") !== undefined)
    throw new UsageError("--head needs --changed-since");
  if (since === undefined && shards !== undefined)
    throw new UsageError(
      "--shards needs --changed-since REV",
      "Shards are parts of a comparison: name what it begins with.",
    );
  const why = readWhy(invocation);
  return (terminal) =>
    withSession(terminal, async (session) => {
      if (shards !== undefined && since !== undefined) {
        const plan = await divide(invocation, session, since, shards);
        await terminal.stderr.write(`${pathLine(planText(plan))}\n`);
        await terminal.stdout.write(`${JSON.stringify(shardMatrix(plan, invocation.value("costs")))}\n`);
        return 0;
      }
      if (why !== undefined) {
        const readPatterns = (place: Place) => targetPatterns(invocation, place);
        const reached = await reachedBy(session, why, readPatterns, jsonnetOf(invocation));
        if (reached.length === 0) await terminal.stderr.write(`${pathLine(why)} reaches no target\n`);
        await terminal.stdout.write(
          reached.map(({ id, why: reason }) => `${pathLine(id)}\t${pathLine(reason)}\n`).join(""),
        );
        return 0;
      }
      const isJson = invocation.value("format") === "json";
      const text =
        since === undefined
          ? await listAll(invocation, session, isJson)
          : await listChanged(invocation, session, since, isJson);
      await terminal.stdout.write(text);
      return 0;
    });
}

/** @throws UsageError */
function readWhy(invocation: Invocation): string | undefined {
  const why = invocation.value("why");
  for (const name of ["changed-since", "shards", "format"])
    if (why !== undefined && invocation.value(name) !== undefined)
      throw new UsageError(`--why does not go with --${name}`);
  return why;
}

/** @throws UsageError */
function readShards(invocation: Invocation): number | "auto" | undefined {
  const text = invocation.value("shards");
  if (text === undefined) {
    for (const name of ["costs", "affected-only"])
      if (invocation.value(name) !== undefined) throw new UsageError(`--${name} needs --shards`);
    return undefined;
  }
  if (invocation.value("format") !== undefined)
    throw new UsageError("--format does not go with --shards", "It prints one line of JSON.");
  if (text === "auto") return text;
  const count = positiveInteger(invocation, "shards");
  if (count !== undefined && count <= MAX_SHARDS) return count;
  throw illegal(text, "shards", `expected auto, or a number up to ${MAX_SHARDS}`);
}

/** Opens the sides of the comparison, and reads the options with the settings of the head. */
async function openComparison(invocation: Invocation, session: Session, since: string, isDivided: boolean) {
  const repository = await openOwnRepository(session);
  const { base, head } = await chooseSides(repository, since, invocation.value("head"));
  const filled = withSettings(invocation, await settingsOf(head.tree));
  // As in the comparison itself: other machines have to find the same.
  const trees = { base: base.tree, head: head.tree };
  const search = openSearch(session, {
    kubernetesVersion: filled.value("kubernetes-version"),
    jsonnet: jsonnetOf(filled),
  });
  const deployments = await findBothDeployments(trees, {
    settings: (await openConfiguration(trees)).configuration.deployments,
    own: ownAddress(await repository.originAddress(), session.terminal.env),
    branches: [base.side.label, head.side.label],
    build: isDivided ? dividedSearch(search) : search,
  });
  const patterns = targetPatterns(filled, placeOf(repository, session.terminal));
  return { base, head, filled, patterns, deployments, loadRestrictor: restrictorOf(filled.value("load-restrictor")) };
}

async function divide(
  invocation: Invocation,
  session: Session,
  since: string,
  count: number | "auto",
): Promise<ShardPlan> {
  const { base, head, filled, patterns, deployments, loadRestrictor } = await openComparison(
    invocation,
    session,
    since,
    true,
  );
  return planShardsOf(
    { base, head },
    {
      patterns: patterns ?? [],
      hasNone: patterns?.length === 0,
      affectedOnly: filled.value("affected-only") !== "false",
      loadRestrictor,
      deployments,
      costs: readCosts(invocation.value("costs"), session.terminal.cwd),
      count,
    },
  );
}

async function listAll(invocation: Invocation, session: Session, isJson: boolean): Promise<string> {
  const workspace = await openWorkspace(session);
  const filled = withSettings(invocation, await settingsOf(workspace.tree));
  const patterns = targetPatterns(filled, workspace);
  const deployments = await deploymentsIn(session, workspace, { jsonnet: jsonnetOf(filled) });
  const found = { head: deployments };
  const chosen =
    patterns?.length === 0 ? [] : await explainTargets({ head: workspace.tree }, patterns ?? [], undefined, found);
  if (isJson) {
    const listed = chosen.map(({ id, path, deployment, reason }) => {
      return { id, path, deployment, origin: originOf(deployments.get(id)), reason };
    });
    return json({ version: 1, targets: listed });
  }
  await printDiagnostics(session.terminal, deployments.problems);
  return chosen.map(({ id, reason }) => line(id, reason, deployments.get(id))).join("");
}

async function listChanged(invocation: Invocation, session: Session, since: string, isJson: boolean): Promise<string> {
  const { base, head, patterns, deployments, loadRestrictor } = await openComparison(invocation, session, since, false);
  const plan: Plan =
    patterns?.length === 0
      ? { targets: [], changedFiles: new Set() }
      : await planTargets({ base: base.tree, head: head.tree }, patterns ?? [], { loadRestrictor, deployments });
  const find = (id: string): Deployment | undefined => deployments.head.get(id) ?? deployments.base.get(id);
  if (isJson) {
    const { sha, label } = base.side;
    return json({
      version: 1,
      since: { sha, label },
      ...(plan.doubt !== undefined && { doubt: plan.doubt }),
      targets: plan.targets.map(({ id, path, deployment, reason, affected, why, changed }) => ({
        id,
        path,
        deployment,
        origin: originOf(find(id)),
        reason,
        affected,
        why,
        changed,
      })),
    });
  }
  const affected = plan.targets.filter((target) => target.affected);
  return affected.map(({ id, why }) => line(id, why, find(id))).join("");
}

/** A target and the reason for it; for a deployment also what it builds, and who declares it. */
function line(id: string, reason: string, deployment: Deployment | undefined): string {
  const columns = [id, reason];
  if (deployment !== undefined) {
    const { location, set, parent } = deployment.origin;
    const by = parent === undefined ? "" : `, which ${parent} applies`;
    const how = set === undefined ? "declared at" : `made by ApplicationSet ${set} at`;
    columns.push(`${contentOf(deployment)}, ${how} ${formatLocation(location)}${by}`);
  }
  return `${columns.map(pathLine).join("\t")}\n`;
}

/** Says what a deployment is made of. */
function contentOf({ recipe, path, deployment }: Deployment): string {
  const elsewhere = "elsewhere" in recipe ? recipe.elsewhere?.source : undefined;
  if (deployment?.kind === "Kustomization") return `builds ${path}${elsewhere === undefined ? "" : ` of ${elsewhere}`}`;
  if (elsewhere !== undefined)
    return `${deployment?.kind === "Application" ? "deploys what is in" : "renders a chart of"} ${elsewhere}`;
  if (!isRenderable(recipe) || isKustomize(recipe))
    return deployment?.kind === "Application" ? "cannot be rendered" : "renders a chart";
  if (recipe.kind === "HelmRelease") return chartText(recipe.chart.chart);
  if (recipe.kind === "Release") return chartText(recipe.charts[0].chart);
  const texts = recipe.sources.map((source) => {
    if (source.type === "Helm") return chartText((recipe.charts[source.index] as ChartRecipe).chart);
    if (source.type === "Remote") return `deploys what is in ${shownAddress(source.url.repository)}`;
    return `${source.type === "Kustomize" ? "builds" : "reads"} ${source.directory.slice(1) || "."}`;
  });
  return texts.length === 0 ? "has no source with objects" : texts.join(", ");
}

function chartText(chart: ChartSource): string {
  if (chart.from === "tree") return `renders the chart ${chart.directory.slice(1) || "."}`;
  if (chart.from === "git") return `renders the chart ${chart.directory.slice(1)} of ${shownAddress(chart.repository)}`;
  const { name, repo, version } = chart.wanted;
  return `renders the chart ${[name, version].join(" ").trimEnd()} of ${shownAddress(repo)}`;
}

function originOf(deployment: Deployment | undefined): TargetsAnswer["targets"][number]["origin"] {
  if (deployment === undefined) return undefined;
  const { location, set, parent } = deployment.origin;
  return { file: location.file, line: location.line, ...(set !== undefined && { set }), parent: parent ?? null };
}

function json(value: TargetsAnswer): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

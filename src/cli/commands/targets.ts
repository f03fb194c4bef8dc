/** `krm-render targets`: lists the targets that would be rendered, with the reasons. */

import { planShardsOf, readCosts } from "../../shards/index.ts";
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
import { restrictorOf } from "../options/build-settings.ts";
import { illegal, positiveInteger } from "../options/option-values.ts";
import { openOwnRepository, openWorkspace, placeOf, type Session, withSession } from "../session.ts";
import { settingsOf, withSettings } from "../settings.ts";
import { targetPatterns } from "../target-patterns.ts";
import { pathLine } from "../terminal.ts";
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
  return (terminal) =>
    withSession(terminal, async (session) => {
      if (shards !== undefined && since !== undefined) {
        const plan = await divide(invocation, session, since, shards);
        await terminal.stderr.write(`${pathLine(planText(plan))}\n`);
        await terminal.stdout.write(`${JSON.stringify(shardMatrix(plan, invocation.value("costs")))}\n`);
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
async function openComparison(invocation: Invocation, session: Session, since: string) {
  const repository = await openOwnRepository(session);
  const { base, head } = await chooseSides(repository, since, invocation.value("head"));
  const filled = withSettings(invocation, await settingsOf(head.tree));
  const patterns = targetPatterns(filled, placeOf(repository, session.terminal));
  return { base, head, filled, patterns, loadRestrictor: restrictorOf(filled.value("load-restrictor")) };
}

async function divide(
  invocation: Invocation,
  session: Session,
  since: string,
  count: number | "auto",
): Promise<ShardPlan> {
  const { base, head, filled, patterns, loadRestrictor } = await openComparison(invocation, session, since);
  return planShardsOf(
    { base, head },
    {
      patterns: patterns ?? [],
      hasNone: patterns?.length === 0,
      affectedOnly: filled.value("affected-only") !== "false",
      loadRestrictor,
      costs: readCosts(invocation.value("costs"), session.terminal.cwd),
      count,
    },
  );
}

async function listAll(invocation: Invocation, session: Session, isJson: boolean): Promise<string> {
  const workspace = await openWorkspace(session);
  const patterns = targetPatterns(withSettings(invocation, await settingsOf(workspace.tree)), workspace);
  const chosen = patterns?.length === 0 ? [] : await explainTargets({ head: workspace.tree }, patterns ?? []);
  if (isJson) return json({ version: 1, targets: chosen });
  return chosen.map(({ id, reason }) => `${pathLine(id)}\t${reason}\n`).join("");
}

async function listChanged(invocation: Invocation, session: Session, since: string, isJson: boolean): Promise<string> {
  const { base, head, patterns, loadRestrictor } = await openComparison(invocation, session, since);
  const plan: Plan =
    patterns?.length === 0
      ? { targets: [], changedFiles: new Set() }
      : await planTargets({ base: base.tree, head: head.tree }, patterns ?? [], { loadRestrictor });
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
        reason,
        affected,
        why,
        changed,
      })),
    });
  }
  const affected = plan.targets.filter((target) => target.affected);
  return affected.map(({ id, why }) => `${pathLine(id)}\t${pathLine(why)}\n`).join("");
}

function json(value: TargetsAnswer): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

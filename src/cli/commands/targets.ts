/** `krm-render targets`: lists the directories that would be rendered, with the reasons. */
import { explainTargets, type Plan, planTargets } from "../../targets/index.ts";
import type { Invocation, Task } from "../command.ts";
import { openOwnRepository, openWorkspace, placeOf, type Session, withSession } from "../session.ts";
import { settingsOf, withSettings } from "../settings.ts";
import { targetPatterns } from "../target-patterns.ts";
import { pathLine } from "../terminal.ts";
import { chooseSides } from "./diff-sides.ts";

export function targets(invocation: Invocation): Task {
  return (terminal) =>
    withSession(terminal, async (session) => {
      const since = invocation.value("changed-since");
      const isJson = invocation.value("format") === "json";
      const text =
        since === undefined
          ? await listAll(invocation, session, isJson)
          : await listChanged(invocation, session, since, isJson);
      await terminal.stdout.write(text);
      return 0;
    });
}

async function listAll(invocation: Invocation, session: Session, isJson: boolean): Promise<string> {
  const workspace = await openWorkspace(session);
  const settings = await settingsOf(workspace.tree);
  const patterns = targetPatterns(invocation, workspace) ?? settings.get("targets")?.values;
  const chosen = patterns?.length === 0 ? [] : await explainTargets({ head: workspace.tree }, patterns ?? []);
  if (isJson) return json({ version: 1, targets: chosen });
  return chosen.map(({ path, reason }) => `${pathLine(path)}\t${reason}\n`).join("");
}

async function listChanged(invocation: Invocation, session: Session, since: string, isJson: boolean): Promise<string> {
  const repository = await openOwnRepository(session);
  const { base, head } = await chooseSides(repository, since, undefined);
  const settings = await settingsOf(head.tree);
  const place = placeOf(repository, session.terminal);
  const patterns = targetPatterns(invocation, place) ?? settings.get("targets")?.values;
  const loadRestrictor =
    withSettings(invocation, settings).value("load-restrictor") === "LoadRestrictionsNone" ? "none" : "root-only";
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
      targets: plan.targets,
    });
  }
  const affected = plan.targets.filter((target) => target.affected);
  return affected.map(({ path, why }) => `${pathLine(path)}\t${pathLine(why)}\n`).join("");
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

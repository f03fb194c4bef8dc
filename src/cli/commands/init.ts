/** `krm-render init`: proposes the files that reviews need, and writes them where that is asked for. */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { CONFIGURATION_FILE, type DeploymentSettings, readConfiguration } from "../../configuration/index.ts";
import { KrmError, visible } from "../../diagnostics.ts";
import { readConfigurationFile } from "../../render/index.ts";
import { KNOWN_RULES } from "../../review/index.ts";
import {
  newFilesPatch,
  type Present,
  type Proposal,
  propose,
  type Survey,
  surveyLines,
  surveyRepository,
  type Trial,
  tryTargets,
  WORKFLOW_FILE,
} from "../../setup/index.ts";
import type { Tree } from "../../sources/tree.ts";
import { explainTargets } from "../../targets/index.ts";
import type { Invocation, Task } from "../command.ts";
import { restrictorOf } from "../options/build-settings.ts";
import { addressOf } from "../own-address.ts";
import { openProgress, openSearchWithin, openWorkspace, withSession } from "../session.ts";
import { settingsOf } from "../settings.ts";
import { pathLine, type Terminal } from "../terminal.ts";
import { writeNewFile } from "./new-file.ts";

export function init(invocation: Invocation): Task {
  const isWriting = invocation.has("write");
  return (terminal) =>
    withSession(terminal, async (session) => {
      const { tree, top } = await openWorkspace(session);
      const progress = openProgress(session);
      const configured = await configurationOf(tree);
      let trial: Trial | undefined;
      const { loadRestrictor, settings } = configured;
      const survey = await surveyRepository(tree, await addressOf(top, terminal.env), {
        settings,
        search: openSearchWithin(session),
        render: async (targets, deployments) => {
          trial = await tryTargets(tree, targets, { loadRestrictor, deployments, onProgress: progress.update });
          return trial.deploying;
        },
      });
      progress.finish();
      const lines = surveyLines(survey, trial).map((line) => `${visible(line)}\n`);
      await terminal.stderr.write(`Found in ${pathLine(top)}:\n${lines.map((line) => `  ${line}`).join("")}\n`);
      if (survey.targets.length + survey.flux.targets.length === 0) return 0;
      const proposal = propose(survey, {
        ...(await selectedBy(configured, tree, survey)),
        hasWorkflowFile: exists(join(top, WORKFLOW_FILE)),
      });
      return present(proposal, { top, isWriting }, terminal);
    });
}

/** Tells whether a path exists, also as a link that leads nowhere. */
function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOTDIR") return false;
    throw thrown;
  }
}

interface Configured extends Pick<Present, "configuration"> {
  /** Undefined if it selects no targets. */
  readonly patterns: readonly string[] | undefined;
  readonly loadRestrictor: ReturnType<typeof restrictorOf>;
  /** The settings of deployments; undefined without a valid configuration. */
  readonly settings: DeploymentSettings | undefined;
}

/** Reads the configuration at the top. */
async function configurationOf(tree: Tree): Promise<Configured> {
  const absent = { patterns: undefined, loadRestrictor: "root-only", settings: undefined } as const;
  try {
    const bytes = await readConfigurationFile(tree);
    if (bytes === undefined) return { ...absent, configuration: undefined };
    const { configuration } = readConfiguration(bytes, tree.display(`/${CONFIGURATION_FILE}`), KNOWN_RULES);
    const settings = await settingsOf(tree);
    return {
      configuration: "valid",
      patterns: settings.get("targets")?.values,
      loadRestrictor: restrictorOf(settings.get("load-restrictor")?.values.at(-1)),
      settings: configuration.deployments,
    };
  } catch (thrown) {
    if (thrown instanceof KrmError) return { ...absent, configuration: "broken" };
    throw thrown;
  }
}

/** The targets that the configuration selects. One with a pattern that selects none counts as broken. */
async function selectedBy(
  { configuration, patterns }: Configured,
  tree: Tree,
  { flux }: Survey,
): Promise<Pick<Present, "configuration" | "targets">> {
  if (patterns === undefined) return { configuration, targets: undefined };
  try {
    const selected = await explainTargets({ head: tree }, patterns, undefined, { head: flux });
    return { configuration, targets: selected.map(({ id }) => id) };
  } catch (thrown) {
    if (thrown instanceof KrmError) return { configuration: "broken", targets: undefined };
    throw thrown;
  }
}

async function present(
  { files, advice, settled }: Proposal,
  { top, isWriting }: { readonly top: string; readonly isWriting: boolean },
  { stdout, stderr }: Terminal,
): Promise<number> {
  for (const line of settled) await stderr.write(`${visible(line)}\n`);
  for (const { place, message, remedy } of advice)
    await stderr.write(`${pathLine(place)}: ${visible(message)}\n  hint: ${visible(remedy)}\n`);
  if (files.length === 0) {
    await stderr.write(
      advice.length === 0 ? "There is nothing to write.\n" : "Nothing is written: files that exist stay as they are.\n",
    );
    return 0;
  }
  for (const { path, reason } of files)
    await stderr.write(`${isWriting ? "Writing" : "To write:"} ${path}. ${reason}\n`);
  await stdout.write(newFilesPatch(files));
  if (isWriting) for (const { path, text } of files) writeNewFile(top, path, text);
  else await stderr.write("Nothing is written yet. To write it, run `krm-render init --write`.\n");
  return 0;
}

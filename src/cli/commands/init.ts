/** `krm-render init`: proposes the files that reviews need, and writes them where that is asked for. */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { CONFIGURATION_FILE, readConfiguration } from "../../configuration/index.ts";
import { KrmError, visible } from "../../diagnostics.ts";
import { KNOWN_RULES } from "../../review/index.ts";
import {
  newFilesPatch,
  type Proposal,
  propose,
  surveyLines,
  surveyRepository,
  tryTargets,
  WORKFLOW_FILE,
} from "../../setup/index.ts";
import type { Tree } from "../../sources/tree.ts";
import type { Invocation, Task } from "../command.ts";
import { openProgress, openWorkspace, withSession } from "../session.ts";
import { pathLine, type Terminal } from "../terminal.ts";
import { writeNewFile } from "./new-file.ts";
import { ownAddress } from "./own-address.ts";

/** The seconds for all builds of targets. Those that are left are not tried. */
const MAX_TRIAL_SECONDS = 120;

export function init(invocation: Invocation): Task {
  const isWriting = invocation.has("write");
  return (terminal) =>
    withSession(terminal, async (session) => {
      const { tree, top } = await openWorkspace(session);
      const progress = openProgress(session);
      const survey = await surveyRepository(tree, await ownAddress(top, terminal.env));
      const trial = await tryTargets(tree, survey.targets, {
        totalSeconds: MAX_TRIAL_SECONDS,
        onProgress: (done, total, target) => progress.update(done, total, target),
      });
      progress.finish();
      const lines = surveyLines(survey, trial).map((line) => `${visible(line)}\n`);
      await terminal.stderr.write(`Found in ${pathLine(top)}:\n${lines.map((line) => `  ${line}`).join("")}\n`);
      if (survey.targets.length === 0) return 0;
      const proposal = propose(survey, {
        configuration: await configurationOf(tree),
        hasWorkflowFile: lstatSync(join(top, WORKFLOW_FILE), { throwIfNoEntry: false }) !== undefined,
      });
      return present(proposal, { top, isWriting }, terminal);
    });
}

/** The configuration at the top. A link that leads nowhere counts as a broken one. */
async function configurationOf(tree: Tree): Promise<Parameters<typeof propose>[1]["configuration"]> {
  const path = `/${CONFIGURATION_FILE}`;
  try {
    const entries = await tree.list("/");
    if (!entries.some(({ name }) => name === CONFIGURATION_FILE)) return undefined;
    return readConfiguration(await tree.read(path), tree.display(path), KNOWN_RULES);
  } catch (thrown) {
    if (thrown instanceof KrmError) return "broken";
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

/** `krm-render diff`: what a change does to the rendered manifests. */
import { resolve } from "node:path";
import { renderTargets } from "../render/index.ts";
import { type Report, review } from "../review/index.ts";
import { REMOTE_PROTOCOLS } from "../sources/index.ts";
import { selectTargets } from "../targets/index.ts";
import { buildOptions, terminalRemotes, warnAboutOptions } from "./build-options.ts";
import type { Invocation } from "./command.ts";
import { chooseSides } from "./diff-sides.ts";
import { writeOrReplace } from "./output-file.ts";
import { showProgress } from "./progress.ts";
import { distinct, pathLine, printDiagnostics, type Terminal, wantsColour } from "./terminal.ts";
import { openTerminalRepository, placeOf, positiveInteger, targetPatterns } from "./workspace.ts";

const OK = 0;
const FAILURE = 1;
const DIFFERENT = 3;

export async function diff(invocation: Invocation, terminal: Terminal): Promise<number> {
  const concurrency = positiveInteger(invocation, "concurrency");
  await warnAboutOptions(invocation, terminal);
  const repository = await openTerminalRepository(terminal);
  const remotes = terminalRemotes(terminal, REMOTE_PROTOCOLS);
  const progress = showProgress(terminal);
  const options = {
    ...buildOptions(invocation, terminal),
    remotes,
    ...(concurrency === undefined ? {} : { concurrency }),
  };
  try {
    const { base, head } = await chooseSides(repository, invocation.value("base"), invocation.value("head"));
    const patterns = targetPatterns(invocation, placeOf(repository, terminal));
    const trees = { base: base.tree, head: head.tree };
    const targets = patterns?.length === 0 ? [] : await selectTargets(trees, patterns ?? []);

    const total = 2 * targets.length;
    const before = await renderTargets(base.tree, targets, {
      ...options,
      // The demand is on the head: what is wrong with the base already can still be compared with.
      strict: false,
      onProgress: (done, _, target) => progress.update(done, total, target),
    });
    const after = await renderTargets(head.tree, targets, {
      ...options,
      onProgress: (done, _, target) => progress.update(targets.length + done, total, target),
    });
    progress.finish();

    const renderings = targets.map((_, index) => ({ base: at(before, index), head: at(after, index) }));
    const report = review({ base: base.side, head: head.side, renderings });
    await print(report, invocation, terminal);
    return await conclude(report, invocation, terminal);
  } finally {
    progress.finish();
    repository.close();
    options.helm?.helm.close();
    await remotes.close();
    await options.functions?.close();
  }
}

function at<T>(items: readonly T[], index: number): T {
  return items[index] as T;
}

async function print(report: Report, invocation: Invocation, terminal: Terminal): Promise<void> {
  const output = invocation.value("output");
  const colour = output === undefined && wantsColour(terminal);
  const text = await format(report, invocation.value("format") ?? "patch", colour);
  if (output === undefined) await terminal.stdout.write(text);
  else writeOrReplace(resolve(terminal.cwd, output), text);
}

/** Each writer is loaded by itself. */
async function format(report: Report, name: string, colour: boolean): Promise<string> {
  switch (name) {
    case "markdown": {
      const { markdownReport } = await import("../report/markdown.ts");
      return markdownReport(report, { maxBytes: Number.MAX_SAFE_INTEGER }).text;
    }
    case "html":
      return (await import("../report/html.ts")).htmlReport(report);
    case "json":
      return (await import("../report/json.ts")).jsonReport(report);
    default: {
      const { patchReport, terminalPatch } = await import("../report/patch.ts");
      return terminalPatch(patchReport(report), colour);
    }
  }
}

/** A target that renders at neither side fails as well: what is not rendered is not compared. */
async function conclude({ targets }: Report, invocation: Invocation, terminal: Terminal): Promise<number> {
  // What is wrong with the base alone is gone; the report says why it is not compared.
  const present = targets.filter(({ status }) => status !== "failed-at-base");
  await printDiagnostics(terminal, distinct(present.flatMap(({ diagnostics }) => diagnostics)));
  const failed = targets.filter(({ status }) => status === "failed");
  if (failed.length > 0) {
    await terminal.stderr.write(`not compared: ${failed.map(({ path }) => pathLine(path)).join(", ")}\n`);
    return FAILURE;
  }
  const different = targets.some(({ status }) => status !== "unchanged");
  return different && invocation.has("exit-code") ? DIFFERENT : OK;
}

import {
  showProgress
} from "./shared-cli-progress.js";
import {
  buildOptions,
  terminalRemotes,
  warnAboutOptions
} from "./shared-cli-build-options.js";
import {
  openTerminalRepository,
  placeOf,
  positiveInteger,
  targetPatterns
} from "./shared-cli-workspace.js";
import {
  renderTargets,
  selectTargets,
  writeFileAtomically
} from "./shared-picomatch.js";
import "./shared-resource-re2-parser.js";
import "./shared-yaml-composer.js";
import "./shared-sources-remote-git-url.js";
import "./shared-sources-helm-directory.js";
import {
  gitTree,
  workTree
} from "./shared-sources-virtual-tree.js";
import {
  REMOTE_PROTOCOLS
} from "./shared-sources-git-revisions.js";
import "./shared-sources-disk-tree.js";
import "./shared-sources-git-git-process.js";
import "./shared-resource-merge-schema-data.js";
import "./shared-cli-command.js";
import {
  distinct,
  pathLine,
  printDiagnostics,
  wantsColour
} from "./shared-cli-terminal.js";
import "./shared-documents-spelling.js";
import {
  review
} from "./shared-diff.js";
import {
  failure
} from "./shared-diagnostics.js";
import "./shared-runtime.js";

// src/cli/diff.ts
import { resolve } from "node:path";

// src/cli/diff-sides.ts
var USUAL_DEFAULT_BRANCHES = ["main", "master"];
async function chooseSides(repository, base, head) {
  const [headSide, headSha] = head === void 0 ? await workingTree(repository) : await given(repository, head);
  if (base !== void 0) return { base: (await given(repository, base))[0], head: headSide };
  const branch = await defaultBranch(repository);
  if (headSha === void 0) {
    throw failure("no-merge-base", "the repository has no commit to compare with", { hint: "Commit something first." });
  }
  const sha = await repository.ensureMergeBase(headSha, branch.sha);
  const side = { sha, label: branch.label, reason: "merge base" };
  return { base: { side, tree: await gitTree(repository, sha, branch.label) }, head: headSide };
}
async function given(repository, revision) {
  const { sha, label } = await repository.ensureCommit(revision);
  return [{ side: { sha, label, reason: "given" }, tree: await gitTree(repository, sha, label) }, sha];
}
async function workingTree(repository) {
  const tree = workTree(repository);
  const [sha, clean] = await Promise.all([repository.headSha(), repository.isClean()]);
  const side = { sha: clean ? sha ?? null : null, label: tree.label, reason: "working tree" };
  return [{ side, tree }, sha];
}
async function defaultBranch(repository) {
  const named = await repository.defaultBranch();
  for (const name of named === void 0 ? USUAL_DEFAULT_BRANCHES : [named]) {
    try {
      const { sha } = await repository.resolve(name);
      return { sha, label: name };
    } catch (error) {
      if (named !== void 0) throw error;
    }
  }
  throw failure("no-default-branch", "cannot tell which branch is the default one", {
    hint: "Name what to compare with: --base REVISION."
  });
}

// src/cli/diff.ts
var OK = 0;
var FAILURE = 1;
var DIFFERENT = 3;
async function diff(invocation, terminal) {
  const concurrency = positiveInteger(invocation, "concurrency");
  await warnAboutOptions(invocation, terminal);
  const repository = await openTerminalRepository(terminal);
  const remotes = terminalRemotes(terminal, REMOTE_PROTOCOLS);
  const progress = showProgress(terminal);
  try {
    const { base, head } = await chooseSides(repository, invocation.value("base"), invocation.value("head"));
    const patterns = targetPatterns(invocation, placeOf(repository, terminal));
    const trees = { base: base.tree, head: head.tree };
    const targets = patterns?.length === 0 ? [] : await selectTargets(trees, patterns ?? []);
    const options = {
      ...buildOptions(invocation, terminal),
      remotes,
      ...concurrency === void 0 ? {} : { concurrency }
    };
    const total = 2 * targets.length;
    const before = await renderTargets(base.tree, targets, {
      ...options,
      onProgress: (done, _, target) => progress.update(done, total, target)
    });
    const after = await renderTargets(head.tree, targets, {
      ...options,
      onProgress: (done, _, target) => progress.update(targets.length + done, total, target)
    });
    progress.finish();
    const renderings = targets.map((_, index) => ({ base: at(before, index), head: at(after, index) }));
    const report = review({ base: base.side, head: head.side, renderings });
    await print(report, invocation, terminal);
    return await conclude(report, invocation, terminal);
  } finally {
    progress.finish();
    repository.close();
    await remotes.close();
  }
}
function at(items, index) {
  return items[index];
}
async function print(report, invocation, terminal) {
  const output = invocation.value("output");
  const colour = output === void 0 && wantsColour(terminal);
  const text = await format(report, invocation.value("format") ?? "patch", colour);
  if (output === void 0) await terminal.stdout.write(text);
  else writeFileAtomically(resolve(terminal.cwd, output), text);
}
async function format(report, name, colour) {
  switch (name) {
    case "markdown": {
      const { markdownReport } = await import("./report-markdown.js");
      return markdownReport(report, { maxBytes: Number.MAX_SAFE_INTEGER }).text;
    }
    case "html":
      return (await import("./report-html.js")).htmlReport(report);
    case "json":
      return (await import("./report-json.js")).jsonReport(report);
    default: {
      const { patchReport, terminalPatch } = await import("./report-patch.js");
      return terminalPatch(patchReport(report), colour);
    }
  }
}
async function conclude({ targets }, invocation, terminal) {
  const failed = targets.filter(({ status }) => status === "failed");
  if (failed.length > 0) {
    await printDiagnostics(terminal, distinct(failed.flatMap(({ diagnostics }) => diagnostics)));
    await terminal.stderr.write(`not compared: ${failed.map(({ path }) => pathLine(path)).join(", ")}
`);
    return FAILURE;
  }
  const different = targets.some(({ status }) => status !== "unchanged");
  return different && invocation.has("exit-code") ? DIFFERENT : OK;
}
export {
  diff
};

/** Checks the programs of the machine. */
import { sizeText } from "../../text/index.ts";
import { countedFiles } from "../survey/index.ts";
import { rendersCharts } from "../trial/index.ts";
import type { Facts } from "./facts.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

/** The versions of Node that krm-render runs on, as in package.json: the lowest of each series, and of all later ones. */
const NODE_VERSIONS = [
  { major: 20, minor: 16 },
  { major: 22, minor: 3 },
] as const;
/** With older versions, git does not take a fixed address of a host: docs/guide/remote-sources.md. */
const GIT_FOR_REMOTES = { major: 2, minor: 37 } as const;

export function machineFindings(facts: Facts): readonly Finding[] {
  return [
    nodeFinding(facts),
    gitFinding(facts),
    helmFinding(facts),
    enginesFinding(facts),
    sandboxFinding(facts),
    storeFinding(facts),
  ];
}

function nodeFinding({ node }: Facts): Finding {
  const [first, second] = NODE_VERSIONS;
  const isSupported = isAtLeast(node, second) || (isAtLeast(node, first) && node.startsWith(`${first.major}.`));
  if (isSupported) return ok(`Node ${node}`);
  return problem(`Node ${node} is too old`, "Install Node 24, or at least 20.16 or 22.3. The action brings its own.");
}

function gitFinding({ git, survey }: Facts): Finding {
  if (git.version === undefined)
    return problem(`git cannot be run: ${git.problem ?? "it is not found"}`, "Install git, and put it on the PATH.");
  if (survey?.needs.remotes !== undefined && !isAtLeast(git.version, GIT_FOR_REMOTES))
    return warning(
      `git ${git.version} is too old to fetch sources of other repositories`,
      "Install git 2.37 or newer.",
    );
  return ok(`git ${git.version}`);
}

function helmFinding({ helm, survey }: Facts): Finding {
  const charts = survey?.needs.charts;
  const count = survey?.flux.targets.filter(({ id }) => rendersCharts(id, survey.flux)).length ?? 0;
  const uses = [
    ...(charts === undefined ? [] : [`${countedFiles(charts, "inflates", "inflate")} charts`]),
    ...(count === 0 ? [] : [count === 1 ? "1 deployment renders one" : `${count} deployments render charts`]),
  ];
  const isUsed = uses.length > 0;
  const use = isUsed ? uses.join(", and ") : "nothing needs it";
  if (helm.version === undefined) {
    if (!isUsed) return ok(`helm is not found, and ${use}`);
    return warning(
      `helm cannot be run (${helm.problem ?? "it is not found"}), and ${use}`,
      "Install helm 3 or 4, and put it on the PATH.",
    );
  }
  const major = Number(/^v?(\d+)\./.exec(helm.version)?.[1]);
  if (isUsed && major !== 3 && major !== 4)
    return problem(`helm ${helm.version} is not supported, and ${use}`, "Install helm 3 or 4.");
  return ok(`helm ${helm.version}; ${use}`);
}

function enginesFinding({ engines, survey }: Facts): Finding {
  const containers = survey?.needs.containers;
  const use =
    containers === undefined ? "no config names an image" : `${countedFiles(containers, "names", "name")} images`;
  const found = engines.filter(({ version }) => version !== undefined);
  if (found.length > 0)
    return ok(`containers by ${found.map(({ name, version }) => `${name} ${version}`).join(" or ")}; ${use}`);
  const reasons = engines.map(({ name, problem: reason }) => `${name}: ${reason ?? "not found"}`).join("; ");
  if (containers === undefined) return ok(`no container engine is reached (${reasons}), and ${use}`);
  return warning(
    `no container engine is reached (${reasons}), and ${use}`,
    "Start docker or podman: docs/guide/containers.md.",
  );
}

function sandboxFinding({ noSandbox, survey }: Facts): Finding {
  if (noSandbox === undefined) return ok("executables of catalogs run in a sandbox");
  if (survey?.needs.functions === undefined)
    return ok(`no sandbox for executables (${noSandbox}), and no function needs one`);
  return warning(
    `executables of catalogs would run without a sandbox: ${noSandbox}`,
    "Install bubblewrap and allow namespaces to all users, or trust images and scripts only: docs/guide/trust.md.",
  );
}

function storeFinding({ store: { directory, bytes, problem: reason } }: Facts): Finding {
  if (reason === undefined)
    return ok(`the content store ${directory} holds ${bytes === 0 ? "nothing" : sizeText(bytes)}`);
  return problem(
    `the content store ${directory} cannot be written: ${reason}`,
    "Make it writable, or name another directory with XDG_CACHE_HOME.",
  );
}

function isAtLeast(version: string, least: { readonly major: number; readonly minor: number }): boolean {
  const [, major = "", minor = ""] = /^v?(\d+)\.(\d+)/.exec(version) ?? [];
  return Number(major) > least.major || (Number(major) === least.major && Number(minor) >= least.minor);
}

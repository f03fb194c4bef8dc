/** Looks at the targets of a repository, its deployments, its needs and its workflows. */
import { posix } from "node:path";
import { type DeploymentSettings, FOUND_DEPLOYMENTS } from "../../configuration/index.ts";
import { type FoundDeployments, findDeployments, type SearchBuild } from "../../deployments/index.ts";
import { directoryOfTarget } from "../../render/index.ts";
import { listYamlFiles } from "../../sources/index.ts";
import type { Tree } from "../../sources/tree.ts";
import { discover, RootFiles, TARGET_FILE_NAMES } from "../../targets/index.ts";
import { deployedDirectories } from "./deployed.ts";
import { DeploymentReader, mayDeploy } from "./deployments.ts";
import { DocumentReader, type Documents } from "./documents.ts";
import { mayBeFunction, NeedReader } from "./needs.ts";
import { unknownSets } from "./unknown-sets.ts";
import { readWorkflow, type WorkflowFile } from "./workflows.ts";

export type Survey = Awaited<ReturnType<typeof surveyRepository>>;

/** The directory of workflows, absolute within a tree. */
const WORKFLOWS = "/.github/workflows";

/** The seconds for one build of the search for deployments. */
const BUILD_SECONDS = 60;

/** Builds targets, by their ids. @returns the rendered objects that {@link isDeploying} accepts */
export type RenderDeployments = (targets: readonly string[], deployments: FoundDeployments) => Promise<Documents>;

export interface SurveyOptions {
  /** The settings of the configuration. Without them, everything is found by itself. */
  readonly settings?: DeploymentSettings | undefined;
  /** Gives Applications as overlays patch them; without it, only the files count. */
  readonly render?: RenderDeployments | undefined;
  /** For the search for deployments. Without helm, what charts declare is not found. */
  readonly search?: SearchBuild | undefined;
}

/**
 * Surveys a tree. Cost is linear in its files, and bounded.
 * @param own an address of the repository, or OWNER/NAME; undefined where it is not known
 * @throws KrmError `too-many-directories`
 */
export async function surveyRepository(
  tree: Tree,
  own: string | undefined,
  { settings = FOUND_DEPLOYMENTS, search, render }: SurveyOptions = {},
) {
  const rootFiles = new RootFiles();
  const { roots, targets } = await discover(tree, rootFiles);
  const flux = await findDeployments(tree, {
    settings,
    own,
    build: { timeoutSeconds: BUILD_SECONDS, ...search },
    rootFiles,
  });
  const targetPaths: readonly string[] = [...targets.keys()].filter((path) => !flux.covers(path)).map(fromTop);
  const { paths, directories, isCutOff } = await listYamlFiles(tree);
  const reader = new DocumentReader(tree);
  const needs = new NeedReader(directories);
  const deployments = new DeploymentReader(own);
  const workflows: WorkflowFile[] = [];
  await tree.prefetch?.(paths);
  for (const path of paths) {
    const isKustomization = TARGET_FILE_NAMES.has(posix.basename(path));
    const isWorkflow = posix.dirname(path) === WORKFLOWS;
    const bytes = await reader.bytes(path);
    if (bytes === undefined) continue;
    const [mayHaveDeployment, mayHaveFunction] = [mayDeploy(bytes), mayBeFunction(bytes)];
    if (!isKustomization && !isWorkflow && !mayHaveDeployment && !mayHaveFunction) continue;
    const documents = reader.documents(path, bytes);
    const file = tree.display(path);
    if (isWorkflow) workflows.push(readWorkflow(documents, file));
    if (isKustomization) needs.addKustomization(documents, path, file);
    if (mayHaveFunction) needs.addConfigs(documents, file);
    if (mayHaveDeployment) deployments.add(documents, file);
  }
  for (const path of paths.filter((each) => needs.configs.has(each))) {
    const bytes = await reader.bytes(path);
    if (bytes !== undefined) needs.addPlugins(reader.documents(path, bytes), tree.display(path));
  }
  const deploymentIds = flux.targets.map(({ id }) => id);
  deployments.addRendered((await render?.([...targetPaths, ...deploymentIds], flux)) ?? []);
  const kustomizations: readonly string[] = [...roots].flatMap(([directory, { isComponent }]) =>
    isComponent ? [] : [fromTop(directory)],
  );
  const deployed = deployedDirectories(deployments.finish(), new Set(kustomizations), directories);
  const rendered = new Set(flux.targets.flatMap(({ id }) => flux.pathsOf(id)));
  return {
    /** The directories that are targets without a choice, from the top, sorted: no deployment covers them. */
    targets: targetPaths,
    /** The deployments, which are targets as well. */
    flux,
    /** The ApplicationSets that ask for what only Argo CD knows. */
    sets: unknownSets(flux),
    /** All directories with a kustomization or a composition that can be targets, sorted. */
    kustomizations,
    /** The directories that Argo CD deploys. */
    deployed: { ...deployed, others: deployed.others.filter((path) => !rendered.has(directoryOfTarget(path))) },
    needs: needs.finish(new Set(paths)),
    /** Sorted by path. */
    workflows,
    /** Files that were not read: too large, or with mistakes. As people write them, sorted. */
    unread: [...reader.unread].map((path) => tree.display(path)),
    /** True if the repository has more files than are looked at. */
    isCutOff,
  };
}

function fromTop(directory: string): string {
  return directory.slice(1) || ".";
}

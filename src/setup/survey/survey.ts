/** Looks at a repository: what it renders, what deploys it, what it needs, and which workflows it has. */
import { posix } from "node:path";
import type { Tree } from "../../sources/tree.ts";
import { discover, TARGET_FILE_NAMES } from "../../targets/index.ts";
import { type Deployed, deployedDirectories } from "./deployed.ts";
import { DeploymentReader, mayDeploy } from "./deployments.ts";
import { DocumentReader } from "./documents.ts";
import { listFiles } from "./files.ts";
import { mayBeFunction, NeedReader, type Needs } from "./needs.ts";
import { readWorkflow, type WorkflowFile } from "./workflows.ts";

export interface Survey {
  /** The targets that are rendered without a choice, by their paths from the top, sorted. */
  readonly targets: readonly string[];
  /** All directories with a kustomization or a composition that can be targets, sorted. */
  readonly kustomizations: readonly string[];
  readonly deployed: Deployed;
  readonly needs: Needs;
  /** Sorted by path. */
  readonly workflows: readonly WorkflowFile[];
  /** Files that were not read: too large, or with mistakes. As people write them, sorted. */
  readonly unread: readonly string[];
  /** Whether the repository has more files than are looked at. */
  readonly isCutOff: boolean;
}

/** The directory of workflows, absolute within a tree. */
const WORKFLOWS = "/.github/workflows";

/**
 * Surveys a tree. Cost is linear in its files, and bounded.
 * @param own an address of the repository, or OWNER/NAME; undefined where it is not known
 * @throws KrmError `too-many-directories`
 */
export async function surveyRepository(tree: Tree, own: string | undefined): Promise<Survey> {
  const { roots, targets } = await discover(tree);
  const { paths, directories, isCutOff } = await listFiles(tree);
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
  const kustomizations = [...roots].flatMap(([directory, { isComponent }]) =>
    isComponent ? [] : [fromTop(directory)],
  );
  return {
    targets: [...targets.keys()].map(fromTop),
    kustomizations,
    deployed: deployedDirectories(deployments.finish(), new Set(kustomizations), directories),
    needs: needs.finish(),
    workflows,
    unread: reader.unread.map((path) => tree.display(path)),
    isCutOff,
  };
}

function fromTop(directory: string): string {
  return directory.slice(1) || ".";
}

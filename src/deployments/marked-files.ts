/** Finds the files that a search for deployments looks into, by texts that they hold. */
import { compareBytewise } from "../text/index.ts";
import { CLUSTER_LABEL, type FoundApplications, OPTION_FIELDS, OPTIONS_GENERATOR } from "./applications/index.ts";
import { ARGOCD_TEXTS, PROJECT_TEXTS } from "./argocd/index.ts";
import { FLUX_TEXTS, HELM_GROUP } from "./flux/index.ts";
import type { YamlFiles } from "./objects/index.ts";
import { Marked } from "./reach/index.ts";

/** The files that may hold what declares deployments. */
export async function markedFiles(files: YamlFiles): Promise<MarkedFiles> {
  const settings = [[CLUSTER_LABEL], ...OPTION_FIELDS.map((field) => [field])];
  const groups = [
    ARGOCD_TEXTS,
    PROJECT_TEXTS,
    ["globalProjects"],
    ...settings,
    OPTIONS_GENERATOR,
    [HELM_GROUP],
    ...FLUX_TEXTS.map((text) => [text]),
  ];
  const [
    applications = [],
    projects = [],
    globals = [],
    secrets = [],
    map = [],
    operator = [],
    generators = [],
    releases = [],
    ...others
  ] = await files.holding(groups);
  const paths = new Set(others.flat());
  const marked = new Marked([...paths].sort(compareBytewise));
  const options = [...new Set([...map, ...operator, ...generators])];
  // Without Applications, AppProjects and clusters are of no account.
  const ofArgo =
    applications.length === 0 ? [] : [...new Set([...applications, ...projects, ...secrets])].sort(compareBytewise);
  return {
    marked,
    releases: new Marked(releases),
    applications: new Marked(ofArgo),
    declaring: applications,
    hasGlobalProjects: globals.length > 0,
    options,
  };
}

export interface MarkedFiles {
  /** AppProjects may take more rules from others, by settings of Argo CD that are not read. */
  readonly hasGlobalProjects: boolean;
  /** The files that may hold Kustomizations, or what makes them. */
  readonly marked: Marked;
  /** The files that may hold HelmReleases. */
  readonly releases: Marked;
  /** The files that may hold Applications of Argo CD, and their AppProjects and clusters. */
  readonly applications: Marked;
  /** The files that may hold Applications and ApplicationSets. */
  readonly declaring: readonly string[];
  /** The files that may hold options of kustomize for Argo CD. */
  readonly options: FoundApplications["options"];
}

/** The types of what controllers apply as one. */
import type { ApplicationRecipe } from "../argocd/index.ts";
import type { Deployment as DeploymentOf, FluxRecipe } from "../flux/index.ts";
import type { InstalledRecipe } from "../helm/index.ts";

export type ApplicationDeployment = DeploymentOf<ApplicationRecipe>;
export type Deployment = DeploymentOf<FluxRecipe | ApplicationRecipe | InstalledRecipe>;

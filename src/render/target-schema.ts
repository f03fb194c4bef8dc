/** The fields by which published answers name a target. */
import { choice, maybe, object, text } from "../schema-parts.ts";

/** See `DeploymentName`. */
export const deploymentName = object("The object by which a controller knows what it applies.", {
  system: choice("The controller.", "flux"),
  kind: choice("The kind of the object.", "Kustomization"),
  namespace: text("Its namespace."),
  name: text("Its name."),
  cluster: text("The cluster that it is applied in."),
});

/** The id, the path, and the deployment of a target. */
export const targetName = {
  id: text("Unique. The path of a directory, and `flux://CLUSTER/NAMESPACE/NAME` of a Kustomization of Flux."),
  path: text("The directory that is built: relative to the top of the repository, `.` for the top itself."),
  deployment: maybe(deploymentName),
};

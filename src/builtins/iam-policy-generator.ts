/**
 * IAMPolicyGenerator: the service account of a cluster that acts as one of the cloud;
 * docs/specification/generators.md 3.
 */
import { failure, KrmError } from "../diagnostics.ts";
import type { IamPolicyArgs } from "../documents/index.ts";
import { parseInlineObjects } from "../resource/index.ts";
import type { GeneratedObject } from "./generated-object.ts";

/** @throws KrmError `unsupported-cloud`, `missing-name` or `invalid-value` */
export function iamPolicy({ cloud = "", kubernetesService, serviceAccount, location }: IamPolicyArgs): GeneratedObject {
  if (cloud !== "gke") {
    throw failure("unsupported-cloud", `cloud provider ${cloud || "(none)"} is not supported yet, only gke is`, {
      ...location,
      hint: "Write the ServiceAccount into a file of `resources` instead.",
    });
  }
  const { name = "", namespace = "" } = kubernetesService ?? {};
  if (name === "") {
    const hint = "Name the ServiceAccount under `kubernetesService`.";
    throw failure("missing-name", "this IAMPolicyGenerator has no kubernetesService.name", { ...location, hint });
  }
  const account = `${serviceAccount?.name ?? ""}@${serviceAccount?.projectId ?? ""}.iam.gserviceaccount.com`;
  // The reference puts the values into a text of YAML as they are, whatever they mean there.
  const text = `
apiVersion: v1
kind: ServiceAccount
metadata:
  annotations:
    iam.gke.io/gcp-service-account: ${account}
  name: ${name}
${namespace === "" ? "" : `\n  namespace: ${namespace}`}`;
  try {
    const [node] = parseInlineObjects(text, "the service account", location);
    if (node !== undefined) return { node, needsHash: false, behavior: "unspecified" };
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
  }
  throw failure("invalid-value", "what this IAMPolicyGenerator names makes no object where kustomize puts it", {
    ...location,
    hint: "Give it a `serviceAccount.name`, and names of letters, digits and dashes.",
  });
}

/** IAMPolicyGenerator: the service account of a cluster that acts as one of the cloud; engine.md 5.15. */
import { failure } from "../diagnostics.ts";
import type { IamPolicyArgs } from "../documents/builtin-config.ts";
import { scalar } from "../yaml/node.ts";
import { fieldsOf, type GeneratedObject, string } from "./generated-object.ts";

/** @throws KrmError `unsupported-cloud` or `missing-name` */
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
  const node = fieldsOf([
    ["apiVersion", string("v1")],
    ["kind", string("ServiceAccount")],
    [
      "metadata",
      fieldsOf([
        ["annotations", fieldsOf([["iam.gke.io/gcp-service-account", string(account)]])],
        // Without tags: the reference reads them as YAML, whatever type that makes them.
        ["name", scalar(name)],
        ...(namespace === "" ? [] : [["namespace", scalar(namespace)] as const]),
      ]),
    ],
  ]);
  return { node, needsHash: false, behavior: "unspecified" };
}

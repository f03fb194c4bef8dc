/** IAMPolicyGenerator: makes a ServiceAccount for Google Cloud; docs/specification/generators.md 3. */
import { failure, KrmError } from "../diagnostics.ts";
import { type Decoded, record, text } from "../documents/index.ts";
import { parseInlineObjects } from "../resource/index.ts";
import type { GeneratorKind } from "./builtin.ts";
import type { GeneratedObject } from "./data/generated-object.ts";
import { documentOf, strictly } from "./document.ts";

const service = { name: text, namespace: text };
const account = { name: text, projectId: text };
const iamPolicyFields = {
  cloud: text,
  kubernetesService: record<Decoded<typeof service>>(service),
  serviceAccount: record<Decoded<typeof account>>(account),
};
type IamPolicyArgs = Decoded<typeof iamPolicyFields>;

export const iamPolicyGenerator: GeneratorKind<IamPolicyArgs> = {
  kind: "IAMPolicyGenerator",
  role: "generator",
  decode: documentOf(strictly(iamPolicyFields)),
  generate: (args) => [iamPolicy(args)],
};

/** @throws KrmError `unsupported-cloud`, `missing-name` or `invalid-value` */
function iamPolicy({ cloud = "", kubernetesService, serviceAccount, location }: IamPolicyArgs): GeneratedObject {
  if (cloud !== "gke") {
    throw failure("unsupported-cloud", `cloud provider ${cloud || "(none)"} is not supported: only gke is`, {
      ...location,
      hint: "List a file with the ServiceAccount under `resources` instead.",
    });
  }
  const { name = "", namespace = "" } = kubernetesService ?? {};
  if (name === "") {
    const hint = "Name the ServiceAccount under `kubernetesService`.";
    throw failure("missing-name", "this IAMPolicyGenerator has no kubernetesService.name", { ...location, hint });
  }
  const cloudAccount = `${serviceAccount?.name ?? ""}@${serviceAccount?.projectId ?? ""}.iam.gserviceaccount.com`;
  // kustomize inserts the values into YAML text without quoting.
  const document = `
apiVersion: v1
kind: ServiceAccount
metadata:
  annotations:
    iam.gke.io/gcp-service-account: ${cloudAccount}
  name: ${name}
${namespace === "" ? "" : `\n  namespace: ${namespace}`}`;
  try {
    const [node] = parseInlineObjects(document, "the service account", location);
    if (node !== undefined) return { node, needsHash: false, behavior: "unspecified" };
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
  }
  throw failure("invalid-value", "the names of this IAMPolicyGenerator do not result in a valid object", {
    ...location,
    hint: "Give it a `serviceAccount.name`, and names of letters, digits and dashes.",
  });
}

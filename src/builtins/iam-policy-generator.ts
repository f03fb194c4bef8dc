/** IAMPolicyGenerator: makes a ServiceAccount for Google Cloud; docs/specification/generators.md 3. */
import { failure, KrmError, type Location } from "../diagnostics.ts";
import { record, text } from "../documents/index.ts";
import { parseInlineObjects } from "../resource/index.ts";
import type { GeneratorKind } from "./builtin.ts";
import type { GeneratedObject } from "./data/generated-object.ts";
import { documentOf, strictly } from "./document.ts";

interface IamPolicyArgs {
  readonly cloud?: string;
  readonly kubernetesService?: ServiceArgs;
  readonly serviceAccount?: AccountArgs;
  readonly location: Location;
}

interface ServiceArgs {
  readonly name?: string;
  readonly namespace?: string;
  readonly location: Location;
}

interface AccountArgs {
  readonly name?: string;
  readonly projectId?: string;
  readonly location: Location;
}

const service = record<ServiceArgs>({ name: text, namespace: text });
const account = record<AccountArgs>({ name: text, projectId: text });

export const iamPolicyGenerator: GeneratorKind<IamPolicyArgs> = {
  kind: "IAMPolicyGenerator",
  role: "generator",
  decode: documentOf<IamPolicyArgs>(strictly({ cloud: text, kubernetesService: service, serviceAccount: account })),
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

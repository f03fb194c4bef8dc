/** The syntax of names, labels and annotations. docs/specification/schemas.md 2.6 */
import { isDnsLabel, isDnsSubdomain, isLabelPart, isOldDnsLabel } from "../text/index.ts";

/** The rule for the names of a kind. */
type NameRule = "subdomain" | "label" | "service" | "path-segment" | "cron-job";

const DATA_KEY = /^[-._a-zA-Z0-9]+$/;

const MAX_DATA_KEY = 253;
/** Its Jobs get eleven more characters. */
const MAX_CRON_JOB = 52;
/** The names and the values of all annotations of an object, in bytes. */
const MAX_ANNOTATIONS = 256 * 1024;

/** By `GROUP/KIND`. The names of all other kinds are subdomains. */
const RULES: ReadonlyMap<string, NameRule> = new Map([
  ["/Namespace", "label"],
  ["/Service", "service"],
  ["apps/StatefulSet", "label"],
  ["batch/CronJob", "cron-job"],
  ["rbac.authorization.k8s.io/Role", "path-segment"],
  ["rbac.authorization.k8s.io/RoleBinding", "path-segment"],
  ["rbac.authorization.k8s.io/ClusterRole", "path-segment"],
  ["rbac.authorization.k8s.io/ClusterRoleBinding", "path-segment"],
  ["apiregistration.k8s.io/APIService", "path-segment"],
  ["policy/PodDisruptionBudget", "path-segment"],
  ["certificates.k8s.io/ClusterTrustBundle", "path-segment"],
  ["networking.k8s.io/IPAddress", "path-segment"],
] as const);

/** The minor version from which the name of a Service may begin with a digit where a cluster allows it. */
const RELAXED_SERVICES = 34;

const TEXTS: Readonly<Record<NameRule, string>> = {
  subdomain:
    "a name has lower-case letters, digits, `-` and `.`, begins and ends with a letter or digit, and is at most 253 characters long",
  label:
    "a name of this kind has lower-case letters, digits and `-`, begins and ends with a letter or digit, and is at most 63 characters long",
  service:
    "a name of this kind has lower-case letters, digits and `-`, begins with a letter, ends with a letter or digit, and is at most 63 characters long",
  "cron-job":
    "a name of this kind has lower-case letters, digits, `-` and `.`, begins and ends with a letter or digit, and is at most 52 characters long",
  "path-segment": "a name has neither `/` nor `%`, and is neither `.` nor `..`",
};

/**
 * Says what is wrong with the name of an object; undefined if nothing is.
 * @param minor the minor version of Kubernetes
 */
export function nameFault(name: string, group: string, kind: string, minor: number): string | undefined {
  const known = RULES.get(`${group}/${kind}`) ?? "subdomain";
  const rule = known === "service" && minor >= RELAXED_SERVICES ? "label" : known;
  return isName(name, rule) ? undefined : TEXTS[rule];
}

/** Says what is wrong with the start of a name, which the API server completes. */
export function generatedNameFault(start: string, group: string, kind: string, minor: number): string | undefined {
  return nameFault(`${start}x`, group, kind, minor);
}

function isName(name: string, rule: NameRule): boolean {
  if (rule === "path-segment") return name !== "." && name !== ".." && !/[/%]/.test(name);
  if (rule === "cron-job") return name.length <= MAX_CRON_JOB && isDnsSubdomain(name);
  if (rule === "subdomain") return isDnsSubdomain(name);
  return rule === "label" ? isDnsLabel(name) : isOldDnsLabel(name);
}

export function namespaceFault(name: string): string | undefined {
  if (isName(name, "label")) return undefined;
  return "a namespace has lower-case letters, digits and `-`, begins and ends with a letter or digit, and is at most 63 characters long";
}

/** Says what is wrong with the name of a label, an annotation or a finalizer: `example.com/name`, where the prefix may be absent. */
export function qualifiedNameFault(name: string): string | undefined {
  const at = name.indexOf("/");
  const [prefix, rest] = at < 0 ? [undefined, name] : [name.slice(0, at), name.slice(at + 1)];
  if (prefix !== undefined && !isName(prefix, "subdomain"))
    return "what stands before the `/` of the name must be a domain in lower case, at most 253 characters long";
  if (isLabelPart(rest)) return undefined;
  return "the name has letters, digits, `-`, `_` and `.`, begins and ends with a letter or digit, and is at most 63 characters long, after a domain and one `/`, if any";
}

export function labelValueFault(value: string): string | undefined {
  if (value === "" || isLabelPart(value)) return undefined;
  return "the value of a label has letters, digits, `-`, `_` and `.`, begins and ends with a letter or digit, and is at most 63 characters long";
}

export function annotationNameFault(name: string): string | undefined {
  return qualifiedNameFault(name.toLowerCase());
}

export function annotationsFault(sizes: number): string | undefined {
  return sizes <= MAX_ANNOTATIONS ? undefined : "the annotations of an object have at most 256 KiB together";
}

/** Says what is wrong with a key of a ConfigMap or Secret. */
export function dataKeyFault(key: string): string | undefined {
  if (key.length <= MAX_DATA_KEY && DATA_KEY.test(key) && key !== "." && !key.startsWith("..")) return undefined;
  return "a key has letters, digits, `-`, `_` and `.`, does not begin with `..`, and is at most 253 characters long";
}

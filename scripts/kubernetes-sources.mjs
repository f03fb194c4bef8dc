// @ts-check
// Reads what the documents of Kubernetes leave out, in its generated Go sources: the values that a field may have, and when a kind
// was deprecated and removed.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The group of each directory of k8s.io/api whose name is not that of its group. */
const GROUPS = new Map([
  ["core", ""],
  ["admissionregistration", "admissionregistration.k8s.io"],
  ["apiserverinternal", "internal.apiserver.k8s.io"],
  ["authentication", "authentication.k8s.io"],
  ["authorization", "authorization.k8s.io"],
  ["certificates", "certificates.k8s.io"],
  ["coordination", "coordination.k8s.io"],
  ["discovery", "discovery.k8s.io"],
  ["events", "events.k8s.io"],
  ["flowcontrol", "flowcontrol.apiserver.k8s.io"],
  ["lifecycle", "lifecycle.k8s.io"],
  ["networking", "networking.k8s.io"],
  ["node", "node.k8s.io"],
  ["rbac", "rbac.authorization.k8s.io"],
  ["resource", "resource.k8s.io"],
  ["scheduling", "scheduling.k8s.io"],
  ["storage", "storage.k8s.io"],
  ["storagemigration", "storagemigration.k8s.io"],
]);

/**
 * The kinds whose versions ended before k8s.io/api told when, by the guide of Kubernetes to deprecated versions: deprecated, removed,
 * and what replaces them.
 */
const OLD = [
  ["apiextensions.k8s.io/v1beta1 CustomResourceDefinition", "16 22 apiextensions.k8s.io/v1 CustomResourceDefinition"],
  ["apiregistration.k8s.io/v1beta1 APIService", "19 22 apiregistration.k8s.io/v1 APIService"],
  ["policy/v1beta1 PodSecurityPolicy", "21 25"],
  ["extensions/v1beta1 PodSecurityPolicy", "11 16"],
];

/**
 * The values of fields, by `TYPE.FIELD`.
 * @param {string} directory of k8s.io/kubernetes
 */
export function enumsOf(directory) {
  /** @type {Map<string, string[]>} */
  const enums = new Map();
  let type = "";
  let field = "";
  const file = join(directory, "pkg", "generated", "openapi", "zz_generated.openapi.go");
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const opened = /^func schema_k8sio_api_(\w+?)_(v\w+?)_(\w+)\(/.exec(line);
    if (opened !== null) type = `${opened[1]}.${opened[2]}.${opened[3]}`;
    else if (line.startsWith("func ")) type = "";
    field = /^\t{5}"(\w+)": \{$/.exec(line)?.[1] ?? field;
    const values = /^\t+Enum: +\[\]interface\{\}\{(.*)\},$/.exec(line)?.[1];
    if (type !== "" && values !== undefined) enums.set(`${type}.${field}`, JSON.parse(`[${values}]`));
  }
  return enums;
}

/**
 * When kinds were deprecated and removed, and what replaces them, by `APIVERSION KIND`; as `DEPRECATED REMOVED REPLACEMENT`.
 * @param {readonly string[]} directories of k8s.io/api, the oldest first
 */
export function lifecyclesOf(directories) {
  const found = new Map(OLD.map(([kind = "", text = ""]) => [kind, text]));
  for (const directory of directories) {
    for (const group of readdirSync(directory, { withFileTypes: true })) {
      if (!group.isDirectory()) continue;
      for (const version of readdirSync(join(directory, group.name))) {
        const text = readIfThere(join(directory, group.name, version, "zz_generated.prerelease-lifecycle.go"));
        if (text === undefined) continue;
        const name = GROUPS.get(group.name) ?? group.name;
        const apiVersion = name === "" ? version : `${name}/${version}`;
        for (const [kind, life] of livesIn(text)) {
          if (kind.endsWith("List") || life["Removed"] === undefined) continue;
          const { Deprecated: deprecated, Removed: removed, Replacement: replacement } = life;
          found.set(`${apiVersion} ${kind}`, [deprecated ?? removed, removed, replacement].filter(Boolean).join(" "));
        }
      }
    }
  }
  return found;
}

/** @param {string} text of a generated file */
function livesIn(text) {
  /** @type {Map<string, Record<string, string>>} */
  const lives = new Map();
  for (const [, kind = "", fact = "", body = ""] of text.matchAll(
    /^func \(in \*(\w+)\) APILifecycle(\w+)\(\) [^{]*\{\n(.*)\n\}/gm,
  )) {
    const life = lives.get(kind) ?? {};
    const gvk = /Group: "(.*)", Version: "(.*)", Kind: "(.*)"/.exec(body);
    if (gvk !== null) life[fact] = `${gvk[1] === "" ? "" : `${gvk[1]}/`}${gvk[2]} ${gvk[3]}`;
    else life[fact] = /return 1, (\d+)/.exec(body)?.[1] ?? "";
    lives.set(kind, life);
  }
  return lives;
}

/** @param {string} path */
function readIfThere(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

// @ts-check
// Converts a record of one of kustomize's tests to the input of a case.
import { isUtf8 } from "node:buffer";
import { posix } from "node:path";

/** @typedef {import("./run.mjs").Input} Input */

/**
 * A line of the recorder, see recorder/recorder.go.
 *
 * @typedef {object} Recorded
 * @property {string} Package
 * @property {string} Test
 * @property {string} Kind
 * @property {string} Root
 * @property {string} Path
 * @property {Record<string, string>} Files path → base64
 * @property {string[] | null} Executable
 * @property {Options | null} Options
 * @property {string} Config
 * @property {string} Input
 * @property {string} LeftOut
 * @property {string | null} Output
 * @property {string | null} Error
 */

/**
 * @typedef {{ Reorder: string, LoadRestrictions: string, HelmCommand: string, HelmKubeVersion: string,
 *   ManagedByLabel: boolean, AlphaPlugins: boolean, Exec: boolean, Helm: boolean, HelmDebug: boolean,
 *   Network: boolean, AsUser: boolean, HelmApiVersions: string[] | null, Mounts: string[] | null,
 *   Env: string[] | null }} Options
 */

/**
 * Returns the input of a case, or the reason why the command line cannot repeat the test.
 *
 * @param {Recorded} record
 * @param {string} checkout of kustomize, as the recorder saw it
 * @returns {{ id: string, input: Input } | { id: string, leftOut: string }}
 */
export function inputOf(record, checkout) {
  const suite = suiteOf(record.Package.slice(checkout.length + 1), record.Kind);
  const id = record.Test.startsWith("examples/") ? record.Test : `${suite}/${record.Test}`;
  if (record.LeftOut !== "") return { id, leftOut: record.LeftOut };
  if (Object.values(record.Files).some((data) => record.Root !== "/" && decode(data).includes(record.Root))) {
    return { id, leftOut: "its files hold absolute paths" };
  }
  const flags = record.Options === null ? ["--reorder=none"] : flagsOf(record.Options);
  if (flags === undefined) return { id, leftOut: "it has options that no flag sets" };
  const path = posix.relative(record.Root, posix.resolve(record.Root, record.Path)) || ".";
  const { files, binary } = contents(record, path);
  for (const [name, text] of Object.entries(wrapping(record))) files[posix.join(path, name)] = text;
  return {
    id,
    input: {
      files,
      ...(Object.keys(binary).length > 0 && { binary }),
      ...(record.Executable !== null && { executable: [...record.Executable].sort() }),
      path,
      flags,
    },
  };
}

/** @param {string} directory of the package, below the checkout @param {string} kind */
function suiteOf(directory, kind) {
  const name = posix.basename(directory);
  if (kind === "replacements" || kind === "patch") return `filters-${name}`;
  return directory.startsWith("plugin/builtin/") ? `builtin-${name}` : name;
}

/** @param {Options} o @returns {string[] | undefined} undefined if an option has no flag */
export function flagsOf(o) {
  const restrictions = {
    LoadRestrictionsRootOnly: [],
    LoadRestrictionsNone: ["--load-restrictor=LoadRestrictionsNone"],
  };
  const orders = { none: ["--reorder=none"], legacy: ["--reorder=legacy"], unspecified: [] };
  const restriction = restrictions[/** @type {keyof typeof restrictions} */ (o.LoadRestrictions)];
  const order = orders[/** @type {keyof typeof orders} */ (o.Reorder)];
  if (restriction === undefined || order === undefined) return undefined;
  // The tests call helm by a name that exists only there. No case runs it.
  const command = o.HelmCommand === "" || o.HelmCommand === "helmV3" ? [] : [`--helm-command=${o.HelmCommand}`];
  return [
    ...restriction,
    ...when(o.ManagedByLabel, "--enable-managedby-label"),
    ...order,
    ...when(o.AlphaPlugins, "--enable-alpha-plugins"),
    ...when(o.Helm, "--enable-helm"),
    ...command,
    ...(o.HelmApiVersions ?? []).map((version) => `--helm-api-versions=${version}`),
    ...when(o.HelmKubeVersion !== "", `--helm-kube-version=${o.HelmKubeVersion}`),
    ...when(o.HelmDebug, "--helm-debug"),
    ...when(o.Exec, "--enable-exec"),
    ...when(o.Network, "--network"),
    ...(o.Mounts ?? []).map((mount) => `--mount=${mount}`),
    ...(o.Env ?? []).map((variable) => `--env=${variable}`),
    ...when(o.AsUser, "--as-current-user"),
  ];
}

/** @param {boolean} set @param {string} flag */
const when = (set, flag) => (set ? [flag] : []);

/**
 * The files that a build can read. A plugin alone reads only its directory, so the files of other builds are left out.
 *
 * @param {Recorded} record @param {string} directory
 */
function contents({ Files, Kind }, directory) {
  /** @type {Record<string, string>} */
  const files = {};
  /** @type {Record<string, string>} */
  const binary = {};
  const inside = Kind === "build" || directory === "." ? "" : `${directory}/`;
  const paths = Object.keys(Files).filter((path) => path.startsWith(inside));
  for (const path of paths.sort()) {
    const data = Files[path] ?? "";
    if (isUtf8(Buffer.from(data, "base64"))) files[path] = decode(data);
    else binary[path] = data;
  }
  return { files, binary };
}

/**
 * Files with a kustomization that does what a test does by calling a plugin or a filter.
 *
 * @param {Recorded} record
 * @returns {Record<string, string>} path → text
 */
function wrapping({ Kind, Config, Input }) {
  switch (Kind) {
    case "generator":
      return { "kustomization.yaml": "generators:\n- plugin-config.yaml\n", "plugin-config.yaml": Config };
    case "transformer":
      return {
        "kustomization.yaml": "resources:\n- plugin-input.yaml\ntransformers:\n- plugin-config.yaml\n",
        "plugin-config.yaml": Config,
        "plugin-input.yaml": Input,
      };
    case "replacements":
      return { "input.yaml": Input, "kustomization.yaml": `${Config.replace(/\n?$/, "\n")}resources:\n- input.yaml\n` };
    case "patch":
      return {
        "input.yaml": Input,
        "kustomization.yaml": "resources:\n- input.yaml\npatches:\n- path: patch.yaml\n  target:\n    kind: .*\n",
        "patch.yaml": Config,
      };
    default:
      return {};
  }
}

/** @param {string} data base64 */
const decode = (data) => Buffer.from(data, "base64").toString();

/** Decides what a function of a catalog may use; docs/specification/catalogs.md 6. */
import { failure, type Location } from "../diagnostics.ts";
import { describeFunction, type FunctionId } from "./catalog.ts";

/** A switch: no function, every function, or those of some kinds. */
export type Switch = boolean | readonly FunctionKind[];

interface FunctionKind {
  readonly group: string;
  readonly kind: string;
}

/** A switch and its name in messages. */
export interface NamedSwitch {
  readonly value: Switch;
  /** Such as `--network` or `the setting function-network`. */
  readonly name: string;
  /** True if its value may be a list of kinds. Otherwise it is on or off. */
  readonly takesKinds: boolean;
}

export interface Switches {
  readonly network: NamedSwitch;
  readonly mounts: NamedSwitch;
}

/** The permissions that the catalog entry lets the function ask for. */
export interface Declared {
  readonly requireNetwork: boolean;
  readonly requireStorageMount: boolean;
}

/** The permissions that the config asks for. */
export interface Asked {
  /** Undefined: it does not say. */
  readonly network?: boolean | undefined;
  readonly mounts: number;
  readonly location?: Location | undefined;
}

/** The most kinds of a switch. */
const MAX_KINDS = 1000;

/**
 * Parses the value of a switch: `false`, `true`, or `group/Kind` separated by commas or blanks.
 * @throws KrmError `invalid-switch`
 */
export function parseSwitch(text: string, name: string): Switch {
  const words = text.split(/[\s,]+/).filter((word) => word !== "");
  const [word = ""] = words;
  if (words.length === 0 || (words.length === 1 && /^false$/i.test(word))) return false;
  if (words.length === 1 && /^true$/i.test(word)) return true;
  const invalid = (problem: string): Error =>
    failure("invalid-switch", `${name} ${problem}`, {
      hint: "Write `false`, `true`, or kinds such as `fn.example.com/Paint`.",
    });
  if (words.length > MAX_KINDS) throw invalid(`lists more than ${MAX_KINDS} kinds`);
  return words.map((each) => {
    const [group = "", kind = "", ...more] = each.split("/");
    if (group === "" || kind === "" || more.length > 0)
      throw invalid(`has the value ${JSON.stringify(each.slice(0, 100))}, which is not a kind`);
    return { group, kind };
  });
}

/** Tells whether a switch is on for a function. */
export function isOn(value: Switch, { group, kind }: FunctionId): boolean {
  if (typeof value === "boolean") return value;
  return value.some((each) => each.group === group && each.kind === kind);
}

/**
 * Decides what a function gets. It needs both: the catalog entry declares it, and the switch allows it. Nothing is granted that the
 * config did not ask for: mounts; the network is asked for by the entry.
 * @param location the config of the function
 * @throws KrmError `network-undeclared`, `network-disabled`, `mount-undeclared`, `mounts-disabled`
 */
export function permissionsOf(
  id: FunctionId,
  declared: Declared,
  asked: Asked,
  switches: Switches,
  location?: Location,
): { readonly network: boolean; readonly mounts: boolean } {
  const what = describeFunction(id);
  const place = asked.location ?? location;
  if (asked.network === true && !declared.requireNetwork) {
    const message = `the config asks for the network, which the catalog does not declare for ${what}`;
    const hint = "Remove it. If the function needs the network, its catalog must say `requireNetwork: true`.";
    throw failure("network-undeclared", message, { ...place, hint });
  }
  if (asked.mounts > 0 && !declared.requireStorageMount) {
    const message = `the config asks for mounts, which the catalog does not declare for ${what}`;
    const hint = "Remove them. If the function needs mounts, its catalog must say `requireStorageMount: true`.";
    throw failure("mount-undeclared", message, { ...place, hint });
  }
  const network = declared.requireNetwork && asked.network !== false;
  if (network && !isOn(switches.network.value, id))
    throw disabled("network-disabled", "the network", switches.network, id, place);
  const mounts = asked.mounts > 0;
  if (mounts && !isOn(switches.mounts.value, id))
    throw disabled("mounts-disabled", "mounts", switches.mounts, id, place);
  return { network, mounts };
}

function disabled(
  code: string,
  thing: string,
  { name, takesKinds }: NamedSwitch,
  id: FunctionId,
  location?: Location,
): Error {
  const hint = takesKinds
    ? `If it may have this, set ${name} to \`${id.group}/${id.kind}\`, or to \`true\` for all functions.`
    : `If all functions of this command may have what they ask for, use ${name}.`;
  return failure(code, `${describeFunction(id)} needs ${thing}, which is not allowed`, { ...location, hint });
}

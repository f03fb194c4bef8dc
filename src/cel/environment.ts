/** The language: what the library has, with the functions of Kubernetes. docs/specification/policies.md 1 */
import { Environment, Optional } from "@marcbachmann/cel-js";
import { areEqual } from "./equality.ts";
import { ADDRESSES, Address, Network } from "./functions/addresses.ts";
import { CONVERSIONS } from "./functions/conversions.ts";
import type { Definition } from "./functions/definition.ts";
import { FORMAT_FUNCTIONS, Format } from "./functions/formats.ts";
import { LIST_POSITIONS, LISTS } from "./functions/lists.ts";
import { MATCHES, PATTERNS } from "./functions/patterns.ts";
import { QUANTITIES, Quantity } from "./functions/quantities.ts";
import { quoted } from "./functions/quoted.ts";
import { STRINGS } from "./functions/strings.ts";
import { TIMES } from "./functions/times.ts";
import { URLS, WebAddress } from "./functions/urls.ts";
import { SemanticVersion, VERSIONS } from "./functions/versions.ts";
import { MACROS } from "./macros.ts";
import { plainValue } from "./values.ts";

/** Deeper expressions, and longer lists in them, are refused. */
const LIMITS = { maxDepth: 100, maxAstNodes: 10_000, maxListElements: 2000, maxMapEntries: 2000, maxCallArguments: 32 };

/** Stands before the names of functions that take the place of those of the library. */
const OWN = "krm_";

/** Functions that take the place of all functions of the library with their names. */
const REPLACEMENTS: readonly Definition[] = [...STRINGS, ...LIST_POSITIONS, ...CONVERSIONS, ...TIMES, ...MATCHES];

const TYPES = [
  ["kubernetes.Quantity", Quantity],
  ["kubernetes.IP", Address],
  ["kubernetes.CIDR", Network],
  ["kubernetes.URL", WebAddress],
  ["kubernetes.Semver", SemanticVersion],
  ["kubernetes.Format", Format],
] as const;

/** A name that stands before those of functions, as a value. */
function namespace(): new () => object {
  return class {
    readonly isNamespace = true;
  };
}

/** Names that stand before the names of functions. */
const PREFIXES = [
  ["sets", "Sets", namespace()],
  ["lists", "Lists", namespace()],
  ["format", "Formats", namespace()],
  ["ip", "Ip", namespace()],
  ["strings", "Strings", namespace()],
] as const;

const OTHERS: readonly Definition[] = [
  ...LISTS,
  ...PATTERNS,
  ...QUANTITIES,
  ...ADDRESSES,
  ...URLS,
  ...VERSIONS,
  ...FORMAT_FUNCTIONS,
  ["Strings.quote(string): string", (_: unknown, text: string) => quoted(text)],
  [
    "OptionalNamespace.ofNonZeroValue(dyn): optional",
    (_: unknown, value: unknown) => (isZero(value) ? Optional.none() : Optional.of(value)),
  ],
];

function isZero(value: unknown): boolean {
  const plain = plainValue(value);
  if (Array.isArray(plain)) return plain.length === 0;
  if (typeof plain === "object" && plain !== null) return Object.keys(plain).length === 0;
  return !plain;
}

const SYNC = { async: false } as const;

/** Returns the name of a function in the environment, where one takes its place. */
export const replacementOf: (name: string) => string | undefined = (() => {
  const names = new Set(REPLACEMENTS.map(([signature]) => nameIn(signature)));
  return (name) => (names.has(name) ? `${OWN}${name}` : undefined);
})();

function nameIn(signature: string): string {
  return /(\w+)\(/.exec(signature)?.[1] ?? "";
}

/** A message of the library with the names that people write. */
export function withoutPrefix(message: string): string {
  return message.replaceAll(OWN, "");
}

let base: Environment | undefined;

function baseEnvironment(): Environment {
  if (base !== undefined) return base;
  const made = new Environment({
    unlistedVariablesAreDyn: false,
    homogeneousAggregateLiterals: true,
    enableOptionalTypes: true,
    limits: LIMITS,
  });
  made.registerOperator("optional<V> == optional<V>", areEqual);
  made.registerOperator("optional == null", areEqual);
  for (const [name, ctor] of TYPES) {
    made.registerType(name, ctor);
    made.registerOperator(`${name} == ${name}`, areEqual);
  }
  for (const [name, type, Namespace] of PREFIXES) {
    made.registerType(type, Namespace);
    made.registerConstant(name, type, new Namespace());
  }
  for (const [signature, handler] of OTHERS) made.registerFunction(signature, handler, SYNC);
  for (const [signature, handler] of REPLACEMENTS)
    made.registerFunction(signature.replace(/(\w+)\(/, `${OWN}$1(`), handler, SYNC);
  for (const [signature, expand] of MACROS) made.registerFunction(signature, expand as never);
  base = made;
  return made;
}

const environments = new Map<string, Environment>();

/** The environment of expressions on these variables, each of any type. */
export function environmentOf(variables: readonly string[]): Environment {
  const key = variables.join(" ");
  const known = environments.get(key);
  if (known !== undefined) return known;
  const made = baseEnvironment().clone();
  for (const name of variables) made.registerVariable(name, "dyn");
  environments.set(key, made);
  return made;
}

/**
 * Decides what an AppProject permits, as Argo CD does; docs/specification/argocd-projects.md 2 and 3. Where something counts that only the
 * cluster knows, what may be permitted is.
 */
import { matchesGoPattern, parseGoPattern, toBytes } from "../../text/index.ts";
import type { KindPattern, KindRules, ProjectDestination, ProjectRules } from "./app-project.ts";
import type { KnownCluster } from "./application-object.ts";
import { isPlainPattern, wildcards } from "./patterns/index.ts";

/** Counts the steps of matching, to limit them. */
export interface MatchEffort {
  /** @throws if there were too many */
  spend(steps: number): void;
}

interface KindOfObject {
  readonly group: string;
  readonly kind: string;
  /** The name of the object. */
  readonly name: string;
}

/** Tells whether objects of a kind are permitted in general, whatever their namespaces. */
export function permitsKind(
  { kinds }: Pick<ProjectRules, "kinds">,
  object: KindOfObject,
  isNamespaced: boolean,
  effort: MatchEffort,
): boolean {
  const { permitted = isNamespaced ? ALL : [], refused }: KindRules = isNamespaced ? kinds.namespaced : kinds.cluster;
  const isIn = (list: readonly KindPattern[]): boolean =>
    list.some(({ group, kind, name }) => {
      if (!matchesPath(kind, object.kind, effort) || !matchesPath(group, object.group, effort)) return false;
      return isNamespaced || name === "" || matchesPath(name, object.name, effort);
    });
  return isIn(permitted) && !isIn(refused);
}

const ALL: readonly KindPattern[] = [{ group: "*", kind: "*", name: "" }];

/** Patterns of kinds are those of paths: `*` and `?` stand for no slash. */
function matchesPath(pattern: string, text: string, effort: MatchEffort): boolean {
  effort.spend(pattern.length);
  const parsed = parseGoPattern(toBytes(pattern));
  return parsed !== undefined && matchesGoPattern(parsed, toBytes(text), effort);
}

/** Tells whether a namespace of a cluster may be permitted as a destination. */
export function mayPermitDestination(
  { destinations }: Pick<ProjectRules, "destinations">,
  cluster: KnownCluster,
  namespace: string,
  effort: MatchEffort,
): boolean {
  let mayMatch = false;
  for (const item of destinations) {
    const outcomes = outcomesOf(item, cluster, namespace, effort);
    if (!outcomes.has("none") && !outcomes.has("matched")) return false;
    mayMatch ||= outcomes.has("matched");
  }
  return mayMatch;
}

/** The meaning that an entry of the destinations has for one: it may permit it, or refuse it whatever others say. */
type Outcome = "matched" | "refused" | "none";

function outcomesOf(
  item: ProjectDestination,
  { name, server }: KnownCluster,
  namespace: string,
  effort: MatchEffort,
): ReadonlySet<Outcome> {
  const names = matchesOf(item.name, name, false, effort);
  const servers = matchesOf(item.server, server, true, effort);
  const namespaces = matches(item.namespace, namespace, effort);
  const outcomes = new Set<Outcome>();
  for (const isName of names)
    for (const isServer of servers)
      for (const isNamespace of namespaces) outcomes.add(outcomeOf(item, isName, isServer, isNamespace));
  return outcomes;
}

function outcomeOf(item: ProjectDestination, isName: boolean, isServer: boolean, isNamespace: boolean): Outcome {
  if ((isServer || isName) && isNamespace) return "matched";
  if (!isName && isDenied(item.name)) return "refused";
  if (!isServer && isDenied(item.server) && isNamespace) return "refused";
  return !isNamespace && isDenied(item.namespace) && isServer ? "refused" : "none";
}

/** Tells whether a pattern matches, by both answers where that is not known. @param isGiven whether the text cannot be empty */
function matchesOf(pattern: string, text: string | undefined, isGiven: boolean, effort: MatchEffort): Answers {
  if (text === "") return [false];
  if (text !== undefined) return matches(pattern, text, effort);
  if (pattern === "") return [false];
  return pattern === "*" && isGiven ? [true] : EITHER;
}

/** The answers that are possible: one, or both. */
type Answers = readonly boolean[];

const EITHER: Answers = [true, false];

function isDenied(pattern: string): boolean {
  return pattern.startsWith("!");
}

function matches(pattern: string, text: string, effort: MatchEffort, separator?: string): Answers {
  if (pattern === "*") return [true];
  const plain = isDenied(pattern) ? pattern.slice(1) : pattern;
  // In the library of Argo CD, an empty text matches some patterns of one character.
  if (!isPlainPattern(plain) || (text === "" && /[?[]/.test(plain))) return EITHER;
  effort.spend(1 + plain.length * (text.length + 1));
  return [wildcards(plain, separator)(text) !== isDenied(pattern)];
}

/** Tells whether a repository may be permitted as a source. @param address as the source has it */
export function mayPermitSource(
  { sourceRepos }: Pick<ProjectRules, "sourceRepos">,
  address: string,
  effort: MatchEffort,
): boolean {
  const wanted = normalized(address);
  let mayMatch = false;
  for (const written of sourceRepos) {
    const pattern = isDenied(written) ? prefixed(normalized(written.slice(1))) : normalized(written);
    const isKnown = pattern !== undefined && wanted !== undefined;
    const answers = isKnown ? matches(pattern, wanted, effort, "/") : EITHER;
    if (pattern !== undefined && isDenied(pattern) && !answers.includes(true)) return false;
    mayMatch ||= answers.includes(true);
  }
  return mayMatch;
}

function prefixed(pattern: string | undefined): string | undefined {
  return pattern === undefined ? undefined : `!${pattern}`;
}

/** Addresses that Go's parser of URLs takes as they are. */
const PLAIN_ADDRESS =
  /^(?:(?:[a-z][a-z0-9+.-]*:)?\/\/(?:[\w.~-]+(?::[\w.~-]*)?@)?[\w.~*-]+(?::\d+)?(?=\/|$)|[a-z][a-z0-9+.-]*:(?=[^/])|(?=[^/:]*(?:\/|$)))[\w.~*!$&'()+,;=:@/-]*$/;

/** Addresses that it refuses, which count as empty: what is in front of a colon begins none. */
const BROKEN_ADDRESS = /^(?![a-z][a-z0-9+.-]*:)[\w.~*!$&'()+,;=@-]*:/;

/** The address in the form in which Argo CD compares it; undefined where that cannot be told. */
function normalized(address: string): string | undefined {
  let text = address.trim().toLowerCase();
  if (/^(?:ssh:\/\/)?[^/:]*@[^@]+$/.test(text) && !text.startsWith("ssh://")) text = `ssh://${text.replace(":", "/")}`;
  text = text.replace(/\.git$/, "");
  if (BROKEN_ADDRESS.test(text)) return "";
  return PLAIN_ADDRESS.test(text) ? text.replace(/^ssh:\/\//, "") : undefined;
}

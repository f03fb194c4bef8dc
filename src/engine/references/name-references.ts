/** Rewrites references to objects whose names or namespaces have changed; docs/specification/name-references.md. */
import { checkTime } from "../../budget/index.ts";
import { about, failure, type Warn } from "../../diagnostics.ts";
import type { NameReference } from "../../documents/index.ts";
import {
  apiVersionOf,
  CLUSTER_SCOPE,
  describeId,
  FieldTrie,
  type Gvk,
  type Resource,
  type ResourceSet,
  scalarText,
  selectedBy,
  setField,
  setScalar,
} from "../../resource/index.ts";
import { get, isNull, locate, type MapNode, type Node, type ScalarNode, scalar } from "../../yaml/nodes/node.ts";
import { Candidates } from "./reference-candidates.ts";
import { warnOfStale } from "./stale-references.ts";
import { warnOfUncovered } from "./uncovered-references.ts";

/** A field of a kind of object that names an object of another kind. */
interface Rule {
  readonly target: NameReference;
  readonly path: string;
}

/** The context of a reference. */
interface Reference {
  readonly referrer: Resource;
  readonly rule: Rule;
}

/** Updates all references. @param warn receives warnings about fields that keep the old name of an object */
export function fixNameReferences(resources: ResourceSet, nameReferences: readonly NameReference[], warn: Warn): void {
  const candidates = new Candidates(resources.items);
  const tries = triesFor(nameReferences);
  for (const referrer of resources.items) {
    if (referrer.node === undefined) continue;
    const trie = triesOf(tries, referrer.originalId, nameReferences);
    if (!trie.isEmpty) {
      checkApiVersion(referrer);
      candidates.checkBinding(referrer);
    }
    for (const { node, rule } of findReferences(referrer, trie)) {
      rewrite(node, { referrer, rule }, candidates, warn);
    }
  }
  warnOfUncovered(resources.items, candidates, warn);
}

/** kustomize reads `apiVersion: ~` as the version `~` here, and as none where it checks the identity of a referrer. */
function checkApiVersion(referrer: Resource): void {
  const apiVersion = get(referrer.node, "apiVersion");
  if (apiVersion?.kind !== "scalar" || apiVersion.value === "" || !isNull(apiVersion)) return;
  const object = referrer.describe();
  throw failure("invalid-resource", `the apiVersion of ${object} is null, so its references cannot be followed`, {
    ...(locate(apiVersion) ?? referrer.origin),
    object,
    hint: "Give it an apiVersion.",
  });
}

function findReferences(referrer: Resource, trie: FieldTrie<Rule>): ReturnType<typeof trie.find> {
  try {
    return trie.find(referrer.node as MapNode);
  } catch (thrown) {
    throw about(thrown, referrer.describe(), referrer.origin, `the references of ${referrer.describe()}: `);
  }
}

const compiled = new WeakMap<readonly NameReference[], Map<string, FieldTrie<Rule>>>();

/** The tries of a table by kind of object; filled on demand, and shared by all builds with the same table. */
function triesFor(nameReferences: readonly NameReference[]): Map<string, FieldTrie<Rule>> {
  let tries = compiled.get(nameReferences);
  if (tries === undefined) compiled.set(nameReferences, (tries = new Map()));
  return tries;
}

/** The trie of the references in a kind of object, in the order in which they are rewritten. */
function triesOf(
  tries: Map<string, FieldTrie<Rule>>,
  gvk: Gvk,
  nameReferences: readonly NameReference[],
): FieldTrie<Rule> {
  const key = `${apiVersionOf(gvk)} ${gvk.kind}`;
  let trie = tries.get(key);
  if (trie === undefined) {
    trie = new FieldTrie();
    for (const target of nameReferences) {
      for (const spec of target.fieldSpecs) {
        if (selectedBy(gvk, spec)) trie.add(spec.path, { target, path: spec.path });
      }
    }
    tries.set(key, trie);
  }
  return trie;
}

function rewrite(node: Node, reference: Reference, candidates: Candidates, warn: Warn): void {
  if (isNull(node)) return;
  if (node.kind === "scalar") rewriteName(node, reference, candidates, warn);
  else if (node.kind === "map") rewriteMap(node, reference, candidates, warn);
  else {
    for (const item of node.items) {
      if (item.kind === "seq") throw listInList(item, reference);
      rewrite(item, reference, candidates, warn);
    }
  }
}

/** The error names the last JSON patch of an object, since its values have no places of their own afterwards. */
function noName(node: Node, { referrer, rule }: Reference): Error {
  const object = referrer.describe();
  const { origin, patchedAt } = referrer;
  const from = node.source === undefined && patchedAt !== undefined && origin !== undefined ? ` (${origin.file})` : "";
  return failure("field-path", `${rule.path} of ${object}${from} has no name, but is configured to hold a reference`, {
    ...(locate(node) ?? patchedAt ?? origin),
    object,
    hint: "Give it a name in the file or the patch that writes it, or correct the nameReference configuration.",
  });
}

function listInList(item: Node, { referrer, rule }: Reference): Error {
  const object = referrer.describe();
  return failure(
    "field-path",
    `${rule.path} of ${object} holds a list in a list, but is configured to hold references`,
    {
      ...(locate(item) ?? referrer.patchedAt ?? referrer.origin),
      object,
      hint: "Write a list of names, or correct the nameReference configuration.",
    },
  );
}

function rewriteName(node: ScalarNode, reference: Reference, candidates: Candidates, warn: Warn): void {
  const found = candidates.named(node.value, reference.referrer);
  const target = pick(found, reference, node, (a, b) => a.id.name === b.id.name);
  if (target === undefined) warnOfStale({ ...reference, node }, candidates, warn);
  else if (target.id.name !== node.value) setScalar(node, scalar(target.id.name));
}

/** Rewrites a map with a `name` and possibly a `namespace`: a subject of a role binding, the service of a webhook. */
function rewriteMap(node: MapNode, reference: Reference, candidates: Candidates, warn: Warn): void {
  const nameNode = get(node, "name");
  if (nameNode === undefined) {
    throw noName(node, reference);
  }
  const oldName = nameNode.kind === "scalar" ? nameNode.value : "";
  const namespaceNode = get(node, "namespace");
  let found = candidates.named(oldName, reference.referrer);
  if (namespaceNode !== undefined) {
    const namespace = namespaceNode.kind === "scalar" ? namespaceNode.value : "";
    found = candidates.inNamespace(found, namespace, reference.referrer);
  }
  const same = (a: Resource, b: Resource): boolean => a.id.name === b.id.name && a.id.namespace === b.id.namespace;
  const target = pick(found, reference, node, same);
  if (target === undefined) warnOfStale({ ...reference, node: nameNode, map: node }, candidates, warn);
  if (target === undefined || (target.id.name === oldName && target.id.namespace === "")) return;
  setField(node, "name", scalar(target.id.name));
  if (target.id.namespace !== "") setField(node, "namespace", scalar(target.id.namespace));
}

/** Finds the object of a reference; undefined if there is none. @throws KrmError `ambiguous-reference` */
function pick(
  named: readonly Resource[],
  { referrer, rule }: Reference,
  node: Node,
  interchangeable: (a: Resource, b: Resource) => boolean,
): Resource | undefined {
  if (named.length === 0) return undefined;
  checkTime();
  const role = rule.path.endsWith("roleRef/name") ? roleRef(referrer) : undefined;
  let left = named.filter(
    (candidate) =>
      candidate.wasOfKind(rule.target) &&
      (role === undefined || candidate.wasOfKind(role)) &&
      isInReach(referrer, candidate),
  );
  if (left.length <= 1) return left[0];
  left = left.filter((candidate) => sameContext(candidate, referrer, true));
  if (left.length > 1) left = left.filter((candidate) => sameContext(candidate, referrer, false));
  const [first, ...others] = left;
  if (first === undefined || others.every((other) => interchangeable(first, other))) return first;
  throw failure(
    "ambiguous-reference",
    `${rule.path} of ${referrer.describe()} is ambiguous: it can mean ${left.map((one) => describeId(one.id)).join(", ")}`,
    { ...(locate(node) ?? referrer.origin), object: referrer.describe(), hint: "Give the objects different names." },
  );
}

/** The kind in the roleRef of a role binding; undefined if it is incomplete. */
function roleRef(referrer: Resource): Partial<Gvk> | undefined {
  const ref = get(referrer.node, "roleRef");
  const [group, kind] = [get(ref, "apiGroup"), get(ref, "kind")];
  if (group === undefined || kind === undefined) return undefined;
  return { group: scalarText(group), kind: scalarText(kind) };
}

function isInReach(referrer: Resource, candidate: Resource): boolean {
  const [from, to] = [referrer.id, candidate.id];
  return (
    from.effectiveNamespace === CLUSTER_SCOPE ||
    to.effectiveNamespace === CLUSTER_SCOPE ||
    to.kind === "ServiceAccount" ||
    from.effectiveNamespace === to.effectiveNamespace
  );
}

/** Tells whether two objects got the same prefixes and suffixes. @param lenient whether an object without any matches all */
function sameContext(a: Resource, b: Resource, lenient: boolean): boolean {
  return sameTail(a.prefixes, b.prefixes, lenient) && sameTail(a.suffixes, b.suffixes, lenient);
}

function sameTail(a: readonly string[], b: readonly string[], lenient: boolean): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length === 0) return lenient || long.length === 0;
  const offset = long.length - short.length;
  return short.every((text, index) => text === long[index + offset]);
}

/** Keys that containers read from now on, and that the ConfigMap or the Secret of the target does not have. */
import { textAt } from "../../../manifests/index.ts";
import type { RenderedResource } from "../../../render/rendering.ts";
import { isUnfinished } from "../../../schemas/index.ts";
import { nearest, toPointer } from "../../../text/index.ts";
import type { DangerPair, Finding, TargetRule } from "../rule.ts";
import { oneLine } from "../rules/index.ts";
import { isOfPods, keysIn, keysOf } from "./data-keys.ts";
import { isFilled, Mentions, ObjectNames, type Reference, referencesOf } from "./search/index.ts";

export const MISSING_KEY: TargetRule = {
  id: "missing-key",
  level: "high",
  summary: "a container reads a key that its ConfigMap or Secret does not have",
  touches: ({ base, head }) => head !== undefined && readKeys(head).length > 0 && keysText(base) !== keysText(head),
  *check(target, touched) {
    if (touched.length === 0) return;
    const names = { base: new ObjectNames(target.base), head: new ObjectNames(target.head) };
    const holders = new Holders(target.head);
    for (const pair of touched) yield* missingKeys(pair, names, holders);
  },
};

interface ReadKey {
  readonly reference: Reference;
  readonly key: string;
  readonly path: readonly string[];
}

/** The keys that the Pods of an object need by their names. */
function readKeys(resource: RenderedResource): readonly ReadKey[] {
  return referencesOf(resource).flatMap((reference) =>
    isOfPods(reference) ? keysIn(reference).map(({ key, path }) => ({ reference, key, path })) : [],
  );
}

function keysText(resource: RenderedResource | undefined): string {
  const keys = resource === undefined ? [] : readKeys(resource);
  return JSON.stringify(keys.map(({ reference: { kind, name }, key }) => [kind, name, key]));
}

/** The names of the objects of both sides. */
type Names = Readonly<Record<"base" | "head", ObjectNames>>;

function* missingKeys(
  pair: DangerPair,
  names: Names,
  holders: Holders,
): Iterable<Finding & { readonly pair: DangerPair }> {
  const { base, head } = pair;
  if (head === undefined) return;
  let known: ReadonlySet<string> | undefined;
  for (const read of readKeys(head)) {
    const { reference, key, path } = read;
    const holder = names.head.find(reference);
    const keys = holder && holders.keysOf(holder);
    if (holder === undefined || keys === undefined || keys.has(key) || isUnfinished(key)) continue;
    // A key that the object read before is lost, or was missing before.
    known ??= new Set(base === undefined ? [] : readKeys(base).map((each) => identityOf(each, names.base)));
    if (known.has(identityOf(read, names.head))) continue;
    const near = keys.size > MAX_COMPARED ? undefined : nearest(key, keys, MAX_EDITS);
    const hint = near === undefined ? "" : `; it may mean \`${oneLine(near)}\``;
    yield {
      pair,
      path: toPointer(path),
      message: `the ${head.kind} reads the key \`${oneLine(key)}\` of ${holder.kind} ${holder.baseName}, which does not have it${hint}: new Pods do not start`,
    };
  }
}

/** A key that is meant differs in so few letters. */
const MAX_EDITS = 3;
/** Among more keys, none is offered in place of a wrong one. */
const MAX_COMPARED = 100;

/** Equal for the same key of the same object, whatever the hash in its name. */
function identityOf({ reference, key }: ReadKey, names: ObjectNames): string {
  return JSON.stringify([reference.kind, names.find(reference)?.baseName ?? reference.name, key]);
}

/** The keys of ConfigMaps and Secrets of which the target has all. */
class Holders {
  readonly #mentions: Mentions;
  readonly #keys = new Map<RenderedResource, ReadonlySet<string> | undefined>();

  constructor(resources: readonly RenderedResource[]) {
    this.#mentions = new Mentions(resources);
  }

  /** Returns undefined for an object to which something may add keys. One without any is one that something fills. */
  keysOf(holder: RenderedResource): ReadonlySet<string> | undefined {
    if (!this.#keys.has(holder)) this.#keys.set(holder, this.#isComplete(holder) ? new Set(keysOf(holder)) : undefined);
    return this.#keys.get(holder);
  }

  #isComplete(holder: RenderedResource): boolean {
    if (holder.release?.application?.ignored !== undefined) return false;
    const isToken = textAt(holder.value(), "type") === "kubernetes.io/service-account-token";
    const keys = keysOf(holder);
    const isWhole = keys.length > 0 && !keys.some(isUnfinished);
    return !isToken && isWhole && !isFilled(holder) && !this.#mentions.has(holder.name);
  }
}

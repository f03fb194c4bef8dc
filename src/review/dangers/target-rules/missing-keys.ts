/** Keys that containers read from now on, and that the ConfigMap or the Secret of the target does not have. */
import { textAt, valueAt } from "../../../manifests/index.ts";
import type { RenderedResource } from "../../../render/rendering.ts";
import { nearest, toPointer } from "../../../text/index.ts";
import type { DangerPair, Finding, TargetRule } from "../rule.ts";
import { oneLine } from "../rules/index.ts";
import { isOfPods, keysIn, keysOf } from "./data-keys.ts";
import { Mentions } from "./mentions.ts";
import { ObjectNames } from "./object-names.ts";
import { type Reference, referencesOf } from "./references.ts";

export const MISSING_KEY: TargetRule = {
  id: "missing-key",
  level: "high",
  summary: "a container reads a key that its ConfigMap or Secret does not have",
  touches: ({ base, head }) => head !== undefined && readKeys(head).length > 0 && keysText(base) !== keysText(head),
  *check(target, touched) {
    if (touched.length === 0) return;
    const names = { base: new ObjectNames(target.base), head: new ObjectNames(target.head) };
    const mentions = new Mentions(target.head);
    for (const pair of touched) yield* missingKeys(pair, names, mentions);
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
  mentions: Mentions,
): Iterable<Finding & { readonly pair: DangerPair }> {
  const { base, head } = pair;
  if (head === undefined) return;
  let known: ReadonlySet<string> | undefined;
  for (const read of readKeys(head)) {
    const { reference, key, path } = read;
    const holder = names.head.find(reference);
    if (holder === undefined || !isComplete(holder, mentions) || keysOf(holder).includes(key)) continue;
    // A key that the object read before is lost, or was missing before.
    known ??= new Set(base === undefined ? [] : readKeys(base).map((each) => identityOf(each, names.base)));
    if (known.has(identityOf(read, names.head))) continue;
    const near = nearest(key, keysOf(holder), MAX_EDITS);
    const hint = near === undefined ? "" : `; it may mean \`${oneLine(near)}\``;
    yield {
      pair,
      path: toPointer(path),
      message: `the ${head.kind} reads the key \`${oneLine(key)}\` of ${holder.kind} ${holder.baseName}, which does not have it${hint}: new Pods do not start`,
    };
  }
}

const MAX_EDITS = 3;

/** Equal for the same key of the same object, whatever the hash in its name. */
function identityOf({ reference, key }: ReadKey, names: ObjectNames): string {
  return JSON.stringify([reference.kind, names.find(reference)?.baseName ?? reference.name, key]);
}

/** Annotations and labels by which a controller writes into the object. */
const FILLED = /inject|reflect|replicat|sync|copy|copies|generat|rotat/i;

/** Tells whether the target has all keys of the object. An object without any is one that something fills. */
function isComplete(holder: RenderedResource, mentions: Mentions): boolean {
  if (holder.release?.application?.ignored !== undefined) return false;
  const value = holder.value();
  const marks = ["annotations", "labels"].flatMap((field) => Object.keys(valueAt(value, "metadata", field) ?? {}));
  const isToken = textAt(value, "type") === "kubernetes.io/service-account-token";
  return keysOf(holder).length > 0 && !isToken && !FILLED.test(marks.join("\n")) && !mentions.has(holder.name);
}

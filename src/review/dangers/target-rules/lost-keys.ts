/** Keys that a ConfigMap or a Secret loses although a container still reads them. */

import { getOrInsert } from "../../../collections.ts";
import { CONTAINER_LISTS, isMap, listAt, podTemplateOf, textAt, valueAt } from "../../../manifests/index.ts";
import type { RenderedResource, Value } from "../../../render/rendering.ts";
import { groupOf } from "../../differences/index.ts";
import type { DangerPair, TargetRule } from "../rule.ts";
import { oneLine } from "../rules/index.ts";

export const LOST_KEY: TargetRule = {
  id: "lost-key",
  level: "high",
  summary: "a ConfigMap or a Secret loses a key that a container still reads",
  touches: (pair) => lostKeys(pair).length > 0,
  *check({ head }, touched) {
    if (touched.length === 0) return;
    const losing = new Map(
      touched.map((pair) => [nameOf(pair.head as RenderedResource), { pair, lost: new Set(lostKeys(pair)) }]),
    );
    const readers = new Map<DangerPair, Map<string, RenderedResource[]>>();
    for (const resource of head) {
      const spec = podTemplateOf(resource)?.spec;
      if (spec === undefined) continue;
      for (const { kind, name, key } of keysRead(spec)) {
        const { pair, lost } = losing.get(`${kind}/${resource.namespace}/${name}`) ?? {};
        if (pair === undefined || !lost?.has(key)) continue;
        const list = getOrInsert(
          getOrInsert(readers, pair, () => new Map<string, RenderedResource[]>()),
          key,
          () => [],
        );
        if (list.at(-1) !== resource) list.push(resource);
      }
    }
    for (const [pair, keys] of readers)
      for (const [key, [first, ...others]] of keys) {
        const more = others.length === 0 ? "" : ` and ${others.length} more`;
        const verb = others.length === 0 ? "reads" : "read";
        const message = `the ${pair.head?.kind} loses the key \`${oneLine(key)}\`, which ${first?.kind} ${first?.baseName}${more} still ${verb}: new Pods do not start`;
        yield { pair, message };
      }
  },
};

const FIELDS = ["data", "binaryData", "stringData"];

function nameOf({ kind, namespace, name }: RenderedResource): string {
  return `${kind}/${namespace}/${name}`;
}

/** The keys that a pair of ConfigMaps or Secrets had at base and does not have at head. */
function lostKeys({ base, head }: DangerPair): readonly string[] {
  if (base === undefined || head === undefined || base.kind !== head.kind || groupOf(head) !== "") return [];
  if (head.kind !== "ConfigMap" && head.kind !== "Secret") return [];
  const has = new Set(keysOf(head));
  return keysOf(base).filter((key) => !has.has(key));
}

function keysOf(resource: RenderedResource): readonly string[] {
  return FIELDS.flatMap((field) => {
    const map = valueAt(resource.value(), field);
    return isMap(map) ? Object.keys(map) : [];
  });
}

interface KeyRead {
  readonly kind: "ConfigMap" | "Secret";
  readonly name: string | undefined;
  readonly key: string;
}

/** The keys without which containers do not start. */
function* keysRead(spec: Value): Iterable<KeyRead> {
  for (const list of CONTAINER_LISTS)
    for (const container of listAt(spec, list))
      for (const variable of listAt(container, "env")) {
        yield* keyOf("ConfigMap", valueAt(variable, "valueFrom", "configMapKeyRef"));
        yield* keyOf("Secret", valueAt(variable, "valueFrom", "secretKeyRef"));
      }
  for (const volume of listAt(spec, "volumes")) {
    const sources = [volume, ...listAt(volume, "projected", "sources")];
    for (const source of sources) {
      yield* itemsOf("ConfigMap", valueAt(source, "configMap"), "name");
      yield* itemsOf("Secret", valueAt(source, "secret"), source === volume ? "secretName" : "name");
    }
  }
}

function* keyOf(kind: KeyRead["kind"], reference: Value | undefined): Iterable<KeyRead> {
  const key = textAt(reference, "key");
  if (key === undefined || valueAt(reference, "optional") === true) return;
  yield { kind, name: textAt(reference, "name"), key };
}

function* itemsOf(kind: KeyRead["kind"], source: Value | undefined, nameField: string): Iterable<KeyRead> {
  if (valueAt(source, "optional") === true) return;
  for (const item of listAt(source, "items")) {
    const key = textAt(item, "key");
    if (key !== undefined) yield { kind, name: textAt(source, nameField), key };
  }
}

/** Finds generated names, and masks the content hashes of Secrets in them. */
import type { RenderedResource, Value } from "../render/rendering.ts";

/** The generated names of one rendering, each with its name without the hash. */
export type GeneratedNames = ReadonlyMap<string, string>;

/** The parts of an object that tell its name without a hash. */
export type Named = Pick<RenderedResource, "kind" | "name" | "baseName"> &
  Partial<Pick<RenderedResource, "yaml" | "value">>;

/** The names in a rendering that end in a content hash. */
export function generatedNames(resources: readonly Named[]): GeneratedNames {
  const names = new Map<string, string>();
  for (const resource of resources) {
    if (resource.name !== resource.baseName) names.set(resource.name, resource.baseName);
  }
  return names;
}

/** Replaces the hashes of generated Secrets everywhere in a text. */
export type HashMask = (text: string) => string;

/**
 * The masks of both sides. The content hash of a Secret is a digest of its values, and lets readers verify guesses at them.
 * A masked text shows that a hash changed, and nothing else about it.
 */
export function hashMasks(
  base: readonly Named[],
  head: readonly Named[],
): { readonly base: HashMask; readonly head: HashMask } {
  const before = secretHashes([...base, ...referencedSecrets(base)]);
  const after = secretHashes([...head, ...referencedSecrets(head)]);
  return {
    base: maskOf(before, (hash) => (after.size === 0 || after.has(hash) ? MARKS.same : MARKS.before)),
    head: maskOf(after, (hash) => (before.size === 0 || before.has(hash) ? MARKS.same : MARKS.after)),
  };
}

/** The name without its end, if that can be a content hash, or is the mask of one. */
export function withoutHash(name: string): string {
  return name.replace(HASH_OR_MASK, "");
}

/** The placeholders of masked hashes. */
const MARKS = { same: "<hash>", before: "<hash, before>", after: "<hash, after>" };
const MARK = /<hash(?:, (?:before|after))?>/g;

/** Tells whether a text holds a placeholder of a masked hash. */
export function hasHashMark(text: string): boolean {
  return text.includes("<hash") && new RegExp(MARK).test(text);
}

/** The text, in which every masked hash has the same mark. */
export function withHashMarks(text: string, mark: keyof typeof MARKS): string {
  return text.includes("<hash") ? text.replace(MARK, MARKS[mark]) : text;
}

/** The suffix that kustomize appends to the names of generated objects. */
const HASH_SUFFIX = /^(.+)-[2456789bcdfghkmt]{10}$/;
const HASH_OR_MASK = /-(?:[2456789bcdfghkmt]{10}|<hash[^<>]*>)$/;
const HASH_IN_TEXT = /-[2456789bcdfghkmt]{10}(?![A-Za-z0-9])/;

/**
 * The generated Secrets that objects refer to. The Secrets themselves may be elsewhere, or were left out of the manifests that are
 * compared: their hashes are no less digests of values.
 */
export function referencedSecrets(resources: readonly Named[]): Named[] {
  const found = new Map<string, Named>();
  for (const { yaml, value } of resources) {
    if (yaml === undefined || value === undefined) continue;
    if (yaml.includes("ecret") && HASH_IN_TEXT.test(yaml)) visit(value(), false);
  }
  return [...found.values()];

  /** @param isName whether a text here can be the name of a Secret */
  function visit(part: Value, isName: boolean): void {
    if (typeof part === "string") {
      const baseName = isName ? HASH_SUFFIX.exec(part)?.[1] : undefined;
      if (baseName !== undefined) found.set(part, { kind: "Secret", name: part, baseName });
      return;
    }
    if (Array.isArray(part)) for (const item of part) visit(item, isName);
    else if (typeof part === "object" && part !== null)
      for (const key of Object.keys(part)) visit(part[key] as Value, isName || /secret/i.test(key));
  }
}

function secretHashes(resources: readonly Named[]): Set<string> {
  const hashes = new Set<string>();
  for (const { kind, name, baseName } of resources) {
    if (kind === "Secret" && name.startsWith(`${baseName}-`)) hashes.add(name.slice(baseName.length + 1));
  }
  return hashes;
}

function maskOf(hashes: ReadonlySet<string>, label: (hash: string) => string): HashMask {
  if (hashes.size === 0) return (text) => text;
  return (text) => text.replace(/[a-z0-9]+/g, (word) => (hashes.has(word) ? label(word) : word));
}

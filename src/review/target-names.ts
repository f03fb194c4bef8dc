/** The generated and changed names of a target: comparisons recognise them, and mask the hashes of Secrets in them. */
import { createHash } from "node:crypto";
import {
  type GeneratedNames,
  generatedNames,
  type HashMask,
  hashMasks,
  type Named,
  referencedSecrets,
} from "../manifests/index.ts";

interface Sides<T> {
  readonly base: T;
  readonly head: T;
}

/** With more names, a comparison is not shared with targets whose names differ: looking for all of them takes too long. */
const MAX_LOOKED_FOR = 32;

interface NamedPair {
  readonly base: Named | undefined;
  readonly head: Named | undefined;
}

export class TargetNames {
  readonly names: Sides<GeneratedNames>;
  readonly masks: Sides<HashMask>;
  /** The same as {@link names}, with those of Secrets that objects refer to. */
  readonly generated: Sides<GeneratedNames>;
  /** The names at base of objects that have others at head, each with the name at head without its hash. */
  renamed: ReadonlyMap<string, string> | undefined;
  readonly #generated: Sides<readonly Named[]>;
  #parts: readonly string[];
  #key: string | undefined;

  constructor(base: readonly Named[], head: readonly Named[]) {
    this.#generated = {
      base: [...base.filter(isGenerated), ...referencedSecrets(base)],
      head: [...head.filter(isGenerated), ...referencedSecrets(head)],
    };
    this.names = { base: generatedNames(base), head: generatedNames(head) };
    this.masks = hashMasks(base, head);
    this.generated = { base: generatedNames(this.#generated.base), head: generatedNames(this.#generated.head) };
    this.#parts = [...new Set([...this.#generated.base, ...this.#generated.head].map(hashOf))];
  }

  /** Notes the names that changed. A name that two objects had, which have different ones now, stands for none. */
  noteRenames(pairs: readonly NamedPair[]): void {
    const found = new Map<string, string | undefined>();
    for (const { base, head } of pairs) {
      if (base === undefined || head === undefined) continue;
      const isAmbiguous = found.has(base.name) && found.get(base.name) !== head.baseName;
      found.set(base.name, isAmbiguous ? undefined : head.baseName);
    }
    const renamed = new Map<string, string>();
    for (const { base, head } of pairs) {
      const name = base && head && base.baseName !== head.baseName ? found.get(base.name) : undefined;
      if (base !== undefined && name !== undefined) renamed.set(base.name, name);
    }
    if (renamed.size === 0) return;
    this.renamed = renamed;
    this.#parts = [...new Set([...this.#parts, ...renamed.keys(), ...renamed.values()])];
  }

  /** A text that is equal where these names affect a comparison of the texts in the same way; empty if they do not. */
  keyFor(texts: readonly string[]): string {
    const parts = this.#parts;
    const matters = parts.length > MAX_LOOKED_FOR || parts.some((part) => texts.some((text) => text.includes(part)));
    return matters ? (this.#key ??= this.#digest()) : "";
  }

  #digest(): string {
    const list = ({ kind, name, baseName }: Named) => [kind === "Secret", name, baseName];
    const text = JSON.stringify([
      this.#generated.base.map(list),
      this.#generated.head.map(list),
      [...(this.renamed ?? [])],
    ]);
    return createHash("sha256").update(text).digest("base64");
  }
}

function isGenerated({ name, baseName }: Named): boolean {
  return name !== baseName;
}

/** Returns a part that each text with the name contains. */
function hashOf({ name, baseName }: Named): string {
  return name.startsWith(`${baseName}-`) ? name.slice(baseName.length + 1) : name;
}

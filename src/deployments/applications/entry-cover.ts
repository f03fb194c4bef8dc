/** Tells which files and kustomizations Applications render. */
import { posix } from "node:path";
import { getOrInsert } from "../../collections.ts";
import { isManifestOf, type LocalSource } from "../argocd/index.ts";
import { isRenderable } from "../flux/index.ts";
import type { DeclaringEntry } from "./declaring.ts";
import type { Walked } from "./walked.ts";

type Place = Pick<DeclaringEntry, "path" | "type">;

interface Rendering {
  readonly by: Walked;
  readonly source: LocalSource;
}

/**
 * Returns the paths of the entries that Applications of other entries render. Of those that render one another and that nothing else leads
 * to, the first one is none of them.
 */
export function entriesRendered(entries: readonly DeclaringEntry[], walked: Iterable<Walked>): ReadonlySet<string> {
  const bySource = new Map<string, Rendering[]>();
  for (const by of walked) {
    const recipe = by.failure === undefined ? by.application?.recipe : undefined;
    if (recipe === undefined || !isRenderable(recipe)) continue;
    for (const source of recipe.sources)
      if (source.type !== "Helm" && source.type !== "Remote" && source.commit === undefined)
        getOrInsert(bySource, source.directory, (): Rendering[] => []).push({ by, source });
  }
  /** The entries that each entry leads to, by their paths; undefined stands for Flux. */
  const below = new Map<string | undefined, string[]>();
  const led = new Set<string>();
  for (const entry of entries) {
    const whole: Place = entry.instead === undefined ? entry : { path: entry.instead, type: "directory" };
    for (const { by, source } of around(whole, bySource)) {
      if (by.root?.path === entry.path || !renders(source, whole)) continue;
      getOrInsert(below, by.root?.path, (): string[] => []).push(entry.path);
      led.add(entry.path);
    }
  }
  const rendered = new Set<string>();
  const reached = new Set<string | undefined>();
  const begin = (start: string | undefined): void => {
    if (reached.has(start)) return;
    reached.add(start);
    const waiting = [start];
    for (const each of waiting)
      for (const path of below.get(each) ?? []) {
        if (reached.has(path)) continue;
        reached.add(path);
        rendered.add(path);
        waiting.push(path);
      }
  };
  begin(undefined);
  for (const { path } of entries) if (!led.has(path)) begin(path);
  for (const { path } of entries) begin(path);
  return rendered;
}

function* around({ path, type }: Place, bySource: ReadonlyMap<string, readonly Rendering[]>): Iterable<Rendering> {
  if (type === "directory") yield* bySource.get(path) ?? [];
  for (let at = posix.dirname(path); ; at = posix.dirname(at)) {
    yield* bySource.get(at) ?? [];
    if (at === "/") return;
  }
}

function renders(source: LocalSource, { path, type }: Place): boolean {
  if (source.type === "Kustomize") return type === "directory" && source.directory === path;
  if (source.type !== "Directory") return false;
  // It reads the files that a kustomization names, and not what that makes of them.
  return type === "file" ? isManifestOf(source, path) : source.directory === path || source.recurse;
}

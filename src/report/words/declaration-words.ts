/** Says what a change of a Kustomization of Flux does: when it is applied, what of it, and what becomes of its objects. */
import { isKustomization } from "../../deployments/index.ts";
import type { Change } from "../../review/index.ts";
import { joinPhrases, type Phrase, type ShownEdit } from "../edit-phrases.ts";
import { shortTexts } from "../short-values.ts";

/** Further names are counted. */
const MAX_NAMES = 4;
/** Longer paths are only counted. */
const MAX_PATH = 80;

/** Describes an edit; undefined for one whose fields say it best. */
type Describe = (edit: ShownEdit) => Phrase[] | undefined;

/** Returns the description of edits of Kustomizations of Flux; undefined for a row that has other objects. */
export function declarationWords(changes: readonly Change[]): Describe | undefined {
  if (!changes.every(({ op, object }) => op === "changed" && isKustomization(object))) return undefined;
  const paths = new Map(changes.flatMap(({ fields }) => fields.map(({ label, path }) => [label, path] as const)));
  const isOne = changes.length === 1;
  return (edit) => {
    const [, root, field = "", ...rest] = (paths.get(edit.label) ?? "").split("/");
    if (root !== "spec" || edit.redacted || edit.encrypted || edit.oversized) return undefined;
    return WORDS.get(rest.length === 0 || isListed(field) ? field : `${field}/${rest.join("/")}`)?.(edit, isOne);
  };
}

function isListed(field: string): boolean {
  return field === "dependsOn" || field === "components";
}

type Words = (edit: ShownEdit, isOne: boolean) => Phrase[] | undefined;

/** By the path below `spec`. */
const WORDS: ReadonlyMap<string, Words> = new Map<string, Words>([
  ["dependsOn", (edit, isOne) => listWords(edit, dependencyOf, isOne ? "waits for" : "wait for")],
  ["components", (edit, isOne) => listWords(edit, componentOf, isOne ? "includes component" : "include component")],
  [
    "path",
    ({ op, before, after }, isOne) => {
      const values = op === "changed" ? shortTexts(before, after) : undefined;
      return values && [isOne ? "builds " : "build ", { code: values.map(withoutDot).join(" → ") }];
    },
  ],
  [
    "interval",
    ({ op, before, after }, isOne) => {
      const values = op === "changed" ? shortTexts(before, after) : undefined;
      return values && [isOne ? "is reconciled every " : "are reconciled every ", { code: values.join(" → ") }];
    },
  ],
  [
    "suspend",
    ({ after }, isOne) => {
      const [is, it] = isOne ? ["is", "it is"] : ["are", "they are"];
      return after === true
        ? [`${is} suspended: Flux applies and deletes nothing until ${it} resumed`]
        : [`${is} resumed: Flux applies what has changed since`];
    },
  ],
  [
    "prune",
    ({ after }, isOne) =>
      after === true
        ? [`${isOne ? "prunes" : "prune"} from now on: Flux deletes what is no longer rendered`]
        : [`no longer ${isOne ? "prunes" : "prune"}: what is no longer rendered stays in the cluster`],
  ],
  [
    "force",
    ({ after }, isOne) =>
      after === true
        ? [`${isOne ? "uses" : "use"} force from now on: Flux deletes what it cannot update, and creates it again`]
        : [`no longer ${isOne ? "uses" : "use"} force: Flux fails where it cannot update an object`],
  ],
  [
    "wait",
    ({ after }, isOne) => {
      const [count, its] = isOne ? ["counts", "its"] : ["count", "their"];
      return after === true
        ? [`${count} as ready only when all of ${its} objects are`]
        : [`${count} as ready before all of ${its} objects are`];
    },
  ],
]);

/** `waits for a, b`, or `no longer waits for a`. */
function listWords(
  { op, before, after }: ShownEdit,
  nameOf: (value: unknown) => string | undefined,
  verb: string,
): Phrase[] | undefined {
  if (op !== "added" && op !== "removed") return undefined;
  const value = op === "added" ? after : before;
  const names = (Array.isArray(value) ? value : [value]).map(nameOf);
  if (names.length === 0 || names.includes(undefined)) return undefined;
  const shown = names.slice(0, MAX_NAMES).map((name): Phrase[] => [{ code: name ?? "" }]);
  const more = names.length > MAX_NAMES ? [` and ${names.length - MAX_NAMES} more`] : [];
  return [op === "added" ? "now " : "no longer ", `${verb} `, ...joinPhrases(shown), ...more];
}

function dependencyOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { name, namespace } = value as { readonly name?: unknown; readonly namespace?: unknown };
  if (typeof name !== "string") return undefined;
  return typeof namespace === "string" && namespace !== "" ? `${namespace}/${name}` : name;
}

/** The path of a component without the steps that lead up. */
function componentOf(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const path = value.replace(/^(?:\.{1,2}\/)+/, "");
  return path !== "" && path.length <= MAX_PATH && !path.includes("\n") ? path : undefined;
}

function withoutDot(path: string): string {
  return path.replace(/^\.\//, "");
}

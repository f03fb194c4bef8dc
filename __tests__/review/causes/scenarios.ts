/** Scenarios of changes: two trees in one text, and the cause of each changed field. */

import type { BuildOptions, BuiltResource } from "../../../src/engine/index.ts";
import { createBuilder } from "../../../src/engine/index.ts";
import type { AskedField, CauseRequest } from "../../../src/review/causes/index.ts";
import type { Cause } from "../../../src/review/report.ts";
import { memoryTree } from "../../../src/sources/index.ts";
import type { Value } from "../../../src/yaml/index.ts";
import { explainedCauses } from "./explained.ts";

export type Files = Readonly<Record<string, string>>;

export interface Scenario {
  readonly title: string;
  readonly base: Files;
  readonly head: Files;
  /** One line for each cause. */
  readonly expected: string;
}

/**
 * Scenarios begin with `=== TITLE`. `>>> FILE` begins a file of both trees, `--- FILE` one of base and `+++ FILE` one of head;
 * those before the first scenario are in all of them, and `!!! FILE` leaves one out. `<<<` begins the causes.
 */
export function parseScenarios(text: string): Scenario[] {
  const [common = "", ...rest] = text.split(/^=== /m);
  const shared = readFiles(common);
  return rest.map((part) => {
    const at = part.indexOf("\n");
    const [files = "", expected = ""] = part.slice(at + 1).split(/^<<<\n/m);
    const own = readFiles(files);
    const without = [...files.matchAll(/^!!! (.*)$/gm)].map(([, name]) => name as string);
    const merge = (side: "base" | "head"): Files =>
      Object.fromEntries(
        Object.entries({ ...shared[side], ...own[side] }).filter(
          ([name]) => !without.includes(name) || name in own[side],
        ),
      );
    return { title: part.slice(0, at), base: merge("base"), head: merge("head"), expected };
  });
}

function readFiles(text: string): Record<"base" | "head", Record<string, string>> {
  const files = { base: {} as Record<string, string>, head: {} as Record<string, string> };
  for (const [, mark, name = "", content = ""] of text.matchAll(
    /^(>>>|---|\+\+\+) (\S+)\n((?:(?!>>> |--- |\+\+\+ |!!! ).*\n)*)/gm,
  )) {
    if (mark !== "+++") files.base[name] = content;
    if (mark !== "---") files.head[name] = content;
  }
  return files;
}

export interface ScenarioOptions {
  readonly base?: BuildOptions;
  readonly head?: BuildOptions;
}

/** The files that differ. */
export function changedFiles(base: Files, head: Files): Set<string> {
  return new Set([...Object.keys(base), ...Object.keys(head)].filter((name) => base[name] !== head[name]));
}

/** The targets of a scenario: `top`, or all directories below `targets`. */
function targetsOf(files: Files): string[] {
  const listed = Object.keys(files).flatMap((name) => /^(targets\/[^/]+)\/kustomization\.yaml$/.exec(name)?.[1] ?? []);
  return listed.length > 0 ? listed : ["top"];
}

/** All causes of a scenario, one line for each: the object, the fields and the place. */
export async function causesOf(
  { base, head }: Pick<Scenario, "base" | "head">,
  options: ScenarioOptions = {},
  links: Files = {},
): Promise<string> {
  const trees = { base: memoryTree(base, links), head: memoryTree(head, links) };
  const settings = { base: options.base ?? {}, head: options.head ?? {} };
  const requests: CauseRequest[] = [];
  const titles = new Map<string, string>();
  for (const target of new Set([...targetsOf(base), ...targetsOf(head)])) {
    const before = await build(trees.base, target, settings.base);
    const after = await build(trees.head, target, settings.head);
    for (const { title, ...request } of requestsOf(target, before, after)) {
      requests.push(request);
      titles.set(request.id, title);
    }
  }
  const causes = await explainedCauses({ trees, options: settings, requests, changedFiles: changedFiles(base, head) });
  return [...causes]
    .flatMap(([id, all]) => lines(titles.get(id) as string, all))
    .map((line) => `${line}\n`)
    .join("");
}

async function build(
  tree: ReturnType<typeof memoryTree>,
  target: string,
  options: BuildOptions,
): Promise<readonly BuiltResource[]> {
  try {
    return (await createBuilder(tree, options).build(`/${target}`)).resources;
  } catch (thrown) {
    if ((await tree.lookup(`/${target}`)) !== undefined) throw thrown;
    return [];
  }
}

function lines(title: string, causes: readonly Cause[]): string[] {
  if (causes.length === 0) return [`${title}: none`];
  return causes.map(({ side, file, line, step, plugin, inChange, fields, targets, imports, overrides }) => {
    const what = [title, ...(fields ?? [])].join(" ");
    const where = `${side === "base" ? "base " : ""}${file}${line === undefined ? "" : `:${line}`}`;
    const more = [
      plugin === undefined ? "" : ` (${plugin})`,
      imports === undefined ? "" : ` imported by ${imports.map((one) => `${one.file}:${one.line}`).join(", ")}`,
      overrides === undefined ? "" : ` overridden by ${overrides.map((one) => `${one.file}:${one.line}`).join(", ")}`,
      targets === undefined ? "" : ` in ${targets.join(", ")}`,
      inChange ? "" : " [not in the change]",
    ];
    return `${what}: ${where} ${step}${more.join("")}`;
  });
}

type Titled = CauseRequest & { readonly title: string };

/** Pairs objects by kind and name, without hashes; then those that are the only ones of their kind. */
function requestsOf(target: string, before: readonly BuiltResource[], after: readonly BuiltResource[]): Titled[] {
  const left = new Set(before);
  const pairs: { base?: BuiltResource; head?: BuiltResource }[] = [];
  for (const isPair of [sameName, sameKind]) {
    for (const head of after) {
      if (pairs.some((pair) => pair.head === head)) continue;
      const [base, ...others] = [...left].filter((one) => isPair(one, head));
      if (base !== undefined && others.length === 0) {
        left.delete(base);
        pairs.push({ base, head });
      }
    }
  }
  for (const head of after) if (!pairs.some((pair) => pair.head === head)) pairs.push({ head });
  for (const base of left) pairs.push({ base });
  return pairs.flatMap(({ base, head }) => {
    if (base?.yaml === head?.yaml) return [];
    const { kind, baseName } = (head ?? base) as BuiltResource;
    const fields = base && head ? compare(base.value(), head.value(), "") : [];
    const id = JSON.stringify([kind, baseName, base?.yaml, head?.yaml]);
    const op = base === undefined ? "+" : head === undefined ? "-" : "";
    const title = `${op}${kind}/${baseName}`;
    return [{ id, title, target, base: base && nameOf(base), head: head && nameOf(head), fields }];
  });
}

function sameName(one: BuiltResource, other: BuiltResource): boolean {
  return one.kind === other.kind && one.baseName === other.baseName;
}

function sameKind(one: BuiltResource, other: BuiltResource): boolean {
  const [name, otherName] = [one.baseName, other.baseName].map((text) => text.replace(/^[ab]-/, ""));
  return one.kind === other.kind && name === otherName;
}

function nameOf({ apiVersion, kind, namespace, name }: BuiltResource) {
  return { apiVersion, kind, namespace, name };
}

/** The changed leaves. Elements of lists are paired by position. */
function compare(before: Value, after: Value, path: string): AskedField[] {
  const [left, right] = [before, after].map((value) =>
    typeof value === "object" && value !== null ? value : undefined,
  );
  if (left === undefined || right === undefined || Array.isArray(left) !== Array.isArray(right)) {
    return before === after ? [] : [{ path, op: "changed" }];
  }
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((key): AskedField[] => {
    const inner = `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const [one, other] = [left, right].map((value) => (value as { [key: string]: Value })[key]);
    if (one === undefined) return [{ path: inner, op: "added" }];
    if (other === undefined) return [{ path: inner, op: "removed" }];
    return compare(one, other, inner);
  });
}

/** Elements of the list generators of ApplicationSets that go. */
import { isMap, listAt, textAt, valueAt } from "../../../manifests/index.ts";
import type { Value } from "../../../render/rendering.ts";
import { groupOf } from "../../differences/index.ts";
import type { Finding, PairRule } from "../rule.ts";
import { oneLine, updated } from "./objects/index.ts";

/** Generators in `matrix` and `merge` that are deeper are not read. */
const MAX_DEPTH = 3;
/** The keys that name an element. By other texts, a changed element could be taken for another one. */
const NAMES = ["name", "nameNormalized", "cluster", "clusterName", "env", "environment"];
/** Enough for the name of an element. */
const MAX_NAME = 80;
/** The settings that keep Applications, or what they have deployed. */
const KEEPING = new Set(["create-only", "create-update"]);

export const removedElement: PairRule = {
  id: "removed-element",
  level: "medium",
  summary: "an element of a generator of an ApplicationSet goes, and the Application that it makes",
  kinds: new Set(["ApplicationSet"]),
  *check(sides): Iterable<Finding> {
    const pair = updated(sides);
    if (pair === undefined || groupOf(pair.head) !== "argoproj.io") return;
    const head = pair.head.value();
    const [old, now] = [elementsOf(pair.base.value()), elementsOf(head)];
    const kept = new Set(now.map(({ name }) => name));
    const isKept =
      KEEPING.has(textAt(head, "spec", "syncPolicy", "applicationsSync") ?? "") ||
      valueAt(head, "spec", "syncPolicy", "preserveResourcesOnDeletion") === true;
    for (const { name, isNamed, isMerged } of old) {
      if (kept.has(name) || (!isNamed && now.length >= old.length)) continue;
      kept.add(name);
      yield {
        path: "/spec/generators",
        message: isMerged
          ? "an element of a list generator goes: the Application that it changes gets other parameters, or goes if no other generator makes it"
          : "an element of a list generator goes: Argo CD deletes the Application that it makes, with what this has deployed",
        before: name,
        ...((isKept || isMerged) && { level: "low" }),
      };
    }
  },
};

interface Element {
  readonly name: string;
  /** The name is that of one of {@link NAMES}, and not the first text. */
  readonly isNamed: boolean;
  /** The generator is in a `merge`, where others may make the same Application. */
  readonly isMerged: boolean;
}

/** The elements of all list generators. */
function elementsOf(value: Value): readonly Element[] {
  return listAt(value, "spec", "generators").flatMap((generator) => elementsIn(generator, 0, false));
}

function elementsIn(generator: Value, depth: number, isMerged: boolean): readonly Element[] {
  const own = listAt(generator, "list", "elements").flatMap((element) => {
    const key = NAMES.find((each) => textAt(element, each) !== undefined);
    const first = isMap(element) ? Object.values(element).find((each) => typeof each === "string") : undefined;
    const name = key === undefined ? first : textAt(element, key);
    return typeof name === "string" ? { name: oneLine(name, MAX_NAME), isNamed: key !== undefined, isMerged } : [];
  });
  if (depth === MAX_DEPTH) return own;
  const inner = (kind: string, isInMerge: boolean): readonly Element[] =>
    listAt(generator, kind, "generators").flatMap((each) => elementsIn(each, depth + 1, isInMerge));
  return [...own, ...inner("matrix", isMerged), ...inner("merge", true)];
}

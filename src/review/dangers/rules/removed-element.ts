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

const DELETED = "Argo CD deletes the Application that it makes, with what this has deployed";
const MERGED = "the Application that it changes gets other parameters, or goes if no other generator makes it";

/** Says what the settings of an ApplicationSet keep of an Application that no element makes any more. */
function keptBy(set: Value): string | undefined {
  const sync = textAt(set, "spec", "syncPolicy", "applicationsSync") ?? "";
  if (sync === "create-only" || sync === "create-update")
    return "the Application that it makes stays, as `applicationsSync` says, and nobody updates it";
  return valueAt(set, "spec", "syncPolicy", "preserveResourcesOnDeletion") === true
    ? "the Application that it makes goes; what this has deployed stays, as `preserveResourcesOnDeletion` says"
    : undefined;
}

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
    const known = new Set(now.map(({ name }) => name));
    const kept = keptBy(head);
    for (const { name, isNamed, isMerged } of old) {
      if (known.has(name) || (!isNamed && now.length >= old.length)) continue;
      known.add(name);
      yield {
        path: "/spec/generators",
        message: `an element of a list generator goes: ${isMerged ? MERGED : (kept ?? DELETED)}`,
        before: name,
        ...((kept !== undefined || isMerged) && { level: "low" }),
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

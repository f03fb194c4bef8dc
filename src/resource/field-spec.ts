/** Field specs, which select the fields that a transformer changes; docs/specification/field-specs.md 1. */
import { checkTime } from "../budget/index.ts";
import { failure, KrmError } from "../diagnostics.ts";
import {
  type Entry,
  get,
  isNull,
  locate,
  type MapNode,
  map,
  type Node,
  overwrite,
  type ScalarNode,
  scalar,
  seq,
} from "../yaml/nodes/node.ts";
import { parseSegment, type Segment, splitPath } from "./field-path.ts";
import { scalarText } from "./identify.ts";
import { apiVersionOf, describeId, type Gvk, type GvkPattern, selectedBy } from "./resource-id.ts";

/** A path in objects of certain kinds. `/` separates its segments; `\/` is a slash within a segment. */
export interface FieldPath extends GvkPattern {
  readonly path: string;
  /** True if missing fields along the path are created. */
  readonly create?: boolean;
}

/** The node that is created at the end of a path, also in place of a null. */
export interface Creation {
  readonly kind: Node["kind"];
  readonly tag: string;
}

interface CompiledSpec {
  readonly spec: FieldPath;
  readonly segments: readonly Segment[];
}

const compiled = new WeakMap<readonly FieldPath[], FieldSpecs>();

/** Compiled field specs, looked up by the kind of an object. */
export class FieldSpecs {
  /** Compiles a list of field specs, at most once for each list object. */
  static of(specs: readonly FieldPath[]): FieldSpecs {
    let found = compiled.get(specs);
    if (found === undefined) compiled.set(specs, (found = new FieldSpecs(specs)));
    return found;
  }

  readonly #compiled: readonly CompiledSpec[];
  readonly #byKind = new Map<string, readonly CompiledSpec[]>();
  /** The last lookup: objects of the same kind often follow each other. */
  #last: { readonly gvk: Gvk; readonly found: readonly CompiledSpec[] } | undefined;

  constructor(specs: readonly FieldPath[]) {
    this.#compiled = specs.map((spec) => ({ spec, segments: compilePath(spec.path) }));
  }

  /**
   * Calls `visit` with every node that a spec for this kind of object selects, in the order of the specs.
   * @param creation the node to create at the end of a path whose spec says `create`; without it nothing is created
   * @throws KrmError `field-path` if a path continues below a scalar
   */
  visit(root: MapNode, gvk: Gvk, visit: (node: Node, spec: FieldPath) => void, creation?: Creation): void {
    checkTime();
    const matching = this.#matching(gvk);
    const [first] = matching;
    if (first === undefined) return;
    const walk: Walk = { spec: first.spec, segments: first.segments, creation, visit, root };
    try {
      for (let at = 0; at < matching.length; at++) {
        const { spec, segments } = matching[at] as CompiledSpec;
        walk.spec = spec;
        walk.segments = segments;
        walk.creation = spec.create ? creation : undefined;
        follow(root, 0, walk);
      }
    } catch (thrown) {
      throw thrown instanceof KrmError ? ofObject(thrown, root, walk.spec.path) : thrown;
    }
  }

  #matching(gvk: Gvk): readonly CompiledSpec[] {
    if (this.#last !== undefined && sameGvk(this.#last.gvk, gvk)) return this.#last.found;
    const key = `${apiVersionOf(gvk)} ${gvk.kind}`;
    let found = this.#byKind.get(key);
    if (found === undefined) {
      found = this.#compiled.filter(({ spec }) => selectedBy(gvk, spec));
      this.#byKind.set(key, found);
    }
    this.#last = { gvk, found };
    return found;
  }
}

function sameGvk(a: Gvk, b: Gvk): boolean {
  return a.kind === b.kind && a.group === b.group && a.version === b.version;
}

/** The state of a walk. One object for all specs of a resource, to save allocations. */
interface Walk {
  spec: FieldPath;
  segments: readonly Segment[];
  creation: Creation | undefined;
  readonly visit: (node: Node, spec: FieldPath) => void;
  readonly root: MapNode;
}

function follow(node: Node, depth: number, walk: Walk): void {
  const segment = walk.segments[depth];
  if (segment === undefined) {
    walk.visit(node, walk.spec);
    return;
  }
  if (isNull(node)) return;
  if (node.kind === "seq") {
    // The path does not name elements of lists, so it continues in each of them.
    const { items } = node;
    for (let at = 0; at < items.length; at++) follow(items[at] as Node, depth, walk);
    return;
  }
  if (node.kind === "scalar") throw notACollection(node, walk);
  const next = enter(node, segment, depth === walk.segments.length - 1, walk.creation);
  if (next !== undefined) follow(next, depth + 1, walk);
}

/** The value under a segment. If `creation` is given, creates it if it is missing or null. */
function enter(node: MapNode, segment: Segment, isLast: boolean, creation: Creation | undefined): Node | undefined {
  if (segment.problem !== undefined) {
    const hint = "Use names of fields only; the path does not name elements of lists.";
    throw failure("field-path", segment.problem, { ...locate(node), hint });
  }
  const found = get(node, segment.name);
  if (segment.isList) {
    if (found !== undefined && isNull(found)) overwrite(found, seq());
    return found;
  }
  if (creation === undefined) return found;
  const made = isLast ? creation : { kind: "map" as const, tag: "!!map" };
  if (found === undefined) {
    const entry: Entry = { key: scalar(segment.name), value: make(made) };
    node.entries.push(entry);
    return entry.value;
  }
  // A scalar keeps its text: `~` becomes the text `~`.
  if (isNull(found) && made.kind === "scalar") found.tag = made.tag;
  else if (isNull(found)) overwrite(found, make(made));
  return found;
}

function make(creation: Creation): Node {
  if (creation.kind === "map") return map();
  return creation.kind === "seq" ? seq() : scalar("", creation.tag);
}

/** Adds the path and the object to an error. */
function ofObject(error: KrmError, root: MapNode, path: string): KrmError {
  const metadata = get(root, "metadata");
  const [kind, name, namespace] = [get(root, "kind"), get(metadata, "name"), get(metadata, "namespace")].map(
    scalarText,
  );
  const object = describeId({ kind: kind as string, name: name as string, namespace: namespace as string });
  const diagnostics = error.diagnostics.map((one) => ({
    ...(one.file === undefined ? locate(root) : undefined),
    ...one,
    message: `${path} of ${object}: ${one.message}`,
    object,
  }));
  return new KrmError(diagnostics, { cause: error });
}

/**
 * Returns the node as a scalar.
 * @param what the value to be written there, for the message
 * @throws KrmError `invalid-value` for a map or a list
 */
export function requireScalar(node: Node, what: string): ScalarNode {
  if (node.kind === "scalar") return node;
  const found = node.kind === "map" ? "a map" : "a list";
  throw failure("invalid-value", `${what} cannot be written in place of ${found}`, {
    ...locate(node),
    hint: "Select a field with a single value.",
  });
}

function notACollection(node: Node, walk: Walk): Error {
  return failure("field-path", "the path cannot be followed: it continues below a single value", {
    ...(locate(node) ?? locate(walk.root)),
    // Without a kind it is likely a default of kustomize, such as that for images, which the user cannot change.
    hint: walk.spec.kind
      ? "Make the value a map or a list, or change the fieldSpec."
      : "Make the value a map or a list, or move the object to a kustomization without this transformer, which applies to all kinds.",
  });
}

function compilePath(path: string): Segment[] {
  return splitPath(path, "/").map(parseSegment);
}

/** Runs one program on one ResourceList: takes data and returns YAML. */
import { encode, type Node } from "../yaml/index.ts";
import { get } from "../yaml/nodes/node.ts";
import type { Data } from "./data.ts";
import type { Dialect } from "./dialect.ts";
import { formatItems } from "./formatting.ts";
import { ResultReader, toValue } from "./host-values.ts";
import { check, type Run, run } from "./program.ts";
import { Fault, type Limits, Meter } from "./values/meter.ts";
import { Dict, Struct, type Value } from "./values/values.ts";

export interface Request {
  readonly source: string;
  readonly dialect: Dialect;
  readonly limits: Limits;
  /** A map with `items` and the other fields of a ResourceList. */
  readonly resourceList: Data;
  readonly environment: ReadonlyMap<string, string>;
  /** True if the program is only read, and not run. */
  readonly isCheck?: boolean;
}

/** The result of a run. The limits bound its size. */
export interface Reply extends Run {
  /** The changed list in YAML; undefined after a failure. Only `items` and `results` matter. */
  readonly output: string | undefined;
}

/** The name under which a program gets its input. */
const CONTEXT = "ctx";

/**
 * Runs a program. It gets `ctx.resource_list`, which it changes in place, `ctx.open_api`, which is empty, and
 * `ctx.environment` (docs/specification/starlark.md 3.1, 3.5).
 */
export function runRequest({ source, dialect, limits, resourceList, environment, isCheck }: Request): Reply {
  if (isCheck) {
    const failures = check(source, dialect, limits, [CONTEXT]);
    return { failures, printed: [], cut: false, steps: 0, output: undefined };
  }
  const given = new InputMeter(limits, dialect.rulesOf2020);
  const list = toValue(given, resourceList);
  const fields = new Map<string, Value>([
    ["resource_list", list],
    ["open_api", new Dict(given)],
    ["environment", toValue(given, environment)],
  ]);
  let output: string | undefined;
  const outcome = run(source, dialect, limits, {
    given: new Map([[CONTEXT, new Struct(fields)]]),
    read(meter) {
      const tree = new ResultReader(meter, "ctx.resource_list").read(list);
      const items = itemsOf(tree);
      if (dialect.rulesOf2020) formatItems(items);
      const text = encode(tree);
      meter.output(Buffer.byteLength(text));
      output = text;
    },
  });
  return { ...outcome, output };
}

/** Counts no memory for the input, which is not the program's doing. */
class InputMeter extends Meter {
  override allocate(): void {}
}

/** Throws unless every item is an object or null. Nulls are dropped later. */
function itemsOf(tree: Node): readonly Node[] {
  const items = get(tree, "items");
  const path = 'ctx.resource_list["items"]';
  if (items?.kind !== "seq") {
    throw new Fault(`${path} is not a list`, "Assign a list of objects, or leave the list as it is.", "result");
  }
  const at = items.items.findIndex((item) => item.kind !== "map" && item.tag !== "!!null");
  if (at < 0) return items.items;
  const hint = "Make every item a dict with apiVersion, kind and metadata.";
  throw new Fault(`${path}[${at}] is not an object`, hint, "result");
}

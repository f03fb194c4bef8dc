/** One program over one ResourceList, from data to a text of YAML. */
import { encode, type Node } from "../yaml/index.ts";
import type { Data } from "./data.ts";
import type { Dialect } from "./dialect.ts";
import { Reader, toValue } from "./host.ts";
import { type Run, run } from "./program.ts";
import { Fault, type Limits, Meter } from "./values/meter.ts";
import { Dict, Struct, type Value } from "./values/values.ts";

export interface Request {
  readonly source: string;
  readonly dialect: Dialect;
  readonly limits: Limits;
  /** A map with `items` and whatever else a ResourceList has. */
  readonly resourceList: Data;
  readonly environment: ReadonlyMap<string, string>;
}

/** It is as long as the limits let it be, whatever the program does. */
export interface Reply extends Run {
  /** What the program made of the list, in YAML; undefined after a failure. */
  readonly output: string | undefined;
}

/**
 * Runs a program that finds `ctx.resource_list`, `ctx.open_api`, which is empty, and `ctx.environment`, and changes the
 * first in place (docs/specification/starlark.md 3.1, 3.5).
 */
export function serve({ source, dialect, limits, resourceList, environment }: Request): Reply {
  const given = new InputMeter(limits, dialect.rulesOf2020);
  const list = toValue(given, resourceList);
  const fields = new Map<string, Value>([
    ["resource_list", list],
    ["open_api", new Dict(given)],
    ["environment", toValue(given, environment)],
  ]);
  let output: string | undefined;
  const outcome = run(source, dialect, limits, {
    given: new Map([["ctx", new Struct(fields)]]),
    read(meter) {
      const tree = new Reader(meter, "ctx.resource_list").read(list);
      checkItems(tree);
      const text = encode(tree);
      meter.output(Buffer.byteLength(text));
      output = text;
    },
  });
  return { ...outcome, output };
}

/** What goes in is not the program's doing, but what it does to that is. */
class InputMeter extends Meter {
  override allocate(): void {}
}

/** Every item is an object, or null, which is dropped later on. */
function checkItems(tree: Node): void {
  const items = tree.kind === "map" ? tree.entries.find(({ key }) => isText(key, "items"))?.value : undefined;
  const path = 'ctx.resource_list["items"]';
  if (items?.kind !== "seq") {
    throw new Fault(`${path} is no list`, "result", "Assign a list of objects to it, or leave it as it is.");
  }
  const at = items.items.findIndex((item) => item.kind !== "map" && item.tag !== "!!null");
  if (at < 0) return;
  const hint = "Every item is a dict with apiVersion, kind and metadata.";
  throw new Fault(`${path}[${at}] is no object`, "result", hint);
}

function isText(node: Node, text: string): boolean {
  return node.kind === "scalar" && node.value === text;
}

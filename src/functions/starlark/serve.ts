/** One program over one ResourceList, from data to data. */
import type { Data } from "./data.ts";
import type { Dialect } from "./dialect.ts";
import { ofJson, Reader, toValue } from "./host.ts";
import { Fault, type Limits } from "./meter.ts";
import { type Run, run } from "./program.ts";
import { Struct, type Value } from "./values.ts";

export interface Request {
  readonly source: string;
  readonly dialect: Dialect;
  readonly limits: Limits;
  /** A map with `items` and whatever else a ResourceList has. */
  readonly resourceList: Data;
  /** The OpenAPI document of Kubernetes as JSON; empty where the program does not ask for it. */
  readonly openApi: string;
  readonly environment: ReadonlyMap<string, string>;
}

export interface Reply extends Run {
  /** What the program made of the list; undefined after a failure. */
  readonly resourceList: Data | undefined;
}

/**
 * Runs a program that finds `ctx.resource_list`, `ctx.open_api` and `ctx.environment`, and changes the first in place
 * (functions.md F1.2, F1.3).
 */
export function serve(request: Request): Reply {
  let list: Value = null;
  let resourceList: Data | undefined;
  const outcome = run(request.source, request.dialect, request.limits, {
    given(meter) {
      list = toValue(meter, request.resourceList);
      let openApi: Value | undefined;
      const fields = new Map<string, () => Value>([
        ["resource_list", () => list],
        [
          "open_api",
          () => (openApi ??= toValue(meter, request.openApi === "" ? new Map() : ofJson(JSON.parse(request.openApi)))),
        ],
      ]);
      const environment = toValue(meter, request.environment);
      fields.set("environment", () => environment);
      return new Map<string, Value>([["ctx", new Struct(fields)]]);
    },
    read(meter) {
      const reader = new Reader(meter, "ctx.resource_list");
      const data = reader.read(list);
      checkItems(data);
      resourceList = data;
    },
  });
  return { ...outcome, resourceList };
}

/** Every item is an object, or null, which is dropped later on. */
function checkItems(data: Data): void {
  const items = data instanceof Map ? (data as ReadonlyMap<string, Data>).get("items") : undefined;
  const path = 'ctx.resource_list["items"]';
  if (!Array.isArray(items)) {
    throw new Fault(`${path} is no list`, "result", "Assign a list of objects to it, or leave it as it is.");
  }
  const at = items.findIndex((item: Data) => item !== null && !(item instanceof Map));
  if (at < 0) return;
  const hint = "Every item is a dict with apiVersion, kind and metadata.";
  throw new Fault(`${path}[${at}] is no object`, "result", hint);
}

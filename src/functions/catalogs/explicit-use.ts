/** Describes what runs for a config that names its own program, for the comparison of two revisions. */
import { describeId } from "../../resource/index.ts";
import { shownAddress } from "../../sources/index.ts";
import type { MapNode } from "../../yaml/nodes/node.ts";
import { locationOf } from "../config-problems.ts";
import type { FunctionSpecification, Mount, RequestedFunction } from "../specification/function-specification.ts";
import { readSpecification } from "../specification/read-specification.ts";
import type { FunctionRequest } from "../step.ts";
import type { NewUse } from "./trust-changes.ts";

/**
 * Describes a function that does not run. If its config names the program, an edit of the config still changes what may run. The
 * program of another config is not known.
 */
export function useNotRun(specification: FunctionSpecification | undefined, request: FunctionRequest): NewUse {
  if (specification !== undefined && specification.type !== "catalog")
    return { ...explicitUse(specification, request), notRun: true };
  const { config, root } = request;
  const directory = root.tree.display(root.path);
  const location = locationOf(config);
  return { directory, subject: describeId(config.id), location, notRun: true, fields: new Map() };
}

/** Does the same for a config whose specification is not read yet. */
export function useAskedFor(request: FunctionRequest): NewUse {
  const { node, origin } = request.config;
  let specification: FunctionSpecification | undefined;
  try {
    specification = readSpecification(node as MapNode, origin?.file ?? "", () => undefined);
  } catch {
    // It names no program that anything could run.
  }
  return useNotRun(specification, request);
}

export function mountsText(mounts: readonly Mount[]): string {
  return mounts.map(({ source, target, writable }) => `${source}:${target}${writable ? ":rw" : ""}`).join(", ");
}

/** Describes a program that a config names itself. */
export function explicitUse(
  specification: Exclude<FunctionSpecification, RequestedFunction>,
  { config, root }: FunctionRequest,
): NewUse {
  const { type, location } = specification;
  const fields = new Map<string, string>();
  const put = (name: string, value: string | boolean | undefined): void => {
    if (value !== undefined && value !== false && value !== "") fields.set(name, `${value}`);
  };
  put("image", type === "container" ? specification.image : undefined);
  put("path", type === "container" ? undefined : specification.path);
  const url = type === "starlark" ? specification.url : undefined;
  put("url", url && shownAddress(url));
  put("sha256", specification.sha256);
  put("args", specification.type === "exec" && specification.args.length > 0 && JSON.stringify(specification.args));
  // A value may be one that nobody should read.
  put("envs", type !== "starlark" && specification.envs.map((env) => env.replace(/=.*/s, "")).join(", "));
  put("dialect", type === "starlark" && specification.dialect === "kpt" && specification.dialect);
  put("network", type === "container" && specification.network);
  put("mounts", type === "container" && mountsText(specification.mounts));
  return { directory: root.tree.display(root.path), subject: describeId(config.id), location, fields };
}

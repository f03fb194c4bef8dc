/** What runs for a config that names its own program, for the comparison of two revisions. */
import { describeId } from "../../resource/index.ts";
import { shownAddress } from "../../sources/index.ts";
import type { FunctionSpecification, RequestedFunction } from "../specification/function-specification.ts";
import type { FunctionRequest } from "../step.ts";
import type { NewUse } from "./trust-changes.ts";

/** What decides of a program that a config names itself. */
export function explicitUse(
  specification: Exclude<FunctionSpecification, RequestedFunction>,
  { config, root }: FunctionRequest,
): NewUse {
  const { type, location } = specification;
  const fields = new Map<string, string>();
  const put = (name: string, value: string | boolean | undefined): void => {
    if (value !== undefined && value !== false) fields.set(name, `${value}`);
  };
  put("image", type === "container" ? specification.image : undefined);
  put("path", type === "container" ? undefined : specification.path);
  const url = type === "starlark" ? specification.url : undefined;
  put("url", url && shownAddress(url));
  put("sha256", specification.sha256);
  put("network", type === "container" && specification.network);
  put(
    "mounts",
    type === "container" && specification.mounts.map(({ source, target }) => `${source}:${target}`).join(", "),
  );
  return { directory: root.tree.display(root.path), subject: describeId(config.id), location, fields };
}

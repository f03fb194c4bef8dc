/** The addresses of the documentation of this version. */
import { POLICY_PREFIX } from "../configuration/index.ts";
import { VERSION } from "../version.ts";

/** The address of the page about a rule of dangers. Policies of a team have one page together. */
export function ruleAddress(id: string): string {
  return docsAddress(id.startsWith(POLICY_PREFIX) ? "guide/policies.md" : `dangers/${id}.md`);
}

/** @param page a path below docs, such as `dangers/image-latest.md`, or README.md */
export function docsAddress(page: string): string {
  const path = page === "README.md" ? page : `docs/${page}`;
  return `https://github.com/org/krm-render/blob/v${VERSION}/${path}`;
}

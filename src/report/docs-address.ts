/** The addresses of the documentation of this version. */
import { VERSION } from "../version.ts";

/** @param page a path below docs, such as `dangers/image-latest.md`, or README.md */
export function docsAddress(page: string): string {
  const path = page === "README.md" ? page : `docs/${page}`;
  return `https://github.com/org/krm-render/blob/v${VERSION}/${path}`;
}

/** The search for deployments where several machines render the targets: all of them, and whoever divides the targets, must find the same. */
import type { SearchBuild } from "../deployments/index.ts";
import { refusingRemotes } from "../sources/index.ts";

/** The same search, which fetches nothing: what one machine may fetch, or can, another one may not. */
export function dividedSearch(build: SearchBuild): SearchBuild {
  const remotes = refusingRemotes({
    why: "the targets are divided among machines, and these must find the same ones",
    hint: "A review that is not divided follows it.",
  });
  return { ...build, remotes };
}

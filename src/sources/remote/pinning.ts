/** Checks that git can connect to a given address, without resolving the name again. */
import { failure } from "../../diagnostics.ts";
import { once } from "../../store/index.ts";
import { type GitContext, runGit } from "../git/git-process.ts";
import type { FetchRules } from "./fetch-settings.ts";

/** The first git with `http.curloptResolve`. Older ones ignore it silently. */
const [MAJOR, MINOR] = [2, 37];

const asked = new WeakMap<NodeJS.ProcessEnv, Promise<string>>();

/**
 * Refuses a git that would resolve the name again: a name with a public address during the check may have a private one later.
 * @param options with the environment of the run; the version of its git is read once
 * @throws KrmError `remote-refused`, or `remote-unsupported` for anonymous fetches
 */
export async function requirePinning(
  git: GitContext,
  { env, anonymous }: { readonly env: NodeJS.ProcessEnv } & Pick<FetchRules, "anonymous">,
): Promise<void> {
  const found = await once(asked, env, () => runGit(git, ["version"]).then(({ stdout }) => stdout.trim()));
  const [major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(found) ?? []).slice(1).map(Number);
  if (major > MAJOR || (major === MAJOR && minor >= MINOR)) return;
  const problem = `${found || "git of an unknown version"} cannot connect to a given address, so a name could lead it to a private host`;
  const newer = `Install git ${MAJOR}.${MINOR} or newer, or`;
  if (!anonymous) throw failure("remote-refused", problem, { hint: `${newer} allow private hosts.` });
  const message = `\`remote: auto\` is off for repositories: ${problem}`;
  throw failure("remote-unsupported", message, { hint: `${newer} name the hosts in the input remote.` });
}

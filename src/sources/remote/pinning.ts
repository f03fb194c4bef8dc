/** Whether git can be told to which address it shall connect, instead of asking for the name again. */
import { failure } from "../../diagnostics.ts";
import { type GitContext, runGit } from "../git/git-process.ts";

/** The first git that knows `http.curloptResolve`; others pass over it without a word. */
const [MAJOR, MINOR] = [2, 37];

const asked = new WeakMap<NodeJS.ProcessEnv, Promise<string>>();

/**
 * A name that led to the public network when it was checked may lead inside when git asks for it.
 * @param env of the run, which is asked once for its git
 * @throws KrmError `remote-refused` for a git that would ask again
 */
export async function requirePinning(git: GitContext, env: NodeJS.ProcessEnv): Promise<void> {
  let version = asked.get(env);
  if (version === undefined) {
    version = runGit(git, ["version"]).then(({ stdout }) => stdout.trim());
    asked.set(env, version);
  }
  const found = await version;
  const [major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(found) ?? []).slice(1).map(Number);
  if (major > MAJOR || (major === MAJOR && minor >= MINOR)) return;
  throw failure(
    "remote-refused",
    `${found || "git of an unknown version"} cannot be told to which address it shall connect, so a name could lead it to a private host`,
    { hint: `Install git ${MAJOR}.${MINOR} or newer, or allow private hosts.` },
  );
}

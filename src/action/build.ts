/** Opens the ports of the builds of a run: helm, remote sources and functions. */
import type { BuildOptions } from "../engine/index.ts";
import type { FunctionsOfRun } from "../functions/index.ts";
import type { Context } from "../github/index.ts";
import { createHelm, lazyRemotes, SAFE_PROTOCOLS } from "../sources/index.ts";
import type { ReachRules } from "../store/index.ts";
import { type ActionFunctionsOptions, openActionFunctions } from "./functions.ts";
import type { RemoteHosts } from "./inputs/index.ts";
import { keepGoing } from "./keep-going.ts";
import { type Ports, storeOf } from "./ports.ts";

/** Seconds that closing has in any case. */
const MIN_SECONDS = 10;

type Options = Pick<ActionFunctionsOptions, "inputs" | "rules" | "baseline" | "problems">;

/**
 * Opens the ports that the inputs allow, does the work, and closes them. Both sides share them: equal charts and equal calls of
 * functions run once, so random values in them do not differ, and a branch that moves between two fetches is no change.
 */
export async function withBuild<T>(
  options: Options,
  context: Context,
  ports: Ports,
  work: (build: BuildOptions & { readonly functions: FunctionsOfRun }) => Promise<T>,
): Promise<T> {
  const { loadRestrictor, timeoutSeconds, enableHelm, remote } = options.inputs;
  const { steps, time, runner, gitEnvironment: env } = ports;
  // A chart is pulled under the same rules as any other remote resource.
  const pulls = remote === undefined ? "refused" : { protocols: ["https" as const], ...reachOf(remote) };
  const helm = enableHelm ? createHelm({ command: "helm", cwd: "/", env, configHome: "private", pulls }) : undefined;
  const remotes =
    remote &&
    lazyRemotes({
      store: storeOf(ports, context),
      untrusted: true,
      rules: { protocols: SAFE_PROTOCOLS, ...reachOf(remote) },
      env,
      log: (line) => runner.log(line),
    });
  const functions = openActionFunctions({ ...options, context, ports });
  try {
    return await work({ loadRestrictor, timeoutSeconds, helm: helm && { helm }, remotes, functions });
  } finally {
    // The results are presented also if something stays behind.
    const close = async (): Promise<void> => {
      helm?.close();
      await remotes?.close();
    };
    steps.begin("closing");
    await keepGoing(options.problems, () =>
      time.within("saving what functions need", MIN_SECONDS, () => functions.close()),
    );
    await keepGoing(options.problems, () => time.within("closing what was fetched", MIN_SECONDS, close));
  }
}

function reachOf({ isPublic, listed }: RemoteHosts): Omit<ReachRules, "protocols"> {
  return { privateHosts: false, allowHosts: listed, onlyAllowed: !isPublic };
}

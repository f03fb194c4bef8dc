/** Programs that know credentials, such as docker-credential-ecr-login; docs/specification/oci.md 3.4. */
import { failure } from "../../diagnostics.ts";
import { runProgram, withoutRunnerVariables, withPrivateDirectory } from "../../processes/index.ts";
import type { Credential, CredentialOptions } from "./credential.ts";
import { parseJson, readObject } from "./manifest.ts";

const LIMITS = { timeoutMs: 10_000, stdoutBytes: 256 * 1024, stderrBytes: 16 * 1024 };
/** In place of a user name, it says that the secret is an identity token. */
const IDENTITY = "<token>";

/**
 * Asks a helper. Undefined if it has no credential.
 * @param name that follows `docker-credential-`
 * @throws KrmError `credential-failed`
 */
export async function askHelper(
  name: string,
  server: string,
  { env, secrets }: CredentialOptions,
): Promise<Credential | undefined> {
  const fail = (reason: string, hint: string): Error => {
    const message = `there is no credential for ${server}: ${secrets.mask(`docker-credential-${name} ${reason}`)}`;
    return failure("credential-failed", message, { hint });
  };
  const correct = "Correct the user's config.json of docker or auth.json of podman, which names this helper.";
  if (!/^[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(name)) throw fail("is not the name of a program", correct);
  const outcome = await withPrivateDirectory((cwd) =>
    runProgram({
      command: `docker-credential-${name}`,
      args: ["get"],
      stdin: server,
      cwd,
      env: withoutRunnerVariables(env),
      limits: LIMITS,
    }),
  );
  if (outcome.problem === "could-not-start") throw fail(`cannot be started: ${outcome.detail ?? ""}`, correct);
  const output = Buffer.from(outcome.stdout).toString().trim();
  const printed = `${output} ${outcome.stderr}`.trim();
  if (outcome.exitCode !== 0) {
    if (/credentials not found/i.test(printed)) return undefined;
    const reason = outcome.detail ?? `ended with ${outcome.exitCode}: ${printed.split("\n")[0] ?? ""}`;
    throw fail(reason.slice(0, 500), `Run \`docker-credential-${name} get\` with this server on standard input.`);
  }
  const { Username, Secret } = readObject(parseJson(outcome.stdout)) ?? {};
  // The output may contain a secret, and is not repeated.
  if (typeof Secret !== "string") throw fail("printed no credential", correct);
  if (Secret === "") return undefined;
  if (Username === IDENTITY) return { kind: "identity", token: Secret };
  return { kind: "password", user: typeof Username === "string" ? Username : "", password: Secret };
}

/** The settings of git for one fetch: the address to connect to, the credentials, and no prompts. */
import { type Credentials, endpointOf, type Protocol } from "../../store/http/addresses.ts";
import type { Checked } from "../../store/index.ts";
import { ANONYMOUS_SETTINGS } from "./anonymous.ts";

export interface FetchRules {
  readonly protocols: readonly Protocol[];
  /** True if the addresses come from an untrusted author. */
  readonly untrusted: boolean;
  /** True if git uses neither its configuration nor any credentials. */
  readonly anonymous?: boolean;
}

/** The limit for addresses of untrusted authors, who could otherwise make a run wait for long. */
const MAX_UNTRUSTED_SECONDS = 120;
/** The limit of timers. */
const MAX_SECONDS = 2_000_000;
/** The limit of one allocation in git: a small object of a pack can have any size outside of it. */
const MAX_ALLOCATION = "1g";

/** Arguments without secrets, since all users of the machine can read the arguments of programs. */
export function settingsFor(
  address: string,
  checked: Checked,
  credentials: Credentials | undefined,
  { untrusted, anonymous }: FetchRules,
): readonly string[] {
  // Keeps what is fetched in one pack, whose size is watched.
  const settings = ["fetch.unpackLimit=1"];
  // Removes headers that are configured for all hosts, which may contain a token. Headers for this host still apply.
  if (untrusted) settings.push("http.extraHeader=");
  if (anonymous) settings.push(...ANONYMOUS_SETTINGS);
  const { addresses, protocol, host, port } = checked;
  if (addresses !== undefined && (protocol === "https" || protocol === "http")) {
    settings.push("http.followRedirects=false", `http.curloptResolve=${host}:${port}:${addresses.join(",")}`);
  }
  if (credentials?.password) {
    // Limited to this host, so that a redirect to another one gets no credentials.
    settings.push("credential.helper=", `credential.${new URL(address).origin}.helper=${CREDENTIAL_HELPER}`);
  }
  return settings.flatMap((setting) => ["-c", setting]);
}

const CREDENTIAL_HELPER =
  '!f() { test "$1" = get && printf "username=%s\\npassword=%s\\n" "$KRM_RENDER_GIT_USER" "$KRM_RENDER_GIT_PASSWORD"; }; f';

/** Variables that turn off all prompts, and all protocols except the allowed ones, whatever the configuration of git is. */
export function environmentFor(
  address: string,
  credentials: Credentials | undefined,
  { protocols, untrusted }: FetchRules,
  env: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const isSsh = endpointOf(address)?.protocol === "ssh";
  const asksNothing = isSsh && !env["GIT_SSH_COMMAND"] && !env["GIT_SSH"];
  return {
    GIT_ALLOW_PROTOCOL: protocols.join(":"),
    GIT_ASKPASS: "",
    SSH_ASKPASS: "",
    SSH_ASKPASS_REQUIRE: "never",
    GCM_INTERACTIVE: "never",
    ...(untrusted ? { GIT_ALLOC_LIMIT: MAX_ALLOCATION } : {}),
    ...(asksNothing ? { GIT_SSH_COMMAND: "ssh -o BatchMode=yes" } : {}),
    ...(credentials === undefined ? {} : credentialVariables(address, credentials, env)),
  };
}

function credentialVariables(
  address: string,
  { user, password }: Credentials,
  env: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  if (password !== "") return { KRM_RENDER_GIT_USER: user, KRM_RENDER_GIT_PASSWORD: password };
  // A user without a password selects the credentials that the configured helpers give. It may also be a token.
  const count = Number(env["GIT_CONFIG_COUNT"] ?? 0);
  return {
    GIT_CONFIG_COUNT: String(count + 1),
    [`GIT_CONFIG_KEY_${count}`]: `credential.${new URL(address).origin}.username`,
    [`GIT_CONFIG_VALUE_${count}`]: user,
  };
}

/** The time limit of one git command. */
export function secondsFor(
  { timeoutSeconds }: { readonly timeoutSeconds: number },
  { untrusted }: Pick<FetchRules, "untrusted">,
): number {
  return Math.min(timeoutSeconds, untrusted ? MAX_UNTRUSTED_SECONDS : MAX_SECONDS);
}

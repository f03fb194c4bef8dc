/** What git is told for one fetch: where to connect to, whose credentials to use, and to ask nothing. */
import { type Credentials, endpointOf, type Protocol } from "./addresses.ts";
import type { Checked } from "./reach.ts";

export interface FetchRules {
  readonly protocols: readonly Protocol[];
  /** Whether the addresses were written by somebody who is not trusted. */
  readonly untrusted: boolean;
}

/** Whoever writes an address must not decide how long everybody waits for it. */
const LONGEST_UNTRUSTED_SECONDS = 120;
/** What a timer can hold. */
const LONGEST_SECONDS = 2_000_000;
/** What git may ask of memory at once: objects that are small in a pack can be of any size outside of it. */
const MAX_ALLOCATION = "1g";

/** Configuration that holds nothing secret, since everybody on the machine can read the arguments of a program. */
export function settingsFor(
  address: string,
  checked: Checked,
  credentials: Credentials | undefined,
  { untrusted }: FetchRules,
): readonly string[] {
  // In one pack whatever its size, which is how its size is watched.
  const settings = ["fetch.unpackLimit=1"];
  // Headers that are configured for all hosts, a token among them, were not meant for this one; those for it still count.
  if (untrusted) settings.push("http.extraHeader=");
  const { addresses, protocol, host, port } = checked;
  if (addresses !== undefined && (protocol === "https" || protocol === "http")) {
    settings.push("http.followRedirects=false", `http.curloptResolve=${host}:${port}:${addresses.join(",")}`);
  }
  if (credentials?.password) {
    // Asked for this host only, so a redirect to another one gets nothing.
    settings.push("credential.helper=", `credential.${new URL(address).origin}.helper=${CREDENTIAL_HELPER}`);
  }
  return settings.flatMap((setting) => ["-c", setting]);
}

const CREDENTIAL_HELPER =
  '!f() { test "$1" = get && printf "username=%s\\npassword=%s\\n" "$KRM_RENDER_GIT_USER" "$KRM_RENDER_GIT_PASSWORD"; }; f';

/** No questions on any way, and no other protocols than those allowed, whatever git is configured to. */
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
  // A user alone says whose password the helpers that are configured shall give. It may be a token, too.
  const count = Number(env["GIT_CONFIG_COUNT"] ?? 0);
  return {
    GIT_CONFIG_COUNT: String(count + 1),
    [`GIT_CONFIG_KEY_${count}`]: `credential.${new URL(address).origin}.username`,
    [`GIT_CONFIG_VALUE_${count}`]: user,
  };
}

/** How long git may take for one question. */
export function secondsFor(
  { timeoutSeconds }: { readonly timeoutSeconds: number },
  { untrusted }: Pick<FetchRules, "untrusted">,
): number {
  return Math.min(timeoutSeconds, untrusted ? LONGEST_UNTRUSTED_SECONDS : LONGEST_SECONDS);
}

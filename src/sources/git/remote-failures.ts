/** Finds out from git's messages why a repository elsewhere cannot be fetched. Git reports the reasons as text only. */
import { FREE_SPACE } from "../../diagnostics.ts";

interface RemoteFailure {
  /** A way to solve the problem. */
  readonly hint: string;
  /** Set if another attempt may succeed. */
  readonly isTransient?: true;
  /** Set if the host cannot be reached, so that no other repository of it can be fetched either. */
  readonly isOfHost?: true;
  /** Set if the server does not have the repository or the ref. */
  readonly isMissing?: true;
  /** Set if the server asks for credentials. Some do for everything that they do not have. */
  readonly needsCredentials?: true;
}

/** In order: a message of git may hold several of these, such as a hang-up after a definite answer. */
const FAILURES: readonly (RemoteFailure & { readonly pattern: RegExp })[] = [
  // Lines of the server begin with `remote:`. Its disk is not ours.
  { pattern: /^(?!remote:).*(?:No space left on device|Disk quota exceeded)/im, hint: FREE_SPACE },
  {
    pattern: /couldn't find remote ref|not our ref|unadvertised object/i,
    hint: "Check the ref of the address: `git ls-remote` lists the branches and tags of a repository.",
    isMissing: true,
  },
  {
    pattern: /could not read (?:Username|Password)|Authentication failed|Permission denied|error: 40[13]/i,
    hint: "Git needs credentials. Configure them for git: it cannot prompt for them here.",
    needsCredentials: true,
  },
  {
    pattern: /repository .*not found|does not appear to be a git repository|does not exist|error: 4(?:04|10)\b/i,
    hint: "Check the address of the repository. Many servers also answer this if git has no credentials for a private one.",
    isMissing: true,
  },
  {
    pattern: /Host key verification failed/i,
    hint: "Add the key of the host to ~/.ssh/known_hosts, after you have checked it.",
  },
  {
    pattern: /certificate/i,
    hint: "Git does not trust the certificate of the server. Configure its authority for git: http.sslCAInfo.",
  },
  {
    pattern: /timed out|No route to host|Network is unreachable/i,
    hint: "Check whether this machine can reach the host: a firewall or a proxy may be in between.",
    isTransient: true,
    isOfHost: true,
  },
  {
    pattern: /Name or service not known|nodename nor servname/i,
    hint: "Check the spelling of the host: no name server knows it.",
    isOfHost: true,
  },
  {
    pattern: /Could not resolve|name resolution/i,
    hint: "Check the spelling of the host, and whether this machine can resolve names.",
    isTransient: true,
    isOfHost: true,
  },
  {
    pattern: /Connection refused|Couldn't connect|Failed to connect|unable to connect/i,
    hint: "Check host and port of the address, and whether the server runs: it refuses connections.",
    isOfHost: true,
  },
  {
    pattern: /early EOF|hung up|Connection reset|RPC failed; curl|error: (?:429|50[0234])\b/i,
    hint: "The server is busy, or the connection broke. Try again later.",
    isTransient: true,
  },
];

const UNKNOWN: RemoteFailure = { hint: "Check the address." };

/** The reason of a failed fetch. @param message the standard error of git */
export function remoteFailure(message: string): RemoteFailure {
  return FAILURES.find(({ pattern }) => pattern.test(message)) ?? UNKNOWN;
}

/** Lines about how far git and the server are: `Receiving objects:  40% (2/5)`, `remote: Total 5 (delta 0)`, `From …`. */
const PROGRESS =
  /^(?:remote: +)?(?:[A-Z][a-z]+(?: [a-z]+){0,3}: +\d+(?:%|,|$)|Total \d+ \(|Delta compression using )|^From \S|^ [*+!=-] /;

/** The standard error of git without its progress, in which each line replaces the one before. */
export function withoutProgress(errors: string): string {
  return errors
    .split(/\r\n|\r|\n/)
    .filter((line) => !PROGRESS.test(line))
    .join("\n");
}

/** Compares addresses with that of the repository at hand. */

/** `unknown` where the address is missing or has parts that are filled in later. */
export type Origin = "own" | "other" | "unknown";

/** Matches a directory of this machine. It can have any name, so it says little of where the repository is. */
const DIRECTORY = /^(?:[/.~]|file:)/;

/**
 * The address of the repository at hand: that of `origin`, or OWNER/NAME from the variables of a runner; undefined where neither is
 * known. May contain a password.
 * @param origin the address of `origin`, if there is one
 */
export function ownAddress(
  origin: string | undefined,
  { GITHUB_REPOSITORY }: Readonly<Record<string, string | undefined>>,
): string | undefined {
  return origin === undefined || DIRECTORY.test(origin) ? (GITHUB_REPOSITORY ?? origin) : origin;
}

/**
 * Tells whether an address leads to the repository. A fork or a mirror has another owner, or another host, but the same name: so only
 * the name counts. docs/specification/flux-sources.md 5
 * @param own an address of the repository, or OWNER/NAME; undefined where it is not known
 */
export function originOf(address: string, own: string | undefined): Origin {
  if (address === "" || /[{}$<>*]/.test(address) || own === undefined) return "unknown";
  const [name, ownName] = [nameOf(address), nameOf(own)];
  if (name === "" || ownName === "") return "unknown";
  if (name === ownName) return "own";
  return DIRECTORY.test(own) ? "unknown" : "other";
}

function nameOf(address: string): string {
  const path = address
    .trim()
    .toLowerCase()
    .replace(/[?#].*$/s, "")
    .replace(/\/+$/, "");
  return (path.split(/[/:]/).at(-1) ?? "").replace(/\.git$/, "");
}

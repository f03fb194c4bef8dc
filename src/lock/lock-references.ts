/** The references of a lock: repositories, files, images and charts in a normal form; docs/specification/lock.md 2. */
import { maskSecrets } from "../text/index.ts";
import type { Reference } from "./uses.ts";

/** @param url the parts of the address of a repository; one commit serves all directories in it */
export function gitReference(url: { repository: string; ref?: string | undefined }): Reference {
  return { kind: "git", ref: `${plainAddress(url.repository)}?ref=${url.ref ?? "HEAD"}` };
}

/** @param address of a file; a digest behind `#` is no part of its name */
export function fileReference(address: string): Reference {
  return { kind: "https", ref: plainAddress(address.replace(/#.*$/s, "")) };
}

/**
 * @param name of an image, with its tag. What follows `@` does not count: the digest is that of the use
 * @param digest names an image without a tag, so that two images of one repository have two entries
 */
export function imageReference(name: string, digest: string | undefined): Reference {
  const plainName = name.replace(/@.*$/s, "");
  const hasTag = plainName.lastIndexOf(":") > plainName.lastIndexOf("/");
  return { kind: "image", ref: hasTag || digest === undefined ? plainName : `${plainName}@${digest}` };
}

/** @param version as the chart names it: exact, a range, or empty for the newest */
export function chartReference({ repo, name, version, devel }: ChartAddress): Reference {
  const query = [...(version ? [`version=${version}`] : []), ...(devel ? ["devel=true"] : [])].join("&");
  return { kind: "chart", ref: `${plainAddress(repo.replace(/\/+$/, ""))}/${name}${query === "" ? "" : `?${query}`}` };
}

export interface ChartAddress {
  readonly repo: string;
  readonly name: string;
  readonly version?: string | undefined;
  readonly devel?: boolean | undefined;
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { https: "443", http: "80", ssh: "22", git: "9418" };

/**
 * An address without credentials, with scheme and host in lower case and without the default port. Secrets in its query are
 * masked, as in messages: a lock is committed. The user of an ssh address stays, because it is not a secret.
 */
export function plainAddress(address: string): string {
  const [, scheme, authority, rest] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/is.exec(address) ?? [];
  if (scheme === undefined || authority === undefined || rest === undefined) return maskSecrets(address);
  const protocol = scheme.toLowerCase();
  const at = authority.lastIndexOf("@");
  const user = protocol === "ssh" ? authority.slice(0, at + 1).replace(/:.*@/, "@") : "";
  const host = authority.slice(at + 1).toLowerCase();
  const port = DEFAULT_PORTS[protocol];
  const shown = port !== undefined && host.endsWith(`:${port}`) ? host.slice(0, -port.length - 1) : host;
  const masked = maskSecrets(`${protocol}://${shown}${rest}`);
  return user === "" ? masked : masked.replace("://", `://${user}`);
}

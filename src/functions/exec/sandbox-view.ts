/**
 * Lists the files of this machine that an isolated program sees: programs, libraries and what these need, all of it read-only;
 * docs/specification/executables.md 5.4.
 */
import { lstatSync, readlinkSync } from "node:fs";

/** A path of this machine. A link is made again, and anything else is mounted at the same place. */
export type Visible =
  | { readonly type: "directory" | "file"; readonly path: string }
  | { readonly type: "link"; readonly path: string; readonly target: string };

/**
 * Parts of /usr and not all of it: images of containers often keep a checkout in /usr/src. Of /etc, nothing that holds a secret:
 * /etc/ssl/private is left out. There are no time zone, no hosts and no name servers: a function neither depends on the place of the
 * machine nor has a network.
 */
const PATHS = [
  ...["bin", "sbin", "lib", "lib32", "lib64", "libx32"].map((name) => `/${name}`),
  ...["bin", "sbin", "lib", "lib32", "lib64", "libx32", "libexec", "share"].map((name) => `/usr/${name}`),
  ...["bin", "sbin", "lib", "lib64", "libexec", "share"].map((name) => `/usr/local/${name}`),
  ...["alternatives", "group", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "nsswitch.conf", "passwd"].map(
    (name) => `/etc/${name}`,
  ),
  ...["ssl/certs", "ssl/openssl.cnf", "pki/ca-trust/extracted", "pki/tls/certs"].map((name) => `/etc/${name}`),
];

/** The paths of them that this machine has. */
export function visiblePaths(): readonly Visible[] {
  return PATHS.flatMap((path): Visible[] => {
    try {
      const found = lstatSync(path);
      if (found.isSymbolicLink()) return [{ type: "link", path, target: readlinkSync(path) }];
      if (found.isDirectory()) return [{ type: "directory", path }];
      return found.isFile() ? [{ type: "file", path }] : [];
    } catch {
      return [];
    }
  });
}

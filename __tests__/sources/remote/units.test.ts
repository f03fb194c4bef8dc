/** The units of sources on other machines: which spellings are one unit, and which have none. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { unitsNamedBy } from "../../../src/sources/remote/units.ts";

const SHA = "a".repeat(64);

describe("attack 9.35: an entry names", () => {
  test.each<[entry: string, ...units: string[]]>([
    // One repository, however it is written.
    ["https://github.com/org/app//base?ref=v1", "the repository https://github.com/org/app"],
    ["https://github.com/org/app//other?ref=main&timeout=1", "the repository https://github.com/org/app"],
    ["https://github.com/Org/App.git//base", "the repository https://github.com/org/app"],
    ["https://GITHUB.com/org/app", "the repository https://github.com/org/app"],
    ["https://github.com:443/org/app//base?ref=v1", "the repository https://github.com/org/app"],
    // kustomize drops the port.
    ["https://github.com:8443/org/app.git//base", "the repository https://github.com/org/app"],
    ["github.com/org/app/base", "the repository https://github.com/org/app"],
    ["git::https://github.com/org/app//base", "the repository https://github.com/org/app"],
    ["HTTPS://Git.Example/Team/App.git//base?ref=v1", "the repository https://git.example/Team/App"],
    ["https://git.example:8443/team/app.git", "the repository https://git.example:8443/team/app"],
    ["https://git.example/a/b/c.git//base", "the repository https://git.example/a/b/c"],
    ["https://dev.azure.com/org/project/_git/app/base", "the repository https://dev.azure.com/org/project/_git/app"],
    // Others are other repositories.
    ["https://github.com/org/app2//base", "the repository https://github.com/org/app2"],
    ["https://github.com/org2/app//base", "the repository https://github.com/org2/app"],
    ["https://github.com.example/org/app//base", "the repository https://github.com.example/org/app"],
    ["https://git.example/team/App//base", "the repository https://git.example/team/App"],
    ["https://git.example:444/team/app//base", "the repository https://git.example:444/team/app"],
    // Files: their directory.
    ["https://example.com/crds/v1/crds.yaml", "the directory https://example.com/crds/v1/"],
    [`https://example.com/crds/v1/crds.yaml#sha256=${SHA}`, "the directory https://example.com/crds/v1/"],
    ["https://Example.com:443/crds/v1/other.yaml", "the directory https://example.com/crds/v1/"],
    ["https://example.com/crds/v2/crds.yaml", "the directory https://example.com/crds/v2/"],
    // Never a host alone.
    ["https://example.com/crds.yaml", "the file https://example.com/crds.yaml"],
    // The query may choose anything.
    ["https://example.com/get/it.yaml?file=a", "the file https://example.com/get/it.yaml?file=a"],
    // What GitHub serves of a repository is that repository.
    ["https://raw.githubusercontent.com/Org/App/v1/base/crds.yaml", "the repository https://github.com/org/app"],
    [
      "https://github.com/org/app/releases/download/v1.2.3/install.yaml",
      "the repository https://github.com/org/app",
      "the repository https://github.com/org/app",
    ],
    [
      "https://github.com/org/app/files/1/install.yaml",
      "the repository https://github.com/org/app",
      "the directory https://github.com/org/app/files/1/",
    ],
    ["https://raw.githubusercontent.com/org/app/x.yaml", "the directory https://raw.githubusercontent.com/org/app/"],
    ["https://example.com/a//b.yaml", "the repository https://example.com/a"],
    // Either.
    [
      "https://example.com/team/app",
      "the repository https://example.com/team/app",
      "the file https://example.com/team/app",
    ],
  ])("%s", (entry, ...units) => {
    expect(unitsNamedBy(entry)).toEqual(units);
  });

  test.each([
    "../base",
    "base.yaml",
    "/etc/passwd",
    // A user, and other ways that may carry rights.
    "https://user@github.com/org/app//base",
    "https://user:word@git.example/team/app//base",
    "https://token@example.com/crds/crds.yaml",
    "git@github.com:org/app//base",
    "ssh://git@github.com/org/app//base",
    "org-1234@github.com:org/app",
    "http://github.example/org/app//base",
    "http://example.com/crds/crds.yaml",
    "file:///srv/app//base",
    "git://git.example/team/app.git",
    // Spellings that programs read in two ways.
    "https://git.example/team/../other/app.git",
    "https://git.example/team/./app.git",
    "https://git.example/team/%2e%2e/app.git",
    "https://git.example/te%61m/app.git",
    "https://git.example/team\\app/x.git",
    "https://git.example\\@evil.example/team/app.git",
    "https://git.example:443@evil.example/team/app.git",
    "https://git.example./team/app.git",
    "https://git..example/team/app.git",
    "https://gít.example/team/app.git",
    "https://ｇithub.com/org/app.git",
    "https://git.example/team/äpp.git",
    "https://[::1]/team/app.git",
    "https://git.example:port/team/app.git",
    "https:///team/app.git",
    "https://example.com/../b/c.yaml",
    "https://example.com/b/c.yaml?q=\u00e4",
    "https://example.com/b c/d.yaml",
    "https://example.com/b/\tc.yaml",
  ])("no unit: %j", (entry) => {
    expect(unitsNamedBy(entry)).toEqual([]);
  });

  test("no unit that is a whole host, and none whose address has another host than a browser sees", () => {
    const piece = fc.constantFrom(
      ..."https:// HTTPS:// git:: github.com git.example / // . .. : @ % %2f ? # = & \\ .git _git/ a b org x.yaml ä :443 ref".split(
        " ",
      ),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 14 }).map((parts) => parts.join("")),
        (entry) => {
          for (const unit of unitsNamedBy(entry)) {
            const address = /^the (?:repository|directory|file) (https:\/\/\S+)$/.exec(unit)?.[1] ?? "";
            const { pathname, href, username, host } = new URL(address);
            expect([href, username]).toEqual([address, ""]);
            expect(pathname.length + new URL(address).search.length).toBeGreaterThan(1);
            const own = /^(?:git::)?(?:https:\/\/)?(.*)$/i.exec(entry)?.[1] ?? "";
            expect(own.toLowerCase().startsWith(host.replace(/:.*/, ""))).toBe(true);
          }
        },
      ),
    );
  });
});

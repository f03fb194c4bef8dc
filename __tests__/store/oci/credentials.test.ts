import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import type { Credential } from "../../../src/store/oci/credential.ts";
import { configFiles, credentialFor } from "../../../src/store/oci/credentials.ts";
import { Secrets } from "../../../src/store/oci/secrets.ts";
import { temporaryDirectories } from "../../sources/fixtures.ts";
import { problemOf } from "./client.ts";

const directory = temporaryDirectories();
const base64 = (text: string): string => Buffer.from(text).toString("base64");
const AUTH = { auth: base64("me:pass:word") };
const MINE: Credential = { kind: "password", user: "me", password: "pass:word" };

/** A user's home with configurations, and programs on the PATH. */
function user(files: object, programs: Readonly<Record<string, string>> = {}) {
  const home = directory();
  const put = (path: string, content: string): void => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), content);
  };
  for (const [path, content] of Object.entries(files)) {
    put(path, typeof content === "string" ? content : JSON.stringify(content));
  }
  for (const [name, script] of Object.entries(programs)) {
    put(`bin/${name}`, `#!/bin/sh\n${script}\n`);
    chmodSync(join(home, "bin", name), 0o755);
  }
  const secrets: string[] = [];
  const logged: string[] = [];
  const env = { HOME: home, PATH: `${home}/bin:/usr/bin:/bin` };
  const find = (registry: string, repository = "org/app", more: { env?: object; workTree?: string } = {}) =>
    credentialFor(registry, repository, {
      workTree: more.workTree,
      env: { ...env, ...more.env },
      log: (line) => logged.push(line),
      secrets: new Secrets((text) => secrets.push(text)),
    });
  return { home, find, secrets, logged };
}

// docs/specification/oci.md 3.2
describe("O8: an entry of auths", () => {
  const auths = (entries: object) => ({ ".docker/config.json": { auths: entries } });

  test.each<[string, object, string, string, Credential | undefined]>([
    ["by the host", { "ghcr.io": AUTH }, "ghcr.io", "org/app", MINE],
    ["by host and port", { "localhost:5000": AUTH }, "localhost:5000", "a", MINE],
    ["not by another port", { "localhost:5000": AUTH }, "localhost:5001", "a", undefined],
    ["not by part of a host", { io: AUTH, "evil-ghcr.io": AUTH }, "ghcr.io", "a", undefined],
    ["with a scheme", { "https://ghcr.io": AUTH }, "ghcr.io", "a", MINE],
    ["with a path of an API", { "https://registry.example/v2/": AUTH }, "registry.example", "a", MINE],
    ["in upper case", { "GHCR.IO": AUTH }, "ghcr.io", "a", MINE],
    ["of Docker Hub", { "https://index.docker.io/v1/": AUTH }, "docker.io", "library/a", MINE],
    ["of Docker Hub, as podman names it", { "docker.io": AUTH }, "docker.io", "library/a", MINE],
    ["of a repository", { "quay.io": {}, "quay.io/org": AUTH }, "quay.io", "org/app", MINE],
    ["of the longest path", { "quay.io/org": {}, "quay.io/org/app": AUTH }, "quay.io", "org/app", MINE],
    ["not of another repository", { "quay.io/org/app": AUTH }, "quay.io", "org/application", undefined],
    [
      "with an identity token",
      { a: {}, "ghcr.io": { ...AUTH, identitytoken: "idt" } },
      "ghcr.io",
      "a",
      { kind: "identity", token: "idt" },
    ],
    [
      "with a registry token",
      { "ghcr.io": { registrytoken: "rgt" } },
      "ghcr.io",
      "a",
      { kind: "registry", token: "rgt" },
    ],
    [
      "with user and password",
      { "ghcr.io": { username: "u", password: "p" } },
      "ghcr.io",
      "a",
      { kind: "password", user: "u", password: "p" },
    ],
    ["without a colon", { "ghcr.io": { auth: base64("me") } }, "ghcr.io", "a", undefined],
    ["that is no object", { "ghcr.io": "x" }, "ghcr.io", "a", undefined],
    ["with a name that objects have", {}, "constructor", "a", undefined],
  ])("%s", async (_, entries, registry, repository, expected) => {
    expect(await user(auths(entries)).find(registry, repository)).toEqual(expected);
  });

  // docs/specification/oci.md 3.5
  test("is reported as a secret, also as it is sent", async () => {
    const { find, secrets } = user(auths({ "ghcr.io": AUTH }));
    await find("ghcr.io");
    expect(secrets).toEqual(["pass:word", base64("me:pass:word")]);
  });
});

// docs/specification/oci.md 3.1
describe("O8: configurations", () => {
  const file = (name: string): object => ({ auths: { "ghcr.io": { auth: base64(`${name}:pw`) } } });

  test("are searched in this order", () => {
    const all = {
      HOME: "/h",
      DOCKER_CONFIG: "/d",
      REGISTRY_AUTH_FILE: "/r.json",
      XDG_RUNTIME_DIR: "/x",
      XDG_CONFIG_HOME: "/c",
    };
    expect(configFiles(all)).toEqual([
      "/r.json",
      "/d/config.json",
      "/x/containers/auth.json",
      "/c/containers/auth.json",
    ]);
    expect(configFiles({ HOME: "/h" })).toEqual(["/h/.docker/config.json", "/h/.config/containers/auth.json"]);
    expect(configFiles({ DOCKER_CONFIG: "relative", REGISTRY_AUTH_FILE: "auth.json" })).toEqual([]);
    expect(configFiles({})).toEqual([]);
    expect(configFiles({ HOME: "/h" }, "helm-and-docker")).toEqual([
      "/h/.config/helm/registry/config.json",
      "/h/.docker/config.json",
      "/h/.config/containers/auth.json",
    ]);
    const ofHelm = { HELM_CONFIG_HOME: "/c", XDG_CONFIG_HOME: "/x" };
    expect(configFiles(ofHelm, "helm-and-docker")[0]).toBe("/c/registry/config.json");
    expect(configFiles({ ...ofHelm, HELM_REGISTRY_CONFIG: "/r" }, "helm-and-docker")[0]).toBe("/r");
    expect(configFiles({ ...ofHelm, HELM_REGISTRY_CONFIG: "r" }, "helm-and-docker")).toEqual([
      "/x/containers/auth.json",
    ]);
    expect(configFiles({ HOME: "/h", REGISTRY_AUTH_FILE: "/a" }, "none")).toEqual([]);
  });

  test.each([
    [{ ".docker/config.json": file("docker"), ".config/containers/auth.json": file("podman") }, {}, "docker"],
    [{ ".docker/config.json": {}, ".config/containers/auth.json": file("podman") }, {}, "podman"],
    [
      { ".docker/config.json": file("docker"), "run/containers/auth.json": file("run") },
      { XDG_RUNTIME_DIR: "run" },
      "docker",
    ],
    [{ "run/containers/auth.json": file("run") }, { XDG_RUNTIME_DIR: "run" }, "run"],
    [{ ".docker/config.json": file("home"), "d/config.json": file("other") }, { DOCKER_CONFIG: "d" }, "other"],
  ])("%j: the first one with a credential is used", async (files, paths, expected) => {
    const { home, find } = user(files);
    const env = Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, join(home, path)]));
    expect(await find("ghcr.io", "a", { env })).toMatchObject({ user: expected });
  });

  test("in the work tree are not read, also through a link", async () => {
    const { home, find, logged } = user(
      { "tree/.docker/config.json": { credsStore: "evil" } },
      { "docker-credential-evil": "exit 9" },
    );
    symlinkSync(join(home, "tree/.docker"), join(home, "link"));
    for (const name of ["tree/.docker", "link"]) {
      const env = { DOCKER_CONFIG: join(home, name) };
      expect(await find("ghcr.io", "a", { env, workTree: join(home, "tree") })).toBeUndefined();
      await expect(find("ghcr.io", "a", { env })).rejects.toThrow("ended with 9");
    }
    expect(logged).toHaveLength(2);
    expect(logged[0]).toContain("it lies in the work tree, and could name programs to run");
  });

  test("that are no JSON are a problem", async () => {
    const { find } = user({ ".docker/config.json": "{" });
    expect(await problemOf(find("ghcr.io"))).toMatch(
      /^credential-failed: .*config.json cannot be read for credentials/,
    );
  });
});

// docs/specification/oci.md 3.3, 3.4
describe("O8: credential helpers", () => {
  const print = (value: object): string => `cat > "$HOME/asked"; echo '${JSON.stringify(value)}'`;
  const asking = (config: object, programs: Readonly<Record<string, string>>) =>
    user({ ".docker/config.json": config }, programs);

  test.each<[string, object, string, string, Credential]>([
    [
      "of the registry",
      { credHelpers: { "ghcr.io": "x" }, credsStore: "y", auths: { "ghcr.io": AUTH } },
      "ghcr.io",
      "ghcr.io",
      { kind: "password", user: "u", password: "s3cret" },
    ],
    [
      "of all registries",
      { credHelpers: { "quay.io": "y" }, credsStore: "x" },
      "ghcr.io",
      "ghcr.io",
      { kind: "password", user: "u", password: "s3cret" },
    ],
    [
      "of Docker Hub",
      { credsStore: "x" },
      "docker.io",
      "https://index.docker.io/v1/",
      { kind: "password", user: "u", password: "s3cret" },
    ],
  ])("%s gets the address on its standard input", async (_, config, registry, asked, expected) => {
    const { home, find, secrets } = asking(config, {
      "docker-credential-x": print({ ServerURL: "?", Username: "u", Secret: "s3cret" }),
    });
    expect(await find(registry)).toEqual(expected);
    const { readFileSync } = await import("node:fs");
    expect(readFileSync(join(home, "asked"), "utf8")).toBe(asked);
    expect(secrets).toContain("s3cret");
  });

  test("may know an identity token, or nothing", async () => {
    const config = {
      credHelpers: { "a.example": "token", "b.example": "none", "c.example": "empty" },
      auths: { "b.example": AUTH },
    };
    const { find } = asking(config, {
      "docker-credential-token": print({ Username: "<token>", Secret: "idt" }),
      "docker-credential-none": "echo credentials not found in native keychain; exit 1",
      "docker-credential-empty": print({ Username: "", Secret: "" }),
    });
    expect(await find("a.example")).toEqual({ kind: "identity", token: "idt" });
    expect(await find("b.example")).toBeUndefined();
    expect(await find("c.example")).toBeUndefined();
  });

  test("that know nothing of a registry leave it to auths, if they are for all registries", async () => {
    const { find } = asking(
      { credsStore: "none", auths: { "b.example": AUTH } },
      {
        "docker-credential-none": "echo credentials not found in native keychain; exit 1",
      },
    );
    expect(await find("b.example")).toEqual(MINE);
  });

  test("get no variables of the runner, and their argument is get", async () => {
    const { find } = asking(
      { credsStore: "x" },
      {
        "docker-credential-x": `printf '{"Username":"%s","Secret":"%s"}' "$1$#" "-$GITHUB_TOKEN-$ACTIONS_RUNTIME_TOKEN-$AWS_PROFILE"`,
      },
    );
    const env = { GITHUB_TOKEN: "t", ACTIONS_RUNTIME_TOKEN: "t", AWS_PROFILE: "p" };
    expect(await find("ghcr.io", "a", { env })).toEqual({ kind: "password", user: "get1", password: "---p" });
  });

  test.each([
    ["is missing", "missing", "", /docker-credential-missing cannot be started: /],
    ["fails", "x", "echo locked >&2; exit 3", /docker-credential-x ended with 3: locked/],
    ["prints no JSON", "x", "echo s3cret", /docker-credential-x printed no credential/],
    ["has a path for a name", "../x", "", /docker-credential-..\/x is not the name of a program/],
    ["has an option for a name", "-x", "", /is not the name of a program/],
    ["prints without end", "x", "yes", /docker-credential-x it printed more than/],
  ])("that %s is a problem", async (_, name, script, message) => {
    const { find } = asking({ credsStore: name }, script === "" ? {} : { "docker-credential-x": script });
    const problem = await problemOf(find("ghcr.io"));
    expect(problem).toMatch(/^credential-failed: there is no credential for ghcr.io: /);
    expect(problem).toMatch(message);
    expect(problem).not.toContain("s3cret");
  });
});

/** The built action runs functions of trusted catalogs, with the trust of the base. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { useGitHub } from "../github/loopback/each-test.ts";
import { pullRequestEvent } from "../github/loopback/payloads.ts";
import type { LoopbackGitHub } from "../github/loopback/server.ts";
import { catalog, SHA256, SHOP, script } from "./catalog-shop.ts";
import { createRepository, type Files, git, type TestRepository } from "./repository.ts";
import { runStep, type StepResult } from "./runner.ts";

jest.setTimeout(60_000);

let repository: TestRepository;
let base: string;
let server: LoopbackGitHub;
let topics = 0;

beforeAll(() => {
  repository = createRepository(SHOP);
  base = repository.commit("main", { "README.md": "words" });
});
afterAll(() => repository.remove());
useGitHub((started) => (server = started));

const TRUSTED = { "trusted-catalogs": "# ours\ncatalog/functions.yaml\n" };

/** The review of a pull request with these changes. */
function review(changes: Files, inputs: Readonly<Record<string, string>>, event = "pull_request"): Promise<StepResult> {
  const branch = `topic-${++topics}`;
  const head = repository.commit(branch, changes);
  server.setHead(head);
  const workspace = repository.checkout(`refs/heads/${branch}`, 0);
  const payload = pullRequestEvent({ base, head });
  return runStep({ workspace, event, payload, apiUrl: server.url, with: inputs });
}

const comment = (): string => server.comments[0]?.body ?? "";
const diffs = (): string[] => [...comment().matchAll(/```diff\n([^]*?)```/g)].map((match) => match[1] ?? "");

const LEVEL = { "owned/web.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: web\ndata:\n  LEVEL: debug\n" };

describe("a catalog of the repository that is trusted by its path", () => {
  test("names functions that run on both sides", async () => {
    const { code, commands, outputs } = await review(LEVEL, TRUSTED);
    expect([code, commands]).toEqual([0, []]);
    expect(outputs).toMatchObject({ changed: "true", failed: "false", "targets-changed": "1" });
    expect(JSON.parse(outputs["catalog-digests"] ?? "")).toEqual({ "catalog/functions.yaml": `sha256:${SHA256}` });
    expect(diffs()).toEqual([expect.stringContaining("+  LEVEL: debug")]);
    // The object has no labels but those of the function.
    expect(diffs()[0]).toContain("labels:");
    expect(comment()).not.toContain("CAUTION");
  });

  test("runs nothing without the input, and says which line to add", async () => {
    const { code, outputs } = await review(LEVEL, {});
    expect([code, outputs["failed"]]).toEqual([0, "true"]);
    expect(comment()).toContain("catalog/functions.yaml is not trusted");
    expect(comment()).toContain("to the input `trusted-catalogs`");
  });

  test("K17, attack 9.2: an entry that the pull request changes does not run; the others do", async () => {
    const { code, outputs } = await review(catalog(script("attacker")), TRUSTED);
    expect([code, outputs["failed"], outputs["targets-failed"]]).toEqual([1, "true", "1"]);
    expect(comment()).toContain("the catalog entry of SetOwner of fn.example.com/v1 changed in this pull request");
    expect(comment()).toContain("merge the catalog first, or rerun with the trusted catalog");
    expect(comment()).toContain("This change edits what may run: 1 change of catalogs, pins, programs or permissions.");
    expect(comment()).toContain("catalog entry `fn.example.com/v1 SetOwner` changed");
    expect(comment()).not.toContain("attacker");
  });

  test("attack 9.2: a changed entry runs with the digest that somebody reviewed", async () => {
    const changed = catalog(script("team-b"));
    const sha256 = createHash("sha256")
      .update(changed["catalog/functions.yaml"] ?? "")
      .digest("hex");
    const lines = `catalog/functions.yaml\ncatalog/functions.yaml#sha256=${sha256}`;
    const { code } = await review(changed, { "trusted-catalogs": lines });
    expect(code).toBe(0);
    expect(diffs()).toEqual([expect.stringContaining("+    owner: team-b")]);
    expect(comment()).toContain("This change edits what may run");
  });

  test("attack 9.2: an entry that only the pull request has does not run", async () => {
    const extra = `  - group: fn.example.com
    names: {kind: New}
    versions:
    - name: v1
      runtime: {starlark: {path: keep.star, sha256: "${"0".repeat(64)}"}}
`;
    const changes = {
      ...catalog(undefined, extra),
      "owned/function.yaml": "apiVersion: fn.example.com/v1\nkind: New\nmetadata:\n  name: fn\n",
    };
    const { code } = await review(changes, TRUSTED);
    expect(code).toBe(1);
    expect(comment()).toContain("the catalog entry of New of fn.example.com/v1 is new in this pull request");
    expect(comment()).toContain("catalog entry `fn.example.com/v1 New` added");
  });

  test("attack 9.1: a catalog that the pull request brings is neither fetched nor run", async () => {
    let connections = 0;
    const elsewhere = createServer((socket) => {
      connections++;
      socket.destroy();
    }).listen(0, "127.0.0.1");
    await once(elsewhere, "listening");
    const { port } = elsewhere.address() as AddressInfo;
    const reference = `https://127.0.0.1:${port}/catalog.yaml`;
    const kustomization = `catalogs:\n- ${reference}\nresources:\n- web.yaml\ntransformers:\n- function.yaml\n`;
    const inputs = { ...TRUSTED, remote: "127.0.0.1" };
    const { code } = await review({ "owned/kustomization.yaml": kustomization }, inputs);
    elsewhere.close();
    expect([code, connections]).toEqual([1, 0]);
    expect(comment()).toContain(`${reference} is not trusted`);
    expect(comment()).toContain("reference to the catalog");
  });

  test("a private host is reached if a trust line names it, and no other one", async () => {
    let connections = 0;
    const servers = [1, 2].map(() =>
      createServer((socket) => void (connections++, socket.destroy())).listen(0, "127.0.0.1"),
    );
    await Promise.all(servers.map((each) => once(each, "listening")));
    const [named, other] = servers.map((each) => `https://127.0.0.1:${(each.address() as AddressInfo).port}/c.yaml`);
    const kustomization = `catalogs:\n- ${named}\nresources:\n- web.yaml\ntransformers:\n- function.yaml\n`;
    const files = { "owned/kustomization.yaml": kustomization };
    await review(files, { "trusted-catalogs": `${other}\n` });
    expect(connections).toBe(0);
    await review(files, { "trusted-catalogs": `${named}\n` });
    expect(connections).toBeGreaterThan(0);
    for (const each of servers) each.close();
    expect(comment()).not.toContain("is not on the public network");
  });

  test("attack 9.3: a program that the config names does not run", async () => {
    const config = `apiVersion: fn.example.com/v1
kind: SetOwner
metadata:
  name: fn
  annotations:
    config.kubernetes.io/function: "starlark: {path: own.star, name: own}"
`;
    const { code } = await review({ "owned/function.yaml": config, "owned/own.star": script("attacker") }, TRUSTED);
    expect(code).toBe(1);
    expect(comment()).toContain("the program that this config names may not run");
    expect(comment()).toContain("**function `SetOwner fn` changed, and does not run here**: ");
    expect(comment()).toContain("path `own.star` added");
    expect(comment()).not.toContain("attacker");
  });

  test("attack 9.3: a program of a new function that no catalog names stands in the box", async () => {
    const config = `apiVersion: fn.example.com/v1
kind: Own
metadata:
  name: fn
  annotations:
    config.kubernetes.io/function: "container: {image: 'evil.example/x:1', network: true}"
`;
    const files = {
      "kept/kustomization.yaml": "resources: [web.yaml]\ntransformers: [own.yaml]\n",
      "kept/own.yaml": config,
    };
    for (const event of ["pull_request", "pull_request_target"]) {
      await review(files, TRUSTED, event);
      expect(comment()).toContain(
        "**function `Own fn` added, and does not run here**: network `true`, image `evil.example/x:1`",
      );
      server.comments.length = 0;
    }
  });
});

test("a signature that a line demands is looked for at its place, and a new key is shown", async () => {
  const { code } = await review(
    { "keys/platform.pub": "no key" },
    { "trusted-catalogs": "catalog/functions.yaml key=keys/platform.pub" },
  );
  expect(code).toBe(0);
  expect(comment()).toContain("the key keys/platform.pub of a trust line does not exist");
  expect(comment()).toContain("**`kept`** and **`owned`** cannot be compared, and this change may affect them");
  expect(comment()).toContain("file that decides which signatures count `keys/platform.pub` added");
});

test("wrong lines and hosts end the run before it renders, each with its input", async () => {
  const { code, commands } = await review(LEVEL, {
    "trusted-catalogs": "catalog/functions.yaml key=",
    "default-catalogs": "https://host.example/*",
    remote: "host.example:99999",
  });
  expect(code).toBe(1);
  expect(server.comments).toEqual([]);
  expect(commands.map(({ message }) => message.split("\n")[0])).toEqual([
    expect.stringMatching(/input remote: .*host\.example:99999/),
    expect.stringMatching(/input trusted-catalogs: .*empty `key`/),
    expect.stringMatching(/setting default-catalogs: .*not allowed/),
  ]);
});

describe("an event that strangers can cause, with secrets", () => {
  test("runs no function", async () => {
    const { code } = await review(LEVEL, TRUSTED, "pull_request_target");
    expect(code).toBe(0);
    expect(comment()).toContain("no function runs on pull_request_target");
  });

  test("runs those of pinned catalogs if the workflow says so", async () => {
    const inputs = { ...TRUSTED, "functions-on-privileged-events": "true" };
    const { code } = await review(LEVEL, inputs, "pull_request_target");
    expect(code).toBe(0);
    // The object has no labels but those of the function.
    expect(diffs()[0]).toContain("labels:");
  });

  test("attack 9.23: trusts the tip of the base branch, not a former commit that the author starts from", async () => {
    // Nobody has reviewed the catalog in the middle of a pull request that was merged.
    const middle = repository.commit("trunk", { ...catalog(script("attacker")), ...LEVEL });
    git(join(repository.directory, "origin"), "branch", "late", middle);
    const merged = repository.commit("trunk", catalog());
    const head = repository.commit("late", { "owned/more.yaml": "" });
    server.setHead(head);
    const inputs = { ...TRUSTED, "functions-on-privileged-events": "true" };
    const workspace = repository.checkout("refs/heads/late", 0);
    const payload = pullRequestEvent({ base: merged, head });
    const event = "pull_request_target";
    const { code } = await runStep({
      workspace,
      event,
      payload,
      apiUrl: server.url,
      with: { ...inputs, targets: "owned" },
    });
    // It fails on both sides, so the pull request is not to blame.
    expect(code).toBe(0);
    expect(comment()).toContain("the catalog entry of SetOwner of fn.example.com/v1 changed in this pull request");
    expect(comment()).not.toContain("attacker");
  });

  test("attack 9.3: refuses programs that configs name, also then", async () => {
    const inputs = { ...TRUSTED, plugins: "alpha", "functions-on-privileged-events": "true" };
    const { code, commands } = await review(LEVEL, inputs, "pull_request_target");
    expect(code).toBe(1);
    expect(commands.map(({ message }) => message)).toContainEqual(
      expect.stringContaining("the input plugins is refused"),
    );
  });
});

test("attack 9.22: a default catalog is not looked for outside of the repository", async () => {
  const { code } = await review(
    { ...LEVEL, "etc/c.yaml": catalog()["catalog/functions.yaml"] ?? "" },
    { "default-catalogs": "/etc/c.yaml" },
  );
  // It fails on both sides.
  expect(code).toBe(0);
  expect(comment()).toContain("the catalog /etc/c.yaml is not in");
});

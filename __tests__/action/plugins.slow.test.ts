/** The built action never runs a plugin, whatever the inputs are and the runner's home holds. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { useGitHub } from "../github/loopback/each-test.ts";
import { pullRequestEvent } from "../github/loopback/payloads.ts";
import type { LoopbackGitHub } from "../github/loopback/server.ts";
import { createRepository, type TestRepository } from "./repository.ts";
import { runStep } from "./runner.ts";

jest.setTimeout(60_000);

const FILES = {
  "app/kustomization.yaml": "generators: [config.yaml]\n",
  "app/config.yaml": "apiVersion: example.com/v1\nkind: Plug\nmetadata: {name: plug}\n",
  "group/kustomization.yaml": "generators: [config.yaml]\n",
  "group/config.yaml": "apiVersion: team.example.com/v1\nkind: Group\nmetadata: {name: group}\n",
  "go/kustomization.yaml": "generators: [config.yaml]\n",
  "go/config.yaml": "apiVersion: example.com/v1\nkind: Go\nmetadata: {name: go}\n",
};
const PLUGINS = [
  "plugin/example.com/v1/plug/Plug",
  "plugins/team.example.com",
  "plugin/example.com/v1/go/Go.so",
  "kustomize",
];

let repository: TestRepository;
let server: LoopbackGitHub;
let base: string;
let home: string;

beforeAll(() => {
  repository = createRepository(FILES);
  base = repository.commit("main", { "README.md": "words" });
  home = join(repository.directory, "home");
  for (const path of PLUGINS) {
    const file = join(home, ".config/kustomize", path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `#!/bin/sh\ntouch '${join(repository.directory, "ran")}'\n`);
    chmodSync(file, 0o755);
  }
});
afterAll(() => repository.remove());
useGitHub((started) => (server = started));

describe("the action", () => {
  test("each is an error of its target that names it (docs/specification/legacy-plugins.md 2.3)", async () => {
    const head = repository.commit("topic", { "app/more": "" });
    server.setHead(head);
    const { outputs } = await runStep({
      workspace: repository.checkout("refs/heads/topic", 0),
      event: "pull_request",
      payload: pullRequestEvent({ base, head }),
      apiUrl: server.url,
      with: { targets: "**", "affected-only": "false", "kustomize-binary": join(home, ".config/kustomize/kustomize") },
      env: { HOME: home, KUSTOMIZE_PLUGIN_HOME: join(home, ".config/kustomize/plugin") },
    });
    expect(outputs["failed"]).toBe("true");
    const report = readFileSync(outputs["json-path"] ?? "", "utf8");
    for (const kind of ["Plug", "Group", "Go"]) expect(report).toContain(`unable to load external plugin '${kind}'`);
    const body = server.comments[0]?.body ?? "";
    expect(body).toContain("unable to load external plugin 'Plug'");
    // The others need the same, and the change leaves them alone.
    expect(body).toContain("2 more targets, which this change does not touch, need the same.");
    expect(existsSync(join(repository.directory, "ran"))).toBe(false);
  });
});

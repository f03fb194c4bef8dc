/** Charts in the built action: refused without consent; with it, inflated at both sides, and helm sees no token. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { useGitHub } from "../github/loopback/each-test.ts";
import { pullRequestEvent } from "../github/loopback/payloads.ts";
import type { LoopbackGitHub } from "../github/loopback/server.ts";
import { createRepository, type TestRepository } from "./repository.ts";
import { runStep, type StepResult } from "./runner.ts";

jest.setTimeout(60_000);

/** Replaces helm: prints the values, and the variables of the workflow that it can see. */
const HELM = `#!/bin/sh
if [ "$1" = version ]; then echo v3.99.0; exit; fi
printf 'apiVersion: v1\\nkind: ConfigMap\\nmetadata: {name: told}\\ndata:\\n'
sed 's/^/  /' "$5"
echo "  home: '$HOME'"
echo "  seen: '$(env | grep -cE '^(INPUT|ACTIONS|GITHUB|RUNNER)_')'"
`;
const CHART_ENTRY = { "app/kustomization.yaml": "helmCharts:\n- name: web\n  releaseName: r\n" };
const CHART = {
  ...CHART_ENTRY,
  "app/charts/web/Chart.yaml": "name: web\n",
  "app/charts/web/values.yaml": "colour: red\n",
};

let repository: TestRepository;
let server: LoopbackGitHub;
let base: string;

beforeAll(() => {
  repository = createRepository(CHART);
  base = repository.commit("main", { "README.md": "words" });
  mkdirSync(join(repository.directory, "programs"));
  writeFileSync(join(repository.directory, "programs/helm"), HELM);
  chmodSync(join(repository.directory, "programs/helm"), 0o755);
});
afterAll(() => repository.remove());
useGitHub((started) => (server = started));

describe("the action", () => {
  function propose(
    inputs: Record<string, string>,
    files: Record<string, string> = { "app/charts/web/values.yaml": "colour: blue\n", ...CHART_ENTRY },
    event = "pull_request",
  ): Promise<StepResult> {
    const head = repository.commit("topic", files);
    server.setHead(head);
    return runStep({
      workspace: repository.checkout("refs/heads/topic", 0),
      event,
      payload: pullRequestEvent({ base, head }),
      apiUrl: server.url,
      with: inputs,
      env: { PATH: [join(repository.directory, "programs"), process.env["PATH"]].join(delimiter) },
    });
  }

  test("without consent, a chart is an error that names the input", async () => {
    const { code, outputs, log } = await propose({ "enable-helm": "false" });
    // The base did not render either, so the step does not fail.
    expect([code, outputs["failed"]]).toEqual([0, "true"]);
    expect(log).toContain("the chart web is not inflated: must specify --enable-helm");
    expect(log).toContain("enable-helm: true");
  });

  test.each<[what: string, repo: string, inputs: Record<string, string>, message: string]>([
    [
      "with a user, by default",
      "https://user:word@charts.example/",
      {},
      "https://***@charts.example/ is not fetched: `remote: auto` fetches plain https addresses only, and none with a user",
    ],
    ["that is new", "https://charts.example/", {}, "https://charts.example/ is not fetched: no target of main"],
    [
      "without remote sources",
      "https://user:word@charts.example/",
      { remote: "false" },
      "https://***@charts.example/ cannot be fetched: remote sources are disabled",
    ],
    [
      "from this machine",
      "oci://127.0.0.1:5000/charts",
      { remote: "public" },
      "127.0.0.1 is not on the public network",
    ],
    [
      "by plain HTTP",
      "http://charts.example/",
      { remote: "public" },
      "the protocol http is not allowed, only https, ssh",
    ],
    ["from its disk", "file:///charts", { remote: "public" }, "the protocol file is not allowed, only https, ssh"],
  ])("no chart is fetched %s", async (_, repo, inputs, message) => {
    const text = `helmCharts:\n- {name: db, releaseName: r, repo: '${repo}'}\n`;
    const { log } = await propose({ "enable-helm": "true", ...inputs }, { "app/kustomization.yaml": text });
    expect(log).toContain("chart db: ");
    expect(log).toContain(message);
  });

  test("by default, the charts of both commits are inflated, and helm does not see the home directory", async () => {
    const { code, outputs } = await propose({});
    expect([code, outputs["failed"], outputs["resources-changed"]]).toEqual([0, "false", "1"]);
    const manifest = readFileSync(join(outputs["manifests-dir"] ?? "", "app.yaml"), "utf8");
    expect(manifest).toMatch(/home: .*krm-render-.*\/helm\n/);
    expect(manifest).toContain('seen: "0"');
  });

  test("attack 9.36: not on an event whose runs have secrets", async () => {
    const { log } = await propose({}, undefined, "pull_request_target");
    expect(log).toContain("the chart web is not inflated: must specify --enable-helm");
  });

  test("with consent, the charts of both commits are inflated", async () => {
    const { code, outputs } = await propose({ "enable-helm": "true" });
    expect([code, outputs["failed"], outputs["resources-changed"]]).toEqual([0, "false", "1"]);
    const patch = readFileSync(outputs["diff-path"] ?? "", "utf8");
    expect(patch).toMatch(/^- +colour: red\n\+ +colour: blue$/m);
    const manifest = readFileSync(join(outputs["manifests-dir"] ?? "", "app.yaml"), "utf8");
    expect(manifest).toContain('seen: "0"');
  });
});

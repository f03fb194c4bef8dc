/** Every option of `kustomize build` works. */
import { execFileSync } from "node:child_process";
import { afterAll, describe, expect, test } from "@jest/globals";
import { findProgram, lackOf } from "../programs.ts";
import { unless } from "../unless.ts";
import { krmRender, temporaryDirectory } from "./terminal.ts";

const OBJECT = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n";
const directory = temporaryDirectory({ "kustomization.yaml": "resources: [a.yaml]\n", "a.yaml": OBJECT });
afterAll(() => directory.remove());

const build = (...args: string[]) => krmRender(["build", ...args], { cwd: directory.path });

/** A valid value for an option; undefined for a switch. */
const WORKING: Readonly<Record<string, string>> = {
  "as-current-user": "",
  "enable-alpha-plugins": "",
  "enable-exec": "",
  "enable-helm": "",
  "enable-managedby-label": "",
  env: "A=b",
  "helm-api-versions": "v1",
  "helm-command": "helm",
  "helm-debug": "",
  "helm-kube-version": "1.30",
  "load-restrictor": "LoadRestrictionsNone",
  mount: "type=bind,source=./x,target=/x",
  network: "",
  "network-name": "bridge",
  output: "out.yaml",
  reorder: "none",
  "stack-trace": "",
};

// docs/specification/command-line.md 2.6 to 2.8
describe("options that work", () => {
  test.each(Object.entries(WORKING))("--%s %s", async (name, value) => {
    const { status, stdout, stderr } = await build(`--${name}`, ...(value === "" ? [] : [value]));
    expect([status, stderr.includes("error")]).toEqual([0, false]);
    expect(stdout.replace(/  labels:\n.*managed-by: .*\n/, "")).toBe(name === "output" ? "" : OBJECT);
  });

  test.each(["1", "t", "TRUE", "True"])("a switch may be turned on by %s", async (value) => {
    expect((await build(`--enable-managedby-label=${value}`)).stdout).toContain("managed-by");
  });

  test.each(["0", "f", "FALSE", "false"])("a switch may be turned off by %s", async (value) => {
    expect(await build(`--enable-managedby-label=${value}`)).toMatchObject({ status: 0, stdout: OBJECT });
  });
});

test.each(["enable-alpha-plugins", "enable-exec", "network", "as-current-user"])(
  "--%s=false asks for nothing",
  async (name) => {
    expect(await build(`--${name}=false`)).toEqual({ status: 0, stdout: OBJECT, stderr: "" });
  },
);

/** Options of kustomize before 5.4. */
test("--enable-star alone runs nothing", async () => {
  expect(await build("--enable-star")).toEqual({ status: 0, stdout: OBJECT, stderr: "" });
});

const binary = findProgram("KUSTOMIZE_BIN");

unless(lackOf("KUSTOMIZE_BIN"), test)("these are all that kustomize lists", () => {
  const help = execFileSync(binary as string, ["build", "--help"], { encoding: "utf8" });
  const listed = [...help.matchAll(/^ +(?:-\w, )?--([\w-]+)/gm)].map(([, name]) => name as string);
  expect(listed.length).toBeGreaterThan(10);
  expect(listed.filter((name) => name !== "help" && !(name in WORKING))).toEqual([]);
});

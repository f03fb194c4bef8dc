/** Compares published functions, built from source, with kustomize: as executables and in containers. */
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { type Directory, krmRender, temporaryDirectory } from "../cli/terminal.ts";
import { findProgram, lackOf } from "../programs.ts";
import { unless } from "../unless.ts";
import type { RealEngine } from "./container/engines.ts";
import { describeEngines } from "./container/real-world.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const KUSTOMIZE = findProgram("KUSTOMIZE_BIN");

/** The variables of programs: three of kpt's catalog, and the example of kustomize's framework. */
const VARIABLES: Readonly<Record<string, string>> = {
  "search-replace": "SEARCH_REPLACE_BIN",
  "ensure-name-substring": "ENSURE_NAME_SUBSTRING_BIN",
  "upsert-resource": "UPSERT_RESOURCE_BIN",
  example: "EXAMPLE_FUNCTION_BIN",
};

const OBJECTS = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 1
  template:
    spec:
      containers:
      - name: app
        image: nginx:1.26 # {"$kpt-set": "image"}
        envFrom:
        - configMapRef:
            name: settings
      - {name: proxy, image: "envoy:1.31"}
---
apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: shop
spec:
  selector: {app: web}
---
apiVersion: example.com/v1
kind: Shop
metadata:
  name: main
spec:
  name: main
`;

const KUSTOMIZATION = `resources: [objects.yaml]
namePrefix: x-
configMapGenerator:
- name: settings
  literals: [level=info]
sortOptions: {order: fifo}
`;

interface Case {
  readonly name: string;
  readonly function: string;
  readonly field?: "generators" | "transformers";
  readonly config: string;
  /** A part of the output that proves that the function ran. Undefined if it must fail. */
  readonly shows: RegExp | undefined;
}

const CONFIG_MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: fn\ndata:\n";

const CASES: readonly Case[] = [
  {
    name: "search-replace puts values where a pattern matches",
    function: "search-replace",
    config: `${CONFIG_MAP}  by-path: spec.**.image\n  by-value-regex: (nginx):(.*)\n  put-value: example.com/\${1}:\${2}\n`,
    shows: /image: example\.com\/nginx:1\.26$/m,
  },
  {
    name: "search-replace renames",
    function: "search-replace",
    config: `${CONFIG_MAP}  by-path: metadata.name\n  by-value: x-web\n  put-value: shop\n`,
    shows: /^ {2}name: shop$/m,
  },
  {
    name: "search-replace refuses what it does not know",
    function: "search-replace",
    config: `${CONFIG_MAP}  by-nothing: at all\n`,
    shows: undefined,
  },
  {
    name: "ensure-name-substring drops kustomize's annotations",
    function: "ensure-name-substring",
    config: `${CONFIG_MAP}  append: -dev\n`,
    shows: /^ {2}name: x-settings-dev$/m,
  },
  {
    name: "ensure-name-substring with fields of one's own",
    function: "ensure-name-substring",
    config:
      "apiVersion: fn.kpt.dev/v1alpha1\nkind: EnsureNameSubstring\nmetadata:\n  name: fn\nsubstring: dev-\neditMode: prepend\n" +
      "additionalNameFields:\n- path: spec/name\n  kind: Shop\n",
    shows: /^ {2}name: dev-main$/m,
  },
  {
    name: "upsert-resource adds its config, which is dropped at the end",
    function: "upsert-resource",
    config: "apiVersion: v1\nkind: Service\nmetadata:\n  name: other\nspec:\n  selector: {app: other}\n",
    shows: /^(?![^]*name: other)[^]*kind: Service$/m,
  },
  {
    name: "upsert-resource puts its config in the place of an object",
    function: "upsert-resource",
    config: "apiVersion: v1\nkind: Service\nmetadata:\n  name: x-web\n  namespace: shop\nspec:\n  type: NodePort\n",
    shows: /^(?![^]*kind: Service)/,
  },
  {
    name: "the example transforms",
    function: "example",
    config: "apiVersion: example.com/v1\nkind: Tester\nmetadata:\n  name: fn\nvalue: given\n",
    shows: /value: given$/m,
  },
  {
    name: "the example generates",
    function: "example",
    field: "generators",
    config: "apiVersion: example.com/v1\nkind: Tester\nmetadata:\n  name: fn\nvalue: given\n",
    shows: /^kind: ServiceAccount$/m,
  },
];

/** Says which program of a case this machine lacks. */
function lackFor({ function: name }: Case): string | undefined {
  return lackOf("KUSTOMIZE_BIN") ?? lackOf(VARIABLES[name] as string);
}

const directories: Directory[] = [];

afterEach(() => {
  for (const directory of directories.splice(0)) directory.remove();
});

/** The files to build, with a config that specifies the function. */
function inputs({ field = "transformers", config, ...more }: Case, how: string): Directory {
  const annotations = `  annotations:\n    config.kubernetes.io/function: |\n      ${how}\n`;
  const directory = temporaryDirectory({
    "kustomization.yaml": `${KUSTOMIZATION}${field}: [fn.yaml]\n`,
    "objects.yaml": OBJECTS,
    "fn.yaml": config.replace("metadata:\n", `metadata:\n${annotations}`),
  });
  directories.push(directory);
  if (how.startsWith("exec"))
    copyFileSync(findProgram(VARIABLES[more.function] as string) as string, join(directory.path, "fn"));
  return directory;
}

const AS_PROGRAM = "exec: {path: ./fn}";

/** Expects the output of kustomize, which builds the same directory unless it has one of its own. */
async function expectEqual(
  of: Case,
  ours: Directory,
  env: Environment,
  theirs = ours,
  own: readonly string[] = [],
): Promise<void> {
  const flags = ["build", "--enable-alpha-plugins", "--enable-exec"];
  const how = { cwd: theirs.path, env: { ...env }, encoding: "utf8", timeout: 60_000 } as const;
  const expected = spawnSync(KUSTOMIZE as string, flags, how);
  const surroundings = { cwd: ours.path, env: env as Record<string, string> };
  const { status, stdout, stderr } = await krmRender([...flags, "--pull", "never", ...own], surroundings);
  expect({ status, stdout, stderr }).toMatchObject({ status: expected.status, stdout: expected.stdout });
  if (of.shows === undefined) {
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(/^error: fn\.yaml:\d+:\d+: /m);
  } else {
    expect(status).toBe(0);
    expect(stdout).toMatch(of.shows);
  }
}

describe("as executables", () => {
  for (const each of CASES) {
    unless(lackFor(each), test)(each.name, () => expectEqual(each, inputs(each, AS_PROGRAM), process.env));
  }
});

/** Starts an engine only if a test needs it. */
const withEngines = CASES.some((each) => lackFor(each) === undefined) ? describeEngines : () => Promise.resolve();

await withEngines(({ engine, host }) => {
  const images = new Map<string, string>();
  const env = { ...host, KRM_FN_RUNTIME: engine.name };
  const own = engine.ulimits.flatMap((limit) => ["--ulimit", limit]);

  beforeAll(() => {
    for (const [name, variable] of Object.entries(VARIABLES)) {
      const file = findProgram(variable);
      if (file !== undefined) images.set(name, image(engine, name, file));
    }
  });
  afterAll(() => {
    for (const name of images.values()) engine.run("rmi", "-f", name);
  });

  for (const each of CASES) {
    unless(lackFor(each), test)(each.name, async () => {
      const directory = inputs(each, `container: {image: "${images.get(each.function)}"}`);
      // kustomize supports docker only. For other engines it runs the program of the image directly.
      const theirs = engine.name === "docker" ? directory : inputs(each, AS_PROGRAM);
      await expectEqual(each, directory, env, theirs, own);
    });
  }
});

/** Creates an image with a program and the user that kustomize runs it as. */
function image(engine: RealEngine, name: string, file: string): string {
  const directory = mkdtempSync(join(tmpdir(), "published-"));
  try {
    const root = join(directory, "root");
    mkdirSync(join(root, "etc"), { recursive: true });
    writeFileSync(join(root, "etc/passwd"), "nobody:x:65534:65534::/:/function\n");
    copyFileSync(file, join(root, "function"));
    const archive = join(directory, "root.tar");
    execFileSync("tar", ["-C", root, "--owner=0", "--group=0", "-cf", archive, "."]);
    const full = `krm-render-test/${name}-${process.pid}:v1`;
    engine.run("import", "--change", 'ENTRYPOINT ["/function"]', archive, full);
    return engine.name === "podman" ? `localhost/${full}` : full;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

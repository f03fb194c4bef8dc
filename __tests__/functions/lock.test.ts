/** Functions that name their own image are held to the lock; docs/specification/lock.md 2.5, 4.1. */
import { expect, test } from "@jest/globals";
import { diagnosticsOf, formatDiagnostic } from "../../src/diagnostics.ts";
import { createBuilder } from "../../src/engine/index.ts";
import { createFunctions } from "../../src/functions/index.ts";
import { type Lock, LockEnforcer, LockRecorder } from "../../src/lock/index.ts";
import { memoryTree } from "../../src/sources/index.ts";

const A = `sha256:${"a".repeat(64)}`;
const B = `sha256:${"b".repeat(64)}`;

/** Builds with one function, whose image the engine finds by a digest. */
async function run(image: string, found: string, lock?: Lock) {
  const calls: string[] = [];
  const functions = createFunctions({
    alphaPlugins: true,
    exec: false,
    environment: { host: {}, inherited: [], given: [] },
    failOn: "error",
    log: () => undefined,
    containers: async () => ({
      isAvailable: async () => true,
      async program(specification) {
        calls.push(`pull ${specification.image}`);
        return {
          title: specification.image,
          digest: found,
          run: async ({ stdin }) => {
            calls.push("run");
            return { stdout: Buffer.from(stdin), stderr: "", exitCode: 0 };
          },
        };
      },
      close: async () => {},
    }),
  });
  const tree = memoryTree({
    "kustomization.yaml": "resources: [cm.yaml]\ntransformers: [fn.yaml]\n",
    "cm.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: cm}\n",
    "fn.yaml": `apiVersion: x/v1\nkind: Fn\nmetadata:\n  name: fn\n  annotations:\n    config.kubernetes.io/function: "container: {image: '${image}'}"\n`,
  });
  const recorder = new LockRecorder();
  const enforcer = lock && new LockEnforcer(lock, "krm-render.lock");
  const uses = {
    expect: (reference: Parameters<LockEnforcer["expect"]>[0]) => enforcer?.expect(reference).digest,
    check: (use: Parameters<LockEnforcer["check"]>[0]) => enforcer?.check(use),
    record: (all: Iterable<Parameters<LockRecorder["record"]>[0]>) => {
      for (const use of all) recorder.record(use, ".");
    },
  };
  try {
    await createBuilder(tree, { functions, uses }).build("/");
    return { calls, lock: recorder.lock, messages: [] };
  } catch (thrown) {
    return { calls, lock: recorder.lock, messages: diagnosticsOf(thrown).map(formatDiagnostic) };
  } finally {
    await functions.close();
  }
}

const entry = (ref: string, digest: string) => ({ kind: "image" as const, ref, digest, usedBy: ["."] });

test.each([
  ["a tag", "x.example/fn:v1", A, "x.example/fn:v1"],
  ["a digest", `x.example/fn@${A}`, A, `x.example/fn@${A}`],
  ["a tag and a digest", `x.example/fn:v1@${A}`, A, "x.example/fn:v1"],
])("%s is recorded, and passes then", async (_, image, found, ref) => {
  const { lock } = await run(image, found);
  expect(lock).toEqual([entry(ref, found)]);
  expect(await run(image, found, lock)).toMatchObject({ messages: [], calls: [expect.stringMatching(/^pull/), "run"] });
});

test("a tag that has moved is pulled and not run", async () => {
  const { calls, messages } = await run("x.example/fn:v1", B, [entry("x.example/fn:v1", A)]);
  expect(calls).toEqual(["pull x.example/fn:v1"]);
  expect(messages).toEqual([
    expect.stringMatching(
      /^fn\.yaml:6:\d+: .*image x\.example\/fn:v1 is sha256:b+, and krm-render\.lock has sha256:a+/,
    ),
  ]);
});

test.each([
  ["an image without an entry", "x.example/other:v1", /has no entry in krm-render\.lock/],
  ["another digest", `x.example/fn:v1@${B}`, /and krm-render\.lock has sha256:a/],
])("%s is not even pulled", async (_, image, message) => {
  const { calls, messages } = await run(image, B, [entry("x.example/fn:v1", A)]);
  expect(calls).toEqual([]);
  expect(messages).toEqual([expect.stringMatching(message)]);
});

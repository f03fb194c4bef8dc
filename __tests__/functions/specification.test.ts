/** All forms in which a config specifies its function; docs/specification/function-configs.md 1, 2. */
import { describe, expect, test } from "@jest/globals";
import { type Diagnostic, diagnosticsOf } from "../../src/diagnostics.ts";
import { readSpecification, reservedFields } from "../../src/functions/specification/read-specification.ts";
import { parseObjects } from "../../src/resource/objects.ts";
import type { MapNode } from "../../src/yaml/nodes/node.ts";

const FILE = "config.yaml";

function specificationOf(text: string) {
  const config = parseObjects(text, FILE)[0] as MapNode;
  const warnings: Diagnostic[] = [];
  try {
    const found = readSpecification(config, FILE, (one) => void warnings.push(typeof one === "function" ? one() : one));
    const { location, ...said } = found ?? {};
    return {
      said: found && said,
      location,
      warnings: warnings.map(({ code }) => code),
      reserved: reservedFields(config),
    };
  } catch (thrown) {
    return { problems: diagnosticsOf(thrown) };
  }
}

const annotated = (text: string, name = "config.kubernetes.io/function"): string =>
  `kind: Fn\nmetadata:\n  name: fn\n  annotations:\n    ${name}: |\n      ${text.replaceAll("\n", "\n      ")}\n`;
const withField = (field: string): string => `kind: Fn\nmetadata: {name: fn}\n${field}\n`;

const CONTAINER = { type: "container", image: "i", network: false, mounts: [], envs: [] };
const EXEC = { type: "exec", path: "./fn", args: [], envs: [] };

describe("a specification", () => {
  test.each([
    ["container (docs/specification/function-configs.md 1.1)", annotated("container:\n  image: i"), CONTAINER],
    [
      "all fields of a container (docs/specification/function-configs.md 1.1)",
      annotated(
        "container:\n  image: i\n  network: true\n  envs: [A=1, B]\n  mounts: [{type: bind, src: a, dst: /a, rw: true}, {src: b, dst: /b}]",
      ),
      {
        ...CONTAINER,
        network: true,
        envs: ["A=1", "B"],
        mounts: [
          { type: "bind", source: "a", target: "/a", writable: true },
          { type: "bind", source: "b", target: "/b", writable: false },
        ],
      },
    ],
    [
      "permissions for the program of a catalog (docs/specification/function-configs.md 1.9)",
      withField("runtime: {container: {network: true, mounts: [{src: a, dst: /a}]}}"),
      {
        type: "catalog",
        network: true,
        mounts: [{ type: "bind", source: "a", target: "/a", writable: false }],
      },
    ],
    ["exec (docs/specification/function-configs.md 1.1)", annotated("exec: {path: ./fn}"), EXEC],
    [
      "all fields of exec (docs/specification/function-configs.md 1.1)",
      annotated(`exec:\n  path: ./fn\n  args: [yes, 012, 1.50, "y", null, on]\n  envs: [A=1]`),
      { ...EXEC, args: ["true", "10", "1.5", "y", "", "true"], envs: ["A=1"] },
    ],
    [
      "env for envs (docs/specification/function-configs.md 1.1)",
      annotated("exec: {path: ./fn, env: [A=1]}"),
      { ...EXEC, envs: ["A=1"] },
    ],
    [
      "the older annotation (docs/specification/function-configs.md 1.3)",
      annotated("exec: {path: ./fn}", "config.k8s.io/function"),
      EXEC,
    ],
    [
      "metadata.configFn (docs/specification/function-configs.md 1.3)",
      "kind: Fn\nmetadata: {name: fn, configFn: {container: {image: i}}}",
      CONTAINER,
    ],
    [
      "an annotation that is an image (docs/specification/function-configs.md 1.3)",
      "kind: Fn\nmetadata: {name: fn, annotations: {config.kubernetes.io/container: i}}",
      CONTAINER,
    ],
    [
      "the newest form wins (docs/specification/function-configs.md 1.3)",
      "kind: Fn\nmetadata: {name: fn, configFn: {container: {image: x}}, annotations: {config.kubernetes.io/container: x, config.k8s.io/function: 'container: {image: x}', config.kubernetes.io/function: 'container: {image: i}'}}",
      CONTAINER,
    ],
    [
      "starlark (docs/specification/function-configs.md 1.1)",
      annotated("starlark: {path: a.star, name: s}"),
      { type: "starlark", path: "a.star", name: "s", dialect: "kustomize" },
    ],
    ["runtime (docs/specification/function-configs.md 2.1, 2.2)", withField("runtime: {exec: {path: ./fn}}"), EXEC],
    [
      "with a digest (docs/specification/function-configs.md 2.3)",
      withField(`runtime: {container: {image: i, sha256: ${"a".repeat(64)}}}`),
      { ...CONTAINER, sha256: "a".repeat(64) },
    ],
    [
      "an annotation as well, if it is the same (docs/specification/function-configs.md 2.3)",
      `${annotated("exec: {path: ./fn}")}runtime: {exec: {path: ./fn}}`,
      EXEC,
    ],
    ["none", withField("spec: {}"), undefined],
    [
      "a field `runtime` of the function itself (docs/specification/function-configs.md 2.5)",
      withField("runtime: python"),
      undefined,
    ],
    [
      "a runtime with other fields (docs/specification/function-configs.md 2.5)",
      withField("runtime: {exec: {path: x}, version: 3}"),
      undefined,
    ],
    ["an empty runtime (docs/specification/function-configs.md 2.5)", withField("runtime: {}"), undefined],
  ])("%s", (_, text, expected) => {
    expect(specificationOf(text)).toMatchObject({ said: expected, warnings: [] });
  });

  test.each([
    [
      "a network that is an object (docs/specification/function-configs.md 1.4)",
      annotated("container: {image: i, network: {required: true}}"),
      { ...CONTAINER, network: true },
      "deprecated-field",
    ],
    [
      "container and exec (docs/specification/function-configs.md 1.5)",
      annotated("container: {image: i}\nexec: {path: ./fn}"),
      CONTAINER,
      "several-runtimes",
    ],
    [
      "container and starlark (docs/specification/function-configs.md 1.5)",
      annotated("container: {image: i}\nstarlark: {}"),
      CONTAINER,
      "several-runtimes",
    ],
    [
      "starlark and exec (docs/specification/function-configs.md 1.5)",
      annotated("exec: {path: ./fn}\nstarlark: {path: a.star}"),
      { type: "starlark", path: "a.star" },
      "several-runtimes",
    ],
    [
      "deferFailure (docs/specification/function-configs.md 1.8)",
      annotated("container: {image: i}\ndeferFailure: true"),
      CONTAINER,
      "ignored-field",
    ],
    [
      "provider (docs/specification/function-configs.md 2.1, 2.3)",
      withField("provider: {container: {image: i}}"),
      CONTAINER,
      "deprecated-field",
    ],
    [
      "runtime and provider, if they are the same (docs/specification/function-configs.md 2.3)",
      withField("runtime: {exec: {path: ./fn}}\nprovider: {exec: {path: ./fn}}"),
      EXEC,
      "deprecated-field",
    ],
  ])("%s is reported", (_, text, said, code) => {
    expect(specificationOf(text)).toMatchObject({ said, warnings: [code] });
  });

  test.each([
    [
      "an unknown field (docs/specification/function-configs.md 1.1)",
      annotated("container: {image: i, cpu: 2}"),
      "unknown-field",
      /"cpu"/,
    ],
    ["an unknown form (docs/specification/function-configs.md 1.1)", annotated("wasm: {}"), "unknown-field", /"wasm"/],
    [
      "a field twice (docs/specification/function-configs.md 1.1)",
      annotated("exec: {path: a}\nexec: {path: b}"),
      "invalid-function",
      /already set/,
    ],
    [
      "broken YAML (docs/specification/function-configs.md 1.1)",
      annotated("exec: ["),
      "invalid-function",
      /cannot be read/,
    ],
    ["a list (docs/specification/function-configs.md 1.1)", annotated("[a]"), "wrong-type", /mapping/],
    [
      "an image that is a list (docs/specification/function-configs.md 1.1)",
      annotated("container: {image: [a]}"),
      "wrong-type",
      /image/,
    ],
    [
      "an annotation that is not a string (docs/specification/function-configs.md 1.1)",
      "kind: Fn\nmetadata:\n  name: fn\n  annotations:\n    config.kubernetes.io/function:\n      exec: {path: a}\n",
      "invalid-function",
      /is not a string/,
    ],
    [
      "a network with another field (docs/specification/function-configs.md 1.4)",
      annotated("container: {image: i, network: {required: true, name: n}}"),
      "unknown-field",
      /"name"/,
    ],
    [
      "half a digest (docs/specification/function-configs.md 1.7)",
      annotated("exec: {path: a, sha256: abc}"),
      "invalid-function",
      /exec\.sha256.*64/,
    ],
    [
      "an unknown field beside the same annotation (docs/specification/function-configs.md 2.3)",
      `${annotated("exec: {path: a}")}runtime: {exec: {path: a, cpu: 2}}`,
      "unknown-field",
      /"cpu"/,
    ],
    [
      "nothing (docs/specification/function-configs.md 1.6)",
      annotated("{}"),
      "invalid-function",
      /lacks container or exec/,
    ],
    [
      "no image (docs/specification/function-configs.md 1.6)",
      annotated("container: {envs: [A=b]}"),
      "invalid-function",
      /container\.image/,
    ],
    [
      "no path (docs/specification/function-configs.md 1.6)",
      annotated("exec: {args: [a]}"),
      "invalid-function",
      /exec\.path/,
    ],
    [
      "two scripts (docs/specification/starlark.md 2.1)",
      annotated("starlark: {path: a, url: b}"),
      "invalid-function",
      /both `starlark.path` and `starlark.url`/,
    ],
    [
      "runtime and provider differ (docs/specification/function-configs.md 2.3)",
      withField("runtime: {exec: {path: a}}\nprovider: {exec: {path: b}}"),
      "invalid-function",
      /specify different functions/,
    ],
    [
      "annotation and runtime differ (docs/specification/function-configs.md 2.3)",
      `${annotated("exec: {path: a}")}runtime: {exec: {path: b}}`,
      "invalid-function",
      /specify different functions/,
    ],
  ])("%s is an error at its place", (_, text, code, message) => {
    const { problems: all = [] } = specificationOf(text);
    const problems = all.filter(({ severity }) => severity === "error");
    expect(problems.map((one) => one.code)).toEqual([code]);
    expect(problems[0]?.message).toMatch(message);
    expect([problems[0]?.file, problems[0]?.line !== undefined]).toEqual([FILE, true]);
  });

  test("has the location of its annotation or field (docs/specification/function-configs.md 1.8)", () => {
    expect(specificationOf(annotated("exec: {path: ./fn}")).location).toEqual({ file: FILE, line: 5, column: 36 });
    expect(specificationOf(withField("runtime: {exec: {path: ./fn}}")).location).toMatchObject({ line: 3 });
  });

  test("is hidden from the function if it is a field (docs/specification/function-configs.md 2.4)", () => {
    expect(specificationOf(withField("runtime: {exec: {path: ./fn}}\nprovider: 3")).reserved).toEqual(["runtime"]);
  });
});

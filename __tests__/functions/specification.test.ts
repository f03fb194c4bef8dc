/** All forms in which a config says how its function is run; rows A5.1 to A5.5, A5.12, A5.13 and B4.7 to B4.10. */
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
    ["A5.1 container", annotated("container:\n  image: i"), CONTAINER],
    [
      "A5.1 all fields of a container",
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
    ["A5.1 exec", annotated("exec: {path: ./fn}"), EXEC],
    [
      "A5.1 all fields of exec",
      annotated(`exec:\n  path: ./fn\n  args: [yes, 012, 1.50, "y", null, on]\n  envs: [A=1]`),
      { ...EXEC, args: ["true", "10", "1.5", "y", "", "true"], envs: ["A=1"] },
    ],
    ["A5.1 env for envs", annotated("exec: {path: ./fn, env: [A=1]}"), { ...EXEC, envs: ["A=1"] }],
    ["A5.2 the older annotation", annotated("exec: {path: ./fn}", "config.k8s.io/function"), EXEC],
    ["A5.2 metadata.configFn", "kind: Fn\nmetadata: {name: fn, configFn: {container: {image: i}}}", CONTAINER],
    [
      "A5.2 an annotation that is an image",
      "kind: Fn\nmetadata: {name: fn, annotations: {config.kubernetes.io/container: i}}",
      CONTAINER,
    ],
    [
      "A5.2 the newest form wins",
      "kind: Fn\nmetadata: {name: fn, configFn: {container: {image: x}}, annotations: {config.kubernetes.io/container: x, config.k8s.io/function: 'container: {image: x}', config.kubernetes.io/function: 'container: {image: i}'}}",
      CONTAINER,
    ],
    [
      "A5.5 starlark",
      annotated("starlark: {path: a.star, name: s}"),
      { type: "starlark", path: "a.star", name: "s", dialect: "kustomize" },
    ],
    ["A5.12, B4.10 runtime", withField("runtime: {exec: {path: ./fn}}"), EXEC],
    [
      "B4.7 with a digest",
      withField(`runtime: {container: {image: i, sha256: ${"a".repeat(64)}}}`),
      { ...CONTAINER, sha256: "a".repeat(64) },
    ],
    [
      "B4.7 an annotation as well, if it is the same",
      `${annotated("exec: {path: ./fn}")}runtime: {exec: {path: ./fn}}`,
      EXEC,
    ],
    ["none", withField("spec: {}"), undefined],
    ["B4.9 a runtime that is the function's own", withField("runtime: python"), undefined],
    ["B4.9 a runtime with other fields", withField("runtime: {exec: {path: x}, version: 3}"), undefined],
    ["B4.9 an empty runtime", withField("runtime: {}"), undefined],
  ])("%s", (_, text, expected) => {
    expect(specificationOf(text)).toMatchObject({ said: expected, warnings: [] });
  });

  test.each([
    [
      "A5.3 a network that is an object",
      annotated("container: {image: i, network: {required: true}}"),
      { ...CONTAINER, network: true },
      "deprecated-field",
    ],
    ["A5.4 container and exec", annotated("container: {image: i}\nexec: {path: ./fn}"), CONTAINER, "several-runtimes"],
    ["A5.4 container and starlark", annotated("container: {image: i}\nstarlark: {}"), CONTAINER, "several-runtimes"],
    [
      "A5.5 starlark and exec",
      annotated("exec: {path: ./fn}\nstarlark: {path: a.star}"),
      { type: "starlark", path: "a.star" },
      "several-runtimes",
    ],
    ["A5.13 deferFailure", annotated("container: {image: i}\ndeferFailure: true"), CONTAINER, "ignored-field"],
    ["A5.12, B4.7 provider", withField("provider: {container: {image: i}}"), CONTAINER, "deprecated-field"],
    [
      "B4.7 runtime and provider, if they are the same",
      withField("runtime: {exec: {path: ./fn}}\nprovider: {exec: {path: ./fn}}"),
      EXEC,
      "deprecated-field",
    ],
  ])("%s is told", (_, text, said, code) => {
    expect(specificationOf(text)).toMatchObject({ said, warnings: [code] });
  });

  test.each([
    ["A5.1 an unknown field", annotated("container: {image: i, cpu: 2}"), "unknown-field", /"cpu"/],
    ["A5.1 an unknown form", annotated("wasm: {}"), "unknown-field", /"wasm"/],
    ["A5.1 a field twice", annotated("exec: {path: a}\nexec: {path: b}"), "invalid-function", /already set/],
    ["A5.1 broken YAML", annotated("exec: ["), "invalid-function", /cannot be read/],
    ["A5.1 a list", annotated("[a]"), "wrong-type", /mapping/],
    ["A5.1 an image that is a list", annotated("container: {image: [a]}"), "wrong-type", /image/],
    [
      "A5.1 an annotation that is no text",
      "kind: Fn\nmetadata:\n  name: fn\n  annotations:\n    config.kubernetes.io/function:\n      exec: {path: a}\n",
      "invalid-function",
      /is not a text/,
    ],
    [
      "A5.3 a network with another field",
      annotated("container: {image: i, network: {required: true, name: n}}"),
      "unknown-field",
      /"name"/,
    ],
    ["C6.1 half a digest", annotated("exec: {path: a, sha256: abc}"), "invalid-function", /exec\.sha256.*64/],
    [
      "B4.7 an unknown field beside the same annotation",
      `${annotated("exec: {path: a}")}runtime: {exec: {path: a, cpu: 2}}`,
      "unknown-field",
      /"cpu"/,
    ],
    ["A5.1 nothing", annotated("{}"), "invalid-function", /lacks container or exec/],
    ["A5.1 no image", annotated("container: {network: true}"), "invalid-function", /container\.image/],
    ["A5.1 no path", annotated("exec: {args: [a]}"), "invalid-function", /exec\.path/],
    ["A5.5 two scripts", annotated("starlark: {path: a, url: b}"), "invalid-function", /only one/],
    [
      "B4.7 runtime and provider differ",
      withField("runtime: {exec: {path: a}}\nprovider: {exec: {path: b}}"),
      "invalid-function",
      /two ways/,
    ],
    [
      "B4.7 annotation and runtime differ",
      `${annotated("exec: {path: a}")}runtime: {exec: {path: b}}`,
      "invalid-function",
      /two ways/,
    ],
  ])("%s is an error at its place", (_, text, code, message) => {
    const { problems: all = [] } = specificationOf(text);
    const problems = all.filter(({ severity }) => severity === "error");
    expect(problems.map((one) => one.code)).toEqual([code]);
    expect(problems[0]?.message).toMatch(message);
    expect([problems[0]?.file, problems[0]?.line !== undefined]).toEqual([FILE, true]);
  });

  test("A5.13 is at the place where it is written", () => {
    expect(specificationOf(annotated("exec: {path: ./fn}")).location).toEqual({ file: FILE, line: 5, column: 36 });
    expect(specificationOf(withField("runtime: {exec: {path: ./fn}}")).location).toMatchObject({ line: 3 });
  });

  test("B4.8 is not for the function to see where it stands in a field", () => {
    expect(specificationOf(withField("runtime: {exec: {path: ./fn}}\nprovider: 3")).reserved).toEqual(["runtime"]);
  });
});

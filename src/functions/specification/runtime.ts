/**
 * Which of the ways to run a function counts, where a config says several, and what it lacks;
 * docs/specification/function-configs.md 1.5 to 1.8.
 */
import { failure, type Location, type Warn } from "../../diagnostics.ts";
import type {
  ContainerSpecification,
  ExecSpecification,
  FunctionSpecification,
  StarlarkSpecification,
} from "./function-specification.ts";
import type { Document } from "./specification-document.ts";

/** kustomize looked for an image, then a program in Starlark, then an executable. @throws KrmError `invalid-function` */
export function chooseRuntime(found: Document, location: Location, warn: Warn): FunctionSpecification {
  const { container, exec, starlark, deferFailure } = found;
  if (deferFailure) {
    warn({
      code: "ignored-field",
      severity: "warning",
      message: "`deferFailure` has no effect: a function that fails, fails the build",
      ...location,
    });
  }
  const ways: [name: string, read: () => FunctionSpecification][] = [];
  if (container?.image) ways.push(["container", () => containerOf(container, location)]);
  if (starlark !== undefined) ways.push(["program in Starlark", () => starlarkOf(starlark, location)]);
  if (exec?.path) ways.push(["executable", () => execOf(exec, location)]);
  const [way] = ways;
  if (way === undefined) {
    if (container !== undefined) throw missing("container.image", "Name the image of the function.", location);
    if (exec !== undefined) throw missing("exec.path", "Name the executable of the function.", location);
    throw missing("container or exec", "Say how the function is run.", location);
  }
  const [name, read] = way;
  if (ways.length > 1) {
    warn({
      code: "several-runtimes",
      severity: "warning",
      message: `this function says several ways to run it; the ${name} is used`,
      ...location,
      hint: "Keep one of them.",
    });
  }
  return read();
}

type Section<Name extends keyof Document> = NonNullable<Document[Name]>;

function containerOf(
  { image = "", sha256, network = false, mounts = [], envs = [], env = [] }: Section<"container">,
  location: Location,
): ContainerSpecification {
  return {
    type: "container",
    image,
    sha256,
    network,
    mounts: mounts.map(({ type = "bind", src = "", dst = "", rw = false }) => ({
      type,
      source: src,
      target: dst,
      writable: rw,
    })),
    envs: [...envs, ...env],
    location,
  };
}

function execOf(
  { path = "", args = [], envs = [], env = [], sha256 }: Section<"exec">,
  location: Location,
): ExecSpecification {
  return { type: "exec", path, args, envs: [...envs, ...env], sha256: digestOf(sha256, "exec", location), location };
}

function starlarkOf(
  { path, url, name = "", sha256, dialect = "kustomize" }: Section<"starlark">,
  location: Location,
): StarlarkSpecification {
  if (path && url) throw missing("only one of starlark.path and starlark.url", "Name one script.", location);
  if (!path && !url) {
    const hint =
      "Name the file of the program. One that stands in the config, as for kpt, has to be moved into a file.";
    throw missing("starlark.path", hint, location);
  }
  if (dialect !== "kustomize" && dialect !== "kpt") {
    throw failure("invalid-function", `there is no dialect "${dialect}" of Starlark`, {
      ...location,
      hint: "Write kustomize, which is the default, or kpt.",
    });
  }
  return {
    type: "starlark",
    name,
    path: path || undefined,
    url: url || undefined,
    sha256: digestOf(sha256, "starlark", location),
    dialect,
    location,
  };
}

/** 64 small hexadecimal digits (docs/specification/function-configs.md 1.7). */
function digestOf(sha256: string | undefined, section: string, location: Location): string | undefined {
  if (sha256 === undefined) return undefined;
  const digits = sha256.replace(/^sha256:/i, "").toLowerCase();
  if (/^[0-9a-f]{64}$/.test(digits)) return digits;
  throw failure("invalid-function", `\`${section}.sha256\` does not have 64 hexadecimal digits`, {
    ...location,
    hint: "Write what sha256sum prints for the file, in quotes.",
  });
}

function missing(field: string, hint: string, location: Location): Error {
  return failure("invalid-function", `the specification of this function lacks ${field}`, { ...location, hint });
}

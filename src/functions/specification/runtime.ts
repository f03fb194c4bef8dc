/**
 * Chooses the runtime of a function from its specification, and checks that it is complete;
 * docs/specification/function-configs.md 1.5 to 1.8.
 */
import { failure, type Location, type Warn } from "../../diagnostics.ts";
import type {
  ContainerSpecification,
  ExecSpecification,
  FunctionSpecification,
  Mount,
  RequestedFunction,
  StarlarkSpecification,
} from "./function-specification.ts";
import type { Document } from "./specification-document.ts";

/**
 * Takes the first of an image, a Starlark program and an executable, in kustomize's order. Warns if there are several.
 * @throws KrmError `invalid-function`
 */
export function chooseRuntime(found: Document, location: Location, warn: Warn): FunctionSpecification {
  const { container, exec, starlark, deferFailure } = found;
  if (deferFailure) {
    warn({
      code: "ignored-field",
      severity: "warning",
      message: "`deferFailure` has no effect: a function that fails always fails the build",
      ...location,
    });
  }
  const ways: [name: string, read: () => FunctionSpecification][] = [];
  if (container?.image) ways.push(["container", () => containerOf(container, location)]);
  if (starlark !== undefined) ways.push(["Starlark program", () => starlarkOf(starlark, location)]);
  if (exec?.path) ways.push(["executable", () => execOf(exec, location)]);
  const [way] = ways;
  if (way === undefined) {
    if (container !== undefined && asksOnly(container)) return requestOf(container, location);
    if (container !== undefined) throw missing("container.image", "Name the image of the function.", location);
    if (exec !== undefined) throw missing("exec.path", "Name the executable of the function.", location);
    throw missing("container or exec", "Name the image or the executable of the function.", location);
  }
  const [name, read] = way;
  if (ways.length > 1) {
    warn({
      code: "several-runtimes",
      severity: "warning",
      message: `this function has several runtimes; the ${name} is used`,
      ...location,
      hint: "Remove the others.",
    });
  }
  return read();
}

/** Tells whether a section names permissions and no image. A catalog names the image. */
function asksOnly({ image, sha256, network, mounts, envs, env }: Section<"container">): boolean {
  if (image !== undefined || sha256 !== undefined || envs !== undefined || env !== undefined) return false;
  return network !== undefined || mounts !== undefined;
}

function requestOf({ network, mounts }: Section<"container">, location: Location): RequestedFunction {
  return { type: "catalog", network, mounts: mountsOf(mounts), location };
}

type Section<Name extends keyof Document> = NonNullable<Document[Name]>;

function containerOf(
  { image = "", sha256, network = false, mounts, envs = [], env = [] }: Section<"container">,
  location: Location,
): ContainerSpecification {
  const all = [...envs, ...env];
  return { type: "container", image, sha256, network, mounts: mountsOf(mounts), envs: all, location };
}

function mountsOf(mounts: Section<"container">["mounts"] = []): Mount[] {
  return mounts.map(({ type = "bind", src: source = "", dst: target = "", rw: writable = false }) => {
    return { type, source, target, writable };
  });
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
  if (path && url) {
    const hint = "Remove one of them.";
    throw failure("invalid-function", "both `starlark.path` and `starlark.url` are set", { ...location, hint });
  }
  if (!path && !url) {
    const hint = "Name the file of the program. Move a program that is written in the config, as for kpt, into a file.";
    throw missing("starlark.path", hint, location);
  }
  if (dialect !== "kustomize" && dialect !== "kpt") {
    const hint = "Write `kustomize`, the default, or `kpt`.";
    throw failure("invalid-function", `\`starlark.dialect\` has the unknown value "${dialect}"`, { ...location, hint });
  }
  const digest = digestOf(sha256, "starlark", location);
  return { type: "starlark", name, path: path || undefined, url: url || undefined, sha256: digest, dialect, location };
}

/** The digest as 64 hexadecimal digits in lower case (docs/specification/function-configs.md 1.7). */
function digestOf(sha256: string | undefined, section: string, location: Location): string | undefined {
  if (sha256 === undefined) return undefined;
  const digits = sha256.replace(/^sha256:/i, "").toLowerCase();
  if (/^[0-9a-f]{64}$/.test(digits)) return digits;
  const hint = "Write the digest that `sha256sum FILE` prints, in quotes.";
  throw failure("invalid-function", `\`${section}.sha256\` is not 64 hexadecimal digits`, { ...location, hint });
}

function missing(field: string, hint: string, location: Location): Error {
  return failure("invalid-function", `the specification of this function lacks ${field}`, { ...location, hint });
}

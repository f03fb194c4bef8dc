/** Reads one function of a catalog, whose shape has been checked; docs/specification/catalogs.md 1.2 to 1.7. */
import type { Diagnostic, Location } from "../diagnostics.ts";
import { quote } from "../documents/index.ts";
import { scalarText } from "../resource/index.ts";
import { get, isNull, locate, type MapNode, type Node } from "../yaml/nodes/node.ts";
import type { CatalogEntry, ContainerRuntime, ExecFile, ExecRuntime, Runtimes, StarlarkRuntime } from "./catalog.ts";
import { flagOf } from "./node-values.ts";

/**
 * The versions of a function.
 * @param problems receives what is missing or contradictory; with an error the result does not count
 */
export function readFunction(node: MapNode, file: string, problems: Diagnostic[]): readonly CatalogEntry[] {
  const context = new FunctionReading(file, problems);
  const group = textOf(node, "group") ?? "";
  const kind = context.kindOf(node);
  const versions = get(node, "versions");
  const shared = get(node, "runtime");
  return (versions?.kind === "seq" ? versions.items : []).map((version) => {
    const own = get(version, "maintainers");
    const schema = get(get(version, "schema"), "openAPIV3Schema");
    return {
      group,
      version: textOf(version, "name") ?? "",
      kind,
      description: textOf(node, "description"),
      publisher: textOf(node, "publisher"),
      home: textOf(node, "home"),
      license: textOf(version, "license"),
      usage: textOf(version, "usage"),
      examples: textsOf(get(version, "examples")),
      tags: textsOf(get(node, "tags")),
      maintainers: textsOf(isGiven(own) ? own : get(node, "maintainers")),
      idempotent: flagOf(get(version, "idempotent")),
      acceptsConfigMap: flagOf(get(version, "configMap")) === true,
      schema: schema?.kind === "map" ? schema : undefined,
      runtimes: context.runtimesOf(get(version, "runtime") ?? shared, version),
      location: context.place(version),
    };
  });
}

class FunctionReading {
  readonly #file: string;
  readonly #problems: Diagnostic[];

  constructor(file: string, problems: Diagnostic[]) {
    this.#file = file;
    this.#problems = problems;
  }

  place(node: Node | undefined): Location {
    return locate(node) ?? { file: this.#file };
  }

  #report(code: string, severity: Diagnostic["severity"], message: string, node: Node | undefined, hint: string): void {
    this.#problems.push({ code, severity, message, ...this.place(node), hint });
  }

  kindOf(node: MapNode): string {
    const names = get(node, "names");
    const [named, early] = [textOf(names, "kind"), textOf(node, "kind")];
    if (named === undefined && early === undefined) {
      this.#report("missing-field", "error", "a function has no kind", names ?? node, "Write `names: {kind: NAME}`.");
    }
    if (named !== undefined && early !== undefined && named !== early) {
      const message = `\`kind\` is ${quote(early)} and \`names.kind\` is ${quote(named)}, which counts`;
      this.#report("ignored-field", "warning", message, get(node, "kind"), "Remove `kind`, the early form.");
    }
    return named ?? early ?? "";
  }

  runtimesOf(node: Node | undefined, version: Node): Runtimes {
    if (node?.kind !== "map") {
      const hint = "Write `runtime: {container: {image: …}}`, or another runtime.";
      this.#report("missing-field", "error", "a version of a function has no `runtime`", version, hint);
      return { container: undefined, exec: undefined, starlark: undefined };
    }
    if (flagOf(get(node, "deferFailure")) === true) {
      const message = "`deferFailure` has no effect: a function that fails always fails the build";
      this.#report("ignored-field", "warning", message, get(node, "deferFailure"), "Remove it.");
    }
    return {
      container: this.#container(get(node, "container")),
      exec: this.#exec(get(node, "exec")),
      starlark: this.#starlark(get(node, "starlark")),
    };
  }

  #container(node: Node | undefined): ContainerRuntime | undefined {
    if (node?.kind !== "map") return undefined;
    const mounts = get(node, "mounts");
    if (mounts?.kind === "seq" && mounts.items.length > 0) {
      const message = "`mounts` has no effect in a catalog: a configuration asks for mounts";
      this.#report("ignored-field", "warning", message, mounts, "Write `requireStorageMount: true` instead.");
    }
    const is = (name: string): boolean => flagOf(get(node, name)) === true;
    return {
      image: textOf(node, "image") ?? "",
      sha256: textOf(node, "sha256"),
      requireNetwork: is("requireNetwork") || is("network"),
      requireStorageMount: is("requireStorageMount") || is("requireFilesystem"),
      envs: environmentOf(node),
      location: this.place(node),
    };
  }

  #exec(node: Node | undefined): ExecRuntime | undefined {
    if (node === undefined || node.kind === "scalar") return undefined;
    const platforms = node.kind === "seq" ? node : get(node, "platforms");
    const items = platforms?.kind === "seq" ? [...platforms.items] : [];
    if (textOf(node, "path") !== undefined) items.push(node);
    if (items.length === 0) {
      const hint = "List `platforms`, or write `path` and `sha256`.";
      this.#report("missing-field", "error", "the `exec` of a function names no program", node, hint);
    }
    const files = items.flatMap((item) => this.#execFile(item) ?? []);
    return { files, args: textsOf(get(node, "args")), envs: environmentOf(node), location: this.place(node) };
  }

  #execFile(node: Node): ExecFile | undefined {
    const uri = this.#either("uri", node, "a program of `exec`");
    if (uri === undefined) return undefined;
    return {
      os: textOf(node, "os"),
      arch: textOf(node, "arch"),
      bin: textOf(node, "bin"),
      uri,
      sha256: textOf(node, "sha256"),
      location: this.place(node),
    };
  }

  /** The value of a field or of `path`. Reports a node that has none or both of them. */
  #either(field: string, node: Node, subject: string): string | undefined {
    const [own, path] = [textOf(node, field), textOf(node, "path")];
    if ((own === undefined) !== (path === undefined)) return own ?? path;
    const problem = own === undefined ? `neither \`${field}\` nor \`path\`` : `both \`${field}\` and \`path\``;
    this.#report("missing-field", "error", `${subject} has ${problem}`, node, "Write one of them.");
    return undefined;
  }

  #starlark(node: Node | undefined): StarlarkRuntime | undefined {
    if (node === undefined || isNull(node) || node.kind === "seq") return undefined;
    const location = this.place(node);
    if (node.kind === "scalar") {
      return { uri: node.value, sha256: undefined, name: "", dialect: "kustomize", location };
    }
    const uri = this.#either("url", node, "the `starlark` of a function") ?? "";
    const dialect = textOf(node, "dialect") ?? "kustomize";
    if (dialect !== "kustomize" && dialect !== "kpt") {
      const message = `\`dialect\` has the unknown value ${quote(dialect)}`;
      const hint = "Write `kustomize`, the default, or `kpt`.";
      this.#report("invalid-value", "error", message, get(node, "dialect"), hint);
    }
    return {
      uri,
      sha256: textOf(node, "sha256"),
      name: textOf(node, "name") ?? "",
      dialect: dialect === "kpt" ? "kpt" : "kustomize",
      location,
    };
  }
}

function isGiven(node: Node | undefined): boolean {
  return node !== undefined && !isNull(node);
}

/** Undefined for a field that is absent, null or empty. */
function textOf(node: Node | undefined, name: string): string | undefined {
  return scalarText(get(node, name)) || undefined;
}

function textsOf(node: Node | undefined): readonly string[] {
  return node?.kind === "seq" ? node.items.map(scalarText) : [];
}

function environmentOf(node: Node): readonly string[] {
  return [...textsOf(get(node, "envs")), ...textsOf(get(node, "env"))];
}

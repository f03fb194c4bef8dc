/** Fetches the programs that catalogs name, and makes them runnable; docs/specification/catalogs.md 5. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type CatalogReference, type PathReference, sha256Of, shownReference } from "../../catalog/index.ts";
import { failure, type Location } from "../../diagnostics.ts";
import { imageReference, type Reference } from "../../lock/index.ts";
import type { RunLimits } from "../../processes/index.ts";
import type { Tree } from "../../sources/tree.ts";
import { decodeSource, FUNCTIONS, KPT } from "../../starlark/index.ts";
import { type Artifacts, createArtifacts, once, withWorkplace } from "../../store/index.ts";
import { type Containers, containerRunnable } from "../containers.ts";
import { declaredEnvironment, type EnvironmentRules, variableRefused } from "../declared-environment.ts";
import { catalogProgram } from "../exec/catalog-program.ts";
import type { Isolation } from "../exec/isolation.ts";

import type { PrivateTrees } from "../private-tree.ts";
import type { Runnable } from "../program.ts";
import { runnableScript } from "../script/index.ts";
import type { RequestedFunction } from "../specification/function-specification.ts";
import type { FunctionRequest } from "../step.ts";
import { hasFile } from "./catalog-documents.ts";
import type { CatalogFunction } from "./catalog-functions.ts";
import { type CatalogOptions, type FileKind, lockReference } from "./catalog-options.ts";
import { writeNewFile } from "./open-sources.ts";
import { atPlace, placed } from "./placed.ts";

/** The ports and options that run programs of catalogs. */
interface CatalogRunners {
  readonly containers: () => Promise<Containers> | undefined;
  readonly trees: PrivateTrees;
  readonly environment: EnvironmentRules;
  readonly limits: RunLimits;
  readonly isolation: Isolation;
}

const MAX_SCRIPT_BYTES = 1024 * 1024;

export class CatalogPrograms {
  readonly #options: CatalogOptions;
  readonly #runners: CatalogRunners;
  /** The files that catalogs name, by the tree that paths are in. */
  readonly #files = new WeakMap<object, Record<FileKind, Files>>();
  readonly #layers = new Map<string, Promise<Uint8Array>>();

  constructor(options: CatalogOptions, runners: CatalogRunners) {
    this.#options = options;
    this.#runners = runners;
  }

  /**
   * Fetches the program of a function, and verifies it. A program of a catalog sees nothing but its input, unless it has mounts or
   * the network.
   * @param asked the permissions that the config asks for
   * @throws KrmError at the place in the catalog, or in the config
   */
  async runnable(
    found: CatalogFunction,
    request: FunctionRequest,
    asked: RequestedFunction | undefined,
  ): Promise<Runnable> {
    const { program } = found;
    switch (program.type) {
      case "container":
        return this.#container(found, program, request, asked);
      case "exec":
        return this.#executable(program, request);
      case "starlark":
        return this.#script(program, request);
    }
  }

  async #container(
    { network, mounts }: CatalogFunction,
    program: Extract<CatalogFunction["program"], { type: "container" }>,
    request: FunctionRequest,
    asked: RequestedFunction | undefined,
  ): Promise<Runnable> {
    const { display, digest, envs, location } = program;
    // The tag decides nothing. It explains a digest that the registry does not serve as that of a manifest.
    const image = `${display}@${digest}`;
    atPlace(location, () => request.uses?.use({ ...imageReference(display, digest), digest }));
    const containers = await this.#runners.containers();
    if (containers === undefined) {
      const message = `the function runs in a container, and no container engine is configured`;
      const hint = "Use a catalog that names an executable.";
      throw failure("function-unsupported", message, { ...location, hint });
    }
    const specification = {
      type: "container",
      image,
      fromCatalog: true,
      network,
      mounts: mounts ? (asked?.mounts ?? []) : [],
      envs,
      location,
    } as const;
    return containerRunnable(containers, specification, request, this.#runners.trees);
  }

  async #executable(
    program: Extract<CatalogFunction["program"], { type: "exec" }>,
    request: FunctionRequest,
  ): Promise<Runnable> {
    const { source, bin, sha256, args, envs, location } = program;
    const ref = shownReference({ ...source, sha256: undefined });
    const use = usesOf({ kind: "exec", ref: lockReference(source, this.#options) }, sha256, request, location);
    const file = await placed(location, async () => {
      const artifacts = await this.#artifactsOf(source, "executable", request);
      await this.#need(source, sha256);
      return artifacts.executable({ uri: source.normal, bin, sha256 });
    });
    use(sha256 ?? file.sha256);
    const { environment, limits, isolation } = this.#runners;
    const env = declaredEnvironment(environment, envs, (name) => variableRefused(name, location, " into the catalog"));
    const title = `${ref}@sha256:${file.sha256.slice(0, 12)}`;
    const running = catalogProgram({ title, file: file.path, sha256: file.sha256, args, env, limits, isolation });
    return { program: running, identity: ["catalog-exec", file.sha256, args, [...env]] };
  }

  async #script(
    program: Extract<CatalogFunction["program"], { type: "starlark" }>,
    request: FunctionRequest,
  ): Promise<Runnable> {
    const { source, sha256, dialect, location } = program;
    const display = shownReference({ ...source, sha256: undefined });
    const use = usesOf({ kind: "starlark", ref: lockReference(source, this.#options) }, sha256, request, location);
    const script = await placed(location, async () => {
      const artifacts = await this.#artifactsOf(source, "script", request);
      await this.#need(source, sha256);
      const bytes =
        sha256 === undefined ? await this.#layer(source) : await artifacts.script({ uri: source.normal, sha256 });
      use(sha256 ?? sha256Of(bytes));
      return { source: decodeSource(bytes), display };
    });
    const { environment, limits } = this.#runners;
    return runnableScript(script, dialect === "kpt" ? KPT : FUNCTIONS, { environment, limits, warn: request.warn });
  }

  async #need({ kind }: CatalogReference, sha256: string | undefined): Promise<void> {
    if (kind !== "path" && sha256 !== undefined) await (await this.#options.sources()).need(sha256);
  }

  /** A script in a registry whose reference has a digest, so that the catalog needs no other one. */
  #layer(source: CatalogReference): Promise<Uint8Array> {
    return once(this.#layers, source.normal, async () => {
      const sources = await this.#options.sources();
      return withWorkplace(sources.store, async (place) => {
        const to = join(place, "script");
        await sources.file(source, to, "script", MAX_SCRIPT_BYTES);
        return readFileSync(to);
      });
    });
  }

  /** Returns the artifacts of a source. The files of a tree are its own; all others are fetched once for all trees. */
  async #artifactsOf(source: CatalogReference, what: FileKind, { top }: FunctionRequest): Promise<Artifacts> {
    const sources = await this.#options.sources();
    const { store } = sources;
    const owner = source.kind === "path" ? top : this;
    const files = once(this.#files, owner, () => ({ executable: new Files(), script: new Files() }))[what];
    files.references.set(source.normal, source);
    files.artifacts ??= createArtifacts({
      store,
      isLocal: source.kind === "path",
      fetch: (uri, to, maxBytes) => {
        const reference = files.references.get(uri) as CatalogReference;
        if (reference.kind !== "path") return sources.file(reference, to, what, maxBytes);
        return this.#fileOf(reference, top).then((bytes) => writeNewFile(to, bytes));
      },
    });
    return files.artifacts;
  }

  async #fileOf({ path: name }: PathReference, tree: Tree): Promise<Uint8Array> {
    const path = this.#options.pathOf(name);
    if (!(await hasFile(tree, path))) {
      const hint = "Write its path relative to the catalog.";
      throw failure("catalog-not-found", `${name}, which a catalog names, does not exist`, { hint });
    }
    return tree.read(path);
  }
}

/** The files of one kind that catalogs name. */
class Files {
  /** By what the artifacts call their addresses. */
  readonly references = new Map<string, CatalogReference>();
  artifacts: Artifacts | undefined;
}

/**
 * Checks a file by the lock before it is fetched.
 * @param sha256 the digest that the catalog names
 * @returns a function that notes the digest of the file once it is known
 */
function usesOf(
  reference: Reference,
  sha256: string | undefined,
  { uses }: FunctionRequest,
  location: Location,
): (sha256: string) => void {
  const use = (found: string): void => atPlace(location, () => uses?.use({ ...reference, digest: `sha256:${found}` }));
  if (sha256 === undefined) atPlace(location, () => uses?.expect(reference));
  else use(sha256);
  return use;
}

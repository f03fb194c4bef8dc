/** Fetches the programs that catalogs name, and makes them runnable; docs/specification/catalogs.md 5. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CatalogReference, PathReference } from "../../catalog/index.ts";
import { parseCatalogReference, sha256Of, shownReference } from "../../catalog/index.ts";
import { failure, KrmError } from "../../diagnostics.ts";
import type { RunLimits } from "../../processes/index.ts";
import type { Tree } from "../../sources/tree.ts";
import { decodeSource, FUNCTIONS, KPT } from "../../starlark/index.ts";
import { type Artifacts, createArtifacts } from "../../store/index.ts";
import type { Containers } from "../containers.ts";
import { declaredEnvironment, type EnvironmentRules } from "../declared-environment.ts";
import { catalogProgram } from "../exec/catalog-program.ts";
import type { Isolation } from "../exec/isolation.ts";
import { placeOf } from "../place.ts";
import type { PrivateTrees } from "../private-tree.ts";
import type { Program } from "../program.ts";
import { runnableScript } from "../script/index.ts";
import type { RequestedFunction } from "../specification/function-specification.ts";
import type { FunctionRequest } from "../step.ts";
import type { CatalogFunction } from "./catalog-functions.ts";
import type { CatalogOptions, CatalogSources } from "./catalog-options.ts";

/** What runs programs of catalogs. */
export interface CatalogRunners {
  readonly containers: () => Promise<Containers> | undefined;
  readonly trees: PrivateTrees;
  readonly environment: EnvironmentRules;
  readonly limits: RunLimits;
  readonly isolation: Isolation;
}

export interface CatalogRunnable {
  readonly program: Program;
  /** As in {@link Prepared}: programs of catalogs see nothing but their input, unless they have mounts or the network. */
  readonly identity: readonly unknown[];
}

const MAX_SCRIPT_BYTES = 1024 * 1024;

export class CatalogPrograms {
  readonly #options: CatalogOptions;
  readonly #runners: CatalogRunners;
  /** The files that catalogs name, by the tree that paths are in. */
  readonly #artifacts = new WeakMap<Tree, Artifacts>();

  constructor(options: CatalogOptions, runners: CatalogRunners) {
    this.#options = options;
    this.#runners = runners;
  }

  /**
   * Fetches the program of a function, and verifies it.
   * @param asked what the config asks for: its mounts
   * @throws KrmError at the place in the catalog, or in the config
   */
  async runnable(
    found: CatalogFunction,
    request: FunctionRequest,
    asked: RequestedFunction | undefined,
  ): Promise<CatalogRunnable> {
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
    { root, warn, uses }: FunctionRequest,
    asked: RequestedFunction | undefined,
  ): Promise<CatalogRunnable> {
    const { display, digest, envs, location } = program;
    // The tag decides nothing. It explains a digest that the registry does not serve as that of a manifest.
    const image = `${display}@${digest}`;
    const { containers: open, trees } = this.#runners;
    const use = { kind: "image", ref: program.image.replace(/@.*$/s, "") } as const;
    uses?.use({ ...use, digest });
    const containers = await open();
    if (containers === undefined) {
      throw failure("function-unsupported", `the function runs in a container, and no container engine is configured`, {
        ...location,
        hint: "Use a catalog that names an executable.",
      });
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
    const running = await containers.program(specification, {
      root,
      directory: async () => (await trees.directoryOf(root.tree)) + (root.path === "/" ? "" : root.path),
      warn,
    });
    const { location: _, ...declared } = specification;
    const isPure = !network && specification.mounts.length === 0;
    return { program: running, identity: ["container", running.title, declared, ...(isPure ? [] : placeOf(root))] };
  }

  async #executable(
    program: Extract<CatalogFunction["program"], { type: "exec" }>,
    request: FunctionRequest,
  ): Promise<CatalogRunnable> {
    const { source, bin, sha256, args, envs, location } = program;
    const artifacts = await this.#artifactsOf(request.root.tree);
    const uri = addressOf(source);
    const ref = shownReference({ ...source, sha256: undefined });
    const use = { kind: "exec", ref } as const;
    // What is known from the catalog is held to a lock before it is fetched.
    if (sha256 !== undefined) request.uses?.use({ ...use, digest: `sha256:${sha256}` });
    const file = await placed(location, async () => {
      // Of an archive, the digest may be that of the program in it.
      if (bin === undefined) await this.#requireUnchanged(source, sha256, request.root.tree);
      await this.#need(sha256);
      return artifacts.executable({ uri, bin: bin ?? "program", sha256 });
    });
    if (sha256 === undefined) request.uses?.use({ ...use, digest: `sha256:${file.sha256}` });
    const env = declaredEnvironment(envs, this.#runners.environment, (name) => {
      throw failure("environment-refused", `the variable \`${name}\` of this machine is not allowed for functions`, {
        ...location,
        hint: `Write its value into the catalog, \`${name}=…\`, or allow it with --inherit-env ${name}.`,
      });
    });
    const { limits, isolation } = this.#runners;
    const title = `${ref}@sha256:${file.sha256.slice(0, 12)}`;
    const running = catalogProgram({ title, file: file.path, sha256: file.sha256, args, env, limits, isolation });
    return { program: running, identity: ["catalog-exec", file.sha256, args, [...env]] };
  }

  async #script(
    program: Extract<CatalogFunction["program"], { type: "starlark" }>,
    request: FunctionRequest,
  ): Promise<CatalogRunnable> {
    const { source, sha256, dialect, location } = program;
    const artifacts = await this.#artifactsOf(request.root.tree);
    const uri = addressOf(source);
    const display = shownReference({ ...source, sha256: undefined });
    const use = { kind: "starlark", ref: display } as const;
    if (sha256 !== undefined) request.uses?.use({ ...use, digest: `sha256:${sha256}` });
    const bytes = await placed(location, async () => {
      if (sha256 === undefined) return this.#layer(source);
      await this.#requireUnchanged(source, sha256, request.root.tree);
      await this.#need(sha256);
      return artifacts.script({ uri, sha256 });
    });
    if (sha256 === undefined) request.uses?.use({ ...use, digest: `sha256:${sha256Of(bytes)}` });
    const { environment, limits } = this.#runners;
    const script = { source: decodeSource(bytes), display };
    return runnableScript(script, dialect === "kpt" ? KPT : FUNCTIONS, { environment, limits, warn: request.warn });
  }

  async #need(sha256: string | undefined): Promise<void> {
    if (sha256 !== undefined) await (await this.#options.sources()).need(sha256);
  }

  /** A script in a registry whose reference has a digest, so that the catalog needs no other one. */
  async #layer(source: CatalogReference): Promise<Uint8Array> {
    const sources = await this.#options.sources();
    const { store } = sources;
    const place = store.workplace();
    try {
      const to = join(place, "script");
      await sources.file(source, to, MAX_SCRIPT_BYTES);
      return readFileSync(to);
    } finally {
      store.discard(place);
    }
  }

  async #artifactsOf(tree: Tree): Promise<Artifacts> {
    const sources = await this.#options.sources();
    let artifacts = this.#artifacts.get(tree);
    if (artifacts === undefined) {
      const { store } = sources;
      artifacts = createArtifacts({
        store,
        fetch: (uri, to, maxBytes) => this.#fetch(sources, tree, uri, to, maxBytes),
      });
      this.#artifacts.set(tree, artifacts);
    }
    return artifacts;
  }

  async #fetch(sources: CatalogSources, tree: Tree, uri: string, to: string, maxBytes: number) {
    const reference = parseCatalogReference(uri);
    if (reference.kind !== "path") return sources.file(reference, to, maxBytes);
    const bytes = await this.#fileOf(reference, tree);
    writeFileSync(to, bytes, { flag: "wx" });
    return { sha256: sha256Of(bytes) };
  }

  /** A file beside the catalog: what it was before may be in the store, and would run on without a word. */
  async #requireUnchanged(source: CatalogReference, sha256: string | undefined, tree: Tree): Promise<void> {
    if (source.kind !== "path" || sha256 === undefined) return;
    const found = sha256Of(await this.#fileOf(source, tree));
    if (found === sha256) return;
    const file = tree.display(this.#options.pathOf(source.path));
    throw failure("digest-mismatch", `${file} has the digest sha256:${found}, but sha256:${sha256} is wanted`, {
      hint: "Check what has changed before you correct the digest in the catalog.",
    });
  }

  async #fileOf(reference: PathReference, tree: Tree): Promise<Uint8Array> {
    const path = this.#options.pathOf(reference.path);
    const file = tree.display(path);
    if ((await tree.lookup(path))?.type !== "file") {
      throw failure("catalog-not-found", `${file}, which a catalog names, does not exist`, {
        hint: "Write its path relative to the catalog.",
      });
    }
    return tree.read(path);
  }
}

function addressOf(reference: CatalogReference): string {
  return reference.normal;
}

/** Adds the place in the catalog to what is wrong with a file that it names. */
async function placed<T>(location: object, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    throw new KrmError(
      thrown.diagnostics.map((one) => (one.file === undefined ? { ...one, ...location } : one)),
      { cause: thrown },
    );
  }
}

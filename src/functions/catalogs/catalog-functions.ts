/** Finds the program of a function in the catalogs that its kustomization lists; docs/specification/catalogs.md 4 to 6. */
import { posix } from "node:path";
import { checkTime } from "../../budget/index.ts";
import {
  type CatalogPorts,
  type CatalogReference,
  type CatalogSearch,
  checkConfig,
  type FoundFunction,
  type FunctionId,
  findExplicit,
  findFunction,
  type Program,
  parseCatalogReference,
  permissionsOf,
  programOf,
  resolveReference,
  shownReference,
  unusedReferences,
  withPath,
} from "../../catalog/index.ts";
import { type Diagnostic, diagnosticsOf, formatDiagnostic } from "../../diagnostics.ts";
import { describeId } from "../../resource/index.ts";
import { once } from "../../store/index.ts";
import type { MapNode } from "../../yaml/nodes/node.ts";
import { locationOf } from "../config-problems.ts";
import type { FunctionSpecification, RequestedFunction } from "../specification/function-specification.ts";
import { reservedFields } from "../specification/read-specification.ts";
import type { FunctionRequest, ListedCatalog, UnneededRequest } from "../step.ts";
import { CatalogDocuments } from "./catalog-documents.ts";
import { type CatalogOptions, lockReference } from "./catalog-options.ts";
import { mountsText, useNotRun } from "./explicit-use.ts";
import { atPlace, placed } from "./placed.ts";
import type { TrustRecord } from "./trust-changes.ts";

/** A program that a trusted catalog names for a function, and what it may use. */
export interface CatalogFunction {
  readonly program: Program;
  readonly network: boolean;
  /** True if the config gets the mounts that it asks for. */
  readonly mounts: boolean;
}

export class CatalogFunctions {
  readonly #options: CatalogOptions;
  readonly #trust: TrustRecord;
  /** The pinned references that were reported. */
  readonly #reported = new Set<string>();
  /** The places of the references in which a build has looked for a function. */
  readonly #needed = new WeakMap<object, Set<string>>();
  readonly documents: CatalogDocuments;
  /** The subjects of earlier warnings, by the build. */
  readonly #warned = new WeakMap<object, Set<unknown>>();
  /** The names of the catalogs in the repository that are trusted, or that a function could have come from. */
  readonly paths = new Set<string>();
  /** The names of the files in the repository that decide which signatures count: keys, and a trust root. */
  readonly signatureFiles = new Set<string>();

  constructor(options: CatalogOptions, trust: TrustRecord) {
    this.#options = options;
    this.#trust = trust;
    for (const { reference, signature } of [...options.trusted, ...options.defaults]) {
      if (reference.kind === "path") this.paths.add(reference.path);
      if (signature !== undefined && "key" in signature) this.signatureFiles.add(signature.key);
      if (signature !== undefined && options.trustRoot !== undefined) this.signatureFiles.add(options.trustRoot);
    }
    this.documents = new CatalogDocuments(options);
  }

  /** Tells whether there is a catalog in which a function could be found. */
  serves({ catalogs }: FunctionRequest): boolean {
    return catalogs.length > 0 || this.#options.defaults.length > 0;
  }

  /**
   * Finds the program of a function. Nothing of it has been fetched yet.
   * @param specification a program that the config names itself; it must be the one of the catalog
   * @param asked what the config says about the function, without saying what runs it
   * @param hasEngine whether there is a container engine; called if the entry leaves a choice
   * @throws KrmError see {@link findFunction}, {@link permissionsOf} and {@link programOf}
   */
  async find(
    request: FunctionRequest,
    specification: FunctionSpecification | undefined,
    asked: RequestedFunction | undefined,
    hasEngine: () => Promise<boolean>,
  ): Promise<CatalogFunction> {
    const { config } = request;
    const { group, version, kind } = config.id;
    const id = { group, version, kind };
    const search = await this.#search(request);
    this.#trust.noteReferences(request.top, search.references);
    for (const reference of search.references) if (reference.kind === "path") this.paths.add(reference.path);
    const ports = this.#ports(request);
    let found: FoundFunction;
    try {
      found =
        specification === undefined || specification.type === "catalog"
          ? await findFunction(id, search, ports, config.origin)
          : await findExplicit(id, specification, search, ports);
    } catch (thrown) {
      this.#trust.note(request.top, useNotRun(specification, request));
      throw thrown;
    }
    return this.#granted(id, found, request, asked, hasEngine);
  }

  /** See {@link Functions.unneeded}; docs/specification/catalogs.md 4.7. Nothing is read to find out. */
  async unneeded({ catalogs, build, claim, warn }: UnneededRequest): Promise<void> {
    const { trusted, defaults } = this.#options;
    for (const listed of catalogs) {
      checkBuild(claim);
      if (this.#needed.get(build)?.has(placeKey(listed))) continue;
      try {
        const reference = await this.#referenceOf(listed);
        for (const notice of unusedReferences([reference], [...trusted, ...defaults])) warn(notice);
      } catch (thrown) {
        // A reference is judged only if a function needs it.
        for (const one of diagnosticsOf(thrown)) warn({ ...one, severity: "warning" });
      }
    }
  }

  async #granted(
    id: FunctionId,
    { entry, catalog, reference, grant }: FoundFunction,
    request: FunctionRequest,
    asked: RequestedFunction | undefined,
    hasEngine: () => Promise<boolean>,
  ): Promise<CatalogFunction> {
    const { config, uses, warn } = request;
    const use = this.#useOf(reference, catalog.sha256);
    atPlace(reference.location ?? config.origin, () => uses?.use(use));
    this.documents.note(use.ref, use.digest);
    if (grant.sha256 === undefined) this.#reportDigest(reference, catalog.sha256);
    this.#warnOnce(catalog, request, catalog.diagnostics);
    if (entry.schema !== undefined) {
      const node = config.node as MapNode;
      checkConfig(entry.schema, { config: node, reserved: reservedFields(node), location: locationOf(config) });
    }
    const { container, exec, starlark } = entry.runtimes;
    const isChoice = container !== undefined && (exec !== undefined || starlark !== undefined);
    const platform = { ...this.#options.platform, hasEngine: isChoice ? await hasEngine() : container !== undefined };
    const warnings: Diagnostic[] = [];
    const program = programOf(entry, platform, reference, (warning) => {
      warnings.push(typeof warning === "function" ? warning() : warning);
    });
    this.#warnOnce(entry, request, warnings);
    const declared = program.type === "container" ? program : NOTHING;
    const wanted = { network: asked?.network, mounts: asked?.mounts.length ?? 0, location: asked?.location };
    const note = (allowed: Pick<CatalogFunction, "network" | "mounts">, notRun?: true): void =>
      this.#trust.note(request.top, {
        directory: request.root.tree.display(request.root.path),
        subject: describeId(config.id),
        location: config.origin ?? entry.location,
        fields: useOf(program, allowed, asked, reference),
        ...(notRun && { notRun }),
      });
    let permissions: Pick<CatalogFunction, "network" | "mounts">;
    try {
      permissions = permissionsOf(id, declared, wanted, this.#options.switches, config.origin);
    } catch (thrown) {
      note({ network: asked?.network === true, mounts: wanted.mounts > 0 }, true);
      throw thrown;
    }
    if (entry.idempotent === false) {
      warn({
        code: "function-not-idempotent",
        severity: "notice",
        message: `${kindText(id)} is not idempotent, says its catalog: another run may give another result`,
        ...config.origin,
      });
    }
    note(permissions);
    return { program, ...permissions };
  }

  /** Reports the digest of a path that is trusted without a base revision; docs/specification/catalogs.md 3.6. */
  #reportDigest(reference: CatalogReference, sha256: string): void {
    const { report, baseline } = this.#options;
    const pinned = shownReference({ ...reference, sha256 });
    if (reference.kind !== "path" || baseline !== undefined || report === undefined || this.#reported.has(pinned))
      return;
    this.#reported.add(pinned);
    report({
      code: "catalog-by-path",
      severity: "notice",
      message: `the catalog ${shownReference(reference)} is trusted as it is now: sha256:${sha256}`,
      hint: `To trust only this content, trust \`${pinned}\`.`,
    });
  }

  /** Warns about a catalog once in each build, however many functions come from it. */
  #warnOnce(about: unknown, { build, warn }: FunctionRequest, warnings: readonly Diagnostic[]): void {
    if (warnings.length === 0) return;
    const warned = once(this.#warned, build, () => new Set<unknown>());
    if (warned.has(about)) return;
    warned.add(about);
    for (const warning of warnings) warn(warning);
  }

  #useOf(reference: CatalogReference, sha256: string) {
    return { kind: "catalog", ref: lockReference(reference, this.#options), digest: `sha256:${sha256}` } as const;
  }

  async #search({ catalogs, build, claim }: FunctionRequest): Promise<CatalogSearch> {
    const { trusted, defaults, requirePinned, failOnUnavailable } = this.#options;
    const references: CatalogReference[] = [];
    const needed = once(this.#needed, build, () => new Set<string>());
    for (const listed of catalogs) needed.add(placeKey(listed));
    for (const listed of catalogs) {
      references.push(await this.#referenceOf(listed));
      checkBuild(claim);
    }
    return { references, trusted, defaults, requirePinned, failOnUnavailable };
  }

  /** Paths name files of the tree that is rendered, also for a function in a repository that it includes. */
  #ports(request: FunctionRequest): CatalogPorts {
    const { baseline } = this.#options;
    const { top, uses, config } = request;
    return {
      load: (reference) =>
        placed(reference.location ?? config.origin, async () => {
          if (reference.kind === "path") return this.documents.load(reference, top);
          const { kind, ref } = this.#useOf(reference, "");
          uses?.expect({ kind, ref });
          const loaded = await this.documents.load(reference, top);
          // Also one that lacks the function decides what runs: it comes before the one that has it.
          uses?.use(this.#useOf(reference, loaded.sha256));
          return loaded;
        }),
      verify: async (reference, _, demand) =>
        placed(reference.location ?? config.origin, () => this.documents.verify(reference, top, demand)),
      ...(baseline !== undefined &&
        top !== baseline && { baseline: (reference) => this.documents.baseline(reference, baseline) }),
      check: () => checkBuild(request.claim),
      warn: (given) => {
        const warning = typeof given === "function" ? given() : given;
        this.#warnOnce(formatDiagnostic(warning), request, [warning]);
      },
    };
  }

  /**
   * The reference of an entry, as trust lines name it. A path is that of the file behind all links, so that a link cannot lend
   * its name to another file; a path in a fetched repository names a file of that repository.
   */
  async #referenceOf({ path: text, location, root }: ListedCatalog): Promise<CatalogReference> {
    const reference = parseCatalogReference(text, location);
    if (reference.kind !== "path") return reference;
    const { commit } = root.tree;
    if (commit !== undefined) {
      const { repository, ref } = commit;
      const directory = root.path.slice(1);
      return resolveReference(reference, { kind: "git", repository, directory, ref });
    }
    const path = posix.resolve(root.path, reference.path);
    const located = await root.tree.lookup(path);
    return withPath(reference, this.#options.nameOf(located?.path ?? path));
  }
}

/** Checks the time of a build whose loop has waited: a file can list hundreds of thousands of catalogs. */
function checkBuild(claim: FunctionRequest["claim"]): void {
  claim();
  checkTime();
}

/** Returns the fields that decide what runs, for a program that a catalog names. */
function useOf(
  program: Program,
  { network, mounts }: Pick<CatalogFunction, "network" | "mounts">,
  asked: RequestedFunction | undefined,
  reference: CatalogReference,
): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  const putList = (name: string, list: readonly string[]): void => {
    if (list.length > 0) fields.set(name, JSON.stringify(list));
  };
  fields.set("catalog", shownReference(reference));
  if (program.type === "container") fields.set("image", `${program.display}@${program.digest}`);
  else {
    fields.set("program", shownReference({ ...program.source, sha256: undefined }));
    if (program.sha256 !== undefined) fields.set("sha256", program.sha256);
  }
  if (program.type === "exec") {
    if (program.bin !== undefined) fields.set("bin", program.bin);
    putList("args", program.args);
  }
  if (program.type === "starlark") {
    if (program.dialect === "kpt") fields.set("dialect", program.dialect);
  } else putList("envs", program.envs);
  if (network) fields.set("network", "true");
  if (mounts) fields.set("mounts", mountsText(asked?.mounts ?? []));
  return fields;
}

const NOTHING = { requireNetwork: false, requireStorageMount: false };

function placeKey({ path, location: { file, line, column } }: ListedCatalog): string {
  return JSON.stringify([file, line, column, path]);
}

function kindText({ group, version, kind }: FunctionId): string {
  return `${kind} of ${group}/${version}`;
}

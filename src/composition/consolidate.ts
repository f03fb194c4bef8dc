/**
 * Consolidates a composition: imports, overrides, own entries and order become one list; docs/specification/composition.md 2, 5.
 */
import { posix } from "node:path";
import { charge } from "../budget/index.ts";
import { type Diagnostic, distinct, failure, type Location } from "../diagnostics.ts";
import { COMPOSITION_FILE_NAMES, type OpenApiField, type PathEntry, quote } from "../documents/index.ts";
import { isRemote } from "../sources/index.ts";
import { get, locate, type MapNode, type Node, type Source } from "../yaml/nodes/node.ts";
import { type Base, baseOf } from "./base.ts";
import {
  type CompositionDocument,
  type CompositionFile,
  DIRECTORY,
  type Import,
  ROOTS,
  readDocument,
} from "./composition-document.ts";
import type { AppliedOverride, CatalogEntry, CompositionRoot, Consolidated, Entry } from "./consolidated.ts";
import { checkRuntime, type EntryPorts, type EntryReading, readEntries } from "./entries.ts";
import { identityOf, keyOf } from "./identity.ts";
import { Limits } from "./limits.ts";
import type { Member, Override } from "./member.ts";
import { inOrder } from "./order.ts";
import { deletes, FUNCTION_ANNOTATIONS, Overriding, RUNTIME_FIELDS } from "./overrides.ts";
import { checkPlace, rewritePaths } from "./paths.ts";
import { duplicate, unmatched } from "./problems.ts";

/** The functions of the engine that consolidation calls. */
export interface ConsolidationPorts<Root> extends EntryPorts<Root> {
  /**
   * The composition file of a directory; undefined if it has none.
   * @throws KrmError `composition-conflict`
   */
  readComposition(root: Root): Promise<CompositionFile | undefined>;
}

/** The memory of a member in the list of one composition, and of each import through which it came, in bytes. */
const MEMBER_BYTES = 200;
const IMPORT_BYTES = 8;

/** The list of one composition with all of its imports. */
interface List<Root> {
  readonly document: CompositionDocument;
  /** The name of its file in messages. */
  readonly display: string;
  readonly members: readonly Member<Root>[];
  /** The longest chain of imports that begins here, in compositions. */
  readonly levels: number;
}

/**
 * Consolidates the composition of a root with everything that it imports.
 * @param file the composition file of the root
 * @throws KrmError `composition-cycle`, `composition-duplicate` and others
 */
export async function consolidate<Root extends CompositionRoot<Root>>(
  root: Root,
  file: CompositionFile,
  ports: ConsolidationPorts<Root>,
): Promise<Consolidated<Root>> {
  return new Consolidation(root, file, ports).run(file);
}

class Consolidation<Root extends CompositionRoot<Root>> {
  readonly #top: Root;
  readonly #ports: ConsolidationPorts<Root>;
  readonly #limits: Limits;
  readonly #bases = new Map<Source, Base<Root>>();
  /** The lists of imported compositions by the keys of their roots. Each is read once. */
  readonly #lists = new Map<string, List<Root>>();
  /** The compositions that led to the current one. */
  readonly #chain: { readonly key: string; readonly display: string }[] = [];
  /** The directories of the compositions, each once: the top one first, then its imports in their order, depth first. */
  readonly #roots = new Map<string, Root>();
  readonly #catalogs: CatalogEntry<Root>[] = [];
  #openapi: OpenApiField | undefined;
  readonly #diagnostics: Diagnostic[] = [];

  constructor(top: Root, { display }: CompositionFile, ports: ConsolidationPorts<Root>) {
    this.#top = top;
    this.#ports = ports;
    this.#limits = new Limits(display);
  }

  async run(file: CompositionFile): Promise<Consolidated<Root>> {
    const top = this.#top;
    const { document, members } = await this.#list(top, file);
    const entries: Entry<Root>[] = [];
    for (const member of members) {
      const { location, imports, home } = member;
      const { config, applied } = overridden(member);
      await rewritePaths({ config, home, location }, top, this.#bases, () => this.#ports.resume());
      entries.push({ config, root: this.#directoryOf(member, config), location, imports, overrides: applied });
    }
    this.#roots.delete(top.key);
    return {
      root: top,
      location: document.location,
      entries,
      imported: [...this.#roots.values()],
      catalogs: this.#catalogs,
      openapi: this.#openapi,
      buildMetadata: document.buildMetadata,
      textLength: this.#limits.textLength,
      diagnostics: distinct(this.#diagnostics),
    };
  }

  /** Consolidates one composition. @throws KrmError */
  async #list(root: Root, file: CompositionFile): Promise<List<Root>> {
    const { display } = file;
    this.#limits.addText(file.text, display);
    const document = readDocument(file);
    const { location, names, order, openapi } = document;
    this.#roots.set(root.key, root);
    const home = baseOf(root, await this.#annotatedRoots(root, document.roots));
    for (const entry of document.catalogs) this.#catalogs.push({ ...entry, root });
    if (openapi !== undefined) this.#openapi ??= await this.#placed(openapi, home);
    this.#chain.push({ key: root.key, display });
    const imported = new Map<string, Member<Root>>();
    const blocks: { readonly mode: Import["mode"]; readonly keys: readonly string[] }[] = [];
    let levels = 1;
    for (const entry of document.imports) {
      const list = await this.#imported(root, entry);
      const members = list.members.map((member): Member<Root> => {
        charge(MEMBER_BYTES + member.imports.length * IMPORT_BYTES);
        return { ...member, imports: [entry.location, ...member.imports] };
      });
      // At once: a second import of one composition ends the work.
      addTo(imported, members, names.overrides);
      blocks.push({ mode: entry.mode, keys: members.map(({ identity }) => keyOf(identity)) });
      levels = Math.max(levels, list.levels + 1);
    }
    this.#chain.pop();
    const own = await this.#ownMembers(home, document);
    const changed = this.#changed(imported, own, document, home);
    const blocksOf = (mode: Import["mode"]): readonly Member<Root>[] =>
      blocks
        .filter((block) => block.mode === mode)
        .flatMap(({ keys }) => keys.flatMap((key) => changed.get(key) ?? []));
    const all = [...blocksOf("prepend"), ...own, ...blocksOf("append")];
    addTo(new Map(), all, names.overrides);
    if (all.length === 0) {
      throw failure("composition-empty", "Composition is empty: it has no transformers", {
        ...location,
        hint: `List something under \`${names.entries}\` or \`${names.imports}\`, or remove the file.`,
      });
    }
    const members = order === undefined ? all : inOrder(all, order.items, names.order, order.location);
    return { document, display, members, levels };
  }

  async #placed(field: OpenApiField, home: Base<Root>): Promise<OpenApiField> {
    const { path, location } = field;
    if (path === undefined) return field;
    if (!isRemote(path)) await checkPlace(path, "file", home, location);
    return { ...field, path: this.#top.pathOf(home.root, path) };
  }

  async #imported(root: Root, { path: written, location }: { path: string; location: Location }): Promise<List<Root>> {
    const name = COMPOSITION_FILE_NAMES.find((each) => written === each || written.endsWith(`/${each}`));
    const path = name === undefined ? written : written.slice(0, -name.length).replace(/\/$/, "") || ".";
    if (name === undefined && (await root.lookup(written))?.type === "file") {
      throw failure("composition-import-target", `${written} is not a composition file`, {
        ...location,
        hint: `Name a directory that has one, or a file named ${COMPOSITION_FILE_NAMES.join(" or ")}.`,
      });
    }
    const child = await root.importFrom(path, location);
    const start = this.#chain.findIndex(({ key }) => key === child.key);
    const known = this.#lists.get(child.key);
    const file = known ?? this.#chain[start] ?? (await this.#ports.readComposition(child));
    this.#ports.resume();
    if (file === undefined || (name !== undefined && posix.basename(file.display) !== name)) {
      throw failure("composition-import-target", `there is no ${name ?? "composition file"} in ${child.display}`, {
        ...location,
        hint: "Only compositions can be imported. List a kustomization under the `paths` of a ResourceAccumulator.",
      });
    }
    if (start >= 0) {
      const chain = [...this.#chain.slice(start).map(({ display }) => display), file.display].join(" → ");
      throw failure("composition-cycle", `cycle: ${file.display} imports itself: ${chain}`, {
        ...location,
        hint: "Remove one of the imports.",
      });
    }
    this.#limits.checkLevels(this.#chain.length + (known?.levels ?? 1), location);
    if (known !== undefined) return known;
    this.#limits.addComposition(location);
    const list = await this.#list(child, file as CompositionFile);
    this.#lists.set(child.key, list);
    return list;
  }

  /** The directories that an earlier consolidation lists. */
  async #annotatedRoots(root: Root, entries: readonly PathEntry[]): Promise<readonly Root[]> {
    const found: Root[] = [];
    for (const { path, location } of entries) {
      this.#limits.addComposition(location);
      const other = await root.importFrom(path, location);
      const isKnown = this.#roots.has(other.key) || (await this.#ports.readComposition(other)) !== undefined;
      this.#ports.resume();
      if (!isKnown) {
        throw failure("composition-import-target", `there is no composition file in ${other.display}`, {
          ...location,
          hint: "Consolidate the composition again: `krm-render view composition`.",
        });
      }
      this.#roots.set(other.key, other);
      found.push(other);
    }
    return found;
  }

  async #ownMembers(home: Base<Root>, document: CompositionDocument): Promise<readonly Member<Root>[]> {
    const reading: EntryReading = {
      warn: (diagnostic) => void this.#diagnostics.push(diagnostic),
      limits: this.#limits,
    };
    const members: Member<Root>[] = [];
    for (const item of document.entries) {
      const entries = await readEntries(item, home.root, document.location, this.#ports, reading);
      this.#ports.resume();
      this.#limits.addEntries(entries.length, locate(item) ?? document.location);
      // Documents of built directories have no place in a file of this composition. Their paths are relative to it as well.
      for (const { config, identity, location, isUnnamed, directory } of entries) {
        if (config.source !== undefined) this.#bases.set(config.source, home);
        const root = directory === undefined ? home.root : rootAt(directory, home, location);
        members.push({ config, identity, location, isUnnamed, root, home, imports: [], overrides: [] });
      }
    }
    return members;
  }

  /** The imported members that are left, by their keys, with their overrides. */
  #changed(
    imported: ReadonlyMap<string, Member<Root>>,
    own: readonly Member<Root>[],
    { overrides, names, imports, location }: CompositionDocument,
    base: Base<Root>,
  ): ReadonlyMap<string, Member<Root>> {
    if (overrides.items.length === 0) return imported;
    if (imports.length === 0) {
      throw failure(
        "composition-override-without-import",
        `\`${names.overrides}\` changes imported transformers, but nothing is imported`,
        { ...overrides.location, hint: `Add \`${names.imports}\`, or edit the transformers themselves.` },
      );
    }
    const ownKeys = new Set(own.map(({ identity }) => keyOf(identity)));
    const changed = new Map(imported);
    const changes = new Map<string, Override[]>();
    for (const config of overrides.items) {
      if (config.source !== undefined) this.#bases.set(config.source, base);
      const identity = identityOf(config, this.#ports.builtinKinds, location);
      const place = locate(config) ?? overrides.location;
      const key = keyOf(identity);
      if (!changed.has(key)) throw unmatched(identity, ownKeys.has(key), changed, names.entries, place);
      checkRuntime(config, place);
      if (deletes(config)) {
        changed.delete(key);
        continue;
      }
      const before = changes.get(key);
      if (before === undefined) changes.set(key, [{ config, location: place }]);
      else before.push({ config, location: place });
    }
    for (const [key, added] of changes) {
      const member = changed.get(key);
      if (member !== undefined) changed.set(key, { ...member, overrides: [...member.overrides, ...added] });
    }
    return changed;
  }

  /** The directory in which the function of a member runs: that of the composition that wrote the runtime in force. */
  #directoryOf({ root, overrides }: Member<Root>, config: MapNode): Root {
    const source = runtimeOf(config)?.source;
    const isReplaced = source !== undefined && overrides.some((override) => override.config.source === source);
    return (isReplaced && this.#bases.get(source)?.root) || root;
  }
}

/** The config of a member with all of its overrides. Each member of the final list is merged once. */
function overridden<Root>({ config, overrides }: Member<Root>): {
  readonly config: MapNode;
  readonly applied: readonly AppliedOverride[];
} {
  if (overrides.length === 0) return { config, applied: [] };
  const overriding = new Overriding(config);
  const applied = overrides.map((override) => ({
    location: override.location,
    fields: overriding.apply(override.config),
  }));
  return { config: overriding.finish(), applied };
}

/** Adds members by their keys. @throws KrmError `composition-duplicate` */
function addTo<Root>(into: Map<string, Member<Root>>, members: readonly Member<Root>[], overrides: string): void {
  for (const member of members) {
    const key = keyOf(member.identity);
    const before = into.get(key);
    if (before !== undefined) throw duplicate(before, member, overrides);
    into.set(key, member);
  }
}

/** The root of an entry that an earlier consolidation moved. @throws KrmError `outside-root` */
function rootAt<Root>(directory: string, home: Base<Root>, location: Location): Root {
  const found = home.named(directory);
  if (found !== undefined) return found;
  throw failure(
    "outside-root",
    `the annotation ${DIRECTORY} names ${quote(directory)}, which the annotation ${ROOTS} does not list`,
    { ...location, hint: "Consolidate the composition again: `krm-render view composition`." },
  );
}

/** The node that says what runs a function. */
function runtimeOf(config: MapNode): Node | undefined {
  const annotations = get(get(config, "metadata"), "annotations");
  const fields = RUNTIME_FIELDS.map((name) => get(config, name));
  return [...fields, ...FUNCTION_ANNOTATIONS.map((name) => get(annotations, name))].find((node) => node !== undefined);
}

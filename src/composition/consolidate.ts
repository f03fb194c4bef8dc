/**
 * Consolidates a composition: imports, overrides, own entries and order become one list; docs/specification/composition.md 2, 5.
 */
import { posix } from "node:path";
import { charge } from "../budget/index.ts";
import { type Diagnostic, distinct, failure, type Location } from "../diagnostics.ts";
import { COMPOSITION_FILE_NAMES, type OpenApiField, type PathEntry, quote } from "../documents/index.ts";
import { isRemote } from "../sources/index.ts";
import { clone, get, locate, type MapNode, type Node, type Source } from "../yaml/nodes/node.ts";
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
import { checkRuntime, type EntryPorts, readEntries } from "./entries.ts";
import { identityOf, keyOf } from "./identity.ts";
import type { Member } from "./member.ts";
import { inOrder } from "./order.ts";
import { deletes, FUNCTION_ANNOTATIONS, Overriding, RUNTIME_FIELDS } from "./overrides.ts";
import { checkPlace, rewritePaths } from "./paths.ts";
import { duplicate, tooLarge, unmatched } from "./problems.ts";

/** What consolidation asks of the engine. */
export interface ConsolidationPorts<Root> extends EntryPorts<Root> {
  /**
   * The composition file of a directory; undefined if it has none.
   * @throws KrmError `composition-conflict`
   */
  readComposition(root: Root): Promise<CompositionFile | undefined>;
}

/** The limits of one consolidation. */
const MAX_DEPTH = 64;
const MAX_ENTRIES = 1000;
const MAX_TEXT = 5 * 1024 * 1024;

/** The list of one composition with all of its imports. */
interface List<Root> {
  readonly location: Location;
  readonly members: readonly Member<Root>[];
  readonly roots: readonly Root[];
  readonly catalogs: readonly CatalogEntry<Root>[];
  readonly openapi: OpenApiField | undefined;
  readonly document: CompositionDocument;
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
  return new Consolidation(root, ports).run(file);
}

class Consolidation<Root extends CompositionRoot<Root>> {
  readonly #top: Root;
  readonly #ports: ConsolidationPorts<Root>;
  readonly #bases = new Map<Source, Base<Root>>();
  /** The lists of imported compositions by the keys of their roots. Each is read once. */
  readonly #lists = new Map<string, List<Root>>();
  /** The compositions that led to the current one. */
  readonly #chain: { readonly key: string; readonly display: string }[] = [];
  readonly #diagnostics: Diagnostic[] = [];
  #text = 0;
  #entries = 0;

  constructor(top: Root, ports: ConsolidationPorts<Root>) {
    this.#top = top;
    this.#ports = ports;
  }

  async run(file: CompositionFile): Promise<Consolidated<Root>> {
    const top = this.#top;
    const { location, members, roots, catalogs, openapi, document } = await this.#list(top, file);
    const entries: Entry<Root>[] = [];
    for (const { config: shared, root, location: definedAt, imports, overrides, home } of members) {
      const config = clone(shared);
      await rewritePaths({ config, home, location: definedAt }, top, this.#bases, () => this.#ports.resume());
      entries.push({ config, root, location: definedAt, imports, overrides });
    }
    const imported = new Map(roots.map((each) => [each.key, each]));
    imported.delete(top.key);
    return {
      root: top,
      location,
      entries,
      imported: [...imported.values()],
      catalogs,
      openapi,
      buildMetadata: document.buildMetadata,
      diagnostics: distinct(this.#diagnostics),
    };
  }

  /** Consolidates one composition. @throws KrmError */
  async #list(root: Root, file: CompositionFile): Promise<List<Root>> {
    charge(file.text.length);
    this.#text += file.text.length;
    if (this.#text > MAX_TEXT) throw tooLarge(`more than ${MAX_TEXT / 1024 ** 2} MiB of text`, { file: file.display });
    const document = readDocument(file);
    const { location, names } = document;
    this.#chain.push({ key: root.key, display: file.display });
    const imported = new Map<string, Member<Root>>();
    const blocks: { readonly mode: Import["mode"]; readonly keys: readonly string[]; readonly list: List<Root> }[] = [];
    for (const entry of document.imports) {
      const list = await this.#imported(root, entry);
      const members = list.members.map(
        (member): Member<Root> => ({ ...member, imports: [entry.location, ...member.imports] }),
      );
      // At once: a second import of one composition ends the work.
      addTo(imported, members, names.overrides);
      blocks.push({ mode: entry.mode, keys: members.map(({ identity }) => keyOf(identity)), list });
    }
    this.#chain.pop();
    const others: Root[] = [];
    for (const entry of document.roots) others.push(await this.#annotatedRoot(root, entry));
    const home = baseOf(root, others);

    const own = await this.#ownMembers(home, document);
    const changed = this.#overridden(imported, own, document, home);
    const blocksOf = (mode: Import["mode"]): readonly Member<Root>[] =>
      blocks
        .filter((block) => block.mode === mode)
        .flatMap(({ keys }) => keys.flatMap((key) => changed.get(key) ?? []));
    const all = [...blocksOf("prepend"), ...own, ...blocksOf("append")];
    addTo(new Map(), all, names.overrides);
    if (all.length > MAX_ENTRIES) throw tooLarge(`more than ${MAX_ENTRIES} transformers`, location);
    if (all.length === 0) {
      throw failure("composition-empty", "Composition is empty: it has no transformers", {
        ...location,
        hint: `List something under \`${names.entries}\` or \`${names.imports}\`, or remove the file.`,
      });
    }
    const { order } = document;
    const openapi = document.openapi && (await this.#placed(document.openapi, home));
    return {
      location,
      members: order === undefined ? all : inOrder(all, order.items, names.order, order.location),
      roots: [root, ...others, ...blocks.flatMap(({ list }) => list.roots)],
      catalogs: [
        ...document.catalogs.map((entry) => ({ ...entry, root })),
        ...blocks.flatMap(({ list }) => list.catalogs),
      ],
      openapi: openapi ?? blocks.find(({ list }) => list.openapi !== undefined)?.list.openapi,
      document,
    };
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
    const file = await this.#ports.readComposition(child);
    this.#ports.resume();
    if (file === undefined || (name !== undefined && posix.basename(file.display) !== name)) {
      throw failure("composition-import-target", `there is no ${name ?? "composition file"} in ${child.display}`, {
        ...location,
        hint: "Only compositions can be imported. List a kustomization under the `paths` of a ResourceAccumulator.",
      });
    }
    if (start >= 0) {
      const chain = [...this.#chain.slice(start).map(({ display }) => display), file.display].join(" → ");
      throw failure("composition-cycle", `a composition imports itself: ${chain}`, {
        ...location,
        hint: "Remove one of the imports.",
      });
    }
    if (this.#chain.length >= MAX_DEPTH) throw tooLarge(`imports on more than ${MAX_DEPTH} levels`, location);
    let list = this.#lists.get(child.key);
    if (list === undefined) this.#lists.set(child.key, (list = await this.#list(child, file)));
    return list;
  }

  async #annotatedRoot(root: Root, { path, location }: PathEntry): Promise<Root> {
    const found = await root.importFrom(path, location);
    const file = await this.#ports.readComposition(found);
    this.#ports.resume();
    if (file !== undefined) return found;
    throw failure("composition-import-target", `there is no composition file in ${found.display}`, {
      ...location,
      hint: "Consolidate the composition again: `krm-render view composition`.",
    });
  }

  async #ownMembers(home: Base<Root>, document: CompositionDocument): Promise<readonly Member<Root>[]> {
    const warn = (diagnostic: Diagnostic): void => void this.#diagnostics.push(diagnostic);
    const members: Member<Root>[] = [];
    for (const item of document.entries) {
      const entries = await readEntries(item, home.root, document.location, this.#ports, warn);
      this.#ports.resume();
      // Documents of built directories have no place in a file of this composition. Their paths are relative to it as well.
      for (const { config, identity, location, isUnnamed, directory } of entries) {
        if (++this.#entries > MAX_ENTRIES) throw tooLarge(`more than ${MAX_ENTRIES} transformers`, location);
        if (config.source !== undefined) this.#bases.set(config.source, home);
        const root = directory === undefined ? home.root : rootAt(directory, home, location);
        members.push({ config, identity, location, isUnnamed, root, home, imports: [], overrides: [] });
      }
    }
    return members;
  }

  /** Applies the overrides. @returns the imported members that are left, by their keys */
  #overridden(
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
    // All overrides are of one file.
    const source = overrides.items[0]?.source;
    if (source !== undefined) this.#bases.set(source, base);
    const changed = new Map(imported);
    const changes = new Map<string, { readonly overriding: Overriding; readonly applied: AppliedOverride[] }>();
    for (const override of overrides.items) {
      const identity = identityOf(override, this.#ports.builtinKinds, location);
      const place = locate(override) ?? overrides.location;
      const key = keyOf(identity);
      const member = changed.get(key);
      if (member === undefined) throw unmatched(identity, ownKeys.has(key), changed, names.entries, place);
      checkRuntime(override, place);
      if (deletes(override)) {
        changed.delete(key);
        continue;
      }
      let change = changes.get(key);
      if (change === undefined) {
        changes.set(key, (change = { overriding: new Overriding(member.config), applied: [] }));
      }
      change.applied.push({ location: place, fields: change.overriding.apply(override) });
    }
    for (const [key, { overriding, applied }] of changes) {
      const member = changed.get(key);
      if (member === undefined) continue;
      const config = overriding.finish();
      const runtime = runtimeOf(config);
      const isReplaced = runtime?.source !== undefined && runtime.source === source;
      const root = isReplaced ? base.root : member.root;
      changed.set(key, { ...member, config, root, overrides: [...member.overrides, ...applied] });
    }
    return changed;
  }
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
    {
      ...location,
      hint: "Consolidate the composition again: `krm-render view composition`.",
    },
  );
}

/** The node that says what runs a function. */
function runtimeOf(config: MapNode): Node | undefined {
  const annotations = get(get(config, "metadata"), "annotations");
  const fields = RUNTIME_FIELDS.map((name) => get(config, name));
  return [...fields, ...FUNCTION_ANNOTATIONS.map((name) => get(annotations, name))].find((node) => node !== undefined);
}

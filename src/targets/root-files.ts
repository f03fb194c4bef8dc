/**
 * Reads kustomizations, compositions and files of configs for what they name. Each content is parsed once, however many
 * paths and trees have it. Lenient: a file with mistakes still names what it names.
 */
import { openBudget, processPool } from "../budget/index.ts";
import { getOrInsert } from "../collections.ts";
import { KrmError, LimitError } from "../diagnostics.ts";
import { COMPOSITION_FILE_NAMES, compositionIn, mayBeComposition } from "../documents/index.ts";
import { isRemote } from "../engine/index.ts";
import type { Tree } from "../sources/tree.ts";
import { decodeText, parseConfig, parseResources } from "../yaml/index.ts";
import type { Node } from "../yaml/nodes/node.ts";
import { nameOf, textAt } from "./fields.ts";
import { entriesOf, importsOf, includedBy, includedByEntry } from "./included-paths.ts";
import { type Mentions, mentionsOf, type Role } from "./mentions.ts";
import { type NamedSource, sourcesNamedIn } from "./named-sources.ts";

/** A file of more bytes names nothing: real ones have a few thousand. */
const MAX_FILE = 1 << 20;
/** Files of more bytes count for {@link MAX_PARSED}. */
const ORDINARY_FILE = 1 << 14;
/** The bytes of all large files that are parsed in one search; further ones name nothing. */
const MAX_PARSED = 1 << 26;
/** The bytes of all files that are read in one search; further ones name nothing. */
const MAX_READ = 2 ** 31;

/** The paths that one file names. */
export interface RootFile {
  /** False for a composition.yaml that is about something else. */
  readonly isOurs: boolean;
  readonly isComponent: boolean;
  /** The paths that it includes, if these are directories: the targets are chosen by them. */
  readonly includes: readonly string[];
  /** The files of entries of a composition, or directories. */
  readonly entries: readonly string[];
  /** The sources on other machines that it renders through, as they are written. None unless {@link RootFiles} finds them. */
  readonly sources: readonly NamedSource[];
  readonly mentions: Mentions;
  /** True if it only lists files and directories, and names or labels their objects: their content is then as written. */
  readonly isPlain: boolean;
  /** Why it may name more, in a few words. */
  readonly problem?: string;
}

/** The fields of a kustomization that leave the paths and annotations in its objects as they are. */
const PLAIN_FIELDS: ReadonlySet<string> = new Set(
  "apiversion kind metadata resources bases namespace nameprefix namesuffix commonlabels".split(" "),
);

/** Reads files for one search. No build pays for it, and a repository may hold one large file at many paths. */
export class RootFiles {
  readonly #known = new Map<string, Promise<RootFile>>();
  #parsed: number;
  #read: number;
  readonly #findsSources: boolean;

  /**
   * @param parsed the bytes of all large files that are parsed
   * @param read the bytes of all files that are read
   * @param findsSources true if files tell their sources, which takes some time
   */
  constructor({ parsed = MAX_PARSED, read = MAX_READ, findsSources = false } = {}) {
    this.#parsed = parsed;
    this.#read = read;
    this.#findsSources = findsSources;
  }

  /**
   * @param path absolute within the tree
   * @returns undefined if there is no such file
   */
  async file(tree: Tree, path: string, role: Role): Promise<RootFile | undefined> {
    const located = await tree.lookup(path);
    if (located?.type !== "file") return undefined;
    if (located.id === undefined) return this.#load(tree, path, role);
    return getOrInsert(this.#known, `${role} ${located.id}`, () => this.#load(tree, path, role));
  }

  /** The role of a file by its name. */
  static roleOf(name: string): Role {
    return COMPOSITION_FILE_NAMES.includes(name) ? "composition" : "kustomization";
  }

  async #load(tree: Tree, path: string, role: Role): Promise<RootFile> {
    if (this.#read <= 0) return unread(true, "too much would have to be read");
    const tooLarge = (): Error => new LimitError("build-too-large", "there is not enough memory to read the file");
    const budget = openBudget({ memory: processPool().share(1), tooLarge, late: tooLarge });
    try {
      const bytes = await tree.read(path);
      this.#read -= bytes.length;
      const isLarge = bytes.length > MAX_FILE || (bytes.length > ORDINARY_FILE && (this.#parsed -= bytes.length) < 0);
      if (isLarge) return unread(role !== "composition" || mayBeComposition(bytes), "it is too large to be searched");
      budget.claim();
      return PARSE[role](bytes, tree.display(path), this.#findsSources);
    } catch (error) {
      // The build of this directory reports the error.
      const isInvalid = error instanceof KrmError;
      if (!isInvalid && !(error instanceof LimitError)) throw error;
      // A template is certain: the build that reads it fails, whatever else it names. A composition.yaml may be about something else.
      if (isInvalid && TEMPLATE_CODES.has(error.code) && role !== "composition") return EMPTY;
      return unread(role !== "composition", "it cannot be read");
    } finally {
      budget.close();
    }
  }
}

/** The errors of the reader of a kustomization about templates: `{% if a %}`, and `- {{ a }}`, a mapping as a key. */
const TEMPLATE_CODES: ReadonlySet<string> = new Set(["invalid-yaml", "non-string-key"]);

const PARSE: Readonly<Record<Role, (bytes: Uint8Array, display: string, findsSources: boolean) => RootFile>> = {
  kustomization(bytes, display, findsSources) {
    const document = parseConfig(decodeText(bytes, display), display);
    const isMap = document?.kind === "map";
    return {
      ...EMPTY,
      isComponent: textAt(document, "kind") === "Component",
      includes: isMap ? [...includedBy(document)] : [],
      sources: findsSources && isMap ? sourcesNamedIn(document) : [],
      mentions: mentionsOf(document === undefined ? [] : [document], "kustomization"),
      isPlain: isMap && document.entries.every(({ key }) => PLAIN_FIELDS.has(nameOf(key))),
    };
  },
  composition(bytes, display, findsSources) {
    const document = compositionIn(bytes, display);
    if (document === undefined) return NOT_OURS;
    if (document === "invalid") return unread(true, "it cannot be read");
    const entries = [...entriesOf(document)];
    const includes = [...importsOf(document), ...includedIn(entries.filter((entry) => typeof entry !== "string"))];
    const paths = entries.filter((entry) => typeof entry === "string");
    return {
      ...EMPTY,
      includes,
      entries: paths,
      sources: findsSources ? [...includes, ...paths].filter(isRemote) : [],
      mentions: mentionsOf([document], "composition"),
    };
  },
  configs: (bytes, display, findsSources) => configs(bytes, display, "configs", findsSources),
  entries: (bytes, display, findsSources) => configs(bytes, display, "entries", findsSources),
  catalog: (bytes, display, findsSources) => configs(bytes, display, "catalog", findsSources),
};

function configs(bytes: Uint8Array, display: string, role: Role, findsSources: boolean): RootFile {
  const documents = parseResources(decodeText(bytes, display), display);
  const includes = includedIn(documents);
  return {
    ...EMPTY,
    includes,
    sources: findsSources ? includes.filter(isRemote) : [],
    mentions: mentionsOf(documents, role),
    isPlain: true,
  };
}

function includedIn(documents: readonly Node[]): readonly string[] {
  return documents.flatMap((document) => (document.kind === "map" ? [...includedByEntry(document)] : []));
}

const NOTHING: Mentions = {
  paths: new Set(),
  configs: new Set(),
  charts: new Set(),
  catalogs: new Set(),
  programs: new Map(),
};

/** A file that names nothing. */
const EMPTY: RootFile = {
  isOurs: true,
  isComponent: false,
  includes: [],
  entries: [],
  sources: [],
  mentions: NOTHING,
  isPlain: false,
};
const NOT_OURS: RootFile = { ...EMPTY, isOurs: false };

function unread(isOurs: boolean, problem: string): RootFile {
  return { ...EMPTY, isOurs, problem };
}

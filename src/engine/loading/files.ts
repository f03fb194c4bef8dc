/** Reads and parses the files that several builds of one tree share, once. */
import type { CompositionFile } from "../../composition/index.ts";
import { failure } from "../../diagnostics.ts";
import { type OpenApiDocument, parseObjects, parseOpenApi } from "../../resource/index.ts";
import { includeRecord, type TreeRecord } from "../../sources/index.ts";
import type { SecretTexts } from "../../text/index.ts";
import { type ConfigOptions, decodeText, parseConfig } from "../../yaml/index.ts";
import { clone, type MapNode, type Node } from "../../yaml/nodes/node.ts";
import type { ReadFile } from "./fetches.ts";
import { type LoadedKustomization, loadComposition, loadKustomization } from "./kustomization-file.ts";
import type { ParsedFiles } from "./parsed-files.ts";
import { isAddress } from "./remote-references.ts";
import type { Root } from "./root.ts";

interface Loading<T> {
  readonly loading: Promise<T>;
  readonly record: TreeRecord | undefined;
  readonly secrets: SecretTexts | undefined;
}

export class Files {
  readonly #shared: ParsedFiles | undefined;
  readonly #openApi = new Map<string, () => OpenApiDocument>();
  readonly #kustomizations = new Map<string, Loading<LoadedKustomization>>();
  readonly #compositions = new Map<string, Loading<CompositionFile | undefined>>();
  readonly #objects = new Map<MayLackName | undefined, Map<string, readonly MapNode[] | "once">>();

  /** @param shared what the builds of other trees parse, too */
  constructor(shared?: ParsedFiles) {
    this.#shared = shared;
  }

  /** Forgets everything. */
  release(): void {
    this.#openApi.clear();
    this.#kustomizations.clear();
    this.#compositions.clear();
    this.#objects.clear();
  }

  /** The kustomization or composition of a root. @throws KrmError as {@link loadKustomization} does */
  kustomization(root: Root): Promise<LoadedKustomization> {
    return this.#loaded(this.#kustomizations, root, loadKustomization);
  }

  /** The composition of a root; undefined if it has none. @throws KrmError `composition-conflict` */
  composition(root: Root): Promise<CompositionFile | undefined> {
    return this.#loaded(this.#compositions, root, loadComposition);
  }

  #loaded<T>(kept: Map<string, Loading<T>>, root: Root, load: (root: Root) => Promise<T>): Promise<T> {
    const known = kept.get(root.key);
    // An error can be about the build that asked: its entry, or its budget. So each build gets its own.
    if (known !== undefined) {
      includeRecord(root.tree, known.record);
      return known.loading.then(
        (loaded) => {
          root.secrets?.include(known.secrets);
          return loaded;
        },
        () => load(root),
      );
    }
    const shared = root.apart();
    const loading = load(shared);
    kept.set(root.key, { loading, record: shared.tree.record, secrets: shared.secrets });
    loading.catch(() => kept.delete(root.key));
    return loading;
  }

  /**
   * The objects of a resource file, for the caller to change. They are kept from the second request on, since most files
   * are read once; then each request gets copies. If other trees are built as well, they are kept for these from the first
   * request on.
   * @param mayLackName whether an object needs no name; objects are kept by this function
   * @throws KrmError
   */
  objects(file: ReadFile, mayLackName?: MayLackName): MapNode[] {
    if (this.#shared !== undefined && file.id !== undefined) {
      const key = JSON.stringify([file.id, file.path, file.display, mayLackName?.name]);
      return this.#shared.objects(key, file.bytes.length, () => objectsOf(file, mayLackName));
    }
    let objects = this.#objects.get(mayLackName);
    if (objects === undefined) this.#objects.set(mayLackName, (objects = new Map()));
    let kept = objects.get(file.path);
    if (kept === undefined) {
      objects.set(file.path, "once");
      return objectsOf(file, mayLackName);
    }
    if (kept === "once") objects.set(file.path, (kept = objectsOf(file, mayLackName)));
    return kept.map(clone);
  }

  /** The types of an OpenAPI document. The document is parsed, and its errors are thrown, at first use. */
  openApi(file: ReadFile): () => OpenApiDocument {
    let parse = this.#openApi.get(file.path);
    if (parse === undefined) {
      let parsed: OpenApiDocument | undefined;
      parse = () => (parsed ??= parseOpenApi(textOf(file), file.display));
      this.#openApi.set(file.path, parse);
    }
    return parse;
  }

  /** The document of a file in the dialect of kustomizations. */
  config(file: ReadFile, options: ConfigOptions = {}): Node | undefined {
    return parseConfig(textOf(file), file.display, options);
  }
}

type MayLackName = (object: MapNode) => boolean;

function objectsOf(file: ReadFile, mayLackName: MayLackName | undefined): MapNode[] {
  const text = textOf(file);
  try {
    return parseObjects(text, file.display, mayLackName);
  } catch (thrown) {
    throw isAddress(file.path) && WEB_PAGE.test(text) ? webPage(file.display, thrown) : thrown;
  }
}

const WEB_PAGE = /^\s{0,99}<(?:!doctype html|html)\b/i;

/** Lines of the page would not help the author of the address. */
function webPage(file: string, cause: unknown): Error {
  return failure("invalid-yaml", "this is a web page, not YAML", {
    file,
    hint: "Use the address of the file itself: on GitHub, that of the button Raw.",
    cause,
  });
}

/** @throws KrmError `invalid-yaml` for bytes that are not text */
export function textOf(file: ReadFile): string {
  return decodeText(file.bytes, file.display);
}

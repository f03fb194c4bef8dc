/** What several builds of one tree read in common, read and parsed once. */
import { failure } from "../../diagnostics.ts";
import { type OpenApiDocument, parseObjects, parseOpenApi } from "../../resource/index.ts";
import { type ConfigOptions, decodeText, parseConfig } from "../../yaml/index.ts";
import { clone, type MapNode, type Node } from "../../yaml/nodes/node.ts";
import { type LoadedKustomization, loadKustomization } from "./kustomization-file.ts";
import { isAddress } from "./remote-references.ts";
import type { ReadFile, Root } from "./root.ts";

export class Files {
  readonly #openApi = new Map<string, () => OpenApiDocument>();
  readonly #kustomizations = new Map<string, Promise<LoadedKustomization>>();
  readonly #objects = new Map<MayLackName | undefined, Map<string, readonly MapNode[] | "once">>();

  kustomization(root: Root): Promise<LoadedKustomization> {
    let loading = this.#kustomizations.get(root.key);
    if (loading === undefined) {
      loading = loadKustomization(root);
      this.#kustomizations.set(root.key, loading);
      // What fails may say who asked, so the next one hears of it anew.
      loading.catch(() => this.#kustomizations.delete(root.key));
    }
    return loading;
  }

  /**
   * The objects of a resource file, for the caller to change. Most files are read once, so nothing is kept at the first
   * request; from the second on copies are handed out.
   * @param mayLackName the objects that need no name: requests with the same rule are served together
   * @throws KrmError
   */
  objects(file: ReadFile, mayLackName?: MayLackName): MapNode[] {
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

  /** The types of an OpenAPI document, parsed at first use. Its faults are told then, too. */
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

/** Its lines would say nothing to the author of an address. */
function webPage(file: string, cause: unknown): Error {
  return failure("invalid-yaml", "this is a web page, and not YAML", {
    file,
    hint: "Name the file itself: on GitHub, the address behind the button Raw.",
    cause,
  });
}

/** @throws KrmError `invalid-yaml` for bytes that are no text */
export function textOf(file: ReadFile): string {
  return decodeText(file.bytes, file.display);
}

/** The causes of changes in objects that are applied as files hold them: the lines of the fields in these files. */
import { getOrInsert } from "../../collections.ts";
import { KrmError } from "../../diagnostics.ts";
import type { OutputName } from "../../explain/index.ts";
import { isDeploymentId, type SideName, type Trees } from "../../render/index.ts";
import { pointerSteps } from "../../text/index.ts";
import { decodeText, get, locate, type Node, parseResources } from "../../yaml/index.ts";
import { askedFields, type Chosen } from "./choice.ts";
import type { EditedFiles } from "./edited-files.ts";
import type { CauseRequest } from "./types.ts";

/** Larger files are not read again. */
const MAX_BYTES = 1 << 20;

export class ManifestCauses {
  readonly #trees: Trees;
  readonly #files: EditedFiles;
  readonly #documents = new Map<string, Promise<readonly Node[]>>();

  constructor(trees: Trees, files: EditedFiles) {
    this.#trees = trees;
    this.#files = files;
  }

  /** The line of each changed field of an object of a deployment, where an edited file has the object as it is. Empty for others. */
  async of(request: CauseRequest): Promise<readonly Chosen[]> {
    const edited = (request.files ?? []).filter((file) => this.#files.has(file));
    if (!isDeploymentId(request.target) || edited.length === 0) return [];
    const chosen: Chosen[] = [];
    for (const { path, op } of askedFields(request)) {
      const side = op === "removed" ? "base" : "head";
      const name = request[side];
      const steps = pointerSteps(path);
      for (const file of name === undefined ? [] : edited) {
        const documents = await getOrInsert(this.#documents, `${side} ${file}`, () => this.#read(side, file));
        const node = nodeAt(
          documents.find((document) => isNamed(document, name as OutputName)),
          steps,
        );
        const place = locate(node);
        if (place === undefined) continue;
        chosen.push({ field: path, cause: { side, ...place, step: "resources", inChange: true } });
        break;
      }
    }
    return chosen;
  }

  async #read(side: SideName, file: string): Promise<readonly Node[]> {
    const tree = this.#trees[side];
    try {
      const located = await tree.lookup(`/${file}`);
      if (located?.type !== "file") return [];
      const bytes = await tree.read(located.path);
      return bytes.length > MAX_BYTES ? [] : parseResources(decodeText(bytes, file), file);
    } catch (thrown) {
      if (!(thrown instanceof KrmError)) throw thrown;
      return [];
    }
  }
}

/** Tells whether a document is an object of a name. The namespace may be given by what applies it. */
function isNamed(document: Node, { kind, namespace, name }: OutputName): boolean {
  const metadata = get(document, "metadata");
  const own = textOf(get(metadata, "namespace"));
  return (
    textOf(get(document, "kind")) === kind &&
    textOf(get(metadata, "name")) === name &&
    (own === undefined || own === namespace)
  );
}

function textOf(node: Node | undefined): string | undefined {
  return node?.kind === "scalar" ? node.value : undefined;
}

/** The node at a path, or the last one on the way to it that is there; undefined without a document. */
function nodeAt(document: Node | undefined, steps: readonly string[]): Node | undefined {
  let found = document;
  for (const step of steps) {
    const next: Node | undefined = found?.kind === "seq" ? found.items[Number(step)] : get(found, step);
    if (next === undefined) break;
    found = next;
  }
  return found;
}

/**
 * Loads a verified image into the engine. Neither the success of a load nor the name of an image proves anything: an engine
 * loads an image with another config without a word. Only the id counts; docs/specification/containers.md 7.4.
 */
import { isDeepStrictEqual } from "node:util";
import { failure } from "../../diagnostics.ts";
import { sizeText } from "../../text/index.ts";
import { type Engine, errorLine } from "./engine.ts";
import type { EngineTools, ToolAnswer } from "./engine-tools.ts";
import type { FetchedImage, ImageDigests } from "./image-source.ts";
import { type Inspected, idOf, inspectImage } from "./inspected-image.ts";
import type { LoadedImages } from "./loaded-images.ts";

export interface Loader {
  readonly engine: Engine;
  readonly tools: EngineTools;
  readonly loaded: LoadedImages;
  readonly log: (line: string) => void;
}

/** A load that takes longer is announced, in milliseconds. */
const PATIENCE_MS = 1000;
/** containerd reports a layer that it cannot unpack, and calls the load a success. */
const UNPACKING = /error unpacking|failed to (?:unpack|extract|apply)/i;

/**
 * Loads an image and checks what the engine has made of it. A failure leaves nothing in the engine.
 * @param display the name of the image in messages
 * @throws KrmError `image-unavailable`, `image-mismatch`, `container-engine-unavailable`, and what the archive throws
 */
export async function loadImage(loader: Loader, image: FetchedImage, display: string): Promise<Inspected> {
  const { engine, tools, loaded, log } = loader;
  const name = loaded.claim(image.manifest);
  const notice = `${engine.name} loads the image ${display}, ${sizeText(image.bytes)}`;
  const patience = setTimeout(() => log(notice), PATIENCE_MS);
  try {
    const answer = await tools.load(image.archive(name));
    const reason = refusalOf(answer);
    if (reason !== undefined) {
      const message = `${engine.name} cannot load the image ${display}: ${reason}`;
      const hint = `Check that the disk of ${engine.name} has room, and that it can read the compression of the layers.`;
      throw engine.failure(answer.stderr) ?? failure("image-unavailable", message, { hint });
    }
    const found = await inspectImage(engine, name);
    if (found === undefined) {
      throw failure("image-unavailable", `${engine.name} does not have the image ${display}, which it has loaded`);
    }
    checkLoaded(engine, image, found, display);
    return found;
  } catch (thrown) {
    await loaded.remove(name).catch(() => undefined);
    throw thrown;
  } finally {
    clearTimeout(patience);
  }
}

function refusalOf({ exitCode, stdout, stderr, detail }: ToolAnswer): string | undefined {
  if (exitCode !== 0) return detail ?? (errorLine(stderr) || errorLine(stdout) || "it gives no reason");
  const output = `${stdout}\n${stderr}`;
  return UNPACKING.test(output) ? errorLine(output) : undefined;
}

/**
 * Tells whether the engine has exactly this image: its id is the digest of the config, or, with containerd's image store, that of
 * the manifest. Both name all layers.
 */
export function isExactly(image: ImageDigests, found: Inspected): boolean {
  const id = idOf(found);
  return id !== undefined && (id === image.config || id === image.manifest);
}

function checkLoaded({ name }: Engine, image: FetchedImage, found: Inspected, display: string): void {
  const hint = `Nothing was run. Check ${name}, and who else has access to it.`;
  if (!isExactly(image, found)) {
    const message = `the image ${display}, loaded into ${name}, is ${idOf(found) ?? "without an id"}, not ${image.config}`;
    throw failure("image-mismatch", message, { hint });
  }
  const layers = found.RootFS?.Layers;
  if (!isDeepStrictEqual(layers, image.diffIds)) {
    const message = `the image ${display}, loaded into ${name}, has other layers than were fetched`;
    throw failure("image-mismatch", message, { hint });
  }
}

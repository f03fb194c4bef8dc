/** Images of catalogs: fetched and verified by this process, and loaded into the engine; docs/specification/containers.md 7. */
import { failure } from "../../diagnostics.ts";
import { once } from "../../store/index.ts";
import { type Engine, errorLine } from "./engine.ts";
import type { EngineTools } from "./engine-tools.ts";
import { architectureIn } from "./engines.ts";
import { isExactly, loadImage } from "./image-loading.ts";
import type { ImageReference } from "./image-reference.ts";
import type { ImageDigests, ImagePlatform, ImageSource } from "./image-source.ts";
import { type Image, type Inspected, idOf, inspectImage, traitsOf } from "./inspected-image.ts";
import { LoadedImages } from "./loaded-images.ts";

interface FetchedImagesOptions {
  readonly engine: Engine;
  readonly tools: EngineTools;
  /** True if images stay in the engine after the run. */
  readonly keeps: boolean;
  /** Called at first need. */
  readonly source: () => Promise<ImageSource>;
  readonly log: (line: string) => void;
}

export class FetchedImages {
  readonly #options: FetchedImagesOptions;
  readonly #loaded: LoadedImages;
  /** The loads by the digests of manifests: different names and indexes may lead to one image. */
  readonly #loads = new Map<string, Promise<Inspected>>();
  #target: Promise<ImagePlatform> | undefined;

  constructor(options: FetchedImagesOptions) {
    this.#options = options;
    this.#loaded = new LoadedImages(options.engine, options.tools, options.keeps);
  }

  /**
   * Fetches an image with a digest, and loads it unless an earlier run has left exactly this one in the engine.
   * @throws KrmError `image-unavailable`, `image-mismatch`, `container-engine-unavailable`, and what the source throws
   */
  async image({ whole, display, digest = "" }: ImageReference): Promise<Image> {
    const { engine } = this.#options;
    const source = await this.#options.source();
    this.#target ??= this.#askPlatform();
    const target = await this.#target;
    const digests = await source.digests(whole, target);
    const found = await once(this.#loads, digests.manifest, () =>
      this.#load(digests, async () => source.fetch(whole, target), display),
    );
    return {
      id: engine.traits.runsByDigest ? digests.manifest : (idOf(found) as string),
      digest,
      title: `${display}@${digest}`,
      ...traitsOf(found, display),
    };
  }

  /** Removes the images that were loaded, unless they are kept. No container may need them any more. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#loads.values());
    await this.#loaded.settle();
  }

  async #load(
    digests: ImageDigests,
    fetch: () => ReturnType<ImageSource["fetch"]>,
    display: string,
  ): Promise<Inspected> {
    const { engine } = this.#options;
    const kept = this.#loaded.keptName(digests.manifest);
    const found = kept === undefined ? undefined : await inspectImage(engine, kept);
    if (found !== undefined && isExactly(digests, found)) return found;
    return loadImage({ ...this.#options, loaded: this.#loaded }, await fetch(), display);
  }

  /** The platform that the engine runs, which need not be that of this process. */
  async #askPlatform(): Promise<ImagePlatform> {
    const { engine, tools } = this.#options;
    const { exitCode, stdout, stderr, detail } = await tools.call(engine.traits.about);
    if (exitCode === 0) return { os: "linux", architecture: architectureIn(stdout) };
    const message = `${engine.name} does not say which version it has: ${detail ?? errorLine(stderr)}`;
    const hint = `Check that ${engine.name} is installed and runs.`;
    throw engine.failure(stderr) ?? failure("container-engine-unavailable", message, { hint });
  }
}

/** Resolves references to ids of images in the engine, each once a run; docs/specification/containers.md 5, 7. */
import { failure, KrmError, type Location } from "../../diagnostics.ts";
import { once } from "../../store/index.ts";
import type { ContainerSpecification } from "../specification/function-specification.ts";
import { type Engine, errorLine } from "./engine.ts";
import { type EngineTools, ownTools } from "./engine-tools.ts";
import { FetchedImages } from "./fetched-images.ts";
import { type ImageReference, parseImage } from "./image-reference.ts";
import type { ImageSource } from "./image-source.ts";
import {
  digestsOf,
  type Image,
  type Inspected,
  idOf,
  inspectImage,
  isOnlyLoaded,
  traitsOf,
} from "./inspected-image.ts";

/**
 * When to pull an image: if the engine lacks it, before its first use in each run, or never. With `client`, this process fetches
 * it and not the engine.
 */
export type PullPolicy = "missing" | "always" | "never" | "client";

interface ImageOptions {
  /** `missing` by default. */
  readonly pull?: PullPolicy | undefined;
  /** Opens the source of images of catalogs, at first need. Without one, the engine pulls them. */
  readonly source?: (() => Promise<ImageSource>) | undefined;
  /** The tools of the command line by default. */
  readonly tools?: EngineTools | undefined;
  /** True if images that were loaded stay in the engine after the run. True by default. */
  readonly keeps?: boolean | undefined;
  /** Receives notices of operations that take long. */
  readonly log?: ((line: string) => void) | undefined;
}

const PULL_TIMEOUT_MS = 900_000;

/**
 * Failures of the own client that the engine may not have: it has mirrors, proxies and logins of its own. All others are
 * refusals, which the engine must not evade.
 */
const FOR_THE_ENGINE: ReadonlySet<string> = new Set([
  "credential-failed",
  "registry-denied",
  "registry-failed",
  "registry-not-found",
  "remote-failed",
]);

export class Images {
  readonly #engine: Engine;
  readonly #policy: PullPolicy;
  readonly #fetched: FetchedImages | undefined;
  readonly #log: (line: string) => void;
  readonly #known = new Map<string, Promise<Image>>();

  constructor(engine: Engine, { pull = "missing", source, tools = ownTools(engine), keeps = true, log }: ImageOptions) {
    this.#engine = engine;
    this.#policy = pull;
    this.#log = log ?? (() => {});
    if (source !== undefined) this.#fetched = new FetchedImages({ engine, tools, keeps, source, log: this.#log });
  }

  /**
   * Finds, fetches or pulls an image. A failure is not retried within a run.
   * @throws KrmError `invalid-image`, `image-unavailable`, `image-mismatch`, `container-engine-unavailable`, and what the
   *   source throws
   */
  async resolve({ image, sha256, location, fromCatalog = false }: ContainerSpecification): Promise<Image> {
    const reference = parseImage(image, sha256, location);
    if (fromCatalog && (reference.digest === undefined || reference.isId)) {
      const message = `the image ${reference.display} of a catalog has no digest`;
      const hint = "Add `sha256` with the digest that the registry serves.";
      throw failure("invalid-image", message, { ...location, hint });
    }
    const isFetched = fromCatalog || (this.#policy === "client" && reference.digest !== undefined && !reference.isId);
    const key = `${isFetched} ${reference.effective}`;
    try {
      return await once(this.#known, key, () => this.#find(reference, isFetched));
    } catch (thrown) {
      throw placed(thrown, location);
    }
  }

  /** Removes the images that were loaded, unless they are kept. No container may need them any more. */
  async close(): Promise<void> {
    await this.#fetched?.close();
  }

  async #find(reference: ImageReference, isFetched: boolean): Promise<Image> {
    // A digest does not move, so that there is nothing to look for in the registry.
    if (this.#policy !== "always" || reference.isId || isFetched) {
      const present = await inspectImage(this.#engine, reference.effective);
      if (present !== undefined && !(isFetched && isOnlyLoaded(present))) return this.#verified(reference, present);
      if (this.#policy === "never" || reference.isId) throw this.#unavailable(reference);
    }
    if (!isFetched || this.#fetched === undefined) return this.#pull(reference);
    try {
      return await this.#fetched.image(reference);
    } catch (thrown) {
      if (this.#policy === "client" || !mayTryEngine(thrown)) throw thrown;
      this.#log(`${this.#engine.name} pulls the image ${reference.display}, because this process cannot fetch it`);
      try {
        return await this.#pull(reference);
      } catch (also) {
        throw alsoFailed(thrown, also);
      }
    }
  }

  /** Lets the engine pull an image. The success of a pull proves nothing. */
  async #pull(reference: ImageReference): Promise<Image> {
    // podman has no default registry.
    const wanted = this.#engine.name === "docker" ? reference.effective : reference.qualified;
    const pulled = await this.#engine.call(["pull", "--quiet", wanted], { timeoutMs: PULL_TIMEOUT_MS });
    if (pulled.exitCode !== 0) {
      const reason = pulled.detail ?? errorLine(pulled.stderr);
      const message = `${this.#engine.name} cannot pull the image ${wanted}: ${reason}`;
      const hint = hintTo(reference, "Check its name and tag, and that the engine is logged in to the registry.");
      throw this.#engine.failure(pulled.stderr) ?? failure("image-unavailable", message, { hint });
    }
    const present = await inspectImage(this.#engine, wanted);
    if (present === undefined) throw this.#unavailable(reference);
    return this.#verified(reference, present);
  }

  /** Checks the answer of the engine: neither a tag nor a successful pull proves that it is the right image. */
  #verified(reference: ImageReference, present: Inspected): Image {
    const { name, traits } = this.#engine;
    const id = idOf(present);
    if (id === undefined) {
      throw failure("image-unavailable", `${name} does not report the id of the image ${reference.display}`);
    }
    const digests = digestsOf(present);
    const { digest } = reference;
    if (digest !== undefined && id !== digest && (reference.isId || !digests.includes(digest))) {
      const message = `the image ${reference.display} in ${name} is ${digests[0] ?? id}, not ${digest}`;
      const hint = "Remove the image from the engine, so that it is pulled again.";
      throw failure("image-mismatch", message, { hint });
    }
    const shown = digest ?? digests[0] ?? id;
    return {
      id: traits.runsByDigest ? shown : id,
      digest: reference.isId ? id : shown,
      title: reference.isId ? id : `${reference.display}@${shown}`,
      ...traitsOf(present, reference.display),
    };
  }

  #unavailable(reference: ImageReference): KrmError {
    const { display, effective, isId } = reference;
    const { name } = this.#engine;
    return failure("image-unavailable", `${name} does not have the image ${display}`, {
      hint: isId
        ? "Name an image that the engine already has, or write a name in place of the id."
        : hintTo(reference, `Run \`${name} pull ${effective}\` first, or allow pulls with --pull missing.`),
    });
  }
}

function mayTryEngine(thrown: unknown): boolean {
  return thrown instanceof KrmError && thrown.diagnostics.every(({ code }) => FOR_THE_ENGINE.has(code));
}

/** The failure of the own client, which says more, and in the same message that of the engine. A mismatch counts more. */
function alsoFailed(own: unknown, engines: unknown): unknown {
  if (!(own instanceof KrmError && engines instanceof KrmError)) return engines;
  const [first, second] = [own.diagnostics[0], engines.diagnostics[0]];
  if (first === undefined || second === undefined || second.code !== "image-unavailable") return engines;
  return failure("image-unavailable", `${first.message}; and ${second.message}`, { hint: first.hint, cause: own });
}

/** The former registry of kpt's functions; docs/specification/containers.md 5.5. */
const FORMER_HOME = /^gcr\.io\/kpt-fn(?:-contrib)?\//;

function hintTo({ display }: ImageReference, otherwise: string): string {
  if (!FORMER_HOME.test(display)) return otherwise;
  const moved = display.replace(FORMER_HOME, "ghcr.io/kptdev/krm-functions-catalog/");
  return `The functions of kpt have moved: try ${moved}. Not all tags exist there.`;
}

/** Adds the location: configs that share an image share its failure, but each has its own location. */
function placed(thrown: unknown, location: Location): unknown {
  if (!(thrown instanceof KrmError)) return thrown;
  const [first] = thrown.diagnostics;
  if (first === undefined || first.file !== undefined) return thrown;
  const { code, message, hint } = first;
  return failure(code, message, { ...location, hint, cause: thrown });
}

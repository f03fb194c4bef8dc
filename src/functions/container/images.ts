/** Resolves references to ids of images in the engine, each once a run; docs/specification/containers.md 5. */
import { posix } from "node:path";
import { failure, KrmError, type Location } from "../../diagnostics.ts";
import type { ContainerSpecification } from "../specification/function-specification.ts";
import { type Engine, engineFailure, errorLine, objectOf, parseAnswer } from "./engine.ts";
import { type ImageReference, parseImage } from "./image-reference.ts";

/** When to pull an image: if the engine lacks it, before its first use in each run, or never. */
export type PullPolicy = "missing" | "always" | "never";

export const PULL_POLICIES: readonly PullPolicy[] = ["missing", "always", "never"];

export interface Image {
  /** The id of the content that containers are created from. A tag may have moved. */
  readonly id: string;
  /** `name@digest`, for messages. */
  readonly title: string;
  /** Such as `linux/amd64`. */
  readonly platform: string;
  /** The directories of the image for which an engine would create volumes on disk. */
  readonly volumes: readonly string[];
}

const PULL_TIMEOUT_MS = 900_000;

/** The fields of `image inspect` that are used. */
interface Inspected {
  readonly Id?: string;
  readonly RepoDigests?: readonly string[] | null;
  readonly Os?: string;
  readonly Architecture?: string;
  readonly Config?: { readonly Volumes?: Readonly<Record<string, unknown>> | null } | null;
}

export class Images {
  readonly #engine: Engine;
  readonly #policy: PullPolicy;
  readonly #platform: NodeJS.Platform;
  readonly #known = new Map<string, Promise<Image>>();

  constructor(engine: Engine, policy: PullPolicy, platform: NodeJS.Platform) {
    this.#engine = engine;
    this.#policy = policy;
    this.#platform = platform;
  }

  /**
   * Finds or pulls an image. A failure is not retried within a run.
   * @throws KrmError `invalid-image`, `image-unavailable`, `image-mismatch`, `container-engine-unavailable`
   */
  async resolve({ image, sha256, location }: ContainerSpecification): Promise<Image> {
    const reference = parseImage(image, sha256, location);
    let found = this.#known.get(reference.effective);
    if (found === undefined) {
      found = this.#find(reference);
      this.#known.set(reference.effective, found);
    }
    try {
      return await found;
    } catch (thrown) {
      throw placed(thrown, location);
    }
  }

  async #find(reference: ImageReference): Promise<Image> {
    if (this.#policy !== "always" || reference.isId) {
      const present = await this.#inspect(reference.effective);
      if (present !== undefined) return this.#verified(reference, present);
      if (this.#policy === "never" || reference.isId) throw this.#unavailable(reference);
    }
    // podman has no default registry.
    const wanted = this.#engine.name === "docker" ? reference.effective : reference.qualified;
    const pulled = await this.#engine.call(["pull", "--quiet", wanted], { timeoutMs: PULL_TIMEOUT_MS });
    if (pulled.exitCode !== 0) {
      const reason = pulled.detail ?? errorLine(pulled.stderr);
      throw (
        engineFailure(this.#engine, pulled.stderr, this.#platform) ??
        failure("image-unavailable", `${this.#engine.name} cannot pull the image ${wanted}: ${reason}`, {
          hint: hintTo(reference, "Check its name and tag, and that the engine is logged in to the registry."),
        })
      );
    }
    const present = await this.#inspect(wanted);
    if (present === undefined) throw this.#unavailable(reference);
    return this.#verified(reference, present);
  }

  async #inspect(reference: string): Promise<Inspected | undefined> {
    const { exitCode, stdout, stderr } = await this.#engine.call(["image", "inspect", reference]);
    if (exitCode !== 0) {
      const failed = engineFailure(this.#engine, stderr, this.#platform);
      if (failed !== undefined) throw failed;
      return undefined;
    }
    const answer = parseAnswer(stdout);
    const found: Inspected = objectOf(Array.isArray(answer) ? answer[0] : answer) ?? {};
    // Engines also take a name of hexadecimal digits for the beginning of an id.
    return `${found.Id}`.replace("sha256:", "").startsWith(reference) ? undefined : found;
  }

  /** Checks the answer of the engine: neither a tag nor a successful pull proves that it is the right image. */
  #verified(reference: ImageReference, { Id = "", RepoDigests, Os, Architecture, Config }: Inspected): Image {
    const { name, traits } = this.#engine;
    const id = /^[0-9a-f]{64}$/.test(Id) ? `sha256:${Id}` : Id;
    if (!/^sha256:[0-9a-f]{64}$/.test(id)) {
      throw failure("image-unavailable", `${name} does not report the id of the image ${reference.display}`);
    }
    const digests = (Array.isArray(RepoDigests) ? RepoDigests : []).map((each) => `${each}`.replace(/^[^@]*@/, ""));
    const { digest } = reference;
    if (digest !== undefined && id !== digest && (reference.isId || !digests.includes(digest))) {
      const message = `the image ${reference.display} in ${name} is ${digests[0] ?? id}, not ${digest}`;
      throw failure("image-mismatch", message, {
        hint: "Remove the image from the engine, so that it is pulled again.",
      });
    }
    if (Os !== undefined && Os !== "" && Os !== "linux") {
      const message = `the image ${reference.display} is for ${Os}, but functions run in Linux containers`;
      throw failure("image-unavailable", message, { hint: "Use an image for Linux." });
    }
    const volumes = Object.keys(Config?.Volumes ?? {});
    const odd = volumes.find((path) => !/^\/[^:,]+$/.test(path) || posix.resolve(path) === "/");
    if (odd !== undefined) {
      throw failure(
        "image-unavailable",
        `the image ${reference.display} has a volume at ${odd}, which cannot be replaced by memory`,
      );
    }
    const shown = digest ?? digests[0] ?? id;
    return {
      id: traits.runsByDigest ? (digest ?? digests[0] ?? id) : id,
      title: reference.isId ? id : `${reference.display}@${shown}`,
      platform: `${Os ?? "linux"}/${Architecture ?? "unknown"}`,
      volumes,
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

/** References become ids of images that the engine has, each once a run; docs/specification/containers.md 5. */
import { posix } from "node:path";
import { failure, KrmError, type Location } from "../../diagnostics.ts";
import type { ContainerSpecification } from "../specification/function-specification.ts";
import { type Engine, engineTrouble, objectOf, parseAnswer, spoken } from "./engine.ts";
import { type ImageReference, parseImage } from "./image-reference.ts";

/** When an image is fetched: where the engine lacks it, before the first use in each run, or not at all. */
export type PullPolicy = "missing" | "always" | "never";

export const PULL_POLICIES: readonly PullPolicy[] = ["missing", "always", "never"];

export interface Image {
  /** What containers are made of: content, whatever a tag means by then. */
  readonly id: string;
  /** `name@digest`, for messages. */
  readonly title: string;
  /** `linux/amd64`. */
  readonly platform: string;
  /** Directories that the image would have written to disk. */
  readonly volumes: readonly string[];
}

const PULL_TIMEOUT_MS = 900_000;

/** What engines say of an image, as far as it is asked for. */
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
   * What failed once is not tried again: all that need the image fail alike, and soon.
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
    // podman has no registry that goes without saying.
    const wanted = this.#engine.name === "docker" ? reference.effective : reference.qualified;
    const pulled = await this.#engine.call(["pull", "--quiet", wanted], { timeoutMs: PULL_TIMEOUT_MS });
    if (pulled.exitCode !== 0) {
      const reason = pulled.detail ?? spoken(pulled.stderr);
      throw (
        engineTrouble(this.#engine, pulled.stderr, this.#platform) ??
        failure("image-unavailable", `${this.#engine.name} cannot fetch the image ${wanted}: ${reason}`, {
          hint: hintTo(reference, "Look at its name and tag, and at the login of the engine for that registry."),
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
      const trouble = engineTrouble(this.#engine, stderr, this.#platform);
      if (trouble !== undefined) throw trouble;
      return undefined;
    }
    const answer = parseAnswer(stdout);
    const found: Inspected = objectOf(Array.isArray(answer) ? answer[0] : answer) ?? {};
    // Engines take a name of hexadecimal digits for the beginning of an id, too.
    return `${found.Id}`.replace("sha256:", "").startsWith(reference) ? undefined : found;
  }

  /** Neither a tag nor the success of a pull proves anything: the engine has to say that this is what was asked for. */
  #verified(reference: ImageReference, { Id = "", RepoDigests, Os, Architecture, Config }: Inspected): Image {
    const { name, traits } = this.#engine;
    const id = /^[0-9a-f]{64}$/.test(Id) ? `sha256:${Id}` : Id;
    if (!/^sha256:[0-9a-f]{64}$/.test(id)) {
      throw failure("image-unavailable", `${name} does not say which image ${reference.display} is`);
    }
    const digests = (Array.isArray(RepoDigests) ? RepoDigests : []).map((each) => `${each}`.replace(/^[^@]*@/, ""));
    const { digest } = reference;
    if (digest !== undefined && id !== digest && (reference.isId || !digests.includes(digest))) {
      const message = `what ${name} has as ${reference.display} is not ${digest}, but ${digests[0] ?? id}`;
      throw failure("image-mismatch", message, {
        hint: "Remove the image from the engine, so that it is pulled anew.",
      });
    }
    if (Os !== undefined && Os !== "" && Os !== "linux") {
      const message = `the image ${reference.display} is for ${Os}; functions run in Linux containers`;
      throw failure("image-unavailable", message, { hint: "Use a runner with Linux." });
    }
    const volumes = Object.keys(Config?.Volumes ?? {});
    const odd = volumes.find((path) => !/^\/[^:,]+$/.test(path) || posix.resolve(path) === "/");
    if (odd !== undefined) {
      throw failure(
        "image-unavailable",
        `the image ${reference.display} has a volume at ${odd}, which cannot be shadowed`,
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
        ? "An id names an image that the engine already has."
        : hintTo(reference, `Run \`${name} pull ${effective}\` before, or let it be pulled: --pull missing.`),
    });
  }
}

/** Where the functions of kpt were until their registry was given up; docs/specification/containers.md 5.5. */
const FORMER_HOME = /^gcr\.io\/kpt-fn(?:-contrib)?\//;

function hintTo({ display }: ImageReference, otherwise: string): string {
  if (!FORMER_HOME.test(display)) return otherwise;
  const moved = display.replace(FORMER_HOME, "ghcr.io/kptdev/krm-functions-catalog/");
  return `The functions of kpt have moved: try ${moved}. Not every tag is there.`;
}

/** One failure is shared by all that need the image; each has its own place. */
function placed(thrown: unknown, location: Location): unknown {
  if (!(thrown instanceof KrmError)) return thrown;
  const [first] = thrown.diagnostics;
  if (first === undefined || first.file !== undefined) return thrown;
  const { code, message, hint } = first;
  return failure(code, message, { ...location, hint, cause: thrown });
}

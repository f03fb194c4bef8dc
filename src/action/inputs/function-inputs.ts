/** The inputs about functions and their catalogs. */
import { MAX_DURATION, SETTINGS } from "../../configuration/index.ts";
import type { IsolationMode } from "../../functions/index.ts";
import type { InputReader } from "./input-reader.ts";
import { lines, splitPatterns } from "./input-texts.ts";

const ISOLATION: readonly IsolationMode[] = SETTINGS["isolate-functions"].form.choices;
const ENGINES = ["docker", "podman", "nerdctl"] as const;

/** Which runs save what they have fetched to the Actions cache; docs/specification/store.md 5.7. */
const CACHE_SAVE = ["auto", "always", "never"] as const;
export type CacheSave = (typeof CACHE_SAVE)[number];

export interface PluginConsent {
  /** True if configs may name container images, and what the others allow. */
  readonly alpha: boolean;
  readonly exec: boolean;
  readonly starlark: boolean;
}

/** Only functions of trusted catalogs run. */
export const NO_PLUGINS: PluginConsent = { alpha: false, exec: false, starlark: false };

export interface FunctionInputs {
  /** Trust lines, as written. */
  readonly trustedCatalogs: readonly string[];
  /** Trust lines of catalogs that need no reference, as written. */
  readonly defaultCatalogs: readonly string[];
  readonly requirePinned: boolean;
  readonly failOnUnavailable: boolean;
  readonly allowWildcards: boolean;
  /** A path in the repository, read from the base. */
  readonly trustRoot: string | undefined;
  /** The programs that configs of functions may name themselves. */
  readonly plugins: PluginConsent;
  /** Who may use the network, as written: nobody, everybody, or the functions of some `group/kind`. */
  readonly network: string;
  /** Who may read files of the repository. */
  readonly mounts: string;
  readonly engine: (typeof ENGINES)[number];
  readonly timeoutSeconds: number;
  /** Whether executables of catalogs run in a sandbox. */
  readonly isolation: IsolationMode;
  readonly onPrivilegedEvents: boolean;
  /** `REGISTRY=HOST`: hosts that may get the credentials of a registry, because they give out its tokens. */
  readonly tokenServers: readonly string[];
  readonly cacheSave: CacheSave;
}

export function readFunctionInputs(reader: InputReader): FunctionInputs {
  return {
    trustedCatalogs: lines(reader.text("trusted-catalogs")),
    defaultCatalogs: lines(reader.text("default-catalogs")),
    requirePinned: reader.flag("require-pinned-catalogs"),
    failOnUnavailable: reader.flag("fail-on-unavailable-catalog"),
    allowWildcards: reader.flag("allow-catalog-wildcards"),
    trustRoot: reader.optional("trust-root"),
    plugins: plugins(reader),
    network: reader.text("function-network"),
    mounts: reader.text("function-mounts"),
    engine: reader.choice("container-runtime", ENGINES),
    timeoutSeconds: reader.duration("function-timeout") ?? MAX_DURATION,
    isolation: reader.choice("isolate-functions", ISOLATION),
    onPrivilegedEvents: reader.flag("functions-on-privileged-events"),
    tokenServers: tokenServers(reader),
    cacheSave: reader.choice("cache-save", CACHE_SAVE),
  };
}

function plugins(reader: InputReader): PluginConsent {
  const text = reader.text("plugins");
  const words = text.split(/[\s,]+/);
  if (words.length === 1 && words[0] === "catalog-only") return NO_PLUGINS;
  const has = (word: string): boolean => words.includes(word);
  if (!has("alpha") || words.some((word) => !["alpha", "exec", "starlark"].includes(word)))
    reader.refuse("plugins", `"${text}" is neither catalog-only, nor alpha with or without exec and starlark after it`);
  return { alpha: true, exec: has("exec"), starlark: has("starlark") };
}

function tokenServers(reader: InputReader): readonly string[] {
  const listed = splitPatterns(reader.text("token-servers"));
  const odd = listed.find((each) => !/^[^=\s/]+=[^=\s/:]+$/.test(each));
  if (odd !== undefined)
    reader.refuse("token-servers", `"${odd}" is not REGISTRY=HOST, such as registry.example.com=gitlab.example.com`);
  return listed;
}

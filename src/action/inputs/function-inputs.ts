/** The inputs about functions and their catalogs. */
import { MAX_DURATION } from "../../configuration/index.ts";
import type { IsolationMode } from "../../functions/index.ts";
import type { InputReader } from "./input-reader.ts";
import { lines, splitPatterns } from "./input-texts.ts";

const PLUGINS = ["catalog-only", "alpha"] as const;
const ISOLATION: readonly IsolationMode[] = ["require", "auto", "never"];
const ENGINES = ["docker", "podman", "nerdctl"] as const;

/** Which runs save what they have fetched to the Actions cache; docs/specification/store.md 5.7. */
const CACHE_SAVE = ["auto", "always", "never"] as const;
export type CacheSave = (typeof CACHE_SAVE)[number];

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
  /** Whether functions may run that name their own program. */
  readonly plugins: (typeof PLUGINS)[number];
  readonly exec: boolean;
  readonly starlark: boolean;
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
    plugins: reader.choice("plugins", PLUGINS),
    exec: reader.flag("enable-exec"),
    starlark: reader.flag("enable-starlark"),
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

function tokenServers(reader: InputReader): readonly string[] {
  const listed = splitPatterns(reader.text("token-servers"));
  const odd = listed.find((each) => !/^[^=\s/]+=[^=\s/:]+$/.test(each));
  if (odd !== undefined)
    reader.refuse("token-servers", `"${odd}" is not REGISTRY=HOST, such as registry.example.com=gitlab.example.com`);
  return listed;
}

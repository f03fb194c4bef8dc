/** Opens repositories, trees and ports for a command, and closes them in every case. */
import { realpathSync } from "node:fs";
import { relative } from "node:path";
import { renderingsInStore } from "../charts/index.ts";
import { getOrInsert } from "../collections.ts";
import type { SearchBuild } from "../deployments/index.ts";
import { type Diagnostic, KrmError } from "../diagnostics.ts";
import type { BuildOptions } from "../engine/context/built.ts";
import type { IsolationMode } from "../functions/index.ts";
import { createJsonnet, type Jsonnet } from "../jsonnet/index.ts";
import {
  createHelm,
  defaultStoreDirectory,
  diskTree,
  LOCAL_PROTOCOLS,
  lazyRemotes,
  type OpenRemotes,
  openRepository,
  REMOTE_PROTOCOLS,
  type RemoteOptions,
  type Repository,
  refusingRemotes,
  repositoryHistory,
  type Tree,
  workTree,
} from "../sources/index.ts";
import { type ContentStore, lazyStore, type Registries, type RegistriesOptions } from "../store/index.ts";
import { sourceOptions } from "./catalog-sources.ts";
import { type OpenFunctions, openFunctions } from "./open-functions.ts";
import type { BuildSettings } from "./options/build-settings.ts";
import type { ReachSettings } from "./options/catalog-settings.ts";
import { type Progress, showProgress } from "./progress.ts";
import { repositoryAround } from "./repository-directory.ts";
import { printDiagnostics, type Terminal } from "./terminal.ts";

/** One run of a command. The functions below open its ports. */
export interface Session {
  readonly terminal: Terminal;
  /** Calls `close` when the session ends. */
  readonly onEnd: (close: Close) => void;
}

type Close = () => void | Promise<void>;

/** The directory that the paths of targets are relative to. */
export interface Place {
  /** Absolute. */
  readonly top: string;
  /** The working directory, symlinks resolved. */
  readonly cwd: string;
}

export interface Workspace extends Place {
  /** The files as they are on disk. */
  readonly tree: Tree;
}

/** Runs `work`, then closes everything that was opened. An error of `work` takes precedence over errors of closing. */
export async function withSession<T>(terminal: Terminal, work: (session: Session) => Promise<T>): Promise<T> {
  const closers: Close[] = [];
  const errors: unknown[] = [];
  const attempt = async <R>(step: () => R | Promise<R>): Promise<R | undefined> => {
    try {
      return await step();
    } catch (error) {
      errors.push(error);
      return undefined;
    }
  };
  const result = await attempt(() => work({ terminal, onEnd: (close) => void closers.push(close) }));
  for (const close of closers) await attempt(close);
  if (errors.length > 0) throw errors[0];
  return result as T;
}

/**
 * Opens the repository around the working directory.
 * @throws KrmError `not-a-repository`, `git-not-found`, `git-failed`
 */
export async function openOwnRepository({ terminal, onEnd }: Session): Promise<Repository> {
  const repository = await openRepository(terminal.cwd, { env: terminal.env, log: logTo(terminal) });
  onEnd(() => repository.close());
  return repository;
}

/** Opens the repository around the working directory, or that directory where there is none. */
export async function openWorkspace(session: Session): Promise<Workspace> {
  const repository = await openOwnRepository(session).catch(absentRepository);
  const place = placeOf(repository, session.terminal);
  return { tree: repository === undefined ? diskTree(place.top) : workTree(repository), ...place };
}

/** The top is the working directory where there is no working tree. */
export function placeOf(repository: Repository | undefined, terminal: Terminal): Place {
  const cwd = realpathSync(terminal.cwd);
  return { top: repository?.top ?? cwd, cwd };
}

function absentRepository(error: unknown): undefined {
  if (error instanceof KrmError && ["not-a-repository", "git-not-found"].includes(error.code)) return undefined;
  throw error;
}

/**
 * `user` if the user wrote the kustomizations: these may use repositories of this machine and choose helm's configuration. `others` if they may
 * come from a revision that somebody else wrote.
 */
type Author = "user" | "others";

/** The whole file system: a kustomization of the user may include any directory above it. */
export function fileSystem({ cwd }: Terminal): Tree {
  return diskTree("/", { label: "the file system", display: (path) => relative(cwd, path) || "." });
}

/**
 * Opens helm, remote sources and functions for a build. They start and load nothing before their first use.
 * @param place with the directory that is the top of the trees; that of {@link fileSystem} by default
 */
export function openBuild(
  session: Session,
  settings: BuildSettings,
  author: Author,
  { top }: Pick<Place, "top"> = { top: "/" },
): BuildOptions & { readonly functions: OpenFunctions } {
  const { terminal, onEnd } = session;
  const { cwd, env } = terminal;
  const {
    functions,
    helm: { isEnabled, command, defaults },
    jsonnet: isolation,
    kubernetesVersion,
    warnings: _,
    ...options
  } = settings;
  const remotes = openRemotes(session, author);
  const runner = openFunctions(functions, terminal, top);
  const report = (notice: Diagnostic): void => void printDiagnostics(terminal, [notice]);
  const jsonnet = openJsonnet(session, isolation, report);
  const store = lazyStore({ directory: defaultStoreDirectory(env) });
  // Where no option asks for it, it gets nothing of the machine.
  const configHome = isEnabled && author === "user" ? "as-given" : "private";
  const program = createHelm({ command, cwd, env, configHome, isolated: !isEnabled });
  const helm = { ...defaults, helm: program };
  onEnd(() => program.close());
  onEnd(() => runner.close());
  onEnd(() => store.close());
  return {
    ...options,
    managedByLabel: settings.managedByLabel || env["KUSTOMIZE_ENABLE_MANAGEDBY_LABEL"] === "on",
    helm: isEnabled ? helm : undefined,
    deploymentHelm: { ...helm, kubeVersion: defaults.kubeVersion ?? kubernetesVersion },
    jsonnet,
    keptRenderings: renderingsInStore(store),
    remotes,
    functions: runner,
  };
}

/** Opens what a search for deployments may use: helm, for charts that declare others, and remote sources, as the builds of the session have them. */
export function openSearch(
  session: Session,
  {
    command = "helm",
    kubernetesVersion,
    jsonnet,
    author = "others",
  }: {
    readonly command?: string;
    readonly kubernetesVersion?: string | undefined;
    /** The isolation of jsonnet; undefined where it may not run. */
    readonly jsonnet?: IsolationMode | undefined;
    /** See {@link openBuild}. */
    readonly author?: Author;
  },
): SearchBuild {
  const { terminal, onEnd } = session;
  const { cwd, env } = terminal;
  const helm = createHelm({ command, cwd, env, configHome: "private", isolated: true });
  const store = lazyStore({ directory: defaultStoreDirectory(env) });
  onEnd(() => helm.close());
  onEnd(() => store.close());
  return {
    deploymentHelm: { helm, kubeVersion: kubernetesVersion },
    // What renders afterwards tells that there is no sandbox.
    jsonnet: openJsonnet(session, jsonnet, () => undefined),
    keptRenderings: renderingsInStore(store),
    remotes: openRemotes(session, author),
    history: repositoryHistory(() => openOwnRepository(session).catch(absentRepository)),
  };
}

/** The same for commands that open no connection. */
export function openSearchWithin(session: Session): SearchBuild {
  const remotes = refusingRemotes({
    why: "this command opens no connection",
    hint: "Reviews fetch it as the input `remote` says: docs/guide/remote-sources.md.",
  });
  return { ...openSearch(session, {}), remotes };
}

function openJsonnet(
  { terminal, onEnd }: Session,
  isolation: IsolationMode | undefined,
  report: (notice: Diagnostic) => void,
): Jsonnet | undefined {
  if (isolation === undefined) return undefined;
  const jsonnet = createJsonnet({ env: terminal.env, isolation, report });
  onEnd(() => jsonnet.close());
  return jsonnet;
}

/** Registries without TLS: helm, too, falls back to http there. */
const THIS_MACHINE = ["localhost", "127.0.0.1", "[::1]"];

const shared = new WeakMap<Session, Map<Author, OpenRemotes>>();

/**
 * Opens remote sources as kustomize reads them: from any host. A session has one for each sort of author, so that a source does not change
 * between its search and its builds.
 */
function openRemotes(session: Session, author: Author): OpenRemotes {
  const ofSession = getOrInsert(shared, session, () => new Map<Author, OpenRemotes>());
  return getOrInsert(ofSession, author, () => openOwnRemotes(session, author));
}

/** The same for one use alone. */
export function openOwnRemotes(
  { terminal, onEnd }: Session,
  author: Author,
  { asksAgain = false }: Pick<RemoteOptions, "asksAgain"> = {},
): OpenRemotes {
  const { cwd, env } = terminal;
  const remotes = lazyRemotes({
    store: { directory: defaultStoreDirectory(env) },
    rules: { protocols: author === "user" ? LOCAL_PROTOCOLS : REMOTE_PROTOCOLS, privateHosts: true },
    env: { ...env },
    insecureRegistries: THIS_MACHINE,
    workTree: repositoryAround(realpathSync(cwd)),
    asksAgain,
    log: logTo(terminal),
  });
  onEnd(() => remotes.close());
  return remotes;
}

/** Opens registries, by the rules for catalogs and their programs. @param access also to push */
export async function openRegistriesOf(
  { terminal, onEnd }: Session,
  reach: ReachSettings,
  access?: RegistriesOptions["access"],
): Promise<Registries> {
  const { openRegistries, openStore } = await import("../store/index.ts");
  const { store, privateHosts, allowHosts, trustRoot: _, ...options } = sourceOptions(terminal, "/", reach);
  let opened: ContentStore | undefined;
  const registries = openRegistries({
    ...options,
    access,
    rules: { privateHosts, allowHosts },
    store: () => (opened ??= openStore(store)),
  });
  onEnd(async () => {
    await registries.close();
    opened?.close();
  });
  return registries;
}

/** Shows progress. The line is removed when the session ends. */
export function openProgress({ terminal, onEnd }: Session): Progress {
  const progress = showProgress(terminal);
  onEnd(() => progress.finish());
  return progress;
}

function logTo({ stderr }: Terminal): (line: string) => void {
  return (line) => void stderr.write(`${line}\n`);
}

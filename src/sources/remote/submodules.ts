/** Shows the submodules of a fetched commit as directories. Each is fetched when it is first read. */
import { failure, KrmError } from "../../diagnostics.ts";
import { shownAddress } from "../../store/http/addresses.ts";
import { once } from "../../store/index.ts";
import { type GitContext, runGit } from "../git/git-process.ts";
import { gitNodeStore } from "../git/git-tree.ts";
import type { ObjectStore } from "../git/object-store.ts";
import type { GitNode } from "../git/tree-object.ts";
import { tooLarge } from "../tree-problems.ts";
import type { NodeStore } from "../virtual-tree.ts";

/** A commit that was fetched. */
export interface FetchedCommit {
  readonly objects: ObjectStore;
  readonly top: GitNode;
  readonly sha: string;
  /** Runs git without the objects of this commit, which it would not verify. */
  readonly git: GitContext;
  /** The address that git gets. */
  readonly repository: string;
  /** The tag that a range stands for, or the branch of its name. Absent for what was asked for by its name. */
  readonly ref?: string;
}

/** @throws KrmError as `Remotes.repository` does */
type FetchSubmodule = (repository: string, sha: string) => Promise<FetchedCommit>;

interface MountedNode extends GitNode {
  readonly home: Home;
  /** Within the repository of its home, without a leading slash. */
  readonly path: string;
}

interface Home extends FetchedCommit {
  /** Addresses by path. Read when they are first needed. */
  addresses?: Promise<ReadonlyMap<string, string>>;
}

const GITMODULES = ".gitmodules";

/** The nodes of a commit and of its submodules at any depth. */
export async function mountedNodeStore(commit: FetchedCommit, fetch: FetchSubmodule): Promise<NodeStore<GitNode>> {
  const plain = gitNodeStore(commit.objects, commit.top);
  if (!(await plain.entries(commit.top)).has(GITMODULES)) return plain;
  const stores = new Map<FetchedCommit, NodeStore<GitNode>>([[commit, plain]]);
  const listed = new WeakMap<MountedNode, Promise<ReadonlyMap<string, MountedNode>>>();

  function storeOf(home: FetchedCommit): NodeStore<GitNode> {
    return once(stores, home, () => gitNodeStore(home.objects, home.top));
  }

  async function list(directory: MountedNode): Promise<ReadonlyMap<string, MountedNode>> {
    const { home, path, node } = await entered(directory);
    const addresses = await addressesOf(home);
    const entries = await storeOf(home).entries(node);
    return new Map([...entries].map(([name, entry]) => [name, mounted(entry, home, join(path, name), addresses)]));
  }

  async function entered(directory: MountedNode): Promise<{ home: Home; path: string; node: GitNode }> {
    const { home, path } = directory;
    if (!directory.isSubmodule) return { home, path, node: directory };
    const address = (await addressesOf(home)).get(path) ?? "";
    try {
      const below: Home = await fetch(submoduleAddress(home.repository, address), directory.id);
      return { home: below, path: "", node: below.top };
    } catch (thrown) {
      throw ofSubmodule(thrown, path, home);
    }
  }

  return {
    top: { ...commit.top, home: commit, path: "" } as MountedNode,
    entries(directory) {
      const node = directory as MountedNode;
      return once(listed, node, () => list(node));
    },
    target: (link) => storeOf((link as MountedNode).home).target(link),
    bytes: (file, shown) => storeOf((file as MountedNode).home).bytes(file, shown),
  };
}

/** Adds to each problem which repository names the submodule. */
function ofSubmodule(thrown: unknown, path: string, { repository }: Home): unknown {
  if (!(thrown instanceof KrmError)) return thrown;
  const prefix = `the submodule ${path} of ${shownAddress(repository)} cannot be read: `;
  const diagnostics = thrown.diagnostics.map((one) => ({ ...one, message: prefix + one.message }));
  return new KrmError(diagnostics, { cause: thrown });
}

function mounted(entry: GitNode, home: Home, path: string, addresses: ReadonlyMap<string, string>): MountedNode {
  // A submodule without an address stays unreadable.
  const type = entry.isSubmodule && addresses.has(path) ? "directory" : entry.type;
  return { ...entry, type, home, path };
}

function join(path: string, name: string): string {
  return path === "" ? name : `${path}/${name}`;
}

function addressesOf(home: Home): Promise<ReadonlyMap<string, string>> {
  return (home.addresses ??= readAddresses(home));
}

/** Lets git parse the file. Git gets its content, since it does not verify what it reads from the store itself. */
async function readAddresses({ objects, top, git, repository }: FetchedCommit): Promise<ReadonlyMap<string, string>> {
  const file = (await objects.directory(top.id)).get(GITMODULES);
  if (file?.type !== "file") return new Map();
  const { bytes, size } = await objects.blob(file.id);
  if (bytes === undefined) throw tooLarge(GITMODULES, size);
  const { code, stdout, message } = await runGit(git, ["config", "--file", "-", "--no-includes", "--null", "--list"], {
    stdin: bytes.toString(),
  });
  if (code !== 0) {
    const hint = "Correct it there, or leave submodules out by a query in the address: ?submodules=false.";
    throw failure("remote-failed", `${GITMODULES} of ${shownAddress(repository)} cannot be read: ${message}`, { hint });
  }
  const modules = new Map<string, { path?: string; url?: string }>();
  for (const setting of stdout.split("\0")) {
    const [, name, field, value] = /^submodule\.(.*)\.(path|url)\n(.*)$/s.exec(setting) ?? [];
    if (name !== undefined && field !== undefined) modules.set(name, { ...modules.get(name), [field]: value });
  }
  const addresses = new Map<string, string>();
  for (const { path, url } of modules.values()) if (path && url) addresses.set(path.replace(/(?<!\/)\/+$/, ""), url);
  return addresses;
}

/** Resolves an address that begins with `./` or `../` against that of the repository around it. */
function submoduleAddress(repository: string, address: string): string {
  if (!/^\.\.?\//.test(address)) return address;
  let base = repository.replace(/(?<!\/)\/+$/, "");
  let rest = address;
  for (;;) {
    if (rest.startsWith("./")) rest = rest.slice(2);
    else if (rest.startsWith("../")) {
      rest = rest.slice(3);
      const end = Math.max(base.lastIndexOf("/"), base.lastIndexOf(":"));
      base = base.slice(0, Math.max(end, 0));
      // Above `host:path` there is only the host.
      if (!base.includes("/") && end > 0 && repository.charAt(end) === ":")
        return `${base}:${rest.replace(/^(?:\.\.?\/)+/, "")}`;
    } else return `${base}/${rest}`.replace(/(?<!\/)\/+$/, "");
  }
}

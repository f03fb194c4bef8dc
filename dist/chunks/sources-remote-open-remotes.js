import {
  askForCommit,
  contextOf,
  fetchRemoteCommit,
  get,
  openStore,
  prepareRepository,
  sleepFor,
  verifiedReader
} from "./shared-sources-remote-git-fetch.js";
import {
  gitNodeStore,
  virtualTree
} from "./shared-sources-virtual-tree.js";
import {
  endpointOf,
  isCommitId,
  objectReader,
  objectStore,
  shownAddress,
  withoutCredentials
} from "./shared-sources-git-revisions.js";
import "./shared-sources-disk-tree.js";
import {
  outputOfGit
} from "./shared-sources-git-git-process.js";
import {
  failure
} from "./shared-diagnostics.js";
import "./shared-runtime.js";

// src/sources/remote/open-remotes.ts
import { createHash } from "node:crypto";

// src/sources/remote/reach.ts
import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
var PRIVATE_NETWORKS = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3]
];
var PUBLIC_IPV6 = ["2000::", 3];
var SPECIAL_IPV6 = [
  ["2001::", 32],
  ["2001:db8::", 32],
  ["2002::", 16]
];
function createReach(rules, resolve = resolveName) {
  return {
    async check(address) {
      const endpoint = endpointOf(address);
      const shown = shownAddress(address);
      if (endpoint === void 0 || !rules.protocols.includes(endpoint.protocol)) {
        throw failure("remote-refused", `${shown} may not be read: ${refusedProtocol(endpoint, rules)}`);
      }
      if (rules.privateHosts || endpoint.protocol === "file") return { ...endpoint, addresses: void 0 };
      const { host } = endpoint;
      const addresses = isIP(host) === 0 ? await resolved(host, shown, resolve) : [host];
      const inside = addresses.find(isPrivateAddress);
      if (inside !== void 0) {
        const which = inside === host ? "" : ` (${inside})`;
        throw failure("remote-refused", `${shown} may not be read: ${host}${which} is not on the public network`, {
          hint: "Where private hosts shall be reached, allow them: the action has the input allow-private-hosts."
        });
      }
      return { ...endpoint, addresses };
    }
  };
}
async function resolved(host, shown, resolve) {
  try {
    return await resolve(host);
  } catch (cause) {
    const message = `${shown} cannot be reached: there is no address for the name ${host}`;
    throw failure("remote-failed", message, { hint: "Check the spelling of the address.", cause });
  }
}
function refusedProtocol(endpoint, { protocols }) {
  const allowed = protocols.join(", ");
  if (endpoint === void 0) return `only ${allowed} are allowed`;
  return `the protocol ${endpoint.protocol} is not allowed, only ${allowed}`;
}
function isPrivateAddress(address) {
  const bare = address.replace(/%.*$/s, "");
  if (isIP(bare) === 4) return privateNetworks.check(bare, "ipv4");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== void 0) return privateNetworks.check(mapped, "ipv4");
  return !publicNetworks.check(bare, "ipv6") || privateNetworks.check(bare, "ipv6");
}
var privateNetworks = new BlockList();
for (const [network, prefix] of PRIVATE_NETWORKS) privateNetworks.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of SPECIAL_IPV6) privateNetworks.addSubnet(network, prefix, "ipv6");
var publicNetworks = new BlockList();
publicNetworks.addSubnet(...PUBLIC_IPV6, "ipv6");
async function resolveName(host) {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

// src/sources/remote/submodules.ts
var GITMODULES = ".gitmodules";
async function mountedNodeStore(commit, fetch) {
  const plain = gitNodeStore(commit.objects, commit.top);
  if (!(await plain.entries(commit.top)).has(GITMODULES)) return plain;
  const stores = /* @__PURE__ */ new Map([[commit, plain]]);
  const listed = /* @__PURE__ */ new WeakMap();
  function storeOf(home) {
    let store = stores.get(home);
    if (store === void 0) {
      store = gitNodeStore(home.objects, home.top);
      stores.set(home, store);
    }
    return store;
  }
  async function list(directory) {
    const { home, path, node } = await entered(directory);
    const addresses = await addressesOf(home);
    const entries = await storeOf(home).entries(node);
    return new Map([...entries].map(([name, entry]) => [name, mounted(entry, home, join(path, name), addresses)]));
  }
  async function entered(directory) {
    const { home, path } = directory;
    if (!directory.isSubmodule) return { home, path, node: directory };
    const address = (await addressesOf(home)).get(path) ?? "";
    const below = await fetch(submoduleAddress(home.repository, address), directory.id);
    return { home: below, path: "", node: below.top };
  }
  return {
    top: { ...commit.top, home: commit, path: "" },
    entries(directory) {
      const node = directory;
      const known = listed.get(node);
      if (known !== void 0) return known;
      const listing = list(node);
      listed.set(node, listing);
      return listing;
    },
    target: (link) => storeOf(link.home).target(link),
    bytes: (file, shown) => storeOf(file.home).bytes(file, shown)
  };
}
function mounted(entry, home, path, addresses) {
  const type = entry.isSubmodule && addresses.has(path) ? "directory" : entry.type;
  return { ...entry, type, home, path };
}
function join(path, name) {
  return path === "" ? name : `${path}/${name}`;
}
function addressesOf(home) {
  home.addresses ??= readAddresses(home);
  return home.addresses;
}
async function readAddresses({ objects, top, git }) {
  const file = (await objects.directory(top.id)).get(GITMODULES);
  if (file?.type !== "file") return /* @__PURE__ */ new Map();
  const output = await outputOfGit(git, ["config", "--blob", file.id, "--null", "--list"]);
  const modules = /* @__PURE__ */ new Map();
  for (const setting of output.split("\0")) {
    const [, name, field, value] = /^submodule\.(.*)\.(path|url)\n(.*)$/s.exec(setting) ?? [];
    if (name !== void 0 && field !== void 0) modules.set(name, { ...modules.get(name), [field]: value });
  }
  const addresses = /* @__PURE__ */ new Map();
  for (const { path, url } of modules.values()) if (path && url) addresses.set(path.replace(/\/+$/, ""), url);
  return addresses;
}
function submoduleAddress(repository, address) {
  if (!/^\.\.?\//.test(address)) return address;
  let base = repository.replace(/\/+$/, "");
  let rest = address;
  for (; ; ) {
    if (rest.startsWith("./")) rest = rest.slice(2);
    else if (rest.startsWith("../")) {
      rest = rest.slice(3);
      const end = Math.max(base.lastIndexOf("/"), base.lastIndexOf(":"));
      base = base.slice(0, Math.max(end, 0));
      if (!base.includes("/") && end > 0 && repository.charAt(end) === ":")
        return `${base}:${rest.replace(/^(?:\.\.?\/)+/, "")}`;
    } else return `${base}/${rest}`.replace(/\/+$/, "");
  }
}

// src/sources/remote/open-remotes.ts
var MAX_FILE_BYTES = 64 * 1024 * 1024;
var MAX_COMMIT_BYTES = 2 * 1024 ** 3;
var FILE_TIMEOUT_SECONDS = 60;
function openRemotes(options) {
  const { env, rules, log = () => {
  }, sleep = sleepFor, limits = {} } = options;
  const { fileBytes = MAX_FILE_BYTES, commitBytes = MAX_COMMIT_BYTES } = limits;
  const reach = createReach(rules, options.resolve);
  const git = { env, protocols: rules.protocols, reach, sleep, log, maxBytes: commitBytes };
  const below = rules.protocols.filter((protocol) => protocol !== "file");
  const gitBelow = {
    ...git,
    protocols: below,
    reach: createReach({ ...rules, protocols: below }, options.resolve)
  };
  const repositories = /* @__PURE__ */ new Map();
  const commits = /* @__PURE__ */ new Map();
  const files = /* @__PURE__ */ new Map();
  const closing = [];
  let opened;
  function open() {
    if (opened === void 0) {
      const store = openStore(options.store);
      const place = store.workplace();
      prepareRepository(place);
      opened = { store, place };
    }
    return opened;
  }
  async function commitOf(wanted, using) {
    const { store, place } = open();
    await using.reach.check(wanted.repository);
    let sha;
    if (isCommitId(wanted.ref.toLowerCase())) sha = wanted.ref.toLowerCase();
    else if (store.knows(wanted.repository)) sha = await askForCommit(wanted, place, using);
    let objects = sha === void 0 ? void 0 : store.commit(wanted.repository, sha);
    if (sha === void 0 || objects === void 0) ({ sha, objects } = await fetchInto(store, wanted, using));
    return openCommit(store, wanted, { sha, objects }, using);
  }
  async function openCommit(store, wanted, { sha, objects }, using) {
    const { place } = open();
    const contextFor = (directory) => contextOf(place, using, directory);
    const reader = verifiedReader(objectReader(contextFor(objects)), async () => {
      log(`What is stored of ${shownAddress(wanted.repository)} (${sha.slice(0, 7)}) is broken; fetching it again.`);
      store.dropCommit(wanted.repository, sha);
      const again = await fetchInto(store, { ...wanted, ref: sha }, using);
      return objectReader(contextFor(again.objects));
    });
    const found = objectStore(reader);
    closing.push(() => found.close());
    const top = await found.treeOfCommit(sha);
    if (top !== void 0) return { objects: found, top, sha, git: contextFor(objects), repository: wanted.repository };
    throw failure("remote-failed", `${shownAddress(wanted.repository)} at ${wanted.ref} is no commit`);
  }
  function fetchSubmodule({ timeoutSeconds }, repository, sha) {
    const key = `${repository}\0${sha}`;
    return once(commits, key, () => commitOf({ repository, ref: sha, timeoutSeconds }, gitBelow));
  }
  async function openRepository(url) {
    const { repository, ref = "HEAD", timeoutSeconds } = url;
    const wanted = { repository, ref, timeoutSeconds };
    const commit = await once(commits, `${repository}\0${ref}`, () => commitOf(wanted, git));
    const nodes = url.submodules ? await mountedNodeStore(commit, (address, id) => fetchSubmodule(url, address, id)) : gitNodeStore(commit.objects, commit.top);
    const shown = shownAddress(withoutCredentials(repository).address);
    const query = url.ref === void 0 ? "" : `?ref=${url.ref}`;
    const display = (path) => path === "/" ? `${shown}${query}` : `${shown}/${path}${query}`;
    const { sha } = commit;
    return { tree: virtualTree(nodes, `${shown} (${sha.slice(0, 7)})`, display), sha };
  }
  async function readFile(address) {
    const [plain, digest] = splitDigest(address);
    const kept = digest === void 0 ? void 0 : open().store.file(digest);
    if (digest !== void 0 && kept !== void 0) return { bytes: kept, digest };
    const { bytes } = await get(plain, { reach, sleep, maxBytes: fileBytes, timeoutSeconds: FILE_TIMEOUT_SECONDS });
    const found = createHash("sha256").update(bytes).digest("hex");
    if (digest === void 0) return { bytes, digest: found };
    if (found !== digest) {
      throw failure(
        "remote-failed",
        `${shownAddress(plain)} has the digest sha256=${found}, not the one of its reference`,
        {
          hint: "See what was changed there before correcting the digest."
        }
      );
    }
    open().store.keepFile(digest, bytes);
    return { bytes, digest };
  }
  return {
    repository(url) {
      return once(repositories, JSON.stringify([url.repository, url.ref, url.submodules]), () => openRepository(url));
    },
    file: (address) => once(files, address, () => readFile(address)),
    async close() {
      for (const close of closing.splice(0)) close();
      if (opened === void 0) return;
      opened.store.discard(opened.place);
      opened.store.close();
      opened = void 0;
    }
  };
}
async function fetchInto(store, wanted, options) {
  const place = store.workplace();
  try {
    prepareRepository(place);
    const sha = await fetchRemoteCommit(wanted, place, options);
    const shown = shownAddress(wanted.repository);
    return { sha, objects: store.keepCommit(wanted.repository, shown, sha, `${place}/objects`) };
  } finally {
    store.discard(place);
  }
}
function splitDigest(address) {
  const [, plain, digest] = /^(.*)#sha256[=:]([0-9a-f]{64})$/s.exec(address) ?? [];
  return plain === void 0 || digest === void 0 ? [address] : [plain, digest];
}
function once(known, key, work) {
  let result = known.get(key);
  if (result === void 0) {
    result = work();
    known.set(key, result);
  }
  return result;
}
export {
  openRemotes,
  splitDigest
};

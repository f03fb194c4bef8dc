/** `krm-render catalog`: writes catalogs with the digests of their programs; docs/specification/lock.md 6. */
import { copyFileSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { MAX_CATALOG_BYTES, sha256Of } from "../../catalog/index.ts";
import { failure, KrmError } from "../../diagnostics.ts";
import { addFunction, emptyCatalog, type NewFunction, type NewRuntime } from "../../pin/index.ts";
import { formatOf, withPrivateDirectory } from "../../processes/index.ts";
import { describeFormat, mayRunOn } from "../../program-format.ts";
import { writeFileAtomically } from "../../render/index.ts";
import { defaultStoreDirectory, shownAddress } from "../../sources/index.ts";
import { checkStarlark, decodeSource, KPT } from "../../starlark/index.ts";
import {
  type ChooseLayer,
  chooseExecutableLayer,
  chooseScriptLayer,
  createArtifacts,
  createReach,
  download,
  openStore,
  parseOciReference,
  referenceText,
  sleepFor,
  type WantedExecutable,
} from "../../store/index.ts";
import { sizeText } from "../../text/index.ts";
import { MAX_PROGRAM_BYTES } from "../catalog-sources.ts";
import { type Invocation, type Task, UsageError } from "../command.ts";
import { type ReachSettings, readReachSettings } from "../options/catalog-settings.ts";
import { openRegistriesOf, type Session, withSession } from "../session.ts";
import type { Terminal } from "../terminal.ts";

const MAX_SCRIPT_BYTES = 1024 * 1024;
const TIMEOUT_SECONDS = 60;

export async function catalog(invocation: Invocation): Promise<Task> {
  const reach = await readReachSettings(invocation);
  const [task, file, program] = invocation.arguments;
  if (task !== "init" && task !== "add") {
    throw new UsageError(`catalog needs one of init, add${task === undefined ? "" : `, not "${task}"`}`);
  }
  if (file === undefined) throw new UsageError(`catalog ${task} needs a file: catalog ${task} FILE`);
  if (task === "init") {
    if (program !== undefined) throw new UsageError(`catalog init takes no argument "${program}"`);
    return (terminal) => init(file, terminal);
  }
  if (program === undefined) throw new UsageError("catalog add needs what runs: catalog add FILE IMAGE|BINARY|SCRIPT");
  const wanted = readWanted(invocation, program, reach);
  return (terminal) => withSession(terminal, (session) => add(session, file, wanted));
}

type Wanted = ReturnType<typeof readWanted>;

function readWanted(invocation: Invocation, program: string, reach: ReachSettings) {
  const required = (name: string): string => {
    const value = invocation.value(name);
    if (value) return value;
    throw new UsageError(`catalog add needs --${name}`);
  };
  return {
    program,
    group: required("group"),
    kind: required("kind"),
    version: required("version"),
    description: invocation.value("description"),
    publisher: invocation.value("publisher"),
    runtime: invocation.value("runtime") as "container" | "exec" | "starlark" | undefined,
    bin: invocation.value("bin"),
    os: invocation.value("os") ?? "linux",
    arch: invocation.value("arch") ?? "amd64",
    requireNetwork: invocation.has("require-network"),
    requireStorageMount: invocation.has("require-storage-mount"),
    replace: invocation.has("replace"),
    /** The hosts from which the program may be fetched. */
    reach,
  };
}

async function init(file: string, terminal: Terminal): Promise<number> {
  const path = resolve(terminal.cwd, file);
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) {
    throw failure("catalog-exists", "the file exists", { file, hint: "Name another file, or add to it: catalog add." });
  }
  writeFileAtomically(path, emptyCatalog(basename(dirname(path)) || "catalog"));
  return 0;
}

async function add(session: Session, file: string, wanted: Wanted): Promise<number> {
  const { terminal } = session;
  const path = resolve(terminal.cwd, file);
  const bytes = readCatalogFile(path, file);
  const text = bytes.toString();
  if (!Buffer.from(text).equals(bytes)) throw failure("invalid-utf8", "the catalog is not valid UTF-8", { file });
  const { runtime, comment } = await runtimeOf(session, path, wanted);
  const { group, kind, version, description, publisher, replace } = wanted;
  const added: NewFunction = { group, kind, version, description, publisher, runtime };
  writeFileAtomically(path, addFunction(text, file, added, { replace, comment }));
  await terminal.stdout.write(`${JSON.stringify(runtime)}\n`);
  return 0;
}

function readCatalogFile(path: string, file: string): Buffer {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined) {
    const hint = `Make one: krm-render catalog init ${file}.`;
    throw failure("file-not-found", "there is no such catalog", { file, hint });
  }
  if (size > MAX_CATALOG_BYTES) throw failure("catalog-too-large", `this catalog has ${size} bytes`, { file });
  return readFileSync(path);
}

interface Found {
  readonly runtime: NewRuntime;
  readonly comment?: string | undefined;
}

function runtimeOf(session: Session, catalogPath: string, wanted: Wanted): Promise<Found> {
  const { program } = wanted;
  const isAddress = /^(?:https?|oci):\/\//i.test(program);
  const local = resolve(session.terminal.cwd, program);
  const isFile = !isAddress && statSync(local, { throwIfNoEntry: false })?.isFile() === true;
  const guess = /\.star(?:[?#]|$)/.test(program) ? "starlark" : isAddress || isFile ? "exec" : "container";
  const type = wanted.runtime ?? guess;
  if (type !== "container" && (wanted.requireNetwork || wanted.requireStorageMount)) {
    throw failure("invalid-value", `a program of type ${type} has no permissions to ask for`, {
      hint: "Leave out --require-network and --require-storage-mount.",
    });
  }
  if (type === "container") return containerOf(session, wanted);
  if (!isAddress && !isFile) {
    throw failure("file-not-found", `there is no file ${program}`, {
      hint: "Name a file, or an https or oci address.",
    });
  }
  if (isFile) return localRuntime(session, type, local, catalogPath, wanted);
  return type === "starlark" ? scriptOf(session, wanted) : executableOf(session, wanted);
}

async function containerOf(session: Session, wanted: Wanted): Promise<Found> {
  const reference = parseOciReference(wanted.program);
  const registries = await openRegistriesOf(session, wanted.reach);
  const { digest } = await registries.manifest(reference);
  const { tag, digest: _, ...repository } = reference;
  const container = {
    image: referenceText({ ...repository, digest }),
    ...(wanted.requireNetwork && { requireNetwork: true as const }),
    ...(wanted.requireStorageMount && { requireStorageMount: true as const }),
  };
  const name = reference.digest === undefined ? (tag ?? "latest") : tag;
  return { runtime: { container }, comment: name };
}

/** A file beside the catalog, which is trusted with it. */
async function localRuntime(
  session: Session,
  type: "exec" | "starlark",
  path: string,
  catalogPath: string,
  wanted: Wanted,
): Promise<Found> {
  const inside = relative(dirname(catalogPath), path).replaceAll("\\", "/");
  if (inside === ".." || inside.startsWith("../")) {
    throw failure("outside-root", `${basename(path)} is not in or below the directory of the catalog`, {
      hint: "Move it there. A catalog names no file outside of its directory.",
    });
  }
  const bytes = readFileSync(path);
  const sha256 = sha256Of(bytes);
  if (type === "starlark") {
    return { runtime: { starlark: { path: inside, sha256, ...(await dialectOf(bytes, wanted.program)) } } };
  }
  const { os, arch, bin = programName(inside) } = wanted;
  const isScript = await checkExecutable(session, path, { uri: inside, bin, sha256 }, wanted);
  if (isScript) return { runtime: { exec: { path: inside, sha256 } } };
  return { runtime: { exec: { platforms: [{ os, arch, bin, path: inside, sha256 }] } } };
}

async function scriptOf(session: Session, wanted: Wanted): Promise<Found> {
  return withPrivateDirectory(async (directory) => {
    const path = join(directory, "script");
    const { sha256, pinned } = await fetchTo(session, wanted, chooseScriptLayer, path, MAX_SCRIPT_BYTES);
    const dialect = await dialectOf(readFileSync(path), shownAddress(wanted.program));
    return { runtime: { starlark: { url: pinned, sha256, ...dialect } } };
  });
}

/**
 * The dialect in which a script is a program: the default one, or that of kpt.
 * @throws KrmError `starlark-syntax`, `starlark-limit`, `file-too-large` for a script that would fail for everybody
 */
async function dialectOf(bytes: Uint8Array, filename: string): Promise<{ readonly dialect?: "kpt" }> {
  if (bytes.length > MAX_SCRIPT_BYTES) {
    throw failure("file-too-large", `the script is larger than ${sizeText(MAX_SCRIPT_BYTES)}`, {
      file: filename,
      hint: "Divide what it does into several functions.",
    });
  }
  const source = decodeSource(bytes);
  const problems = await checkStarlark({ source, filename });
  if (problems.length === 0) return {};
  if ((await checkStarlark({ source, filename, dialect: KPT })).length === 0) return { dialect: "kpt" };
  throw new KrmError(problems);
}

async function executableOf(session: Session, wanted: Wanted): Promise<Found> {
  const { program, os, arch } = wanted;
  const uri = program.replace(/#.*$/s, "");
  const bin = wanted.bin ?? programName(uri);
  return withPrivateDirectory(async (directory) => {
    const path = join(directory, "download");
    const { sha256, pinned } = await fetchTo(session, wanted, chooseExecutableLayer, path, MAX_PROGRAM_BYTES);
    await checkExecutable(session, path, { uri: pinned, bin, sha256 }, wanted);
    return { runtime: { exec: { platforms: [{ os, arch, bin, uri: pinned, sha256 }] } } };
  });
}

/**
 * Looks into a file: an entry whose program is not in its archive, or is for another platform, would fail for everybody.
 * @returns whether it is a script, which serves all platforms
 */
async function checkExecutable(
  session: Session,
  path: string,
  executable: Required<WantedExecutable>,
  { os, arch }: Wanted,
): Promise<boolean> {
  const store = openStore({ directory: defaultStoreDirectory(session.terminal.env) });
  session.onEnd(() => store.close());
  const { uri, sha256 } = executable;
  const artifacts = createArtifacts({
    store,
    async fetch(_, to) {
      copyFileSync(path, to);
      return { sha256: sha256 ?? "" };
    },
  });
  const found = await artifacts.executable(executable);
  const format = formatOf(found.path);
  if (mayRunOn(format, os, arch)) return format.type === "script" && found.source === "binary";
  const name = `${found.source === "archive" ? `${executable.bin} in ` : ""}${uri}`;
  if (format.type !== "program") {
    throw failure("catalog-program", `${name} is ${describeFormat(format)}`, {
      hint: "Publish a program, or a script that begins with a line such as `#!/bin/sh`.",
    });
  }
  throw failure("catalog-program", `${name} is ${describeFormat(format)}, not for ${os}/${arch}`, {
    hint: `Add one for this platform, or list this one under \`platforms\` with \`os: ${format.os}\` and \`arch: ${format.archs[0]}\`. --os and --arch set the usual ones.`,
  });
}

/** `tool` of `https://…/tool.tar.gz`. */
function programName(uri: string): string {
  const [path = ""] = uri.replace(/^oci:\/\/[^@]*\//, "").split(/[?#@]/);
  return basename(path)
    .replace(/\.(?:tar\.gz|tgz|tar)$/i, "")
    .replace(/:.*$/, "");
}

/** @returns the digest of the file, and its address, by digest if it is one of a registry */
async function fetchTo(
  session: Session,
  wanted: Wanted,
  choose: ChooseLayer,
  to: string,
  maxBytes: number,
): Promise<{ sha256: string; pinned: string }> {
  const address = wanted.program.replace(/#.*$/s, "");
  if (/^oci:/i.test(address)) {
    const reference = parseOciReference(address);
    const registries = await openRegistriesOf(session, wanted.reach);
    const layer = await registries.artifact(reference, choose, maxBytes);
    copyFileSync(layer.path, to);
    const { tag: _, ...repository } = reference;
    const pinned = `oci://${referenceText({ ...repository, digest: layer.manifestDigest })}`;
    return { sha256: layer.digest.slice("sha256:".length), pinned };
  }
  const reach = createReach({ protocols: ["https"], privateHosts: false, allowHosts: wanted.reach.allowHosts });
  const { sha256 } = await download(address, { reach, sleep: sleepFor, to, maxBytes, timeoutSeconds: TIMEOUT_SECONDS });
  return { sha256, pinned: address };
}

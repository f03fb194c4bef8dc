/** Checks the mounts of containers; docs/specification/containers.md 3.3 to 3.6. */
import { lstatSync, readdirSync, realpathSync } from "node:fs";
import { isAbsolute, join, posix, resolve, sep } from "node:path";
import { failure, type KrmError } from "../../diagnostics.ts";
import type { ContainerSpecification, Mount } from "../specification/function-specification.ts";

/** The entries of a directory that are checked before it is mounted. A larger directory is refused. */
const MAX_ENTRIES = 20_000;
const RESERVED = ["/proc", "/sys", "/dev", "/etc"];

/**
 * Checks the mounts of a config and resolves their sources. They must be read-only, lie in the directory of the
 * kustomization, and contain neither data of git nor anything but files, directories and links.
 * @throws KrmError `mount-refused`
 */
export function declaredMounts({ mounts, location }: ContainerSpecification, directory: string): readonly Mount[] {
  return mounts.map((mount) => {
    const refuse = (problem: string, hint?: string): KrmError => {
      const shown = `the mount of ${quoted(mount.source)} at ${quoted(mount.target)}`;
      return failure("mount-refused", `${shown} ${problem}`, { ...location, hint });
    };
    const target = checkedTarget(mount.target, refuse);
    if (mount.type === "tmpfs") return { ...mount, source: "", target };
    if (mount.type !== "bind")
      throw refuse(`has the type ${quoted(mount.type)}`, "Write `type: bind` or `type: tmpfs`.");
    if (mount.writable) throw refuse("is writable, but functions may only read files", "Remove `rw: true`.");
    return { ...mount, source: checkedSource(mount.source, directory, refuse), target };
  });
}

type Refuse = (problem: string, hint?: string) => KrmError;

function checkedTarget(target: string, refuse: Refuse): string {
  const plain = posix.normalize(target).replace(/(?<=.)\/$/, "");
  if (!target.startsWith("/") || plain === "/") throw refuse("has a target that is not an absolute path below `/`");
  if (RESERVED.some((path) => plain === path || plain.startsWith(`${path}/`))) {
    throw refuse(`would hide ${plain} of the container`);
  }
  return passable(plain, refuse);
}

function checkedSource(source: string, directory: string, refuse: Refuse): string {
  if (isAbsolute(source) || source === "") throw refuse("has a source that is not a relative path");
  if (source.split(/[/\\]/).includes("..")) throw refuse("has a source with `..`");
  const [real, top] = readable(() => [realpathSync(resolve(directory, source)), realpathSync(directory)], refuse);
  const stats = readable(() => lstatSync(real), refuse);
  if (real !== top && !real.startsWith(top.endsWith(sep) ? top : top + sep)) {
    throw refuse("has a source outside of the kustomization, through a link");
  }
  if (real.slice(top.length).split(sep).includes(".git")) throw refuse("has a source in a `.git` directory");
  if (stats.isDirectory()) checkContent(real, refuse);
  else if (!stats.isFile()) throw refuse("has a source that is neither a file nor a directory");
  return passable(real, refuse);
}

function readable<T>(read: () => T, refuse: Refuse): T {
  try {
    return read();
  } catch (cause) {
    throw refuse(`has a source that cannot be read: ${(cause as NodeJS.ErrnoException).code}`);
  }
}

/** Checks a directory without following links: they are followed inside of the container, where their targets do not exist. */
function checkContent(top: string, refuse: Refuse): void {
  let entries = 0;
  const pending = [top];
  for (let directory = pending.pop(); directory !== undefined; directory = pending.pop()) {
    const names = readable(() => readdirSync(directory, { withFileTypes: true }), refuse);
    entries += names.length;
    if (entries > MAX_ENTRIES)
      throw refuse(`has a source with more than ${MAX_ENTRIES} entries`, "Mount a smaller directory.");
    for (const entry of names) {
      if (entry.name === ".git") throw refuse("has a source that contains `.git`", "Mount a directory without it.");
      if (entry.isDirectory()) pending.push(join(directory, entry.name));
      else if (!entry.isFile() && !entry.isSymbolicLink()) {
        throw refuse(`has a source that contains ${quoted(entry.name)}, which is neither a file nor a directory`);
      }
    }
  }
}

/** Engines separate the parts of a mount by commas and cannot escape them. */
function passable(path: string, refuse: Refuse): string {
  if (/[,"\n\r\0]/.test(path))
    throw refuse("has a path with a comma, a quote or a line break, which engines do not accept");
  return path;
}

function quoted(text: string): string {
  return `\`${text.slice(0, 200)}\``;
}

/**
 * Parses the option `--mount`: `type=bind,src=/abs,dst=/data[,rw=true]`. The command line is trusted, so any source and type
 * is allowed.
 * @param cwd the directory that relative sources start from
 * @throws KrmError `mount-refused`
 */
export function parseMount(text: string, cwd: string): Mount {
  const refuse = (problem: string): KrmError =>
    failure("mount-refused", `--mount ${quoted(text)} ${problem}`, {
      hint: "Write `type=bind,src=DIRECTORY,dst=/PATH`, and `rw=true` for a mount that functions may write to.",
    });
  const fields = new Map<string, string>();
  for (const part of text.split(",")) {
    const at = part.indexOf("=");
    const [key, value] = at < 0 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)];
    fields.set(ALIASES.get(key) ?? key, value);
  }
  const { type = "", src: source = "", dst: target = "", rw = "false", ...unknown } = Object.fromEntries(fields);
  const [other] = Object.keys(unknown);
  if (other !== undefined) throw refuse(`has the unknown key ${quoted(other)}`);
  if (!["bind", "volume", "tmpfs"].includes(type)) throw refuse("has no type, which is bind, volume or tmpfs");
  if (!["true", "false"].includes(rw)) throw refuse("has an rw that is neither true nor false");
  if (type !== "tmpfs" && source === "") throw refuse("has no src");
  const absolute = type === "bind" ? resolve(cwd, source) : source;
  return { type, source: passable(absolute, refuse), target: checkedTarget(target, refuse), writable: rw === "true" };
}

const ALIASES = new Map([
  ["source", "src"],
  ["target", "dst"],
  ["destination", "dst"],
]);

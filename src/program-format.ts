/** The formats of programs, told apart by their first bytes. Systems and processors have the names of Go, as in catalogs. */

export type ProgramFormat =
  /** It begins with `#!`. */
  | { readonly type: "script" }
  /** A Mach-O file may have programs for several processors. */
  | { readonly type: "program"; readonly os: string; readonly archs: readonly string[] }
  /** It may contain a program. */
  | { readonly type: "archive"; readonly packing: "gzip" | "tar" }
  /** No system runs it. */
  | { readonly type: "other"; readonly what: string };

/** How many bytes {@link programFormat} needs. */
export const FORMAT_BYTES = 4096;

/** @param start at least the first {@link FORMAT_BYTES} of the file, or all of it */
export function programFormat(start: Uint8Array): ProgramFormat {
  const bytes = Buffer.from(start.buffer, start.byteOffset, start.length);
  if (bytes.subarray(0, 2).toString("latin1") === "#!") return { type: "script" };
  return elf(bytes) ?? machO(bytes) ?? portableExecutable(bytes) ?? archive(bytes) ?? other(bytes);
}

/** Processors that many systems run programs for, beside those of their own. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  "darwin/arm64": ["amd64"],
  "linux/amd64": ["386"],
  "linux/arm64": ["arm"],
  "windows/amd64": ["386"],
  "windows/arm64": ["386", "amd64"],
};

/** Tells whether a system may run it. @param os undefined for any, as @param arch */
export function mayRunOn(format: ProgramFormat, os: string | undefined, arch: string | undefined): boolean {
  if (format.type !== "program") return format.type === "script";
  if (os !== undefined && os !== format.os) return false;
  if (arch === undefined) return true;
  const archs = [arch, ...(ALSO[`${format.os}/${arch}`] ?? [])];
  return format.archs.some((each) => archs.includes(each));
}

/** Such as `a program for linux/arm64`. */
export function describeFormat(format: ProgramFormat): string {
  if (format.type === "script") return "a script";
  if (format.type === "archive") return format.packing === "gzip" ? "compressed with gzip" : "a tar archive";
  if (format.type === "other") return format.what;
  return `a program for ${format.archs.map((arch) => `${format.os}/${arch}`).join(" and ")}`;
}

/** By machine, class (1: 32 bits, 2: 64) and byte order (1: little). */
const ELF_ARCHS: Readonly<Record<string, string>> = {
  "3 1 1": "386",
  "8 1 1": "mipsle",
  "8 1 2": "mips",
  "8 2 1": "mips64le",
  "8 2 2": "mips64",
  "21 2 1": "ppc64le",
  "21 2 2": "ppc64",
  "22 2 2": "s390x",
  "40 1 1": "arm",
  "62 1 1": "amd64p32",
  "62 2 1": "amd64",
  "183 2 1": "arm64",
  "243 2 1": "riscv64",
  "258 2 1": "loong64",
};
/** Most programs for Linux name no system. */
const ELF_SYSTEMS: Readonly<Record<number, string>> = { 2: "netbsd", 6: "solaris", 9: "freebsd", 12: "openbsd" };
/** `ET_EXEC` and `ET_DYN`. */
const ELF_PROGRAMS: readonly number[] = [2, 3];

function elf(bytes: Buffer): ProgramFormat | undefined {
  if (bytes.toString("latin1", 0, 4) !== "\x7fELF" || bytes.length < 20) return undefined;
  const [bits, order, system] = [bytes[4], bytes[5], bytes[7] ?? 0];
  const numberAt = (at: number): number => (order === 2 ? bytes.readUInt16BE(at) : bytes.readUInt16LE(at));
  if (!ELF_PROGRAMS.includes(numberAt(16))) return { type: "other", what: "an ELF file that is no program" };
  const machine = numberAt(18);
  const arch = ELF_ARCHS[`${machine} ${bits} ${order}`] ?? `machine-${machine}`;
  return { type: "program", os: ELF_SYSTEMS[system] ?? "linux", archs: [arch] };
}

const MACH_ARCHS: Readonly<Record<number, string>> = {
  0x7: "386",
  0xc: "arm",
  0x1000007: "amd64",
  0x100000c: "arm64",
};
/** A class of Java begins like a Mach-O file for at least this many processors. */
const FIRST_JAVA = 45;

function machO(bytes: Buffer): ProgramFormat | undefined {
  if (bytes.length < 8) return undefined;
  const magic = bytes.readUInt32BE(0);
  const archOf = (type: number): string => MACH_ARCHS[type] ?? `machine-${type}`;
  const program = (types: readonly number[]): ProgramFormat => {
    return { type: "program", os: "darwin", archs: types.map(archOf) };
  };
  if (magic === 0xfeedface || magic === 0xfeedfacf) return program([bytes.readUInt32BE(4)]);
  if (magic === 0xcefaedfe || magic === 0xcffaedfe) return program([bytes.readUInt32LE(4)]);
  const size = { 0xcafebabe: 20, 0xcafebabf: 32 }[magic];
  const count = bytes.readUInt32BE(4);
  if (size === undefined || count === 0 || count >= FIRST_JAVA || bytes.length < 8 + size * count) return undefined;
  return program(Array.from({ length: count }, (_, index) => bytes.readUInt32BE(8 + size * index)));
}

const PE_ARCHS: Readonly<Record<number, string>> = { 0x14c: "386", 0x1c4: "arm", 0x8664: "amd64", 0xaa64: "arm64" };

function portableExecutable(bytes: Buffer): ProgramFormat | undefined {
  if (bytes.toString("latin1", 0, 2) !== "MZ" || bytes.length < 64) return undefined;
  const at = bytes.readUInt32LE(60);
  if (at + 6 > bytes.length || bytes.toString("latin1", at, at + 4) !== "PE\0\0") return undefined;
  const machine = bytes.readUInt16LE(at + 4);
  return { type: "program", os: "windows", archs: [PE_ARCHS[machine] ?? `machine-${machine}`] };
}

function archive(bytes: Buffer): ProgramFormat | undefined {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return { type: "archive", packing: "gzip" };
  return bytes.toString("latin1", 257, 262) === "ustar" ? { type: "archive", packing: "tar" } : undefined;
}

const OTHERS: readonly (readonly [what: string, start: string])[] = [
  ["a zip archive", "PK\x03\x04"],
  ["compressed with bzip2", "BZh"],
  ["compressed with xz", "\xfd7zXZ\0"],
  ["compressed with zstd", "\x28\xb5\x2f\xfd"],
  ["a WebAssembly module", "\0asm"],
];

function other(bytes: Buffer): ProgramFormat {
  const start = bytes.toString("latin1", 0, 8);
  const known = OTHERS.find(([, magic]) => start.startsWith(magic))?.[0];
  return { type: "other", what: known ?? "neither a program nor a script that begins with #!" };
}

import { spawnSync } from "node:child_process";
import { accessSync, closeSync, constants, openSync, readSync, writeFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { describeFormat, FORMAT_BYTES, mayRunOn, type ProgramFormat, programFormat } from "../program-format.ts";
import { privateDirectory } from "./private-directory.ts";

/** The error for a file that this machine does not run. Its message is about the file. */
export interface FormatError extends Error {
  readonly code: "ENOEXEC";
  readonly format: ProgramFormat;
}

/**
 * Refuses what this machine does not run: text that does not begin with `#!`, and programs for others. The C library would give
 * all of it to a shell, so that an empty file would be a program that succeeds; kustomize does not.
 * docs/specification/executables.md 1.4
 * @throws FormatError
 */
export function checkFormat(command: string): void {
  if (!isAbsolute(command) || process.platform === "win32") return;
  let start: Buffer;
  try {
    accessSync(command, constants.X_OK);
    start = startOf(command);
  } catch {
    // The start reports a file that may not be executed. One that may not be read can be.
    return;
  }
  const format = programFormat(start);
  if (isForThisMachine(format, start)) return;
  const here = format.type === "program" ? `, and this machine is ${thisMachine()}` : "";
  throw Object.assign(new Error(`it is ${describeFormat(format)}${here}`), { code: "ENOEXEC", format } as const);
}

/** Such as `linux/amd64`. */
export function thisMachine(): string {
  const own = ownFormat();
  return own.type === "program" ? `${own.os}/${own.archs[0]}` : process.platform;
}

/** Reads the format of a file. @throws the error of the system */
export function formatOf(path: string): ProgramFormat {
  return programFormat(startOf(path));
}

function startOf(path: string): Buffer {
  const file = openSync(path, "r");
  try {
    const buffer = Buffer.alloc(FORMAT_BYTES);
    return buffer.subarray(0, readSync(file, buffer));
  } finally {
    closeSync(file);
  }
}

/** The format of Node, which this machine runs. Its file may be gone, or not readable. */
function ownFormat(): ProgramFormat {
  try {
    return formatOf(process.execPath);
  } catch {
    return programFormat(Buffer.alloc(0));
  }
}

function isForThisMachine(format: ProgramFormat, start: Buffer): boolean {
  if (format.type !== "program") return format.type === "script";
  const node = ownFormat();
  if (node.type !== "program") return true;
  if (format.os !== node.os) return false;
  if (format.archs.some((arch) => node.archs.includes(arch))) return true;
  if (format.os !== "linux") return mayRunOn(format, node.os, node.archs[0]);
  return format.archs.some((arch) => isTriedOut(arch, start));
}

const TRIED = new Map<string, boolean>();

/** Machine code that ends a process with {@link STATUS}. */
const ENDINGS: Readonly<Record<string, string>> = {
  "386": "b801000000bb2a000000cd80",
  amd64: "b83c000000bf2a0000000f05",
  arm: "0170a0e32a00a0e3000000ef",
  arm64: "a80b80d2400580d2010000d4",
};
const STATUS = 42;

/** Tries out whether Linux runs programs for another processor, because that has 32 bits only, or by emulation. */
function isTriedOut(arch: string, start: Buffer): boolean {
  const code = ENDINGS[arch];
  if (code === undefined) return false;
  let runs = TRIED.get(arch);
  if (runs !== undefined) return runs;
  const directory = privateDirectory();
  try {
    const file = join(directory.path, "program");
    writeFileSync(file, smallestProgram(start, Buffer.from(code, "hex")), { mode: 0o700 });
    runs = spawnSync(file, { stdio: "ignore", timeout: 10_000, killSignal: "SIGKILL" }).status === STATUS;
  } finally {
    directory.remove();
  }
  TRIED.set(arch, runs);
  return runs;
}

/** An ELF file that consists of a header, one segment and code. @param start of a program for the same processor */
export function smallestProgram(start: Buffer, code: Buffer): Buffer {
  const is64 = start[4] === 2;
  const [header, segment] = is64 ? [64, 56] : [52, 32];
  const [place, length] = [0x10000, header + segment + code.length];
  const file = Buffer.alloc(length);
  start.copy(file, 0, 0, 20);
  code.copy(file, header + segment);
  let at = 16;
  const put = (size: 2 | 4 | 8, ...values: readonly number[]): void => {
    for (const value of values) {
      if (size === 2) file.writeUInt16LE(value, at);
      else file.writeUInt32LE(value, at);
      at += size;
    }
  };
  const word = is64 ? 8 : 4;
  put(2, 2);
  at += 2;
  put(4, 1);
  put(word, place + header + segment, header, 0);
  // The version of the ABI, without which no kernel runs a program for arm.
  put(4, is64 ? 0 : 0x5000000);
  put(2, header, segment, 1, 0, 0, 0);
  const [load, readAndExecute] = [1, 5];
  put(4, load, ...(is64 ? [readAndExecute] : []));
  put(word, 0, place, place, length, length);
  if (!is64) put(4, readAndExecute);
  put(word, 0x1000);
  return file;
}

/** The format of a file, by its first bytes; docs/specification/executables.md 1.4. */
import { closeSync, openSync, readSync } from "node:fs";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { describeFormat, FORMAT_BYTES, mayRunOn, programFormat } from "../../src/program-format.ts";
import {
  ELF_386,
  ELF_AMD64,
  ELF_ARM64,
  elf,
  fatMachO,
  MACH_AMD64,
  MACH_ARM64,
  machO,
  portableExecutable,
} from "./formats.ts";

test.each<[description: string, start: Buffer | string]>([
  ["a script", "#!/bin/sh\n"],
  ["a program for linux/amd64", elf(ELF_AMD64)],
  ["a program for linux/amd64p32", elf(ELF_AMD64, { bits: 32 })],
  ["a program for linux/arm64", elf(ELF_ARM64, { type: 3, system: 3 })],
  ["a program for linux/386", elf(ELF_386, { bits: 32 })],
  ["a program for linux/machine-3", elf(ELF_386)],
  ["a program for linux/arm", elf(40, { bits: 32 })],
  ["a program for linux/ppc64le", elf(21)],
  ["a program for linux/ppc64", elf(21, { big: true })],
  ["a program for linux/s390x", elf(22, { big: true })],
  ["a program for linux/riscv64", elf(243)],
  ["a program for linux/machine-1234", elf(1234)],
  ["a program for freebsd/amd64", elf(ELF_AMD64, { system: 9 })],
  ["an ELF file that is no program", elf(ELF_AMD64, { type: 1 })],
  ["a program for darwin/arm64", machO(MACH_ARM64)],
  ["a program for darwin/amd64 and darwin/arm64", fatMachO(MACH_AMD64, MACH_ARM64)],
  ["a program for windows/amd64", portableExecutable(0x8664)],
  ["a program for windows/386", portableExecutable(0x14c, 0x300)],
  ["a program for windows/arm64", portableExecutable(0xaa64)],
  ["a zip archive", "PK\x03\x04"],
  ["compressed with gzip", "\x1f\x8b\x08"],
  ["a tar archive", `${"a".repeat(257)}ustar\0`],
  ["a script", `#!/bin/sh\n${"#".repeat(247)}ustar\0`],
  ["a WebAssembly module", "\0asm\x01\0\0\0"],
  // A class of Java: 52 is its version.
  ["neither a program nor a script that begins with #!", "\xca\xfe\xba\xbe\0\0\0\x34"],
  ["neither a program nor a script that begins with #!", "MZ"],
  ["neither a program nor a script that begins with #!", "echo hello\n"],
  ["neither a program nor a script that begins with #!", ""],
])("%s", (description, start) => {
  expect(describeFormat(programFormat(Buffer.from(start as string, "latin1")))).toBe(description);
});

test("Node is a program for this machine", () => {
  const start = Buffer.alloc(FORMAT_BYTES);
  const file = openSync(process.execPath, "r");
  readSync(file, start);
  closeSync(file);
  const arch = { x64: "amd64", ia32: "386" }[process.arch as string] ?? process.arch;
  expect(mayRunOn(programFormat(start), process.platform, arch)).toBe(true);
  expect(mayRunOn(programFormat(start), process.platform, "other")).toBe(false);
});

test.each([
  [elf(ELF_AMD64), "linux", "amd64", true],
  [elf(ELF_AMD64), undefined, undefined, true],
  [elf(ELF_AMD64), "linux", undefined, true],
  [elf(ELF_AMD64), "linux", "arm64", false],
  [elf(ELF_AMD64), "darwin", undefined, false],
  [elf(ELF_386, { bits: 32 }), "linux", "amd64", true],
  [elf(ELF_AMD64), "linux", "386", false],
  [fatMachO(MACH_AMD64, MACH_ARM64), "darwin", "arm64", true],
  [machO(MACH_AMD64), "darwin", "arm64", true],
  [machO(MACH_ARM64), "darwin", "amd64", false],
  [Buffer.from("#!/bin/sh"), "linux", "arm64", true],
  [Buffer.from("PK\x03\x04"), "linux", "amd64", false],
])("whether a file may run on a platform: row %#", (start, os, arch, expected) => {
  expect(mayRunOn(programFormat(start), os, arch)).toBe(expected);
});

test("any bytes have a format", () => {
  const magics = ["", "\x7fELF", "MZ", "\xca\xfe\xba\xbe\0\0\0", "\xcf\xfa\xed\xfe", "#!"];
  const start = fc.tuple(fc.constantFrom(...magics), fc.uint8Array({ maxLength: 200 }));
  fc.assert(
    fc.property(start, ([magic, more]) => {
      const bytes = Buffer.concat([Buffer.from(magic, "latin1"), more]);
      expect(describeFormat(programFormat(bytes))).not.toBe("");
    }),
  );
});

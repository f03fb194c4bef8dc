/** The first bytes of programs for several systems, made by hand. */

/** @param system of the ELF header: 9 is FreeBSD. @param type 2 is a program, 1 an object file */
export function elf(machine: number, { bits = 64, system = 0, type = 2, big = false } = {}): Buffer {
  const header = Buffer.alloc(120);
  header.write("\x7fELF", "latin1");
  header.set([bits / 32, big ? 2 : 1, 1, system], 4);
  for (const [value, at] of [
    [type, 16],
    [machine, 18],
  ] as const) {
    if (big) header.writeUInt16BE(value, at);
    else header.writeUInt16LE(value, at);
  }
  return header;
}

export function machO(cpu: number): Buffer {
  const header = Buffer.alloc(120);
  header.writeUInt32LE(0xfeedfacf, 0);
  header.writeUInt32LE(cpu, 4);
  return header;
}

/** A file with programs for several processors. */
export function fatMachO(...cpus: number[]): Buffer {
  const header = Buffer.alloc(120);
  header.writeUInt32BE(0xcafebabe, 0);
  header.writeUInt32BE(cpus.length, 4);
  for (const [index, cpu] of cpus.entries()) header.writeUInt32BE(cpu, 8 + 20 * index);
  return header;
}

export function portableExecutable(machine: number, at = 0x80): Buffer {
  const header = Buffer.alloc(at + 40);
  header.write("MZ", "latin1");
  header.writeUInt32LE(at, 60);
  header.write("PE\0\0", at, "latin1");
  header.writeUInt16LE(machine, at + 4);
  return header;
}

export const [MACH_AMD64, MACH_ARM64] = [0x1000007, 0x100000c];
export const [ELF_386, ELF_AMD64, ELF_ARM64] = [3, 62, 183];

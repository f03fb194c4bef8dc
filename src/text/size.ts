const MIB = 1024 * 1024;

/** A number of bytes as messages show it: `300 bytes`, `128 MiB`, `135.1 MiB`. Rounded up, so that it exceeds a limit visibly. */
export function sizeText(bytes: number): string {
  if (bytes < MIB) return `${bytes} bytes`;
  return `${Math.ceil((bytes / MIB) * 10) / 10} MiB`;
}

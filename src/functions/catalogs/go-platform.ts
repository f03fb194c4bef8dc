/** The platform of this machine in the words of Go, as catalogs name it. */
const SYSTEMS: Readonly<Record<string, string>> = { win32: "windows" };
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: "amd64", ia32: "386" };

export function goPlatform(
  system: string = process.platform,
  architecture: string = process.arch,
): { readonly os: string; readonly arch: string } {
  return { os: SYSTEMS[system] ?? system, arch: ARCHITECTURES[architecture] ?? architecture };
}

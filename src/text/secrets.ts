/** Replaces credentials in URLs and headers, and tokens of GitHub, by `***`. The name of an image before a digest is none. */
export function maskSecrets(text: string): string {
  return text
    .replace(/(?<=:\/\/)[^/\s]*@(?!sha256:[0-9a-f]{64})/g, "***@")
    .replace(/(authorization:\s*\w+\s+)\S+/gi, "$1***")
    .replace(/\b(?:gh[a-z]_|github_pat_)\w{10,}/g, "***");
}

/** Replaces credentials in URLs and headers, and tokens of GitHub, by `***`. */
export function maskSecrets(text: string): string {
  return text
    .replace(/(?<=:\/\/)[^/\s]*@/g, "***@")
    .replace(/(authorization:\s*\w+\s+)\S+/gi, "$1***")
    .replace(/\b(?:gh[a-z]_|github_pat_)\w{10,}/g, "***");
}

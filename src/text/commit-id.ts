/** Tells whether a text is the full id of a git commit, in lower case: 40 hexadecimal digits, or 64 in repositories with SHA-256. */
export function isCommitId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

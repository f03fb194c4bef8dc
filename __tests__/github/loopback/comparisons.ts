/** Comparisons of two commits, as GitHub answers them. */
import { account, type Payload } from "./payloads.ts";

const API = "https://api.github.com/repos/Codertocat/Hello-World";
const PAGE = "https://github.com/Codertocat/Hello-World";

/** @param basehead such as `BASE...HEAD` */
export function comparisonWire(basehead: string, mergeBase: string): Payload {
  const page = `${PAGE}/compare/${basehead}`;
  return {
    url: `${API}/compare/${basehead}`,
    html_url: page,
    permalink_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    base_commit: commitWire(basehead.split("...")[0] ?? ""),
    merge_base_commit: commitWire(mergeBase),
    status: "diverged",
    ahead_by: 1,
    behind_by: 1,
    total_commits: 1,
    commits: [],
  };
}

function commitWire(sha: string): Payload {
  const person = { name: "Test", email: "test@example.com", date: "2026-11-20T08:00:00Z" };
  const author = account("Codertocat", 21031067);
  return {
    url: `${API}/commits/${sha}`,
    sha,
    node_id: `C_${sha}`,
    html_url: `${PAGE}/commit/${sha}`,
    comments_url: `${API}/commits/${sha}/comments`,
    commit: {
      author: person,
      committer: person,
      message: "words",
      tree: { sha, url: `${API}/git/trees/${sha}` },
      url: `${API}/git/commits/${sha}`,
      comment_count: 0,
    },
    author,
    committer: author,
    parents: [],
  };
}

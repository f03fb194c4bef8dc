/** Pull requests of GitHub's API. */
import { isCommitId } from "../text/index.ts";
import { fieldsOf, idOf, listOf, textOf } from "./answers.ts";
import type { PullRequest, PullRequestApi, PullRequestSide } from "./api.ts";
import type { Client } from "./client.ts";

const PULLS = "/repos/{owner}/{repo}/pulls";

export function pullRequestApi(client: Client): PullRequestApi {
  return {
    pullRequest: (number) =>
      client.request(
        `read pull request #${number}`,
        `GET ${PULLS}/{pull_number}`,
        { pull_number: number },
        readPullRequest,
      ),

    async pullRequestsOfHead(sha, owner, branch) {
      const action = `list the pull requests of ${branch} of ${owner}`;
      // GitHub takes the owner up to the first colon; no owner has one, and a branch cannot.
      const parameters = { state: "all", head: `${owner}:${branch}`, sort: "created", direction: "desc" };
      const found = await client.pages(action, `GET ${PULLS}`, parameters, (data) =>
        listOf(data, "a list of pull requests").map(readPullRequest),
      );
      // A server that does not know the filter lists all.
      return found.filter(({ head }) => head.sha === sha && head.ref === branch);
    },

    mergeBase: (base, head) =>
      client.request(
        `ask for the merge base of ${base.slice(0, 7)} and ${head.slice(0, 7)}`,
        "GET /repos/{owner}/{repo}/compare/{basehead}",
        // Only the first page has the files that differ, with their patches.
        { basehead: `${base}...${head}`, per_page: 1, page: 2 },
        (data) => {
          const sha = textOf(fieldsOf(fieldsOf(data).merge_base_commit).sha);
          if (sha === undefined || !isCommitId(sha)) throw new Error("the answer is not a comparison");
          return sha;
        },
      ),
  };
}

function readPullRequest(answer: unknown): PullRequest {
  const { number: rawNumber, state, head, base } = fieldsOf(answer);
  const [number, headSide, baseSide] = [idOf(rawNumber), readSide(head), readSide(base)];
  const isKnown = number !== undefined && headSide !== undefined && baseSide !== undefined;
  if (!isKnown || (state !== "open" && state !== "closed")) throw new Error("the answer is not a pull request");
  return { number, state, head: headSide, base: baseSide };
}

function readSide(value: unknown): PullRequestSide | undefined {
  const { sha, ref, repo } = fieldsOf(value);
  if (typeof sha !== "string" || typeof ref !== "string") return undefined;
  return { sha, ref, repository: textOf(fieldsOf(repo).full_name) };
}

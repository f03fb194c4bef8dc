/** Comments of GitHub's API, and the account that writes them. */
import { KrmError } from "../diagnostics.ts";
import { fieldsOf, idOf, listOf, textOf } from "./answers.ts";
import type { Account, CommentApi, IssueComment } from "./api.ts";
import { isTransient } from "./api-problems.ts";
import type { Client } from "./client.ts";

const COMMENTS = "/repos/{owner}/{repo}/issues/{issue_number}/comments";
const COMMENT = "/repos/{owner}/{repo}/issues/comments/{comment_id}";
/** GraphQL answers all tokens. `GET /user` refuses those of apps, GITHUB_TOKEN among them. */
const VIEWER = "query { viewer { login databaseId } }";

export function commentApi(client: Client): CommentApi {
  const listComments = (issue: number): Promise<IssueComment[]> =>
    client.pages(`list the comments of #${issue}`, `GET ${COMMENTS}`, { issue_number: issue }, (data) =>
      listOf(data, "a list of comments").map(readComment),
    );

  return {
    listComments,

    async getComment(id) {
      try {
        return await client.request(`read the comment ${id}`, `GET ${COMMENT}`, { comment_id: id }, readComment);
      } catch (thrown) {
        if (thrown instanceof KrmError && thrown.code === "github-not-found") return undefined;
        throw thrown;
      }
    },

    createComment: (issue, body, again) =>
      client.request(
        `create the comment on #${issue}`,
        `POST ${COMMENTS}`,
        { issue_number: issue, body },
        readComment,
        again ?? (async () => (await listComments(issue)).findLast((comment) => comment.body === body)),
      ),

    updateComment: (id, body, again) =>
      client.request(`update the comment ${id}`, `PATCH ${COMMENT}`, { comment_id: id, body }, readComment, again),

    async deleteComment(id, again) {
      await client.request(`delete the comment ${id}`, `DELETE ${COMMENT}`, { comment_id: id }, () => true, again);
    },

    async viewer() {
      const action = "ask for the account of the token";
      const rest = () => client.request(action, "GET /user", {}, (data) => readAccount(data, "id"));
      const graphql = () => client.graphql(action, VIEWER, (data) => readAccount(fieldsOf(data).viewer, "databaseId"));
      const lookups = client.options.token.startsWith("ghs_") ? [graphql] : [rest, graphql];
      for (const lookup of lookups) {
        try {
          const account = await lookup();
          if (account !== undefined) return account;
        } catch (thrown) {
          // After a refusal the other lookup may succeed. After an outage, a guess could lead to a second comment.
          if (!(thrown instanceof KrmError) || isTransient(thrown)) throw thrown;
        }
      }
      return undefined;
    },

    pullRequestHead: (pullRequest) =>
      client.request(
        `read pull request #${pullRequest}`,
        "GET /repos/{owner}/{repo}/pulls/{pull_number}",
        { pull_number: pullRequest },
        (data) => {
          const sha = textOf(fieldsOf(fieldsOf(data).head).sha);
          if (sha === undefined) throw new Error("the answer is not a pull request");
          return sha;
        },
      ),
  };
}

function readComment(answer: unknown): IssueComment {
  const { id: rawId, html_url, body, user, minimized } = fieldsOf(answer);
  const [id, url] = [idOf(rawId), textOf(html_url)];
  if (id === undefined || url === undefined) throw new Error("the answer is not a comment");
  const isHidden = typeof minimized === "object" && minimized !== null;
  const hidden = isHidden ? (textOf(fieldsOf(minimized).reason) ?? "hidden") : undefined;
  return { id, url, body: textOf(body) ?? "", author: readAccount(user, "id"), hidden };
}

function readAccount(value: unknown, idField: "id" | "databaseId"): Account | undefined {
  const { login, [idField]: id } = fieldsOf(value);
  return typeof login === "string" ? { login, id: idOf(id) } : undefined;
}

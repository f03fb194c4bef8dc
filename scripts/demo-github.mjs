// @ts-check
// Serves the part of GitHub's API that a run of the action uses, on loopback. Refuses all other requests.
import { createServer } from "node:http";

/** The author of comments that are written with the token of a workflow. */
export const BOT = "github-actions[bot]";

/** @typedef {{ id: number, body: string, html_url: string, user: { login: string, id: number, type: string } }} Comment */

/**
 * @param {{ owner: string, repository: string, pullRequest: number, head: string, token: string }} options
 * @returns {Promise<{ url: string, comments: Comment[], requests: string[], close: () => Promise<void> }>}
 */
export async function startGitHub({ owner, repository, pullRequest, head, token }) {
  /** @type {Comment[]} */
  const comments = [];
  /** @type {string[]} */
  const requests = [];
  const home = `/repos/${owner}/${repository}`;

  /** @param {string} method @param {string} path @param {string} body @returns {[status: number, answer: unknown]} */
  function answer(method, path, body) {
    if (method === "GET" && path === `${home}/issues/${pullRequest}/comments`) return [200, comments];
    if (method === "GET" && path === `${home}/pulls/${pullRequest}`)
      return [200, { number: pullRequest, head: { sha: head } }];
    if (method === "POST" && path === "/graphql") return [200, { data: { viewer: { login: BOT } } }];
    if (method === "POST" && path === `${home}/issues/${pullRequest}/comments`) {
      const id = comments.length + 1;
      const html_url = `https://github.com/${owner}/${repository}/pull/${pullRequest}#issuecomment-${id}`;
      const comment = { id, body: JSON.parse(body).body, html_url, user: { login: BOT, id: 41898282, type: "Bot" } };
      comments.push(comment);
      return [201, comment];
    }
    const comment = comments.find(({ id }) => path === `${home}/issues/comments/${id}`);
    if (method === "PATCH" && comment !== undefined) {
      comment.body = JSON.parse(body).body;
      return [200, comment];
    }
    return [404, { message: "Not Found", status: "404" }];
  }

  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      const path = new URL(request.url ?? "/", "http://localhost").pathname;
      const known = request.headers.authorization?.endsWith(` ${token}`) === true;
      requests.push(`${request.method} ${path}`);
      const [status, content] = known
        ? answer(request.method ?? "", path, body)
        : [401, { message: "Bad credentials" }];
      response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
      response.end(JSON.stringify(content));
    });
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(undefined)));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    comments,
    requests,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

/** Invalid answers, as a proxy or an error page gives them, end in an error message without delay. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "@jest/globals";
import { connectGitHub, type GitHub } from "../../src/github/index.ts";

let server: Server;
let requests = 0;

async function answering(text: string, headers: Readonly<Record<string, string>> = {}): Promise<GitHub> {
  requests = 0;
  server = createServer((_request, response) => {
    requests++;
    response.writeHead(200, { "content-type": "application/json", ...headers }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return connectGitHub({ token: "ghs_token", apiUrl, owner: "o", repository: "r" });
}

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test.each(["null", '"text"', "{}", "[null]", "[1]", '[{"id": "1", "html_url": "u"}]', '[{"id": 1}]', "[{"])(
  "a list of comments that is %s",
  async (text) => {
    const github = await answering(text);
    await expect(github.listComments(2)).rejects.toThrow(
      /^could not list the comments of #2: GitHub's answer cannot be used \(the answer is not a (list of comments|comment)\)/,
    );
  },
);

test("an answer that is not a comment", async () => {
  const github = await answering("[]");
  await expect(github.createComment(2, "text")).rejects.toThrow("the answer is not a comment");
});

test("a comment without text and author", async () => {
  const github = await answering('[{"id": 1, "html_url": "u", "body": 5, "user": {"login": 5}}]');
  expect(await github.listComments(2)).toEqual([{ id: 1, url: "u", body: "" }]);
});

test("a pull request of a deleted fork, which GitHub answers although its description does not say so", async () => {
  const side = { sha: "c".repeat(40), ref: "topic", repo: null };
  const github = await answering(JSON.stringify({ number: 7, state: "open", head: side, base: side }));
  expect(await github.pullRequest(7)).toMatchObject({ head: { repository: undefined } });
});

test.each(["null", "{}", '{"number": 7}', '{"number": 7, "state": "merged", "head": {}, "base": {}}'])(
  "a pull request that is %s",
  async (text) => {
    await expect((await answering(text)).pullRequest(7)).rejects.toThrow("the answer is not a pull request");
  },
);

test.each(["null", "{}", '{"artifacts": [{}]}', '{"artifacts": [{"id": 1, "size_in_bytes": 1, "name": 5}]}'])(
  "artifacts that are %s",
  async (text) => {
    await expect((await answering(text)).artifactsOfRun(7)).rejects.toThrow(
      /the answer is not (?:a list of|an) artifact/,
    );
  },
);

test("a redirect without an address", async () => {
  const github = await answering('{"id": 1, "size_in_bytes": 1, "name": "n"}');
  await expect(github.downloadArtifact(1, "/nowhere/file", 10)).rejects.toThrow("the answer names no address");
});

test("an endless list of pages", async () => {
  const github = await answering('[{"id": 1, "html_url": "u"}]', { link: '<https://example.com/>; rel="next"' });
  await expect(github.listComments(2)).rejects.toThrow("there are more than 200");
  expect(requests).toBe(200);
});

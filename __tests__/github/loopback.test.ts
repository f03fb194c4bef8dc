/** The loopback server notices requests and answers that violate GitHub's API. */
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { matchOperation, responseProblems } from "./loopback/contract.ts";
import { type LoopbackGitHub, startGitHub, TOKEN } from "./loopback/server.ts";

let server: LoopbackGitHub;
beforeEach(async () => {
  server = await startGitHub();
});
afterEach(() => server.close());

const comments = "/repos/o/r/issues/1/comments";

async function ask(method: string, path: string, body?: unknown): Promise<number> {
  const init = { method, headers: { authorization: `token ${TOKEN}` } };
  const response = await fetch(server.url + path, body === undefined ? init : { ...init, body: JSON.stringify(body) });
  return response.status;
}

test.each([
  ["an operation that GitHub does not have", "GET", "/repos/o/r/nothing", undefined, /no operation for GET/],
  ["a body that lacks a field", "POST", comments, {}, /request body must have required property 'body'/],
  ["a field of a wrong type", "POST", comments, { body: 7 }, /request body\/body must be string/],
  ["an unexpected body", "DELETE", "/repos/o/r/issues/comments/1", { body: "x" }, /a body where there should be/],
  [
    "a parameter that is not a number",
    "GET",
    "/repos/o/r/issues/one/comments",
    undefined,
    /issue_number must be integer/,
  ],
  [
    "a query parameter that does not exist",
    "GET",
    `${comments}?pages=2`,
    undefined,
    /query parameter pages is unknown/,
  ],
  ["an unknown GraphQL query", "POST", "/graphql", { query: "mutation { x }" }, /unknown query/],
])("notices %s", async (_name, method, path, body, expected) => {
  await ask(method, path, body);
  expect(server.violations.join("\n")).toMatch(expected);
});

test("accepts valid requests", async () => {
  expect(await ask("POST", comments, { body: "text" })).toBe(201);
  expect(await ask("GET", `${comments}?per_page=100&page=1`)).toBe(200);
  expect(server.violations).toEqual([]);
});

test("notices answers that GitHub could not give", () => {
  const matched = matchOperation("GET", comments);
  if (matched === undefined) throw new Error("the operation is missing");
  expect(responseProblems(matched, 200, [{ id: 1 }]).join("\n")).toMatch(/must have required property 'html_url'/);
  expect(responseProblems(matched, 200, [])).toEqual([]);
});

test("refuses another token", async () => {
  const response = await fetch(server.url + comments, { headers: { authorization: "token another" } });
  expect(response.status).toBe(401);
});

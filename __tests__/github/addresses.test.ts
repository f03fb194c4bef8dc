/** The addresses of github.com, of GitHub Enterprise Cloud with data residency, and of GitHub Enterprise Server. */
import { expect, test } from "@jest/globals";
import { readAddresses } from "../../src/github/addresses.ts";

const github = { serverUrl: "https://github.com", apiUrl: "https://api.github.com" };
const enterprise = { serverUrl: "https://ghe.example.com", apiUrl: "https://ghe.example.com/api/v3" };
const residency = { serverUrl: "https://octo.ghe.com", apiUrl: "https://api.octo.ghe.com" };

test.each([
  ["nothing", undefined, undefined, github],
  ["empty variables", "", "", github],
  ["those of github.com", "https://github.com", "https://api.github.com", github],
  ["those of a server, with slashes", "https://ghe.example.com/", "https://ghe.example.com/api/v3/", enterprise],
  ["those of ghe.com", "https://octo.ghe.com", "https://api.octo.ghe.com", residency],
  ["a server only", "https://ghe.example.com", undefined, enterprise],
  ["github.com only", "https://github.com", undefined, github],
  ["a tenant of ghe.com only", "https://octo.ghe.com", undefined, residency],
  [
    "a server whose name only ends like GitHub's",
    "https://notgithub.com",
    undefined,
    { serverUrl: "https://notgithub.com", apiUrl: "https://notgithub.com/api/v3" },
  ],
  [
    "an API behind another name",
    "https://ghe.example.com",
    "https://api.corp.example/gh",
    { serverUrl: "https://ghe.example.com", apiUrl: "https://api.corp.example/gh" },
  ],
])("%s", (_name, GITHUB_SERVER_URL, GITHUB_API_URL, expected) => {
  expect(readAddresses({ GITHUB_SERVER_URL, GITHUB_API_URL })).toEqual(expected);
});

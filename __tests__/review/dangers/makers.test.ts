/** Which names custom objects may make, and that many names cost no more than one. */
import { describe, expect, test } from "@jest/globals";
import { Makers } from "../../../src/review/dangers/target-rules/search/makers.ts";
import { resource } from "../renderings.ts";

const custom = (kind: string, name: string, text = "none") =>
  resource(`apiVersion: example.com/v1\nkind: ${kind}\nmetadata: {name: ${name}}\nspec: {text: ${text}}`);

const makers = (head: ReturnType<typeof custom>[], before: ReturnType<typeof custom>[] = []) =>
  new Makers({ base: before, head, pairs: head.map((each, index) => ({ base: before[index], head: each })) });

describe("a custom object may make", () => {
  test.each<[name: string, of: Makers, may: boolean]>([
    ["tls", makers([custom("Certificate", "web", "tls")]), true],
    ["tls", makers([custom("Certificate", "web", "my-tls")]), false],
    ["tls", makers([custom("Certificate", "web", "tls.example")]), false],
    ["web", makers([custom("Cluster", "web")]), true],
    ["web-main-app", makers([custom("Cluster", "web")]), true],
    ["web-main-app", makers([custom("Cluster", "web-main")]), true],
    ["website", makers([custom("Cluster", "web")]), false],
    ["tls", makers([custom("Cluster", "web", "tls")], [custom("Cluster", "web", "none")]), true],
    ["tls", makers([custom("Cluster", "web", "tls")], [custom("Cluster", "web", "tls")]), false],
    ["web-main", makers([custom("Cluster", "web", "x")], [custom("Cluster", "web", "y")]), false],
  ])("%s", (name, of, may) => {
    expect(of.mayMake(name)).toBe(may);
  });
});

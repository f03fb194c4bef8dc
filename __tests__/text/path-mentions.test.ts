import { expect, test } from "@jest/globals";
import { replacePath } from "../../src/text/index.ts";

test.each<[text: string, path: string, replaced: string]>([
  ["apps/a lacks x", "apps/a", "_ lacks x"],
  ["in apps/a", "apps/a", "in _"],
  ["apps/a", "apps/a", "_"],
  ["`apps/a`, (apps/a): apps/a.", "apps/a", "`_`, (_): _."],
  ["apps/a/base.yaml:3:1 and apps/a/x", "apps/a", "_/base.yaml:3:1 and _/x"],
  ["apps/ab my/apps/a apps/a-eu -apps/a .apps/a", "apps/a", "apps/ab my/apps/a apps/a-eu -apps/a .apps/a"],
  ["a cat sat", "a", "_ cat sat"],
  ["aaa aa a", "a", "aaa aa _"],
  ["apps", "", "apps"],
  [". is ./here", ".", ". is ./here"],
])("in %j, %j is replaced: %j", (text, path, replaced) => {
  expect(replacePath(text, path, "_")).toBe(replaced);
});

test("takes linear time", () => {
  // With a step for each pair of characters, this would take hours.
  expect(replacePath("a ".repeat(1_000_000), "a", "b")).toBe("b ".repeat(1_000_000));
  expect(replacePath("a".repeat(1_000_000), "a", "b")).toBe("a".repeat(1_000_000));
});

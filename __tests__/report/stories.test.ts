import { expect, test } from "@jest/globals";
import { inStories } from "../../src/report/sections/stories.ts";

type Consequence = "behaviour" | "image" | "metadata" | "noise";

const row = (name: string, targets: string, declares = "", consequence: Consequence = "behaviour") => ({
  name,
  group: { consequence, targets: targets.split(" ") },
  declares: declares === "" ? [] : declares.split(" "),
});

const [web, shop] = [row("web", "apps", "web@a web@b"), row("shop", "apps", "shop")];

test.each([
  ["nothing is declared", [row("a", "x"), row("b", "y")], "a b"],
  [
    "what a release renders follows it",
    [web, shop, row("pods", "web@a web@b"), row("claims", "shop")],
    "web pods shop claims",
  ],
  ["a story stands where its first row stands", [row("high", "shop"), web, shop], "shop high web"],
  ["some of its targets", [shop, web, row("pods", "web@b")], "shop web pods"],
  ["targets of two stories", [web, shop, row("both", "shop web@a"), row("pods", "web@a")], "web pods shop both"],
  ["labels stay at the end", [web, shop, row("labels", "web@a", "", "metadata")], "web shop labels"],
  ["a story in a story", [row("all", "root", "apps"), row("x", "y"), web, row("pods", "web@a")], "all web pods x"],
  ["a deployment that declares itself", [row("root", "root", "root"), row("pods", "root")], "root pods"],
  ["two that declare each other", [row("a", "b", "a"), row("b", "a", "b"), row("c", "c")], "a b c"],
])("%s", (_title, rows, expected) => {
  const told = inStories(rows);
  expect(told.map(({ name }) => name).join(" ")).toBe(expected);
});

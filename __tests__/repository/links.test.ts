import { existsSync } from "node:fs";
import { posix } from "node:path";
import { expect, test } from "@jest/globals";
import { ROOT, readText, repositoryFiles } from "./repository.ts";

const PAGES = repositoryFiles().filter((path) => path.endsWith(".md") && !path.startsWith("examples/"));

/** The anchors of a page's headings, as GitHub generates them. */
function anchors(path: string): Set<string> {
  const found = new Set<string>();
  for (const [, heading = ""] of withoutCode(readText(path)).matchAll(/^#{1,6} (.+)$/gm)) {
    const anchor = heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-");
    let unique = anchor;
    for (let count = 1; found.has(unique); count++) unique = `${anchor}-${count}`;
    found.add(unique);
  }
  return found;
}

function withoutCode(text: string): string {
  return text.replace(/^( *)(`{3,}|~{3,}).*\n[\s\S]*?^\1\2.*$/gm, "");
}

/** The broken links of a page, one line each. */
function brokenLinks(path: string): string[] {
  const text = withoutCode(readText(path)).replace(/`[^`\n]*`/g, "");
  const links = [...text.matchAll(/\]\((?!https?:|mailto:)([^()\s]+)\)/g)].map(([, link = ""]) => link);
  return links.filter((link) => {
    const [file = "", anchor] = link.split("#");
    const target = file === "" ? path : posix.join(posix.dirname(path), file);
    if (target.startsWith("../")) return true;
    if (!existsSync(`${ROOT}/${target}`)) return true;
    return anchor !== undefined && target.endsWith(".md") && !anchors(target).has(anchor);
  });
}

test.each(PAGES)("%s links to what exists", (path) => {
  expect(brokenLinks(path)).toEqual([]);
});

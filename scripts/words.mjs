#!/usr/bin/env node
// @ts-check
// Refuses docstrings of src/ whose first word is not the subject or the verb, and so makes them hard to read: part of `npm run lint`.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const OPENING = /\/\*\*\s*(?:\*\s*)?(That|Those|Of|What|Whoever|Where|As|Whether)\b/g;

/** @param {string} text of a source file @returns {readonly { line: number, word: string }[]} docstrings that open badly */
export function badOpenings(text) {
  return [...text.matchAll(OPENING)].map(({ index, 1: word = "" }) => {
    return { line: text.slice(0, index).split("\n").length, word };
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const root = join(dirname(import.meta.dirname), "src");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  for (const file of files.sort()) {
    for (const { line, word } of badOpenings(readFileSync(join(root, file), "utf8"))) {
      console.error(`src/${file}:${line}: a docstring begins with "${word}": begin with the subject or the verb`);
      process.exitCode = 1;
    }
  }
}

import type { GoFunction } from "../execution/function.ts";
import { CHOICES } from "./choices.ts";
import { DATES } from "./dates.ts";
import { DOCUMENTS } from "./documents.ts";
import { ENCODINGS } from "./encodings.ts";
import { LANGUAGE } from "./language.ts";
import { LISTS } from "./lists.ts";
import { MAPS } from "./maps.ts";
import { NAMES } from "./names.ts";
import { NUMBERS } from "./numbers.ts";
import { PATHS } from "./paths.ts";
import { PATTERNS } from "./patterns.ts";
import { TEXTS } from "./texts.ts";
import { UNKNOWNS } from "./unknowns.ts";
import { URLS } from "./urls.ts";
import { VERSIONS } from "./versions.ts";

/** All functions by their names. docs/specification/go-templates.md 5 */
export const FUNCTIONS: ReadonlyMap<string, GoFunction> = new Map(
  [
    LANGUAGE,
    TEXTS,
    LISTS,
    MAPS,
    NUMBERS,
    CHOICES,
    DOCUMENTS,
    ENCODINGS,
    PATHS,
    PATTERNS,
    VERSIONS,
    URLS,
    DATES,
    NAMES,
    UNKNOWNS,
  ].flatMap((group) => Object.entries(group)),
);

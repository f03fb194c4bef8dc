import type { Value } from "../yaml/index.ts";
import { TemplateEffort } from "./effort.ts";
import { Executor, type MissingKey } from "./execution/executor.ts";
import { FUNCTIONS } from "./functions/index.ts";
import { parse } from "./syntax/parser.ts";
import { placeOf } from "./syntax/place.ts";
import { excess, TemplateError } from "./template-error.ts";
import { fromData, toText } from "./values/data.ts";

export interface ExecuteOptions {
  /** The value of a key that a map does not have: `<no value>` by default, something empty, or an error. */
  readonly missingKey?: MissingKey | undefined;
  /** A budget that several executions share. A new one by default. */
  readonly effort?: TemplateEffort | undefined;
}

/** A template that was read. */
export interface GoTemplate {
  /**
   * Makes the text of a template with data.
   *
   * @throws TemplateError
   */
  execute(data: Value, options?: ExecuteOptions): string;
}

/** Longer templates are refused. One of an ApplicationSet has some hundred characters. */
const MAX_LENGTH = 1024 * 1024;

/**
 * Reads a template once, to execute it many times. docs/specification/go-templates.md
 *
 * @param name the name by which it can call itself
 * @throws TemplateError
 */
export function parseTemplate(text: string, name = "base"): GoTemplate {
  if (text.length > MAX_LENGTH) throw excess("the template is longer than 1 MiB");
  const templates = parse(text, name, (called) => FUNCTIONS.has(called));
  return {
    execute(data, { missingKey = "default", effort = new TemplateEffort() } = {}) {
      const executor = new Executor(templates, FUNCTIONS, missingKey, effort);
      try {
        executor.runTemplate(name, fromData(data, effort));
      } catch (error) {
        throw withPlace(error, text, executor.at);
      }
      return toText(executor.output.join(""));
    },
  };
}

function withPlace(error: unknown, text: string, at: number): unknown {
  if (!(error instanceof TemplateError) || error.line !== undefined) return error;
  return new TemplateError(error.kind, error.message, placeOf(text, at));
}

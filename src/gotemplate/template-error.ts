/**
 * Why a template has no result: its text is malformed (`syntax`), Go would refuse it while it runs (`execution`), it does too much
 * (`limit`), or its result depends on something that only the running cluster knows, such as chance or the time (`unknown`).
 */
export type TemplateFault = "syntax" | "execution" | "limit" | "unknown";

/** A template without a result. */
export class TemplateError extends Error {
  readonly kind: TemplateFault;
  /** The line in the text of the template, from 1; undefined if it is not known. */
  readonly line: number | undefined;
  /** The column in that line, from 1, in UTF-16 code units. */
  readonly column: number | undefined;

  constructor(kind: TemplateFault, message: string, place?: { readonly line: number; readonly column: number }) {
    super(message);
    this.name = "TemplateError";
    this.kind = kind;
    this.line = place?.line;
    this.column = place?.column;
  }
}

/** The error of a template that Go would refuse while it runs. */
export function refusal(message: string): TemplateError {
  return new TemplateError("execution", message);
}

/** The error of a template that does too much. */
export function excess(message: string): TemplateError {
  return new TemplateError("limit", message);
}

/** The error of a template whose result only the running cluster knows. */
export function unknown(message: string): TemplateError {
  return new TemplateError("unknown", message);
}

/** Says in words what is wrong with the shape of a report. */
import { REPORT_VERSION } from "../report.ts";
import { invalid } from "./bounds.ts";

/** An error of the validator. The fields that it names are those of the schema. */
interface ShapeError {
  readonly keyword: string;
  /** A JSON Pointer. */
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** @throws KrmError `report-invalid` for a report of another version, whose shape is unknown */
export function checkVersion(report: unknown): void {
  if (typeof report !== "object" || report === null) throw invalid("it is not an object");
  const { version } = report as { version?: unknown };
  if (version === REPORT_VERSION) return;
  if (typeof version !== "number") throw invalid("it has no version");
  // What `render` writes has version 1 as well.
  throw invalid(
    `it has version ${version}, and this is a reader of version ${REPORT_VERSION}`,
    "Write and read the report by the same release of krm-render, and use the report of a diff.",
  );
}

/** Removes the fields that it does not know. */
export interface Validator {
  (data: unknown): boolean;
  readonly errors?: readonly ShapeError[] | null;
}

/** Describes an error with its place: `changes[3].op is none of: added, removed`. */
export function shapeProblem(error: ShapeError | undefined): string {
  if (error === undefined) return "it has another shape";
  const { params } = error;
  const place = error.instancePath === "" ? "it" : placeOf(error.instancePath);
  switch (error.keyword) {
    case "required":
      return `${place} lacks the field ${String(params["missingProperty"])}`;
    case "type":
      return `${place} is not of the type ${[params["type"]].flat().join(" or ")}`;
    case "enum":
      return `${place} is none of: ${(params["allowedValues"] as readonly unknown[]).join(", ")}`;
    case "const":
      return `${place} is not ${String(params["allowedValue"])}`;
    case "minimum":
      return `${place} is less than ${String(params["limit"])}`;
    default:
      return `${place} is empty, a text of another form, or has a control character`;
  }
}

/** `changes[3].op` for `/changes/3/op`. */
export function placeOf(pointer: string): string {
  return pointer
    .slice(1)
    .replace(/\/(\d+)/g, "[$1]")
    .replaceAll("/", ".");
}

/** Validates requests and responses by GitHub's own OpenAPI description. */
import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly schema: object;
}

interface Operation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: object | null;
  readonly responses: Readonly<Record<string, object | null>>;
}

interface Description {
  readonly operations: readonly Operation[];
  readonly $defs: Readonly<Record<string, object>>;
}

/** A request of an operation in the description. */
export interface Matched {
  readonly operation: Operation;
  readonly parameters: Readonly<Record<string, string>>;
}

const file = new URL("../openapi.slim.json", import.meta.url);
const description = JSON.parse(readFileSync(file, "utf8")) as Description;
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true, coerceTypes: false });
const validators = new Map<object, ValidateFunction>();

/** The operation of a request, by its method and path. */
export function matchOperation(method: string, pathname: string): Matched | undefined {
  const segments = pathname.split("/");
  for (const operation of description.operations) {
    const pattern = operation.path.split("/");
    if (operation.method !== method || pattern.length !== segments.length) continue;
    const parameters: Record<string, string> = {};
    const matches = pattern.every((expected, index) => {
      const actual = decodeURIComponent(segments[index] ?? "");
      if (!expected.startsWith("{")) return expected === actual;
      parameters[expected.slice(1, -1)] = actual;
      return actual !== "";
    });
    if (matches) return { operation, parameters };
  }
  return undefined;
}

/** The violations in a request, one sentence each. */
export function requestProblems(matched: Matched, query: URLSearchParams, body: unknown): string[] {
  const { operation } = matched;
  const problems: string[] = [];
  for (const { name, in: place, required, schema } of operation.parameters) {
    const value = place === "path" ? matched.parameters[name] : place === "query" ? query.get(name) : undefined;
    if (value === undefined || value === null) {
      if (required) problems.push(`${place} parameter ${name} is missing`);
      continue;
    }
    problems.push(...check(`${place} parameter ${name}`, schema, /^\d+$/.test(value) ? Number(value) : value));
  }
  const known = operation.parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
  for (const name of query.keys()) if (!known.includes(name)) problems.push(`query parameter ${name} is unknown`);
  if (operation.body !== null) problems.push(...check("request body", operation.body, body));
  else if (body !== undefined) problems.push("a body where there should be none");
  return problems.map((problem) => `${operation.operationId}: ${problem}`);
}

/** The violations in a response. A status without a schema is accepted: it may be that of a proxy. */
export function responseProblems(matched: Matched, status: number, body: unknown): string[] {
  const schema = matched.operation.responses[status];
  if (schema === undefined || schema === null) return [];
  return check(`response ${status}`, schema, body).map((problem) => `${matched.operation.operationId}: ${problem}`);
}

function check(what: string, schema: object, value: unknown): string[] {
  let validate = validators.get(schema);
  if (validate === undefined) {
    validate = ajv.compile({ ...schema, $defs: description.$defs });
    validators.set(schema, validate);
  }
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${what}${instancePath} ${message ?? "is invalid"}`,
  );
}

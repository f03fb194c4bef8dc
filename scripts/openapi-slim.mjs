// Reduces GitHub's OpenAPI description to the operations that the loopback server of the tests serves.
//
//   npm install --prefix DIR --ignore-scripts @octokit/openapi@23.0.2      (385 MB, so not a dependency of ours)
//   node scripts/openapi-slim.mjs DIR/node_modules/@octokit/openapi
//
// The result is plain JSON Schema instead of OpenAPI 3.0's dialect (`nullable` is resolved), so that ajv can use it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const OPERATIONS = [
  ["/repos/{owner}/{repo}/issues/{issue_number}/comments", "get"],
  ["/repos/{owner}/{repo}/issues/{issue_number}/comments", "post"],
  ["/repos/{owner}/{repo}/issues/comments/{comment_id}", "get"],
  ["/repos/{owner}/{repo}/issues/comments/{comment_id}", "patch"],
  ["/repos/{owner}/{repo}/issues/comments/{comment_id}", "delete"],
  ["/repos/{owner}/{repo}/pulls/{pull_number}", "get"],
  ["/repos/{owner}/{repo}/pulls", "get"],
  ["/repos/{owner}/{repo}/compare/{basehead}", "get"],
  ["/repos/{owner}/{repo}/actions/runs/{run_id}/artifacts", "get"],
  ["/repos/{owner}/{repo}/actions/artifacts/{artifact_id}", "get"],
  ["/repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}", "get"],
  ["/repos/{owner}/{repo}/check-runs", "post"],
  ["/repos/{owner}/{repo}/check-runs/{check_run_id}", "patch"],
  ["/repos/{owner}/{repo}/check-runs/{check_run_id}/annotations", "get"],
  ["/repos/{owner}/{repo}/commits/{ref}/check-runs", "get"],
  ["/repos/{owner}/{repo}/statuses/{sha}", "post"],
  ["/user", "get"],
];
const PROSE = new Set(["description", "example", "examples", "externalDocs", "deprecated", "title", "default"]);

const source = process.argv[2];
if (source === undefined) {
  console.error("usage: node scripts/openapi-slim.mjs <directory of @octokit/openapi>");
  process.exit(2);
}
const { version } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
const api = JSON.parse(readFileSync(join(source, "generated", "api.github.com.json"), "utf8"));
const schemas = new Map();

function component(reference) {
  return reference
    .split("/")
    .slice(1)
    .reduce((node, key) => node[key], api);
}

/** Replaces references, except those to schemas: schemas may refer to themselves. */
function resolved(node) {
  return node.$ref === undefined ? node : component(node.$ref);
}

function convert(schema) {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split("/").at(-1);
    if (!schemas.has(name)) {
      schemas.set(name, {});
      schemas.set(name, convert(component(schema.$ref)));
    }
    return { $ref: `#/$defs/${name}` };
  }
  const result = {};
  for (const [key, value] of Object.entries(schema)) {
    if (PROSE.has(key) || key === "nullable" || key.startsWith("x-")) continue;
    if (key === "properties") {
      result.properties = Object.fromEntries(Object.entries(value).map(([name, child]) => [name, convert(child)]));
    } else if (["allOf", "anyOf", "oneOf"].includes(key)) {
      result[key] = value.map(convert);
    } else if (["items", "additionalProperties", "not"].includes(key) && typeof value === "object") {
      result[key] = convert(value);
    } else {
      result[key] = value;
    }
  }
  return schema.nullable ? { anyOf: [{ type: "null" }, result] } : result;
}

function content(node) {
  const schema = node?.content?.["application/json"]?.schema;
  return schema === undefined ? null : convert(schema);
}

const operations = OPERATIONS.map(([path, method]) => {
  const operation = api.paths[path][method];
  const parameters = [...(api.paths[path].parameters ?? []), ...(operation.parameters ?? [])].map(resolved);
  return {
    operationId: operation.operationId,
    method: method.toUpperCase(),
    path,
    parameters: parameters.map(({ name, in: place, required = false, schema }) => ({
      name,
      in: place,
      required,
      schema: convert(schema),
    })),
    body: operation.requestBody === undefined ? null : content(resolved(operation.requestBody)),
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [status, content(resolved(response))]),
    ),
  };
});

const slim = {
  origin: `GitHub's OpenAPI description, as published in @octokit/openapi ${version} (MIT, Copyright GitHub Inc.), cut by scripts/openapi-slim.mjs`,
  operations,
  $defs: Object.fromEntries([...schemas].sort(([left], [right]) => (left < right ? -1 : 1))),
};
writeFileSync(new URL("../__tests__/github/openapi.slim.json", import.meta.url), `${JSON.stringify(slim)}\n`);
console.log(`${operations.length} operations, ${schemas.size} schemas`);

/** The field `openapi`, which chooses the OpenAPI types of a build; docs/specification/build-order.md 3.3, 3.4. */
import { failure } from "../diagnostics.ts";
import type { OpenApiField } from "../documents/index.ts";
import type { BuildContext } from "./context/index.ts";
import type { Root } from "./loading/index.ts";

/** The version of Kubernetes whose types are built in. */
const VERSION = "v1.21.2";

/**
 * Adopts the field `openapi` of a level that was just opened. The first one of a build counts.
 * @throws KrmError `openapi-conflict`, `openapi-version`
 */
export async function adoptSchemas(
  { path, version, location }: OpenApiField,
  root: Root,
  { schemas, files }: Pick<BuildContext, "schemas" | "files">,
): Promise<void> {
  // The file is read even if the field does not count: a missing file is an error.
  const file = path === undefined ? undefined : await root.read(path, location);
  if (schemas.state.choice !== undefined) return;
  if (file !== undefined) {
    if (version !== undefined) {
      const message = "cannot use both `version` and `path` of `openapi`: builtin version and custom schema provided";
      throw failure("openapi-conflict", message, { ...location, hint: "Remove one of them." });
    }
    schemas.choose({ path: file.path, document: files.openApi(file) });
  } else if (version) {
    if (version !== VERSION) {
      throw failure("openapi-version", `the specified OpenAPI version ${version} is not built in`, {
        ...location,
        hint: `Remove it, or use ${VERSION}. For the types of other versions, list a file under \`path\`.`,
      });
    }
    schemas.choose("built-in");
  }
}

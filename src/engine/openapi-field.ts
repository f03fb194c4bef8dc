/** The field `openapi`: which types a build works by; docs/specification/build-order.md 3.3, 3.4. */
import { failure } from "../diagnostics.ts";
import type { OpenApiField } from "../documents/index.ts";
import type { BuildContext } from "./context/index.ts";
import type { Root } from "./loading/index.ts";

/** The version of Kubernetes whose types are built in. */
const VERSION = "v1.21.2";

/** Looks at the field `openapi` of a level that was just opened. @throws KrmError `openapi-conflict`, `openapi-version` */
export async function adoptSchemas(
  { path, version, location }: OpenApiField,
  root: Root,
  { schemas, files }: Pick<BuildContext, "schemas" | "files">,
): Promise<void> {
  // Read even where it does not count: a file that is missing is an error.
  const file = path === undefined ? undefined : await root.read(path, location);
  if (schemas.state.choice !== undefined) return;
  if (file !== undefined) {
    if (version !== undefined) {
      const message = "builtin version and custom schema provided, cannot use both `version` and `path` of `openapi`";
      throw failure("openapi-conflict", message, { ...location, hint: "Remove one of them." });
    }
    schemas.choose({ path: file.path, document: files.openApi(file) });
  } else if (version) {
    if (version !== VERSION) {
      throw failure("openapi-version", `the specified OpenAPI version ${version} is not built in`, {
        ...location,
        hint: `Remove it, or name ${VERSION}; for the types of other versions, name a file under \`path\`.`,
      });
    }
    schemas.choose("built-in");
  }
}

/** The field `openapi`: which types a build works by; docs/specification/build-order.md 3.3, 3.4. */
import { failure } from "../diagnostics.ts";
import type { Level } from "./context/index.ts";

/** The version of Kubernetes whose types are built in. */
const VERSION = "v1.21.2";

/** Looks at the field `openapi` of a level that was just opened. @throws KrmError `openapi-conflict`, `openapi-version` */
export async function adoptSchemas({ context, root, kustomization }: Omit<Level, "position">): Promise<void> {
  if (kustomization.openapi === undefined) return;
  const { path, version, location } = kustomization.openapi;
  // Read even where it does not count: a file that is missing is an error.
  const file = path === undefined ? undefined : await root.read(path, location);
  if (context.schemas.state.choice !== undefined) return;
  if (file !== undefined) {
    if (version !== undefined) {
      const message = "builtin version and custom schema provided, cannot use both `version` and `path` of `openapi`";
      throw failure("openapi-conflict", message, { ...location, hint: "Remove one of them." });
    }
    context.schemas.choose({ path: file.path, document: context.files.openApi(file) });
  } else if (version) {
    if (version !== VERSION) {
      throw failure("openapi-version", `the specified OpenAPI version ${version} is not built in`, {
        ...location,
        hint: `Remove it, or name ${VERSION}; for the types of other versions, name a file under \`path\`.`,
      });
    }
    context.schemas.choose("built-in");
  }
}

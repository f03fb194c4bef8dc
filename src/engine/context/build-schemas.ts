/**
 * The OpenAPI types of a build: the built-in ones, or those of a field `openapi`;
 * docs/specification/build-order.md 3.3 to 3.6.
 */
import {
  type BuiltInTypes,
  builtInSchemas,
  isNamespaced,
  type OpenApiDocument,
  type Schema,
  type SchemaSource,
} from "../../resource/index.ts";

/** The types of a file. They replace the built-in types, unless these were used before the file was found. */
interface CustomSchemas {
  readonly path: string;
  /** Parses it at first use. */
  readonly document: () => OpenApiDocument;
  readonly builtIn: BuiltInTypes;
}

/** Immutable, since it is kept with bases. */
export interface SchemaState {
  /** The first field `openapi` of the build, starting at the topmost kustomization. */
  readonly choice: "built-in" | CustomSchemas | undefined;
  /** True if a patch used types before there was a choice, or if they were loaded. */
  readonly used: boolean;
  /** True if the scope of a kind outside of the tables was looked up before there was a choice. */
  readonly unknownScopes: boolean;
}

export class BuildSchemas implements SchemaSource {
  state: SchemaState = { choice: undefined, used: false, unknownScopes: false };

  /** Loads the built-in types before anything needs them, so that those of a file only add to them. */
  loadBuiltIn(): void {
    this.state = { ...this.state, used: true };
  }

  /** Differs for states in which bases are built differently. */
  get key(): string {
    const { choice, used, unknownScopes } = this.state;
    if (choice === undefined) return `${used ? "used" : ""}${unknownScopes ? "scopes" : ""}`;
    return choice === "built-in" ? choice : `${choice.builtIn} ${choice.path}`;
  }

  schemaFor(apiVersion: string, kind: string): Schema | undefined {
    const { choice, used } = this.state;
    if (choice === undefined && !used) this.state = { ...this.state, used: true };
    if (choice === undefined || choice === "built-in") return builtInSchemas.schemaFor(apiVersion, kind);
    return choice.document().schemaFor(apiVersion, kind, choice.builtIn);
  }

  isClusterScoped(apiVersion: string, kind: string): boolean {
    if (builtInSchemas.isClusterScoped(apiVersion, kind)) return true;
    const { choice, unknownScopes } = this.state;
    if (choice === "built-in" || (choice === undefined && unknownScopes) || isNamespaced(apiVersion, kind))
      return false;
    if (choice !== undefined) return choice.document().isClusterScoped(apiVersion, kind);
    this.state = { ...this.state, unknownScopes: true };
    return false;
  }

  choose(schemas: "built-in" | Omit<CustomSchemas, "builtIn">): void {
    const { used, unknownScopes } = this.state;
    const builtIn: BuiltInTypes = used ? "behind" : unknownScopes ? "in-front" : "unknown";
    const choice = schemas === "built-in" ? schemas : { ...schemas, builtIn };
    this.state = { choice, used: false, unknownScopes: false };
  }
}

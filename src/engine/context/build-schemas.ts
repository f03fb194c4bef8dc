/**
 * The types that one build works by: the built-in ones, or those of a field `openapi`;
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

/** A document of the user's. It replaces the built-in types, unless those were needed before it was found. */
interface CustomSchemas {
  readonly path: string;
  /** Parses it at first use. */
  readonly document: () => OpenApiDocument;
  readonly builtIn: BuiltInTypes;
}

/** Never changed in place: what a base has done to it is remembered with the base. */
export interface SchemaState {
  /** The first `openapi` that the build came upon counts, the topmost kustomization's being the very first. */
  readonly choice: "built-in" | CustomSchemas | undefined;
  /** Without a choice: whether a patch has asked for types. */
  readonly used: boolean;
  /** Without a choice: whether the scope of a kind was asked for that no table has. */
  readonly beyond: boolean;
}

export class BuildSchemas implements SchemaSource {
  state: SchemaState = { choice: undefined, used: false, beyond: false };

  /** Tells states apart that bases are built differently in. */
  get key(): string {
    const { choice, used, beyond } = this.state;
    if (choice === undefined) return `${used ? "used" : ""}${beyond ? "beyond" : ""}`;
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
    const { choice, beyond } = this.state;
    if (choice === "built-in" || (choice === undefined && beyond) || isNamespaced(apiVersion, kind)) return false;
    if (choice !== undefined) return choice.document().isClusterScoped(apiVersion, kind);
    this.state = { ...this.state, beyond: true };
    return false;
  }

  choose(schemas: "built-in" | Omit<CustomSchemas, "builtIn">): void {
    const { used, beyond } = this.state;
    const builtIn: BuiltInTypes = used ? "behind" : beyond ? "in-front" : "unknown";
    const choice = schemas === "built-in" ? schemas : { ...schemas, builtIn };
    this.state = { choice, used: false, beyond: false };
  }
}

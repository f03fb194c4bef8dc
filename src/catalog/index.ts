export type { Catalog, CatalogEntry } from "./catalog.ts";

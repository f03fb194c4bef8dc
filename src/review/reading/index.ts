/** Reads reports that another run wrote. */
export { parseReport } from "./report-reader.ts";
export { reportSchema } from "./schema.ts";

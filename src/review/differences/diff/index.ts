/** Compares texts line by line, and lists element by element. */
export { type Edit, findEdits } from "./edits.ts";
export { printPath } from "./field-path.ts";
export { diffTexts } from "./hunks.ts";
export { cutLines } from "./long-lines.ts";
export { withSharedSurroundings } from "./surroundings.ts";

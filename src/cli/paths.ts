/** Paths as the user writes and reads them. */
import { relative } from "node:path";

/** Shows paths of the machine relative to the working directory, `.` for itself. */
export function displayFrom(cwd: string): (path: string) => string {
  return (path) => relative(cwd, path) || ".";
}

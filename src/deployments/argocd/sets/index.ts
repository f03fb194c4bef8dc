/** ApplicationSets: the parameters that their generators make, and the Applications of their templates. */
export {
  type MadeApplication,
  type MadeBySet,
  makeApplications,
  type SetInput,
} from "./application-set.ts";
export type { ClusterParameters, DeclaredParameters, FetchRepository } from "./generation.ts";
export { SetsEffort } from "./set-effort.ts";

/** Policies in CEL: those of the team, and those that the API server enforces. Pure: documents and objects in, findings out. */
export {
  AdmissionPolicies,
  aroundPolicies,
  isAdmissionObject,
  type PoliciesBeside,
  type Verdict,
} from "./admission/bindings.ts";
export type { ObjectSides, Surroundings } from "./admission/request.ts";
export { selects } from "./admission/selectors.ts";
export { loadForObjects } from "./loading.ts";
export { checkedPolicies, type PolicySides, TeamPolicy, teamPolicies } from "./team-policies.ts";

/** Policies in CEL: those of the team, and those that the API server enforces. Pure: documents and objects in, findings out. */
export { checkedPolicies, type PolicySides, TeamPolicy, teamPolicies } from "./team-policies.ts";

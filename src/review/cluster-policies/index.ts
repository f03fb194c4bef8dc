/** Finds the policies of the API server that other targets of a cluster render. */
export { ClusterPolicies } from "./cluster-policies.ts";

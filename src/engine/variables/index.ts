/** The field `vars`: values of variables and their substitution. */
export { substituteVariables } from "./variable-substitution.ts";
export { addVariables, declareVariables, type Variables } from "./variables.ts";

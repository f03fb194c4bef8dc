/** `vars`: their values and where they are substituted. */
export { substituteVariables } from "./variable-substitution.ts";
export { addVariables, declareVariables, type Variables } from "./variables.ts";

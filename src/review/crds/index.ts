/** What changes of CustomResourceDefinitions mean for those who use them. */
export { isDescription } from "./descriptions.ts";

/** Functions whose results only the running cluster knows: those of chance and of the time. They are errors. */
import { type GoFunction, variadic } from "../execution/function.ts";
import { unknown } from "../template-error.ts";

const BY_CHANCE = [
  ..."randAlphaNum randAlpha randAscii randNumeric randBytes randInt shuffle uuidv4 bcrypt htpasswd encryptAES".split(
    " ",
  ),
  ..."genPrivateKey genCA genCAWithKey genSelfSignedCert genSelfSignedCertWithKey genSignedCert genSignedCertWithKey".split(
    " ",
  ),
];
const BY_TIME = ["now", "ago"];
/** Functions that always give the same, but are of no use for ApplicationSets. */
const NOT_DONE = ["derivePassword", "buildCustomCert", "decryptAES"];

function refusing(reason: string): GoFunction {
  return variadic([], "any", () => {
    throw unknown(reason);
  });
}

export const UNKNOWNS: Readonly<Record<string, GoFunction>> = Object.fromEntries([
  ...BY_CHANCE.map((name) => [
    name,
    refusing(`${name} depends on chance, so that only the running cluster knows its result`),
  ]),
  ...BY_TIME.map((name) => [
    name,
    refusing(`${name} depends on the time, so that only the running cluster knows its result`),
  ]),
  ...NOT_DONE.map((name) => [name, refusing(`krm-render does not know ${name}`)]),
]);

/** The errors about sources on other machines that a file names. */
import { failure, KrmError, type Location } from "../../diagnostics.ts";
import { shownAddress } from "../../store/http/addresses.ts";

/** The error for a source where nothing is fetched at all. @param otherwise another remedy, which completes "Or " */
export function remoteRefused(
  path: string,
  location: Partial<Location>,
  otherwise = "copy it into the repository and name the directory",
): KrmError {
  return failure("remote-unsupported", `${shownAddress(path)} cannot be fetched: remote sources are disabled`, {
    ...location,
    hint: `In the action, set \`remote: public\`. Or ${otherwise}.`,
  });
}

/** Gives an error that has no place the one of what caused it, such as a reference. */
export function atPlace(thrown: unknown, location: Location): Error {
  if (!(thrown instanceof KrmError) || thrown.diagnostics.every(({ file }) => file !== undefined))
    return thrown as Error;
  return new KrmError(
    thrown.diagnostics.map((one) => (one.file === undefined ? { ...one, ...location } : one)),
    { cause: thrown },
  );
}

/** The version of this package; a test holds it to package.json, which would cost every start a file to read. */
export const VERSION = "0.1.0";

/** The inputs about the comment and the files of a run. */
import { FILE_SETTINGS } from "../../configuration/index.ts";
import type { InputReader } from "./input-reader.ts";
import { matrixValues } from "./input-texts.ts";

/** The longest key of a comment, and the longest name of an artifact, in characters. */
const MAX_NAME_LENGTH = 200;
/** The comment holds it once for each link. */
const MAX_URL_LENGTH = 500;

export type PresentationInputs = ReturnType<typeof readPresentationInputs>;

export function readPresentationInputs(reader: InputReader) {
  return {
    comment: reader.choice("comment", FILE_SETTINGS.comment.form.choices),
    commentKey: commentKey(reader),
    /** The values of the job's matrix, in its order. */
    matrix: matrixValues(reader.text("matrix")),
    commentMaxBytes: reader.integer("comment-max-bytes", FILE_SETTINGS["comment-max-bytes"].form),
    /** True if a check shows the verdict at the commit. */
    check: reader.flag("check"),
    token: token(reader),
    outputDirectory: reader.text("output-dir"),
    /** The artifact to which a later step uploads the output directory. */
    artifactName: artifactName(reader),
    /** The https URL of the HTML page, without a fragment. */
    pageUrl: pageUrl(reader),
  };
}

function commentKey(reader: InputReader): string | undefined {
  const value = reader.optional("comment-key");
  if (value !== undefined && value.length > MAX_NAME_LENGTH)
    reader.refuse("comment-key", `is longer than ${MAX_NAME_LENGTH} characters`);
  return value;
}

function token(reader: InputReader): string | undefined {
  const value = reader.optional("github-token");
  // Such a token is invalid in an HTTP header, and the client's error message would print it.
  if (value !== undefined && !/^[\x21-\x7e]*$/.test(value)) {
    reader.refuse("github-token", "contains a character that no token has");
    return undefined;
  }
  return value;
}

function artifactName(reader: InputReader): string | undefined {
  const value = reader.optional("artifact-name");
  // The rule of actions/upload-artifact.
  if (value !== undefined && (value.length > MAX_NAME_LENGTH || /[\\/":<>|*?\p{Cc}]/u.test(value)))
    reader.refuse("artifact-name", `"${value}" is not the name of an artifact`);
  return value;
}

/** The messages do not quote the address, which may hold what is secret. */
function pageUrl(reader: InputReader): string | undefined {
  const value = reader.optional("page-url");
  if (value === undefined) return undefined;
  const problem = urlProblem(value);
  if (problem === undefined) return new URL(value).href;
  reader.refuse(
    "page-url",
    problem,
    "Give the address of the page alone, such as https://previews.example/7/report.html.",
  );
  return undefined;
}

function urlProblem(value: string): string | undefined {
  if (value.length > MAX_URL_LENGTH) return `is longer than ${MAX_URL_LENGTH} characters`;
  if (/[\s\p{C}]/u.test(value)) return "contains a space or a control character";
  if (value.includes("#")) return "has a part after #, which the comment writes itself";
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol !== "https:") return "is not an https address";
  return url.username === "" && url.password === "" ? undefined : "contains a user name or a password";
}

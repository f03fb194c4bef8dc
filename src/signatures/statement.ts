/** Checks the documents inside of signatures: each must be about the artifact, and count as a signature of it. */
import { shorten } from "../text/index.ts";
import { Rejected } from "./rejected.ts";
import { readJson, valueAt } from "./untrusted-json.ts";

/** The type of a payload that is an in-toto statement. */
const STATEMENT_PAYLOAD = "application/vnd.in-toto+json";

const STATEMENTS = new Set<unknown>(["https://in-toto.io/Statement/v1", "https://in-toto.io/Statement/v0.1"]);

/**
 * The statements that count as a signature: "I sign this", and "I built this". Others can say anything, also that a test or a
 * review failed.
 */
const PREDICATES = new Set<unknown>([
  "https://sigstore.dev/cosign/sign/v1",
  "https://slsa.dev/provenance/v1",
  "https://slsa.dev/provenance/v0.2",
]);

/** The number of subjects that a statement may have. */
const MAX_SUBJECTS = 1024;

const COSIGN_TYPE = "cosign container image signature";

/**
 * Checks that an in-toto statement is about an artifact (docs/specification/signatures.md 3.5).
 *
 * @param sha256 the digest of the artifact, 64 hexadecimal digits in lower case
 * @throws Rejected
 */
export function checkStatement(payloadType: string, payload: Uint8Array, sha256: string): void {
  if (payloadType !== STATEMENT_PAYLOAD)
    throw new Rejected(`it signs ${shorten(payloadType)}, not an in-toto statement`);
  const statement = readJson(payload, "the statement");
  if (!STATEMENTS.has(valueAt(statement, "_type")))
    throw new Rejected("it signs something else than an in-toto statement");
  const predicate = valueAt(statement, "predicateType");
  if (!PREDICATES.has(predicate)) {
    const type = shorten(String(predicate));
    throw new Rejected(`it signs a statement of the type ${type}, which does not count as a signature`);
  }
  const subjects = valueAt(statement, "subject");
  if (!Array.isArray(subjects) || subjects.length > MAX_SUBJECTS) {
    throw new Rejected(`its statement has no list of at most ${MAX_SUBJECTS} subjects`);
  }
  if (!subjects.some((subject) => valueAt(subject, "digest", "sha256") === sha256)) {
    throw new Rejected("it is a signature of something else: no subject has this digest");
  }
}

/**
 * Checks that a simple signing document is about a manifest (docs/specification/signatures.md 3.6). Which repository it names
 * does not matter: the digest says what runs.
 *
 * @throws Rejected
 */
export function checkSimpleSigning(payload: Uint8Array, sha256: string): void {
  const document = readJson(payload, "the payload");
  if (valueAt(document, "critical", "type") !== COSIGN_TYPE)
    throw new Rejected("its payload is no signature of cosign");
  if (valueAt(document, "critical", "image", "docker-manifest-digest") !== `sha256:${sha256}`) {
    throw new Rejected("it is a signature of something else: its payload names another digest");
  }
}

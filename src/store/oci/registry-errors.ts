/** Explains the answers of registries that are no success; docs/specification/oci.md 2.8. */
import type { IncomingHttpHeaders } from "node:http";
import { failure, type KrmError } from "../../diagnostics.ts";
import { DOCKER_HUB } from "../../text/index.ts";
import { retryAfterStatus } from "../http/failures.ts";
import { discard, type Followed } from "../http/follow.ts";
import { bodyOf } from "../http/http-client.ts";
import type { Attempt } from "../http/retry.ts";
import { parseJson, readObject } from "./manifest.ts";
import { type OciReference } from "./reference.ts";
import type { Secrets } from "./secrets.ts";

const MAX_ERROR_BYTES = 64 * 1024;
const MAX_ERRORS = 3;
const MAX_ERROR_TEXT = 300;

/** Ends an answer that is no success, and explains it. @param name the thing that was asked for */
export async function refusedBy(
  ref: OciReference,
  name: string,
  answer: Followed,
  secrets: Secrets,
  purpose: "read" | "write" = "read",
): Promise<Attempt<never>> {
  const { status, reason, headers } = answer;
  const details = `(${secrets.mask((await errorText(answer)) || reason)})`;
  const outcome = (purpose === "read" ? problemOf : problemOfPush)(ref, name, status, details);
  return { outcome, retryAfter: retryAfterStatus(status, headers["retry-after"]) };
}

function problemOf({ registry }: OciReference, name: string, status: number, details: string): KrmError {
  if (status === 404) {
    return failure("registry-not-found", `${name} does not exist: the registry answers 404 ${details}`, {
      hint: "Check registry, repository, and tag or digest. Some registries answer so where credentials are missing.",
    });
  }
  if (status === 401 || status === 403) {
    const message = `${name} may not be read, or does not exist: the registry answers ${status} ${details}`;
    const hint = `Check the name, and log in: \`docker login ${registry}\` writes the credentials that are used.`;
    return failure("registry-denied", message, { hint });
  }
  const mirror = registry === DOCKER_HUB ? " or copy the image to another registry, such as ghcr.io" : "";
  const limited = `The registry limits the number of pulls. Log in for a higher limit, or wait${mirror}.`;
  const hint = status === 429 ? limited : undefined;
  return failure("registry-failed", `${name} cannot be fetched: the registry answers ${status} ${details}`, { hint });
}

const REDIRECTED =
  "It redirects to another address, and what is pushed is not sent on. Name the registry that is there.";

function problemOfPush(
  { registry, repository }: OciReference,
  name: string,
  status: number,
  details: string,
): KrmError {
  if (status === 401 || status === 403) {
    return failure("registry-denied", `${name} may not be pushed: the registry answers ${status} ${details}`, {
      hint: `Log in as somebody who may write there: \`docker login ${registry}\` writes the credentials that are used.`,
    });
  }
  const hints: Readonly<Record<number, string>> = {
    404: `Create the repository ${repository} there first, if the registry makes none.`,
    // What a registry with tags that cannot change answers differs: 400, 409, 412.
    409: "If the registry does not let tags change, push under another one.",
    413: "The registry, or a proxy in front of it, limits the size of an upload. Raise the limit, or release fewer targets.",
    429: "The registry limits the number of requests. Push again later.",
  };
  const hint = status >= 300 && status < 400 ? REDIRECTED : hints[status];
  return failure("registry-failed", `${name} cannot be pushed: the registry answers ${status} ${details}`, { hint });
}

/** Codes and messages of the body, as far as it has any. */
async function errorText(answer: Followed): Promise<string> {
  const excess = new Error("too long");
  try {
    const body = readObject(parseJson(await bodyOf(answer, MAX_ERROR_BYTES, () => excess)));
    const errors: unknown = body?.["errors"];
    const list = (Array.isArray(errors) ? errors : [body]).slice(0, MAX_ERRORS);
    const texts = list.map((entry) => {
      const { code, message, details } = readObject(entry) ?? {};
      return [code, message ?? details].filter((part) => typeof part === "string" && part !== "").join(": ");
    });
    const text = texts.filter((each) => each !== "").join("; ");
    return text.replace(/\s+/g, " ").slice(0, MAX_ERROR_TEXT);
  } catch {
    discard(answer);
    return "";
  }
}

/** A lower number of pulls that are left gives a warning. */
const LOW = 10;

/** A warning about the limit on pulls that an answer announces. Undefined if there is enough left. */
export function pullLimitNotice(registry: string, headers: IncomingHttpHeaders): string | undefined {
  const header = headers["ratelimit-remaining"];
  const left = /^(\d{1,9})(?:;|$)/.exec(typeof header === "string" ? header : "")?.[1];
  if (left === undefined || Number(left) > LOW) return undefined;
  return `${registry} allows ${left} more pulls for now. Log in for a higher limit, or copy images to a registry of your own.`;
}

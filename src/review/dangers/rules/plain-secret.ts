/** Values that were encrypted, and now stand in the repository for everybody who can read it. */
import { isEncryptedText, isMap, valueAt } from "../../../manifests/index.ts";
import type { Value } from "../../../render/rendering.ts";
import { toPointer } from "../../../text/index.ts";
import { groupOf } from "../../differences/index.ts";
import type { Finding, PairRule } from "../rule.ts";

/** The kinds from which a controller makes a Secret, so that its values stand nowhere else. */
const SEALED: ReadonlySet<string> = new Set([
  "bitnami.com/SealedSecret",
  "external-secrets.io/ExternalSecret",
  "isindir.github.com/SopsSecret",
  "secrets.hashicorp.com/VaultStaticSecret",
  "ricoberger.de/VaultSecret",
  "onepassword.com/OnePasswordItem",
]);

const EFFECT =
  "unless a function decrypts it as it is rendered, it stands in the repository as plain text, and git keeps it for everybody who can read there";

export const plainSecret: PairRule = {
  id: "plain-secret",
  level: "high",
  summary: "a value that was encrypted becomes plain text",
  *check({ base, head }): Iterable<Finding> {
    if (base === undefined || head === undefined) return;
    const [before, after] = [base.value(), head.value()];
    const isPlainSecret = head.kind === "Secret" && groupOf(head) === "" && hasValues(after);
    if (isPlainSecret && SEALED.has(`${groupOf(base)}/${base.kind}`))
      yield { message: `the ${base.kind} becomes a Secret with values: ${EFFECT}` };
    else
      for (const path of decrypted(before, after, []))
        yield { path: toPointer(path), message: `a value was encrypted: ${EFFECT}` };
  },
};

function hasValues(value: Value): boolean {
  return ["data", "stringData"].some((field) => {
    const map = valueAt(value, field);
    return isMap(map) && Object.values(map).some((each) => each !== "" && each !== null && !isEncryptedText(each));
  });
}

/** The paths of values that are encrypted at base, and are other texts at head. */
function* decrypted(before: Value | undefined, after: Value | undefined, path: readonly string[]): Iterable<string[]> {
  if (isEncryptedText(before)) {
    const isText = typeof after === "string" || typeof after === "number" || typeof after === "bigint";
    if (isText && after !== "" && !isEncryptedText(after)) yield [...path];
  } else if (isMap(before) && isMap(after)) {
    // The block of SOPS goes when a file is decrypted: its own fields are no values.
    for (const key of Object.keys(before))
      if (key !== "sops") yield* decrypted(before[key], after[key], [...path, key]);
  } else if (Array.isArray(before) && Array.isArray(after)) {
    for (const [index, each] of before.entries()) yield* decrypted(each, after[index], [...path, String(index)]);
  }
}

// src/diagnostics.ts
var KrmError = class extends Error {
  diagnostics;
  constructor(diagnostics, options) {
    const list = Array.isArray(diagnostics) ? diagnostics : [diagnostics];
    super(list.map(formatDiagnostic).join("\n"), options);
    this.name = "KrmError";
    this.diagnostics = list;
  }
  /** The code of the first diagnostic. */
  get code() {
    return this.diagnostics[0]?.code ?? "internal";
  }
};
function failure(code, message, more = {}) {
  const { cause, ...rest } = more;
  return new KrmError({ code, severity: "error", message, ...rest }, cause === void 0 ? void 0 : { cause });
}
function about(thrown, object, location, prefix = "") {
  if (!(thrown instanceof KrmError)) return thrown;
  const diagnostics = thrown.diagnostics.map((one) => ({
    ...one.file === void 0 ? location : void 0,
    ...one,
    object: one.object ?? object,
    message: prefix + one.message
  }));
  return new KrmError(diagnostics, { cause: thrown });
}
function diagnosticsOf(thrown) {
  if (thrown instanceof KrmError) return thrown.diagnostics;
  if (thrown instanceof RangeError && thrown.message === "Invalid string length") return [TOO_LARGE];
  const message = thrown instanceof Error ? thrown.stack ?? thrown.message : String(thrown);
  return [
    {
      code: "internal",
      severity: "error",
      message: `unexpected: ${message}`,
      hint: "This is a defect of krm-render; please report it with the files that cause it."
    }
  ];
}
var TOO_LARGE = {
  code: "too-large",
  severity: "error",
  message: "what is put together here is longer than a text can be, which is 512 MiB",
  hint: "Look for a value or a file that is repeated many times over."
};
function formatLocation(place) {
  if (place.file === void 0) return "";
  if (place.line === void 0) return place.file;
  return place.column === void 0 ? `${place.file}:${place.line}` : `${place.file}:${place.line}:${place.column}`;
}
function formatDiagnostic(diagnostic) {
  const place = formatLocation(diagnostic);
  const head = place === "" ? diagnostic.message : `${place}: ${diagnostic.message}`;
  return visible(diagnostic.hint === void 0 ? head : `${head}
  hint: ${diagnostic.hint}`);
}
var INVISIBLE = (
  // biome-ignore lint: these are the very characters to be found
  new RegExp("[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff\\ufff9-\\ufffb]|\\p{Surrogate}", "gu")
);
function visible(text) {
  return text.replace(INVISIBLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
function distinct(diagnostics) {
  const seen = /* @__PURE__ */ new Set();
  return diagnostics.filter(({ file, line, column, message }) => {
    const key = `${file}:${line}:${column}:${message}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

export {
  KrmError,
  failure,
  about,
  diagnosticsOf,
  formatLocation,
  formatDiagnostic,
  visible,
  distinct
};

/** `krm-render view catalog`: describes a catalog to people who decide whether to trust it; docs/specification/catalogs.md 8. */
import { readFileSync, realpathSync, statSync } from "node:fs";
import { relative, resolve } from "node:path";
import {
  type CatalogReference,
  MAX_CATALOG_BYTES,
  type PathReference,
  parseCatalogReference,
  readCatalog,
  sha256Of,
  shownReference,
  viewCatalogJson,
  viewCatalog as viewOf,
  viewText,
  withPath,
} from "../../catalog/index.ts";
import { failure, visible } from "../../diagnostics.ts";
import { type CatalogSources, openSources } from "../../functions/index.ts";
import { pinCatalog } from "../../pin/index.ts";
import { formatOf } from "../../processes/index.ts";
import type { ProgramFormat } from "../../program-format.ts";
import { decodeText } from "../../yaml/index.ts";
import { fetchedDigest, sourceOptions } from "../catalog-sources.ts";
import { type Invocation, type Task, UsageError } from "../command.ts";
import { readReachSettings } from "../options/catalog-settings.ts";
import { openWorkspace, type Session, withSession } from "../session.ts";
import { printDiagnostics } from "../terminal.ts";

const SUCCESS = 0;
const PROBLEMS = 1;

export async function viewCatalog(invocation: Invocation): Promise<Task> {
  const [, text] = invocation.arguments;
  if (text === undefined) throw new UsageError("view catalog needs a reference: view catalog REF");
  const isJson = invocation.value("output") === "json";
  const [lint, pin] = [invocation.has("lint"), invocation.has("pin")];
  if (pin && (lint || isJson)) {
    throw new UsageError("--pin prints the catalog itself, so neither --lint nor `-o json` goes with it");
  }
  const reach = await readReachSettings(invocation);

  return (terminal) =>
    withSession(terminal, async (session) => {
      const { top } = await openWorkspace(session);
      const sources = openSources(sourceOptions(terminal, top, reach));
      session.onEnd(() => sources.close());
      const { reference, bytes, resolved } = await read(text, session, sources);
      if (pin) return printPinned(bytes, reference, sources, session);
      const formatIn = (path: string) => formatOfFile(resolve(terminal.cwd, path));
      const view = viewOf(readCatalog(bytes, fileName(reference)), reference, { resolved, lint, formatOf: formatIn });
      await terminal.stdout.write(isJson ? viewCatalogJson(view) : viewText(view));
      return view.findings.some(({ severity }) => severity === "error") ? PROBLEMS : SUCCESS;
    });
}

/** @throws KrmError also `catalog-digest`: a digest that is given must be that of the content */
async function read(text: string, session: Session, sources: CatalogSources) {
  const given = parseCatalogReference(text);
  const found =
    given.kind === "path"
      ? { ...readFile(given, session.terminal.cwd), resolved: undefined }
      : { reference: given, ...(await sources.document(given, given.sha256)) };
  const { sha256 } = found.reference;
  const actual = sha256Of(found.bytes);
  if (sha256 === undefined || sha256 === actual) return found;
  throw failure("catalog-digest", `the digest of ${shownReference(given)} differs: it is ${actual}, not ${sha256}`, {
    hint: "Leave out `#sha256=` to see what is there now.",
  });
}

/** @returns the reference in the form of trust lines, and the bytes */
function readFile(given: PathReference, cwd: string) {
  const path = resolve(cwd, given.path);
  const file = given.path;
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    throw failure("catalog-not-found", `the catalog ${file} does not exist`, {
      hint: "Write its path relative to the working directory, or an address.",
    });
  }
  if (!found.isFile())
    throw failure("catalog-not-found", `${file} is not a file`, { hint: "Name the file of the catalog." });
  if (found.size > MAX_CATALOG_BYTES)
    throw failure("catalog-too-large", `this catalog has ${found.size} bytes`, { file });
  // A link is trusted by the file behind it.
  const reference = withPath(given, relative(realpathSync(cwd), realpathSync(path)));
  return { reference, bytes: readFileSync(path) };
}

function formatOfFile(path: string): ProgramFormat | undefined {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? formatOf(path) : undefined;
}

function fileName(reference: CatalogReference): string {
  return shownReference({ ...reference, sha256: undefined });
}

async function printPinned(
  bytes: Uint8Array,
  reference: CatalogReference,
  sources: CatalogSources,
  { terminal }: Session,
): Promise<number> {
  const file = fileName(reference);
  decodeText(bytes, file);
  const { text, problems } = await pinCatalog(Buffer.from(bytes).toString(), file, reference, {
    image: (name) => sources.imageDigest(name),
    file: async (source, type) =>
      source.kind === "path" ? sha256Of(readFile(source, terminal.cwd).bytes) : fetchedDigest(sources, source, type),
  });
  // A terminal shows what controls it; a file gets the bytes.
  await terminal.stdout.write(terminal.stdout.isTTY ? visible(text) : text);
  await printDiagnostics(terminal, problems);
  return problems.length === 0 ? SUCCESS : PROBLEMS;
}

/** Artifacts of runs: their list, and the download of their zip files, which another server holds. */
import { failure, KrmError } from "../diagnostics.ts";
import { createReach, download, sleepFor } from "../store/index.ts";
import { sizeText } from "../text/index.ts";
import { fieldsOf, idOf, listOf } from "./answers.ts";
import type { ArtifactApi, RunArtifact } from "./api.ts";
import type { Client } from "./client.ts";

const ARTIFACTS = "/repos/{owner}/{repo}/actions/artifacts";
const DIGEST = /^sha256:([0-9a-f]{64})$/;
/** The time without any byte after which the server is given up. */
const TIMEOUT_SECONDS = 60;
/** The most redirections of a repository that was moved: its former address leads to its number. */
const MAX_MOVES = 3;

export function artifactApi(client: Client): ArtifactApi {
  return {
    artifactsOfRun: (run) =>
      client.pages(
        `list the artifacts of the run ${run}`,
        "GET /repos/{owner}/{repo}/actions/runs/{run_id}/artifacts",
        { run_id: run },
        (data) => listOf(fieldsOf(data).artifacts, "a list of artifacts").map(readArtifact),
      ),

    async downloadArtifact(id, file, maxBytes) {
      const route = `GET ${ARTIFACTS}/{artifact_id}`;
      const artifact = await client.request(`read the artifact ${id}`, route, { artifact_id: id }, readArtifact);
      if (artifact.expired) throw expired(artifact);
      if (artifact.bytes > maxBytes) throw tooLarge(artifact, maxBytes);
      const address = await addressOf(client, id);
      // The server's name comes from GitHub. That of GitHub Enterprise Server may be on a private network, and not have TLS.
      const isPlain = client.options.apiUrl.startsWith("http:");
      const reach = createReach({ protocols: isPlain ? ["https", "http"] : ["https"], privateHosts: true });
      const sha256 = DIGEST.exec(artifact.digest ?? "")?.[1];
      try {
        await download(address, {
          reach,
          to: file,
          maxBytes,
          excess: () => tooLarge(artifact, maxBytes),
          timeoutSeconds: TIMEOUT_SECONDS,
          sha256,
          sleep: sleepFor,
        });
      } catch (thrown) {
        throw downloadProblem(thrown, artifact, file);
      }
      return artifact;
    },
  };
}

/** The address of the zip file. It is good for a minute, and grants access. */
async function addressOf(client: Client, id: number): Promise<string> {
  const action = `find the artifact ${id}`;
  const api = `${client.options.apiUrl}/repositories/`;
  let address = await client.redirection(action, `GET ${ARTIFACTS}/{artifact_id}/{archive_format}`, {
    artifact_id: id,
    archive_format: "zip",
  });
  for (let moves = 1; moves <= MAX_MOVES && address.startsWith(api); moves++) {
    address = await client.redirection(action, `GET ${address.slice(client.options.apiUrl.length)}`, {});
  }
  return address;
}

function readArtifact(answer: unknown): RunArtifact {
  const { id: rawId, name, size_in_bytes, expired: isExpired, digest } = fieldsOf(answer);
  const [id, bytes] = [idOf(rawId), idOf(size_in_bytes)];
  if (id === undefined || bytes === undefined || typeof name !== "string") {
    throw new Error("the answer is not an artifact");
  }
  return {
    id,
    name,
    bytes,
    expired: isExpired === true,
    digest: typeof digest === "string" && digest !== "" ? digest : undefined,
  };
}

function expired({ name }: RunArtifact): KrmError {
  return failure("artifact-expired", `the artifact ${name} cannot be read: it has expired`, {
    hint: "Re-run the workflow that uploads it.",
  });
}

function tooLarge({ name, bytes }: RunArtifact, maxBytes: number): KrmError {
  const size = bytes > maxBytes ? `its ${sizeText(bytes)} are` : "it is";
  return failure("artifact-too-large", `the artifact ${name} cannot be read: ${size} more than ${sizeText(maxBytes)}`, {
    hint: "Upload the output directory of krm-render, and nothing else.",
  });
}

/** Codes of the system for a file that cannot be written. */
const DISK = new Set(["ENOSPC", "EDQUOT", "EROFS", "EACCES", "EPERM", "EEXIST", "ENOENT", "ENOTDIR", "EFBIG", "EIO"]);

function downloadProblem(thrown: unknown, { name }: RunArtifact, file: string): unknown {
  const cause = thrown instanceof KrmError ? thrown.cause : thrown;
  const { code, message } = (cause ?? {}) as Partial<NodeJS.ErrnoException>;
  if (code === undefined || !DISK.has(code)) return thrown;
  return failure("output-unwritable", `the artifact ${name} cannot be written to ${file}: ${message}`, {
    hint: "Check the space that is left in the temporary directory of the runner.",
    cause: thrown,
  });
}

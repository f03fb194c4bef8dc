/** The adapter of GitHub's API. */
import type { GitHub } from "./api.ts";
import { artifactApi } from "./artifact-api.ts";
import { checkApi } from "./check-api.ts";
import { type GitHubOptions, openClient } from "./client.ts";
import { commentApi } from "./comment-api.ts";
import { pullRequestApi } from "./pull-request-api.ts";

/** Connects to the real API. Loads the client, which takes tens of milliseconds, so call it only when it is needed. */
export async function connectGitHub(options: GitHubOptions): Promise<GitHub> {
  const client = await openClient(options);
  return { ...commentApi(client), ...pullRequestApi(client), ...artifactApi(client), ...checkApi(client) };
}

/** Check runs and commit statuses of GitHub's API. */
import { fieldsOf, idOf, listOf, textOf } from "./answers.ts";
import type { CheckAnnotation, CheckApi, CheckRun, CheckRunContent } from "./api.ts";
import type { Client, Parameters } from "./client.ts";

const CHECK_RUNS = "/repos/{owner}/{repo}/check-runs";

export function checkApi(client: Client): CheckApi {
  return {
    checkRunsOf: (sha, name) =>
      client.pages(
        `list the check runs of ${sha.slice(0, 7)}`,
        "GET /repos/{owner}/{repo}/commits/{ref}/check-runs",
        { ref: sha, check_name: name, filter: "latest" },
        (data) => listOf(fieldsOf(data).check_runs, "a list of check runs").map(readCheckRun),
      ),

    checkAnnotations: (checkRun) =>
      client.pages(
        `list the annotations of the check run ${checkRun}`,
        `GET ${CHECK_RUNS}/{check_run_id}/annotations`,
        { check_run_id: checkRun },
        (data) => listOf(data, "a list of annotations").map(readAnnotation),
      ),

    createCheckRun: (sha, content) =>
      client.request(
        `create the check run on ${sha.slice(0, 7)}`,
        `POST ${CHECK_RUNS}`,
        { head_sha: sha, ...parametersOf(content) },
        readCheckRun,
      ),

    updateCheckRun: (id, content) =>
      client.request(
        `update the check run ${id}`,
        `PATCH ${CHECK_RUNS}/{check_run_id}`,
        { check_run_id: id, ...parametersOf(content) },
        readCheckRun,
      ),

    createCommitStatus: (sha, { context, state, description, targetUrl }) =>
      client.request(
        `set the status of ${sha.slice(0, 7)}`,
        "POST /repos/{owner}/{repo}/statuses/{sha}",
        { sha, context, state, description, ...(targetUrl === undefined ? {} : { target_url: targetUrl }) },
        () => undefined,
      ),
  };
}

function parametersOf(content: CheckRunContent): Parameters {
  const { name, externalId, conclusion, title, summary, text, detailsUrl, annotations } = content;
  return {
    name,
    external_id: externalId,
    status: "completed",
    conclusion,
    ...(detailsUrl === undefined ? {} : { details_url: detailsUrl }),
    output: {
      title,
      summary,
      ...(text === undefined ? {} : { text }),
      annotations: annotations.map(({ path, line, column, level, title: heading, message }) => ({
        path,
        start_line: line,
        end_line: line,
        ...(column === undefined ? {} : { start_column: column, end_column: column }),
        annotation_level: level,
        title: heading,
        message,
      })),
    },
  };
}

function readCheckRun(answer: unknown): CheckRun {
  const { id: rawId, html_url, external_id, output } = fieldsOf(answer);
  const id = idOf(rawId);
  if (id === undefined) throw new Error("the answer is not a check run");
  return {
    id,
    url: textOf(html_url) ?? "",
    externalId: textOf(external_id) ?? "",
    annotations: idOf(fieldsOf(output).annotations_count) ?? 0,
  };
}

function readAnnotation(answer: unknown): CheckAnnotation {
  const { path, start_line, start_column, annotation_level, title, message } = fieldsOf(answer);
  const [line, column] = [idOf(start_line), idOf(start_column)];
  if (typeof path !== "string" || line === undefined) throw new Error("the answer is not an annotation");
  return {
    path,
    line,
    ...(column === undefined ? {} : { column }),
    level: annotation_level === "failure" || annotation_level === "warning" ? annotation_level : "notice",
    title: textOf(title) ?? "",
    message: textOf(message) ?? "",
  };
}

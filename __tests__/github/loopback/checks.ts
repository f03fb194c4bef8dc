/** Check runs and commit statuses, as GitHub keeps them. */
import { account, type Payload } from "./payloads.ts";

export interface StoredCheck {
  readonly id: number;
  readonly sha: string;
  /** The last request that wrote it. */
  content: Payload;
  /** GitHub appends those of each request. */
  readonly annotations: Payload[];
}

export interface StoredStatus {
  readonly sha: string;
  readonly content: Payload;
}

const API = "https://api.github.com/repos/Codertocat/Hello-World";
const DATE = "2026-11-20T08:00:00Z";

export function storeCheck(checks: StoredCheck[], sha: string, content: Payload): StoredCheck {
  const check = { id: 4001 + checks.length, sha, content, annotations: [...(content.output?.annotations ?? [])] };
  checks.push(check);
  return check;
}

export function updateCheck(check: StoredCheck, content: Payload): StoredCheck {
  check.content = { ...check.content, ...content };
  check.annotations.push(...(content.output?.annotations ?? []));
  return check;
}

/** The latest check run of each name. */
export function latestChecks(checks: readonly StoredCheck[], sha: string, name: string | null): StoredCheck[] {
  const found = checks.filter((check) => check.sha === sha && (name === null || check.content.name === name));
  return [...new Map(found.map((check) => [check.content.name, check])).values()];
}

export function checkWire({ id, sha, content, annotations }: StoredCheck): Payload {
  const { title = null, summary = null, text = null } = content.output ?? {};
  return {
    id,
    node_id: `CR_${id}`,
    head_sha: sha,
    external_id: content.external_id ?? "",
    url: `${API}/check-runs/${id}`,
    html_url: `https://github.com/Codertocat/Hello-World/runs/${id}`,
    details_url: content.details_url ?? null,
    status: content.status,
    conclusion: content.conclusion ?? null,
    started_at: DATE,
    completed_at: DATE,
    output: {
      title,
      summary,
      text,
      annotations_count: annotations.length,
      annotations_url: `${API}/check-runs/${id}/annotations`,
    },
    name: content.name,
    check_suite: { id: 5 },
    app: null,
    pull_requests: [],
  };
}

export function annotationWire(annotation: Payload): Payload {
  return { start_column: null, end_column: null, title: null, raw_details: null, blob_href: "", ...annotation };
}

export function statusWire({ sha, content }: StoredStatus, id: number): Payload {
  return {
    url: `${API}/statuses/${sha}`,
    avatar_url: null,
    id,
    node_id: `SC_${id}`,
    state: content.state,
    description: content.description ?? null,
    target_url: content.target_url ?? null,
    context: content.context ?? "default",
    created_at: DATE,
    updated_at: DATE,
    creator: account("github-actions[bot]", 41898282),
  };
}

/** Expands the variables of Argo CD's build environment in texts, as `os.Expand` of Go does; docs/specification/argocd-helm-sources.md 3. */

/** The values of variables by their names. */
export type BuildEnvironment = ReadonlyMap<string, string>;

/** A commit id, for texts that name the commit where it is not known. */
export const NO_COMMIT = "0".repeat(40);

/** The parts of an Application and of one of its sources that variables have. */
export interface EnvironmentParts {
  readonly name: string;
  readonly namespace: string;
  readonly project: string;
  readonly commit: string;
  readonly repoURL: string;
  readonly path: string;
  readonly targetRevision: string;
}

export function buildEnvironment(parts: EnvironmentParts): BuildEnvironment {
  const { name, namespace, project, commit, repoURL, path, targetRevision } = parts;
  return new Map([
    ["ARGOCD_APP_NAME", name],
    ["ARGOCD_APP_NAMESPACE", namespace],
    ["ARGOCD_APP_PROJECT_NAME", project],
    ["ARGOCD_APP_REVISION", commit],
    ["ARGOCD_APP_REVISION_SHORT", commit.slice(0, 7)],
    ["ARGOCD_APP_REVISION_SHORT_8", commit.slice(0, 8)],
    ["ARGOCD_APP_SOURCE_REPO_URL", repoURL],
    ["ARGOCD_APP_SOURCE_PATH", path],
    ["ARGOCD_APP_SOURCE_TARGET_REVISION", targetRevision],
  ]);
}

/** A name behind a dollar sign: a special character, or a word. */
const NAME = /[*#$@!?\-0-9]|[A-Za-z_][A-Za-z0-9_]*/y;

/**
 * Expands `$NAME` and `${NAME}`. A name without a value gives nothing, `$$` gives a dollar sign, and one with nothing behind it that could
 * be a name stays. Braces that hold nothing or do not end are dropped.
 */
export function expand(text: string, environment: BuildEnvironment): string {
  let expanded = "";
  let from = 0;
  const lastBrace = text.lastIndexOf("}");
  for (let at = text.indexOf("$"); at >= 0; at = text.indexOf("$", from)) {
    expanded += text.slice(from, at);
    from = at + 1;
    if (text[from] === "{") {
      const end = from < lastBrace ? text.indexOf("}", from) : -1;
      if (end > from) expanded += valueOf(text.slice(from + 1, end), environment);
      from = end < 0 ? from + 1 : end + 1;
      continue;
    }
    NAME.lastIndex = from;
    const name = NAME.exec(text)?.[0];
    expanded += name === undefined ? "$" : valueOf(name, environment);
    from += name?.length ?? 0;
  }
  return expanded + text.slice(from);
}

function valueOf(name: string, environment: BuildEnvironment): string {
  return name === "$" ? "$" : (environment.get(name) ?? "");
}

/** Tells whether a text names the commit. */
export function namesCommit(text: string): boolean {
  return /\$\{?ARGOCD_APP_REVISION/.test(text);
}

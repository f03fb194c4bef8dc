/** The workflow that reviews pull requests, as the README shows it. */
import { MANUAL_SOURCES, type Needs } from "../survey/index.ts";

/** The path of the workflow, from the top of the repository. */
export const WORKFLOW_FILE = ".github/workflows/krm-render.yaml";

/** The actions in the workflow. Actions of others are pinned by commits; `__tests__/setup` compares them with our own workflows. */
export const CHECKOUT = "actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1";
export const UPLOAD = "actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1";
export const OWN = "org/krm-render@v1";

/**
 * The text of the workflow. An input that lets files of a pull request run programs or reach other machines is a comment in it, with
 * the reason beside it. The only parts from files of the repository are plain paths of catalogs.
 */
export function workflowText(needs: Needs): string {
  const consents = consentLines(needs).map((line) => `          ${line}\n`);
  return `# Shows in each pull request what it changes in the rendered manifests.
name: krm-render
on: pull_request
permissions:
  contents: read # to check out
  pull-requests: write # to comment
jobs:
  render:
    runs-on: ubuntu-latest
    timeout-minutes: 75
    steps:
      - uses: ${CHECKOUT}
      - uses: ${OWN}
        id: render
        with:
          artifact-name: krm-render # the comment links to what the next step keeps
${consents.join("")}      - uses: ${UPLOAD}
        if: always() && steps.render.outputs.report-dir
        with:
          name: krm-render
          path: \${{ steps.render.outputs.report-dir }}
`;
}

/** The inputs that the repository needs, each as two lines of comments: why and what. */
function consentLines(needs: Needs): readonly string[] {
  const lines: string[] = [];
  if (needs.manualRemotes !== undefined)
    lines.push(
      `# Kustomizations use ${MANUAL_SOURCES.what}. This lets a pull request choose what is fetched: docs/guide/remote-sources.md`,
      "# remote: public",
    );
  const catalogs = needs.catalogs.filter((path) => PLAIN_PATH.test(path)).slice(0, MAX_CATALOGS);
  if (catalogs.length > 0)
    lines.push(
      "# Kustomizations use catalogs of this repository. This lets their functions run, as the base has them: docs/guide/trust.md",
      ...(catalogs.length === 1
        ? [`# trusted-catalogs: ${catalogs[0]}`]
        : ["# trusted-catalogs: |", ...catalogs.map((path) => `#   ${path}`)]),
    );
  else if (needs.functions !== undefined)
    lines.push(
      "# Kustomizations use functions. Those of a catalog run; name the one that you trust: docs/guide/trust.md",
      "# trusted-catalogs: catalogs/catalog.yaml",
    );
  return lines;
}

const MAX_CATALOGS = 20;
/** Nothing that YAML or GitHub reads in its own way. */
const PLAIN_PATH = /^[A-Za-z_][\w./-]{0,200}$/;

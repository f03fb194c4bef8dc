/** Which dangers of targets that go are told as one. */
import { describe, expect, test } from "@jest/globals";
import { processPool } from "../../src/budget/index.ts";
import { EMPTY_CONFIGURATION } from "../../src/configuration/index.ts";
import { directoryTarget } from "../../src/render/index.ts";
import { gatherDangers } from "../../src/report/danger-groups.ts";
import { phrasesText } from "../../src/report/edit-phrases.ts";
import { messagePhrases, subjectPhrases } from "../../src/report/words/danger-words.ts";
import { Reviewer } from "../../src/review/reviewer.ts";
import { failed, rendered } from "../review/renderings.ts";

const SIDE = { sha: null, label: "x", reason: "given" };

/** What Flux applies from a directory. */
const applied = (name: string, path: string, metadata = ""): string =>
  `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: ${name}${metadata}}\nspec: {path: ${path}, prune: true}\n`;
const release = (name: string): string =>
  `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: ${name}}\nspec: {interval: 1h}\n`;
const settings = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`;
const documents = (...texts: readonly string[]): string => texts.join("---\n");

const REMOVED = "the Kustomization is removed: Flux deletes the objects that it has applied";
const UNINSTALLED =
  "the HelmRelease is removed: Flux uninstalls the release, and what its chart has created goes, but for what Helm keeps";

/** One line for each danger: the level, the targets, and what the comment says. An absent head is a target that goes. */
function told(sides: Readonly<Record<string, readonly [base: string, head?: string]>>): string[] {
  const reviewer = new Reviewer(processPool(), undefined, EMPTY_CONFIGURATION);
  for (const [path, [base, head]] of Object.entries(sides)) {
    const after = head === undefined ? ({ status: "absent", target: path } as const) : rendered(head, path);
    reviewer.compare({ id: path, path, why: "selected" }, rendered(base, path), after, {
      seconds: undefined,
      isLast: true,
    });
  }
  const { open, silenced } = gatherDangers(reviewer.report({ base: SIDE, head: SIDE }));
  return [...open, ...silenced].map((group) => {
    const where = group.targets.join(" ");
    return `${group.level} in ${where}: ${phrasesText(subjectPhrases(group))} ${phrasesText(messagePhrases(group))}`;
  });
}

describe("a Kustomization of Flux that goes is told", () => {
  test.each<{ what: string; sides: Parameters<typeof told>[0]; expected: readonly string[] }>([
    {
      what: "with the target that it applies, if that goes",
      sides: {
        "apps/web": [release("web")],
        cluster: [documents(applied("web", "./apps/web/"), settings("x")), settings("x")],
      },
      expected: [
        `high in apps/web: Target apps/web goes with the Kustomization whose spec.path it is; it had 1 object: HelmRelease web: ${UNINSTALLED}; Kustomization web: ${REMOVED}`,
      ],
    },
    {
      what: "once for targets that lose the same",
      sides: {
        "apps/api": [release("api")],
        "apps/web": [documents(release("web"), settings("x"))],
        cluster: [documents(applied("api", "apps/api"), applied("web", "apps/web"), settings("x")), settings("x")],
      },
      expected: [
        `high in apps/api apps/web: Targets apps/api, apps/web go with the 2 Kustomizations whose spec.path they are; they had 3 objects: HelmReleases api and web: ${UNINSTALLED}; Kustomizations api and web: ${REMOVED}`,
      ],
    },
    {
      what: "with the target that it applies, also if its own one goes",
      sides: { "apps/web": [release("web")], cluster: [documents(applied("web", "apps/web"), settings("x"))] },
      expected: [
        `high in apps/web: Target apps/web goes with the Kustomization whose spec.path it is; it had 1 object: HelmRelease web: ${UNINSTALLED}; Kustomization web: ${REMOVED}`,
      ],
    },
    {
      what: "apart from a target of which only another one like it goes",
      sides: {
        "apps/api": [release("api")],
        "apps/web": [release("web")],
        cluster: [documents(applied("web", "apps/web"), settings("x")), settings("x")],
      },
      expected: [
        `high in apps/api: Target apps/api goes; it had 1 object: HelmRelease api: ${UNINSTALLED}`,
        `high in apps/web: Target apps/web goes with the Kustomization whose spec.path it is; it had 1 object: HelmRelease web: ${UNINSTALLED}; Kustomization web: ${REMOVED}`,
      ],
    },
    {
      what: "alone if the target stays",
      sides: {
        "apps/web": [documents(release("web"), settings("x")), settings("x")],
        cluster: [documents(applied("web", "apps/web"), settings("x")), settings("x")],
      },
      expected: [`high in apps/web: HelmRelease web ${UNINSTALLED}`, `high in cluster: Kustomization web ${REMOVED}`],
    },
    {
      what: "with the target that goes without any danger: it says how much that hurts",
      sides: {
        "apps/web": [settings("quiet")],
        cluster: [documents(applied("web", "apps/web"), settings("x")), settings("x")],
      },
      expected: [
        `medium in apps/web: Target apps/web goes with the Kustomization whose spec.path it is; it had 1 object: Kustomization web: ${REMOVED}, which are those of the target that goes with it`,
      ],
    },
    {
      what: "alone if its path is withheld",
      sides: {
        "apps/web": [release("web")],
        cluster: [
          documents(applied("web", "apps/web", ", annotations: {krm-render.dev/redact: /spec/path}"), settings("x")),
          settings("x"),
        ],
      },
      expected: [
        `high in apps/web: Target apps/web goes; it had 1 object: HelmRelease web: ${UNINSTALLED}`,
        `high in cluster: Kustomization web ${REMOVED}`,
      ],
    },
    {
      what: "alone if somebody accepted its removal",
      sides: {
        "apps/web": [release("web")],
        cluster: [
          documents(
            applied("web", "apps/web", ", annotations: {krm-render.dev/silence: 'removed-application: planned'}"),
            settings("x"),
          ),
          settings("x"),
        ],
      },
      expected: [
        `high in apps/web: Target apps/web goes; it had 1 object: HelmRelease web: ${UNINSTALLED}`,
        `high in cluster: Kustomization web ${REMOVED}`,
      ],
    },
  ])("$what", ({ sides, expected }) => {
    expect(told(sides)).toEqual(expected);
  });
});

test("a danger of a target that is compared with an earlier commit names it", () => {
  const reviewer = new Reviewer(processPool(), undefined, EMPTY_CONFIGURATION);
  const earlier = {
    commit: { sha: "a".repeat(40), date: "2026-11-20" },
    rendering: rendered(release("web"), "apps/web"),
  };
  const limits = { seconds: undefined, isLast: true };
  const after = rendered(settings("x"), "apps/web");
  const about = { ...directoryTarget("apps/web"), why: "selected" };
  reviewer.compare(about, failed("apps/web"), after, limits, { earlier });
  const { open } = gatherDangers(reviewer.report({ base: SIDE, head: SIDE }));
  expect(open.map((group) => phrasesText(messagePhrases(group)))).toEqual([
    `${UNINSTALLED} (compared with aaaaaaa of 2026-11-20)`,
  ]);
});

describe("what roles grant is told", () => {
  const role = (name: string, ...rules: readonly string[]): string =>
    `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: ${name}}\nrules: [${rules.join(", ")}]\n`;
  const SECRETS = `{apiGroups: [""], resources: [secrets], verbs: [get]}`;
  const ALL = `{apiGroups: [shop.example], resources: ["*"], verbs: [update]}`;
  const BIND = "{apiGroups: [rbac.authorization.k8s.io], resources: [clusterroles], verbs: [bind]}";
  const X = settings("x");

  test("as one danger with what others grant as well, which are named", () => {
    const lines = told({ apps: [X, documents(role("a", SECRETS, ALL), role("b", ALL), role("c", BIND), X)] });
    expect(lines).toEqual([
      expect.stringMatching(
        /^high in apps: ClusterRole a its subjects can read Secrets, .*; ClusterRoles a and b: a rule with \* lets its subjects change every custom resource /,
      ),
      expect.stringMatching(/^high in apps: ClusterRole c escalate or bind lets its subjects /),
    ]);
  });

  test("apart in other targets", () => {
    const both = documents(role("a", SECRETS, ALL), X);
    const lines = told({ api: [X, documents(role("b", ALL), X)], web: [X, both] });
    expect(lines.map((line) => line.slice(0, 30))).toEqual([
      "high in web: ClusterRole a its",
      "medium in api web: ClusterRole",
    ]);
  });
});

describe("what goes with its Namespace is told", () => {
  const claim = (namespace: string): string =>
    `apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: data, namespace: ${namespace}}\n`;
  const network = (namespace: string): string =>
    `apiVersion: v1\nkind: Service\nmetadata: {name: web, namespace: ${namespace}}\nspec: {ports: [{port: 80}]}\n`;
  const namespace = (name: string, more = ""): string =>
    `apiVersion: v1\nkind: Namespace\nmetadata: {name: ${name}${more}}\n`;
  const KEPT =
    ", annotations: {kustomize.toolkit.fluxcd.io/prune: disabled, argocd.argoproj.io/sync-options: Prune=false}";
  const X = settings("x");
  const subjects = (base: string): string[] => told({ apps: [documents(base, X), X] }).map((line) => line.slice(0, 42));

  test("as one danger with it, but for what hurts as much", () => {
    expect(told({ apps: [documents(namespace("shop"), claim("shop"), network("shop"), X), X] })).toEqual([
      expect.stringMatching(
        /^high in apps: Namespace shop the Namespace is removed: .*; Service shop\/web: the Service is removed: /,
      ),
      expect.stringMatching(/^high in apps: PersistentVolumeClaim shop\/data the PersistentVolumeClaim is removed: /),
    ]);
  });

  test.each([
    { what: "that is another one", base: documents(namespace("shop"), network("other")) },
    { what: "that stays in the cluster", base: documents(namespace("shop", KEPT), network("shop")) },
  ])("apart from one $what", ({ base }) => {
    expect(subjects(base)).toHaveLength(2);
  });

  test("apart from one that other targets lose", () => {
    const both = documents(namespace("shop"), network("shop"), X);
    expect(told({ api: [documents(namespace("shop"), X), X], web: [both, X] })).toHaveLength(2);
  });
});

describe("dangers of a target that goes", () => {
  const object = (kind: string, name: string, spec: string): string =>
    `apiVersion: ${kind === "StatefulSet" ? "apps/v1" : "v1"}\nkind: ${kind}\nmetadata: {name: ${name}}\nspec: ${spec}\n`;
  const claims = (kept: string): string =>
    `{volumeClaimTemplates: [{}], persistentVolumeClaimRetentionPolicy: {whenDeleted: ${kept}}}`;
  const few = [
    object("PersistentVolumeClaim", "a", "{}"),
    object("StatefulSet", "b", claims("Delete")),
    object("StatefulSet", "c", claims("Retain")),
    object("StatefulSet", "d", "{}"),
  ];
  const policies = ["Delete", "Retain"].map((policy) =>
    object("PersistentVolume", policy.toLowerCase(), `{persistentVolumeReclaimPolicy: ${policy}}`),
  );

  test("are told one by one while they are few", () => {
    const [line = ""] = told({ data: [documents(...few)] });
    expect(line.match(/(?<=[:;] )\w+ \w+(?=: the )/g)).toEqual([
      "PersistentVolumeClaim a",
      "StatefulSet b",
      "StatefulSet c",
      "StatefulSet d",
    ]);
  });

  test("are told one for each rule where they are many", () => {
    const [line = ""] = told({ data: [documents(...few, ...policies)] });
    expect(line.match(/(?<=[:;] )\w+ \w+(?=: the )|and \d more dangers? of this rule/g)).toEqual([
      "PersistentVolume delete",
      "and 1 more danger of this rule",
      "PersistentVolumeClaim a",
      "StatefulSet b",
      "and 2 more dangers of this rule",
    ]);
  });
});

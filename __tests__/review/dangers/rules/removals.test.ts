import { describe, expect, test } from "@jest/globals";
import { findings, object, places } from "./objects.ts";

const CRD = "apiextensions.k8s.io/v1 CustomResourceDefinition";
const POLICY = "networking.k8s.io/v1 NetworkPolicy";

/** Rule, kind, body, and what is found when the object is removed. */
const REMOVED: readonly (readonly [string, string, string, string])[] = [
  [
    "removed-namespace",
    "v1 Namespace",
    "",
    "high : the Namespace is removed: the cluster deletes every object in it, including those that are not rendered here",
  ],
  [
    "removed-namespace",
    "project.openshift.io/v1 Project",
    "",
    "high : the Project is removed: the cluster deletes every object in it, including those that are not rendered here",
  ],
  [
    "removed-crd",
    CRD,
    "",
    "high : the CustomResourceDefinition is removed: the cluster deletes all objects of its kind, in all namespaces",
  ],
  [
    "removed-crd",
    "apiextensions.k8s.io/v1beta1 CustomResourceDefinition",
    "",
    "high : the CustomResourceDefinition is removed: the cluster deletes all objects of its kind, in all namespaces",
  ],
  [
    "removed-statefulset",
    "apps/v1 StatefulSet",
    "spec: {volumeClaimTemplates: [{}], persistentVolumeClaimRetentionPolicy: {whenDeleted: Delete}}",
    "high : the StatefulSet is removed: the cluster stops its Pods and deletes its claims and their data, because `whenDeleted` is Delete",
  ],
  [
    "removed-statefulset",
    "apps/v1 StatefulSet",
    "spec: {volumeClaimTemplates: [{}]}",
    "high : the StatefulSet is removed: the cluster stops its Pods; its claims and their data stay until somebody deletes them",
  ],
  [
    "removed-statefulset",
    "apps/v1 StatefulSet",
    "spec: {}",
    "medium : the StatefulSet is removed: the cluster stops its Pods; it has no claims of its own",
  ],
  [
    "removed-pvc",
    "v1 PersistentVolumeClaim",
    "",
    "high : the PersistentVolumeClaim is removed: its volume and data are deleted with it, unless the reclaim policy of the volume is Retain",
  ],
  [
    "removed-pv",
    "v1 PersistentVolume",
    "spec: {persistentVolumeReclaimPolicy: Delete}",
    "high : the PersistentVolume is removed: its reclaim policy deletes the data as soon as no claim uses it",
  ],
  [
    "removed-pv",
    "v1 PersistentVolume",
    "spec: {}",
    "medium : the PersistentVolume is removed: its data stays in the storage under the reclaim policy Retain, but no claim finds it any more",
  ],
  [
    "removed-networkpolicy",
    POLICY,
    "",
    "medium : the NetworkPolicy is removed: Pods that no other policy selects accept and send all traffic",
  ],
  [
    "removed-networkpolicy",
    "cilium.io/v2 CiliumNetworkPolicy",
    "",
    "medium : the CiliumNetworkPolicy is removed: Pods that no other policy selects accept and send all traffic",
  ],
  [
    "removed-application",
    "helm.toolkit.fluxcd.io/v2 HelmRelease",
    "spec: {}",
    "high : the HelmRelease is removed: Flux uninstalls the release, and what its chart has created goes, but for what Helm keeps",
  ],
  [
    "removed-application",
    "helm.toolkit.fluxcd.io/v2 HelmRelease",
    "spec: {suspend: true}",
    "medium : the HelmRelease is removed: it is suspended, so Flux leaves the release installed, and nobody updates it",
  ],
  [
    "removed-application",
    "kustomize.toolkit.fluxcd.io/v1 Kustomization",
    "spec: {prune: true}",
    "high : the Kustomization is removed: Flux deletes the objects that it has applied",
  ],
  [
    "removed-application",
    "kustomize.toolkit.fluxcd.io/v1 Kustomization",
    "spec: {prune: false, deletionPolicy: Delete}",
    "high : the Kustomization is removed: Flux deletes the objects that it has applied",
  ],
  [
    "removed-application",
    "kustomize.toolkit.fluxcd.io/v1 Kustomization",
    "spec: {prune: false}",
    "medium : the Kustomization is removed: it does not prune, so what it has applied stays in the cluster, and nobody updates it",
  ],
  [
    "removed-application",
    "kustomize.toolkit.fluxcd.io/v1 Kustomization",
    "spec: {prune: true, deletionPolicy: Orphan}",
    "medium : the Kustomization is removed: its `deletionPolicy` is Orphan, so what it has applied stays in the cluster, and nobody updates it",
  ],
  [
    "removed-application",
    "kustomize.toolkit.fluxcd.io/v1 Kustomization",
    "spec: {prune: true, suspend: true}",
    "medium : the Kustomization is removed: it is suspended, so what it has applied stays in the cluster, and nobody updates it",
  ],
  [
    "removed-application",
    "argoproj.io/v1alpha1 Application",
    "spec: {}",
    "medium : the Application is removed: it has no finalizer, so what it has deployed stays in the cluster, and nobody updates it",
  ],
  [
    "removed-application",
    "argoproj.io/v1alpha1 ApplicationSet",
    "spec: {}",
    "high : the ApplicationSet is removed: its Applications go, and Argo CD deletes what they have deployed",
  ],
  [
    "removed-application",
    "argoproj.io/v1alpha1 ApplicationSet",
    "spec: {syncPolicy: {applicationsSync: create-only}}",
    "high : the ApplicationSet is removed: its Applications go, and Argo CD deletes what they have deployed, unless `applicationsSync` keeps them",
  ],
  [
    "removed-application",
    "argoproj.io/v1alpha1 ApplicationSet",
    "spec: {syncPolicy: {preserveResourcesOnDeletion: true}}",
    "medium : the ApplicationSet is removed: its Applications go; what they have deployed stays, as `preserveResourcesOnDeletion` says",
  ],
  [
    "removed-data",
    "postgresql.cnpg.io/v1 Cluster",
    "",
    "high : the Cluster is removed: its operator stops it and deletes its claims, and their data with them unless the volumes are retained",
  ],
  [
    "removed-data",
    "ceph.rook.io/v1 CephBlockPool",
    "",
    "high : the CephBlockPool is removed: its controller deletes it with its data, unless it is set to be kept or still in use",
  ],
  [
    "removed-workload",
    "apps/v1 Deployment",
    "",
    "medium : the Deployment is removed: nothing is known to take its place",
  ],
  [
    "removed-workload",
    "apps/v1 DaemonSet",
    "",
    "medium : the DaemonSet is removed: nothing is known to take its place",
  ],
  ["removed-route", "v1 Service", "", "medium : the Service is removed: its name is no longer resolved"],
  [
    "removed-route",
    "gateway.networking.k8s.io/v1 Gateway",
    "",
    "high : the Gateway is removed: its listeners close, and routes are no longer served through it",
  ],
  [
    "removed-route",
    "gateway.networking.k8s.io/v1 HTTPRoute",
    "",
    "medium : the HTTPRoute is removed: what it serves can no longer be reached this way",
  ],
  [
    "removed-certificate",
    "cert-manager.io/v1 Certificate",
    "",
    "medium : the Certificate is removed: cert-manager no longer renews it; its Secret stays, unless cert-manager owns it",
  ],
  [
    "removed-operator",
    "operators.coreos.com/v1alpha1 Subscription",
    "",
    "medium : the Subscription is removed: the operator gets no updates any more, and stays until its ClusterServiceVersion is deleted",
  ],
];

const APPLICATION = "argoproj.io/v1alpha1 Application";
const FLUX = "kustomize.toolkit.fluxcd.io/v1 Kustomization";
const TO_SHOP = "destination: {namespace: shop}";
const STAYS = "what it has deployed stays in the cluster";

/** The kind, the specification of the one that goes and of the one that takes its place, and what follows. */
const SUCCEEDED: readonly (readonly [string, string, string, string])[] = [
  [
    APPLICATION,
    TO_SHOP,
    TO_SHOP,
    `low it has no finalizer, so ${STAYS}, and the new one takes over what it renders as well`,
  ],
  [
    APPLICATION,
    TO_SHOP,
    "destination: {namespace: bar}",
    `medium it has no finalizer, so ${STAYS}, and nobody updates it`,
  ],
  [
    APPLICATION,
    TO_SHOP,
    `destination: {namespace: shop, name: other}`,
    `medium it has no finalizer, so ${STAYS}, and nobody updates it`,
  ],
  [
    FLUX,
    "prune: true",
    "prune: true",
    "high Flux deletes the objects that it has applied, but for those that the new one has applied by then",
  ],
  [
    FLUX,
    "prune: true, targetNamespace: shop",
    "prune: true, targetNamespace: bar",
    "high Flux deletes the objects that it has applied, and the new one applies its own to another namespace",
  ],
  [
    FLUX,
    "prune: false",
    "prune: true",
    "low it does not prune, so what it has applied stays in the cluster, and the new one takes over what it renders as well",
  ],
  [
    FLUX,
    "prune: true, suspend: true, targetNamespace: shop",
    "prune: true",
    "medium it is suspended, so what it has applied stays in the cluster, and nobody updates it",
  ],
];

test.each(SUCCEEDED)(
  "removed-application: %s with {%s}, and one with {%s} of another name",
  (kind, before, after, found) => {
    const [level] = found.split(" ", 1);
    const successor = object(kind, `spec: {${after}}`, { name: "new" });
    expect(findings("removed-application", object(kind, `spec: {${before}}`), successor)).toEqual([
      `${level} : the ${kind.split(" ")[1]} is removed, and created under another name: ${found.slice(`${level} `.length)}`,
    ]);
  },
);

test.each(REMOVED)("%s: %s with %s", (id, kind, body, found) => {
  expect(findings(id, object(kind, body), undefined)).toEqual([found]);
});

test.each(REMOVED)("%s: %s with %s is no danger where it stays or is new", (id, kind, body) => {
  expect(findings(id, undefined, object(kind, body))).toEqual([]);
  expect(findings(id, object(kind, body), object(kind, body, { annotations: "a: b" }))).toEqual([]);
  // Who does not know the namespace at one side knows nothing about a move.
  expect(findings(id, object(kind, body), object(kind, body, { namespace: "shop" }))).toEqual([]);
});

test.each([
  ["removed-namespace", "example.com/v1 Namespace"],
  ["removed-crd", "example.com/v1 CustomResourceDefinition"],
  ["removed-statefulset", "apps/v1 Deployment"],
  ["removed-statefulset", "apps.kruise.io/v1beta1 StatefulSet"],
  ["removed-pvc", "v1 PersistentVolume"],
  ["removed-pv", "v1 PersistentVolumeClaim"],
  ["removed-networkpolicy", "example.com/v1 NetworkPolicy"],
  ["removed-application", "kustomize.config.k8s.io/v1beta1 Kustomization"],
  ["removed-application", "app.k8s.io/v1beta1 Application"],
  ["removed-data", "compute.example.org/v1 Cluster"],
  ["removed-workload", "apps/v1 StatefulSet"],
  ["removed-workload", "batch/v1 Job"],
  ["removed-route", "serving.knative.dev/v1 Service"],
  ["removed-certificate", "networking.gke.io/v1 ManagedCertificate"],
  ["removed-operator", "messaging.knative.dev/v1 Subscription"],
])("%s: no danger in %s", (id, kind) => {
  expect(findings(id, object(kind), undefined)).toEqual([]);
});

describe("an object that another one replaces", () => {
  const named = (name: string, namespace = "shop") => ({ name, namespace });

  test.each([
    ["removed-namespace", "v1 Namespace", "v1 Namespace", ", and created under another name:"],
    ["removed-crd", CRD, CRD, ", and created under another name:"],
    [
      "removed-statefulset",
      "apps/v1 StatefulSet",
      "apps/v1 Deployment",
      ", and an object of another kind takes its place:",
    ],
    ["removed-pvc", "v1 PersistentVolumeClaim", "v1 PersistentVolumeClaim", ", and created under another name:"],
  ])("%s: %s", (id, before, after, text) => {
    const found = findings(id, object(before, "", named("a")), object(after, "", named("b")));
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(` is removed${text}`);
  });

  test("in another namespace", () => {
    const claim = "v1 PersistentVolumeClaim";
    expect(findings("removed-pvc", object(claim, "", named("a", "b")), object(claim, "", named("a", "c")))).toEqual([
      "high : the PersistentVolumeClaim is removed, and created in another namespace: its volume and data are deleted with it, unless the reclaim policy of the volume is Retain",
    ]);
  });

  test("a policy under another name protects as before", () => {
    expect(findings("removed-networkpolicy", object(POLICY, "", named("a")), object(POLICY, "", named("b")))).toEqual(
      [],
    );
    expect(
      places("removed-networkpolicy", object(POLICY, "", named("a")), object(POLICY, "", named("a", "b"))),
    ).toEqual(["medium "]);
  });
});

describe("an object that a tool keeps", () => {
  test.each([
    ["argocd.argoproj.io/sync-options: Prune=false", "Argo CD", "argocd.argoproj.io/sync-options"],
    ["argocd.argoproj.io/sync-options: 'Validate=false,Prune=false'", "Argo CD", "argocd.argoproj.io/sync-options"],
    ["kustomize.toolkit.fluxcd.io/prune: disabled", "Flux", "kustomize.toolkit.fluxcd.io/prune"],
    ["kustomize.toolkit.fluxcd.io/reconcile: Disabled", "Flux", "kustomize.toolkit.fluxcd.io/reconcile"],
    ["client.lifecycle.config.k8s.io/deletion: detach", "kpt", "client.lifecycle.config.k8s.io/deletion"],
    ["cli-utils.sigs.k8s.io/on-remove: keep", "kpt", "cli-utils.sigs.k8s.io/on-remove"],
    ["kapp.k14s.io/delete-strategy: orphan", "kapp", "kapp.k14s.io/delete-strategy"],
  ])("%s", (annotations, tool, annotation) => {
    expect(findings("removed-pvc", object("v1 PersistentVolumeClaim", "", { annotations }), undefined)).toEqual([
      `low : the PersistentVolumeClaim is removed here: ${tool} leaves it in the cluster, because of its annotation \`${annotation}\``,
    ]);
  });

  test("of Helm is deleted by the others", () => {
    const kept = { annotations: "helm.sh/resource-policy: keep" };
    expect(findings("removed-crd", object(CRD, "", kept), undefined)).toEqual([
      "medium : the CustomResourceDefinition is removed here: Helm leaves it in the cluster, because of its annotation `helm.sh/resource-policy`; Argo CD and Flux delete it when they prune, and the cluster deletes all objects of its kind, in all namespaces",
    ]);
    expect(places("removed-statefulset", object("apps/v1 StatefulSet", "", kept), undefined)).toEqual(["medium "]);
  });

  test.each([
    ["argocd.argoproj.io/sync-options: Prune=true"],
    ["kustomize.toolkit.fluxcd.io/prune: enabled"],
    ["helm.sh/resource-policy: delete"],
  ])("%s keeps nothing", (annotations) => {
    expect(places("removed-pvc", object("v1 PersistentVolumeClaim", "", { annotations }), undefined)).toEqual([
      "high ",
    ]);
  });

  test("only an annotation at base counts", () => {
    const claim = "v1 PersistentVolumeClaim";
    const kept = { name: "b", annotations: "helm.sh/resource-policy: keep" };
    expect(places("removed-pvc", object(claim), object(claim, "", kept))).toEqual(["high "]);
  });
});

describe("removed-crd-version", () => {
  const versions = (...list: readonly string[]) => object(CRD, `spec: {versions: [${list.join(", ")}]}`);
  const A = "{name: v1alpha1, served: true, storage: false}";
  const B = "{name: v1, served: true, storage: true}";

  test.each([
    [
      "a served version",
      versions(A, B),
      versions(B),
      "high /spec/versions/0: version v1alpha1 is removed: the API server answers its clients with `not found`; their manifests need another version",
    ],
    [
      "a version that is served no longer",
      versions(A, B),
      versions(B, A.replace("true", "false")),
      "high /spec/versions/1/served: version v1alpha1 is served no longer: the API server answers its clients with `not found`; their manifests need another version",
    ],
    [
      "the stored version",
      versions(A, B),
      versions(A),
      "high /spec/versions/1: version v1, which objects are stored in, is removed: the API server refuses that while `status.storedVersions` names it; migrate the objects first",
    ],
    [
      "a version that was not served",
      versions("{name: v1alpha1, served: false, storage: false}", B),
      versions(B),
      "low /spec/versions/0: version v1alpha1, which was not served, is removed: the API server refuses that while `status.storedVersions` names it",
    ],
    [
      "the only version, in its own field",
      object(CRD, "spec: {version: v1beta1}"),
      versions(B),
      "high /spec/version: version v1beta1, which objects are stored in, is removed: the API server refuses that while `status.storedVersions` names it; migrate the objects first",
    ],
  ])("finds %s", (_name, base, head, found) => {
    expect(findings("removed-crd-version", base, head)).toEqual([found]);
  });

  test.each([
    ["a new version", versions(B), versions(A, B)],
    [
      "a version that neither side serves",
      versions(A.replace("true", "false"), B),
      versions(B, A.replace("true", "false")),
    ],
    ["versions in another order", versions(A, B), versions(B, A)],
    [
      "another stored version",
      versions(A, B),
      versions(A.replace("false", "true"), B.replace("storage: true", "storage: false")),
    ],
    ["a version that begins to be served", versions(A.replace("true", "false"), B), versions(A, B)],
    ["a field that moved into the list", object(CRD, "spec: {version: v1}"), versions(B)],
    ["a removed definition", versions(A, B), undefined],
    ["another kind", object("example.com/v1 Other", "spec: {versions: [{name: a}]}"), object("example.com/v1 Other")],
  ])("does not find %s", (_name, base, head) => {
    expect(findings("removed-crd-version", base, head)).toEqual([]);
  });
});

describe("pvc-shrink", () => {
  const claim = (size: string, kind = "v1 PersistentVolumeClaim") =>
    object(kind, `spec: {resources: {requests: {storage: ${size}}}}`);

  test.each([
    ["2Gi", "1Gi"],
    ["1Gi", "1G"],
    ["1Gi", "1023Mi"],
    ["1.5Gi", "1535.9Mi"],
    ["1e10", "9999999999"],
    ["0.1Ti", "100Gi"],
  ])("%s -> %s", (before, after) => {
    expect(findings("pvc-shrink", claim(before), claim(after))).toEqual([
      `high /spec/resources/requests/storage: the claim asks for less storage: the API server refuses sizes below that of the volume; copy the data to a new claim (${before === "1e10" ? 10000000000 : before} -> ${after})`,
    ]);
  });

  test.each([
    ["1Gi", "2Gi"],
    ["1.25Gi", "1.5Gi"],
    ["1.25", "2"],
    ["1Gi", "1024Mi"],
    ["1Gi", "1073741824"],
    ["1024", "1Ki"],
    ["1000m", "1"],
    ["1", "1e0"],
    ["$(SIZE)", "1Gi"],
    ["1Gi", "a lot"],
    ["1Gi", "~"],
    ["1Gi", `"1e${"9".repeat(99)}"`],
  ])("%s -> %s is none", (before, after) => {
    expect(findings("pvc-shrink", claim(before), claim(after))).toEqual([]);
  });

  test("no other kind, and no other claim", () => {
    expect(
      findings(
        "pvc-shrink",
        claim("2Gi", "example.com/v1 PersistentVolumeClaim"),
        claim("1Gi", "example.com/v1 PersistentVolumeClaim"),
      ),
    ).toEqual([]);
    expect(findings("pvc-shrink", claim("2Gi"), undefined)).toEqual([]);
    const other = object("v1 PersistentVolumeClaim", "spec: {resources: {requests: {storage: 1Gi}}}", {
      name: "other",
    });
    expect(findings("pvc-shrink", claim("2Gi"), other)).toEqual([]);
  });
});

import { describe, expect, test } from "@jest/globals";
import { IMMUTABLE_FIELDS } from "../../../../src/review/dangers/rules/immutable-table.ts";
import { findings, object, places } from "./objects.ts";

const TEMPLATE = (spec: string) => `spec: {template: {metadata: {labels: {app: a}}, spec: ${spec}}}`;
const CLAIM = (spec: string, metadata = "") =>
  `spec: {volumeClaimTemplates: [{metadata: {name: data${metadata}}, spec: ${spec}}]}`;

/** Kind, body at base, body at head, and the places that are found. */
const FIRES: readonly (readonly [string, string, string, readonly string[]])[] = [
  ["apps/v1 StatefulSet", "spec: {serviceName: a}", "spec: {serviceName: b}", ["high /spec/serviceName"]],
  [
    "apps/v1 StatefulSet",
    CLAIM("{resources: {requests: {storage: 1Gi}}}"),
    CLAIM("{resources: {requests: {storage: 2Gi}}}"),
    ["high /spec/volumeClaimTemplates/0/spec/resources/requests/storage"],
  ],
  [
    "apps/v1 StatefulSet",
    CLAIM("{storageClassName: a}"),
    CLAIM("{storageClassName: a}", ", labels: {chart: '2'}"),
    ["high /spec/volumeClaimTemplates/0/metadata/labels"],
  ],
  ["apps/v1 StatefulSet", "spec: {}", CLAIM("{}"), ["high /spec/volumeClaimTemplates"]],
  ["apps/v1 StatefulSet", "spec: {podManagementPolicy: Parallel}", "spec: {}", ["high /spec/podManagementPolicy"]],
  [
    "apps/v1 StatefulSet",
    "spec: {selector: {matchLabels: {a: a}}, revisionHistoryLimit: 3}",
    "spec: {selector: {matchLabels: {a: b}}, revisionHistoryLimit: 4}",
    ["high /spec/selector/matchLabels/a", "low /spec/revisionHistoryLimit"],
  ],
  [
    "apps/v1 Deployment",
    "spec: {selector: {matchLabels: {a: a, b: b}}}",
    "spec: {selector: {matchLabels: {a: c, b: d}}}",
    ["high /spec/selector/matchLabels"],
  ],
  [
    "apps/v1 Deployment",
    "spec: {selector: {matchLabels: {a: a}}}",
    "spec: {selector: {matchLabels: {a: a, status: ''}}}",
    ["high /spec/selector/matchLabels/status"],
  ],
  [
    "apps/v1beta2 Deployment",
    "spec: {selector: {matchLabels: {a: a}}}",
    "spec: {selector: {matchLabels: {a: b}}}",
    ["high /spec/selector/matchLabels/a"],
  ],
  [
    "apps/v1 DaemonSet",
    "spec: {selector: {matchLabels: {a: a}}}",
    "spec: {selector: {matchLabels: {}}}",
    ["high /spec/selector/matchLabels/a"],
  ],
  [
    "apps/v1 ReplicaSet",
    "spec: {selector: {matchLabels: {a: a}}}",
    "spec: {selector: {matchExpressions: []}}",
    ["high /spec/selector/matchLabels"],
  ],
  [
    "batch/v1 Job",
    TEMPLATE("{containers: [{name: a, image: a:1}]}"),
    TEMPLATE("{containers: [{name: a, image: a:2}]}"),
    ["high /spec/template/spec/containers/0/image"],
  ],
  [
    "batch/v1 Job",
    TEMPLATE("{containers: [{name: a}]}"),
    TEMPLATE("{containers: [{name: a}], nodeSelector: {a: b}}").replace("app: a", "app: b"),
    ["high /spec/template"],
  ],
  [
    "batch/v1 Job",
    "spec: {completions: 1, selector: {matchLabels: {a: a}}, completionMode: Indexed}",
    "spec: {completions: 2, selector: {matchLabels: {a: b}}}",
    ["high /spec/completionMode", "high /spec/selector/matchLabels/a", "high /spec/completions"],
  ],
  [
    "batch/v1 Job",
    "spec: {backoffLimitPerIndex: 1, managedBy: a/b, podFailurePolicy: {rules: [1]}, successPolicy: {rules: [1]}}",
    "spec: {backoffLimitPerIndex: 2, managedBy: a/c, podFailurePolicy: {rules: [2]}, successPolicy: {rules: [2]}}",
    [
      "high /spec/backoffLimitPerIndex",
      "high /spec/managedBy",
      "high /spec/podFailurePolicy/rules/0",
      "high /spec/successPolicy/rules/0",
    ],
  ],
  [
    "batch/v1 Job",
    `${TEMPLATE("{containers: [{name: a, image: a:1}]}").slice(0, -1)}, suspend: true}`,
    `${TEMPLATE("{containers: [{name: a, image: a:2}]}").slice(0, -1)}, suspend: true}`,
    ["high /spec/template/spec/containers/0/image"],
  ],
  [
    "v1 Pod",
    "spec: {nodeName: a, containers: [{name: a, image: a:1, command: [a]}]}",
    "spec: {nodeName: b, containers: [{name: a, image: a:2, command: [b]}]}",
    ["high /spec/nodeName", "high /spec/containers/0/command/0"],
  ],
  ["v1 Pod", "spec: {initContainers: [{name: a}]}", "spec: {}", ["high /spec/initContainers"]],
  [
    "batch/v1 Job",
    TEMPLATE("{serviceAccount: a}"),
    TEMPLATE("{serviceAccountName: b}"),
    ["high /spec/template/spec/serviceAccountName"],
  ],
  ["v1 Pod", "spec: {serviceAccount: a}", "spec: {}", ["high /spec/serviceAccountName"]],
  [
    "v1 PersistentVolumeClaim",
    "spec: {storageClassName: a, accessModes: [ReadWriteOnce], volumeName: a}",
    "spec: {storageClassName: b, accessModes: [ReadWriteMany], volumeName: b}",
    ["high /spec/accessModes/0", "high /spec/storageClassName", "high /spec/volumeName"],
  ],
  [
    "v1 PersistentVolumeClaim",
    "spec: {selector: {matchLabels: {a: a}}, volumeMode: Block, dataSource: {kind: A, name: a}, resources: {limits: {storage: 1Gi}}}",
    "spec: {selector: {matchLabels: {a: b}}, dataSource: {kind: A, name: b}, resources: {limits: {storage: 2Gi}}}",
    [
      "high /spec/resources/limits/storage",
      "high /spec/selector/matchLabels/a",
      "high /spec/volumeMode",
      "high /spec/dataSourceRef/name",
    ],
  ],
  // Whether it changes depends on what fills the variable in.
  [
    "v1 PersistentVolumeClaim",
    'spec: {storageClassName: "${CLASS:-fast}"}',
    'spec: {storageClassName: "${CLASS:=fast}"}',
    ["low /spec/storageClassName"],
  ],
  // The cluster may have filled in the same class.
  ["v1 PersistentVolumeClaim", "spec: {}", "spec: {storageClassName: a}", ["medium /spec/storageClassName"]],
  ["v1 PersistentVolumeClaim", "spec: {}", "spec: {storageClassName: ''}", ["medium /spec/storageClassName"]],
  ["v1 PersistentVolumeClaim", "spec: {storageClassName: a}", "spec: {}", ["high /spec/storageClassName"]],
  [
    "v1 PersistentVolume",
    "spec: {nfs: {server: a, path: /}, nodeAffinity: {required: {a: a}}, volumeMode: Block}",
    "spec: {nfs: {server: b, path: /}, nodeAffinity: {required: {a: b}}}",
    ["high /spec/nfs/server", "high /spec/volumeMode", "high /spec/nodeAffinity/required/a"],
  ],
  ["v1 PersistentVolume", "spec: {hostPath: {path: /a}}", "spec: {local: {path: /a}}", ["high /spec"]],
  [
    "storage.k8s.io/v1 StorageClass",
    "provisioner: a\nparameters: {type: gp2}\nreclaimPolicy: Retain",
    "provisioner: b\nparameters: {type: gp3, protocol: TCP}\nvolumeBindingMode: WaitForFirstConsumer",
    ["high /parameters", "high /provisioner", "high /reclaimPolicy", "high /volumeBindingMode"],
  ],
  ["storage.k8s.io/v1 StorageClass", "parameters: {}", "parameters: {protocol: TCP}", ["high /parameters/protocol"]],
  [
    "storage.k8s.io/v1 VolumeAttributesClass",
    "driverName: a\nparameters: {a: a}",
    "driverName: b\nparameters: {a: b}",
    ["high /driverName", "high /parameters/a"],
  ],
  [
    "storage.k8s.io/v1 CSIDriver",
    "spec: {attachRequired: false, volumeLifecycleModes: [Ephemeral]}",
    "spec: {}",
    ["high /spec/attachRequired", "high /spec/volumeLifecycleModes"],
  ],
  [
    "storage.k8s.io/v1 CSIStorageCapacity",
    "storageClassName: a\nnodeTopology: {matchLabels: {a: a}}",
    "storageClassName: b\nnodeTopology: {matchLabels: {a: b}}",
    ["high /nodeTopology/matchLabels/a", "high /storageClassName"],
  ],
  ["v1 Service", "spec: {clusterIP: 10.0.0.1}", "spec: {clusterIP: 10.0.0.2}", ["high /spec/clusterIP"]],
  ["v1 Service", "spec: {}", "spec: {clusterIP: None}", ["high /spec/clusterIP"]],
  ["v1 Service", "spec: {clusterIP: None}", "spec: {clusterIP: 10.0.0.2}", ["high /spec/clusterIP"]],
  [
    "v1 Service",
    "spec: {clusterIP: 10.0.0.1, clusterIPs: [10.0.0.1, 'fd00::1']}",
    "spec: {clusterIP: 10.0.0.1, clusterIPs: [10.0.0.1, 'fd00::2']}",
    ["high /spec/clusterIPs/1"],
  ],
  ["v1 Service", "spec: {clusterIPs: [10.0.0.1]}", "spec: {clusterIPs: [10.0.0.2]}", ["high /spec/clusterIP"]],
  [
    "v1 Service",
    "spec: {type: LoadBalancer, externalTrafficPolicy: Local, ipFamilies: [IPv4], healthCheckNodePort: 1, loadBalancerClass: a}",
    "spec: {type: LoadBalancer, externalTrafficPolicy: Local, ipFamilies: [IPv6, IPv4], healthCheckNodePort: 2, loadBalancerClass: b}",
    ["high /spec/ipFamilies", "high /spec/healthCheckNodePort", "high /spec/loadBalancerClass"],
  ],
  [
    "rbac.authorization.k8s.io/v1 RoleBinding",
    "roleRef: {kind: Role, name: a}",
    "roleRef: {kind: ClusterRole, name: a}",
    ["high /roleRef/kind"],
  ],
  [
    "rbac.authorization.k8s.io/v1 ClusterRoleBinding",
    "roleRef: {kind: ClusterRole, name: a}",
    "roleRef: {kind: ClusterRole, name: b}",
    ["high /roleRef/name"],
  ],
  ["v1 Secret", "data: {}", "type: kubernetes.io/tls", ["high /type"]],
  [
    "apiextensions.k8s.io/v1 CustomResourceDefinition",
    "spec: {group: a.b, scope: Cluster, names: {kind: A, plural: as}}",
    "spec: {group: a.c, names: {kind: B, plural: bs}}",
    ["high /spec/group", "high /spec/names/kind", "high /spec/names/plural", "high /spec/scope"],
  ],
  [
    "networking.k8s.io/v1 IngressClass",
    "spec: {controller: a/a}",
    "spec: {controller: a/b}",
    ["high /spec/controller"],
  ],
  [
    "gateway.networking.k8s.io/v1 GatewayClass",
    "spec: {controllerName: a/a}",
    "spec: {controllerName: a/b}",
    ["high /spec/controllerName"],
  ],
  [
    "scheduling.k8s.io/v1 PriorityClass",
    "value: 1",
    "value: 2\npreemptionPolicy: Never",
    ["high /preemptionPolicy", "high /value"],
  ],
  ["node.k8s.io/v1 RuntimeClass", "handler: a", "handler: b", ["high /handler"]],
  ["discovery.k8s.io/v1 EndpointSlice", "addressType: IPv4", "addressType: IPv6", ["high /addressType"]],
  ["v1 ResourceQuota", "spec: {scopes: [BestEffort]}", "spec: {scopes: [NotBestEffort]}", ["high /spec/scopes/0"]],
  ["apps/v1 ControllerRevision", "data: {a: 1}", "data: {a: 2}", ["high /data/a"]],
  // Kubernetes 1.36 takes other resources of a suspended Job.
  [
    "batch/v1 Job",
    `${TEMPLATE("{containers: [{name: a, resources: {requests: {cpu: 1}}}]}").slice(0, -1)}, suspend: true}`,
    `${TEMPLATE("{containers: [{name: a, resources: {requests: {cpu: 2}}}]}").slice(0, -1)}, suspend: true}`,
    ["low /spec/template/spec/containers/0/resources/requests/cpu"],
  ],
  [
    "v1 Service",
    "spec: {type: LoadBalancer}",
    "spec: {type: LoadBalancer, loadBalancerClass: b}",
    ["high /spec/loadBalancerClass"],
  ],
  [
    "v1 PersistentVolume",
    "spec: {csi: {driver: a, controllerExpandSecretRef: {name: a}}}",
    "spec: {csi: {driver: a, controllerExpandSecretRef: {name: b}}}",
    ["high /spec/csi/controllerExpandSecretRef/name"],
  ],
  [
    "networking.k8s.io/v1 ServiceCIDR",
    "spec: {cidrs: [10.0.0.0/16]}",
    "spec: {cidrs: [10.1.0.0/16]}",
    ["high /spec/cidrs/0"],
  ],
  [
    "networking.k8s.io/v1 IPAddress",
    "spec: {parentRef: {name: a}}",
    "spec: {parentRef: {name: b}}",
    ["high /spec/parentRef/name"],
  ],
  [
    "certificates.k8s.io/v1beta1 ClusterTrustBundle",
    "spec: {signerName: a.b/c}",
    "spec: {signerName: a.b/d}",
    ["high /spec/signerName"],
  ],
  [
    "storagemigration.k8s.io/v1beta1 StorageVersionMigration",
    "spec: {resource: {resource: a}}",
    "spec: {resource: {resource: b}}",
    ["high /spec/resource/resource"],
  ],
  ["resource.k8s.io/v1 ResourceClaim", "spec: {devices: {a: a}}", "spec: {devices: {a: b}}", ["high /spec/devices/a"]],
  ["resource.k8s.io/v1 ResourceClaimTemplate", "spec: {spec: {a: a}}", "spec: {spec: {a: b}}", ["high /spec/spec/a"]],
  ["v1 ConfigMap", "immutable: true\ndata: {a: a}", "immutable: true\ndata: {a: b}", ["high /data"]],
  ["v1 ConfigMap", "immutable: true\ndata: {a: a}", "data: {a: a}", ["high /immutable"]],
  ["v1 Secret", "immutable: true\nstringData: {a: a}", "immutable: true\nstringData: {a: b}", ["high /stringData"]],
];

/** Kind, body at base, and body at head of updates that the API server accepts. */
const ACCEPTED: readonly (readonly [string, string, string])[] = [
  [
    "apps/v1 StatefulSet",
    "spec: {replicas: 1, template: {a: a}, updateStrategy: {type: OnDelete}, minReadySeconds: 1, ordinals: {start: 0}, persistentVolumeClaimRetentionPolicy: {whenDeleted: Retain}}",
    "spec: {replicas: 2, template: {a: b}, updateStrategy: {type: RollingUpdate}, minReadySeconds: 2, ordinals: {start: 1}, persistentVolumeClaimRetentionPolicy: {whenDeleted: Delete}}",
  ],
  ["apps/v1 StatefulSet", "spec: {podManagementPolicy: OrderedReady, revisionHistoryLimit: 10}", "spec: {}"],
  ["apps/v1 StatefulSet", "spec: {notAField: a}", "spec: {notAField: b}"],
  [
    "apps/v1 StatefulSet",
    CLAIM("{volumeMode: Filesystem, resources: {requests: {storage: 1Gi}}}", ", creationTimestamp: null"),
    CLAIM("{resources: {requests: {storage: 1024Mi}}}").replace("{metadata", "{status: {phase: Pending}, metadata"),
  ],
  [
    "apps/v1 StatefulSet",
    CLAIM("{}").replace("{metadata", "{apiVersion: v1, kind: PersistentVolumeClaim, metadata"),
    CLAIM("{}"),
  ],
  [
    "apps/v1 Deployment",
    "spec: {selector: {matchLabels: {a: a}}, replicas: 1}",
    "spec: {selector: {matchLabels: {a: a}}, replicas: 2}",
  ],
  [
    "apps/v1 Deployment",
    "spec: {selector: {matchLabels: {a: a}}}",
    "spec: {selector: {matchLabels: {a: a}, matchExpressions: []}}",
  ],
  ["v1 ReplicationController", "spec: {selector: {a: a}}", "spec: {selector: {a: b}}"],
  ["batch/v1 Job", "spec: {parallelism: 1, backoffLimit: 1, suspend: true}", "spec: {parallelism: 2, backoffLimit: 2}"],
  [
    "batch/v1 Job",
    "spec: {completionMode: Indexed, completions: 2, parallelism: 2}",
    "spec: {completionMode: Indexed, completions: 3, parallelism: 3}",
  ],
  [
    "batch/v1 Job",
    TEMPLATE(
      "{containers: [{name: a, ports: [{containerPort: 1, protocol: TCP}], resources: {}}], schedulerName: default-scheduler}",
    ),
    TEMPLATE("{containers: [{name: a, ports: [{containerPort: 1}], env: []}], dnsPolicy: ClusterFirst}"),
  ],
  [
    "batch/v1 Job",
    `${TEMPLATE("{containers: [{name: a}]}").slice(0, -1)}, suspend: true}`,
    `${TEMPLATE("{containers: [{name: a}], nodeSelector: {a: b}, tolerations: [{key: a}]}")
      .replace("app: a", "app: b")
      .slice(0, -1)}, suspend: false}`,
  ],
  ["batch/v1 Job", TEMPLATE("{serviceAccount: a}"), TEMPLATE("{serviceAccountName: a}")],
  ["batch/v1 Job", TEMPLATE("{serviceAccount: b, serviceAccountName: a}"), TEMPLATE("{serviceAccountName: a}")],
  ["v1 Pod", "spec: {serviceAccountName: a}", "spec: {serviceAccount: a, serviceAccountName: ''}"],
  [
    "batch/v1 CronJob",
    "spec: {jobTemplate: {spec: {template: {a: a}}}}",
    "spec: {jobTemplate: {spec: {template: {a: b}}}}",
  ],
  [
    "v1 Pod",
    "spec: {containers: [{name: a, image: a:1}], tolerations: [], activeDeadlineSeconds: 2}",
    "spec: {containers: [{name: a, image: a:2}], tolerations: [{key: a}], activeDeadlineSeconds: 1}",
  ],
  [
    "v1 PersistentVolumeClaim",
    "spec: {resources: {requests: {storage: 1Gi}}, volumeAttributesClassName: a}",
    "spec: {resources: {requests: {storage: 2Gi}}, volumeAttributesClassName: b, volumeName: a, volumeMode: Filesystem}",
  ],
  ["v1 PersistentVolumeClaim", "spec: {dataSource: {kind: A, name: a}}", "spec: {dataSourceRef: {kind: A, name: a}}"],
  [
    "v1 PersistentVolume",
    "spec: {capacity: {storage: 1Gi}, claimRef: {name: a}, storageClassName: a, accessModes: [ReadWriteOnce]}",
    "spec: {capacity: {storage: 2Gi}, claimRef: {name: b}, storageClassName: b, accessModes: [ReadWriteMany], nodeAffinity: {required: {a: a}}}",
  ],
  [
    "storage.k8s.io/v1 StorageClass",
    "allowVolumeExpansion: false\nreclaimPolicy: Delete",
    "allowVolumeExpansion: true\nmountOptions: [a]\nvolumeBindingMode: Immediate",
  ],
  [
    "storage.k8s.io/v1 CSIDriver",
    "spec: {podInfoOnMount: true}",
    "spec: {podInfoOnMount: false, attachRequired: true}",
  ],
  ["v1 Service", "spec: {clusterIP: 10.0.0.1, clusterIPs: [10.0.0.1]}", "spec: {}"],
  ["v1 Service", "spec: {clusterIP: None}", "spec: {clusterIP: ''}"],
  ["v1 Service", "spec: {type: LoadBalancer, loadBalancerClass: a}", "spec: {type: ClusterIP}"],
  [
    "v1 Service",
    "spec: {type: LoadBalancer, externalTrafficPolicy: Local, healthCheckNodePort: 1}",
    "spec: {type: LoadBalancer, externalTrafficPolicy: Cluster, healthCheckNodePort: 0}",
  ],
  ["networking.k8s.io/v1 ServiceCIDR", "spec: {cidrs: [10.0.0.0/16]}", "spec: {cidrs: [10.0.0.0/16, 'fd00::/64']}"],
  ["certificates.k8s.io/v1 CertificateSigningRequest", "spec: {signerName: a}", "spec: {signerName: b}"],
  [
    "v1 Pod",
    "spec: {schedulingGates: [{name: a}], containers: [{name: a}]}",
    "spec: {schedulingGates: [{name: a}], containers: [{name: a}], nodeSelector: {a: b}, affinity: {nodeAffinity: {a: b}}}",
  ],
  [
    "v1 PersistentVolume",
    "spec: {csi: {driver: a}, nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{key: failure-domain.beta.kubernetes.io/zone, values: [a]}]}]}}}",
    "spec: {csi: {driver: a, controllerExpandSecretRef: {name: a}}, nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{key: topology.kubernetes.io/zone, values: [a]}]}]}}}",
  ],
  ["v1 Service", "spec: {clusterIP: 10.0.0.1}", "spec: {type: ExternalName, clusterIP: 10.0.0.2}"],
  ["v1 Service", "spec: {clusterIPs: [10.0.0.1]}", "spec: {clusterIP: 10.0.0.1, clusterIPs: [10.0.0.1, 'fd00::1']}"],
  ["v1 Service", "spec: {type: ClusterIP, ipFamilies: [IPv4]}", "spec: {type: NodePort, ipFamilies: [IPv4, IPv6]}"],
  ["serving.knative.dev/v1 Service", "spec: {clusterIP: a}", "spec: {clusterIP: b}"],
  [
    "rbac.authorization.k8s.io/v1 RoleBinding",
    "roleRef: {kind: Role, name: a, apiGroup: rbac.authorization.k8s.io, namespace: a}\nsubjects: [{name: a}]",
    "roleRef: {kind: Role, name: a}\nsubjects: [{name: b}]",
  ],
  ["v1 Secret", "type: Opaque\ndata: {a: YQ==}", "data: {a: Yg==}"],
  ["v1 Secret", "immutable: true\ndata: {a: YQ==}", "immutable: true\nstringData: {a: a}"],
  ["v1 ConfigMap", "data: {a: a}", "immutable: true\ndata: {a: b}"],
  ["v1 ConfigMap", "immutable: true\ndata: {a: a}", "immutable: true\ndata: {a: a}\nbinaryData: {}"],
  [
    "apiextensions.k8s.io/v1 CustomResourceDefinition",
    "spec: {scope: Namespaced, names: {kind: A, shortNames: [a]}}",
    "spec: {names: {kind: A, shortNames: [b]}}",
  ],
  [
    "scheduling.k8s.io/v1 PriorityClass",
    "value: 1\nglobalDefault: false",
    "value: 1\npreemptionPolicy: PreemptLowerPriority",
  ],
  ["v1 ResourceQuota", "spec: {hard: {cpu: 1}}", "spec: {hard: {cpu: 2}}"],
];

test.each(FIRES)("%s: %s -> %s", (kind, before, after, found) => {
  expect(places("immutable-field", object(kind, before), object(kind, after))).toEqual(found);
});

test.each(ACCEPTED)("%s: %s -> %s is accepted", (kind, before, after) => {
  expect(findings("immutable-field", object(kind, before), object(kind, after))).toEqual([]);
  expect(findings("immutable-field", object(kind, before), object(kind, before))).toEqual([]);
});

test("each field of the table has a change that is found", () => {
  const covered = FIRES.flatMap(([kind, , , found]) => {
    const [apiVersion = "", name] = kind.split(" ");
    const group = apiVersion.includes("/") ? apiVersion.split("/")[0] : "";
    return found.map((place) => `${group}/${name} ${place.split(" ")[1]}`);
  });
  const wanted = IMMUTABLE_FIELDS.flatMap(({ kinds, fields }) =>
    kinds.flatMap((kind) => fields.map(({ path }) => `${kind} /${path.join("/")}`)),
  );
  expect(wanted.filter((field) => !covered.some((place) => place.startsWith(field)))).toEqual([]);
});

describe("messages", () => {
  const labels = (value: string) => `spec: {selector: {matchLabels: {"example.com/app": ${value}}}}`;

  test("name the field, the answer and what to do", () => {
    expect(
      findings("immutable-field", object("apps/v1 Deployment", labels("a")), object("apps/v1 Deployment", labels("b"))),
    ).toEqual([
      "high /spec/selector/matchLabels/example.com~1app: `spec.selector.matchLabels[example.com/app]` is immutable: the API server refuses the update until the Deployment is deleted and created again, which stops all of its Pods (a -> b)",
    ]);
  });

  test("name the elements of lists, and the release that made a field mutable", () => {
    const set = (size: string, limit: number) =>
      object(
        "apps/v1 StatefulSet",
        `${CLAIM(`{resources: {requests: {storage: ${size}}}}`).slice(0, -1)}, revisionHistoryLimit: ${limit}}`,
      );
    expect(findings("immutable-field", set("1Gi", 1), set("2Gi", 2))).toEqual([
      "high /spec/volumeClaimTemplates/0/spec/resources/requests/storage: `spec.volumeClaimTemplates[data].spec.resources.requests.storage` is immutable: the API server refuses the update until the StatefulSet is deleted; deletion with --cascade=orphan keeps its Pods and claims (1Gi -> 2Gi)",
      "low /spec/revisionHistoryLimit: `spec.revisionHistoryLimit` is immutable before Kubernetes 1.33: the API server refuses the update until the StatefulSet is deleted; deletion with --cascade=orphan keeps its Pods and claims (1 -> 2)",
    ]);
  });

  test("say that the cluster may have the value", () => {
    const [found] = findings(
      "immutable-field",
      object("v1 PersistentVolumeClaim", "spec: {}"),
      object("v1 PersistentVolumeClaim", "spec: {storageClassName: a}"),
    );
    expect(found).toContain(
      "`spec.storageClassName` is immutable; unless the cluster filled in the same value, the API server refuses the update until the claim is deleted",
    );
  });

  test("say nothing of the values of Secrets", () => {
    const secret = (text: string) =>
      object("v1 Secret", `immutable: true\ntype: ${text}\nstringData: {${text}: ${text}}`);
    const found = findings("immutable-field", secret("hunter2"), secret("hunter2-longer"));
    expect(found).toEqual([
      "high /type: `type` is immutable: the API server refuses the update until the Secret is deleted and created again",
      "high /stringData: `immutable` is set, and the data changes: the API server refuses the update until the Secret is deleted; another name, such as one with a content hash, makes it another object",
    ]);
  });

  test("are one line, and short, whatever keys and values hold", () => {
    const hostile = (value: string) =>
      `spec: {selector: {matchLabels: {"a\\n${"x".repeat(9999)}": "${value}\\u202e${"y".repeat(9999)}"}}}`;
    for (const found of findings(
      "immutable-field",
      object("apps/v1 Deployment", hostile("a")),
      object("apps/v1 Deployment", hostile("b")),
    )) {
      const message = found.slice(found.indexOf(": "));
      expect(message).not.toMatch(/[\n\u202e]/);
      expect(message.length).toBeLessThan(500);
    }
  });
});

describe("an object that a tool replaces by itself", () => {
  const job = (image: string, annotations?: string, more = "") =>
    object(
      "batch/v1 Job",
      `spec: {template: {spec: {containers: [{name: a, image: ${image}}]}}${more}}`,
      annotations === undefined ? {} : { annotations },
    );

  test.each([
    ["argocd.argoproj.io/sync-options: 'Replace=true, Force=true'", "Argo CD", "argocd.argoproj.io/sync-options"],
    ["argocd.argoproj.io/hook: PreSync", "Argo CD", "argocd.argoproj.io/hook"],
    [
      "argocd.argoproj.io/hook: Sync, argocd.argoproj.io/hook-delete-policy: HookSucceeded",
      "Argo CD",
      "argocd.argoproj.io/hook",
    ],
    ["kustomize.toolkit.fluxcd.io/force: Enabled", "Flux", "kustomize.toolkit.fluxcd.io/force"],
    ["helm.sh/hook: 'pre-install,pre-upgrade'", "Helm", "helm.sh/hook"],
    ["kapp.k14s.io/update-strategy: always-replace", "kapp", "kapp.k14s.io/update-strategy"],
  ])("%s is low", (annotations, tool, annotation) => {
    expect(findings("immutable-field", job("a:1", annotations), job("a:2", annotations))).toEqual([
      `low /spec/template/spec/containers/0/image: \`spec.template.spec.containers[a].image\` is immutable: ${tool} deletes the Job and creates it again, because of its annotation \`${annotation}\` (a:1 -> a:2)`,
    ]);
  });

  test.each([
    ["forced", /^low .*: Argo CD deletes the Job and creates it again, because of its annotation/],
    ["replaced", /^low .*: Argo CD deletes the Job and creates it again, because of its annotation/],
    ["refused", /^high .*: the API server refuses the update until/],
  ] as const)("%s by what an Application does with its option", (update, expected) => {
    const of = (image: string) => ({
      ...job(image, "argocd.argoproj.io/sync-options: Force=true"),
      release: { application: { update } },
    });
    expect(findings("immutable-field", of("a:1"), of("a:2"))).toEqual([expect.stringMatching(expected)]);
    // What the cluster has counts as well.
    expect(findings("immutable-field", of("a:1"), job("a:2"))).toEqual([expect.stringMatching(expected)]);
  });

  test.each([
    ["argocd.argoproj.io/sync-options: Replace=true"],
    ["argocd.argoproj.io/hook: Skip"],
    ["argocd.argoproj.io/hook: Sync, argocd.argoproj.io/hook-delete-policy: HookFailed"],
    ["kustomize.toolkit.fluxcd.io/force: disabled"],
    ["helm.sh/hook: pre-install, helm.sh/hook-delete-policy: hook-failed"],
  ])("%s is not", (annotations) => {
    expect(places("immutable-field", job("a:1", annotations), job("a:2", annotations))).toEqual([
      "high /spec/template/spec/containers/0/image",
    ]);
  });

  test("counts as it is at head", () => {
    const forced = "kustomize.toolkit.fluxcd.io/force: enabled";
    expect(places("immutable-field", job("a:1"), job("a:2", forced))).toEqual([
      "low /spec/template/spec/containers/0/image",
    ]);
    expect(places("immutable-field", job("a:1", forced), job("a:2"))).toEqual([
      "high /spec/template/spec/containers/0/image",
    ]);
  });

  test("a Job that is deleted after it ends is in the way for a while", () => {
    const limited = (image: string) => job(image, undefined, ", ttlSecondsAfterFinished: 60");
    expect(findings("immutable-field", limited("a:1"), limited("a:2"))).toEqual([
      "medium /spec/template/spec/containers/0/image: `spec.template.spec.containers[a].image` is immutable: the API server refuses the update as long as the Job exists; `ttlSecondsAfterFinished` deletes it after it ends (a:1 -> a:2)",
    ]);
  });
});

test.each([
  ["another name", { name: "other" }],
  ["another namespace", { namespace: "other" }],
])("an object with %s is another one", (_name, parts) => {
  const body = (value: string) => `spec: {serviceName: ${value}}`;
  const base = object("apps/v1 StatefulSet", body("a"), { namespace: "shop" });
  expect(
    findings("immutable-field", base, object("apps/v1 StatefulSet", body("b"), { namespace: "shop", ...parts })),
  ).toEqual([]);
  expect(places("immutable-field", base, object("apps/v1 StatefulSet", body("b")))).toEqual(["high /spec/serviceName"]);
});

test("an object that moves to the group that took over its kind is the same", () => {
  const before = object("extensions/v1beta1 Deployment", "spec: {selector: {matchLabels: {a: a}}}");
  expect(
    places("immutable-field", before, object("apps/v1 Deployment", "spec: {selector: {matchLabels: {a: b}}}")),
  ).toEqual(["high /spec/selector/matchLabels/a"]);
});

test("added and removed objects change no field", () => {
  const set = object("apps/v1 StatefulSet", "spec: {serviceName: a}");
  expect(findings("immutable-field", undefined, set)).toEqual([]);
  expect(findings("immutable-field", set, undefined)).toEqual([]);
});

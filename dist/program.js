"use strict";
var __create = Object.create;
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __getProtoOf = Object.getPrototypeOf;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __esm = (fn, res, err) => function __init() {
  if (err) throw err[0];
  try {
    return fn && (res = (0, fn[__getOwnPropNames(fn)[0]])(fn = 0)), res;
  } catch (e) {
    throw err = [e], e;
  }
};
var __commonJS = (cb, mod) => function __require() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toESM = (mod, isNodeMode, target) => (target = mod != null ? __create(__getProtoOf(mod)) : {}, __copyProps(
  // If the importer is in node compatibility mode or this is not an ESM
  // file that has been converted to a CommonJS file using a Babel-
  // compatible transform (i.e. "__esModule" has not been set), then set
  // "default" to the CommonJS "module.exports" for node compatibility.
  isNodeMode || !mod || !mod.__esModule ? __defProp(target, "default", { value: mod, enumerable: true }) : target,
  mod
));

// node:node:fs
var require_node_fs = __commonJS({
  "node:node:fs"(exports2, module2) {
    module2.exports = Object.create(process.getBuiltinModule("node:fs"));
  }
});

// src/diagnostics.ts
function failure(code3, message, more = {}) {
  const { cause, ...rest } = more;
  return new KrmError({ code: code3, severity: "error", message, ...rest }, cause === void 0 ? void 0 : { cause });
}
function about(thrown, object2, location, prefix = "") {
  if (!(thrown instanceof KrmError)) return thrown;
  const diagnostics = thrown.diagnostics.map((one) => ({
    ...one.file === void 0 ? location : void 0,
    ...one,
    object: one.object ?? object2,
    message: prefix + one.message
  }));
  return new KrmError(diagnostics, { cause: thrown });
}
function diagnosticsOf(thrown) {
  if (thrown instanceof KrmError) return thrown.diagnostics;
  if (thrown instanceof RangeError && thrown.message === "Invalid string length") return [TOO_LARGE];
  const message = thrown instanceof Error ? thrown.stack ?? thrown.message : String(thrown);
  return [
    {
      code: "internal",
      severity: "error",
      message: `unexpected: ${message}`,
      hint: "This is a defect of krm-render; please report it with the files that cause it."
    }
  ];
}
function formatLocation(place) {
  if (place.file === void 0) return "";
  if (place.line === void 0) return place.file;
  return place.column === void 0 ? `${place.file}:${place.line}` : `${place.file}:${place.line}:${place.column}`;
}
function formatDiagnostic(diagnostic) {
  const place = formatLocation(diagnostic);
  const head = place === "" ? diagnostic.message : `${place}: ${diagnostic.message}`;
  return visible(diagnostic.hint === void 0 ? head : `${head}
  hint: ${diagnostic.hint}`);
}
function visible(text6) {
  return text6.replace(INVISIBLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
function distinct(diagnostics) {
  const seen = /* @__PURE__ */ new Set();
  return diagnostics.filter(({ file, line: line2, column, message }) => {
    const key = `${file}:${line2}:${column}:${message}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
var KrmError, TOO_LARGE, INVISIBLE;
var init_diagnostics = __esm({
  "src/diagnostics.ts"() {
    "use strict";
    KrmError = class extends Error {
      diagnostics;
      constructor(diagnostics, options) {
        const list3 = Array.isArray(diagnostics) ? diagnostics : [diagnostics];
        super(list3.map(formatDiagnostic).join("\n"), options);
        this.name = "KrmError";
        this.diagnostics = list3;
      }
      /** The code of the first diagnostic. */
      get code() {
        return this.diagnostics[0]?.code ?? "internal";
      }
    };
    TOO_LARGE = {
      code: "too-large",
      severity: "error",
      message: "what is put together here is longer than a text can be, which is 512 MiB",
      hint: "Look for a value or a file that is repeated many times over."
    };
    INVISIBLE = // biome-ignore lint: these are the very characters to be found
    new RegExp("[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff\\ufff9-\\ufffb]|\\p{Surrogate}", "gu");
  }
});

// src/documents/spelling.ts
function nearest(name, known) {
  if (name.length > longestName) return void 0;
  const wanted = name.toLowerCase();
  let best;
  let fewest = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - wanted.length) >= fewest) continue;
    const edits = editDistance(wanted, candidate.toLowerCase());
    if (edits >= fewest) continue;
    fewest = edits;
    best = candidate;
  }
  return best;
}
function editDistance(from, to) {
  let beforeLast = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same2 = from[row - 1] === to[column - 1];
      let cost = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + (same2 ? 0 : 1));
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (swapped) cost = Math.min(cost, at(beforeLast, column - 2) + 1);
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return at(last, to.length);
}
function at(row, column) {
  return row[column] ?? 0;
}
var longestName;
var init_spelling = __esm({
  "src/documents/spelling.ts"() {
    "use strict";
    longestName = 40;
  }
});

// node:node:util
var require_node_util = __commonJS({
  "node:node:util"(exports2, module2) {
    module2.exports = Object.create(new Proxy({}, { get: (_, name) => process.getBuiltinModule("node:util")[name] }));
  }
});

// src/cli/command.ts
var UsageError;
var init_command = __esm({
  "src/cli/command.ts"() {
    "use strict";
    UsageError = class extends Error {
      hint;
      constructor(message, hint) {
        super(message);
        this.name = "UsageError";
        this.hint = hint;
      }
    };
  }
});

// node:node:path
var require_node_path = __commonJS({
  "node:node:path"(exports2, module2) {
    module2.exports = Object.create(process.getBuiltinModule("node:path"));
  }
});

// src/time-limit.ts
function timeLimit(seconds, problem2) {
  const account = { spent: 0 };
  const idleBefore = idle();
  const left = () => seconds * 1e3 - account.spent - (idle() - idleBefore);
  let end = 0;
  const checkStep = () => {
    if (performance.now() >= end) throw problem2();
  };
  function resume() {
    change(account);
    if (left() <= 0) throw problem2();
  }
  return {
    claim: () => change(account),
    resume,
    run(step2) {
      if (check === checkStep) return step2();
      resume();
      const outer = check;
      end = performance.now() + left();
      check = checkStep;
      try {
        return step2();
      } finally {
        check = outer;
        resume();
      }
    },
    async race(work) {
      let timer;
      const late = new Promise((_, reject) => {
        const wait = () => {
          const rest = left();
          if (rest <= 0) reject(problem2());
          else timer = setTimeout(wait, Math.min(Math.ceil(rest), MAX_TIMER));
        };
        wait();
      });
      try {
        return await Promise.race([work, late]);
      } finally {
        clearTimeout(timer);
      }
    }
  };
}
function change(next) {
  const now = busy();
  running.spent += now - since;
  running = next;
  since = now;
}
function idle() {
  return performance.eventLoopUtilization().idle;
}
function busy() {
  return performance.now() - idle();
}
function checkTime() {
  if (check !== void 0 && (++calls & 7) === 0) check();
}
var NO_TIME_LIMIT, running, since, check, MAX_TIMER, calls;
var init_time_limit = __esm({
  "src/time-limit.ts"() {
    "use strict";
    NO_TIME_LIMIT = { run: (step2) => step2(), claim() {
    }, resume() {
    }, race: (work) => work };
    running = { spent: 0 };
    since = 0;
    MAX_TIMER = 2 ** 31 - 1;
    calls = 0;
  }
});

// src/build/base-memo.ts
function runsIntoCycle(base, root) {
  return [...base.roots].some((opened) => root.leadsBackTo(opened));
}
var BaseMemo;
var init_base_memo = __esm({
  "src/build/base-memo.ts"() {
    "use strict";
    BaseMemo = class {
      #requested = /* @__PURE__ */ new Set();
      #kept = /* @__PURE__ */ new Map();
      /** @param key tells the base apart: its root, and where it is where that shows in what it builds to */
      async base(root, key, build3) {
        if (!this.#requested.has(key)) {
          this.#requested.add(key);
          return build3();
        }
        let kept = this.#kept.get(key);
        if (kept === void 0) {
          kept = build3();
          this.#kept.set(key, kept);
        }
        const base = await kept.catch(() => void 0);
        if (base === void 0 || runsIntoCycle(base, root)) return build3();
        return { ...base, resources: base.resources.map((resource) => resource.clone()) };
      }
    };
  }
});

// src/resource/merge-schema.data.ts
var mergeRoots, mergeTypes;
var init_merge_schema_data = __esm({
  "src/resource/merge-schema.data.ts"() {
    "use strict";
    mergeRoots = `
admissionregistration.k8s.io/v1 admissionregistration.v1 MutatingWebhookConfiguration MutatingWebhookConfigurationList ValidatingWebhookConfiguration ValidatingWebhookConfigurationList
admissionregistration.k8s.io/v1beta1 admissionregistration.v1beta1 MutatingWebhookConfiguration MutatingWebhookConfigurationList ValidatingWebhookConfiguration ValidatingWebhookConfigurationList
apiextensions.k8s.io/v1 apiextensions.v1 CustomResourceDefinition CustomResourceDefinitionList
apiextensions.k8s.io/v1beta1 apiextensions.v1beta1 CustomResourceDefinition CustomResourceDefinitionList
apiregistration.k8s.io/v1 apiregistration.v1 APIService APIServiceList
apiregistration.k8s.io/v1beta1 apiregistration.v1beta1 APIService APIServiceList
apps/v1 apps.v1 ControllerRevision ControllerRevisionList DaemonSet DaemonSetList Deployment DeploymentList ReplicaSet ReplicaSetList StatefulSet StatefulSetList
authentication.k8s.io/v1 authentication.v1 TokenRequest TokenReview
authentication.k8s.io/v1beta1 authentication.v1beta1 TokenReview
authorization.k8s.io/v1 authorization.v1 LocalSubjectAccessReview SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview
authorization.k8s.io/v1beta1 authorization.v1beta1 LocalSubjectAccessReview SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview
autoscaling/v1 autoscaling.v1 HorizontalPodAutoscaler HorizontalPodAutoscalerList Scale
autoscaling/v2beta1 autoscaling.v2beta1 HorizontalPodAutoscaler HorizontalPodAutoscalerList
autoscaling/v2beta2 autoscaling.v2beta2 HorizontalPodAutoscaler HorizontalPodAutoscalerList
batch/v1 batch.v1 CronJob CronJobList Job JobList
batch/v1beta1 batch.v1beta1 CronJob CronJobList
certificates.k8s.io/v1 certificates.v1 CertificateSigningRequest CertificateSigningRequestList
certificates.k8s.io/v1beta1 certificates.v1beta1 CertificateSigningRequest CertificateSigningRequestList
coordination.k8s.io/v1 coordination.v1 Lease LeaseList
coordination.k8s.io/v1beta1 coordination.v1beta1 Lease LeaseList
discovery.k8s.io/v1 discovery.v1 EndpointSlice EndpointSliceList
discovery.k8s.io/v1beta1 discovery.v1beta1 EndpointSlice EndpointSliceList
events.k8s.io/v1 events.v1 Event EventList
events.k8s.io/v1beta1 events.v1beta1 Event EventList
extensions/v1beta1 extensions.v1beta1 Ingress IngressList
flowcontrol.apiserver.k8s.io/v1beta1 flowcontrol.v1beta1 FlowSchema FlowSchemaList PriorityLevelConfiguration PriorityLevelConfigurationList
kustomize.config.k8s.io/v1beta1 apps.v1 Kustomization
networking.k8s.io/v1 networking.v1 Ingress IngressClass IngressClassList IngressList NetworkPolicy NetworkPolicyList
networking.k8s.io/v1beta1 networking.v1beta1 Ingress IngressClass IngressClassList IngressList
node.k8s.io/v1 node.v1 RuntimeClass RuntimeClassList
node.k8s.io/v1beta1 node.v1beta1 RuntimeClass RuntimeClassList
policy/v1 policy.v1 PodDisruptionBudget PodDisruptionBudgetList
policy/v1beta1 policy.v1beta1 Eviction PodDisruptionBudget PodDisruptionBudgetList PodSecurityPolicy PodSecurityPolicyList
rbac.authorization.k8s.io/v1 rbac.v1 ClusterRole ClusterRoleBinding ClusterRoleBindingList ClusterRoleList Role RoleBinding RoleBindingList RoleList
rbac.authorization.k8s.io/v1beta1 rbac.v1beta1 ClusterRole ClusterRoleBinding ClusterRoleBindingList ClusterRoleList Role RoleBinding RoleBindingList RoleList
scheduling.k8s.io/v1 scheduling.v1 PriorityClass PriorityClassList
scheduling.k8s.io/v1beta1 scheduling.v1beta1 PriorityClass PriorityClassList
storage.k8s.io/v1 storage.v1 CSIDriver CSIDriverList CSINode CSINodeList StorageClass StorageClassList VolumeAttachment VolumeAttachmentList
storage.k8s.io/v1beta1 storage.v1beta1 CSIDriver CSIDriverList CSINode CSINodeList CSIStorageCapacity CSIStorageCapacityList StorageClass StorageClassList VolumeAttachment VolumeAttachmentList
v1 core.v1 Binding ComponentStatus ComponentStatusList ConfigMap ConfigMapList Endpoints EndpointsList Event EventList LimitRange LimitRangeList Namespace NamespaceList Node NodeList PersistentVolume PersistentVolumeClaim PersistentVolumeClaimList PersistentVolumeList Pod PodList PodTemplate PodTemplateList ReplicationController ReplicationControllerList ResourceQuota ResourceQuotaList Secret SecretList Service ServiceAccount ServiceAccountList ServiceList
`;
    mergeTypes = `
admissionregistration.v1.MutatingWebhookConfiguration metadata:meta.v1.ObjectMeta webhooks[name]:-
admissionregistration.v1.MutatingWebhookConfigurationList items[]:admissionregistration.v1.MutatingWebhookConfiguration
admissionregistration.v1.ValidatingWebhookConfiguration metadata:meta.v1.ObjectMeta webhooks[name]:-
admissionregistration.v1.ValidatingWebhookConfigurationList items[]:admissionregistration.v1.ValidatingWebhookConfiguration
admissionregistration.v1beta1.MutatingWebhookConfiguration metadata:meta.v1.ObjectMeta webhooks[name]:-
admissionregistration.v1beta1.MutatingWebhookConfigurationList items[]:admissionregistration.v1beta1.MutatingWebhookConfiguration
admissionregistration.v1beta1.ValidatingWebhookConfiguration metadata:meta.v1.ObjectMeta webhooks[name]:-
admissionregistration.v1beta1.ValidatingWebhookConfigurationList items[]:admissionregistration.v1beta1.ValidatingWebhookConfiguration
apiextensions.v1.CustomResourceDefinition metadata:meta.v1.ObjectMeta spec:-
apiextensions.v1.CustomResourceDefinitionList items[]:apiextensions.v1.CustomResourceDefinition
apiextensions.v1beta1.CustomResourceDefinition metadata:meta.v1.ObjectMeta spec:-
apiextensions.v1beta1.CustomResourceDefinitionList items[]:apiextensions.v1beta1.CustomResourceDefinition
apiregistration.v1.APIService metadata:meta.v1.ObjectMeta status:apiregistration.v1.APIServiceStatus
apiregistration.v1.APIServiceList items[]:apiregistration.v1.APIService
apiregistration.v1.APIServiceStatus conditions[type]:-
apiregistration.v1beta1.APIService metadata:meta.v1.ObjectMeta status:apiregistration.v1beta1.APIServiceStatus
apiregistration.v1beta1.APIServiceList items[]:apiregistration.v1beta1.APIService
apiregistration.v1beta1.APIServiceStatus conditions[type]:-
apps.v1.ControllerRevision data:- metadata:meta.v1.ObjectMeta
apps.v1.ControllerRevisionList items[]:apps.v1.ControllerRevision
apps.v1.DaemonSet metadata:meta.v1.ObjectMeta spec:apps.v1.DaemonSetSpec status:apps.v1.DaemonSetStatus
apps.v1.DaemonSetList items[]:apps.v1.DaemonSet
apps.v1.DaemonSetSpec template:core.v1.PodTemplateSpec
apps.v1.DaemonSetStatus conditions[type]:-
apps.v1.Deployment metadata:meta.v1.ObjectMeta spec:apps.v1.DeploymentSpec status:apps.v1.DeploymentStatus
apps.v1.DeploymentList items[]:apps.v1.Deployment
apps.v1.DeploymentSpec template:core.v1.PodTemplateSpec
apps.v1.DeploymentStatus conditions[type]:-
apps.v1.Kustomization configMapGenerator[name]:- secretGenerator[name]:-
apps.v1.ReplicaSet metadata:meta.v1.ObjectMeta spec:apps.v1.ReplicaSetSpec status:apps.v1.ReplicaSetStatus
apps.v1.ReplicaSetList items[]:apps.v1.ReplicaSet
apps.v1.ReplicaSetSpec template:core.v1.PodTemplateSpec
apps.v1.ReplicaSetStatus conditions[type]:-
apps.v1.StatefulSet metadata:meta.v1.ObjectMeta spec:apps.v1.StatefulSetSpec status:apps.v1.StatefulSetStatus
apps.v1.StatefulSetList items[]:apps.v1.StatefulSet
apps.v1.StatefulSetSpec template:core.v1.PodTemplateSpec volumeClaimTemplates[]:core.v1.PersistentVolumeClaim
apps.v1.StatefulSetStatus conditions[type]:-
authentication.v1.TokenRequest metadata:meta.v1.ObjectMeta
authentication.v1.TokenReview metadata:meta.v1.ObjectMeta
authentication.v1beta1.TokenReview metadata:meta.v1.ObjectMeta
authorization.v1.LocalSubjectAccessReview metadata:meta.v1.ObjectMeta
authorization.v1.SelfSubjectAccessReview metadata:meta.v1.ObjectMeta
authorization.v1.SelfSubjectRulesReview metadata:meta.v1.ObjectMeta
authorization.v1.SubjectAccessReview metadata:meta.v1.ObjectMeta
authorization.v1beta1.LocalSubjectAccessReview metadata:meta.v1.ObjectMeta
authorization.v1beta1.SelfSubjectAccessReview metadata:meta.v1.ObjectMeta
authorization.v1beta1.SelfSubjectRulesReview metadata:meta.v1.ObjectMeta
authorization.v1beta1.SubjectAccessReview metadata:meta.v1.ObjectMeta
autoscaling.v1.HorizontalPodAutoscaler metadata:meta.v1.ObjectMeta
autoscaling.v1.HorizontalPodAutoscalerList items[]:autoscaling.v1.HorizontalPodAutoscaler
autoscaling.v1.Scale metadata:meta.v1.ObjectMeta
autoscaling.v2beta1.HorizontalPodAutoscaler metadata:meta.v1.ObjectMeta
autoscaling.v2beta1.HorizontalPodAutoscalerList items[]:autoscaling.v2beta1.HorizontalPodAutoscaler
autoscaling.v2beta2.HorizontalPodAutoscaler metadata:meta.v1.ObjectMeta
autoscaling.v2beta2.HorizontalPodAutoscalerList items[]:autoscaling.v2beta2.HorizontalPodAutoscaler
batch.v1.CronJob metadata:meta.v1.ObjectMeta spec:batch.v1.CronJobSpec
batch.v1.CronJobList items[]:batch.v1.CronJob
batch.v1.CronJobSpec jobTemplate:batch.v1.JobTemplateSpec
batch.v1.Job metadata:meta.v1.ObjectMeta spec:batch.v1.JobSpec status:batch.v1.JobStatus
batch.v1.JobList items[]:batch.v1.Job
batch.v1.JobSpec template:core.v1.PodTemplateSpec
batch.v1.JobStatus conditions[type]:-
batch.v1.JobTemplateSpec metadata:meta.v1.ObjectMeta spec:batch.v1.JobSpec
batch.v1beta1.CronJob metadata:meta.v1.ObjectMeta spec:batch.v1beta1.CronJobSpec
batch.v1beta1.CronJobList items[]:batch.v1beta1.CronJob
batch.v1beta1.CronJobSpec jobTemplate:batch.v1beta1.JobTemplateSpec
batch.v1beta1.JobTemplateSpec metadata:meta.v1.ObjectMeta spec:batch.v1.JobSpec
certificates.v1.CertificateSigningRequest metadata:meta.v1.ObjectMeta
certificates.v1.CertificateSigningRequestList items[]:certificates.v1.CertificateSigningRequest
certificates.v1beta1.CertificateSigningRequest metadata:meta.v1.ObjectMeta
certificates.v1beta1.CertificateSigningRequestList items[]:certificates.v1beta1.CertificateSigningRequest
coordination.v1.Lease metadata:meta.v1.ObjectMeta
coordination.v1.LeaseList items[]:coordination.v1.Lease
coordination.v1beta1.Lease metadata:meta.v1.ObjectMeta
coordination.v1beta1.LeaseList items[]:coordination.v1beta1.Lease
core.v1.Binding metadata:meta.v1.ObjectMeta
core.v1.ComponentStatus conditions[type]:- metadata:meta.v1.ObjectMeta
core.v1.ComponentStatusList items[]:core.v1.ComponentStatus
core.v1.ConfigMap metadata:meta.v1.ObjectMeta
core.v1.ConfigMapList items[]:core.v1.ConfigMap
core.v1.Container env[name]:- ports[containerPort,protocol]:- volumeDevices[devicePath]:- volumeMounts[mountPath]:-
core.v1.Endpoints metadata:meta.v1.ObjectMeta
core.v1.EndpointsList items[]:core.v1.Endpoints
core.v1.EphemeralContainer env[name]:- volumeDevices[devicePath]:- volumeMounts[mountPath]:-
core.v1.EphemeralVolumeSource volumeClaimTemplate:core.v1.PersistentVolumeClaimTemplate
core.v1.Event metadata:meta.v1.ObjectMeta
core.v1.EventList items[]:core.v1.Event
core.v1.LimitRange metadata:meta.v1.ObjectMeta
core.v1.LimitRangeList items[]:core.v1.LimitRange
core.v1.Namespace metadata:meta.v1.ObjectMeta status:core.v1.NamespaceStatus
core.v1.NamespaceList items[]:core.v1.Namespace
core.v1.NamespaceStatus conditions[type]:-
core.v1.Node metadata:meta.v1.ObjectMeta spec:core.v1.NodeSpec status:core.v1.NodeStatus
core.v1.NodeList items[]:core.v1.Node
core.v1.NodeSpec podCIDRs[=]:-
core.v1.NodeStatus addresses[type]:- conditions[type]:-
core.v1.PersistentVolume metadata:meta.v1.ObjectMeta
core.v1.PersistentVolumeClaim metadata:meta.v1.ObjectMeta status:core.v1.PersistentVolumeClaimStatus
core.v1.PersistentVolumeClaimList items[]:core.v1.PersistentVolumeClaim
core.v1.PersistentVolumeClaimStatus conditions[type]:-
core.v1.PersistentVolumeClaimTemplate metadata:meta.v1.ObjectMeta
core.v1.PersistentVolumeList items[]:core.v1.PersistentVolume
core.v1.Pod metadata:meta.v1.ObjectMeta spec:core.v1.PodSpec status:core.v1.PodStatus
core.v1.PodList items[]:core.v1.Pod
core.v1.PodSpec containers[name]:core.v1.Container ephemeralContainers[name]:core.v1.EphemeralContainer hostAliases[ip]:- imagePullSecrets[name]:- initContainers[name]:core.v1.Container topologySpreadConstraints[topologyKey,whenUnsatisfiable]:- volumes[name]:core.v1.Volume
core.v1.PodStatus conditions[type]:- podIPs[ip]:-
core.v1.PodTemplate metadata:meta.v1.ObjectMeta template:core.v1.PodTemplateSpec
core.v1.PodTemplateList items[]:core.v1.PodTemplate
core.v1.PodTemplateSpec metadata:meta.v1.ObjectMeta spec:core.v1.PodSpec
core.v1.ReplicationController metadata:meta.v1.ObjectMeta spec:core.v1.ReplicationControllerSpec status:core.v1.ReplicationControllerStatus
core.v1.ReplicationControllerList items[]:core.v1.ReplicationController
core.v1.ReplicationControllerSpec template:core.v1.PodTemplateSpec
core.v1.ReplicationControllerStatus conditions[type]:-
core.v1.ResourceQuota metadata:meta.v1.ObjectMeta
core.v1.ResourceQuotaList items[]:core.v1.ResourceQuota
core.v1.Secret metadata:meta.v1.ObjectMeta
core.v1.SecretList items[]:core.v1.Secret
core.v1.Service metadata:meta.v1.ObjectMeta spec:core.v1.ServiceSpec status:core.v1.ServiceStatus
core.v1.ServiceAccount metadata:meta.v1.ObjectMeta secrets[name]:-
core.v1.ServiceAccountList items[]:core.v1.ServiceAccount
core.v1.ServiceList items[]:core.v1.Service
core.v1.ServiceSpec ports[port,protocol]:-
core.v1.ServiceStatus conditions[type]:-
core.v1.Volume ephemeral:core.v1.EphemeralVolumeSource
discovery.v1.EndpointSlice metadata:meta.v1.ObjectMeta
discovery.v1.EndpointSliceList items[]:discovery.v1.EndpointSlice
discovery.v1beta1.EndpointSlice metadata:meta.v1.ObjectMeta
discovery.v1beta1.EndpointSliceList items[]:discovery.v1beta1.EndpointSlice
events.v1.Event metadata:meta.v1.ObjectMeta
events.v1.EventList items[]:events.v1.Event
events.v1beta1.Event metadata:meta.v1.ObjectMeta
events.v1beta1.EventList items[]:events.v1beta1.Event
extensions.v1beta1.Ingress metadata:meta.v1.ObjectMeta
extensions.v1beta1.IngressList items[]:extensions.v1beta1.Ingress
flowcontrol.v1beta1.FlowSchema metadata:meta.v1.ObjectMeta
flowcontrol.v1beta1.FlowSchemaList items[]:flowcontrol.v1beta1.FlowSchema
flowcontrol.v1beta1.PriorityLevelConfiguration metadata:meta.v1.ObjectMeta
flowcontrol.v1beta1.PriorityLevelConfigurationList items[]:flowcontrol.v1beta1.PriorityLevelConfiguration
meta.v1.ObjectMeta finalizers[=]:- managedFields:- ownerReferences[uid]:-
networking.v1.Ingress metadata:meta.v1.ObjectMeta
networking.v1.IngressClass metadata:meta.v1.ObjectMeta
networking.v1.IngressClassList items[]:networking.v1.IngressClass
networking.v1.IngressList items[]:networking.v1.Ingress
networking.v1.NetworkPolicy metadata:meta.v1.ObjectMeta
networking.v1.NetworkPolicyList items[]:networking.v1.NetworkPolicy
networking.v1beta1.Ingress metadata:meta.v1.ObjectMeta
networking.v1beta1.IngressClass metadata:meta.v1.ObjectMeta
networking.v1beta1.IngressClassList items[]:networking.v1beta1.IngressClass
networking.v1beta1.IngressList items[]:networking.v1beta1.Ingress
node.v1.RuntimeClass metadata:meta.v1.ObjectMeta
node.v1.RuntimeClassList items[]:node.v1.RuntimeClass
node.v1beta1.RuntimeClass metadata:meta.v1.ObjectMeta
node.v1beta1.RuntimeClassList items[]:node.v1beta1.RuntimeClass
policy.v1.PodDisruptionBudget metadata:meta.v1.ObjectMeta status:policy.v1.PodDisruptionBudgetStatus
policy.v1.PodDisruptionBudgetList items[]:policy.v1.PodDisruptionBudget
policy.v1.PodDisruptionBudgetStatus conditions[type]:-
policy.v1beta1.Eviction metadata:meta.v1.ObjectMeta
policy.v1beta1.PodDisruptionBudget metadata:meta.v1.ObjectMeta status:policy.v1beta1.PodDisruptionBudgetStatus
policy.v1beta1.PodDisruptionBudgetList items[]:policy.v1beta1.PodDisruptionBudget
policy.v1beta1.PodDisruptionBudgetStatus conditions[type]:-
policy.v1beta1.PodSecurityPolicy metadata:meta.v1.ObjectMeta
policy.v1beta1.PodSecurityPolicyList items[]:policy.v1beta1.PodSecurityPolicy
rbac.v1.ClusterRole metadata:meta.v1.ObjectMeta
rbac.v1.ClusterRoleBinding metadata:meta.v1.ObjectMeta
rbac.v1.ClusterRoleBindingList items[]:rbac.v1.ClusterRoleBinding
rbac.v1.ClusterRoleList items[]:rbac.v1.ClusterRole
rbac.v1.Role metadata:meta.v1.ObjectMeta
rbac.v1.RoleBinding metadata:meta.v1.ObjectMeta
rbac.v1.RoleBindingList items[]:rbac.v1.RoleBinding
rbac.v1.RoleList items[]:rbac.v1.Role
rbac.v1beta1.ClusterRole metadata:meta.v1.ObjectMeta
rbac.v1beta1.ClusterRoleBinding metadata:meta.v1.ObjectMeta
rbac.v1beta1.ClusterRoleBindingList items[]:rbac.v1beta1.ClusterRoleBinding
rbac.v1beta1.ClusterRoleList items[]:rbac.v1beta1.ClusterRole
rbac.v1beta1.Role metadata:meta.v1.ObjectMeta
rbac.v1beta1.RoleBinding metadata:meta.v1.ObjectMeta
rbac.v1beta1.RoleBindingList items[]:rbac.v1beta1.RoleBinding
rbac.v1beta1.RoleList items[]:rbac.v1beta1.Role
scheduling.v1.PriorityClass metadata:meta.v1.ObjectMeta
scheduling.v1.PriorityClassList items[]:scheduling.v1.PriorityClass
scheduling.v1beta1.PriorityClass metadata:meta.v1.ObjectMeta
scheduling.v1beta1.PriorityClassList items[]:scheduling.v1beta1.PriorityClass
storage.v1.CSIDriver metadata:meta.v1.ObjectMeta
storage.v1.CSIDriverList items[]:storage.v1.CSIDriver
storage.v1.CSINode metadata:meta.v1.ObjectMeta spec:storage.v1.CSINodeSpec
storage.v1.CSINodeList items[]:storage.v1.CSINode
storage.v1.CSINodeSpec drivers[name]:-
storage.v1.StorageClass metadata:meta.v1.ObjectMeta
storage.v1.StorageClassList items[]:storage.v1.StorageClass
storage.v1.VolumeAttachment metadata:meta.v1.ObjectMeta
storage.v1.VolumeAttachmentList items[]:storage.v1.VolumeAttachment
storage.v1beta1.CSIDriver metadata:meta.v1.ObjectMeta
storage.v1beta1.CSIDriverList items[]:storage.v1beta1.CSIDriver
storage.v1beta1.CSINode metadata:meta.v1.ObjectMeta spec:storage.v1beta1.CSINodeSpec
storage.v1beta1.CSINodeList items[]:storage.v1beta1.CSINode
storage.v1beta1.CSINodeSpec drivers[name]:-
storage.v1beta1.CSIStorageCapacity metadata:meta.v1.ObjectMeta
storage.v1beta1.CSIStorageCapacityList items[]:storage.v1beta1.CSIStorageCapacity
storage.v1beta1.StorageClass metadata:meta.v1.ObjectMeta
storage.v1beta1.StorageClassList items[]:storage.v1beta1.StorageClass
storage.v1beta1.VolumeAttachment metadata:meta.v1.ObjectMeta
storage.v1beta1.VolumeAttachmentList items[]:storage.v1beta1.VolumeAttachment
`;
  }
});

// src/resource/merge-schema.ts
function listSchema(elements, mergeKeys2) {
  return { field: () => void 0, elements: () => elements, mergeKeys: mergeKeys2 };
}
function objectSchema(field3) {
  return { field: field3, elements: () => void 0, mergeKeys: void 0 };
}
function readTables() {
  const roots = /* @__PURE__ */ new Map();
  for (const line2 of mergeRoots.trim().split("\n")) {
    const [apiVersion, prefix, ...kinds] = line2.split(" ");
    for (const kind of kinds) roots.set(`${apiVersion} ${kind}`, `${prefix}.${kind}`);
  }
  const types = /* @__PURE__ */ new Map();
  for (const line2 of mergeTypes.trim().split("\n")) {
    const [name, ...fields3] = line2.split(" ");
    types.set(name, fields3);
  }
  return { roots, types, compiled: /* @__PURE__ */ new Map() };
}
function schemaFor(apiVersion, kind) {
  tables ??= readTables();
  const type = tables.roots.get(`${apiVersion} ${kind}`);
  return type === void 0 ? void 0 : compileType(type, tables);
}
function schemaOfDefinition(definition) {
  if (!definition.startsWith("io.k8s.")) return void 0;
  tables ??= readTables();
  const name = definition.split(".").slice(-3).join(".");
  return tables.types.has(name) ? compileType(name, tables) : void 0;
}
function compileType(name, from) {
  const known = from.compiled.get(name);
  if (known !== void 0) return known;
  const texts2 = from.types.get(name);
  if (texts2 === void 0) return opaqueSchema;
  let fields3;
  const schema = objectSchema((field3) => (fields3 ??= readFields(texts2, from)).get(field3));
  from.compiled.set(name, schema);
  return schema;
}
function readFields(texts2, from) {
  const fields3 = /* @__PURE__ */ new Map();
  for (const text6 of texts2) {
    const [, field3, keys, type] = /^([^[:]+)(?:\[(.*)\])?:(.*)$/.exec(text6);
    const inner = compileType(type, from);
    fields3.set(field3, keys === void 0 ? inner : listSchema(inner, parseKeys(keys)));
  }
  return fields3;
}
function parseKeys(text6) {
  if (text6 === "") return void 0;
  return text6 === "=" ? [] : text6.split(",");
}
function isClusterScoped(apiVersion, kind) {
  return clusterScoped.get(kind)?.includes(apiVersion) === true;
}
var opaqueSchema, tables, clusterScoped, builtInSchemas;
var init_merge_schema = __esm({
  "src/resource/merge-schema.ts"() {
    "use strict";
    init_merge_schema_data();
    opaqueSchema = { field: () => void 0, elements: () => void 0, mergeKeys: void 0 };
    clusterScoped = /* @__PURE__ */ new Map([
      ["APIService", ["apiregistration.k8s.io/v1", "apiregistration.k8s.io/v1beta1"]],
      ["CSIDriver", ["storage.k8s.io/v1", "storage.k8s.io/v1beta1"]],
      ["CSINode", ["storage.k8s.io/v1", "storage.k8s.io/v1beta1"]],
      ["CertificateSigningRequest", ["certificates.k8s.io/v1", "certificates.k8s.io/v1beta1"]],
      ["ClusterRole", ["rbac.authorization.k8s.io/v1", "rbac.authorization.k8s.io/v1beta1"]],
      ["ClusterRoleBinding", ["rbac.authorization.k8s.io/v1", "rbac.authorization.k8s.io/v1beta1"]],
      ["ComponentStatus", ["v1"]],
      ["CustomResourceDefinition", ["apiextensions.k8s.io/v1", "apiextensions.k8s.io/v1beta1"]],
      ["FlowSchema", ["flowcontrol.apiserver.k8s.io/v1beta1"]],
      ["IngressClass", ["networking.k8s.io/v1", "networking.k8s.io/v1beta1"]],
      ["MutatingWebhookConfiguration", ["admissionregistration.k8s.io/v1", "admissionregistration.k8s.io/v1beta1"]],
      ["Namespace", ["v1"]],
      ["Node", ["v1"]],
      ["NodeProxyOptions", ["v1"]],
      ["PersistentVolume", ["v1"]],
      ["PodSecurityPolicy", ["policy/v1beta1"]],
      ["PriorityClass", ["scheduling.k8s.io/v1", "scheduling.k8s.io/v1beta1"]],
      ["PriorityLevelConfiguration", ["flowcontrol.apiserver.k8s.io/v1beta1"]],
      ["RuntimeClass", ["node.k8s.io/v1", "node.k8s.io/v1beta1"]],
      ["StorageClass", ["storage.k8s.io/v1", "storage.k8s.io/v1beta1"]],
      ["ValidatingAdmissionPolicy", ["admissionregistration.k8s.io/v1"]],
      ["ValidatingAdmissionPolicyBinding", ["admissionregistration.k8s.io/v1"]],
      ["ValidatingWebhookConfiguration", ["admissionregistration.k8s.io/v1", "admissionregistration.k8s.io/v1beta1"]],
      ["VolumeAttachment", ["storage.k8s.io/v1", "storage.k8s.io/v1beta1"]]
    ]);
    builtInSchemas = { schemaFor, isClusterScoped };
  }
});

// src/resource/namespaced-kinds.ts
function isNamespaced(apiVersion, kind) {
  return namespaced.has(`${apiVersion} ${kind}`);
}
var kindsByVersion, namespaced;
var init_namespaced_kinds = __esm({
  "src/resource/namespaced-kinds.ts"() {
    "use strict";
    kindsByVersion = /* @__PURE__ */ new Map([
      ["apps/v1", "ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet"],
      ["autoscaling/v1", "HorizontalPodAutoscaler Scale"],
      ["autoscaling/v2beta1", "HorizontalPodAutoscaler"],
      ["autoscaling/v2beta2", "HorizontalPodAutoscaler"],
      ["batch/v1", "CronJob Job"],
      ["batch/v1beta1", "CronJob"],
      ["coordination.k8s.io/v1", "Lease"],
      ["coordination.k8s.io/v1beta1", "Lease"],
      ["discovery.k8s.io/v1", "EndpointSlice"],
      ["discovery.k8s.io/v1beta1", "EndpointSlice"],
      ["events.k8s.io/v1", "Event"],
      ["events.k8s.io/v1beta1", "Event"],
      ["extensions/v1beta1", "Ingress"],
      ["networking.k8s.io/v1", "Ingress NetworkPolicy"],
      ["networking.k8s.io/v1beta1", "Ingress"],
      ["policy/v1", "PodDisruptionBudget"],
      ["policy/v1beta1", "PodDisruptionBudget"],
      ["rbac.authorization.k8s.io/v1", "Role RoleBinding"],
      ["rbac.authorization.k8s.io/v1beta1", "Role RoleBinding"],
      ["storage.k8s.io/v1beta1", "CSIStorageCapacity"],
      [
        "v1",
        "ConfigMap Endpoints Event LimitRange PersistentVolumeClaim Pod PodAttachOptions PodExecOptions PodPortForwardOptions PodProxyOptions PodTemplate ReplicationController ResourceQuota Secret Service ServiceAccount ServiceProxyOptions"
      ]
    ]);
    namespaced = new Set(
      [...kindsByVersion].flatMap(([apiVersion, kinds]) => kinds.split(" ").map((kind) => `${apiVersion} ${kind}`))
    );
  }
});

// src/build/build-schemas.ts
var BuildSchemas;
var init_build_schemas = __esm({
  "src/build/build-schemas.ts"() {
    "use strict";
    init_merge_schema();
    init_namespaced_kinds();
    BuildSchemas = class {
      state = { choice: void 0, used: false, beyond: false };
      /** Tells states apart that bases are built differently in. */
      get key() {
        const { choice, used, beyond } = this.state;
        if (choice === void 0) return `${used ? "used" : ""}${beyond ? "beyond" : ""}`;
        return choice === "built-in" ? choice : `${choice.builtIn} ${choice.path}`;
      }
      schemaFor(apiVersion, kind) {
        const { choice, used } = this.state;
        if (choice === void 0 && !used) this.state = { ...this.state, used: true };
        if (choice === void 0 || choice === "built-in") return builtInSchemas.schemaFor(apiVersion, kind);
        return choice.document().schemaFor(apiVersion, kind, choice.builtIn);
      }
      isClusterScoped(apiVersion, kind) {
        if (builtInSchemas.isClusterScoped(apiVersion, kind)) return true;
        const { choice, beyond } = this.state;
        if (choice === "built-in" || choice === void 0 && beyond || isNamespaced(apiVersion, kind)) return false;
        if (choice !== void 0) return choice.document().isClusterScoped(apiVersion, kind);
        this.state = { ...this.state, beyond: true };
        return false;
      }
      choose(schemas) {
        const { used, beyond } = this.state;
        const builtIn = used ? "behind" : beyond ? "in-front" : "unknown";
        const choice = schemas === "built-in" ? schemas : { ...schemas, builtIn };
        this.state = { choice, used: false, beyond: false };
      }
    };
  }
});

// src/sources/paths.ts
function parentOf(path) {
  const slash = path.lastIndexOf("/");
  return slash <= 0 ? "/" : path.slice(0, slash);
}
function nameOf(path) {
  return path.slice(path.lastIndexOf("/") + 1);
}
function childOf(directory, name) {
  return directory === "/" ? `/${name}` : `${directory}/${name}`;
}
function relativeToTop(path) {
  return path === "/" ? "." : path.slice(1);
}
function assertNormalised(path) {
  if (UNNORMALISED.test(path)) throw new TypeError(`not a normalised absolute path: ${JSON.stringify(path)}`);
}
function compareBytewise(a, b) {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return utf8Rank(left) - utf8Rank(right);
  }
  return a.length - b.length;
}
function utf8Rank(unit) {
  if (unit < 55296) return unit;
  return unit < 57344 ? unit + 8192 : unit - 2048;
}
var MAX_PATH_LENGTH, UNNORMALISED;
var init_paths = __esm({
  "src/sources/paths.ts"() {
    "use strict";
    MAX_PATH_LENGTH = 4096;
    UNNORMALISED = /^(?!\/)|\/(?:\.{0,2}\/|\.{1,2}$)|.\/$/s;
  }
});

// src/sources/tree-problems.ts
function requireFile(tree, path, found) {
  if (found === void 0) {
    throw failure("file-not-found", `no such file in ${tree.label}`, { file: tree.display(path) });
  }
  if (found.type === "file") return found;
  const what = found.type === "directory" ? "a directory" : "neither a file nor a directory";
  throw failure("not-a-file", `expected a file, but this is ${what} in ${tree.label}`, { file: tree.display(path) });
}
function requireDirectory(tree, path, found) {
  if (found === void 0) {
    throw failure("directory-not-found", `no such directory in ${tree.label}`, { file: tree.display(path) });
  }
  if (found.type === "directory") return found;
  const what = found.type === "file" ? "a file" : "neither a file nor a directory";
  throw failure("not-a-directory", `expected a directory, but this is ${what} in ${tree.label}`, {
    file: tree.display(path)
  });
}
function unreadable(tree, path, cause) {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return failure("unreadable", `cannot be read: ${reason}`, { file: tree.display(path), cause });
}
function tooLarge(file, bytes) {
  return failure("file-too-large", `is ${bytes} bytes long; at most ${MAX_FILE_BYTES} are read`, { file });
}
var MAX_FILE_BYTES;
var init_tree_problems = __esm({
  "src/sources/tree-problems.ts"() {
    "use strict";
    init_diagnostics();
    MAX_FILE_BYTES = 128 * 1024 * 1024;
  }
});

// src/sources/disk-tree.ts
function diskTree(root, options = {}) {
  const label2 = options.label ?? "the working tree";
  const display = options.display ?? relativeToTop;
  const hidden = options.hidden;
  const place = { label: label2, display };
  const top = realRoot(root);
  const prefix = top === "/" ? "" : top;
  const found = /* @__PURE__ */ new Map([["/", { path: "/", type: "directory", size: 0 }]]);
  function locate2(path) {
    const known = found.get(path);
    if (known !== void 0 || found.has(path)) return known;
    if (path.length > MAX_PATH_LENGTH) return void 0;
    assertNormalised(path);
    const result = locateUnknown(path);
    found.set(path, result);
    return result;
  }
  function locateUnknown(path) {
    const directory = locate2(parentOf(path));
    if (directory?.type !== "directory" || isHidden(nameOf(path))) return void 0;
    const real = childOf(directory.path, nameOf(path));
    if (real !== path) return locate2(real);
    const stats = attempt(() => (0, import_node_fs2.lstatSync)(prefix + real, { throwIfNoEntry: false }));
    if (stats === void 0) return void 0;
    return stats.isSymbolicLink() ? follow5(real) : { path: real, type: typeOf(stats), size: stats.size };
  }
  function follow5(link2) {
    const target = attempt(() => import_node_fs2.realpathSync.native(prefix + link2));
    if (target === void 0 || !(target === top || target.startsWith(`${prefix}/`))) return void 0;
    const path = target === top ? "/" : target.slice(prefix.length);
    return locate2(path);
  }
  function isHidden(name) {
    return hidden !== void 0 && name.length === hidden.length && name.toLowerCase() === hidden;
  }
  function entryOf2(directory, entry2) {
    const spoilt = entry2.name.includes("\uFFFD");
    if (entry2.isFile() && !spoilt) return { name: entry2.name, type: "file" };
    if (entry2.isDirectory() && !spoilt) return { name: entry2.name, type: "directory" };
    return { name: entry2.name, type: locate2(childOf(directory, entry2.name))?.type ?? "other" };
  }
  return {
    label: label2,
    directory: prefix,
    display,
    async lookup(path) {
      const result = locate2(path);
      return result === void 0 ? void 0 : { path: result.path, type: result.type };
    },
    async read(path) {
      const file = requireFile(place, path, locate2(path));
      if (file.size > MAX_FILE_BYTES) throw tooLarge(display(path), file.size);
      try {
        return (0, import_node_fs2.readFileSync)(prefix + file.path);
      } catch (error) {
        throw unreadable(place, path, error);
      }
    },
    async list(path) {
      const directory = requireDirectory(place, path, locate2(path));
      try {
        return (0, import_node_fs2.readdirSync)(`${prefix}${directory.path}`, { withFileTypes: true }).filter((entry2) => !isHidden(entry2.name)).map((entry2) => entryOf2(directory.path, entry2)).sort((a, b) => compareBytewise(a.name, b.name));
      } catch (error) {
        throw unreadable(place, path, error);
      }
    }
  };
}
function realRoot(root) {
  const real = attempt(() => import_node_fs2.realpathSync.native(root));
  if (real === void 0) throw failure("directory-not-found", "no such directory", { file: root });
  if (!(0, import_node_fs2.statSync)(real).isDirectory()) throw failure("not-a-directory", "expected a directory", { file: root });
  return real;
}
function typeOf(stats) {
  if (stats.isFile()) return "file";
  return stats.isDirectory() ? "directory" : "other";
}
function attempt(call) {
  try {
    return call();
  } catch {
    return void 0;
  }
}
var import_node_fs2;
var init_disk_tree = __esm({
  "src/sources/disk-tree.ts"() {
    "use strict";
    import_node_fs2 = __toESM(require_node_fs(), 1);
    init_diagnostics();
    init_paths();
    init_tree_problems();
  }
});

// src/sources/virtual-tree.ts
function virtualTree(store, label2, display = relativeToTop) {
  const place = { label: label2, display };
  const found = /* @__PURE__ */ new Map([["/", { path: "/", type: "directory", node: store.top }]]);
  async function locate2(path) {
    const known = found.get(path);
    if (known !== void 0 || found.has(path)) return known;
    if (path.length > MAX_PATH_LENGTH) return void 0;
    assertNormalised(path);
    const parent = await locate2(parentOf(path));
    const result = parent === void 0 ? void 0 : await walk2(parent, nameOf(path));
    found.set(path, result);
    return result;
  }
  async function walk2(from, relative3) {
    const pending = [relative3];
    let here = from;
    let links = 0;
    for (let steps = 0; pending.length > 0; steps++) {
      if (here?.type !== "directory" || steps > MAX_STEPS) return void 0;
      const name = pending.pop();
      if (name === "" || name === ".") continue;
      if (name === "..") {
        if (here.path === "/") return void 0;
        here = await locate2(parentOf(here.path));
        continue;
      }
      const node = (await store.entries(here.node)).get(name);
      if (node === void 0) return void 0;
      if (node.type !== "link") {
        here = { path: childOf(here.path, name), type: node.type, node };
        continue;
      }
      const target = await store.target(node);
      if (target === void 0 || target === "" || target.startsWith("/") || ++links > MAX_LINKS) return void 0;
      pending.push(...target.split("/").reverse());
    }
    return here;
  }
  async function entryOf2(directory, name, node) {
    const entry2 = node.type === "link" ? await locate2(childOf(directory, name)) : { type: node.type, node };
    if (entry2 === void 0) return { name, type: "other" };
    return entry2.node.executable ? { name, type: entry2.type, executable: true } : { name, type: entry2.type };
  }
  return {
    label: label2,
    display,
    async lookup(path) {
      const result = await locate2(path);
      return result === void 0 ? void 0 : { path: result.path, type: result.type, ...idOf(result.node) };
    },
    async read(path) {
      const file = requireFile(place, path, await locate2(path));
      return store.bytes(file.node, display(path));
    },
    async list(path) {
      const directory = requireDirectory(place, path, await locate2(path));
      const entries = await store.entries(directory.node);
      return Promise.all([...entries].map(([name, node]) => entryOf2(directory.path, name, node)));
    }
  };
}
function idOf(node) {
  return node.type === "file" && node.id !== void 0 ? { id: node.id } : {};
}
var MAX_LINKS, MAX_STEPS;
var init_virtual_tree = __esm({
  "src/sources/virtual-tree.ts"() {
    "use strict";
    init_paths();
    init_tree_problems();
    MAX_LINKS = 40;
    MAX_STEPS = MAX_PATH_LENGTH;
  }
});

// src/sources/git/git-tree.ts
async function gitTree(repository, sha, label2) {
  const { objects } = repository;
  const top = /^[0-9a-f]{40,64}$/.test(sha) ? await objects.treeOfCommit(sha) : void 0;
  if (top === void 0) {
    throw failure("unknown-revision", `the repository has no commit ${JSON.stringify(sha)}`, { object: label2 });
  }
  return virtualTree(gitNodeStore(objects, top), label2);
}
function workTree(repository) {
  if (repository.top === void 0) {
    throw failure("no-work-tree", "a bare repository has no working tree", {
      hint: "Name a revision instead, such as HEAD."
    });
  }
  return diskTree(repository.top, { hidden: ".git" });
}
function gitNodeStore(objects, top) {
  return {
    top,
    entries: (directory) => objects.directory(directory.id),
    async target(link2) {
      const { bytes } = await objects.blob(link2.id);
      if (bytes === void 0 || bytes.length > MAX_PATH_LENGTH) return void 0;
      return bytes.toString();
    },
    async bytes(file, shown3) {
      const { bytes, size } = await objects.blob(file.id);
      if (bytes === void 0) throw tooLarge(shown3, size);
      return bytes;
    }
  };
}
var init_git_tree = __esm({
  "src/sources/git/git-tree.ts"() {
    "use strict";
    init_diagnostics();
    init_disk_tree();
    init_paths();
    init_tree_problems();
    init_virtual_tree();
  }
});

// node:node:child_process
var require_node_child_process = __commonJS({
  "node:node:child_process"(exports2, module2) {
    module2.exports = Object.create(new Proxy({}, { get: (_, name) => process.getBuiltinModule("node:child_process")[name] }));
  }
});

// src/sources/process-group.ts
function endGroup(child) {
  const { pid } = child;
  if (pid === void 0) return;
  try {
    if (GROUP.detached) process.kill(-pid, "SIGKILL");
    else child.kill("SIGKILL");
  } catch {
  }
}
function watchGroup(child) {
  if (running2.size === 0) {
    for (const name of SIGNALS) process.on(name, onSignal);
    process.on("exit", endAll);
  }
  running2.add(child);
  child.once("close", () => forget(child));
  child.once("error", () => forget(child));
}
function forget(child) {
  if (!running2.delete(child) || running2.size > 0) return;
  for (const name of SIGNALS) process.off(name, onSignal);
  process.off("exit", endAll);
}
function endAll() {
  for (const child of running2) endGroup(child);
}
function onSignal(signal) {
  endAll();
  for (const name of SIGNALS) process.off(name, onSignal);
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}
var SIGNALS, running2, GROUP;
var init_process_group = __esm({
  "src/sources/process-group.ts"() {
    "use strict";
    SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
    running2 = /* @__PURE__ */ new Set();
    GROUP = { detached: process.platform !== "win32" };
  }
});

// src/sources/git/git-process.ts
function gitContext(directory, env = process.env) {
  const own = { ...env };
  for (const name of VARIABLES_OF_ANOTHER_REPOSITORY) delete own[name];
  return {
    directory,
    env: {
      ...own,
      LC_ALL: "C",
      GIT_TERMINAL_PROMPT: "0",
      // Reading must not write: no refresh of the index, and objects are what their ids say.
      GIT_OPTIONAL_LOCKS: "0",
      GIT_NO_REPLACE_OBJECTS: "1"
    }
  };
}
function startGit(context, args, how = {}) {
  const settings = [
    // A container action often runs as another user than the one who checked out.
    `safe.directory=${context.directory}`,
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "protocol.ext.allow=never",
    "maintenance.auto=false"
  ];
  const options = settings.flatMap((setting) => ["-c", setting]);
  return (0, import_node_child_process.spawn)("git", ["--no-pager", ...options, ...args], { cwd: context.directory, env: context.env, ...how });
}
function runGit(context, args, options = {}) {
  const limit = options.stopAfter ?? MAX_OUTPUT_BYTES;
  const seconds = options.timeoutSeconds ?? LOCAL_TIMEOUT_SECONDS;
  return new Promise((resolve10, reject) => {
    const child = startGit(context, args, options.group ? GROUP : {});
    if (options.group) watchGroup(child);
    const output = [];
    let bytes = 0;
    let errors = "";
    const finish4 = (code3) => {
      clearTimeout(timer);
      resolve10({ code: code3, stdout: Buffer.concat(output).toString(), words: presentable(errors) });
    };
    const abandon = (reason) => {
      if (options.group) endGroup(child);
      else child.kill();
      child.stdout.destroy();
      child.stderr.destroy();
      if (reason === void 0) return finish4(0);
      clearTimeout(timer);
      reject(gitFailed(args, reason));
    };
    const timer = setTimeout(() => abandon(`gave no result within ${seconds} seconds`), seconds * 1e3);
    const { signal } = options;
    const stop = () => abandon(String(signal?.reason));
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
    child.stdin.on("error", ignore).end();
    child.stdout.on("data", (chunk) => {
      output.push(chunk);
      bytes += chunk.length;
      if (bytes < limit) return;
      abandon(options.stopAfter === void 0 ? `printed more than ${limit} bytes` : void 0);
    });
    child.stderr.on("data", (chunk) => {
      if (errors.length < MAX_OUTPUT_BYTES) errors += chunk.toString();
      options.onWords?.(chunk.toString());
    });
    child.on("error", (error) => {
      clearTimeout(timer);
      reject(cannotStart(error));
    });
    child.on("close", (code3) => {
      signal?.removeEventListener("abort", stop);
      finish4(code3 ?? 128);
    });
  });
}
async function outputOfGit(context, args, options = {}) {
  const { code: code3, stdout, words: words2 } = await runGit(context, args, options);
  if (code3 !== 0) throw gitFailed(args, words2 === "" ? `exit code ${code3}` : words2);
  return stdout.replace(/\n$/, "");
}
function gitFailed(args, reason) {
  return failure("git-failed", `git ${args[0] ?? ""} failed: ${reason}`);
}
function cannotStart(error) {
  if (error.code !== "ENOENT") {
    return failure("git-failed", `git could not be started: ${error.message}`, { cause: error });
  }
  return failure("git-not-found", "git could not be started: no such program, or the directory is gone", {
    hint: "Install git and make sure that it is on the PATH.",
    cause: error
  });
}
function presentable(words2) {
  const plain2 = maskSecrets(words2.slice(-4 * MAX_WORDS)).replace(/[\x00-\x08\x0b-\x1f\x7f]/g, "");
  const trimmed = plain2.trim();
  return trimmed.length <= MAX_WORDS ? trimmed : `\u2026${trimmed.slice(-MAX_WORDS)}`;
}
function maskSecrets(text6) {
  return text6.replace(/(\b[a-z][a-z0-9+.-]*:\/\/)[^/\s]*@/gi, "$1***@").replace(/(authorization:\s*\w+\s+)\S+/gi, "$1***").replace(/\b(?:gh[a-z]_|github_pat_)\w{10,}/g, "***");
}
function ignore() {
}
var import_node_child_process, MAX_OUTPUT_BYTES, MAX_WORDS, LOCAL_TIMEOUT_SECONDS, VARIABLES_OF_ANOTHER_REPOSITORY;
var init_git_process = __esm({
  "src/sources/git/git-process.ts"() {
    "use strict";
    import_node_child_process = __toESM(require_node_child_process(), 1);
    init_diagnostics();
    init_process_group();
    MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
    MAX_WORDS = 2e3;
    LOCAL_TIMEOUT_SECONDS = 300;
    VARIABLES_OF_ANOTHER_REPOSITORY = [
      "GIT_DIR",
      "GIT_WORK_TREE",
      "GIT_COMMON_DIR",
      "GIT_INDEX_FILE",
      "GIT_OBJECT_DIRECTORY",
      "GIT_ALTERNATE_OBJECT_DIRECTORIES",
      "GIT_NAMESPACE",
      "GIT_PREFIX",
      "GIT_SHALLOW_FILE",
      "GIT_GRAFT_FILE",
      "GIT_REPLACE_REF_BASE",
      "GIT_EXTERNAL_DIFF"
    ];
  }
});

// node:node:fs/promises
var require_promises = __commonJS({
  "node:node:fs/promises"(exports2, module2) {
    module2.exports = Object.create(new Proxy({}, { get: (_, name) => process.getBuiltinModule("node:fs/promises")[name] }));
  }
});

// src/sources/git/revisions.ts
function isCommitId(text6) {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text6);
}
async function resolveRevision(git, revision) {
  if (!isPossibleRevision(revision)) return void 0;
  for (const name of [revision, ...namesAtOrigin(revision)]) {
    const sha = await commitOf(git, name);
    if (sha !== void 0) return { sha, label: labelOf(name, sha) };
  }
  return void 0;
}
function namesAtOrigin(revision) {
  if (isCommitId(revision) || revision === "HEAD") return [];
  if (revision.startsWith("refs/heads/")) return [`refs/remotes/origin/${revision.slice("refs/heads/".length)}`];
  return [revision.startsWith("refs/") ? `refs/remotes/${revision.slice(5)}` : `refs/remotes/origin/${revision}`];
}
async function requireRevision(git, revision) {
  const found = await resolveRevision(git, revision);
  if (found !== void 0) return found;
  throw await unknownRevision(git, revision);
}
async function unknownRevision(git, revision, origin2) {
  const shown3 = JSON.stringify(revision);
  if (origin2 !== void 0) {
    return failure("unknown-revision", `there is no revision ${shown3}, here or at origin: ${origin2}`, {
      object: revision,
      hint: "Check the spelling; a commit that was pushed over may be gone for good."
    });
  }
  if (await commitOf(git, "HEAD") === void 0) {
    return failure("unknown-revision", `there is no revision ${shown3}: nothing is committed yet`, {
      object: revision,
      hint: "Commit something first."
    });
  }
  const hint = await isShallow(git) ? "This clone is shallow; with actions/checkout, set `fetch-depth: 0` to have all revisions." : "Check the spelling, or fetch the branch first.";
  return failure("unknown-revision", `there is no revision ${shown3} in this repository`, { object: revision, hint });
}
async function isShallow(git) {
  return await outputOfGit(git, ["rev-parse", "--is-shallow-repository"]) === "true";
}
async function findMergeBase(git, a, b) {
  const args = ["merge-base", a, b];
  const { code: code3, stdout, words: words2 } = await runGit(git, args);
  if (code3 > 1) throw gitFailed(args, words2);
  return code3 === 0 ? stdout.trimEnd() : void 0;
}
async function mayBeBetter(git, a, b, mergeBase) {
  const cut3 = await shallowCommits(git);
  const born = (await datedCommits(git, ["--max-count=1", mergeBase])).get(mergeBase) ?? 0;
  const between2 = await datedCommits(git, [a, b, `^${mergeBase}`]);
  return [...between2].some(([sha, date]) => cut3.has(sha) && date >= born);
}
function labelOf(name, sha) {
  const short = sha.slice(0, 7);
  return sha.startsWith(name) ? short : `${name.replace(/^refs\/(?:heads|tags|remotes)\//, "")} (${short})`;
}
function isPossibleRevision(revision) {
  return revision !== "" && !revision.startsWith("-") && revision.length < 1e3 && !/[\x00-\x1f\x7f]/.test(revision);
}
async function commitOf(git, name) {
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`];
  const { code: code3, stdout } = await runGit(git, args);
  const sha = stdout.trimEnd();
  return code3 === 0 && isCommitId(sha) ? sha : void 0;
}
async function shallowCommits(git) {
  const path = await outputOfGit(git, ["rev-parse", "--git-path", "shallow"]);
  const text6 = await (0, import_promises.readFile)((0, import_node_path.resolve)(git.directory, path), "utf8").catch(() => "");
  return new Set(text6.split("\n").filter((line2) => line2 !== ""));
}
async function datedCommits(git, args) {
  const lines = await outputOfGit(git, ["rev-list", "--timestamp", ...args, "--"]);
  return new Map(
    lines.split("\n").map((line2) => {
      const [date = "", sha = ""] = line2.split(" ");
      return [sha, Number(date)];
    })
  );
}
var import_promises, import_node_path;
var init_revisions = __esm({
  "src/sources/git/revisions.ts"() {
    "use strict";
    import_promises = __toESM(require_promises(), 1);
    import_node_path = __toESM(require_node_path(), 1);
    init_diagnostics();
    init_git_process();
  }
});

// src/sources/git/fetching.ts
async function fetchCommit(git, revision, log) {
  const here = await resolveRevision(git, revision);
  if (here !== void 0) return here;
  const refspecs = refspecsFor(revision);
  if (refspecs.length === 0 || !await hasOrigin(git)) throw await unknownRevision(git, revision);
  log(`Fetching ${revision} from origin, as this clone does not have it.`);
  const depth = await isShallow(git) ? ["--depth=1"] : [];
  let words2 = "";
  for (const [refspec, local] of refspecs) {
    const result = await fetchFromOrigin(git, [...depth, "origin", refspec]);
    if (result.code !== 0 && !isAbsent(result)) throw fetchFailed(revision, result);
    const found = result.code === 0 ? await resolveRevision(git, local) : void 0;
    if (found !== void 0) return found;
    words2 = result.words;
  }
  throw await unknownRevision(git, revision, words2);
}
async function fetchMergeBase(git, a, b, log) {
  for (const deepening of [...DEEPENINGS, void 0]) {
    const found = await findMergeBase(git, a, b);
    const complete = !await isShallow(git);
    const final = complete || deepening === void 0;
    if (found !== void 0 && (final || !await mayBeBetter(git, a, b, found))) return found;
    if (final) break;
    log(
      `Fetching more history (${deepening.slice(2)}) to find the merge base of ${a.slice(0, 7)} and ${b.slice(0, 7)}.`
    );
    await deepen(git, deepening, a, b);
  }
  throw failure("no-merge-base", `${a.slice(0, 7)} and ${b.slice(0, 7)} have no common ancestor`, {
    hint: "Name the base commit to compare with instead."
  });
}
async function deepen(git, how, a, b) {
  let result = await fetchFromOrigin(git, [how, "origin", a, b]);
  if (result.code !== 0 && isAbsent(result)) result = await fetchFromOrigin(git, [how, "origin"]);
  if (result.code !== 0) throw fetchFailed("more history", result);
}
function refspecsFor(revision) {
  if (isCommitId(revision)) return [[revision, revision]];
  if (!isPossibleRevision(revision) || !REF_NAME.test(revision) || revision === "HEAD") return [];
  const into = (remote, local) => [`+${remote}:${local}`, local];
  const branch = (name) => into(`refs/heads/${name}`, `refs/remotes/origin/${name}`);
  if (revision.startsWith("refs/heads/")) return [branch(revision.slice("refs/heads/".length))];
  if (revision.startsWith("refs/tags/")) return [into(revision, revision)];
  if (revision.startsWith("refs/")) return [into(revision, `refs/remotes/${revision.slice("refs/".length)}`)];
  if (revision.startsWith("origin/")) return [branch(revision.slice("origin/".length))];
  return [branch(revision), into(`refs/tags/${revision}`, `refs/tags/${revision}`)];
}
async function fetchFromOrigin(git, args) {
  const run4 = () => runGit(git, [...FETCH, ...args], { timeoutSeconds: TIMEOUT_SECONDS });
  const first = await run4();
  return first.code !== 0 && isTransient(first) ? run4() : first;
}
function isTransient({ words: words2 }) {
  return /early EOF|hung up|Connection (?:reset|timed out)|Could not resolve|error: (?:429|50[0234])\b/i.test(words2);
}
function isAbsent({ words: words2 }) {
  return /couldn't find remote ref|not our ref|unadvertised object/i.test(words2);
}
async function hasOrigin(git) {
  return (await runGit(git, ["config", "--get", "remote.origin.url"])).code === 0;
}
function fetchFailed(what, { words: words2 }) {
  return failure("fetch-failed", `${what} could not be fetched from origin: ${words2}`, {
    object: what,
    hint: "With actions/checkout, set `fetch-depth: 0` so that nothing has to be fetched, and keep `persist-credentials`."
  });
}
var FETCH, TIMEOUT_SECONDS, DEEPENINGS, REF_NAME;
var init_fetching = __esm({
  "src/sources/git/fetching.ts"() {
    "use strict";
    init_diagnostics();
    init_git_process();
    init_revisions();
    FETCH = ["fetch", "--quiet", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head"];
    TIMEOUT_SECONDS = 600;
    DEEPENINGS = ["--deepen=50", "--deepen=200", "--deepen=1000", "--unshallow"];
    REF_NAME = /^(?!.*(?:\.\.|@\{|\/\/|\.lock(?:\/|$)))[^\s~^:?*[\\/.][^\s~^:?*[\\]*(?<![/.])$/;
  }
});

// src/sources/git/filters.ts
async function withoutFilters(git) {
  const pattern = "^filter\\..*\\.(clean|process|required)$";
  const { stdout } = await runGit(git, ["config", "--null", "--name-only", "--get-regexp", pattern]);
  const keys = [...new Set(stdout.split("\0").filter((key) => key !== ""))];
  if (keys.length === 0) return git;
  const present2 = Number(git.env["GIT_CONFIG_COUNT"] ?? 0) || 0;
  const env = { ...git.env, GIT_CONFIG_COUNT: String(present2 + keys.length) };
  for (const [index, key] of keys.entries()) {
    Object.assign(env, {
      [`GIT_CONFIG_KEY_${present2 + index}`]: key,
      [`GIT_CONFIG_VALUE_${present2 + index}`]: key.endsWith(".required") ? "false" : ""
    });
  }
  return { ...git, env };
}
var init_filters = __esm({
  "src/sources/git/filters.ts"() {
    "use strict";
    init_git_process();
  }
});

// src/sources/git/batch-output.ts
function batchOutput(limit, emit3) {
  let header = "";
  let answer;
  let seen = 0;
  function readHeader2(chunk, from) {
    const end = chunk.indexOf(LINE_FEED, from);
    header += chunk.toString("utf8", from, end < 0 ? chunk.length : end);
    if (header.length > MAX_HEADER_BYTES) throw new Error("a header without end");
    if (end < 0) return chunk.length;
    const match = HEADER.exec(header);
    if (match === null) {
      if (!NOT_FOUND.test(header)) throw new Error(`unexpected header ${JSON.stringify(header)}`);
      emit3({ found: false });
    } else {
      const size = Number(match[3]);
      const bytes = size <= limit ? Buffer.allocUnsafe(size) : void 0;
      answer = { found: true, id: match[1], type: match[2], size, bytes };
      seen = 0;
    }
    header = "";
    return end + 1;
  }
  function readBody(chunk, from, current) {
    const taken = Math.min(current.size - seen, chunk.length - from);
    if (current.bytes !== void 0) chunk.copy(current.bytes, seen, from, from + taken);
    seen += taken;
    const next = from + taken;
    if (seen < current.size || next === chunk.length) return next;
    if (chunk[next] !== LINE_FEED) throw new Error("an object longer than announced");
    answer = void 0;
    emit3(current);
    return next + 1;
  }
  return (chunk) => {
    let at3 = 0;
    while (at3 < chunk.length) at3 = answer === void 0 ? readHeader2(chunk, at3) : readBody(chunk, at3, answer);
  };
}
var HEADER, NOT_FOUND, MAX_HEADER_BYTES, LINE_FEED;
var init_batch_output = __esm({
  "src/sources/git/batch-output.ts"() {
    "use strict";
    HEADER = /^([0-9a-f]{40,64}) (blob|tree|commit|tag) (\d+)$/;
    NOT_FOUND = / (?:missing|ambiguous)$/;
    MAX_HEADER_BYTES = 8192;
    LINE_FEED = 10;
  }
});

// src/sources/git/object-reader.ts
function objectReader(context, limit = MAX_FILE_BYTES) {
  let running3;
  let closed2 = false;
  function start2() {
    const child = startGit(context, ["cat-file", "--batch"]);
    const current = { child, questions: [], unsent: "" };
    let errors = "";
    const parse4 = batchOutput(limit, (answer) => {
      current.questions.shift()?.answered(answer);
      if (current.questions.length === 0) letNodeExit(child, true);
    });
    const fail = (error) => {
      if (running3 === current) running3 = void 0;
      for (const question of current.questions.splice(0)) question.failed(error);
    };
    child.stdout.on("data", (chunk) => {
      try {
        parse4(chunk);
      } catch (error) {
        child.kill();
        fail(died(`it printed ${error.message}`, error));
      }
    });
    child.stderr.on("data", (chunk) => {
      errors = (errors + chunk.toString()).slice(-1e4);
    });
    child.stdin.on("error", () => {
    });
    child.on("error", (error) => fail(cannotStart(error)));
    child.on("close", (code3, signal) => {
      const words2 = presentable(errors);
      fail(died(words2 === "" ? signal === null ? `exit code ${code3}` : `signal ${signal}` : words2));
    });
    return current;
  }
  function send2(to, name) {
    if (to.unsent === "") {
      queueMicrotask(() => {
        to.child.stdin.write(to.unsent);
        to.unsent = "";
      });
    }
    to.unsent += `${name}
`;
  }
  return {
    read(name) {
      if (closed2) return Promise.reject(failure("git-failed", "the repository was closed before all of it was read"));
      if (!NAME.test(name)) return Promise.reject(new TypeError(`not an object id: ${JSON.stringify(name)}`));
      running3 ??= start2();
      const current = running3;
      return new Promise((answered, failed) => {
        if (current.questions.length === 0) letNodeExit(current.child, false);
        current.questions.push({ answered, failed });
        send2(current, name);
      });
    },
    close() {
      closed2 = true;
      const current = running3;
      if (current !== void 0) queueMicrotask(() => current.child.stdin.end());
    }
  };
}
function died(reason, cause) {
  return failure("git-failed", `git cat-file ended unexpectedly: ${reason}`, {
    hint: "Run `git fsck` to see whether the repository is intact.",
    cause
  });
}
function letNodeExit(child, free) {
  for (const handle of [child, child.stdin, child.stdout, child.stderr]) {
    const { ref, unref } = handle;
    (free ? unref : ref)?.call(handle);
  }
}
var NAME;
var init_object_reader = __esm({
  "src/sources/git/object-reader.ts"() {
    "use strict";
    init_diagnostics();
    init_tree_problems();
    init_batch_output();
    init_git_process();
    NAME = /^[0-9a-f]{40,64}(?:\^\{tree\})?$/;
  }
});

// src/sources/git/tree-object.ts
function parseTreeObject(bytes, idBytes) {
  const entries = /* @__PURE__ */ new Map();
  let ordered = true;
  let previous = "";
  for (let at3 = 0; at3 < bytes.length; ) {
    const space = bytes.indexOf(SPACE, at3);
    const nul = bytes.indexOf(0, space);
    const end = nul + 1 + idBytes;
    if (space < 0 || nul < 0 || end > bytes.length) throw new Error("not a tree object");
    const name = bytes.toString("utf8", space + 1, nul);
    if (isPossible(name)) {
      const mode = bytes.toString("latin1", at3, space);
      const type = isUtf8(name, bytes.subarray(space + 1, nul)) ? typeOf2(mode) : "other";
      const id = bytes.toString("hex", nul + 1, end);
      entries.set(name, nodeOf(mode, type, id));
      ordered &&= compareBytewise(previous, name) < 0;
      previous = name;
    }
    at3 = end;
  }
  return ordered ? entries : new Map([...entries].sort(([a], [b]) => compareBytewise(a, b)));
}
function nodeOf(mode, type, id) {
  if (mode === SUBMODULE) return { type: "other", id, isSubmodule: true };
  return mode === EXECUTABLE && type === "file" ? { type, id, executable: true } : { type, id };
}
function isPossible(name) {
  return name !== "" && name !== "." && name !== ".." && !name.includes("/") && name.toLowerCase() !== ".git";
}
function isUtf8(name, bytes) {
  return !name.includes("\uFFFD") || Buffer.from(name).equals(bytes);
}
function typeOf2(mode) {
  if (mode === "40000" || mode === "040000") return "directory";
  if (mode === "120000") return "link";
  return mode.startsWith("100") ? "file" : "other";
}
var SPACE, SUBMODULE, EXECUTABLE;
var init_tree_object = __esm({
  "src/sources/git/tree-object.ts"() {
    "use strict";
    init_paths();
    SPACE = 32;
    SUBMODULE = "160000";
    EXECUTABLE = "100755";
  }
});

// src/sources/git/object-store.ts
function objectStore(reader, maxKeptBytes = MAX_KEPT_BYTES) {
  const directories = /* @__PURE__ */ new Map();
  const blobs = /* @__PURE__ */ new Map();
  const sizes = /* @__PURE__ */ new Map();
  let kept = 0;
  async function readAs(name, type) {
    const answer = await reader.read(name);
    if (!answer.found) {
      throw failure("git-object-missing", `the repository lacks the ${type} ${name}`, {
        hint: "Run `git fsck`, or clone anew."
      });
    }
    if (answer.type !== type) throw broken(name, `expected a ${type}, found a ${answer.type}`);
    return answer;
  }
  async function readDirectory2(id) {
    return parse(await readAs(id, "tree"));
  }
  async function readBlob(id) {
    const blob = await readAs(id, "blob");
    const bytes = blob.bytes?.length ?? 0;
    sizes.set(id, bytes);
    kept += bytes;
    for (const oldest of sizes.keys()) {
      if (kept <= maxKeptBytes) break;
      kept -= sizes.get(oldest) ?? 0;
      sizes.delete(oldest);
      blobs.delete(oldest);
    }
    return blob;
  }
  return {
    async treeOfCommit(sha) {
      const answer = await reader.read(`${sha}^{tree}`);
      if (!answer.found) return void 0;
      const entries = parse(answer);
      directories.set(answer.id, Promise.resolve(entries));
      return { type: "directory", id: answer.id };
    },
    directory: (id) => remembered(directories, id, readDirectory2),
    blob: (id) => remembered(blobs, id, readBlob),
    close: () => reader.close()
  };
}
function remembered(known, id, read2) {
  const before = known.get(id);
  if (before !== void 0) return before;
  const reading2 = read2(id);
  known.set(id, reading2);
  reading2.catch(() => known.delete(id));
  return reading2;
}
function parse(tree) {
  if (tree.bytes === void 0) throw broken(tree.id, `a directory of ${tree.size} bytes is too large`);
  try {
    return parseTreeObject(tree.bytes, tree.id.length / 2);
  } catch (error) {
    throw broken(tree.id, error.message, error);
  }
}
function broken(name, reason, cause) {
  return failure("git-object-broken", `the object ${name} cannot be used: ${reason}`, { cause });
}
var MAX_KEPT_BYTES;
var init_object_store = __esm({
  "src/sources/git/object-store.ts"() {
    "use strict";
    init_diagnostics();
    init_tree_object();
    MAX_KEPT_BYTES = 64 * 1024 * 1024;
  }
});

// src/sources/git/repository.ts
async function openRepository(directory, options = {}) {
  const git = gitContext(realDirectory(directory), options.env);
  const top = await topOf(git, directory);
  const objects = objectStore(objectReader(git));
  const log = options.log ?? (() => {
  });
  let fetching = Promise.resolve();
  function oneByOne(work) {
    const result = fetching.then(work);
    fetching = result.catch(() => {
    });
    return result;
  }
  async function symbolic(ref) {
    const { code: code3, stdout } = await runGit(git, ["symbolic-ref", "--quiet", "--short", ref]);
    return code3 === 0 ? stdout.trimEnd() : void 0;
  }
  return {
    top,
    objects,
    resolve: (revision) => requireRevision(git, revision),
    async ensureCommit(revision) {
      const here = await resolveRevision(git, revision);
      return here ?? oneByOne(() => fetchCommit(git, revision, log));
    },
    mergeBase: async (a, b) => findMergeBase(git, commitId(a), commitId(b)),
    ensureMergeBase: async (a, b) => oneByOne(() => fetchMergeBase(git, commitId(a), commitId(b), log)),
    async headSha() {
      return (await resolveRevision(git, "HEAD"))?.sha;
    },
    currentBranch: () => symbolic("HEAD"),
    defaultBranch: () => symbolic("refs/remotes/origin/HEAD"),
    isShallow: () => isShallow(git),
    async isClean() {
      const args = ["status", "--porcelain", "-z", "--untracked-files=normal", "--ignore-submodules=dirty"];
      const { code: code3, stdout, words: words2 } = await runGit(await withoutFilters(git), args, { stopAfter: 1 });
      if (code3 !== 0) throw gitFailed(args, words2);
      return stdout === "";
    },
    close: () => objects.close()
  };
}
function commitId(text6) {
  if (isCommitId(text6)) return text6;
  throw new TypeError(`not a commit id: ${JSON.stringify(text6)}`);
}
function realDirectory(directory) {
  try {
    return import_node_fs3.realpathSync.native(directory);
  } catch (cause) {
    throw failure("not-a-repository", "no such directory", { file: directory, cause });
  }
}
async function topOf(git, shown3) {
  const { code: code3, stdout, words: words2 } = await runGit(git, ["rev-parse", "--is-bare-repository", "--show-toplevel"]);
  const [bare, ...top] = stdout.replace(/\n$/, "").split("\n");
  if (bare === "true") return void 0;
  if (code3 === 0) return top.join("\n");
  throw failure("not-a-repository", `git finds no repository here: ${words2}`, {
    file: shown3,
    hint: "Run this inside a git repository; in a workflow, use actions/checkout before it."
  });
}
var import_node_fs3;
var init_repository = __esm({
  "src/sources/git/repository.ts"() {
    "use strict";
    import_node_fs3 = __toESM(require_node_fs(), 1);
    init_diagnostics();
    init_fetching();
    init_filters();
    init_git_process();
    init_object_reader();
    init_object_store();
    init_revisions();
  }
});

// node:node:crypto
var require_node_crypto = __commonJS({
  "node:node:crypto"(exports2, module2) {
    module2.exports = Object.create(new Proxy({}, { get: (_, name) => process.getBuiltinModule("node:crypto")[name] }));
  }
});

// node:node:net
var require_node_net = __commonJS({
  "node:node:net"(exports2, module2) {
    module2.exports = Object.create(new Proxy({}, { get: (_, name) => process.getBuiltinModule("node:net")[name] }));
  }
});

// src/sources/remote/addresses.ts
function endpointOf(address) {
  if (CONTROL.test(address)) return void 0;
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(address)?.[1]?.toLowerCase();
  if (scheme === void 0) return scpEndpoint(address);
  if (scheme === "file") return { protocol: "file", host: "", port: 0 };
  if (scheme !== "https" && scheme !== "http" && scheme !== "ssh" && scheme !== "git") return void 0;
  const url = parseUrl(address);
  if (url === void 0 || url.hostname === "") return void 0;
  const port = url.port === "" ? DEFAULT_PORTS[scheme] : Number(url.port);
  return { protocol: scheme, host: url.hostname.replace(/^\[|\]$/g, ""), port };
}
function scpEndpoint(address) {
  if (/^[a-z0-9+.-]*::/i.test(address)) return void 0;
  const host = /^(?:[^@/:]*@)?(\[[^\]/]*\]|[^:/]*):/.exec(address)?.[1];
  if (host === void 0) return { protocol: "file", host: "", port: 0 };
  return host === "" ? void 0 : { protocol: "ssh", host: host.replace(/^\[|\]$/g, ""), port: 22 };
}
function plainAddress(address, { protocol, host }) {
  if (host.includes(":") && !(0, import_node_net.isIPv6)(host)) return void 0;
  if (protocol === "ssh") return (/^ssh:\/\//i.test(address) ? SSH_URL : SCP).test(address) ? address : void 0;
  const url = parseUrl(address);
  if (url === void 0 || !PLAIN_HOST.test(url.hostname) || url.username !== "" || url.password !== "")
    return void 0;
  url.hash = "";
  return url.href;
}
function withoutCredentials(address) {
  const [, scheme, userInfo, rest] = /^(https?:\/\/)([^/?#]*)@(.*)$/is.exec(address) ?? [];
  if (scheme === void 0 || userInfo === void 0 || rest === void 0) return { address, credentials: void 0 };
  const colon = userInfo.indexOf(":");
  const user = colon < 0 ? userInfo : userInfo.slice(0, colon);
  const password = colon < 0 ? "" : userInfo.slice(colon + 1);
  return { address: scheme + rest, credentials: { user: unescapeText(user), password: unescapeText(password) } };
}
function parseUrl(address) {
  try {
    return new URL(address);
  } catch {
    return void 0;
  }
}
function shownAddress(address) {
  const shown3 = maskSecrets(address).replace(/[\x00-\x1f\x7f]/g, "");
  return shown3.length <= MAX_SHOWN ? shown3 : `${shown3.slice(0, MAX_SHOWN)}\u2026`;
}
function unescapeText(text6) {
  try {
    return decodeURIComponent(text6);
  } catch {
    return text6;
  }
}
var import_node_net, REMOTE_PROTOCOLS, LOCAL_PROTOCOLS, DEFAULT_PORTS, CONTROL, MAX_SHOWN, HOST, USER, SSH_URL, SCP, PLAIN_HOST;
var init_addresses = __esm({
  "src/sources/remote/addresses.ts"() {
    "use strict";
    import_node_net = __toESM(require_node_net(), 1);
    init_git_process();
    REMOTE_PROTOCOLS = ["https", "http", "ssh", "git"];
    LOCAL_PROTOCOLS = [...REMOTE_PROTOCOLS, "file"];
    DEFAULT_PORTS = { https: 443, http: 80, ssh: 22, git: 9418, file: 0 };
    CONTROL = /[\x00-\x1f\x7f]/;
    MAX_SHOWN = 2e3;
    HOST = "(?:[a-z0-9_](?:[a-z0-9._-]*[a-z0-9])?|\\[[0-9a-f:.]+\\])";
    USER = "(?:[a-z0-9._~][a-z0-9._~+-]*@)?";
    SSH_URL = new RegExp(`^ssh://${USER}${HOST}(?::[0-9]*)?/`, "i");
    SCP = new RegExp(`^${USER}${HOST}:(?!:)`, "i");
    PLAIN_HOST = new RegExp(`^${HOST}$`, "i");
  }
});

// node:node:dns/promises
var require_promises2 = __commonJS({
  "node:node:dns/promises"(exports2, module2) {
    module2.exports = Object.create(new Proxy({}, { get: (_, name) => process.getBuiltinModule("node:dns/promises")[name] }));
  }
});

// src/sources/remote/reach.ts
function createReach(rules, resolve10 = resolveName) {
  return {
    async check(address) {
      const endpoint = endpointOf(address);
      const shown3 = shownAddress(address);
      if (endpoint === void 0 || !rules.protocols.includes(endpoint.protocol)) {
        throw failure("remote-refused", `${shown3} may not be read: ${refusedProtocol(endpoint, rules)}`);
      }
      if (rules.privateHosts || endpoint.protocol === "file") {
        return { ...endpoint, addresses: void 0, address: withoutCredentials(address).address };
      }
      const plain2 = plainAddress(withoutCredentials(address).address, endpoint);
      if (plain2 === void 0) {
        throw failure("remote-refused", `${shown3} may not be read: programs may read different hosts in it`, {
          hint: "Write the host as a name of letters, digits, dots and hyphens, with no dot at its end."
        });
      }
      const { host } = endpoint;
      const addresses = (0, import_node_net2.isIP)(host) === 0 ? await resolved(host, shown3, resolve10) : [host];
      const inside = addresses.find(isPrivateAddress);
      if (inside !== void 0) {
        const which = inside === host ? "" : ` (${inside})`;
        throw failure("remote-refused", `${shown3} may not be read: ${host}${which} is not on the public network`, {
          hint: "Where private hosts shall be reached, allow them: the action has the input allow-private-hosts."
        });
      }
      return { ...endpoint, addresses, address: plain2 };
    }
  };
}
async function resolved(host, shown3, resolve10) {
  try {
    const addresses = await resolve10(host);
    if (addresses.length === 0) throw new Error("no address");
    return addresses;
  } catch (cause) {
    const message = `${shown3} cannot be reached: there is no address for the name ${host}`;
    throw failure("remote-failed", message, { hint: "Check the spelling of the address.", cause });
  }
}
function refusedProtocol(endpoint, { protocols }) {
  const allowed = protocols.join(", ");
  if (endpoint === void 0) return `it is no address of the kinds ${allowed}`;
  return `the protocol ${endpoint.protocol} is not allowed, only ${allowed}`;
}
function isPrivateAddress(address) {
  const bare = address.replace(/%.*$/s, "");
  if ((0, import_node_net2.isIP)(bare) === 4) return privateNetworks.check(bare, "ipv4");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== void 0) return privateNetworks.check(mapped, "ipv4");
  return !publicNetworks.check(bare, "ipv6") || privateNetworks.check(bare, "ipv6");
}
async function resolveName(host) {
  return (await (0, import_promises2.lookup)(host, { all: true })).map(({ address }) => address);
}
var import_promises2, import_node_net2, PRIVATE_NETWORKS, PUBLIC_IPV6, SPECIAL_IPV6, privateNetworks, publicNetworks;
var init_reach = __esm({
  "src/sources/remote/reach.ts"() {
    "use strict";
    import_promises2 = __toESM(require_promises2(), 1);
    import_node_net2 = __toESM(require_node_net(), 1);
    init_diagnostics();
    init_addresses();
    PRIVATE_NETWORKS = [
      ["0.0.0.0", 8],
      ["10.0.0.0", 8],
      ["100.64.0.0", 10],
      ["127.0.0.0", 8],
      // Where Azure tells a machine about itself; runners of GitHub are machines of Azure.
      ["168.63.129.16", 32],
      ["169.254.0.0", 16],
      ["172.16.0.0", 12],
      ["192.0.0.0", 24],
      ["192.0.2.0", 24],
      ["192.168.0.0", 16],
      ["198.18.0.0", 15],
      ["198.51.100.0", 24],
      ["203.0.113.0", 24],
      ["224.0.0.0", 3]
    ];
    PUBLIC_IPV6 = ["2000::", 3];
    SPECIAL_IPV6 = [
      ["2001::", 23],
      ["2001:db8::", 32],
      ["2002::", 16],
      ["3fff::", 20]
    ];
    privateNetworks = new import_node_net2.BlockList();
    for (const [network2, prefix] of PRIVATE_NETWORKS) privateNetworks.addSubnet(network2, prefix, "ipv4");
    for (const [network2, prefix] of SPECIAL_IPV6) privateNetworks.addSubnet(network2, prefix, "ipv6");
    publicNetworks = new import_node_net2.BlockList();
    publicNetworks.addSubnet(...PUBLIC_IPV6, "ipv6");
  }
});

// node:node:http
var require_node_http = __commonJS({
  "node:node:http"(exports2, module2) {
    module2.exports = Object.create(new Proxy({}, { get: (_, name) => process.getBuiltinModule("node:http")[name] }));
  }
});

// src/sources/helm/egress.ts
async function openEgress(reach, maxBytes = MAX_BYTES) {
  const refusals = [];
  const sockets = /* @__PURE__ */ new Set();
  let bytes = 0;
  function keep(socket) {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  }
  async function tunnel(authority, inside) {
    const { addresses, host, port } = await reach.check(`https://${authority}/`);
    const outside = (0, import_node_net3.connect)(port, addresses?.[0] ?? host);
    keep(outside);
    inside.on("close", () => outside.destroy());
    outside.on("close", () => inside.destroy());
    outside.on("data", (chunk) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) return;
      refusals.push(`more than ${maxBytes} bytes were sent`);
      outside.destroy();
    });
    outside.once("connect", () => {
      inside.write("HTTP/1.1 200 OK\r\n\r\n");
      inside.pipe(outside);
      outside.pipe(inside);
    });
  }
  const server = (0, import_node_http.createServer)((request2, response) => {
    refusals.push(`${maskSecrets(request2.url ?? "")} may not be read: only https is allowed`);
    response.writeHead(403).end();
  });
  server.on("connect", ({ url = "" }, socket) => {
    keep(socket);
    tunnel(url, socket).catch((error) => {
      refusals.push(error.message);
      socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    });
  });
  await new Promise((resolve10, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve10));
  const proxy = `http://127.0.0.1:${server.address().port}`;
  return {
    env: { HTTPS_PROXY: proxy, https_proxy: proxy, HTTP_PROXY: proxy, http_proxy: proxy, NO_PROXY: "", no_proxy: "" },
    refusals,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    }
  };
}
var import_node_http, import_node_net3, MAX_BYTES;
var init_egress = __esm({
  "src/sources/helm/egress.ts"() {
    "use strict";
    import_node_http = __toESM(require_node_http(), 1);
    import_node_net3 = __toESM(require_node_net(), 1);
    init_git_process();
    MAX_BYTES = 256 * 1024 * 1024;
  }
});

// src/sources/helm/chart-gate.ts
function gateOf({ pulls }) {
  if (pulls === void 0 || pulls === "refused") return void 0;
  return createReach({ ...pulls, protocols: ["https"] });
}
function sourceOf([first = "", second = ""]) {
  return first === "--repo" ? second : first;
}
async function throughGate({ env, pulls }, reach, source, work) {
  if (pulls === "refused") {
    throw failure(
      "remote-unsupported",
      `it is pulled from ${shownAddress(source)}, and remote sources are switched off`,
      {
        hint: "In the action, set `remote: true`. Or put the chart beside the kustomization, in `charts`."
      }
    );
  }
  if (reach === void 0) return void await work(env);
  const { addresses } = await reach.check(source.replace(/^oci:/i, "https:"));
  if (addresses === void 0 || PROXIES.some((name) => env[name])) return void await work(env);
  const egress = await openEgress(reach);
  try {
    await work({ ...env, ...egress.env });
  } catch (thrown) {
    const [refusal] = egress.refusals;
    throw refusal === void 0 ? thrown : failure("remote-refused", `helm pull failed: ${refusal}`, { cause: thrown });
  } finally {
    egress.close();
  }
}
var PROXIES;
var init_chart_gate = __esm({
  "src/sources/helm/chart-gate.ts"() {
    "use strict";
    init_diagnostics();
    init_addresses();
    init_reach();
    init_egress();
    PROXIES = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"];
  }
});

// src/sources/helm/directory.ts
async function readDirectory(tree, path) {
  const files = /* @__PURE__ */ new Map();
  let bytes = 0;
  let directories = 0;
  async function visit2(directory, prefix, depth) {
    if (depth > MAX_DEPTH) throw tooLarge3(`nests deeper than ${MAX_DEPTH} directories; does a link lead in a circle?`);
    if (++directories > MAX_DIRECTORIES) throw tooLarge3(`holds more than ${MAX_DIRECTORIES} directories`);
    for (const { name, type } of await tree.list(directory)) {
      const child = childOf(directory, name);
      if (type === "directory") await visit2(child, `${prefix}${name}/`, depth + 1);
      if (type !== "file") continue;
      const content = await tree.read(child);
      bytes += content.length;
      files.set(prefix + name, content);
      if (files.size > MAX_FILES) throw tooLarge3(`holds more than ${MAX_FILES} files`);
      if (bytes > MAX_BYTES2) throw tooLarge3(`holds more than ${MAX_BYTES2} bytes`);
    }
  }
  function tooLarge3(problem2) {
    return failure("directory-too-large", `${problem2}, and is not copied`, { file: tree.display(path) });
  }
  await visit2(path, "", 0);
  return files;
}
function bytesOf(directory) {
  let bytes = 0;
  for (const content of directory.values()) bytes += content.length;
  return bytes;
}
function writeDirectory(files, target) {
  (0, import_node_fs4.mkdirSync)(target, { recursive: true });
  const made = /* @__PURE__ */ new Set([target]);
  for (const [name, content] of files) {
    const path = (0, import_node_path2.join)(target, name);
    const parent = (0, import_node_path2.dirname)(path);
    try {
      if (!made.has(parent)) (0, import_node_fs4.mkdirSync)(parent, { recursive: true });
      made.add(parent);
      (0, import_node_fs4.writeFileSync)(path, content, { flag: "wx" });
    } catch (cause) {
      throw unwritable(name, cause);
    }
  }
}
function unwritable(name, cause) {
  const message = `the file ${name.slice(0, 200)} of the chart cannot be written here (${cause.code})`;
  return failure("helm-failed", message, { hint: "Rename it.", cause });
}
var import_node_fs4, import_node_path2, MAX_FILES, MAX_DIRECTORIES, MAX_BYTES2, MAX_DEPTH;
var init_directory = __esm({
  "src/sources/helm/directory.ts"() {
    "use strict";
    import_node_fs4 = __toESM(require_node_fs(), 1);
    import_node_path2 = __toESM(require_node_path(), 1);
    init_diagnostics();
    init_paths();
    MAX_FILES = 2e4;
    MAX_DIRECTORIES = 2e4;
    MAX_BYTES2 = 256 * 1024 * 1024;
    MAX_DEPTH = 64;
  }
});

// node:node:os
var require_node_os = __commonJS({
  "node:node:os"(exports2, module2) {
    module2.exports = Object.create(new Proxy({}, { get: (_, name) => process.getBuiltinModule("node:os")[name] }));
  }
});

// src/sources/helm/private-directory.ts
async function withPrivateDirectory(work) {
  const directory = (0, import_node_fs5.realpathSync)((0, import_node_fs5.mkdtempSync)((0, import_node_path3.join)((0, import_node_os.tmpdir)(), `krm-render-${process.pid}-`)));
  const remove3 = () => (0, import_node_fs5.rmSync)(directory, { recursive: true, force: true, maxRetries: 3 });
  const onSignal2 = (signal) => {
    remove3();
    for (const name of SIGNALS2) process.off(name, onSignal2);
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  for (const name of SIGNALS2) process.on(name, onSignal2);
  try {
    return await work(directory);
  } finally {
    for (const name of SIGNALS2) process.off(name, onSignal2);
    remove3();
  }
}
var import_node_fs5, import_node_os, import_node_path3, SIGNALS2;
var init_private_directory = __esm({
  "src/sources/helm/private-directory.ts"() {
    "use strict";
    import_node_fs5 = __toESM(require_node_fs(), 1);
    import_node_os = __toESM(require_node_os(), 1);
    import_node_path3 = __toESM(require_node_path(), 1);
    SIGNALS2 = ["SIGINT", "SIGTERM", "SIGHUP"];
  }
});

// src/sources/helm/helm-process.ts
var helm_process_exports = {};
__export(helm_process_exports, {
  helmProcess: () => helmProcess
});
function helmProcess(options, signal = new AbortController().signal, reach = gateOf(options), maxPulledBytes = MAX_PULLED_BYTES) {
  const digests = /* @__PURE__ */ new WeakMap();
  const outputs = /* @__PURE__ */ new Map();
  const pulled = /* @__PURE__ */ new Map();
  let kept = 0;
  let pulledBytes = 0;
  function keyOf8(args, call) {
    const hash = (0, import_node_crypto.createHash)("sha256").update(JSON.stringify([call.configHome ?? null]));
    for (const arg of args) {
      if (typeof arg === "string") hash.update(JSON.stringify(arg));
      else if ("file" in arg) hash.update(`file ${arg.file.length}
`).update(arg.file);
      else hash.update(`directory ${digestOf(arg.directory)}
`);
    }
    return hash.digest("hex");
  }
  function digestOf(directory) {
    let digest = digests.get(directory);
    if (digest === void 0) {
      const hash = (0, import_node_crypto.createHash)("sha256");
      for (const [name, bytes] of directory) hash.update(`${JSON.stringify(name)} ${bytes.length}
`).update(bytes);
      digest = hash.digest("hex");
      digests.set(directory, digest);
    }
    return digest;
  }
  function forget2(incoming) {
    kept += incoming;
    if (kept <= MAX_KEPT_CHARACTERS) return;
    outputs.clear();
    kept = 0;
  }
  function counted(directory) {
    pulledBytes += bytesOf(directory);
    if (pulledBytes <= maxPulledBytes) return directory;
    throw failure("helm-failed", `all charts that are pulled hold more than ${maxPulledBytes} bytes together`, {
      hint: "Put them beside their kustomizations, in `charts`."
    });
  }
  return {
    run(args, call = {}) {
      return remembered2(outputs, keyOf8(args, call), async () => {
        const output = await withPrivateDirectory(
          (directory) => execute({ ...options, signal }, directory, prepare(args, directory), call)
        );
        forget2(output.length);
        return output;
      });
    },
    pull(args, chart, call = {}) {
      return remembered2(
        pulled,
        JSON.stringify([args, chart, call.configHome]),
        () => withPrivateDirectory(async (directory) => {
          const target = (0, import_node_path4.join)(directory, "pulled");
          const words2 = ["pull", "--untar", "--untardir", target, ...args];
          const displays = /* @__PURE__ */ new Map([[target, "the chart directory"]]);
          await throughGate(
            options,
            reach,
            sourceOf(args),
            (env) => execute({ ...options, env, signal }, directory, { words: words2, displays }, call)
          );
          (0, import_node_fs6.mkdirSync)(target, { recursive: true });
          const tree = diskTree(target, { label: "what helm pulled" });
          const located2 = await tree.lookup(`/${chart}`);
          if (located2?.type === "directory") return counted(await readDirectory(tree, located2.path));
          throw failure("helm-failed", `helm pull unpacked no directory named ${chart}`, {
            hint: "Name the chart as its Chart.yaml does."
          });
        })
      );
    }
  };
}
function remembered2(known, key, make4) {
  const before = known.get(key);
  if (before !== void 0) return before;
  const made = make4();
  known.set(key, made);
  made.catch(() => known.delete(key));
  return made;
}
function prepare(args, directory) {
  const displays = /* @__PURE__ */ new Map();
  const words2 = args.map((arg, index) => {
    if (typeof arg === "string") return arg;
    const path = (0, import_node_path4.join)(directory, `${index}.input`);
    if ("file" in arg) (0, import_node_fs6.writeFileSync)(path, arg.file);
    else writeDirectory(arg.directory, path);
    displays.set(path, arg.display);
    return path;
  });
  return { words: words2, displays };
}
function execute(options, directory, prepared, call) {
  const { command, cwd, signal, timeoutSeconds = TIMEOUT_SECONDS2 } = options;
  const program = /[/\\]/.test(command) ? (0, import_node_path4.resolve)(cwd, command) : command;
  const subcommand = prepared.words[0] ?? "";
  const env = environment(options, directory, call);
  return new Promise((fulfil, reject) => {
    const child = (0, import_node_child_process2.spawn)(program, prepared.words, { cwd: directory, env, stdio: ["ignore", "pipe", "pipe"], ...GROUP });
    watchGroup(child);
    const output = [];
    let bytes = 0;
    let errors = "";
    const abandon = (reason) => {
      clearTimeout(timer);
      endGroup(child);
      child.stdout.destroy();
      child.stderr.destroy();
      reject(failure("helm-failed", `helm ${subcommand} ${reason}`));
    };
    const timer = setTimeout(() => abandon(`gave no result within ${timeoutSeconds} seconds`), timeoutSeconds * 1e3);
    const stop = () => abandon("was ended: nobody waits for it any more");
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    child.stdout.on("data", (chunk) => {
      output.push(chunk);
      bytes += chunk.length;
      if (bytes > MAX_OUTPUT_BYTES2) abandon(`printed more than ${MAX_OUTPUT_BYTES2} bytes`);
    });
    child.stderr.on("data", (chunk) => {
      if (errors.length < MAX_ERROR_CHARACTERS) errors += chunk.toString();
    });
    child.on("error", (error) => {
      clearTimeout(timer);
      reject(cannotStart2(command, error));
    });
    child.on("close", (code3, killedBy) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      if (code3 === 0) return fulfil(Buffer.concat(output).toString());
      const words2 = presentable(renamed(essence(errors), prepared.displays, directory));
      reject(failure("helm-failed", `helm ${subcommand} failed: ${words2 || `exit status ${code3 ?? killedBy}`}`));
    });
  });
}
function environment(options, directory, call) {
  const trusted = options.configHome === "as-given" ? call.configHome : void 0;
  const home = trusted ? (0, import_node_path4.resolve)(options.cwd, trusted) : (0, import_node_path4.join)(directory, "helm");
  const inherited2 = Object.entries(options.env).filter(([name]) => !NOT_FOR_HELM.test(name));
  return {
    ...Object.fromEntries(inherited2),
    HELM_CONFIG_HOME: home,
    HELM_CACHE_HOME: `${home}/.cache`,
    HELM_DATA_HOME: `${home}/.data`
  };
}
function essence(errors) {
  const at3 = errors.search(/^Error: /m);
  return at3 < 0 ? errors : errors.slice(at3 + "Error: ".length);
}
function renamed(words2, displays, directory) {
  let text6 = words2;
  for (const [path, display] of displays) text6 = text6.replaceAll(path, display);
  return text6.replaceAll(directory, "");
}
function cannotStart2(command, cause) {
  const reason = cause.code === "ENOENT" ? "there is no such program" : cause.message;
  return failure("helm-not-found", `${command} cannot be started: ${reason}`, {
    hint: "Install helm 3 or 4, or name the program: --helm-command PATH.",
    cause
  });
}
var import_node_child_process2, import_node_crypto, import_node_fs6, import_node_path4, MAX_OUTPUT_BYTES2, MAX_ERROR_CHARACTERS, TIMEOUT_SECONDS2, MAX_KEPT_CHARACTERS, MAX_PULLED_BYTES, NOT_FOR_HELM;
var init_helm_process = __esm({
  "src/sources/helm/helm-process.ts"() {
    "use strict";
    import_node_child_process2 = __toESM(require_node_child_process(), 1);
    import_node_crypto = __toESM(require_node_crypto(), 1);
    import_node_fs6 = __toESM(require_node_fs(), 1);
    import_node_path4 = __toESM(require_node_path(), 1);
    init_diagnostics();
    init_disk_tree();
    init_git_process();
    init_process_group();
    init_chart_gate();
    init_directory();
    init_private_directory();
    MAX_OUTPUT_BYTES2 = 64 * 1024 * 1024;
    MAX_ERROR_CHARACTERS = 1024 * 1024;
    TIMEOUT_SECONDS2 = 300;
    MAX_KEPT_CHARACTERS = 128 * 1024 * 1024;
    MAX_PULLED_BYTES = 512 * 1024 * 1024;
    NOT_FOR_HELM = /^(?:INPUT|ACTIONS|GITHUB|RUNNER)_|^(?:GH|NPM|NODE_AUTH)_TOKEN$/;
  }
});

// src/sources/helm/create-helm.ts
function createHelm(options) {
  const ending = new AbortController();
  const loading = once(async () => (await Promise.resolve().then(() => (init_helm_process(), helm_process_exports))).helmProcess(options, ending.signal));
  return {
    honoursConfigHome: options.configHome === "as-given",
    run: async (args, call) => (await loading()).run(args, call),
    pull: async (args, chart, call) => (await loading()).pull(args, chart, call),
    close: () => ending.abort()
  };
}
function once(make4) {
  let made;
  return () => {
    made ??= { value: make4() };
    return made.value;
  };
}
var init_create_helm = __esm({
  "src/sources/helm/create-helm.ts"() {
    "use strict";
  }
});

// src/sources/remote/duration.ts
function parseDuration(text6) {
  const sign = /^[+-]/.exec(text6)?.[0] ?? "";
  const body = text6.slice(sign.length);
  if (body === "0") return 0;
  if (!/^(?:(?:\d+\.?\d*|\.\d+)[^\d.]+)+$/.test(body)) return void 0;
  let seconds = 0;
  for (const [, number2 = "", name = ""] of body.matchAll(/([\d.]+)([^\d.]+)/g)) {
    const unit = UNITS.get(name);
    if (unit === void 0) return void 0;
    seconds += Number(number2) * unit;
  }
  return sign === "-" ? -seconds : seconds;
}
var UNITS;
var init_duration = __esm({
  "src/sources/remote/duration.ts"() {
    "use strict";
    UNITS = /* @__PURE__ */ new Map([
      ["ns", 1e-9],
      ["us", 1e-6],
      ["\xB5s", 1e-6],
      ["\u03BCs", 1e-6],
      ["ms", 1e-3],
      ["s", 1],
      ["m", 60],
      ["h", 3600]
    ]);
  }
});

// src/sources/remote/git-url.ts
function parseGitUrl(text6) {
  if (text6.startsWith("/")) return void 0;
  const question = text6.indexOf("?");
  const address = question < 0 ? text6 : text6.slice(0, question);
  const host = splitHost(address);
  if (host === void 0) return void 0;
  const parts = splitPath(host.rest, host.prefix === "file://");
  if (parts === void 0 || parts.repository === "" || leavesRepository(parts.path)) return void 0;
  return {
    repository: host.prefix + parts.repository,
    path: withoutSlash(parts.path),
    ...parseQuery(question < 0 ? "" : text6.slice(question + 1)),
    marked: parts.marked
  };
}
function splitHost(address) {
  const forced2 = /^git::/i.exec(address)?.[0] ?? "";
  const unforced = address.slice(forced2.length);
  const scheme = SCHEMES.find((candidate) => unforced.slice(0, candidate.length).toLowerCase() === candidate) ?? "";
  const unschemed = unforced.slice(scheme.length);
  if (scheme === "file://") return { prefix: scheme, rest: unschemed };
  const user = /^[a-zA-Z][a-zA-Z0-9-]*@/.exec(unschemed)?.[0] ?? "";
  const located2 = unschemed.slice(user.length);
  const isGitHub = /^github\.com[/:]/i.test(located2);
  const isScp = scheme === "" && (user !== "" || isGitHub);
  if (scheme === "" && !isScp) return void 0;
  const end = endOfHost(located2, isScp);
  const host = end < 0 ? located2 : located2.slice(0, end + 1);
  const rest = end < 0 ? "" : located2.slice(end + 1);
  if (isGitHub) return { prefix: gitHubPrefix(scheme, user), rest };
  return host === "" ? void 0 : { prefix: scheme + user + host, rest };
}
function endOfHost(located2, isScp) {
  const slash = located2.indexOf("/");
  if (!isScp) return slash;
  const colon = located2.indexOf(":");
  return slash < 0 || colon > 0 && colon < slash ? colon : slash;
}
function gitHubPrefix(scheme, user) {
  return scheme === "ssh://" || user !== "" ? `${user}github.com:` : "https://github.com/";
}
function splitPath(rest, isFile2) {
  const azure = rest.indexOf("_git/");
  if (azure >= 0) {
    const slash = rest.indexOf("/", azure + "_git/".length);
    return slash < 0 ? { repository: rest, path: "", marked: true } : { repository: rest.slice(0, slash), path: rest.slice(slash + 1), marked: true };
  }
  const slashes = rest.indexOf("//");
  if (slashes >= 0) return { repository: rest.slice(0, slashes), path: rest.slice(slashes + 2), marked: true };
  const suffix = rest.indexOf(".git");
  if (suffix >= 0) {
    const end = suffix + ".git".length;
    return { repository: rest.slice(0, end), path: rest.slice(end), marked: true };
  }
  if (isFile2) return { repository: rest, path: "", marked: false };
  const segments = rest.split("/");
  if (segments.length < 2) return void 0;
  return { repository: segments.slice(0, 2).join("/"), path: segments.slice(2).join("/"), marked: false };
}
function leavesRepository(path) {
  const [first] = import_node_path5.posix.normalize(withoutSlash(path)).split("/");
  return first === "..";
}
function withoutSlash(path) {
  return path.startsWith("/") ? path.slice(1) : path;
}
function parseQuery(query) {
  const values = parseForm(query);
  return {
    ref: values?.get("ref") || values?.get("version") || void 0,
    timeoutSeconds: timeoutOf(values?.get("timeout") ?? ""),
    submodules: !FALSE.has(values?.get("submodules") ?? "")
  };
}
function parseForm(query) {
  const values = /* @__PURE__ */ new Map();
  for (const pair of query.split("&")) {
    if (pair.includes(";")) return void 0;
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = unescapeForm(equals < 0 ? pair : pair.slice(0, equals));
    const value = unescapeForm(equals < 0 ? "" : pair.slice(equals + 1));
    if (name === void 0 || value === void 0) return void 0;
    if (!values.has(name)) values.set(name, value);
  }
  return values;
}
function unescapeForm(text6) {
  if (/%(?![0-9a-fA-F]{2})/.test(text6)) return void 0;
  const plain2 = text6.replaceAll("+", " ");
  return plain2.replace(/(?:%[0-9a-fA-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll("%", ""), "hex").toString());
}
function timeoutOf(text6) {
  const seconds = /^[+-]?\d+$/.test(text6) ? Number(text6) : parseDuration(text6);
  return seconds !== void 0 && seconds > 0 && Number.isFinite(seconds) ? seconds : DEFAULT_TIMEOUT_SECONDS;
}
var import_node_path5, DEFAULT_TIMEOUT_SECONDS, SCHEMES, FALSE;
var init_git_url = __esm({
  "src/sources/remote/git-url.ts"() {
    "use strict";
    import_node_path5 = __toESM(require_node_path(), 1);
    init_duration();
    DEFAULT_TIMEOUT_SECONDS = 27;
    SCHEMES = ["ssh://", "https://", "http://", "file://"];
    FALSE = /* @__PURE__ */ new Set(["0", "f", "F", "false", "FALSE", "False"]);
  }
});

// src/sources/remote/budget.ts
function createBudget(limits) {
  const { fileBytes = 64 * MIB, allFileBytes = 512 * MIB, sources = 500 } = limits;
  const { commitBytes = 2048 * MIB, allCommitBytes = 8192 * MIB } = limits;
  let counted = 0;
  let ofFiles = 0;
  let ofCommits = 0;
  return {
    fileBytes,
    commitBytes: () => Math.min(commitBytes, Math.max(0, allCommitBytes - ofCommits)),
    countSource(address) {
      if (++counted > sources) throw refused(address, `more than ${sources} repositories and files are asked for`);
    },
    countFile(address, bytes) {
      ofFiles += bytes;
      if (ofFiles > allFileBytes) throw refused(address, `all files together are larger than ${allFileBytes} bytes`);
    },
    countCommit(bytes) {
      ofCommits += bytes;
    }
  };
}
function refused(address, why) {
  return failure("remote-refused", `${shownAddress(address)} is not read: ${why}`, {
    hint: "Vendor what is needed into the repository."
  });
}
var MIB;
var init_budget = __esm({
  "src/sources/remote/budget.ts"() {
    "use strict";
    init_diagnostics();
    init_addresses();
    MIB = 1024 * 1024;
  }
});

// src/sources/remote/content-store.ts
function openStore({ directory, scope = "" }) {
  const { top, lasting } = writableTop(directory);
  removeLeftovers(directory, new Date(Date.now() - LONGER_THAN_ANY_RUN));
  const key = (text6) => (0, import_node_crypto2.createHash)("sha256").update(`${scope}\0${text6}`).digest("hex").slice(0, 40);
  const repositoryDirectory = (repository) => (0, import_node_path6.join)(top, "git", key(repository));
  const filePath = (digest) => (0, import_node_path6.join)(top, "files", `${key("files").slice(0, 12)}-${digest}`);
  const fresh = () => (0, import_node_path6.join)(top, "tmp", (0, import_node_crypto2.randomBytes)(12).toString("hex"));
  return {
    commit(repository, sha) {
      if (!isCommitId(sha)) return void 0;
      const path = (0, import_node_path6.join)(repositoryDirectory(repository), sha);
      if (!(0, import_node_fs7.existsSync)(path)) return void 0;
      touch(path);
      return path;
    },
    knows: (repository) => entriesOf(repositoryDirectory(repository)).some(isCommitId),
    workplace() {
      const path = fresh();
      (0, import_node_fs7.mkdirSync)(path, { recursive: true });
      return path;
    },
    keepCommit(repository, shown3, sha, objects) {
      const home = repositoryDirectory(repository);
      const path = (0, import_node_path6.join)(home, sha);
      (0, import_node_fs7.mkdirSync)(home, { recursive: true });
      if (!(0, import_node_fs7.existsSync)((0, import_node_path6.join)(home, "source"))) writeWhole((0, import_node_path6.join)(home, "source"), `${shown3}
`, fresh());
      try {
        (0, import_node_fs7.renameSync)(objects, path);
      } catch (error) {
        if (!(0, import_node_fs7.existsSync)(path)) throw error;
      }
      return path;
    },
    dropCommit(repository, sha) {
      const aside = fresh();
      quietly(() => (0, import_node_fs7.renameSync)((0, import_node_path6.join)(repositoryDirectory(repository), sha), aside));
      (0, import_node_fs7.rmSync)(aside, { recursive: true, force: true });
    },
    discard: (path) => (0, import_node_fs7.rmSync)(path, { recursive: true, force: true }),
    file(digest) {
      const path = filePath(digest);
      const bytes = quietly(() => (0, import_node_fs7.readFileSync)(path));
      if (bytes === void 0) return void 0;
      if ((0, import_node_crypto2.createHash)("sha256").update(bytes).digest("hex") !== digest) {
        (0, import_node_fs7.rmSync)(path, { force: true });
        return void 0;
      }
      touch(path);
      return bytes;
    },
    keepFile(digest, bytes) {
      quietly(() => writeWhole(filePath(digest), bytes, fresh()));
    },
    close() {
      if (!lasting) (0, import_node_fs7.rmSync)(top, { recursive: true, force: true });
    }
  };
}
function removeLeftovers(directory, before) {
  const places = (0, import_node_path6.join)(directory, STORE_LAYOUT, "tmp");
  for (const name of entriesOf(places)) {
    const stats = quietly(() => (0, import_node_fs7.statSync)((0, import_node_path6.join)(places, name)));
    if (stats !== void 0 && stats.mtime < before)
      quietly(() => (0, import_node_fs7.rmSync)((0, import_node_path6.join)(places, name), { recursive: true, force: true }));
  }
}
function writableTop(directory) {
  const top = (0, import_node_path6.join)(directory, STORE_LAYOUT);
  const made = quietly(() => {
    for (const part of ["git", "files", "tmp"]) (0, import_node_fs7.mkdirSync)((0, import_node_path6.join)(top, part), { recursive: true, mode: 448 });
    (0, import_node_fs7.rmSync)((0, import_node_fs7.mkdtempSync)((0, import_node_path6.join)(top, "tmp", "probe-")), { recursive: true });
    return true;
  });
  if (made) return { top, lasting: true };
  const temporary = (0, import_node_fs7.mkdtempSync)((0, import_node_path6.join)((0, import_node_os2.tmpdir)(), "krm-render-"));
  for (const part of ["git", "files", "tmp"]) (0, import_node_fs7.mkdirSync)((0, import_node_path6.join)(temporary, part));
  return { top: temporary, lasting: false };
}
function writeWhole(path, content, temporary) {
  (0, import_node_fs7.writeFileSync)(temporary, content, { flag: "wx" });
  (0, import_node_fs7.renameSync)(temporary, path);
}
function touch(path) {
  const now = /* @__PURE__ */ new Date();
  quietly(() => (0, import_node_fs7.utimesSync)(path, now, now));
}
function entriesOf(directory) {
  return quietly(() => (0, import_node_fs7.readdirSync)(directory)) ?? [];
}
function quietly(work) {
  try {
    return work();
  } catch {
    return void 0;
  }
}
var import_node_crypto2, import_node_fs7, import_node_os2, import_node_path6, STORE_LAYOUT, LONGER_THAN_ANY_RUN;
var init_content_store = __esm({
  "src/sources/remote/content-store.ts"() {
    "use strict";
    import_node_crypto2 = __toESM(require_node_crypto(), 1);
    import_node_fs7 = __toESM(require_node_fs(), 1);
    import_node_os2 = __toESM(require_node_os(), 1);
    import_node_path6 = __toESM(require_node_path(), 1);
    init_revisions();
    STORE_LAYOUT = "v1";
    LONGER_THAN_ANY_RUN = 7 * 24 * 60 * 60 * 1e3;
  }
});

// src/sources/remote/fetch-settings.ts
function settingsFor(address, checked, credentials, { untrusted }) {
  const settings = ["fetch.unpackLimit=1"];
  if (untrusted) settings.push("http.extraHeader=");
  const { addresses, protocol, host, port } = checked;
  if (addresses !== void 0 && (protocol === "https" || protocol === "http")) {
    settings.push("http.followRedirects=false", `http.curloptResolve=${host}:${port}:${addresses.join(",")}`);
  }
  if (credentials?.password) {
    settings.push("credential.helper=", `credential.${new URL(address).origin}.helper=${CREDENTIAL_HELPER}`);
  }
  return settings.flatMap((setting) => ["-c", setting]);
}
function environmentFor(address, credentials, { protocols, untrusted }, env) {
  const isSsh = endpointOf(address)?.protocol === "ssh";
  const asksNothing = isSsh && !env["GIT_SSH_COMMAND"] && !env["GIT_SSH"];
  return {
    GIT_ALLOW_PROTOCOL: protocols.join(":"),
    GIT_ASKPASS: "",
    SSH_ASKPASS: "",
    SSH_ASKPASS_REQUIRE: "never",
    GCM_INTERACTIVE: "never",
    ...untrusted ? { GIT_ALLOC_LIMIT: MAX_ALLOCATION } : {},
    ...asksNothing ? { GIT_SSH_COMMAND: "ssh -o BatchMode=yes" } : {},
    ...credentials === void 0 ? {} : credentialVariables(address, credentials, env)
  };
}
function credentialVariables(address, { user, password }, env) {
  if (password !== "") return { KRM_RENDER_GIT_USER: user, KRM_RENDER_GIT_PASSWORD: password };
  const count = Number(env["GIT_CONFIG_COUNT"] ?? 0);
  return {
    GIT_CONFIG_COUNT: String(count + 1),
    [`GIT_CONFIG_KEY_${count}`]: `credential.${new URL(address).origin}.username`,
    [`GIT_CONFIG_VALUE_${count}`]: user
  };
}
function secondsFor({ timeoutSeconds }, { untrusted }) {
  return Math.min(timeoutSeconds, untrusted ? LONGEST_UNTRUSTED_SECONDS : LONGEST_SECONDS);
}
var LONGEST_UNTRUSTED_SECONDS, LONGEST_SECONDS, MAX_ALLOCATION, CREDENTIAL_HELPER;
var init_fetch_settings = __esm({
  "src/sources/remote/fetch-settings.ts"() {
    "use strict";
    init_addresses();
    LONGEST_UNTRUSTED_SECONDS = 120;
    LONGEST_SECONDS = 2e6;
    MAX_ALLOCATION = "1g";
    CREDENTIAL_HELPER = '!f() { test "$1" = get && printf "username=%s\\npassword=%s\\n" "$KRM_RENDER_GIT_USER" "$KRM_RENDER_GIT_PASSWORD"; }; f';
  }
});

// node:node:https
var require_node_https = __commonJS({
  "node:node:https"(exports2, module2) {
    module2.exports = Object.create(new Proxy({}, { get: (_, name) => process.getBuiltinModule("node:https")[name] }));
  }
});

// node:node:zlib
var require_node_zlib = __commonJS({
  "node:node:zlib"(exports2, module2) {
    module2.exports = Object.create(new Proxy({}, { get: (_, name) => process.getBuiltinModule("node:zlib")[name] }));
  }
});

// src/sources/remote/retry.ts
async function retrying(attempt7, sleep, signal) {
  for (let tries = 1; ; tries++) {
    const { outcome, retryAfter } = await attempt7();
    if (!(outcome instanceof Error)) return outcome;
    if (retryAfter === void 0 || retryAfter > LONGEST_WAIT || tries === MAX_TRIES) throw outcome;
    await sleep(Math.max(retryAfter, FIRST_PAUSE * 4 ** (tries - 1)), signal);
    if (signal?.aborted) throw outcome;
  }
}
function isTransientStatus(status) {
  return status === 429 || status >= 500 && status !== 501 && status !== 505;
}
function retryAfterOf(header, now = Date.now()) {
  if (header === void 0) return 0;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1e3;
  const date = Date.parse(header);
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}
var MAX_TRIES, FIRST_PAUSE, LONGEST_WAIT, sleepFor;
var init_retry = __esm({
  "src/sources/remote/retry.ts"() {
    "use strict";
    MAX_TRIES = 3;
    FIRST_PAUSE = 500;
    LONGEST_WAIT = 3e4;
    sleepFor = (milliseconds, signal) => new Promise((resolve10) => {
      const timer = setTimeout(done, milliseconds);
      function done() {
        clearTimeout(timer);
        signal?.removeEventListener("abort", done);
        resolve10();
      }
      signal?.addEventListener("abort", done, { once: true });
    });
  }
});

// src/sources/remote/http-client.ts
function get(address, options) {
  return retrying(() => attempt2(address, options), options.sleep, options.signal);
}
async function attempt2(address, options) {
  try {
    return await follow(address, options);
  } catch (error) {
    if (error instanceof KrmError) return { outcome: error };
    const { message } = error;
    const final = FINAL.has(error.code ?? "");
    const outcome = failure("remote-failed", `${shownAddress(address)} cannot be read: ${message}`, { cause: error });
    return { outcome, retryAfter: final ? void 0 : 0 };
  }
}
async function follow(start2, options) {
  const { address: first, credentials } = withoutCredentials(start2);
  const origin2 = parseUrl(first)?.origin;
  const shown3 = shownAddress(start2);
  const timeout2 = AbortSignal.timeout(options.timeoutSeconds * 1e3);
  const signal = options.signal === void 0 ? timeout2 : AbortSignal.any([timeout2, options.signal]);
  let address = first;
  let secret = credentials;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const checked = await options.reach.check(address);
    if (checked.protocol !== "http" && checked.protocol !== "https") {
      return { outcome: failure("remote-refused", `${shown3} leads to ${shownAddress(address)}, which is not HTTP`) };
    }
    if (new URL(address).origin !== origin2) secret = void 0;
    const headers = {
      "accept-encoding": "identity",
      "user-agent": "krm-render",
      ...secret === void 0 ? void 0 : { authorization: `Basic ${Buffer.from(`${secret.user}:${secret.password}`).toString("base64")}` }
    };
    const { status, reason, response, bytes } = await request(address, checked, headers, { ...options, signal });
    const { location } = response.headers;
    if (REDIRECTS.has(status) && location !== void 0) {
      address = withoutCredentials(new URL(location, address).href).address;
      continue;
    }
    if (status >= 200 && status < 300) return { outcome: { bytes, address } };
    const code3 = status === 404 || status === 410 ? "remote-not-found" : "remote-failed";
    const outcome = failure(code3, `${shown3} cannot be read: the server answers ${status} (${reason})`, {
      hint: hintFor(status)
    });
    const retryAfter = isTransientStatus(status) ? retryAfterOf(response.headers["retry-after"]) : void 0;
    return { outcome, retryAfter };
  }
  return { outcome: failure("remote-failed", `${shown3} cannot be read: more than ${MAX_REDIRECTS} redirects`) };
}
function hintFor(status) {
  if (status === 404 || status === 410) return "Check the address; the file may have been moved.";
  if (status === 401 || status === 403) return "The server wants credentials; none are sent but those in the address.";
  return void 0;
}
async function request(address, { addresses }, headers, { maxBytes, timeoutSeconds, signal }) {
  const client = address.slice(0, "https:".length).toLowerCase() === "https:" ? import_node_https.default : import_node_http2.default;
  const { response, body } = await new Promise((resolve10, reject) => {
    const fail = (error) => {
      reject(signal.aborted ? new TooLate(`no answer within ${timeoutSeconds} seconds`, { cause: error }) : error);
    };
    const pinned = addresses === void 0 ? {} : { lookup: answeringWith(addresses) };
    const sent = client.get(address, { headers, signal, ...pinned }, (answer) => {
      const chunks2 = [];
      let size = 0;
      answer.on("data", (chunk) => {
        chunks2.push(chunk);
        size += chunk.length;
        if (size <= maxBytes) return;
        reject(tooLarge2(address, maxBytes));
        sent.destroy();
      });
      answer.on("error", fail);
      answer.on("end", () => resolve10({ response: answer, body: Buffer.concat(chunks2) }));
    });
    sent.on("error", fail);
  });
  const { statusCode: status = 0, statusMessage: reason = "" } = response;
  return { status, reason, response, bytes: decoded(address, response, body, maxBytes) };
}
function decoded(address, { headers }, bytes, maxOutputLength) {
  if (headers["content-encoding"] !== "gzip") return bytes;
  try {
    return (0, import_node_zlib.gunzipSync)(bytes, { maxOutputLength });
  } catch (cause) {
    if (cause.code === "ERR_BUFFER_TOO_LARGE") throw tooLarge2(address, maxOutputLength);
    const message = `${shownAddress(address)} cannot be read: the server says that it is compressed, and it is not`;
    throw failure("remote-failed", message, { cause });
  }
}
function tooLarge2(address, maxBytes) {
  return failure(
    "remote-failed",
    `${shownAddress(address)} is larger than ${maxBytes} bytes, which is the most that is read`
  );
}
function answeringWith(addresses) {
  const all = addresses.map((address) => ({ address, family: (0, import_node_net4.isIPv6)(address) ? 6 : 4 }));
  return (_host, options, callback) => {
    if (options.all) return callback(null, all);
    const [first] = all;
    if (first === void 0) return callback(new Error("no address"), "");
    return callback(null, first.address, first.family);
  };
}
var import_node_http2, import_node_https, import_node_net4, import_node_zlib, MAX_REDIRECTS, REDIRECTS, FINAL, TooLate;
var init_http_client = __esm({
  "src/sources/remote/http-client.ts"() {
    "use strict";
    import_node_http2 = __toESM(require_node_http(), 1);
    import_node_https = __toESM(require_node_https(), 1);
    import_node_net4 = __toESM(require_node_net(), 1);
    import_node_zlib = __toESM(require_node_zlib(), 1);
    init_diagnostics();
    init_addresses();
    init_retry();
    MAX_REDIRECTS = 10;
    REDIRECTS = /* @__PURE__ */ new Set([301, 302, 303, 307, 308]);
    FINAL = /* @__PURE__ */ new Set(["ERR_INVALID_URL", "ERR_UNESCAPED_CHARACTERS", "ECONNREFUSED", "ETOOLATE"]);
    TooLate = class extends Error {
      code = "ETOOLATE";
    };
  }
});

// src/sources/remote/pinning.ts
async function requirePinning(git, env) {
  let version3 = asked.get(env);
  if (version3 === void 0) {
    version3 = runGit(git, ["version"]).then(({ stdout }) => stdout.trim());
    asked.set(env, version3);
  }
  const found = await version3;
  const [major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(found) ?? []).slice(1).map(Number);
  if (major > MAJOR || major === MAJOR && minor >= MINOR) return;
  throw failure(
    "remote-refused",
    `${found || "git of an unknown version"} cannot be told to which address it shall connect, so a name could lead it to a private host`,
    { hint: `Install git ${MAJOR}.${MINOR} or newer, or allow private hosts.` }
  );
}
var MAJOR, MINOR, asked;
var init_pinning = __esm({
  "src/sources/remote/pinning.ts"() {
    "use strict";
    init_diagnostics();
    init_git_process();
    [MAJOR, MINOR] = [2, 37];
    asked = /* @__PURE__ */ new WeakMap();
  }
});

// src/sources/remote/git-fetch.ts
async function askForCommit(wanted, place, options) {
  requirePossible(wanted);
  const args = wanted.ref === "HEAD" ? [] : ["--heads", "--tags"];
  const { stdout } = await runRemotely(wanted, place, options, (address) => ["ls-remote", ...args, "--", address]);
  const ids = /* @__PURE__ */ new Map();
  for (const line2 of stdout.split("\n")) {
    const [id = "", name2 = ""] = line2.split("	");
    if (isCommitId(id)) ids.set(name2, id);
  }
  const name = PLACES.map((prefix) => prefix + wanted.ref).find((candidate) => ids.has(candidate));
  return name === void 0 ? void 0 : ids.get(`${name}^{}`) ?? ids.get(name);
}
async function fetchRemoteCommit(wanted, place, options) {
  requirePossible(wanted);
  await runRemotely(wanted, place, options, (address) => [
    "fetch",
    "--depth=1",
    "--no-tags",
    "--no-recurse-submodules",
    "--progress",
    "--",
    address,
    wanted.ref
  ]);
  const { code: code3, stdout, words: words2 } = await runGit(contextOf(place, options), [
    "rev-parse",
    "--verify",
    "FETCH_HEAD^{commit}"
  ]);
  if (code3 === 0) return stdout.trimEnd();
  throw failure("remote-failed", `${shownAddress(wanted.repository)} at ${wanted.ref} is no commit: ${words2}`);
}
function prepareRepository(place) {
  (0, import_node_fs8.mkdirSync)((0, import_node_path7.join)(place, "objects"));
  (0, import_node_fs8.mkdirSync)((0, import_node_path7.join)(place, "refs"));
  (0, import_node_fs8.writeFileSync)((0, import_node_path7.join)(place, "HEAD"), "ref: refs/heads/main\n");
}
function contextOf(place, { env }, objects) {
  const context = gitContext(place, env);
  const own = { GIT_DIR: place, ...objects === void 0 ? {} : { GIT_OBJECT_DIRECTORY: objects } };
  return { directory: place, env: { ...context.env, ...own, GIT_NO_LAZY_FETCH: "1" } };
}
function requirePossible({ repository, ref }) {
  if (ref.length < 1e3 && !IMPOSSIBLE_REF.test(ref)) return;
  throw failure("remote-failed", `${shownAddress(repository)}: ${JSON.stringify(ref)} is no branch, tag or commit`, {
    hint: "Correct the ref of the address."
  });
}
function runRemotely(wanted, place, options, argsFor) {
  const given2 = withoutCredentials(wanted.repository);
  let { address, credentials } = given2;
  let redirected = false;
  async function attempt7() {
    const checked = await options.reach.check(address);
    const args = [...settingsFor(address, checked, credentials, options), ...argsFor(checked.address)];
    const context = contextOf(place, options);
    if (checked.addresses !== void 0 && checked.protocol !== "ssh") await requirePinning(context, options.env);
    const env = { ...context.env, ...environmentFor(address, credentials, options, context.env) };
    const output = await watched(
      wanted,
      place,
      options,
      (watch) => runGit({ ...context, env }, args, { timeoutSeconds: secondsFor(wanted, options), group: true, ...watch })
    );
    if (output instanceof Error) return { outcome: output };
    if (output.code === 0) return { outcome: output };
    if (checked.addresses !== void 0 && !redirected && REDIRECTED.test(output.words)) {
      redirected = true;
      address = await redirectedAddress(address, wanted, options);
      if (parseUrl(address)?.origin !== parseUrl(given2.address)?.origin) credentials = void 0;
      return attempt7();
    }
    return {
      outcome: fetchFailed2(wanted, output.words),
      retryAfter: TRANSIENT.test(output.words) ? 0 : void 0
    };
  }
  return retrying(attempt7, options.sleep, options.signal);
}
async function redirectedAddress(address, wanted, options) {
  const suffix = "/info/refs?service=git-upload-pack";
  const { reach, sleep, budget, signal } = options;
  const answer = await get(address + suffix, {
    reach,
    sleep,
    signal,
    maxBytes: budget.fileBytes,
    timeoutSeconds: secondsFor(wanted, options)
  });
  if (answer.address.endsWith(suffix)) return answer.address.slice(0, -suffix.length);
  throw fetchFailed2(wanted, `the server leads to ${shownAddress(answer.address)}, which is no repository`);
}
async function watched(wanted, place, { log, budget, signal }, run4) {
  const started = performance.now();
  const maxBytes = budget.commitBytes();
  const abort = new AbortController();
  const stop = () => abort.abort(ENDED);
  if (signal?.aborted) stop();
  signal?.addEventListener("abort", stop, { once: true });
  const tooLarge3 = `it is larger than ${maxBytes} bytes`;
  let told = started + QUIET_MS - BETWEEN_MS;
  let progress = "waiting for the server";
  const watch = setInterval(() => {
    const now = performance.now();
    if (sizeOf((0, import_node_path7.join)(place, "objects", "pack")) > maxBytes) abort.abort(tooLarge3);
    if (now < told + BETWEEN_MS) return;
    told = now;
    log(
      `Fetching ${shownAddress(wanted.repository)} (${wanted.ref}): ${progress}, ${Math.round((now - started) / 1e3)} s`
    );
  }, WATCH_MS);
  const onWords = (words2) => {
    progress = /(?:Receiving objects|Resolving deltas): +\d+%/.exec(words2)?.[0] ?? progress;
  };
  try {
    const output = await run4({ onWords, signal: abort.signal });
    const size = sizeOf((0, import_node_path7.join)(place, "objects", "pack"));
    budget.countCommit(size);
    return size > maxBytes ? fetchFailed2(wanted, tooLarge3) : output;
  } catch (error) {
    if (!(error instanceof KrmError) || error.code !== "git-failed") throw error;
    return fetchFailed2(wanted, (error.diagnostics[0]?.message ?? "").replace(/^git [\w-]+ failed: /, ""));
  } finally {
    clearInterval(watch);
    signal?.removeEventListener("abort", stop);
  }
}
function sizeOf(directory) {
  try {
    return (0, import_node_fs8.readdirSync)(directory).reduce((sum, name) => sum + (0, import_node_fs8.statSync)((0, import_node_path7.join)(directory, name)).size, 0);
  } catch {
    return 0;
  }
}
function fetchFailed2({ repository, ref }, words2) {
  return failure("remote-failed", `${shownAddress(repository)} at ${ref} cannot be fetched: ${words2}`, {
    hint: hintFor2(words2)
  });
}
function hintFor2(words2) {
  if (/no result within/.test(words2)) return "Allow it more time by a query in its address: ?timeout=120.";
  if (/couldn't find remote ref|not our ref|unadvertised object/i.test(words2)) return "Check the ref of the address.";
  if (/could not read (?:Username|Password)|Authentication failed|Permission denied|error: 40[13]/i.test(words2)) {
    return "Git needs credentials for it that it does not have here; it is never asked for them.";
  }
  return "Check the address.";
}
var import_node_fs8, import_node_path7, PLACES, IMPOSSIBLE_REF, TRANSIENT, REDIRECTED, WATCH_MS, QUIET_MS, BETWEEN_MS, ENDED;
var init_git_fetch = __esm({
  "src/sources/remote/git-fetch.ts"() {
    "use strict";
    import_node_fs8 = __toESM(require_node_fs(), 1);
    import_node_path7 = __toESM(require_node_path(), 1);
    init_diagnostics();
    init_git_process();
    init_revisions();
    init_addresses();
    init_fetch_settings();
    init_http_client();
    init_pinning();
    init_retry();
    PLACES = ["", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/"];
    IMPOSSIBLE_REF = /^[-+^]|[\s~^:?*[\\]|\.\.|@\{|[\x00-\x1f\x7f]/;
    TRANSIENT = /early EOF|hung up|Connection (?:reset|timed out)|Could not resolve host|Temporary failure|RPC failed; curl|error: (?:429|50[0234])\b/i;
    REDIRECTED = /error: 30[12378]\b/;
    WATCH_MS = 500;
    QUIET_MS = 3e3;
    BETWEEN_MS = 5e3;
    ENDED = "nobody waits for it any more";
  }
});

// src/sources/remote/submodules.ts
async function mountedNodeStore(commit, fetch) {
  const plain2 = gitNodeStore(commit.objects, commit.top);
  if (!(await plain2.entries(commit.top)).has(GITMODULES)) return plain2;
  const stores = /* @__PURE__ */ new Map([[commit, plain2]]);
  const listed = /* @__PURE__ */ new WeakMap();
  function storeOf(home) {
    let store = stores.get(home);
    if (store === void 0) {
      store = gitNodeStore(home.objects, home.top);
      stores.set(home, store);
    }
    return store;
  }
  async function list3(directory) {
    const { home, path, node } = await entered(directory);
    const addresses = await addressesOf(home);
    const entries = await storeOf(home).entries(node);
    return new Map([...entries].map(([name, entry2]) => [name, mounted(entry2, home, join6(path, name), addresses)]));
  }
  async function entered(directory) {
    const { home, path } = directory;
    if (!directory.isSubmodule) return { home, path, node: directory };
    const address = (await addressesOf(home)).get(path) ?? "";
    const below = await fetch(submoduleAddress(home.repository, address), directory.id);
    return { home: below, path: "", node: below.top };
  }
  return {
    top: { ...commit.top, home: commit, path: "" },
    entries(directory) {
      const node = directory;
      const known = listed.get(node);
      if (known !== void 0) return known;
      const listing = list3(node);
      listed.set(node, listing);
      return listing;
    },
    target: (link2) => storeOf(link2.home).target(link2),
    bytes: (file, shown3) => storeOf(file.home).bytes(file, shown3)
  };
}
function mounted(entry2, home, path, addresses) {
  const type = entry2.isSubmodule && addresses.has(path) ? "directory" : entry2.type;
  return { ...entry2, type, home, path };
}
function join6(path, name) {
  return path === "" ? name : `${path}/${name}`;
}
function addressesOf(home) {
  home.addresses ??= readAddresses(home);
  return home.addresses;
}
async function readAddresses({ objects, top, git }) {
  const file = (await objects.directory(top.id)).get(GITMODULES);
  if (file?.type !== "file") return /* @__PURE__ */ new Map();
  const output = await outputOfGit(git, ["config", "--blob", file.id, "--null", "--list"]);
  const modules = /* @__PURE__ */ new Map();
  for (const setting of output.split("\0")) {
    const [, name, field3, value] = /^submodule\.(.*)\.(path|url)\n(.*)$/s.exec(setting) ?? [];
    if (name !== void 0 && field3 !== void 0) modules.set(name, { ...modules.get(name), [field3]: value });
  }
  const addresses = /* @__PURE__ */ new Map();
  for (const { path, url } of modules.values()) if (path && url) addresses.set(path.replace(/\/+$/, ""), url);
  return addresses;
}
function submoduleAddress(repository, address) {
  if (!/^\.\.?\//.test(address)) return address;
  let base = repository.replace(/\/+$/, "");
  let rest = address;
  for (; ; ) {
    if (rest.startsWith("./")) rest = rest.slice(2);
    else if (rest.startsWith("../")) {
      rest = rest.slice(3);
      const end = Math.max(base.lastIndexOf("/"), base.lastIndexOf(":"));
      base = base.slice(0, Math.max(end, 0));
      if (!base.includes("/") && end > 0 && repository.charAt(end) === ":")
        return `${base}:${rest.replace(/^(?:\.\.?\/)+/, "")}`;
    } else return `${base}/${rest}`.replace(/\/+$/, "");
  }
}
var GITMODULES;
var init_submodules = __esm({
  "src/sources/remote/submodules.ts"() {
    "use strict";
    init_git_process();
    init_git_tree();
    GITMODULES = ".gitmodules";
  }
});

// src/sources/remote/verified-reader.ts
function verifiedReader(first, renew) {
  let reader = first;
  let renewing;
  let closed2 = false;
  async function renewed() {
    reader.close();
    reader = await renew();
    if (closed2) reader.close();
  }
  async function readObject(id) {
    const answer = await reader.read(id).catch(() => void 0);
    if (answer !== void 0 && isIntact(answer, id)) return answer;
    renewing ??= renewed();
    await renewing;
    const again = await reader.read(id);
    if (isIntact(again, id)) return again;
    throw failure("git-object-broken", `what was fetched as the object ${id} is another one, or incomplete`);
  }
  return {
    async read(name) {
      if (!name.endsWith(ROOT)) return readObject(name);
      const commit = await readObject(name.slice(0, -ROOT.length));
      const tree = commit.found ? /^tree ([0-9a-f]{40,64})\n/.exec(commit.bytes?.toString("latin1") ?? "")?.[1] : void 0;
      return tree === void 0 ? { found: false } : readObject(tree);
    },
    close() {
      closed2 = true;
      reader.close();
    }
  };
}
function isIntact(answer, id) {
  if (!answer.found || answer.id !== id) return false;
  if (answer.bytes === void 0) return true;
  const hash = (0, import_node_crypto3.createHash)(id.length === 64 ? "sha256" : "sha1");
  return hash.update(`${answer.type} ${answer.size}\0`).update(answer.bytes).digest("hex") === id;
}
var import_node_crypto3, ROOT;
var init_verified_reader = __esm({
  "src/sources/remote/verified-reader.ts"() {
    "use strict";
    import_node_crypto3 = __toESM(require_node_crypto(), 1);
    init_diagnostics();
    ROOT = "^{tree}";
  }
});

// src/sources/remote/store-entries.ts
var store_entries_exports = {};
__export(store_entries_exports, {
  isIntact: () => isIntact2,
  removeEntries: () => removeEntries,
  removeLeftovers: () => removeLeftovers,
  storeEntries: () => storeEntries,
  tidyStore: () => tidyStore
});
function storeEntries(directory) {
  const top = (0, import_node_path8.join)(directory, STORE_LAYOUT);
  const commits = names((0, import_node_path8.join)(top, "git")).flatMap((key) => {
    const home = (0, import_node_path8.join)(top, "git", key);
    const source = attempt3(() => (0, import_node_fs9.readFileSync)((0, import_node_path8.join)(home, "source"), "utf8").trim());
    const ids = names(home).filter((name) => name !== "source");
    return ids.flatMap((id) => entryOf({ kind: "commit", id, source, path: (0, import_node_path8.join)(home, id) }));
  });
  const files = names((0, import_node_path8.join)(top, "files")).flatMap((name) => {
    const id = name.slice(name.indexOf("-") + 1);
    return entryOf({ kind: "file", id, source: void 0, path: (0, import_node_path8.join)(top, "files", name) });
  });
  return [...commits, ...files].sort((a, b) => a.usedAt.getTime() - b.usedAt.getTime());
}
async function isIntact2({ kind, id, path }, env) {
  if (kind === "file") return (0, import_node_crypto4.createHash)("sha256").update((0, import_node_fs9.readFileSync)(path)).digest("hex") === id;
  const place = (0, import_node_fs9.mkdtempSync)((0, import_node_path8.join)((0, import_node_os3.tmpdir)(), "krm-render-"));
  prepareRepository(place);
  const incomplete = () => Promise.reject(failure("git-object-broken", `${id} is not intact`));
  const objects = objectStore(verifiedReader(objectReader(contextOf(place, { env }, path)), incomplete));
  try {
    const top = await objects.treeOfCommit(id);
    const pending = top === void 0 ? [] : [top.id];
    for (let tree = pending.pop(); tree !== void 0; tree = pending.pop()) {
      for (const entry2 of (await objects.directory(tree)).values()) {
        if (entry2.type === "directory") pending.push(entry2.id);
        else if (!entry2.isSubmodule) await objects.blob(entry2.id);
      }
    }
    return top !== void 0;
  } catch {
    return false;
  } finally {
    objects.close();
    (0, import_node_fs9.rmSync)(place, { recursive: true });
  }
}
function removeEntries(directory, entries) {
  for (const [index, { path }] of entries.entries()) {
    const aside = (0, import_node_path8.join)(directory, STORE_LAYOUT, "tmp", `removed-${process.pid}-${index}`);
    attempt3(() => (0, import_node_fs9.renameSync)(path, aside));
    (0, import_node_fs9.rmSync)(aside, { recursive: true, force: true });
  }
}
function tidyStore(directory, { days, bytes }) {
  const before = Date.now() - days * 24 * 60 * 60 * 1e3;
  const entries = storeEntries(directory);
  let left = entries.reduce((sum, entry2) => sum + entry2.bytes, 0);
  const removed = entries.filter((entry2) => {
    if (entry2.usedAt.getTime() >= before && left <= bytes) return false;
    left -= entry2.bytes;
    return true;
  });
  removeEntries(directory, removed);
}
function entryOf(known) {
  const stats = attempt3(() => (0, import_node_fs9.statSync)(known.path));
  return stats === void 0 ? [] : [{ ...known, bytes: sizeOf2(known.path, stats), usedAt: stats.mtime }];
}
function sizeOf2(path, stats) {
  if (!stats.isDirectory()) return stats.size;
  return names(path).reduce((sum, name) => {
    const below = attempt3(() => (0, import_node_fs9.statSync)((0, import_node_path8.join)(path, name)));
    return below === void 0 ? sum : sum + sizeOf2((0, import_node_path8.join)(path, name), below);
  }, 0);
}
function names(directory) {
  return attempt3(() => (0, import_node_fs9.readdirSync)(directory)) ?? [];
}
function attempt3(work) {
  try {
    return work();
  } catch {
    return void 0;
  }
}
var import_node_crypto4, import_node_fs9, import_node_os3, import_node_path8;
var init_store_entries = __esm({
  "src/sources/remote/store-entries.ts"() {
    "use strict";
    import_node_crypto4 = __toESM(require_node_crypto(), 1);
    import_node_fs9 = __toESM(require_node_fs(), 1);
    import_node_os3 = __toESM(require_node_os(), 1);
    import_node_path8 = __toESM(require_node_path(), 1);
    init_diagnostics();
    init_object_reader();
    init_object_store();
    init_content_store();
    init_git_fetch();
    init_verified_reader();
    init_content_store();
  }
});

// src/sources/remote/open-remotes.ts
var open_remotes_exports = {};
__export(open_remotes_exports, {
  openRemotes: () => openRemotes,
  splitDigest: () => splitDigest
});
function openRemotes(options) {
  const { env, rules, log = () => {
  }, sleep = sleepFor, limits = {}, untrusted = false } = options;
  const budget = createBudget(limits);
  const reach = createReach(rules, options.resolve);
  const ending = new AbortController();
  const git = {
    env,
    protocols: rules.protocols,
    reach,
    sleep,
    log,
    budget,
    untrusted,
    signal: ending.signal
  };
  const below = rules.protocols.filter((protocol) => protocol !== "file");
  const gitBelow = {
    ...git,
    protocols: below,
    reach: createReach({ ...rules, protocols: below }, options.resolve)
  };
  const repositories = /* @__PURE__ */ new Map();
  const commits = /* @__PURE__ */ new Map();
  const files = /* @__PURE__ */ new Map();
  const closing = [];
  let opened;
  function open() {
    if (opened === void 0) {
      const store = openStore(options.store);
      const place = store.workplace();
      prepareRepository(place);
      opened = { store, place };
    }
    return opened;
  }
  async function commitOf2(wanted, using) {
    budget.countSource(wanted.repository);
    const { store, place } = open();
    await using.reach.check(wanted.repository);
    let sha;
    if (isCommitId(wanted.ref.toLowerCase())) sha = wanted.ref.toLowerCase();
    else if (store.knows(wanted.repository)) sha = await askForCommit(wanted, place, using);
    let objects = sha === void 0 ? void 0 : store.commit(wanted.repository, sha);
    if (sha === void 0 || objects === void 0) ({ sha, objects } = await fetchInto(store, wanted, using));
    return openCommit(store, wanted, { sha, objects }, using);
  }
  async function openCommit(store, wanted, { sha, objects }, using) {
    const { place } = open();
    const contextFor = (directory) => contextOf(place, using, directory);
    const reader = verifiedReader(objectReader(contextFor(objects)), async () => {
      log(`What is stored of ${shownAddress(wanted.repository)} (${sha.slice(0, 7)}) is broken; fetching it again.`);
      store.dropCommit(wanted.repository, sha);
      const again = await fetchInto(store, { ...wanted, ref: sha }, using);
      return objectReader(contextFor(again.objects));
    });
    const found = objectStore(reader);
    closing.push(() => found.close());
    const top = await found.treeOfCommit(sha);
    if (top !== void 0) return { objects: found, top, sha, git: contextFor(objects), repository: wanted.repository };
    throw failure("remote-failed", `${shownAddress(wanted.repository)} at ${wanted.ref} is no commit`);
  }
  function fetchSubmodule({ timeoutSeconds }, repository, sha) {
    const key = `${repository}\0${sha}`;
    return once2(commits, key, () => commitOf2({ repository, ref: sha, timeoutSeconds }, gitBelow));
  }
  async function openRepository2(url) {
    const { repository, ref = "HEAD", timeoutSeconds } = url;
    const wanted = { repository, ref, timeoutSeconds };
    const commit = await once2(commits, `${repository}\0${ref}`, () => commitOf2(wanted, git));
    const nodes = url.submodules ? await mountedNodeStore(commit, (address, id) => fetchSubmodule(url, address, id)) : gitNodeStore(commit.objects, commit.top);
    const shown3 = shownAddress(withoutCredentials(repository).address);
    const query = url.ref === void 0 ? "" : `?ref=${url.ref}`;
    const display = (path) => path === "/" ? `${shown3}${query}` : `${shown3}/${path}${query}`;
    const { sha } = commit;
    return { tree: virtualTree(nodes, `${shown3} (${sha.slice(0, 7)})`, display), sha };
  }
  async function readFile2(address) {
    const [plain2, digest] = splitDigest(address);
    const kept = digest === void 0 ? void 0 : open().store.file(digest);
    if (digest !== void 0 && kept !== void 0) return { bytes: kept, digest };
    budget.countSource(plain2);
    const { bytes } = await get(plain2, {
      reach,
      sleep,
      signal: ending.signal,
      maxBytes: budget.fileBytes,
      timeoutSeconds: FILE_TIMEOUT_SECONDS
    });
    budget.countFile(plain2, bytes.length);
    const found = (0, import_node_crypto5.createHash)("sha256").update(bytes).digest("hex");
    if (digest === void 0) return { bytes, digest: found };
    if (found !== digest) {
      throw failure(
        "remote-failed",
        `${shownAddress(plain2)} has the digest sha256=${found}, not the one of its reference`,
        {
          hint: "See what was changed there before correcting the digest."
        }
      );
    }
    open().store.keepFile(digest, bytes);
    return { bytes, digest };
  }
  return {
    repository(url) {
      return once2(repositories, JSON.stringify([url.repository, url.ref, url.submodules]), () => openRepository2(url));
    },
    file: (address) => once2(files, address, () => readFile2(address)),
    async close() {
      ending.abort();
      for (const close of closing.splice(0)) close();
      if (opened === void 0) return;
      opened.store.discard(opened.place);
      opened.store.close();
      opened = void 0;
      const { directory, keep } = options.store;
      if (keep !== void 0) (await Promise.resolve().then(() => (init_store_entries(), store_entries_exports))).tidyStore(directory, keep);
    }
  };
}
async function fetchInto(store, wanted, options) {
  const place = store.workplace();
  try {
    prepareRepository(place);
    const sha = await fetchRemoteCommit(wanted, place, options);
    const shown3 = shownAddress(wanted.repository);
    return { sha, objects: store.keepCommit(wanted.repository, shown3, sha, `${place}/objects`) };
  } finally {
    store.discard(place);
  }
}
function splitDigest(address) {
  const [, plain2, digest] = /^(.*)#sha256[=:]([0-9a-f]{64})$/s.exec(address) ?? [];
  return plain2 === void 0 || digest === void 0 ? [address] : [plain2, digest];
}
function once2(known, key, work) {
  let result = known.get(key);
  if (result === void 0) {
    result = work();
    known.set(key, result);
  }
  return result;
}
var import_node_crypto5, FILE_TIMEOUT_SECONDS;
var init_open_remotes = __esm({
  "src/sources/remote/open-remotes.ts"() {
    "use strict";
    import_node_crypto5 = __toESM(require_node_crypto(), 1);
    init_diagnostics();
    init_git_tree();
    init_object_reader();
    init_object_store();
    init_revisions();
    init_virtual_tree();
    init_addresses();
    init_budget();
    init_content_store();
    init_git_fetch();
    init_http_client();
    init_reach();
    init_retry();
    init_submodules();
    init_verified_reader();
    FILE_TIMEOUT_SECONDS = 60;
  }
});

// src/sources/remote/lazy-remotes.ts
function lazyRemotes(options) {
  let opening;
  const open = () => {
    opening ??= Promise.resolve().then(() => (init_open_remotes(), open_remotes_exports)).then(({ openRemotes: openRemotes2 }) => openRemotes2(options));
    return opening;
  };
  return {
    repository: async (url) => (await open()).repository(url),
    file: async (address) => (await open()).file(address),
    async close() {
      await (await opening)?.close();
    }
  };
}
var init_lazy_remotes = __esm({
  "src/sources/remote/lazy-remotes.ts"() {
    "use strict";
  }
});

// src/sources/remote/store-directory.ts
function defaultStoreDirectory(env) {
  const given2 = env["XDG_CACHE_HOME"];
  const caches = given2 !== void 0 && (0, import_node_path9.isAbsolute)(given2) ? given2 : (0, import_node_path9.join)(env["HOME"] || (0, import_node_os4.homedir)(), ".cache");
  return (0, import_node_path9.join)(caches, "krm-render");
}
var import_node_os4, import_node_path9;
var init_store_directory = __esm({
  "src/sources/remote/store-directory.ts"() {
    "use strict";
    import_node_os4 = __toESM(require_node_os(), 1);
    import_node_path9 = __toESM(require_node_path(), 1);
  }
});

// src/sources/index.ts
var init_sources = __esm({
  "src/sources/index.ts"() {
    "use strict";
    init_disk_tree();
    init_git_tree();
    init_repository();
    init_create_helm();
    init_directory();
    init_private_directory();
    init_paths();
    init_process_group();
    init_addresses();
    init_duration();
    init_git_url();
    init_lazy_remotes();
    init_store_directory();
  }
});

// src/build/charts.ts
var MAX_KEPT_BYTES2, Charts;
var init_charts = __esm({
  "src/build/charts.ts"() {
    "use strict";
    init_sources();
    MAX_KEPT_BYTES2 = 256 * 1024 * 1024;
    Charts = class {
      #byTree = /* @__PURE__ */ new Map();
      #kept = 0;
      /** @param path of the chart's directory, absolute within the tree and free of symlinks */
      read(tree, path) {
        let known = this.#byTree.get(tree);
        if (known === void 0) this.#byTree.set(tree, known = /* @__PURE__ */ new Map());
        let reading2 = known.get(path);
        if (reading2 === void 0) known.set(path, reading2 = this.#counted(readDirectory(tree, path)));
        return reading2;
      }
      async #counted(reading2) {
        const directory = await reading2;
        this.#kept += bytesOf(directory);
        if (this.#kept > MAX_KEPT_BYTES2) {
          this.#byTree.clear();
          this.#kept = 0;
        }
        return directory;
      }
    };
  }
});

// node:node:buffer
var require_node_buffer = __commonJS({
  "node:node:buffer"(exports2, module2) {
    module2.exports = Object.create(process.getBuiltinModule("node:buffer"));
  }
});

// src/yaml/fault.ts
var Fault;
var init_fault = __esm({
  "src/yaml/fault.ts"() {
    "use strict";
    Fault = class extends Error {
      /** Offset into the text that was scanned, in UTF-16 code units. */
      offset;
      hint;
      constructor(offset, problem2, hint) {
        super(problem2);
        this.offset = offset;
        this.hint = hint;
      }
    };
  }
});

// src/yaml/node.ts
function scalar(value, tag = "", style = "") {
  return new AnyNode("scalar", tag, style, value, void 0, void 0);
}
function map(entries = [], style = "") {
  return new AnyNode("map", "!!map", style, "", entries, void 0);
}
function seq(items = [], style = "") {
  return new AnyNode("seq", "!!seq", style, "", void 0, items);
}
function clone(node) {
  const from = node;
  const entries = from.entries === void 0 ? void 0 : copyEntries(from.entries, clone);
  const items = from.items === void 0 ? void 0 : copyItems(from.items, clone);
  const copy2 = new AnyNode(from.kind, from.tag, from.style, from.value, entries, items);
  copy2.source = from.source;
  copy2.offset = from.offset;
  copy2.comment = from.comment;
  return copy2;
}
function cloneObject(node) {
  let copies;
  const copy2 = (from) => {
    if (from.kind === "map") return placed(map(copyEntries(from.entries, copy2), from.style), from);
    if (from.kind === "seq") return placed(seq(copyItems(from.items, copy2), from.style), from);
    if (from.source !== void 0) return clone(from);
    copies ??= /* @__PURE__ */ new Map();
    let made = copies.get(from);
    if (made === void 0) copies.set(from, made = clone(from));
    return made;
  };
  return copy2(node);
}
function copyEntries(entries, copy2) {
  const copies = entries.slice();
  for (let at3 = 0; at3 < copies.length; at3++) {
    const { key, value } = copies[at3];
    copies[at3] = { key, value: copy2(value) };
  }
  return copies;
}
function copyItems(items, copy2) {
  const copies = items.slice();
  for (let at3 = 0; at3 < copies.length; at3++) copies[at3] = copy2(copies[at3]);
  return copies;
}
function placed(copy2, from) {
  copy2.tag = from.tag;
  copy2.source = from.source;
  copy2.offset = from.offset;
  copy2.comment = from.comment;
  return copy2;
}
function overwrite(target, source) {
  const to = target;
  const from = source;
  to.kind = from.kind;
  to.tag = from.tag;
  to.style = from.style;
  to.value = from.value;
  to.entries = from.entries;
  to.items = from.items;
  to.source = from.source;
  to.offset = from.offset;
  to.comment = from.comment;
}
function get2(node, key) {
  if (node?.kind !== "map") return void 0;
  const { entries } = node;
  for (let at3 = 0; at3 < entries.length; at3++) {
    const entry2 = entries[at3];
    if (entry2.key.kind === "scalar" && entry2.key.value === key) return entry2.value;
  }
  return void 0;
}
function isNull(node) {
  return node?.kind === "scalar" && node.tag === "!!null";
}
function locate(node) {
  if (node?.source === void 0) return void 0;
  return locateOffset(node.source, node.offset);
}
function locateOffset(source, offset) {
  if (source.within !== void 0) return source.within;
  let starts = lineStarts.get(source);
  if (starts === void 0) {
    starts = [0];
    for (let at3 = source.text.indexOf("\n"); at3 >= 0; at3 = source.text.indexOf("\n", at3 + 1)) starts.push(at3 + 1);
    lineStarts.set(source, starts);
  }
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = low + high + 1 >> 1;
    if (starts[middle] <= offset) low = middle;
    else high = middle - 1;
  }
  return { file: source.file, line: low + 1, column: offset - starts[low] + 1 };
}
var AnyNode, lineStarts;
var init_node = __esm({
  "src/yaml/node.ts"() {
    "use strict";
    AnyNode = class {
      kind;
      tag;
      style;
      value;
      entries;
      items;
      source = void 0;
      offset = 0;
      comment = void 0;
      constructor(kind, tag, style, value, entries, items) {
        this.kind = kind;
        this.tag = tag;
        this.style = style;
        this.value = value;
        this.entries = entries;
        this.items = items;
      }
    };
    lineStarts = /* @__PURE__ */ new WeakMap();
  }
});

// src/yaml/failures.ts
function reading(source, base, read2) {
  try {
    return read2();
  } catch (thrown) {
    if (thrown instanceof Fault) throw invalid(source, base + thrown.offset, thrown.message, thrown.hint);
    throw thrown;
  }
}
function invalid(source, offset, problem2, hint) {
  const within2 = Math.min(offset, Math.max(source.text.length - 1, 0));
  return failure("invalid-yaml", `malformed YAML: ${problem2}`, { ...locateOffset(source, within2), hint });
}
function failureAt(node, code3, message, hint) {
  return failure(code3, message, { ...locate(node), hint });
}
var init_failures = __esm({
  "src/yaml/failures.ts"() {
    "use strict";
    init_diagnostics();
    init_fault();
    init_node();
  }
});

// src/yaml/binary.ts
function decodeBinary(node) {
  const digits2 = node.value.replace(/[\r\n]/g, "");
  if (digits2.length % 4 !== 0 || !BASE64.test(digits2)) {
    throw failureAt(node, "not-representable", "!!binary value contains invalid base64 data");
  }
  return decodeBytes(Buffer.from(digits2, "base64"));
}
function decodeBytes(bytes) {
  if ((0, import_node_buffer.isUtf8)(bytes)) return bytes.toString("utf8");
  let text6 = "";
  let at3 = 0;
  while (at3 < bytes.length) {
    const length = sequenceLength(bytes, at3);
    text6 += length === 0 ? "\uFFFD" : bytes.toString("utf8", at3, at3 + length);
    at3 += Math.max(length, 1);
  }
  return text6;
}
function sequenceLength(bytes, at3) {
  const lead = bytes[at3];
  if (lead < 128) return 1;
  const length = lead < 194 || lead > 244 ? 0 : lead < 224 ? 2 : lead < 240 ? 3 : 4;
  if (length === 0 || at3 + length > bytes.length) return 0;
  return bytes.toString("utf8", at3, at3 + length).includes("\uFFFD") && !isReplacement(bytes, at3) ? 0 : length;
}
function isReplacement(bytes, at3) {
  return bytes[at3] === 239 && bytes[at3 + 1] === 191 && bytes[at3 + 2] === 189;
}
var import_node_buffer, BASE64;
var init_binary = __esm({
  "src/yaml/binary.ts"() {
    "use strict";
    import_node_buffer = __toESM(require_node_buffer(), 1);
    init_failures();
    BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
  }
});

// src/yaml/marks.ts
function placeOf({ offset, kind, style }) {
  return offset * 4 + (kind === "map" && style === "flow" ? 3 : KINDS[kind]);
}
function keepMarks(source, document3) {
  documents.set(source, document3);
  return document3;
}
function marksOfSource(source) {
  return documents.get(source);
}
var ALIAS, KINDS, documents;
var init_marks = __esm({
  "src/yaml/marks.ts"() {
    "use strict";
    ALIAS = "*";
    KINDS = { scalar: 0, map: 1, seq: 2 };
    documents = /* @__PURE__ */ new WeakMap();
  }
});

// src/yaml/tokens.ts
var END, VERSION_DIRECTIVE, TAG_DIRECTIVE, DOCUMENT_START, DOCUMENT_END, BLOCK_SEQ_START, BLOCK_MAP_START, BLOCK_END, FLOW_SEQ_START, FLOW_SEQ_END, FLOW_MAP_START, FLOW_MAP_END, BLOCK_ENTRY, FLOW_ENTRY, KEY, VALUE, ALIAS2, ANCHOR, TAG, SCALAR, SINGLE_QUOTED, DOUBLE_QUOTED, LITERAL, FOLDED, BROKEN, SCALAR_STYLES, Tokens;
var init_tokens = __esm({
  "src/yaml/tokens.ts"() {
    "use strict";
    END = 0;
    VERSION_DIRECTIVE = 1;
    TAG_DIRECTIVE = 2;
    DOCUMENT_START = 3;
    DOCUMENT_END = 4;
    BLOCK_SEQ_START = 5;
    BLOCK_MAP_START = 6;
    BLOCK_END = 7;
    FLOW_SEQ_START = 8;
    FLOW_SEQ_END = 9;
    FLOW_MAP_START = 10;
    FLOW_MAP_END = 11;
    BLOCK_ENTRY = 12;
    FLOW_ENTRY = 13;
    KEY = 14;
    VALUE = 15;
    ALIAS2 = 16;
    ANCHOR = 17;
    TAG = 18;
    SCALAR = 19;
    SINGLE_QUOTED = 20;
    DOUBLE_QUOTED = 21;
    LITERAL = 22;
    FOLDED = 23;
    BROKEN = 24;
    SCALAR_STYLES = ["", "single", "double", "literal", "folded"];
    Tokens = class {
      types = [];
      /** Where each token begins in the scanned text. */
      starts = [];
      /** The text of scalars, names of anchors and aliases, tags as `handle suffix`. */
      values = [];
      /** Line comments by the index of the token they stand behind; undefined when there is none. */
      comments = void 0;
      get length() {
        return this.types.length;
      }
      push(type, start2, value = "") {
        this.types.push(type);
        this.starts.push(start2);
        this.values.push(value);
      }
      /** Puts a token before the one at `index`. Only a simple key needs it, so what moves is at most a line. */
      insert(index, type, start2) {
        this.types.push(0);
        this.starts.push(0);
        this.values.push("");
        for (let at3 = this.types.length - 1; at3 > index; at3--) {
          this.types[at3] = this.types[at3 - 1];
          this.starts[at3] = this.starts[at3 - 1];
          this.values[at3] = this.values[at3 - 1];
        }
        this.types[index] = type;
        this.starts[index] = start2;
        this.values[index] = "";
      }
      comment(text6) {
        const last = this.types.length - 1;
        if (last < 0) return;
        this.comments ??= /* @__PURE__ */ new Map();
        if (!this.comments.has(last)) this.comments.set(last, text6);
      }
    };
  }
});

// src/yaml/annotator.ts
function join9(first, second) {
  return first === "" || second === "" ? first + second : `${first}
${second}`;
}
var AHEAD, Annotator;
var init_annotator = __esm({
  "src/yaml/annotator.ts"() {
    "use strict";
    init_marks();
    init_tokens();
    AHEAD = 3;
    Annotator = class {
      scanner;
      marks = /* @__PURE__ */ new Map();
      /** Comments in front of the present token that no node has taken yet. */
      head = "";
      line = "";
      foot = "";
      /** The comment above a dash behind which a collection begins: it belongs to the collection and not to its first key. */
      stem = "";
      documentHead = "";
      constructor(scanner) {
        this.scanner = scanner;
      }
      /** To be called before a token is looked at. Throws the scanner's {@link Fault}s. */
      reach(at3) {
        const { scanner } = this;
        const { tokens, comments } = scanner;
        while (!scanner.atEnd && (tokens.length - at3 < AHEAD || scanner.mayBeKey(at3))) scanner.step();
        const start2 = tokens.starts[at3];
        const ends = tokens.types[at3] === BLOCK_END;
        for (; scanner.taken < comments.length; scanner.taken++) {
          const comment = comments[scanner.taken];
          if (start2 < comment.token || ends && comment.head !== "") return;
          this.head = join9(this.head, comment.head);
          this.line = join9(this.line, comment.line);
          this.foot = join9(this.foot, comment.foot);
        }
      }
      /** An implicit document begins: what stands an empty line above the first token is a comment on the document. */
      documentStart() {
        const { head } = this;
        const end = head.endsWith("\n") ? head.length - 1 : head.lastIndexOf("\n\n");
        if (end < 0) return;
        this.documentHead = head.slice(0, end);
        this.head = head.slice(end + (head.endsWith("\n") ? 1 : 2));
      }
      /** Behind a dash; `priorHead` is how much of the head comment stands above it, and `opens` tells what it opens. */
      dash(above, opens) {
        if (above === "" || !opens) return;
        this.stem = above;
        this.head = this.head.slice(above.length + 1);
      }
      get pendingHead() {
        return this.head;
      }
      /** A scalar or alias: all comments at its token are its own. */
      scalar(node) {
        this.setMarks(node, this.head, this.foot);
        if (this.line !== "") node.comment = this.line;
        this.clear();
      }
      /** A collection begins; of the comments at a bracket only the head lasts. */
      open(node, type) {
        if (type === FLOW_MAP_START || type === FLOW_SEQ_START) {
          this.setMarks(node, this.head, "");
          this.clear();
        } else if (type !== BLOCK_ENTRY) {
          this.setMarks(node, this.stem, "");
          this.stem = "";
        }
      }
      /** A flow collection or a block map ends: comments at its end are its line and foot. */
      close(node) {
        if (this.foot !== "") this.setMarks(node, this.marks.get(node)?.head ?? "", this.foot);
        if (this.line !== "") node.comment = this.line;
        this.clear();
      }
      /** An anchor or a tag in the text. */
      property(node, anchor2, tagged) {
        const marks = this.marks.get(node) ?? this.setMarks(node, "", "", true);
        if (anchor2 !== void 0) marks.anchor = anchor2;
        marks.tagged = tagged;
      }
      /** All marks, once the token behind the document was looked at. */
      finish(root) {
        this.settle(root);
        const nodes = /* @__PURE__ */ new Map();
        for (const [node, marks] of this.marks) {
          const place = placeOf(node);
          if (!nodes.has(place)) nodes.set(place, marks);
        }
        return { nodes, head: this.documentHead, foot: this.foot || this.head };
      }
      clear() {
        this.head = this.line = this.foot = this.stem = "";
      }
      setMarks(node, head, foot, always = false) {
        const marks = this.marks.get(node) ?? { head, foot, anchor: "", tagged: false };
        marks.head = head;
        marks.foot = foot;
        if (always || head !== "" || foot !== "") this.marks.set(node, marks);
        return marks;
      }
      /** Feet in maps go to keys: one of a key to the key before it, one of a value to its key, one of a map to its last key. */
      settle(node) {
        if (node.kind === "seq") for (const item of node.items) this.settle(item);
        if (node.kind !== "map") return;
        const isBlock = node.style !== "flow";
        let previous;
        for (const { key, value } of node.entries) {
          this.settle(key);
          if (isBlock && previous !== void 0) this.moveFoot(key, previous);
          this.settle(value);
          if ((this.marks.get(key)?.foot ?? "") === "") this.moveFoot(value, key);
          previous = key;
        }
        if (isBlock && previous !== void 0) this.moveFoot(node, previous);
      }
      moveFoot(from, to) {
        const marks = this.marks.get(from);
        if (marks === void 0 || marks.foot === "") return;
        this.setMarks(to, this.marks.get(to)?.head ?? "", marks.foot);
        marks.foot = "";
      }
    };
  }
});

// src/yaml/characters.ts
function isBreak(code3) {
  return code3 === 10 || code3 === 13 || code3 === 133 || code3 === 8232 || code3 === 8233;
}
function isBlank(code3) {
  return code3 === 32 || code3 === 9;
}
function isBreakOrEnd(code3) {
  return code3 === 10 || code3 === 0 || code3 >= 13 && isBreak(code3);
}
function isBlankOrEnd(code3) {
  return code3 === 32 || code3 === 10 || code3 === 9 || code3 === 0 || code3 >= 13 && isBreak(code3);
}
function isWord(code3) {
  return code3 >= 97 && code3 <= 122 || code3 >= 65 && code3 <= 90 || code3 >= 48 && code3 <= 57 || code3 === 95 || code3 === 45;
}
function isHex(code3) {
  return code3 >= 48 && code3 <= 57 || code3 >= 97 && code3 <= 102 || code3 >= 65 && code3 <= 70;
}
var CONTROL2;
var init_characters = __esm({
  "src/yaml/characters.ts"() {
    "use strict";
    CONTROL2 = /[\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x84\x86-\x9F\uFFFE\uFFFF]/;
  }
});

// src/yaml/cursor.ts
function fold(first, others) {
  if (first !== "\n") return first + others;
  return others === "" ? " " : others;
}
var Cursor;
var init_cursor = __esm({
  "src/yaml/cursor.ts"() {
    "use strict";
    init_characters();
    Cursor = class {
      /** Ends in one NUL that belongs to nobody. */
      text;
      position = 0;
      /** Offset of the first character of the current line. */
      lineStart = 0;
      /** Whether lines may end in something else than LF, so that searching for LF does not do. */
      exotic;
      constructor(text6) {
        this.text = `${text6}\0`;
        this.exotic = /[\r\x85\u2028\u2029]/.test(text6);
      }
      get column() {
        return this.position - this.lineStart;
      }
      /** The offset of the break that ends the line of `from`, or of the end of the text. */
      lineEnd(from) {
        if (!this.exotic) {
          const end = this.text.indexOf("\n", from);
          return end < 0 ? this.text.length - 1 : end;
        }
        let at3 = from;
        while (at3 < this.text.length - 1 && !isBreak(this.text.charCodeAt(at3))) at3++;
        return at3;
      }
      /** Steps over one line break and returns it as a value holds it: LS and PS stay, all others are LF. */
      takeBreak() {
        const code3 = this.text.charCodeAt(this.position);
        this.position++;
        if (code3 === 13 && this.text.charCodeAt(this.position) === 10) this.position++;
        this.lineStart = this.position;
        if (code3 === 8232) return "\u2028";
        return code3 === 8233 ? "\u2029" : "\n";
      }
      /** Whether `---` or `...` stands here at the start of a line. */
      atDocumentIndicator() {
        const at3 = this.position;
        if (at3 !== this.lineStart) return false;
        const code3 = this.text.charCodeAt(at3);
        if (code3 !== 45 && code3 !== 46) return false;
        if (this.text.charCodeAt(at3 + 1) !== code3 || this.text.charCodeAt(at3 + 2) !== code3) return false;
        const after = this.text.charCodeAt(at3 + 3);
        return after === 32 || after === 9 || after === 0 || isBreak(after);
      }
    };
  }
});

// src/yaml/tags.ts
function readAnchor(cursor) {
  const { text: text6 } = cursor;
  const start2 = cursor.position;
  let end = start2 + 1;
  while (isWord(text6.charCodeAt(end))) end++;
  if (end === start2 + 1 || !(isBlankOrEnd(text6.charCodeAt(end)) || "?:,]}%@`".includes(text6.charAt(end)))) {
    const mark2 = text6.charAt(start2);
    throw new Fault(
      start2,
      `did not find expected alphabetic or numeric character behind \`${mark2}\``,
      `Quote a text that begins with \`${mark2}\`.`
    );
  }
  cursor.position = end;
  return text6.slice(start2 + 1, end);
}
function readTag(cursor) {
  const { text: text6 } = cursor;
  const start2 = cursor.position;
  let handle = "";
  let suffix = "";
  if (text6.charCodeAt(start2 + 1) === 60) {
    cursor.position += 2;
    suffix = readUri(cursor, "", start2);
    if (text6.charCodeAt(cursor.position) !== 62) throw new Fault(start2, "did not find the expected '>' of a tag");
    cursor.position++;
  } else {
    handle = readHandle(cursor, start2);
    if (handle.length > 1 && handle.endsWith("!")) suffix = readUri(cursor, "", start2);
    else {
      suffix = readUri(cursor, handle, start2);
      handle = "!";
      if (suffix === "") [handle, suffix] = ["", "!"];
    }
  }
  if (!isBlankOrEnd(text6.charCodeAt(cursor.position))) {
    throw new Fault(
      start2,
      "did not find expected whitespace or line break behind a tag",
      "Quote a text that begins with `!`."
    );
  }
  return `${handle} ${suffix}`;
}
function readHandle(cursor, start2) {
  const { text: text6 } = cursor;
  const begin = cursor.position;
  if (text6.charCodeAt(begin) !== 33) throw new Fault(start2, "did not find expected '!'");
  let end = begin + 1;
  while (isWord(text6.charCodeAt(end))) end++;
  if (text6.charCodeAt(end) === 33) end++;
  cursor.position = end;
  return text6.slice(begin, end);
}
function readUri(cursor, head, start2) {
  const { text: text6 } = cursor;
  let uri = head.slice(1);
  const begin = cursor.position;
  while (true) {
    const code3 = text6.charCodeAt(cursor.position);
    if (isWord(code3) || code3 !== 0 && URI_MARKS.includes(String.fromCharCode(code3))) {
      uri += String.fromCharCode(code3);
      cursor.position++;
    } else if (code3 === 37) uri += readEscapes(cursor, start2);
    else break;
  }
  if (head === "" && cursor.position === begin) throw new Fault(start2, "did not find expected tag URI");
  return uri;
}
function readEscapes(cursor, start2) {
  const { text: text6 } = cursor;
  const begin = cursor.position;
  while (text6.charCodeAt(cursor.position) === 37) {
    if (!isHex(text6.charCodeAt(cursor.position + 1)) || !isHex(text6.charCodeAt(cursor.position + 2))) {
      throw new Fault(start2, "did not find URI escaped octet in a tag");
    }
    cursor.position += 3;
  }
  try {
    return decodeURIComponent(text6.slice(begin, cursor.position));
  } catch {
    throw new Fault(start2, "found an incorrect UTF-8 octet in a tag");
  }
}
function expandTag(written, handles) {
  const gap = written.indexOf(" ");
  const handle = written.slice(0, gap);
  const suffix = written.slice(gap + 1);
  if (handle === "") return shortTag(suffix);
  const prefix = handles.get(handle);
  return prefix === void 0 ? void 0 : shortTag(prefix + suffix);
}
function shortTag(tag) {
  return tag.startsWith(LONG_PREFIX) ? `!!${tag.slice(LONG_PREFIX.length)}` : tag;
}
var LONG_PREFIX, URI_MARKS, DEFAULT_HANDLES;
var init_tags = __esm({
  "src/yaml/tags.ts"() {
    "use strict";
    init_characters();
    init_fault();
    LONG_PREFIX = "tag:yaml.org,2002:";
    URI_MARKS = ";/?:@&=+$,.!~*'()[]";
    DEFAULT_HANDLES = /* @__PURE__ */ new Map([
      ["!", "!"],
      ["!!", LONG_PREFIX]
    ]);
  }
});

// src/yaml/directives.ts
function readVersionDirective(cursor) {
  const start2 = cursor.position;
  readName(cursor, "YAML");
  skipBlanks(cursor);
  const match = /^(\d{1,2})\.(\d{1,2})(?!\d)/.exec(cursor.text.slice(cursor.position, cursor.position + 6));
  if (match === null) throw new Fault(start2, "did not find expected version number in a %YAML directive");
  cursor.position += match[0].length;
  endLine(cursor, start2);
  return `${Number(match[1])}.${Number(match[2])}`;
}
function readTagDirective(cursor) {
  const start2 = cursor.position;
  readName(cursor, "TAG");
  skipBlanks(cursor);
  const handle = readHandle(cursor, start2);
  if (handle !== "!" && !handle.endsWith("!")) throw new Fault(start2, "did not find expected '!' in a %TAG directive");
  if (!isBlank(cursor.text.charCodeAt(cursor.position))) {
    throw new Fault(start2, "did not find expected whitespace in a %TAG directive");
  }
  skipBlanks(cursor);
  const prefix = readUri(cursor, "", start2);
  if (!isBlankOrEnd(cursor.text.charCodeAt(cursor.position))) {
    throw new Fault(start2, "did not find expected whitespace or line break in a %TAG directive");
  }
  endLine(cursor, start2);
  return `${handle} ${prefix}`;
}
function readName(cursor, expected) {
  const start2 = cursor.position;
  let end = start2 + 1;
  while (isWord(cursor.text.charCodeAt(end))) end++;
  if (cursor.text.slice(start2 + 1, end) !== expected || !isBlankOrEnd(cursor.text.charCodeAt(end))) {
    throw new Fault(start2, "found unknown directive name", "Quote a text that begins with `%`.");
  }
  cursor.position = end;
}
function skipBlanks(cursor) {
  while (isBlank(cursor.text.charCodeAt(cursor.position))) cursor.position++;
}
function endLine(cursor, start2) {
  skipBlanks(cursor);
  if (cursor.text.charCodeAt(cursor.position) === 35) cursor.position = cursor.lineEnd(cursor.position);
  const code3 = cursor.text.charCodeAt(cursor.position);
  if (!isBreakOrEnd(code3)) throw new Fault(start2, "did not find expected comment or line break behind a directive");
  if (isBreak(code3)) cursor.takeBreak();
}
var init_directives = __esm({
  "src/yaml/directives.ts"() {
    "use strict";
    init_characters();
    init_fault();
    init_tags();
  }
});

// src/yaml/gaps.ts
function skipGap(cursor, tokens, rules) {
  const { text: text6 } = cursor;
  let { tabs } = rules;
  let broken2 = false;
  while (true) {
    let code3 = text6.charCodeAt(cursor.position);
    while (code3 === 32 || code3 === 9 && tabs) code3 = text6.charCodeAt(++cursor.position);
    if (code3 === 9 && rules.tokenLine === cursor.lineStart) code3 = skipToComment(cursor, rules, false);
    while (code3 === 35) {
      const end = cursor.lineEnd(cursor.position);
      if (rules.tokenLine === cursor.lineStart) tokens.comment(text6.slice(cursor.position, end));
      cursor.position = end;
      code3 = skipToComment(cursor, rules, true);
    }
    if (!isBreak(code3)) return broken2;
    cursor.takeBreak();
    broken2 = true;
    tabs = rules.tabsAfterBreak;
  }
}
function skipToComment(cursor, rules, far) {
  const { text: text6, position } = cursor;
  if (rules.tabsAmongComments) {
    let at3 = position;
    const limit = position + COMMENT_REACH;
    while (at3 < limit && (isBlank(text6.charCodeAt(at3)) || far && isBreak(text6.charCodeAt(at3)))) at3++;
    while (at3 < limit && text6.charCodeAt(at3) === 35 && cursor.position < at3) {
      if (isBreak(text6.charCodeAt(cursor.position))) cursor.takeBreak();
      else cursor.position++;
    }
  }
  return text6.charCodeAt(cursor.position);
}
var COMMENT_REACH;
var init_gaps = __esm({
  "src/yaml/gaps.ts"() {
    "use strict";
    init_characters();
    COMMENT_REACH = 512;
  }
});

// src/yaml/scalars.ts
function readPlain(cursor, indent, inFlow) {
  const { text: text6 } = cursor;
  const start2 = cursor.position;
  let position = start2;
  let head = "";
  let lineBegin = start2;
  let end = start2;
  let endLine2 = cursor.lineStart;
  let first = "";
  let others = "";
  let broken2 = false;
  let code3 = text6.charCodeAt(position);
  while (true) {
    if (position === cursor.lineStart) {
      cursor.position = position;
      if (cursor.atDocumentIndicator()) break;
    }
    if (code3 === 35) break;
    const begin = position;
    while (!isBlankOrEnd(code3)) {
      if (code3 === 58 && isBlankOrEnd(text6.charCodeAt(position + 1))) break;
      if (inFlow && endsPlainInFlow(code3)) break;
      code3 = text6.charCodeAt(++position);
    }
    if (position > begin) {
      if (broken2) {
        head += text6.slice(lineBegin, end) + fold(first, others);
        lineBegin = begin;
        broken2 = false;
        others = "";
      }
      end = position;
      endLine2 = cursor.lineStart;
    }
    if (!isBlank(code3) && !isBreak(code3)) break;
    while (true) {
      if (isBlank(code3)) {
        if (broken2 && code3 === 9 && position - cursor.lineStart < indent) {
          throw new Fault(position, "found a tab character that violates indentation", TABS);
        }
        position++;
      } else if (isBreak(code3)) {
        cursor.position = position;
        const taken = cursor.takeBreak();
        position = cursor.position;
        if (broken2) others += taken;
        else first = taken;
        broken2 = true;
      } else break;
      code3 = text6.charCodeAt(position);
    }
    if (!inFlow && position - cursor.lineStart < indent) break;
  }
  cursor.position = position;
  const tail = text6.slice(lineBegin, end);
  plain.value = head === "" ? tail : head + tail;
  plain.endLine = endLine2;
  plain.broken = broken2;
  return plain;
}
function endsPlainInFlow(code3) {
  return code3 === 44 || code3 === 63 || code3 === 91 || code3 === 93 || code3 === 123 || code3 === 125;
}
function readQuoted(cursor, single) {
  const { text: text6 } = cursor;
  const quote3 = single ? 39 : 34;
  const start2 = cursor.position;
  cursor.position++;
  let value = "";
  while (true) {
    if (cursor.atDocumentIndicator()) {
      throw new Fault(
        start2,
        "found a document separator inside a quoted text",
        "Close the quotes, or indent the line."
      );
    }
    let position = cursor.position;
    let begin = position;
    let code3 = text6.charCodeAt(position);
    let broken2 = false;
    while (!isBlankOrEnd(code3)) {
      if (code3 === quote3) {
        if (!single || text6.charCodeAt(position + 1) !== 39) break;
        value += text6.slice(begin, position + 1);
        position += 2;
        begin = position;
      } else if (code3 === 92 && !single) {
        value += text6.slice(begin, position);
        if (isBreak(text6.charCodeAt(position + 1))) {
          cursor.position = position + 1;
          cursor.takeBreak();
          position = begin = cursor.position;
          broken2 = true;
          break;
        }
        value += unescape(text6, position);
        position += escapeLength(text6.charCodeAt(position + 1));
        begin = position;
      } else position++;
      code3 = text6.charCodeAt(position);
    }
    value += text6.slice(begin, position);
    code3 = text6.charCodeAt(position);
    if (code3 === quote3) {
      cursor.position = position + 1;
      return value;
    }
    if (code3 === 0) {
      throw new Fault(start2, "found unexpected end of stream in a quoted text", "The closing quote is missing.");
    }
    cursor.position = position;
    value += readGap(cursor, broken2);
  }
}
function readGap(cursor, escapedBreak) {
  const { text: text6 } = cursor;
  const begin = cursor.position;
  let broken2 = escapedBreak;
  let first = "";
  let others = "";
  let code3 = text6.charCodeAt(begin);
  while (true) {
    if (isBlank(code3)) cursor.position++;
    else if (isBreak(code3)) {
      const taken = cursor.takeBreak();
      if (broken2) others += taken;
      else first = taken;
      broken2 = true;
    } else break;
    code3 = text6.charCodeAt(cursor.position);
  }
  if (!broken2) return text6.slice(begin, cursor.position);
  return first === "" ? others : fold(first, others);
}
function hexDigits(code3) {
  if (code3 === 120) return 2;
  if (code3 === 117) return 4;
  return code3 === 85 ? 8 : 0;
}
function escapeLength(code3) {
  return 2 + hexDigits(code3);
}
function unescape(text6, position) {
  const code3 = text6.charCodeAt(position + 1);
  const simple = ESCAPES[code3];
  if (simple !== void 0) return simple;
  const digits2 = hexDigits(code3);
  if (digits2 === 0) {
    throw new Fault(
      position,
      "found unknown escape character in a double-quoted text",
      code3 === 47 ? "YAML as kustomize reads it has no `\\/`; write `/`." : "Use single quotes, or double the backslash."
    );
  }
  const hex = text6.slice(position + 2, position + 2 + digits2);
  for (let at3 = 0; at3 < digits2; at3++) {
    if (!isHex(hex.charCodeAt(at3))) throw new Fault(position, `did not find expected ${digits2} hexadecimal digits`);
  }
  const point = Number.parseInt(hex, 16);
  if (point > 1114111 || point >= 55296 && point <= 57343) {
    throw new Fault(
      position,
      "found invalid Unicode character escape code",
      "Write the character itself, or one \\U with eight digits; pairs of surrogates are not understood."
    );
  }
  return String.fromCodePoint(point);
}
function readBlock(cursor, parentIndent, onComment) {
  const literal = cursor.text.charCodeAt(cursor.position) === 124;
  const { text: text6 } = cursor;
  const header = readHeader(cursor, onComment);
  let indent = header.increment === 0 ? 0 : Math.max(parentIndent, 0) + header.increment;
  let value = "";
  let lineBreak = "";
  let blanks = "";
  let afterBlank = false;
  const skipBreaks = () => {
    let deepest2 = 0;
    while (true) {
      while ((indent === 0 || cursor.column < indent) && text6.charCodeAt(cursor.position) === 32) cursor.position++;
      if (cursor.column > deepest2) deepest2 = cursor.column;
      const code3 = text6.charCodeAt(cursor.position);
      if (code3 === 9 && (indent === 0 || cursor.column < indent)) {
        throw new Fault(cursor.position, "found a tab character where an indentation space is expected", TABS);
      }
      if (!isBreak(code3)) break;
      blanks += cursor.takeBreak();
    }
    if (indent === 0) indent = Math.max(deepest2, parentIndent + 1, 1);
  };
  skipBreaks();
  while (cursor.column === indent && text6.charCodeAt(cursor.position) !== 0) {
    const blank = isBlank(text6.charCodeAt(cursor.position));
    if (!literal && !afterBlank && !blank && lineBreak === "\n") {
      if (blanks === "") value += " ";
    } else value += lineBreak;
    const end = cursor.lineEnd(cursor.position);
    value += blanks + text6.slice(cursor.position, end);
    blanks = "";
    afterBlank = blank;
    cursor.position = end;
    lineBreak = text6.charCodeAt(end) === 0 ? "" : cursor.takeBreak();
    skipBreaks();
  }
  if (header.chomping >= 0) value += lineBreak;
  return header.chomping > 0 ? value + blanks : value;
}
function readHeader(cursor, onComment) {
  const { text: text6 } = cursor;
  const start2 = cursor.position;
  let chomping = 0;
  let increment = 0;
  let seen = 0;
  cursor.position++;
  for (let part = 0; part < 2; part++) {
    const code3 = text6.charCodeAt(cursor.position);
    if ((code3 === 43 || code3 === 45) && seen !== 1) {
      chomping = code3 === 43 ? 1 : -1;
      seen = 1;
    } else if (code3 >= 48 && code3 <= 57 && seen !== 2) {
      if (code3 === 48) throw new Fault(start2, "found an indentation indicator equal to 0 in a block scalar");
      increment = code3 - 48;
      seen = 2;
    } else break;
    cursor.position++;
  }
  while (isBlank(text6.charCodeAt(cursor.position))) cursor.position++;
  if (text6.charCodeAt(cursor.position) === 35) {
    const end = cursor.lineEnd(cursor.position);
    onComment(text6.slice(cursor.position, end));
    cursor.position = end;
  }
  if (!isBreakOrEnd(text6.charCodeAt(cursor.position))) {
    throw new Fault(
      cursor.position,
      "did not find expected comment or line break behind `|` or `>`",
      "Begin the text on the next line, indented, or quote it."
    );
  }
  if (isBreak(text6.charCodeAt(cursor.position))) cursor.takeBreak();
  return { chomping, increment };
}
var TABS, plain, ESCAPES;
var init_scalars = __esm({
  "src/yaml/scalars.ts"() {
    "use strict";
    init_characters();
    init_cursor();
    init_fault();
    TABS = "Indent with spaces; YAML does not allow tabs for it.";
    plain = { value: "", endLine: 0, broken: false };
    ESCAPES = {
      48: "\0",
      97: "\x07",
      98: "\b",
      116: "	",
      9: "	",
      110: "\n",
      118: "\v",
      102: "\f",
      114: "\r",
      101: "\x1B",
      32: " ",
      34: '"',
      39: "'",
      92: "\\",
      78: "\x85",
      95: "\xA0",
      76: "\u2028",
      80: "\u2029"
    };
  }
});

// src/yaml/simple-key.ts
var REACH, SimpleKey;
var init_simple_key = __esm({
  "src/yaml/simple-key.ts"() {
    "use strict";
    init_fault();
    REACH = 1024;
    SimpleKey = class {
      /** Index of the token, -1 when there is none. */
      token = -1;
      position = 0;
      lineStart = 0;
      /** At the column of the block mapping around it nothing but a key can stand. */
      required = false;
      /** Makes the token that is about to be read the candidate. */
      save(token2, cursor, required) {
        this.drop();
        this.token = token2;
        this.position = cursor.position;
        this.lineStart = cursor.lineStart;
        this.required = required;
      }
      /** Gives the candidate up. Throws where it had to be a key. */
      drop() {
        if (this.token >= 0 && this.required) {
          throw new Fault(
            this.position,
            "could not find expected ':'",
            "A line here must be `key: value`; indent it to make it part of the line above."
          );
        }
        this.token = -1;
      }
      /** Whether a `:` at the cursor makes the candidate a key. */
      isLive(cursor) {
        if (this.token < 0) return false;
        if (this.lineStart === cursor.lineStart && this.position + REACH >= cursor.position) return true;
        this.drop();
        return false;
      }
    };
  }
});

// src/yaml/scanner.ts
function scan(text6, ahead, tabsAmongComments) {
  const scanner = new Scanner(text6, tabsAmongComments);
  let fault;
  try {
    while (scanner.step()) ;
    for (let extra = 0; extra < ahead && !scanner.atEnd; extra++) scanner.step();
  } catch (thrown) {
    if (!(thrown instanceof Fault)) throw thrown;
    fault = thrown;
    scanner.tokens.push(BROKEN, thrown.offset);
  }
  return { tokens: scanner.tokens, fault };
}
function startHint(code3) {
  if (code3 === 9) return "Indent with spaces; YAML does not allow tabs for it.";
  return "Put the text in quotes.";
}
var MAX_DEPTH2, Scanner;
var init_scanner = __esm({
  "src/yaml/scanner.ts"() {
    "use strict";
    init_characters();
    init_cursor();
    init_directives();
    init_fault();
    init_gaps();
    init_scalars();
    init_simple_key();
    init_tags();
    init_tokens();
    MAX_DEPTH2 = 1e3;
    Scanner = class {
      tokens = new Tokens();
      cursor;
      indents = [];
      indent = -1;
      outerKeys = [];
      key = new SimpleKey();
      keyAllowed = true;
      flowLevel = 0;
      /** Start of the line on which the last token ended. */
      tokenLine = -1;
      started = false;
      /** Filled in anew in front of each token. */
      gap;
      constructor(text6, tabsAmongComments) {
        this.cursor = new Cursor(text6);
        this.gap = { tokenLine: -1, tabs: false, tabsAfterBreak: false, tabsAmongComments };
      }
      get atEnd() {
        return this.tokens.types[this.tokens.length - 1] === END;
      }
      /** Reads one more token; false at the end of the document. */
      step() {
        const { cursor } = this;
        this.skipToToken();
        if (this.flowLevel === 0) this.closeBlocks(cursor.column);
        const { position, text: text6 } = cursor;
        const code3 = text6.charCodeAt(position);
        if (code3 === 0) return this.finish();
        if (position === cursor.lineStart) {
          if (code3 === 37) {
            this.directive();
            return true;
          }
          if (cursor.atDocumentIndicator()) return this.documentIndicator(code3);
        }
        this.started = true;
        this.tokenLine = -2;
        const more = this.content(code3);
        if (this.tokenLine === -2) this.tokenLine = cursor.lineStart;
        return more;
      }
      content(code3) {
        const { text: text6, position } = this.cursor;
        const inFlow = this.flowLevel > 0;
        switch (code3) {
          case 91:
            return this.openFlow(FLOW_SEQ_START);
          case 123:
            return this.openFlow(FLOW_MAP_START);
          case 93:
            return this.closeFlow(FLOW_SEQ_END);
          case 125:
            return this.closeFlow(FLOW_MAP_END);
          case 44:
            return this.flowEntry();
          case 45:
            if (isBlankOrEnd(text6.charCodeAt(position + 1))) return this.blockEntry();
            return this.plain();
          case 63:
            if (inFlow || isBlankOrEnd(text6.charCodeAt(position + 1))) return this.explicitKey();
            return this.plain();
          case 58:
            if (inFlow || isBlankOrEnd(text6.charCodeAt(position + 1))) return this.value();
            return this.plain();
          case 42:
            return this.name(ALIAS2);
          case 38:
            return this.name(ANCHOR);
          case 33:
            this.saveKey();
            this.keyAllowed = false;
            this.tokens.push(TAG, position, readTag(this.cursor));
            return true;
          case 124:
          case 62:
            if (!inFlow) return this.block(code3 === 124 ? LITERAL : FOLDED);
            break;
          case 39:
          case 34:
            this.saveKey();
            this.keyAllowed = false;
            this.tokens.push(
              code3 === 39 ? SINGLE_QUOTED : DOUBLE_QUOTED,
              position,
              readQuoted(this.cursor, code3 === 39)
            );
            return true;
          case 9:
          case 35:
          case 37:
          case 64:
          case 96:
            break;
          default:
            return this.plain();
        }
        throw new Fault(position, "found character that cannot start any token", startHint(code3));
      }
      skipToToken() {
        const inFlow = this.flowLevel > 0;
        this.gap.tokenLine = this.tokenLine;
        this.gap.tabs = inFlow || !this.keyAllowed;
        this.gap.tabsAfterBreak = inFlow;
        const broken2 = skipGap(this.cursor, this.tokens, this.gap);
        if (broken2 && !inFlow) this.keyAllowed = true;
      }
      finish() {
        this.closeBlocks(-1);
        this.key.drop();
        this.tokens.push(END, this.cursor.position);
        return false;
      }
      directive() {
        const { cursor, tokens } = this;
        this.closeBlocks(-1);
        this.key.drop();
        this.keyAllowed = false;
        const start2 = cursor.position;
        if (cursor.text.startsWith("%YAML", start2)) tokens.push(VERSION_DIRECTIVE, start2, readVersionDirective(cursor));
        else tokens.push(TAG_DIRECTIVE, start2, readTagDirective(cursor));
      }
      /** `---` or `...`; false when the document ends with it. */
      documentIndicator(code3) {
        this.closeBlocks(-1);
        this.key.drop();
        this.keyAllowed = false;
        const start2 = this.cursor.position;
        this.cursor.position += 3;
        this.tokenLine = this.cursor.lineStart;
        const ends = this.started;
        this.tokens.push(code3 === 45 ? DOCUMENT_START : DOCUMENT_END, start2);
        if (code3 === 45) this.started = true;
        return !ends;
      }
      openFlow(type) {
        this.saveKey();
        this.outerKeys.push(this.key);
        this.key = new SimpleKey();
        this.flowLevel++;
        if (this.flowLevel > MAX_DEPTH2) throw new Fault(this.cursor.position, `nested deeper than ${MAX_DEPTH2} levels`);
        this.keyAllowed = true;
        this.tokens.push(type, this.cursor.position++);
        return true;
      }
      closeFlow(type) {
        this.key.drop();
        if (this.flowLevel > 0) {
          this.flowLevel--;
          this.key = this.outerKeys.pop() ?? new SimpleKey();
        }
        this.keyAllowed = false;
        this.tokens.push(type, this.cursor.position++);
        return true;
      }
      flowEntry() {
        this.key.drop();
        this.keyAllowed = true;
        this.tokens.push(FLOW_ENTRY, this.cursor.position++);
        return true;
      }
      blockEntry() {
        const { cursor } = this;
        if (this.flowLevel === 0) {
          if (!this.keyAllowed) {
            throw new Fault(
              cursor.position,
              "block sequence entries are not allowed in this context",
              "Begin the list on a line of its own, or quote the text."
            );
          }
          this.openBlock(cursor.column, this.tokens.length, BLOCK_SEQ_START, cursor.position);
        }
        this.key.drop();
        this.keyAllowed = true;
        this.tokens.push(BLOCK_ENTRY, cursor.position++);
        return true;
      }
      explicitKey() {
        const { cursor } = this;
        if (this.flowLevel === 0) {
          if (!this.keyAllowed) throw new Fault(cursor.position, "mapping keys are not allowed in this context");
          this.openBlock(cursor.column, this.tokens.length, BLOCK_MAP_START, cursor.position);
        }
        this.key.drop();
        this.keyAllowed = this.flowLevel === 0;
        this.tokens.push(KEY, cursor.position++);
        return true;
      }
      value() {
        const { cursor, tokens, key } = this;
        if (key.isLive(cursor)) {
          tokens.insert(key.token, KEY, key.position);
          if (this.flowLevel === 0) {
            this.openBlock(key.position - key.lineStart, key.token, BLOCK_MAP_START, key.position);
          }
          key.token = -1;
          this.keyAllowed = false;
        } else {
          if (this.flowLevel === 0) {
            if (!this.keyAllowed) {
              throw new Fault(
                cursor.position,
                "mapping values are not allowed in this context",
                "Quote a text that contains `: `, or check the indentation of this line and the one above."
              );
            }
            this.openBlock(cursor.column, tokens.length, BLOCK_MAP_START, cursor.position);
          }
          this.keyAllowed = this.flowLevel === 0;
        }
        tokens.push(VALUE, cursor.position++);
        return true;
      }
      name(type) {
        this.saveKey();
        this.keyAllowed = false;
        const start2 = this.cursor.position;
        this.tokens.push(type, start2, readAnchor(this.cursor));
        return true;
      }
      block(type) {
        this.key.drop();
        this.keyAllowed = true;
        const start2 = this.cursor.position;
        let comment;
        const value = readBlock(this.cursor, this.indent, (text6) => {
          comment = text6;
        });
        this.tokens.push(type, start2, value);
        if (comment !== void 0) this.lineComment(comment, start2);
        this.tokenLine = -1;
        return true;
      }
      /** Takes the comment in the first line of a block scalar, whose token begins at `_start`. */
      lineComment(text6, _start) {
        this.tokens.comment(text6);
      }
      plain() {
        this.saveKey();
        this.keyAllowed = false;
        const start2 = this.cursor.position;
        const plain2 = readPlain(this.cursor, this.indent + 1, this.flowLevel > 0);
        this.tokens.push(SCALAR, start2, plain2.value);
        this.tokenLine = plain2.endLine;
        if (plain2.broken) this.keyAllowed = true;
        return true;
      }
      openBlock(column, index, type, position) {
        if (this.indent >= column) return;
        this.indents.push(this.indent);
        this.indent = column;
        if (this.indents.length > MAX_DEPTH2) throw new Fault(position, `nested deeper than ${MAX_DEPTH2} levels`);
        if (index === this.tokens.length) this.tokens.push(type, position);
        else this.tokens.insert(index, type, position);
      }
      closeBlocks(column) {
        while (this.indent > column) {
          this.tokens.push(BLOCK_END, this.cursor.position);
          this.indent = this.indents.pop() ?? -1;
        }
      }
      saveKey() {
        if (!this.keyAllowed) return;
        this.key.save(this.tokens.length, this.cursor, this.flowLevel === 0 && this.indent === this.cursor.column);
      }
    };
  }
});

// src/yaml/comment-scanner.ts
function codeAfterBreak(text6, at3, ahead) {
  if (ahead > 0) {
    const before = text6.charCodeAt(at3 - 1);
    if (before >= 133 && isBreak(before)) return INSIDE;
  }
  return text6.charCodeAt(at3) || 0;
}
var REACH2, INSIDE, START, CommentScanner;
var init_comment_scanner = __esm({
  "src/yaml/comment-scanner.ts"() {
    "use strict";
    init_characters();
    init_scanner();
    init_tokens();
    REACH2 = 512;
    INSIDE = -1;
    START = { index: 0, line: 0, column: 0 };
    CommentScanner = class extends Scanner {
      comments = [];
      /** How many of the comments the parser has taken: go-yaml looks back at the others only. */
      taken = 0;
      /** Where the gap in front of the present token begins. */
      gapStart = 0;
      counted = { offset: 0, line: 0 };
      constructor(text6) {
        super(text6, true);
      }
      /** Whether the token may turn out to be a key: then go-yaml scans on before it hands it out. */
      mayBeKey(token2) {
        const holds3 = (key) => key.token === token2 && key.isLive(this.cursor);
        if (this.key.token >= 0 && this.key.token < token2) return false;
        return holds3(this.key) || this.outerKeys.some(holds3);
      }
      skipToToken() {
        const { cursor } = this;
        const { text: text6 } = cursor;
        this.gapStart = cursor.position;
        const line2 = this.lineOf(this.gapStart);
        while (true) {
          while (isBlank(text6.charCodeAt(cursor.position))) {
            if (text6.charCodeAt(cursor.position) === 9 && this.flowLevel === 0 && this.keyAllowed) break;
            cursor.position++;
          }
          this.raiseToHead();
          if (text6.charCodeAt(cursor.position) === 35) this.readComments(line2);
          if (!isBreak(text6.charCodeAt(cursor.position))) return;
          cursor.takeBreak();
          if (this.flowLevel === 0) this.keyAllowed = true;
        }
      }
      content(code3) {
        const { cursor, tokens, flowLevel } = this;
        const ofLast = flowLevel === 0 ? code3 === 58 : code3 === 44;
        const owner2 = ofLast ? tokens.starts[tokens.length - 1] ?? 0 : cursor.position;
        const more = super.content(code3);
        if (tokens.types[tokens.length - 1] !== BLOCK_ENTRY) this.readLineComment(owner2);
        return more;
      }
      /** Blocks end before the comments behind them that stand at their own column. */
      closeBlocks(column) {
        let at3 = (column < 0 ? this.cursor.position : this.gapStart) - 1;
        while (this.indent > column) {
          let stop = at3;
          for (let index = this.comments.length - 1; index >= this.taken; index--) {
            const comment = this.comments[index];
            if (comment.end < stop) break;
            if (comment.start.column === this.indent + 1) at3 = comment.start.index;
            stop = comment.scanned;
          }
          this.tokens.push(BLOCK_END, at3);
          this.indent = this.indents.pop() ?? -1;
        }
      }
      /** The comment in the first line of a block scalar. */
      lineComment(text6, token2) {
        this.addLine(text6, token2, START);
      }
      addLine(line2, token2, start2) {
        this.comments.push({ scanned: 0, token: token2, start: start2, end: 0, head: "", line: line2, foot: "" });
      }
      /** Line breaks between the cursor and the last character before it that is no blank. */
      breaksBefore() {
        const { text: text6, position } = this.cursor;
        let breaks = 0;
        for (let at3 = position - 1; at3 >= 0; at3--) {
          const code3 = text6.charCodeAt(at3);
          if (isBreak(code3)) breaks += code3 === 13 && text6.charCodeAt(at3 + 1) === 10 ? 0 : 1;
          else if (!isBlank(code3)) break;
        }
        return breaks;
      }
      /** The number of a line, from 0. To be asked in the order of the text. */
      lineOf(offset) {
        const { text: text6 } = this.cursor;
        for (; this.counted.offset < offset; this.counted.offset++) {
          const code3 = text6.charCodeAt(this.counted.offset);
          if (isBreak(code3) && !(code3 === 13 && text6.charCodeAt(this.counted.offset + 1) === 10)) this.counted.line++;
        }
        return this.counted.line;
      }
      readLineComment(token2) {
        const { cursor } = this;
        if (this.breaksBefore() > 0) return;
        let at3 = cursor.position;
        while (at3 < cursor.position + REACH2 && isBlank(cursor.text.charCodeAt(at3))) at3++;
        if (at3 === cursor.position + REACH2 || cursor.text.charCodeAt(at3) !== 35) return;
        const end = cursor.lineEnd(at3);
        this.addLine(cursor.text.slice(at3, end), token2, {
          index: at3,
          line: this.lineOf(at3),
          column: at3 - cursor.lineStart
        });
        cursor.position = end;
      }
      /** A comment on the line of a first dash, below which another list begins, is the head of that. */
      raiseToHead() {
        const { tokens, cursor, comments } = this;
        const comment = comments.length > this.taken ? comments[comments.length - 1] : void 0;
        if (comment === void 0 || comment.line === "" || isBreak(cursor.text.charCodeAt(cursor.position))) return;
        if (tokens.types[tokens.length - 1] !== BLOCK_ENTRY) return;
        if (tokens.types[tokens.length - 2] !== BLOCK_SEQ_START) return;
        comment.head = comment.line;
        comment.line = "";
        if (comment.start.line === this.lineOf(cursor.position) - 1) comment.token = cursor.position;
      }
      /** Reads the comments from here to the next token and parts them into feet and a head. */
      readComments(gapLine) {
        const { cursor, flowLevel } = this;
        const { text: text6 } = cursor;
        const indent = Math.max(this.indent, 0);
        const breaks = this.breaksBefore();
        const previous = this.tokenBefore();
        let line2 = this.lineOf(cursor.position);
        let { column } = cursor;
        let footLine = -1;
        if (gapLine > 0) footLine = line2 - breaks + (breaks === 0 && column > 1 ? 2 : 1);
        let firstEmpty = breaks <= 1;
        let recentEmpty = false;
        let start2 = START;
        let comment = "";
        let scanned = this.gapStart;
        let token2 = previous.start;
        let ahead = 0;
        const add5 = (head, foot, owner2, end) => {
          this.comments.push({ scanned, token: owner2, start: start2, end, head, line: "", foot });
        };
        const cut3 = () => {
          const end = cursor.position + ahead;
          add5("", comment, token2, end);
          scanned = token2 = end;
          comment = "";
        };
        for (; ahead < REACH2; ahead++) {
          column++;
          const code3 = codeAfterBreak(text6, cursor.position + ahead, ahead);
          if (isBlank(code3)) continue;
          const closes = flowLevel > 0 && (code3 === 93 || code3 === 125);
          if (closes || isBreakOrEnd(code3)) {
            if (closes || !recentEmpty) {
              const dedented = start2.column - 1 < indent;
              if (closes || firstEmpty && (start2.line === footLine && previous.type !== VALUE || dedented)) {
                if (comment !== "") {
                  if (dedented) token2 = start2.index;
                  cut3();
                }
              } else if (comment !== "" && code3 !== 0) comment += "\n";
            }
            if (closes || code3 === 0) break;
            firstEmpty = false;
            recentEmpty = true;
            column = 0;
            line2++;
            continue;
          }
          if (comment !== "" && column - 1 < indent && column !== start2.column) cut3();
          if (code3 !== 35) break;
          if (comment === "") start2 = { index: cursor.position + ahead, line: line2, column };
          else comment += "\n";
          recentEmpty = false;
          comment += this.readLine(cursor.position + ahead);
          ahead = 0;
          column = 0;
          line2 = this.lineOf(cursor.position);
        }
        if (comment !== "") add5(comment, "", start2.index, cursor.position + ahead - 1);
      }
      /** The token in front of the gap, a comma left aside. */
      tokenBefore() {
        const { types, starts, length } = this.tokens;
        const at3 = types[length - 1] === FLOW_ENTRY && length > 1 ? length - 2 : length - 1;
        return { start: starts[at3] ?? 0, type: types[at3] ?? END };
      }
      /** Moves the cursor to the end of the line on which a comment begins at `from`. */
      readLine(from) {
        const { cursor } = this;
        while (cursor.position < from) {
          if (isBreak(cursor.text.charCodeAt(cursor.position))) cursor.takeBreak();
          else cursor.position++;
        }
        const end = cursor.lineEnd(from);
        cursor.position = end;
        return cursor.text.slice(from, end);
      }
    };
  }
});

// src/yaml/aliases.ts
function allowedShare(total) {
  if (total <= FREE) return 0.99;
  if (total >= STRICT) return 0.1;
  return 0.99 - 0.89 * (total - FREE) / (STRICT - FREE);
}
var FREE, STRICT, MAX_REPEATED, Aliases;
var init_aliases = __esm({
  "src/yaml/aliases.ts"() {
    "use strict";
    init_fault();
    init_node();
    init_scanner();
    FREE = 4e5;
    STRICT = 4e6;
    MAX_REPEATED = 64 * 1024 * 1024;
    Aliases = class {
      anchors = /* @__PURE__ */ new Map();
      /** Anchored collections that are still being read. */
      unfinished = /* @__PURE__ */ new Set();
      written;
      copied = 0;
      repeated = 0;
      /** `tokens`: the size of the document as written. */
      constructor(tokens) {
        this.written = tokens / 2;
      }
      define(anchor2, node) {
        this.anchors.set(anchor2, node);
        if (node.kind !== "scalar") this.unfinished.add(node);
      }
      /** To be called when a collection is complete. */
      close(node) {
        if (this.unfinished.size > 0) this.unfinished.delete(node);
      }
      /** What the anchor names. Throws when there is none of that name. */
      check(anchor2, offset) {
        const node = this.anchors.get(anchor2);
        if (node !== void 0) return node;
        throw new Fault(
          offset,
          "unknown anchor referenced",
          "Anchors hold within one document; quote a text that begins with `*`."
        );
      }
      /** A copy of what the anchor names; `depth` is how deep the alias stands. */
      expand(anchor2, offset, depth) {
        const node = this.check(anchor2, offset);
        if (this.unfinished.has(node)) throw new Fault(offset, `anchor '${anchor2}' value contains itself`);
        this.measure(node, depth, offset);
        const total = this.written + this.copied;
        const isExcessive = this.copied > 100 && total > 1e3 && this.copied / total > allowedShare(total);
        if (isExcessive || this.repeated > MAX_REPEATED) {
          throw new Fault(
            offset,
            "document contains excessive aliasing",
            "Write the repeated parts out, or split the file."
          );
        }
        return clone(node);
      }
      /** Counts the nodes and the text of a tree that is to stand at `depth`. */
      measure(node, depth, offset) {
        if (depth > MAX_DEPTH2) throw new Fault(offset, `nested deeper than ${MAX_DEPTH2} levels`);
        this.copied++;
        if (node.kind === "scalar") this.repeated += node.value.length;
        else if (node.kind === "seq") for (const item of node.items) this.measure(item, depth + 1, offset);
        else {
          for (const { key, value } of node.entries) {
            this.measure(key, depth + 1, offset);
            this.measure(value, depth + 1, offset);
          }
        }
      }
    };
  }
});

// src/yaml/construction.ts
var BLOCK_SEQ, INDENTLESS_SEQ, BLOCK_MAP, FLOW_SEQ, FLOW_MAP, FLOW_PAIR, Construction;
var init_construction = __esm({
  "src/yaml/construction.ts"() {
    "use strict";
    init_aliases();
    init_fault();
    init_node();
    init_scanner();
    BLOCK_SEQ = 0;
    INDENTLESS_SEQ = 1;
    BLOCK_MAP = 2;
    FLOW_SEQ = 3;
    FLOW_MAP = 4;
    FLOW_PAIR = 5;
    Construction = class {
      stack = [];
      aliases;
      root;
      source;
      base;
      dialect;
      constructor(source, base, dialect4, tokens) {
        this.source = source;
        this.base = base;
        this.dialect = dialect4;
        this.aliases = new Aliases(tokens);
      }
      get frame() {
        return this.stack[this.stack.length - 1];
      }
      /** Gives a node its place in the text. */
      place(node, start2) {
        node.source = this.source;
        node.offset = this.base + start2;
        return node;
      }
      /** Where a node begins in the text that is being read. */
      startOf(node) {
        return node.offset - this.base;
      }
      /** A null that is not written. */
      empty(start2) {
        return this.place(scalar("", "!!null"), start2);
      }
      /** Puts a node where the innermost open collection wants it: as an item, a key, or the value of the last key. */
      attach(node) {
        const { frame } = this;
        if (frame === void 0) {
          this.root = node;
        } else if (frame.node.kind === "seq") {
          frame.node.items.push(node);
        } else if (frame.key === void 0) {
          frame.key = node;
          if (node.kind === "scalar" && node.value === "<<") frame.merges = true;
        } else {
          frame.node.entries.push({ key: frame.key, value: node });
          frame.key = void 0;
        }
      }
      push(mode, node) {
        if (this.stack.length >= MAX_DEPTH2) throw new Fault(this.startOf(node), `nested deeper than ${MAX_DEPTH2} levels`);
        this.stack.push({ mode, node, key: void 0, entered: false, merges: false, lone: false });
      }
      pop() {
        const frame = this.stack.pop();
        this.aliases.close(frame.node);
        if (frame.node.kind === "map") this.dialect.finish(frame.node, frame.merges);
      }
      /** Gives a comment to the last entry of a collection: it stands behind the comma. */
      commentLast(node, comment) {
        const last = node.kind === "map" ? node.entries.at(-1)?.value : node.items.at(-1);
        if (last !== void 0) last.comment ??= comment;
      }
    };
  }
});

// src/yaml/tagged.ts
function isChecked(tag) {
  return CHECKED.has(tag);
}
function resolveTagged(node, resolve10) {
  if (!isChecked(node.tag)) return node.value;
  const resolved2 = resolve10(node.value);
  if (resolved2.tag === node.tag) return resolved2.value;
  if (node.tag === "!!float" && resolved2.tag === "!!int") return Number(resolved2.value);
  throw failureAt(
    node,
    "not-representable",
    `cannot decode ${resolved2.tag} \`${node.value}\` as a ${node.tag}`,
    resolved2.tag === "!!str" ? "Quote the value in the file that first sets this field, or write a matching one." : void 0
  );
}
var CHECKED;
var init_tagged = __esm({
  "src/yaml/tagged.ts"() {
    "use strict";
    init_failures();
    CHECKED = /* @__PURE__ */ new Set(["!!bool", "!!int", "!!float", "!!null", "!!timestamp"]);
  }
});

// src/yaml/composer.ts
var Composer;
var init_composer = __esm({
  "src/yaml/composer.ts"() {
    "use strict";
    init_construction();
    init_fault();
    init_marks();
    init_node();
    init_tagged();
    init_tags();
    init_tokens();
    Composer = class {
      tokens;
      fault;
      dialect;
      tree;
      annotator;
      handles = DEFAULT_HANDLES;
      at = 0;
      constructor(tokens, fault, tree, dialect4, annotator) {
        this.tokens = tokens;
        this.fault = fault;
        this.tree = tree;
        this.dialect = dialect4;
        this.annotator = annotator;
      }
      document() {
        const explicit = this.prologue();
        const type = this.type();
        if (type === END && !explicit) return void 0;
        if (!explicit) this.annotator?.documentStart();
        if (explicit && (type === END || type <= DOCUMENT_END)) this.tree.attach(this.tree.empty(this.start()));
        else this.node(true, false);
        for (let { frame } = this.tree; frame !== void 0; { frame } = this.tree) this.advance(frame);
        this.annotator?.reach(this.at);
        this.epilogue();
        return this.tree.root;
      }
      /** Directives and `---`; true when there was a `---`. */
      prologue() {
        if (this.type() >= BLOCK_SEQ_START) return false;
        let version3 = false;
        const handles = /* @__PURE__ */ new Map();
        while (this.type() === VERSION_DIRECTIVE || this.type() === TAG_DIRECTIVE) {
          const value = this.tokens.values[this.at];
          if (this.type() === VERSION_DIRECTIVE) {
            if (version3) throw this.error("found duplicate %YAML directive");
            if (value !== "1.1") throw this.error("found incompatible YAML document", "Remove the `%YAML` line.");
            version3 = true;
          } else {
            const gap = value.indexOf(" ");
            if (handles.has(value.slice(0, gap))) throw this.error("found duplicate %TAG directive");
            handles.set(value.slice(0, gap), value.slice(gap + 1));
          }
          this.at++;
        }
        const directives = this.at > 0;
        if (handles.size > 0) this.handles = new Map([...this.handles, ...handles]);
        if (this.type() !== DOCUMENT_START) {
          if (directives) {
            throw this.error(
              "did not find expected document start `---`",
              "Remove the `%` line; in resource files the `---` behind it begins another document."
            );
          }
          return false;
        }
        this.at++;
        return true;
      }
      /** What follows the document is not read, as in the reference, but a fault right behind it is. */
      epilogue() {
        const { types } = this.tokens;
        for (let at3 = this.at; at3 <= this.at + this.dialect.ahead; at3++) {
          if (types[at3] === BROKEN) throw this.fault;
        }
      }
      type() {
        this.annotator?.reach(this.at);
        const type = this.tokens.types[this.at];
        if (type === BROKEN) throw this.fault;
        return type;
      }
      start() {
        return this.tokens.starts[this.at];
      }
      error(problem2, hint) {
        if (this.fault?.offset === this.start()) return this.fault;
        return new Fault(this.start(), problem2, hint);
      }
      advance(frame) {
        switch (frame.mode) {
          case BLOCK_MAP:
            return frame.key === void 0 ? this.blockKey(frame) : this.blockValue();
          case BLOCK_SEQ:
            return this.blockEntry();
          case INDENTLESS_SEQ:
            return this.indentlessEntry();
          case FLOW_SEQ:
            return this.flowEntry(frame);
          case FLOW_MAP:
            return frame.key === void 0 ? this.flowKey(frame) : this.flowValue(frame, FLOW_MAP_END);
          default:
            return this.flowPair(frame);
        }
      }
      blockKey(frame) {
        const type = this.type();
        if (type === BLOCK_END) return this.close(frame.node);
        if (type !== KEY) {
          throw this.error(
            "did not find expected key in a block mapping",
            "Check the indentation, and that every line is `key: value`."
          );
        }
        const start2 = this.start();
        this.at++;
        const next = this.type();
        if (next === KEY || next === VALUE || next === BLOCK_END) this.tree.attach(this.tree.empty(start2));
        else this.node(true, true);
      }
      blockValue() {
        const start2 = this.start();
        if (this.type() !== VALUE) {
          return this.tree.attach(this.tree.empty(this.annotator === void 0 ? start2 : -1 - this.at));
        }
        this.keyComment();
        this.at++;
        const next = this.type();
        if (next === KEY || next === VALUE || next === BLOCK_END) this.tree.attach(this.tree.empty(start2 + 1));
        else this.node(true, true);
      }
      blockEntry() {
        const type = this.type();
        const start2 = this.start();
        if (type === BLOCK_END) {
          this.at++;
          return this.tree.pop();
        }
        if (type !== BLOCK_ENTRY) {
          throw this.error(
            "did not find expected '-' indicator in a list",
            "Align the line with the items of the list, or indent it to make it part of the last one."
          );
        }
        const next = this.dash();
        if (next === BLOCK_ENTRY || next === BLOCK_END) this.tree.attach(this.tree.empty(start2 + 1));
        else this.node(true, false);
      }
      indentlessEntry() {
        if (this.type() !== BLOCK_ENTRY) return this.tree.pop();
        const start2 = this.start();
        const next = this.dash();
        const ends = next === BLOCK_ENTRY || next === KEY || next === VALUE || next === BLOCK_END;
        if (ends) this.tree.attach(this.tree.empty(start2 + 1));
        else this.node(true, false);
      }
      /** Steps over a dash; the type of what follows it. */
      dash() {
        const above = this.annotator?.pendingHead ?? "";
        this.at++;
        const next = this.type();
        this.annotator?.dash(above, next === BLOCK_SEQ_START || next === BLOCK_MAP_START);
        return next;
      }
      flowEntry(frame) {
        if (this.closesFlow(frame, FLOW_SEQ_END, "did not find expected ',' or ']'")) return;
        if (this.type() === KEY) {
          const pair = this.tree.place(map([], "flow"), this.start());
          this.tree.attach(pair);
          this.tree.push(FLOW_PAIR, pair);
          this.at++;
          return;
        }
        this.node(false, false);
      }
      flowPair(frame) {
        if (frame.entered && frame.key === void 0) return this.tree.pop();
        if (frame.key !== void 0) return this.flowValue(frame, FLOW_SEQ_END);
        frame.entered = true;
        const type = this.type();
        if (type !== VALUE && type !== FLOW_ENTRY && type !== FLOW_SEQ_END) return this.node(false, false);
        this.tree.attach(this.tree.empty(this.start()));
        this.at++;
      }
      flowKey(frame) {
        if (this.closesFlow(frame, FLOW_MAP_END, "did not find expected ',' or '}'")) return;
        const start2 = this.start();
        if (this.type() !== KEY) {
          frame.lone = true;
          return this.node(false, false);
        }
        this.at++;
        const next = this.type();
        if (next === VALUE || next === FLOW_ENTRY || next === FLOW_MAP_END) this.tree.attach(this.tree.empty(start2));
        else this.node(false, false);
      }
      flowValue(frame, end) {
        const start2 = this.start();
        if (frame.lone || this.type() !== VALUE) {
          frame.lone = false;
          return this.tree.attach(this.tree.empty(start2));
        }
        this.keyComment();
        this.at++;
        const next = this.type();
        if (next === FLOW_ENTRY || next === end) this.tree.attach(this.tree.empty(start2 + 1));
        else this.node(false, false);
      }
      /** Steps over the comma between two entries, or over the closing bracket: then the collection is done. */
      closesFlow(frame, end, problem2) {
        if (this.type() !== end && frame.entered) {
          if (this.type() !== FLOW_ENTRY) {
            throw new Fault(
              this.tree.startOf(frame.node),
              problem2,
              "The bracket opened here may lack its closing one, or a comma is missing."
            );
          }
          const comment = this.comment();
          if (comment !== void 0) this.tree.commentLast(frame.node, comment);
          this.at++;
        }
        frame.entered = true;
        if (this.type() !== end) return false;
        this.takeComment(frame.node);
        this.close(frame.node);
        return true;
      }
      /** Reads one node: a scalar or alias at once, of a collection only its start. */
      node(block, indentless) {
        let type = this.type();
        const start2 = this.start();
        if (type === ALIAS2) {
          this.tree.attach(this.alias(start2));
          this.at++;
          return;
        }
        let anchor2;
        let tag;
        for (let property = 0; property < 2; property++) {
          if (type === ANCHOR && anchor2 === void 0) anchor2 = this.tokens.values[this.at];
          else if (type === TAG && tag === void 0) {
            tag = expandTag(this.tokens.values[this.at], this.handles);
            if (tag === void 0) throw this.error("found undefined tag handle");
          } else break;
          this.at++;
          type = this.type();
        }
        const tagged = tag !== void 0;
        if (tag === "!") tag = this.dialect.bangIsString && type >= SCALAR ? "!!str" : void 0;
        let node;
        if (type >= SCALAR) node = this.scalar(type, tag);
        else if (type === FLOW_MAP_START || block && type === BLOCK_MAP_START) node = map();
        else if (type === FLOW_SEQ_START || block && type === BLOCK_SEQ_START) node = seq();
        else if (indentless && type === BLOCK_ENTRY) node = seq();
        else if (anchor2 !== void 0 || tagged) {
          node = this.tree.empty(start2);
          if (tagged && this.dialect.bangIsString) node.tag = "!!str";
          if (tag !== void 0) node.tag = tag;
        } else throw this.error("did not find expected node content", "A bracket may not be closed.");
        if (node.kind !== "scalar" && tag !== void 0) node.tag = tag;
        this.tree.place(node, start2);
        if (anchor2 !== void 0 || tagged) this.annotator?.property(node, anchor2, tag !== void 0);
        if (anchor2 !== void 0) this.tree.aliases.define(anchor2, node);
        this.tree.attach(node);
        if (node.kind !== "scalar") this.open(type, node);
      }
      alias(start2) {
        const { annotator, tree } = this;
        const name = this.tokens.values[this.at];
        if (annotator === void 0) {
          const copy2 = tree.aliases.expand(name, start2, tree.stack.length);
          this.takeComment(copy2);
          return copy2;
        }
        tree.aliases.check(name, start2);
        const node = tree.place(scalar(name, ALIAS), start2);
        annotator.scalar(node);
        return node;
      }
      open(type, node) {
        if (type === FLOW_MAP_START || type === FLOW_SEQ_START) node.style = "flow";
        this.annotator?.open(node, type);
        if (type !== BLOCK_ENTRY) this.at++;
        if (type === BLOCK_MAP_START) this.tree.push(BLOCK_MAP, node);
        else if (type === BLOCK_SEQ_START) this.tree.push(BLOCK_SEQ, node);
        else if (type === FLOW_MAP_START) this.tree.push(FLOW_MAP, node);
        else this.tree.push(type === FLOW_SEQ_START ? FLOW_SEQ : INDENTLESS_SEQ, node);
      }
      close(node) {
        this.annotator?.close(node);
        this.at++;
        this.tree.pop();
      }
      scalar(type, tag) {
        const value = this.tokens.values[this.at];
        const style = SCALAR_STYLES[type - SCALAR] ?? "";
        let node;
        if (tag === void 0) node = scalar(value, style === "" ? this.dialect.resolve(value) : "!!str", style);
        else node = scalar(value, tag, isChecked(tag) && this.annotator === void 0 ? "" : style);
        this.takeComment(node);
        this.annotator?.scalar(node);
        this.at++;
        return node;
      }
      /** The comment behind the present token. */
      comment() {
        return this.tokens.comments?.get(this.at);
      }
      takeComment(node) {
        node.comment = this.comment() ?? node.comment;
      }
      /** A comment behind the colon belongs to the key. */
      keyComment() {
        const key = this.tree.frame?.key;
        if (key !== void 0) this.takeComment(key);
      }
    };
  }
});

// src/yaml/compose.ts
function compose(text6, source, base, dialect4) {
  const { tokens, fault } = scan(text6, dialect4.ahead, dialect4.tabsAmongComments);
  return new Composer(tokens, fault, new Construction(source, base, dialect4, tokens.length), dialect4).document();
}
function composeMarked(text6, source, base, dialect4) {
  const scanner = new CommentScanner(text6);
  const annotator = new Annotator(scanner);
  const tree = new Construction(source, base, dialect4, 0);
  const root = new Composer(scanner.tokens, void 0, tree, dialect4, annotator).document();
  return root === void 0 ? void 0 : { root, document: annotator.finish(root) };
}
var init_compose = __esm({
  "src/yaml/compose.ts"() {
    "use strict";
    init_annotator();
    init_comment_scanner();
    init_composer();
    init_construction();
    init_scanner();
  }
});

// src/yaml/numbers.ts
function formatNumber(value) {
  if (Number.isInteger(value) && value < 18446744073709552e3 && value > -9223372036854776e3) {
    return String(value === 0 ? 0 : value);
  }
  return formatFloat(value, String(Math.abs(value)));
}
function formatFloat64(value) {
  return formatFloat(value, String(Math.abs(value)));
}
function formatFloat32(value) {
  if (Number.isNaN(value)) return ".nan";
  if (!Number.isFinite(value)) return value > 0 ? ".inf" : "-.inf";
  const narrow = Math.fround(value);
  if (!Number.isFinite(narrow)) return narrow > 0 ? ".inf" : "-.inf";
  const magnitude = Math.abs(narrow);
  let digits2 = String(magnitude);
  for (let precision = 1; precision < 10; precision++) {
    const short = magnitude.toPrecision(precision);
    if (Math.fround(Number(short)) !== magnitude) continue;
    digits2 = String(Number(short));
    break;
  }
  return formatFloat(narrow, digits2);
}
function formatFloat(value, magnitude) {
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  if (value === 0) return `${sign}0`;
  const [mantissa = "", power = "0"] = magnitude.split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const leading = (whole + fraction).match(/^0*/)?.[0].length ?? 0;
  const digits2 = (whole + fraction).slice(leading).replace(/0+$/, "");
  const exponent = whole.length - 1 - leading + Number(power);
  if (exponent < -4 || exponent >= 6) {
    const size = String(Math.abs(exponent)).padStart(2, "0");
    const tail = digits2.length > 1 ? `.${digits2.slice(1)}` : "";
    return `${sign}${digits2.charAt(0)}${tail}e${exponent < 0 ? "-" : "+"}${size}`;
  }
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits2}`;
  const padded = digits2.padEnd(exponent + 1, "0");
  const decimals = padded.slice(exponent + 1);
  return `${sign}${padded.slice(0, exponent + 1)}${decimals === "" ? "" : `.${decimals}`}`;
}
var init_numbers = __esm({
  "src/yaml/numbers.ts"() {
    "use strict";
  }
});

// src/yaml/timestamps.ts
function readTimestamp(text6) {
  if (text6.charCodeAt(4) !== 45) return void 0;
  const match = PATTERN.exec(text6);
  if (match === null) return void 0;
  const [, year = "", month = "", day = ""] = match;
  const hour = match[4] ?? match[9] ?? "0";
  const minute = match[5] ?? match[10] ?? "0";
  const second = match[6] ?? match[11] ?? "0";
  const zone = match[8] ?? "Z";
  if (Number(month) < 1 || Number(month) > 12) return void 0;
  if (Number(day) < 1 || Number(day) > daysIn(Number(year), Number(month))) return void 0;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return void 0;
  if (zone !== "Z" && (Number(zone.slice(1, 3)) > 24 || Number(zone.slice(4)) > 60)) return void 0;
  const fraction = (match[7] ?? match[12] ?? "").slice(0, 9).replace(/0+$/, "");
  const clock = `${pad(hour)}:${pad(minute)}:${pad(second)}${fraction === "" ? "" : `.${fraction}`}`;
  return `${year}-${pad(month)}-${pad(day)}T${clock}${normalZone(zone)}`;
}
function hasJsonZone(instant) {
  return !/[+-]2[4-9]:\d\d$/.test(instant);
}
function normalZone(zone) {
  if (zone === "Z") return "Z";
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4));
  if (minutes === 0) return "Z";
  return `${zone.charAt(0)}${pad(String(Math.floor(minutes / 60)))}:${pad(String(minutes % 60))}`;
}
function daysIn(year, month) {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}
function pad(digits2) {
  return digits2.padStart(2, "0");
}
var PATTERN;
var init_timestamps = __esm({
  "src/yaml/timestamps.ts"() {
    "use strict";
    PATTERN = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:[Tt](\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,](\d+))?(Z|[+-]\d\d:\d\d))|(?: (\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,](\d+))?))?$/;
  }
});

// src/yaml/resolution.ts
function entry(word3, tag, value) {
  return [word3, { tag, value }];
}
function isPlainlyString(text6) {
  const code3 = text6.charCodeAt(0);
  return code3 >= 128 || HINTS[code3] === 0;
}
function resolveTag(text6) {
  if (text6.length > 0 && isPlainlyString(text6)) return "!!str";
  return resolve2(text6).tag;
}
function resolve2(text6) {
  const word3 = WORDS.get(text6);
  if (word3 !== void 0) return word3;
  if (isPlainlyString(text6)) return { tag: "!!str", value: text6 };
  return resolveNumber(text6, true) ?? { tag: "!!str", value: text6 };
}
function resolve11(text6) {
  const word3 = WORDS.get(text6) ?? OLD_BOOLEANS.get(text6);
  if (word3 !== void 0) return word3;
  if (isPlainlyString(text6)) return { tag: "!!str", value: text6 };
  const resolved2 = resolveNumber(text6, false) ?? { tag: "!!str", value: text6 };
  return resolved2.tag === "!!timestamp" ? { tag: "!!timestamp", value: text6 } : resolved2;
}
function resolveNumber(text6, version12) {
  const hint = HINTS[text6.charCodeAt(0)];
  if (hint === 2) return DOTTED.test(text6) ? readFloat(text6.replaceAll("_", "")) : void 0;
  if (hint !== 3) return void 0;
  const time = readTimestamp(text6);
  if (time !== void 0) return { tag: "!!timestamp", value: time };
  const plain2 = text6.includes("_") ? text6.replaceAll("_", "") : text6;
  if (DECIMAL.test(plain2)) return readInt(plain2, plain2) ?? readFloat(plain2);
  const prefixed = PREFIXED.exec(plain2);
  if (prefixed !== null) {
    const [, sign = "", hex, binary, octal] = prefixed;
    const digits3 = hex !== void 0 ? `0x${hex}` : binary !== void 0 ? `0b${binary}` : `0o${octal}`;
    const int2 = readInt(sign + digits3, plain2);
    if (int2 !== void 0) return int2;
  }
  if (FLOAT.test(plain2)) return readFloat(plain2);
  const inner = INNER_SIGN.exec(plain2);
  if (inner === null || inner[2] !== void 0 && !version12) return void 0;
  const digits2 = inner[1] ?? inner[2] ?? "";
  return readInt(`${digits2.charAt(0)}0${inner[1] === void 0 ? "o" : "b"}${digits2.slice(1)}`, plain2);
}
function readInt(literal, written) {
  const negative = literal.charCodeAt(0) === 45;
  const signed = negative || literal.charCodeAt(0) === 43;
  const digits2 = signed ? literal.slice(1) : literal;
  if (digits2.length <= 13) return { tag: "!!int", value: negative ? -Number(digits2) || 0 : Number(digits2) };
  const magnitude = BigInt(digits2);
  const value = negative ? -magnitude : magnitude;
  const limit = written.charCodeAt(0) === 43 ? -INT_MIN - 1n : UINT_MAX;
  if (value < INT_MIN || value > limit) return void 0;
  const small = value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER);
  return { tag: "!!int", value: small ? Number(value) : value };
}
function readFloat(text6) {
  const value = Number(text6);
  return Number.isFinite(value) ? { tag: "!!float", value } : void 0;
}
function resolveTag11(text6) {
  if (text6.length > 0 && isPlainlyString(text6)) return "!!str";
  return resolve11(text6).tag;
}
var WORDS, OLD_BOOLEANS, HINTS, DECIMAL, PREFIXED, INNER_SIGN, FLOAT, DOTTED, INT_MIN, UINT_MAX;
var init_resolution = __esm({
  "src/yaml/resolution.ts"() {
    "use strict";
    init_timestamps();
    WORDS = new Map([
      ...["true", "True", "TRUE"].map((word3) => entry(word3, "!!bool", true)),
      ...["false", "False", "FALSE"].map((word3) => entry(word3, "!!bool", false)),
      ...["", "~", "null", "Null", "NULL"].map((word3) => entry(word3, "!!null", null)),
      ...[".nan", ".NaN", ".NAN"].map((word3) => entry(word3, "!!float", Number.NaN)),
      ...[".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"].map(
        (word3) => entry(word3, "!!float", Number.POSITIVE_INFINITY)
      ),
      ...["-.inf", "-.Inf", "-.INF"].map((word3) => entry(word3, "!!float", Number.NEGATIVE_INFINITY))
    ]);
    OLD_BOOLEANS = new Map([
      ...["y", "Y", "yes", "Yes", "YES", "on", "On", "ON"].map((word3) => entry(word3, "!!bool", true)),
      ...["n", "N", "no", "No", "NO", "off", "Off", "OFF"].map((word3) => entry(word3, "!!bool", false))
    ]);
    HINTS = new Uint8Array(128);
    for (const char of "yYnNtTfFoO~") HINTS[char.charCodeAt(0)] = 1;
    HINTS[46] = 2;
    for (const char of "+-0123456789") HINTS[char.charCodeAt(0)] = 3;
    DECIMAL = /^[-+]?(?:0|[1-9][0-9]*)$/;
    PREFIXED = /^([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+))$/;
    INNER_SIGN = /^0(?:b([-+][01]+)|o([-+][0-7]+))$/;
    FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
    DOTTED = /^\.[0-9]+(?:_[0-9]+)*(?:[eE][-+]?[0-9]+(?:_[0-9]+)*)?$/;
    INT_MIN = -(2n ** 63n);
    UINT_MAX = 2n ** 64n - 1n;
  }
});

// src/yaml/resources.ts
function parseResources(text6, file) {
  const source = openSource(text6, file);
  const documents2 = [];
  for (const { base, end } of chunks(source)) {
    const node = reading(source, base, () => compose(source.text.slice(base, end), source, base, RESOURCES));
    if (node !== void 0 && !isNull(node)) documents2.push(node);
  }
  return documents2;
}
function openSource(text6, file, normalizes = true) {
  const unmarked = text6.charCodeAt(0) === BYTE_ORDER_MARK ? text6.slice(1) : text6;
  const hasCr = normalizes && unmarked.includes("\r\n");
  const source = { file, text: hasCr ? unmarked.replaceAll("\r\n", "\n") : unmarked };
  const control = CONTROL2.exec(source.text);
  if (control !== null) {
    const code3 = control[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    throw invalid(
      source,
      control.index,
      `control characters are not allowed, here U+${code3}`,
      "Remove it, or write it as an escape in double quotes."
    );
  }
  return source;
}
function* chunks(source) {
  const { text: text6 } = source;
  let start2 = 0;
  while (true) {
    const base = text6.charCodeAt(start2) === BYTE_ORDER_MARK ? start2 + 1 : start2;
    const at3 = text6.indexOf("\n---", start2);
    const end = at3 < 0 ? -1 : text6.indexOf("\n", at3 + 4);
    if (end < 0) {
      yield { base, end: text6.length };
      return;
    }
    const rest = text6.slice(at3 + 4, end).trim();
    if (rest !== "" && !rest.startsWith("#")) {
      throw invalid(
        source,
        at3 + 1,
        `invalid document separator: ${text6.slice(at3 + 1, end).trim()}`,
        "Put what follows `---` on the next line, or indent the line if it is part of a text."
      );
    }
    yield { base, end: at3 + 1 };
    start2 = end + 1;
  }
}
function mergeMaps(node) {
  const merges = node.entries.filter(({ key }) => key.kind === "scalar" && key.tag === "!!merge");
  if (merges.length > 1) throw failureAt(merges[1]?.key, "invalid-yaml", "malformed YAML: duplicate merge key");
  node.entries = node.entries.filter(({ key }) => !isMergeText(key));
  const own = new Set(node.entries.map(({ key }) => textOf(key)));
  const merged = /* @__PURE__ */ new Map();
  for (const source of merges[0] === void 0 ? [] : mergeSources(merges[0].value).toReversed()) {
    for (const entry2 of source.entries) {
      const key = textOf(entry2.key);
      if (own.has(key)) continue;
      const earlier = merged.get(key);
      if (earlier === void 0) {
        merged.set(key, entry2);
        node.entries.push(entry2);
      } else earlier.value = entry2.value;
    }
  }
}
function mergeSources(value) {
  if (value.kind === "map") return [value];
  const sources = value.kind === "seq" ? value.items : [];
  const maps = sources.filter((item) => item.kind === "map");
  if (value.kind !== "seq" || maps.length < sources.length) {
    throw failureAt(value, "invalid-yaml", "malformed YAML: map merge requires map or sequence of maps as the value");
  }
  return maps;
}
function isMergeText(key) {
  return key.kind === "scalar" && key.value === "<<";
}
function textOf(key) {
  return key.kind === "scalar" ? key.value : "";
}
var BYTE_ORDER_MARK, RESOURCES;
var init_resources = __esm({
  "src/yaml/resources.ts"() {
    "use strict";
    init_characters();
    init_compose();
    init_failures();
    init_node();
    init_resolution();
    BYTE_ORDER_MARK = 65279;
    RESOURCES = {
      ahead: 2,
      tabsAmongComments: true,
      bangIsString: false,
      resolve: (text6) => text6 === "<<" ? "!!merge" : resolveTag(text6),
      finish(node, merges) {
        if (merges) mergeMaps(node);
      }
    };
  }
});

// src/yaml/config.ts
function parseConfig(text6, file, options = {}) {
  const source = openSource(text6, file);
  const { duplicateKeys, onDuplicate } = options;
  const lenient2 = onDuplicate === void 0 ? LENIENT : { ...LENIENT, finish: (map2) => finish(map2, onDuplicate) };
  const dialect4 = duplicateKeys === "error" ? STRICT2 : lenient2;
  const node = reading(source, 0, () => compose(source.text, source, 0, dialect4));
  return node === void 0 || isNull(node) ? void 0 : node;
}
function readPrinted(text6) {
  const node = parseConfig(text6, "");
  return node === void 0 ? null : toConfigValue(node);
}
function toConfigValue(node) {
  if (node.kind === "seq") return node.items.map(toConfigValue);
  if (node.kind === "scalar") return scalarValue(node);
  const object2 = /* @__PURE__ */ Object.create(null);
  for (const { key, value } of node.entries) object2[key.value] = toConfigValue(value);
  return object2;
}
function tagOf(text6) {
  if (text6 === "<<") return "!!merge";
  const tag = resolveTag11(text6);
  return tag === "!!timestamp" ? "!!str" : tag;
}
function finish(node, duplicates) {
  const entries = /* @__PURE__ */ new Map();
  const merged = /* @__PURE__ */ new Set();
  for (const entry2 of node.entries) {
    if (isMerge(entry2.key)) {
      for (const source of mergeSources(entry2.value).toReversed()) {
        for (const inner of source.entries) {
          entries.set(inner.key.value, inner);
          merged.add(inner);
        }
      }
      continue;
    }
    const name = keyText(entry2.key);
    const before = entries.get(name);
    if (duplicates === "refuse" && before !== void 0) {
      throw failureAt(entry2.key, "duplicate-key", `key "${name}" already set in map`, "Remove one of the two.");
    }
    if (before !== void 0) entries.delete(name);
    entries.set(name, entry2);
    const key = entry2.key;
    key.value = name;
    key.tag = "!!str";
    if (before !== void 0 && typeof duplicates === "function" && !merged.has(before)) duplicates(key);
  }
  if (entries.size !== node.entries.length || node.entries.some(({ key }) => isMerge(key))) {
    node.entries = [...entries.values()];
  }
}
function isMerge(key) {
  return key.kind === "scalar" && key.tag === "!!merge" && key.value === "<<";
}
function keyText(key) {
  if (key.kind !== "scalar") {
    throw failureAt(key, "non-string-key", `a ${key.kind === "map" ? "mapping" : "list"} cannot be a key`);
  }
  if (key.tag === "!!str") return key.value;
  const value = scalarValue(key);
  if (value === null) {
    throw failureAt(key, "non-string-key", NULL_KEY, 'Quote it if the text is meant: `"null"`.');
  }
  if (typeof value === "bigint" && value > 2n ** 63n - 1n) {
    throw failureAt(key, "non-string-key", `${value} is too large for a key`, "Quote it.");
  }
  return typeof value === "number" && key.tag === "!!float" ? formatFloat32(value) : String(value);
}
function scalarValue(node) {
  if (node.tag === "!!str") return node.value;
  if (node.tag === "!!binary") return decodeBinary(node);
  const value = resolveTagged(node, resolve11);
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw failureAt(node, "not-representable", `${node.value} has no counterpart in JSON`, "Use a finite number.");
  }
  return value;
}
var LENIENT, STRICT2, NULL_KEY;
var init_config = __esm({
  "src/yaml/config.ts"() {
    "use strict";
    init_binary();
    init_compose();
    init_failures();
    init_node();
    init_numbers();
    init_resolution();
    init_resources();
    init_tagged();
    LENIENT = {
      ahead: 0,
      tabsAmongComments: false,
      bangIsString: true,
      resolve: tagOf,
      finish: (node) => finish(node)
    };
    STRICT2 = { ...LENIENT, finish: (node) => finish(node, "refuse") };
    NULL_KEY = "null cannot be a key";
  }
});

// src/yaml/decode.ts
function decodeText(bytes, file) {
  const encoding = encodingOf(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw failure("invalid-yaml", `the file is not valid ${encoding.toUpperCase().replace(/(LE|BE)$/, "")}`, {
      ...file === void 0 ? {} : { file },
      hint: "Save the file as UTF-8; keep binary data in a file of its own and name it in a generator's `files`.",
      cause
    });
  }
}
function encodingOf(bytes) {
  if (bytes[0] === 255 && bytes[1] === 254) return "utf-16le";
  if (bytes[0] === 254 && bytes[1] === 255) return "utf-16be";
  return "utf-8";
}
var init_decode = __esm({
  "src/yaml/decode.ts"() {
    "use strict";
    init_diagnostics();
  }
});

// src/yaml/document-place.ts
function placeInDocument({ source, offset }) {
  if (source === void 0) return { line: 0, column: 0 };
  let starts = bases.get(source);
  if (starts === void 0) bases.set(source, starts = [...chunks(source)].map(({ base: base2 }) => base2));
  const base = starts.findLast((start2) => start2 <= offset) ?? 0;
  const lines = source.text.slice(base, offset).split("\n");
  return { line: lines.length, column: Array.from(lines.at(-1) ?? "").length + 1 };
}
var bases;
var init_document_place = __esm({
  "src/yaml/document-place.ts"() {
    "use strict";
    init_resources();
    bases = /* @__PURE__ */ new WeakMap();
  }
});

// src/yaml/key-order.ts
function isLetter(code3) {
  if (code3 < 128) return code3 >= 97 && code3 <= 122 || code3 >= 65 && code3 <= 90;
  return LETTER.test(String.fromCodePoint(code3));
}
function isDigit(code3) {
  if (code3 < 128) return code3 >= 48 && code3 <= 57;
  return DIGIT.test(String.fromCodePoint(code3));
}
function compareKeys(a, b) {
  const length = Math.min(a.length, b.length);
  let at3 = 0;
  while (at3 < length && a.charCodeAt(at3) === b.charCodeAt(at3)) at3++;
  if (at3 === length) return a.length - b.length;
  if (isTrail(a.charCodeAt(at3)) && isTrail(b.charCodeAt(at3)) && at3 > 0 && isLead(a.charCodeAt(at3 - 1))) at3--;
  const x = a.codePointAt(at3);
  const y = b.codePointAt(at3);
  const xLetter = isLetter(x);
  const yLetter = isLetter(y);
  if (xLetter && yLetter) return x - y;
  if (xLetter || yLetter) return yLetter ? -1 : 1;
  if (!isDigit(x) && !isDigit(y)) return x - y;
  const carry = (x === 48 || y === 48) && followsNonZero(a, at3) ? 1 : 0;
  const left = readRun(a, at3, carry);
  const right = readRun(b, at3, carry);
  if (left.value !== right.value) return left.value < right.value ? -1 : 1;
  if (left.length !== right.length) return left.length - right.length;
  return x - y;
}
function isLead(code3) {
  return code3 >= 55296 && code3 < 56320;
}
function isTrail(code3) {
  return code3 >= 56320 && code3 < 57344;
}
function followsNonZero(text6, at3) {
  for (let back = at3 - 1; back >= 0 && isDigit(text6.charCodeAt(back)); back--) {
    if (text6.charCodeAt(back) !== 48) return true;
  }
  return false;
}
function readRun(text6, at3, carry) {
  let end = at3;
  let wide = false;
  let value = carry;
  let length = 0;
  while (end < text6.length) {
    const code3 = text6.codePointAt(end);
    if (!isDigit(code3)) break;
    wide ||= code3 > 57;
    value = value * 10 + (code3 - 48);
    end += code3 > 65535 ? 2 : 1;
    length++;
  }
  if (length < 15 && !wide) return { value, length };
  let exact = BigInt(carry);
  for (const char of text6.slice(at3, end))
    exact = BigInt.asIntN(64, exact * 10n + BigInt((char.codePointAt(0) ?? 48) - 48));
  return { value: exact, length };
}
function sortKeys(keys) {
  return keys.length < 2 || isOrdered(keys, String) ? keys : keys.sort().sort(compareKeys);
}
function isOrdered(items, keyOf8) {
  let previous = "";
  for (const item of items) {
    const key = keyOf8(item);
    if (!isLexical(key) || previous !== "" && compareKeys(previous, key) >= 0) return false;
    previous = key;
  }
  return true;
}
function isLexical(key) {
  for (let at3 = 0; at3 < key.length; at3++) {
    const code3 = key.charCodeAt(at3);
    if (code3 > 127 || code3 >= 48 && code3 <= 57) return false;
  }
  return true;
}
var LETTER, DIGIT;
var init_key_order = __esm({
  "src/yaml/key-order.ts"() {
    "use strict";
    LETTER = new RegExp("^\\p{L}", "u");
    DIGIT = new RegExp("^\\p{Nd}", "u");
  }
});

// src/yaml/scalar-style.ts
function analyze(text6) {
  if (text6 === "") return EMPTY;
  const first = text6.charCodeAt(0);
  let at3 = 0;
  while (at3 < text6.length) {
    const code3 = text6.charCodeAt(at3);
    if (code3 >= 128 || INERT[code3] === 0) break;
    at3++;
  }
  if (at3 < text6.length) return analyzeFully(text6);
  return startsPlain(text6, first) ? FREE2 : QUOTED;
}
function startsPlain(text6, first) {
  if (INDICATORS.has(first) || text6.startsWith("---") || text6.startsWith("...")) return false;
  if (first === 45 || first === 63 || first === 58) return text6.length > 1 && !isBlank(text6.charCodeAt(1));
  return true;
}
function analyzeFully(text6) {
  let plain2 = startsPlain(text6, text6.charCodeAt(0));
  let special = false;
  let tabs = false;
  let multiline = false;
  let breakSpace = false;
  let spaceBreak = false;
  let previous = 0;
  const { length } = text6;
  for (let at3 = 0; at3 < length; at3++) {
    const code3 = text6.charCodeAt(at3);
    if (code3 === 32) {
      if (isBreak(previous)) breakSpace = true;
    } else if (isBreak(code3)) {
      multiline = true;
      if (code3 === 13 || code3 === 133) special = true;
      if (previous === 32) spaceBreak = true;
    } else if (code3 === 58) {
      if (at3 > 0 && (at3 + 1 >= length || isBlank(text6.charCodeAt(at3 + 1)))) plain2 = false;
    } else if (code3 === 35) {
      if (at3 > 0 && isBlankOrEnd(previous)) plain2 = false;
    } else if (code3 === 9) tabs = true;
    else if (code3 < 32 || code3 >= 127 && !isPrintable(code3)) special = true;
    previous = code3;
  }
  const last = text6.charCodeAt(length - 1);
  const edges = text6.charCodeAt(0) === 32 || last === 32;
  return {
    multiline,
    plain: plain2 && !edges && !multiline && !special && !tabs,
    single: !breakSpace && !spaceBreak && !special && !tabs,
    block: last !== 32 && !spaceBreak && !special,
    tabs
  };
}
function isPrintable(code3) {
  return code3 >= 160 && (code3 < 55296 || code3 >= 57344 && code3 !== 65279 && code3 < 65534);
}
function looksTyped(text6) {
  if (resolveTag11(text6) !== "!!str") return true;
  const first = text6.charCodeAt(0);
  if (first > 57 || first < 43 || !text6.includes(":")) return false;
  return BASE_60.test(text6);
}
function styleOf(text6, analysis, asKey) {
  if (text6.includes("\n")) return !asKey && analysis.block && !analysis.tabs ? "literal" : "double";
  if (asKey && analysis.multiline) return "double";
  if (looksTyped(text6)) return "double";
  if (analysis.plain) return "plain";
  return analysis.single ? "single" : "double";
}
function allowsFlowPlain(text6, analysis) {
  return analysis.plain && text6 !== "" && !/[,?[\]{}:]/.test(text6);
}
var INERT, INDICATORS, EMPTY, FREE2, QUOTED, BASE_60;
var init_scalar_style = __esm({
  "src/yaml/scalar-style.ts"() {
    "use strict";
    init_characters();
    init_resolution();
    INERT = new Uint8Array(128);
    for (const char of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./\\$^;<=+()-~*&!|>'\"%@`") {
      INERT[char.charCodeAt(0)] = 1;
    }
    for (const char of ",[]{}?") INERT[char.charCodeAt(0)] = 1;
    INDICATORS = new Set(Array.from("#,[]{}&*!|>'\"%@`", (char) => char.charCodeAt(0)));
    EMPTY = { multiline: false, plain: true, single: true, block: false, tabs: false };
    FREE2 = { multiline: false, plain: true, single: true, block: true, tabs: false };
    QUOTED = { multiline: false, plain: false, single: true, block: true, tabs: false };
    BASE_60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;
  }
});

// src/yaml/scalar-text.ts
function writeString(text6, asKey, column, indent) {
  const analysis = analyze(text6);
  const style = styleOf(text6, analysis, asKey);
  if (style === "plain") return !asKey && column + text6.length > WIDTH ? foldPlain(text6, column, indent) : text6;
  if (style === "literal") return writeLiteral(text6, indent);
  if (style === "single") return writeSingle(text6, column, indent, !asKey && column + 2 * text6.length > WIDTH);
  return writeDouble(text6, column, indent, !asKey);
}
function foldPlain(text6, start2, indent) {
  const pad2 = `
${" ".repeat(indent)}`;
  let out = "";
  let column = start2;
  let begin = 0;
  for (let at3 = 0; at3 < text6.length; at3++) {
    const code3 = text6.charCodeAt(at3);
    if (code3 === 32 && column > WIDTH && text6.charCodeAt(at3 - 1) !== 32 && text6.charCodeAt(at3 + 1) !== 32) {
      out += text6.slice(begin, at3) + pad2;
      begin = at3 + 1;
      column = indent;
    } else column++;
  }
  return begin === 0 ? text6 : out + text6.slice(begin);
}
function writeSingle(text6, start2, indent, folds) {
  if (!folds && !/[\n\u2028\u2029]/.test(text6))
    return text6.includes("'") ? `'${text6.replaceAll("'", "''")}'` : `'${text6}'`;
  const pad2 = " ".repeat(indent);
  let out = "'";
  let column = start2 + 1;
  let spaces = false;
  let breaks = false;
  for (let at3 = 0; at3 < text6.length; at3++) {
    const code3 = text6.charCodeAt(at3);
    if (code3 === 32) {
      const inside = at3 > 0 && at3 < text6.length - 1 && text6.charCodeAt(at3 + 1) !== 32;
      if (folds && !spaces && column > WIDTH && inside) {
        out += `
${pad2}`;
        column = indent;
      } else {
        out += " ";
        column++;
      }
      spaces = true;
    } else if (isBreak(code3)) {
      out += !breaks && code3 === 10 ? "\n\n" : text6.charAt(at3);
      column = 0;
      breaks = true;
    } else {
      if (breaks) {
        out += pad2;
        column = indent;
      }
      out += code3 === 39 ? "''" : text6.charAt(at3);
      column += code3 === 39 ? 2 : 1;
      spaces = false;
      breaks = false;
    }
  }
  return `${out}'`;
}
function writeLiteral(text6, indent) {
  const pad2 = " ".repeat(indent);
  const first = text6.charCodeAt(0);
  let out = first === 32 || isBreak(first) ? "|2" : "|";
  const last = text6.charCodeAt(text6.length - 1);
  if (!isBreak(last)) out += "-";
  else if (text6.length === 1 || isBreak(text6.charCodeAt(text6.length - 2))) out += "+";
  out += "\n";
  let begin = 0;
  while (begin < text6.length) {
    let end = begin;
    while (end < text6.length && !isBreak(text6.charCodeAt(end))) end++;
    if (end > begin) out += pad2 + text6.slice(begin, end);
    out += text6.charAt(end);
    begin = end + 1;
  }
  return out;
}
function writeDouble(text6, start2, indent, folds) {
  const pad2 = `
${" ".repeat(indent)}`;
  const everything2 = text6.charCodeAt(0) === 65279;
  let out = '"';
  let column = start2 + 1;
  let spaces = false;
  for (let at3 = 0; at3 < text6.length; at3++) {
    const code3 = text6.codePointAt(at3);
    if (code3 === 32 && !everything2) {
      const inside = at3 > 0 && at3 < text6.length - 1;
      if (folds && !spaces && column > WIDTH && inside) {
        out += pad2;
        column = indent;
        if (text6.charCodeAt(at3 + 1) === 32) {
          out += "\\";
          column++;
        }
      } else {
        out += " ";
        column++;
      }
      spaces = true;
      continue;
    }
    const written = everything2 || mustEscape(code3) ? escape(code3) : String.fromCodePoint(code3);
    out += written;
    column += written.length;
    spaces = false;
    if (code3 > 65535) at3++;
  }
  return `${out}"`;
}
function mustEscape(code3) {
  if (code3 < 127) return code3 < 32 || code3 === 34 || code3 === 92;
  return code3 > 65535 || code3 === 8232 || code3 === 8233 || !isPrintable(code3);
}
function escape(code3) {
  const short = SHORT[code3];
  if (short !== void 0) return short;
  const hex = code3.toString(16).toUpperCase();
  if (code3 <= 255) return `\\x${hex.padStart(2, "0")}`;
  return code3 <= 65535 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}
var WIDTH, SHORT;
var init_scalar_text = __esm({
  "src/yaml/scalar-text.ts"() {
    "use strict";
    init_characters();
    init_scalar_style();
    WIDTH = 80;
    SHORT = {
      0: "\\0",
      7: "\\a",
      8: "\\b",
      9: "\\t",
      10: "\\n",
      11: "\\v",
      12: "\\f",
      13: "\\r",
      27: "\\e",
      34: '\\"',
      92: "\\\\",
      133: "\\N",
      160: "\\_",
      8232: "\\L",
      8233: "\\P"
    };
  }
});

// src/yaml/layout.ts
function isSimple(text6) {
  if (text6.length <= LONGEST_KEY / 3 && !/[\n\r\x85\u2028\u2029]/.test(text6)) return true;
  return !analyze(text6).multiline && Buffer.byteLength(text6) <= LONGEST_KEY;
}
function jsonKey(text6, place) {
  if (SUSPECT.test(text6) && text6.includes("\x85")) throw unprintable(133, place);
  if (text6.length > LONGEST_JSON_KEY / 6 && JSON.stringify(text6).length > LONGEST_JSON_KEY) {
    const start2 = text6.slice(0, 40);
    throw failureAt(place, "not-representable", `the key \`${start2}\u2026\` is longer than kustomize can print`);
  }
  return jsonText(text6, place);
}
function jsonText(text6, place) {
  if (!SUSPECT.test(text6)) return text6;
  const folded = text6.replace(/ *\x85(?: *\x85)* */g, (gap) => {
    const breaks = gap.replaceAll(" ", "").length;
    return breaks === 1 ? " " : "\n".repeat(breaks - 1);
  });
  const control = SUSPECT.exec(folded);
  if (control === null) return folded;
  throw unprintable(control[0].charCodeAt(0), place);
}
function unprintable(code3, place) {
  const name = code3.toString(16).toUpperCase().padStart(4, "0");
  return failureAt(
    place,
    "not-representable",
    `control characters are not allowed, here U+${name}`,
    "kustomize cannot print this character; remove it, or keep the value as binary data."
  );
}
var PADS, LONGEST_KEY, Layout, SUSPECT, LONGEST_JSON_KEY;
var init_layout = __esm({
  "src/yaml/layout.ts"() {
    "use strict";
    init_characters();
    init_failures();
    init_numbers();
    init_scalar_style();
    init_scalar_text();
    PADS = Array.from({ length: 64 }, (_, width) => " ".repeat(width));
    LONGEST_KEY = 128;
    Layout = class {
      out = "";
      /** Whether the last line is complete. */
      fresh = true;
      finish() {
        return this.fresh ? this.out : `${this.out}
`;
      }
      /** Begins a line at `indent`, unless `inline`. */
      line(indent, inline) {
        if (inline) return;
        const pad2 = PADS[indent] ?? " ".repeat(indent);
        this.out += this.fresh ? pad2 : `
${pad2}`;
        this.fresh = false;
      }
      /** Begins an item of a list, whose value follows behind the dash. */
      item(indent, inline) {
        this.line(indent, inline);
        this.out += "-";
      }
      /**
       * Begins an entry of a map. Returns the column behind the colon; negative when the key took the `? key` form, so that
       * a collection begins on the line of the colon.
       */
      key(text6, indent, inline) {
        this.line(indent, inline);
        if (isSimple(text6)) {
          const written = writeString(text6, true, indent, indent);
          this.out += `${written}:`;
          return indent + written.length + 1;
        }
        this.out += "? ";
        this.text(writeString(text6, false, indent + 2, indent + 2));
        this.line(indent, false);
        this.out += ":";
        return -1;
      }
      /** Ends the line with a scalar; `column` is where the line ends now, `indent` that of the collection around it. */
      scalar(value, column, indent) {
        this.out += " ";
        if (typeof value === "string") this.text(writeString(value, false, column + 1, indent + 2));
        else this.text(typeof value === "number" ? formatNumber(value) : String(value));
      }
      /** Begins a collection on the line of its parent's dash or colon. */
      space() {
        this.out += " ";
      }
      empty(brackets) {
        this.out += ` ${brackets}`;
      }
      /** A scalar that is the whole document. */
      root(value) {
        if (typeof value === "string") this.text(writeString(value, false, 0, 2));
        else this.text(typeof value === "number" ? formatNumber(value) : String(value));
      }
      /** An empty collection that is the whole document. */
      emptyRoot(brackets) {
        this.text(brackets);
      }
      text(written) {
        this.out += written;
        this.fresh = isBreak(written.charCodeAt(written.length - 1));
      }
    };
    SUSPECT = /[\x7f-\x9f\ufffe\uffff]/;
    LONGEST_JSON_KEY = 1024;
  }
});

// src/yaml/emit.ts
function emit(value) {
  const layout = new Layout();
  if (Array.isArray(value) && value.length > 0) writeSeq(layout, value, 0, false);
  else if (isObject(value) && Object.keys(value).length > 0) writeMap(layout, value, 0, false);
  else if (typeof value === "object" && value !== null) layout.emptyRoot(Array.isArray(value) ? "[]" : "{}");
  else layout.root(typeof value === "string" ? jsonText(value) : value);
  return layout.finish();
}
function writeMap(layout, map2, indent, inline) {
  let first = inline;
  for (const key of sortKeys(Object.keys(map2))) {
    const column = layout.key(jsonKey(key), indent, first);
    first = false;
    writeChild(layout, map2[key], indent, column, column >= 0);
  }
}
function writeSeq(layout, items, indent, inline) {
  let first = inline;
  for (const item of items) {
    layout.item(indent, first);
    first = false;
    writeChild(layout, item, indent, -1, false);
  }
}
function writeChild(layout, value, indent, column, below) {
  if (Array.isArray(value)) {
    if (value.length === 0) return layout.empty("[]");
    if (below) return writeSeq(layout, value, indent, false);
    layout.space();
    return writeSeq(layout, value, indent + 2, true);
  }
  if (isObject(value)) {
    if (Object.keys(value).length === 0) return layout.empty("{}");
    if (!below) layout.space();
    return writeMap(layout, value, indent + 2, !below);
  }
  layout.scalar(typeof value === "string" ? jsonText(value) : value, below ? column : indent + 1, indent);
}
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
var init_emit = __esm({
  "src/yaml/emit.ts"() {
    "use strict";
    init_key_order();
    init_layout();
  }
});

// src/yaml/encoder-output.ts
var EncoderOutput;
var init_encoder_output = __esm({
  "src/yaml/encoder-output.ts"() {
    "use strict";
    init_characters();
    EncoderOutput = class {
      text = "";
      column = 0;
      /** Whether what comes next needs no blank in front of it. */
      whitespace = true;
      /** Whether the present line has nothing but indentation, dashes and question marks counted in. */
      indention = true;
      /** Where nodes begin now; -1 around the document. */
      indent = -1;
      /** The indentation of a foot comment just written: a node that begins there is set off by an empty line. */
      footIndent = -1;
      head = "";
      line = "";
      foot = "";
      /** The foot of the map entry before this one. */
      tail = "";
      /** The comment of a key, until it is known what the value is. */
      keyLine = "";
      /** Whether a comment waits that ends the line, so that a comma has to go before it. */
      get endsLine() {
        return this.line !== "" || this.foot !== "" || this.tail !== "";
      }
      indicator(text6, options) {
        this.write(text6, options.spaced === true);
        this.whitespace = options.opens === true;
        this.indention = this.indention && options.indents === true;
      }
      /** Something that needs a blank in front of it. */
      word(text6) {
        if (text6 === "") {
          this.indention = false;
          return;
        }
        this.write(text6, true);
        this.whitespace = this.indention = false;
      }
      /** The lines of a block scalar, behind its first line. */
      block(lines) {
        this.whitespace = true;
        if (lines === "") return;
        this.write(lines, false);
        this.indention = isBreak(lines.charCodeAt(lines.length - 1));
      }
      /** Goes to where the next node or comment begins. */
      startLine() {
        const indent = Math.max(this.indent, 0);
        if (!this.indention || this.column > indent || this.column === indent && !this.whitespace) this.break();
        if (this.footIndent === indent) this.break();
        if (this.column < indent) this.write(" ".repeat(indent - this.column), false);
        this.whitespace = true;
        this.footIndent = -1;
      }
      headComment() {
        if (this.tail !== "") {
          this.footLike(this.tail);
          this.tail = "";
        }
        if (this.head === "") return;
        this.startLine();
        this.comment(this.head);
        this.head = "";
      }
      lineComment() {
        if (this.line === "") return;
        if (!this.whitespace) this.write(" ", false);
        this.comment(this.line);
        this.line = "";
      }
      footComment() {
        if (this.foot === "") return;
        this.footLike(this.foot);
        this.foot = "";
      }
      break() {
        this.text += "\n";
        this.column = 0;
        this.indention = true;
      }
      footLike(comment) {
        this.startLine();
        this.comment(comment);
        this.footIndent = Math.max(this.indent, 0);
      }
      comment(comment) {
        const lines = comment.split("\n");
        for (const [at3, line2] of lines.entries()) {
          if (line2 !== "") {
            if (at3 > 0) this.startLine();
            this.write(line2.startsWith("#") ? line2 : `# ${line2}`, false);
            this.indention = false;
          }
          if (at3 < lines.length - 1 || line2 !== "") this.break();
        }
        this.whitespace = true;
      }
      write(text6, spaced) {
        const written = spaced && !this.whitespace ? ` ${text6}` : text6;
        this.text += written;
        let lineStart = written.length;
        while (lineStart > 0 && !isBreak(written.charCodeAt(lineStart - 1))) lineStart--;
        this.column = lineStart === 0 ? this.column + written.length : written.length - lineStart;
      }
    };
  }
});

// src/yaml/marked-text.ts
function parseText(text6, file) {
  const source = openSource(text6, file, false);
  const marked = reading(source, 0, () => composeMarked(source.text, source, 0, AS_WRITTEN));
  if (marked !== void 0) keepMarks(source, marked.document);
  return marked?.root;
}
function marksOf(node) {
  return node.source === void 0 ? void 0 : documentOf(node.source).nodes.get(placeOf(node));
}
function documentOf(source) {
  return marksOfSource(source) ?? keepMarks(source, readMarks(source));
}
function readMarks(source) {
  if (!source.text.includes("#")) return NOTHING;
  const nodes = /* @__PURE__ */ new Map();
  try {
    for (const { base, end } of chunks(source)) {
      const marked = composeMarked(source.text.slice(base, end), source, base, AS_WRITTEN);
      for (const [place, marks] of marked?.document.nodes ?? []) {
        nodes.set(place, { ...marks, anchor: "", tagged: false });
      }
    }
  } catch {
  }
  return { ...NOTHING, nodes };
}
var NOTHING, AS_WRITTEN;
var init_marked_text = __esm({
  "src/yaml/marked-text.ts"() {
    "use strict";
    init_compose();
    init_failures();
    init_marks();
    init_resources();
    NOTHING = { nodes: /* @__PURE__ */ new Map(), head: "", foot: "" };
    AS_WRITTEN = { ...RESOURCES, finish: () => void 0 };
  }
});

// src/yaml/scalar-writing.ts
function writtenStyle(node, inFlow, asKey, isTagged2) {
  const { value, tag } = node;
  const analysis = analyze(value);
  let style = node.style === "" && value.includes("\n") ? "literal" : node.style;
  if (style === "" && tag === "!!str" && !isTagged2 && resolveTag(value) !== "!!str") style = "double";
  if (asKey && analysis.multiline) style = "double";
  if (style === "") {
    const fits = inFlow ? allowsFlowPlain(value, analysis) : analysis.plain;
    if (fits && !(value === "" && (inFlow || asKey))) return "";
    style = "single";
  }
  if (style === "single" && !analysis.single) style = "double";
  if ((style === "literal" || style === "folded") && (!analysis.block || inFlow || asKey)) style = "double";
  return style;
}
function writeScalar(value, style, indent) {
  if (style === "single") return writeSingle(value, 0, indent, false);
  if (style === "double") return writeDouble(value, 0, indent, false);
  if (style === "literal") return writeLiteral(value, indent);
  return style === "folded" ? writeFolded(value, indent) : value;
}
function writtenTag(node) {
  const { tag } = node;
  if (node.kind !== "scalar") return tag === `!!${node.kind}` ? "" : tag;
  return tag === "" || tag === "!!str" || resolveTag(node.value) === tag ? "" : tag;
}
function writeFolded(text6, indent) {
  const literal = writeLiteral(text6, indent);
  const head = literal.slice(0, literal.indexOf("\n"));
  const pad2 = " ".repeat(indent);
  let out = `>${head.slice(1)}
`;
  let leadingBlank = true;
  const widened = !/^\n*[ \t]/.test(text6);
  for (const part of text6.split(/(\n+)/)) {
    if (part === "") continue;
    if (part.startsWith("\n")) out += part + (leadingBlank || !widened ? "" : "\n");
    else {
      out += pad2 + part;
      leadingBlank = part.startsWith(" ") || part.startsWith("	");
    }
  }
  return out;
}
var init_scalar_writing = __esm({
  "src/yaml/scalar-writing.ts"() {
    "use strict";
    init_resolution();
    init_scalar_style();
    init_scalar_text();
  }
});

// src/yaml/encode.ts
function encode(node) {
  return new Encoder().document(node, "", "");
}
function encodeDocument(root) {
  const { head, foot } = root.source === void 0 ? { head: "", foot: "" } : documentOf(root.source);
  return new Encoder().document(root, head, foot);
}
function childrenOf(node) {
  return node.kind === "map" ? node.entries : node.items;
}
function isSimpleKey(key) {
  if (key.kind !== "scalar") return childrenOf(key).length === 0;
  const marks = marksOf(key);
  const tag = marks?.tagged ? key.tag : writtenTag(key);
  return !analyze(key.value).multiline && Buffer.byteLength(key.value + (marks?.anchor ?? "") + tag) <= LONGEST_KEY2;
}
var ALONE, BLOCK_ITEM, SIMPLE_KEY, COMPLEX_KEY, VALUE2, LONGEST_KEY2, Encoder;
var init_encode = __esm({
  "src/yaml/encode.ts"() {
    "use strict";
    init_encoder_output();
    init_marked_text();
    init_marks();
    init_scalar_style();
    init_scalar_writing();
    ALONE = {};
    BLOCK_ITEM = { inBlockSeq: true };
    SIMPLE_KEY = { inMap: true, isKey: true, isSimpleKey: true };
    COMPLEX_KEY = { inMap: true, isKey: true };
    VALUE2 = { inMap: true };
    LONGEST_KEY2 = 128;
    Encoder = class {
      out = new EncoderOutput();
      indents = [];
      flowLevel = 0;
      document(root, head, foot) {
        const { out } = this;
        if (head !== "") {
          out.head = head;
          out.headComment();
          out.break();
        }
        this.announce(root, ALONE);
        out.headComment();
        this.whole(root, ALONE);
        if (foot !== "") out.foot = foot;
        out.footIndent = 0;
        out.footComment();
        out.footIndent = -1;
        out.startLine();
        return out.text;
      }
      /** Takes the comments that come with the start of a node; `tail` is the foot of the entry before it. */
      announce(node, place, tail = "") {
        const { out } = this;
        const marks = marksOf(node);
        if (marks?.head) out.head = marks.head;
        if (node.kind === "scalar") this.conclude(node, place);
        if (tail !== "" && node.kind !== "seq" && node.tag !== ALIAS) out.tail = tail;
      }
      /** Takes the comments that come with the end of a node. The foot of a key waits for the next entry. */
      conclude(node, place) {
        const foot = place.isKey ? void 0 : marksOf(node)?.foot;
        if (node.comment) this.out.line = node.comment;
        if (foot) this.out.foot = foot;
      }
      /** A node that was announced, and the comments behind it. */
      whole(node, place) {
        this.start(node, place);
        this.out.lineComment();
        this.out.footComment();
        this.content(node, place);
      }
      /** A scalar, or what stands in front of a collection. */
      start(node, place) {
        const { out } = this;
        if (node.tag === ALIAS && node.kind === "scalar") return out.word(`*${node.value}`);
        const { anchor: anchor2 = "", tagged = false } = marksOf(node) ?? {};
        if (anchor2 !== "") out.word(`&${anchor2}`);
        const tag = tagged ? node.tag : writtenTag(node);
        if (tag !== "") out.word(tag);
        if (node.kind === "scalar") this.scalar(node, place, tagged);
      }
      scalar(node, place, isTagged2) {
        const { out } = this;
        this.indentMore(true, place);
        const style = writtenStyle(node, this.flowLevel > 0, place.isSimpleKey === true, isTagged2);
        const text6 = writeScalar(node.value, style, out.indent);
        if (style === "literal" || style === "folded") {
          const end = text6.indexOf("\n");
          out.word(text6.slice(0, end));
          if (out.line === "") out.break();
          else out.lineComment();
          out.block(text6.slice(end + 1));
        } else out.word(text6);
        this.indentLess();
      }
      content(node, place) {
        if (node.kind === "scalar") return;
        const isFlow = this.flowLevel > 0 || node.style === "flow" || childrenOf(node).length === 0;
        if (node.kind === "map") return isFlow ? this.flowMap(node, place) : this.blockMap(node, place);
        return isFlow ? this.flowSeq(node, place) : this.blockSeq(node, place);
      }
      blockSeq(node, place) {
        const { out } = this;
        for (const [at3, item] of node.items.entries()) {
          this.announce(item, BLOCK_ITEM);
          if (at3 === 0) this.indentMore(false, place, place.inMap === true && (out.column === 0 || !out.indention));
          out.headComment();
          out.startLine();
          out.indicator("-", { spaced: true, indents: true });
          this.whole(item, BLOCK_ITEM);
        }
        this.conclude(node, place);
        this.indentLess();
      }
      blockMap(node, place) {
        const { out } = this;
        let tail = "";
        this.indentMore(false, place);
        for (const { key, value } of node.entries) {
          const isSimple2 = isSimpleKey(key);
          const keyPlace = isSimple2 ? SIMPLE_KEY : COMPLEX_KEY;
          this.announce(key, keyPlace, tail);
          tail = marksOf(key)?.foot ?? "";
          out.headComment();
          out.startLine();
          if (out.line !== "") {
            out.keyLine = out.line;
            out.line = "";
          }
          if (!isSimple2) out.indicator("?", { spaced: true, indents: true });
          this.start(key, keyPlace);
          this.content(key, keyPlace);
          this.announce(value, VALUE2);
          if (isSimple2) out.indicator(":", {});
          else {
            out.startLine();
            out.indicator(":", { spaced: true, indents: true });
          }
          this.keyComment(value);
          this.whole(value, VALUE2);
        }
        if (tail !== "") out.tail = tail;
        this.conclude(node, place);
        out.headComment();
        this.indentLess();
      }
      /** The comment of a key goes behind its colon if a block follows; a scalar takes it unless it has one of its own. */
      keyComment(value) {
        const { out } = this;
        if (out.keyLine === "" || value.tag === ALIAS) return;
        if (value.kind === "scalar") {
          if (out.line !== "") return;
          out.line = out.keyLine;
        } else {
          if (value.style === "flow") return;
          const { line: line2 } = out;
          out.line = out.keyLine;
          out.lineComment();
          out.line = line2;
        }
        out.keyLine = "";
      }
      flowSeq(node, place) {
        this.openFlow("[", place);
        let separated = true;
        for (const item of node.items) {
          this.announce(item, ALONE);
          this.separate(separated);
          separated = this.out.endsLine;
          this.flowChild(item, ALONE);
        }
        this.conclude(node, place);
        this.leaveFlow();
        if (this.out.column === 0) this.out.startLine();
        this.closeFlow("]");
      }
      flowMap(node, place) {
        const { out } = this;
        this.openFlow("{", place);
        let separated = true;
        let tail = "";
        for (const { key, value } of node.entries) {
          const isSimple2 = isSimpleKey(key);
          const keyPlace = isSimple2 ? SIMPLE_KEY : COMPLEX_KEY;
          this.announce(key, keyPlace, tail);
          tail = marksOf(key)?.foot ?? "";
          this.separate(separated);
          if (!isSimple2) out.indicator("?", { spaced: true });
          this.start(key, keyPlace);
          this.content(key, keyPlace);
          this.announce(value, VALUE2);
          out.indicator(":", { spaced: !isSimple2 });
          separated = out.endsLine;
          this.flowChild(value, VALUE2);
        }
        if (tail !== "") out.tail = tail;
        this.conclude(node, place);
        if (!separated && (out.head !== "" || out.foot !== "" || out.tail !== "")) out.indicator(",", {});
        out.headComment();
        this.leaveFlow();
        this.closeFlow("}");
      }
      openFlow(bracket, place) {
        this.out.indicator(bracket, { spaced: true, opens: true });
        this.indentMore(true, place);
        this.flowLevel++;
      }
      leaveFlow() {
        this.flowLevel--;
        this.indentLess();
      }
      closeFlow(bracket) {
        this.out.indicator(bracket, {});
        this.out.lineComment();
        this.out.footComment();
      }
      /** Goes on to the next child of a flow collection. A comma stands already where a comment ended the line. */
      separate(separated) {
        const { out } = this;
        if (!separated) out.indicator(",", {});
        out.headComment();
        if (out.column === 0) out.startLine();
      }
      flowChild(node, place) {
        const { out } = this;
        this.start(node, place);
        if (out.endsLine) out.indicator(",", {});
        out.lineComment();
        out.footComment();
        this.content(node, place);
      }
      /** A list in a map begins at the column of its key: `isCompact`. */
      indentMore(inFlow, place, isCompact = false) {
        const { out } = this;
        this.indents.push(out.indent);
        if (out.indent < 0) out.indent = inFlow ? 2 : 0;
        else if (place.inBlockSeq) out.indent += 2;
        else out.indent = 2 * Math.floor((out.indent + 2) / 2) - (isCompact ? 2 : 0);
      }
      indentLess() {
        this.out.indent = this.indents.pop() ?? -1;
      }
    };
  }
});

// src/yaml/from-value.ts
function fromValue(value) {
  if (Array.isArray(value)) return seq(value.map(fromValue), value.length === 0 ? "flow" : "");
  if (typeof value === "object" && value !== null) {
    const entries = [];
    for (const key of sortKeys(Object.keys(value))) {
      entries.push({ key: text(key), value: fromValue(value[key]) });
    }
    return map(entries, entries.length === 0 ? "flow" : "");
  }
  if (typeof value === "string") return text(value);
  if (value === null) return scalar("null", "!!null");
  if (typeof value === "boolean") return scalar(String(value), "!!bool");
  const written = formatFloat64(Number(value));
  return scalar(written, resolveTag(written));
}
function text(value) {
  const analysis = analyze(value);
  if (value.includes("\n")) return scalar(value, "!!str", analysis.block ? "literal" : "double");
  if (looksTyped(value) || resolveTag11(value) !== "!!str") return scalar(value, "!!str", "double");
  if (analysis.plain) return scalar(value, "!!str");
  return scalar(value, "!!str", analysis.single ? "single" : "double");
}
var init_from_value = __esm({
  "src/yaml/from-value.ts"() {
    "use strict";
    init_key_order();
    init_node();
    init_numbers();
    init_resolution();
    init_scalar_style();
  }
});

// src/yaml/folded.ts
function refold(text6) {
  const start2 = text6.search(/[^\n]/);
  if (start2 < 0) return text6;
  const widened = !isBlank(text6.charCodeAt(start2));
  const lines = [];
  let out = text6.slice(0, start2);
  let previousBlank = true;
  let breaks = 0;
  for (const part of text6.slice(start2).split(/(\n+)/)) {
    if (part === "") continue;
    if (part.charCodeAt(0) !== 10) {
      const blank = isBlank(part.charCodeAt(0));
      if (lines.length > 0) out += between(breaks, previousBlank || blank);
      out += part;
      lines.push(part);
      previousBlank = blank;
      breaks = 0;
    } else breaks = part.length + (widened && !previousBlank ? 1 : 0);
  }
  if (!text6.endsWith("\n")) return out;
  return text6.endsWith("\n\n") ? out + "\n".repeat(breaks) : `${out}
`;
}
function between(breaks, literal) {
  if (literal) return "\n".repeat(breaks);
  return breaks === 1 ? " " : "\n".repeat(breaks - 1);
}
var init_folded = __esm({
  "src/yaml/folded.ts"() {
    "use strict";
    init_characters();
  }
});

// src/yaml/to-value.ts
function toValue(node) {
  return valueOf(node, false, true);
}
function valueOf(node, inFlow, top) {
  if (node.kind === "scalar") return printedScalar(node, inFlow);
  const flow = inFlow || node.style === "flow";
  if (node.kind === "seq") return node.items.map((item) => valueOf(item, flow, false));
  const object2 = /* @__PURE__ */ Object.create(null);
  for (const { key, value } of uniqueEntries(node, flow, top)) object2[key] = valueOf(value, flow, false);
  return object2;
}
function uniqueEntries(node, inFlow, top) {
  const { entries } = node;
  const seen = entries.length > FEW ? /* @__PURE__ */ new Set() : void 0;
  const named3 = [];
  let merges;
  for (let at3 = 0; at3 < entries.length; at3++) {
    const { key, value } = entries[at3];
    if (key.kind !== "scalar") throw notText(key);
    if (seen === void 0 ? isAmong(key.value, entries, at3) : seen.has(key.value)) throw duplicateKey(node, key);
    seen?.add(key.value);
    if (key.value === "<<" && isMergeKey(key)) merges = value;
    else if (!top || !isDropped(key, inFlow)) named3.push({ key: keyText2(key, inFlow, top), value });
  }
  return merges === void 0 ? named3 : [...named3, ...inherited(merges, named3, inFlow)];
}
function isAmong(key, entries, end) {
  for (let at3 = 0; at3 < end; at3++) {
    if (entries[at3].key.value === key) return true;
  }
  return false;
}
function isMergeKey({ tag, style }) {
  return tag === "!!merge" || style === "" && (tag === "" || tag === "!!str");
}
function notText(key) {
  const kind = key.kind === "map" ? "mapping" : "list";
  return failureAt(key, "non-string-key", `a ${kind} cannot be a key`, "Keys of resources are strings.");
}
function isDropped(key, inFlow) {
  return key.tag !== "!!str" && key.value !== "" && scalarValue2(key, inFlow) === null;
}
function inherited(merges, own, inFlow) {
  const seen = new Set(own.map(({ key }) => key));
  const entries = [];
  for (const source of mergeSources(merges)) {
    for (const entry2 of uniqueEntries(source, inFlow, false)) {
      if (seen.has(entry2.key)) continue;
      seen.add(entry2.key);
      entries.push(entry2);
    }
  }
  return entries;
}
function keyText2(key, inFlow, top) {
  const { tag, style, value } = key;
  if (tag === "!!str" && !value.includes("\n")) return value;
  if (value === "" && style === "" && (tag === "" || tag === "!!null")) return "";
  const quoted3 = style !== "" && !analyze(value).multiline;
  const resolved2 = scalarValue2(key, inFlow || quoted3);
  if (typeof resolved2 === "string" && !isForeign(key)) return resolved2;
  if (top) return tag === "!!binary" ? String(resolved2) : value;
  throw failureAt(
    key,
    "non-string-key",
    `the key \`${value}\` is not a string`,
    key.source === void 0 ? "Choose a key that does not read as a number, a boolean, a date or null." : `Quote it where it is written: "${value}".`
  );
}
function isForeign({ tag, style, value }) {
  if (tag === "") return style === "" && resolveTag(value) === "!!timestamp";
  if (tag === "!!timestamp") return style === "";
  return tag !== "!!str" && tag !== "!!merge" && !isChecked(tag);
}
function duplicateKey(node, key) {
  const first = node.entries.find((entry2) => entry2.key.kind === "scalar" && entry2.key.value === key.value);
  const lines = first === void 0 ? void 0 : failureAt(first.key, "", "").diagnostics[0]?.line;
  const where = lines === void 0 ? "" : ` at line ${lines}`;
  return failureAt(
    key,
    "duplicate-key",
    `mapping key "${key.value}" already defined${where}`,
    "Remove one of the two."
  );
}
function scalarValue2(node, inFlow) {
  const { tag, style, value } = node;
  if (tag === "!!str" || tag === "" && style !== "") return writtenText(node, inFlow);
  if (tag === "!!binary") return decodeBinary(node);
  if (tag !== "" && !isChecked(tag)) return writtenText(node, inFlow);
  if (tag === "" || resolveTag(value) === tag) {
    if (style !== "") return writtenText(node, inFlow);
    if (value.includes("\n") || inFlow && (value === "" || value.includes(":"))) return writtenText(node, inFlow);
  }
  const resolved2 = tag === "" ? resolve2(value).value : resolveTagged(node, resolve2);
  if (typeof resolved2 === "number" && !Number.isFinite(resolved2)) {
    throw failureAt(
      node,
      "not-representable",
      `${value} has no counterpart in JSON`,
      "Use a finite number, or quote it."
    );
  }
  return resolved2;
}
function printedScalar(node, inFlow) {
  if (node.tag === "!!str") return writtenText(node, inFlow);
  return checkZone(node, inFlow, scalarValue2(node, inFlow));
}
function checkZone(node, inFlow, value) {
  const isTime = node.style === "" && (node.tag === "" || node.tag === "!!timestamp");
  if (isTime && !inFlow && typeof value === "string" && !hasJsonZone(value) && resolveTag(node.value) !== "!!str") {
    throw failureAt(node, "not-representable", `the time zone of ${node.value} is out of range`);
  }
  return value;
}
function writtenText(node, inFlow) {
  const { style, value } = node;
  if (style === "single" || style === "double" || inFlow) return value;
  if (style === "" && !value.includes("\n")) return value;
  if (value === "" || !analyze(value).block) return value;
  if (value.charCodeAt(0) === 9) {
    throw failureAt(
      node,
      "not-representable",
      "found a tab character where an indentation space is expected: a text of several lines cannot begin with a tab",
      "Begin the text with something else, or write it in double quotes."
    );
  }
  return style === "folded" ? refold(value) : value;
}
var FEW;
var init_to_value = __esm({
  "src/yaml/to-value.ts"() {
    "use strict";
    init_binary();
    init_failures();
    init_folded();
    init_resolution();
    init_resources();
    init_scalar_style();
    init_tagged();
    init_timestamps();
    FEW = 8;
  }
});

// src/yaml/print.ts
function print(node) {
  const layout = new Layout();
  if (node.kind === "scalar") {
    const value = printedScalar(node, false);
    layout.root(typeof value === "string" ? jsonText(value, node) : value);
    return layout.finish();
  }
  const flow = node.style === "flow";
  if (node.kind === "seq") {
    if (node.items.length === 0) layout.emptyRoot("[]");
    else printSeq(layout, node, 0, false, flow);
    return layout.finish();
  }
  const entries = sortedEntries(node, flow, true);
  if (entries.length === 0) layout.emptyRoot("{}");
  else printMap(layout, entries, 0, false, flow);
  return layout.finish();
}
function printMap(layout, entries, indent, inline, inFlow) {
  let first = inline;
  for (const { key, value } of entries) {
    const column = layout.key(jsonKey(key, value), indent, first);
    first = false;
    printChild(layout, value, indent, column, column >= 0, inFlow);
  }
}
function printSeq(layout, node, indent, inline, inFlow) {
  let first = inline;
  for (const item of node.items) {
    layout.item(indent, first);
    first = false;
    printChild(layout, item, indent, -1, false, inFlow);
  }
}
function printChild(layout, node, indent, column, below, inFlow) {
  if (node.kind === "scalar") {
    const value = printedScalar(node, inFlow);
    layout.scalar(typeof value === "string" ? jsonText(value, node) : value, below ? column : indent + 1, indent);
    return;
  }
  const flow = inFlow || node.style === "flow";
  if (node.kind === "seq") {
    if (node.items.length === 0) return layout.empty("[]");
    if (below) return printSeq(layout, node, indent, false, flow);
    layout.space();
    return printSeq(layout, node, indent + 2, true, flow);
  }
  const entries = sortedEntries(node, flow, false);
  if (entries.length === 0) return layout.empty("{}");
  if (!below) layout.space();
  printMap(layout, entries, indent + 2, !below, flow);
}
function sortedEntries(node, inFlow, top) {
  const entries = uniqueEntries(node, inFlow, top);
  if (entries.length < 2 || isOrdered(entries, keyOf)) return entries;
  return entries.sort((a, b) => a.key < b.key ? -1 : 1).sort((a, b) => compareKeys(a.key, b.key));
}
function keyOf(entry2) {
  return entry2.key;
}
var init_print = __esm({
  "src/yaml/print.ts"() {
    "use strict";
    init_key_order();
    init_layout();
    init_to_value();
  }
});

// src/yaml/yaml11.ts
function isYaml11NonString(text6) {
  if (text6 === "" || text6.includes("\n")) return false;
  if (text6.length > LONGEST_TESTED || !ONE_SCALAR.test(text6)) return isOther(text6);
  if (text6 === "-" || text6.startsWith("---") || text6.startsWith("...")) return isOther(text6);
  const tag = resolveTag11(text6);
  return tag !== "!!str" && tag !== "!!timestamp";
}
function isOther(text6) {
  try {
    const node = parseConfig(text6, "");
    return node === void 0 || node.kind !== "scalar" || typeof toConfigValue(node) !== "string";
  } catch (error) {
    return error instanceof KrmError && error.message.includes(NULL_KEY);
  }
}
var ONE_SCALAR, LONGEST_TESTED;
var init_yaml11 = __esm({
  "src/yaml/yaml11.ts"() {
    "use strict";
    init_diagnostics();
    init_config();
    init_resolution();
    ONE_SCALAR = /^[A-Za-z0-9_.+~/-](?:[A-Za-z0-9_.+~/@=$^;()<-]|:(?=[A-Za-z0-9_./-]))*$/;
    LONGEST_TESTED = 1e6;
  }
});

// src/yaml/index.ts
var init_yaml = __esm({
  "src/yaml/index.ts"() {
    "use strict";
    init_config();
    init_decode();
    init_document_place();
    init_emit();
    init_encode();
    init_from_value();
    init_marked_text();
    init_marks();
    init_node();
    init_numbers();
    init_print();
    init_resolution();
    init_resources();
    init_to_value();
    init_yaml11();
  }
});

// src/documents/reading.ts
function formatPath(path) {
  let text6 = "";
  for (const segment of path) {
    if (typeof segment === "number") text6 += `[${segment}]`;
    else if (!/^[\w-]+$/.test(segment)) text6 += `[${quote(segment)}]`;
    else text6 += text6 === "" ? segment : `.${segment}`;
  }
  return text6;
}
function quote(text6) {
  return JSON.stringify(shorten(text6));
}
function shorten(text6) {
  return text6.length > longestQuote ? `${text6.slice(0, longestQuote)}\u2026` : text6;
}
var scalarNames, mostDiagnostics, longestQuote, Reading;
var init_reading = __esm({
  "src/documents/reading.ts"() {
    "use strict";
    init_diagnostics();
    init_node();
    scalarNames = /* @__PURE__ */ new Map([
      ["!!null", "null"],
      ["!!bool", "a boolean"],
      ["!!int", "a number"],
      ["!!float", "a number"]
    ]);
    mostDiagnostics = 100;
    longestQuote = 100;
    Reading = class {
      dialect;
      diagnostics = [];
      /** What the document is, such as `a kustomization`. */
      subject;
      #file;
      #path = [];
      #errors = 0;
      constructor(dialect4, file, subject) {
        this.dialect = dialect4;
        this.subject = subject;
        this.#file = file;
      }
      /** Runs `read` one field or element deeper. */
      within(segment, read2) {
        this.#path.push(segment);
        const result = read2();
        this.#path.pop();
        return result;
      }
      /** The place of a node; nodes that were made by the engine only know their file. */
      place(node) {
        return locate(node) ?? { file: this.#file };
      }
      /** The field that is being read, such as `labels[0].pairs`, or the document; `more` is a field of it. */
      field(more) {
        const path = more === void 0 ? this.#path : [...this.#path, more];
        return path.length === 0 ? this.subject : `\`${formatPath(path)}\``;
      }
      report(code3, message, node, hint, severity = "error") {
        const place = this.place(node);
        this.#add({ code: code3, severity, message, ...place, ...hint === void 0 ? {} : { hint } });
      }
      #add(diagnostic) {
        if (diagnostic.severity === "error") this.#errors++;
        if (this.diagnostics.length < mostDiagnostics || this.#errors === 1) this.diagnostics.push(diagnostic);
      }
      /** Reports a value of the wrong type. */
      mismatch(node, expected, hint) {
        this.report("wrong-type", `${this.field()} must be ${expected}, not ${this.describe(node)}`, node, hint);
      }
      /** The value of a scalar; reports anything else, and scalars that have no value such as `!!int x`. */
      scalar(node, expected) {
        if (node.kind !== "scalar") return this.mismatch(node, expected);
        try {
          return this.dialect.value(node);
        } catch (error) {
          if (!(error instanceof KrmError)) throw error;
          for (const diagnostic of error.diagnostics) this.#add(diagnostic);
          return void 0;
        }
      }
      /** What a node is, for messages: `a list`, `a number`. */
      describe(node) {
        if (node.kind === "map") return "a mapping";
        if (node.kind === "seq") return "a list";
        return scalarNames.get(node.tag) ?? "a string";
      }
      /** Whether an error has been reported. */
      get failed() {
        return this.#errors > 0;
      }
      /**
       * Puts the problems into the order of the file, and throws them together when one of them is an error.
       * @param warn gets them when none is
       */
      finish(warn = () => {
      }) {
        this.diagnostics.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
        if (this.failed) throw new KrmError(this.diagnostics);
        for (const diagnostic of this.diagnostics) warn(diagnostic);
      }
    };
  }
});

// src/documents/decoder.ts
function text2(node, reading2) {
  const value = reading2.scalar(node, "a string");
  if (value === void 0 || typeof value === "string") return value;
  if (value === null) return "";
  if (reading2.dialect.coercesToText) return coerced(node, value);
  return reading2.mismatch(node, "a string", `Quote the value: ${quote(node.value)}.`);
}
function coerced(node, value) {
  return typeof value === "number" && node.tag === "!!float" ? formatFloat32(value) : String(value);
}
function bool(node, reading2) {
  const value = reading2.scalar(node, "a boolean");
  if (value === void 0 || typeof value === "boolean") return value;
  if (value === null) return false;
  const quoted3 = value === "true" || value === "false";
  return reading2.mismatch(node, "a boolean", quoted3 ? "Remove the quotes." : void 0);
}
function int(node, reading2) {
  const value = reading2.scalar(node, "a whole number");
  if (value === void 0) return void 0;
  if (value === null) return 0;
  if (typeof value === "bigint" && BigInt.asIntN(64, value) === value) return Number(value);
  if (typeof value === "number" && Number.isInteger(value) && Math.abs(value) < 2 ** 63) return value;
  if (typeof value === "number" || typeof value === "bigint") {
    const written = quote(node.value);
    return reading2.report("wrong-type", `${reading2.field()} must be a whole number of 64 bits, not ${written}`, node);
  }
  const quoted3 = typeof value === "string" && /^[+-]?\d+$/.test(value);
  return reading2.mismatch(node, "a whole number", quoted3 ? "Remove the quotes." : void 0);
}
function anyMap(node, reading2) {
  if (node.kind === "map") return node;
  return isNull(node) ? map() : reading2.mismatch(node, "a mapping");
}
function pathEntry(node, reading2) {
  const path = text2(node, reading2);
  return path === void 0 ? void 0 : { path, location: reading2.place(node) };
}
function textEntry(node, reading2) {
  const value = text2(node, reading2);
  return value === void 0 ? void 0 : { text: value, location: reading2.place(node) };
}
function textMap(node, reading2) {
  const result = /* @__PURE__ */ new Map();
  if (isNull(node)) return result;
  if (node.kind !== "map") return reading2.mismatch(node, "a mapping of strings");
  for (const entry2 of node.entries) {
    const key = keyText3(entry2.key, reading2);
    if (key === void 0) continue;
    if (result.has(key)) reportDuplicate(key, entry2.key, reading2);
    const value = reading2.within(key, () => text2(entry2.value, reading2));
    if (value !== void 0) result.set(key, value);
  }
  return result;
}
function list(element2) {
  return function decodeList(node, reading2) {
    if (isNull(node)) return [];
    if (node.kind !== "seq") return reading2.mismatch(node, "a list");
    const result = [];
    for (let index = 0; index < node.items.length; index++) {
      const item = reading2.within(index, () => element2(node.items[index], reading2));
      if (item !== void 0) result.push(item);
    }
    return result;
  };
}
function record(fields3, options = {}) {
  const names2 = Object.keys(fields3);
  const canonical2 = new Map(names2.map((name) => [name.toLowerCase(), name]));
  const decoders = fields3;
  return function decodeRecord(node, reading2) {
    if (!isNull(node) && node.kind !== "map") return reading2.mismatch(node, "a mapping");
    const result = { ...options.defaults };
    for (const [name, value] of node.kind === "map" ? chooseFields(node, reading2) : []) {
      if (isNull(value)) continue;
      const decoded2 = reading2.within(name, () => decoders[name](value, reading2));
      if (decoded2 !== void 0) result[name] = decoded2;
    }
    result.location = reading2.place(node);
    return result;
  };
  function chooseFields(node, reading2) {
    const chosen = /* @__PURE__ */ new Map();
    const spellings = /* @__PURE__ */ new Map();
    for (const { key, value } of node.entries) {
      const written = keyText3(key, reading2);
      if (written === void 0) continue;
      const name = canonical2.get(written.toLowerCase());
      if (name === void 0) {
        reportUnknown(written, key, reading2);
        continue;
      }
      const before = spellings.get(name);
      if (before !== void 0) reportDuplicate(name, key, reading2);
      if (before !== void 0 && before > written) continue;
      spellings.set(name, written);
      chosen.set(name, value);
    }
    return chosen;
  }
  function reportUnknown(written, key, reading2) {
    const severity = reading2.dialect.unknownFields;
    if (severity === "warning" && options.besides?.has(written)) return;
    const near = nearest(written, names2);
    const all = names2.length === 0 ? "It has none." : `Its fields are ${names2.map((name) => `\`${name}\``).join(", ")}.`;
    const known = names2.length <= 8 ? all : void 0;
    const hint = options.hints?.[written] ?? (near === void 0 ? known : `Did you mean \`${near}\`?`);
    const message = `unknown field ${quote(written)} in ${reading2.field()}`;
    if (severity === "error") reading2.report("unknown-field", message, key, hint);
    else reading2.report("ignored-field", `${message}: kustomize passes over it`, key, hint, severity);
  }
}
function reportDuplicate(name, key, reading2) {
  const severity = reading2.dialect.duplicateFields;
  const message = `${reading2.field(name)} is given more than once`;
  const hint = severity === "error" ? "Keep one of them." : "Only one of them counts; merge them.";
  reading2.report("duplicate-field", message, key, hint, severity);
}
function keyText3(key, reading2) {
  if (key.kind === "scalar" && (key.tag === "!!str" || key.tag === "")) return key.value;
  const message = `a key in ${reading2.field()} must be a string, not ${reading2.describe(key)}`;
  return reading2.report("invalid-key", message, key, "Quote it.");
}
var init_decoder = __esm({
  "src/documents/decoder.ts"() {
    "use strict";
    init_yaml();
    init_node();
    init_reading();
    init_spelling();
  }
});

// src/documents/kind-order.ts
function kindRanks(first, last) {
  const ranks2 = /* @__PURE__ */ new Map();
  for (const [index, kind] of first.entries()) ranks2.set(kind, index - first.length);
  for (const [index, kind] of last.entries()) ranks2.set(kind, index + 1);
  return ranks2;
}
var kindsFirst, kindsLast;
var init_kind_order = __esm({
  "src/documents/kind-order.ts"() {
    "use strict";
    kindsFirst = [
      "Namespace",
      "ResourceQuota",
      "StorageClass",
      "CustomResourceDefinition",
      "ServiceAccount",
      "PodSecurityPolicy",
      "Role",
      "ClusterRole",
      "RoleBinding",
      "ClusterRoleBinding",
      "ConfigMap",
      "Secret",
      "Endpoints",
      "Service",
      "LimitRange",
      "PriorityClass",
      "PersistentVolume",
      "PersistentVolumeClaim",
      "Deployment",
      "StatefulSet",
      "CronJob",
      "PodDisruptionBudget"
    ];
    kindsLast = ["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"];
  }
});

// src/documents/swallowed.ts
function withoutEffect(decoder) {
  return function decodeWithoutEffect(node, reading2) {
    const message = `${reading2.field()} has no effect: kustomize accepts it and drops it`;
    reading2.report("ignored-field", message, node, "Remove it.", "warning");
    return decoder(node, reading2);
  };
}
function oneOf(decoder, known) {
  return function decodeOneOf(node, reading2) {
    const decoded2 = decoder(node, reading2);
    const value = node.kind === "scalar" ? node.value : "";
    if (decoded2 !== void 0 && value !== "" && !known.includes(value)) {
      const message = `${reading2.field()} has the unknown value ${quote(value)}: kustomize passes over it`;
      reading2.report("ignored-value", message, node, meant(value, known), "warning");
    }
    return decoded2;
  };
}
function reportOtherKeys(node, reading2, known) {
  for (const { key } of node.kind === "map" ? node.entries : []) {
    if (key.kind !== "scalar" || known.includes(key.value)) continue;
    const message = `unknown field ${quote(key.value)} in ${reading2.field()}: kustomize passes over it`;
    reading2.report("ignored-field", message, key, meant(key.value, known), "warning");
  }
}
function warnOfDuplicates(diagnostics) {
  return (key) => {
    if (diagnostics.length === MOST_DUPLICATES) return;
    const message = `\`${shorten(key.value)}\` is given more than once, and only the last one counts`;
    const hint = "Merge them into one.";
    diagnostics.push({ code: "duplicate-field", severity: "warning", message, ...locate(key), hint });
  };
}
function meant(value, known) {
  const near = nearest(value, known);
  const all = known.map((one) => `\`${one}\``).join(", ");
  return near === void 0 ? `Known are ${all}.` : `Did you mean \`${near}\`?`;
}
var MOST_DUPLICATES;
var init_swallowed = __esm({
  "src/documents/swallowed.ts"() {
    "use strict";
    init_node();
    init_reading();
    init_spelling();
    MOST_DUPLICATES = 100;
  }
});

// src/documents/kustomization-fields.ts
var texts, paths, textEntries, gvk, named, OPEN_API, BUILD_METADATA, BEHAVIORS, splitApiVersion, objectMetaFields, selector, fieldSpec, fieldSpecs, label, patchOptions, patchFields, patches, image, replica, fieldOptions, replacementSource, replacementTarget, replacementFields, replacement, inlineReplacement, variable, sortOptions, generatorOptions, configMapFields, secretFields, helmGlobalsFields, helmChartFields, oldHelmChart, openApi, kustomizationFile;
var init_kustomization_fields = __esm({
  "src/documents/kustomization-fields.ts"() {
    "use strict";
    init_decoder();
    init_swallowed();
    texts = list(text2);
    paths = list(pathEntry);
    textEntries = list(textEntry);
    gvk = { group: text2, version: text2, kind: text2 };
    named = { ...gvk, name: text2, namespace: text2 };
    OPEN_API = ["path", "version"];
    BUILD_METADATA = ["managedByLabel", "originAnnotations", "transformerAnnotations"];
    BEHAVIORS = ["create", "merge", "replace", "unspecified"];
    splitApiVersion = "Give `group` and `version` instead.";
    objectMetaFields = {
      name: text2,
      namespace: text2,
      labels: textMap,
      annotations: textMap
    };
    selector = record(
      { ...named, annotationSelector: text2, labelSelector: text2 },
      { hints: { apiVersion: splitApiVersion, labels: "Did you mean `labelSelector`?" } }
    );
    fieldSpec = record(
      { ...gvk, path: text2, create: bool },
      { defaults: { path: "" }, hints: { apiVersion: splitApiVersion } }
    );
    fieldSpecs = list(fieldSpec);
    label = record({
      pairs: textMap,
      includeSelectors: bool,
      includeTemplates: bool,
      includeVolumeClaimTemplates: bool,
      fields: fieldSpecs
    });
    patchOptions = record({ allowNameChange: bool, allowKindChange: bool });
    patchFields = { path: text2, patch: text2, target: selector, options: patchOptions };
    patches = list(record(patchFields));
    image = record({ name: text2, newName: text2, tagSuffix: text2, newTag: text2, digest: text2 });
    replica = record({ name: text2, count: int }, { defaults: { name: "", count: 0 } });
    fieldOptions = record({ delimiter: text2, index: int, encoding: withoutEffect(text2), create: bool });
    replacementSource = record(
      { ...named, fieldPath: text2, options: fieldOptions },
      { hints: { apiVersion: splitApiVersion, fieldPaths: "Did you mean `fieldPath`? A source has one." } }
    );
    replacementTarget = record({
      select: selector,
      reject: list(selector),
      fieldPaths: texts,
      options: fieldOptions
    });
    replacementFields = { source: replacementSource, sourceValue: text2, targets: list(replacementTarget) };
    replacement = record({ ...replacementFields, path: text2 });
    inlineReplacement = record(replacementFields);
    variable = record(
      {
        name: text2,
        objref: record({ ...named, apiVersion: text2 }),
        fieldref: record({ fieldPath: text2 })
      },
      { defaults: { name: "" } }
    );
    sortOptions = record({
      order: text2,
      legacySortOptions: record({ orderFirst: texts, orderLast: texts })
    });
    generatorOptions = record({
      labels: textMap,
      annotations: textMap,
      disableNameSuffixHash: bool,
      immutable: bool
    });
    configMapFields = {
      namespace: text2,
      name: text2,
      behavior: oneOf(text2, BEHAVIORS),
      literals: textEntries,
      files: textEntries,
      envs: textEntries,
      options: generatorOptions
    };
    secretFields = { ...configMapFields, type: text2 };
    helmGlobalsFields = { chartHome: text2, configHome: text2 };
    helmChartFields = {
      name: text2,
      version: text2,
      repo: text2,
      releaseName: text2,
      namespace: text2,
      additionalValuesFiles: paths,
      valuesFile: text2,
      valuesInline: anyMap,
      valuesMerge: text2,
      includeCRDs: bool,
      skipHooks: bool,
      apiVersions: texts,
      kubeVersion: text2,
      nameTemplate: text2,
      skipTests: bool,
      debug: bool,
      devel: bool
    };
    oldHelmChart = record({
      chartName: text2,
      chartVersion: text2,
      chartRepoUrl: text2,
      chartHome: text2,
      chartRepoName: withoutEffect(text2),
      helmBin: withoutEffect(text2),
      helmHome: text2,
      values: text2,
      valuesLocal: anyMap,
      valuesMerge: text2,
      releaseName: text2,
      releaseNamespace: withoutEffect(text2),
      extraArgs: withoutEffect(texts)
    });
    openApi = (node, reading2) => {
      const entries = textMap(node, reading2);
      if (entries === void 0) return void 0;
      reportOtherKeys(node, reading2, OPEN_API);
      return { path: entries.get("path"), version: entries.get("version"), location: reading2.place(node) };
    };
    kustomizationFile = record({
      apiVersion: text2,
      kind: text2,
      metadata: record(objectMetaFields),
      openapi: openApi,
      namePrefix: text2,
      nameSuffix: text2,
      namespace: text2,
      commonLabels: textMap,
      commonAnnotations: textMap,
      labels: list(label),
      patchesStrategicMerge: textEntries,
      patchesJson6902: patches,
      patches,
      images: list(image),
      imageTags: list(image),
      replacements: list(replacement),
      replicas: list(replica),
      vars: list(variable),
      sortOptions,
      resources: paths,
      bases: paths,
      components: paths,
      crds: paths,
      configurations: paths,
      generators: textEntries,
      transformers: textEntries,
      validators: textEntries,
      buildMetadata: list(oneOf(textEntry, BUILD_METADATA)),
      configMapGenerator: list(record({ ...configMapFields, env: textEntry })),
      secretGenerator: list(record({ ...secretFields, env: textEntry })),
      generatorOptions,
      helmGlobals: record(helmGlobalsFields),
      helmCharts: list(record(helmChartFields)),
      helmChartInflationGenerator: list(oldHelmChart)
    });
  }
});

// src/documents/configuration.ts
function decodeConfiguration(node, file) {
  if (node === void 0) return { location: { file } };
  const reading2 = new Reading(dialect, file, "a transformer configuration");
  const decoded2 = configurationFile(node, reading2);
  reading2.finish();
  return decoded2;
}
function mergeConfigurations(base, files) {
  if (files.length === 0) return base;
  const { nameReference, ...tables2 } = base;
  const merged = {};
  for (const name of Object.keys(tables2)) {
    const add5 = (known, more) => mergeFieldSpecs(name, known, more);
    merged[name] = mergeTables(
      tables2[name],
      files.map((file) => file[name] ?? []),
      add5
    );
  }
  const references = files.map((file) => file.nameReference ?? []);
  return { ...merged, nameReference: mergeTables(nameReference, references, mergeReferences) };
}
function combineConfigurations(below, own, defaults) {
  if (own === defaults && (below === void 0 || below === defaults)) return defaults;
  const names2 = Object.keys(own);
  const combined2 = {};
  for (const name of names2) {
    combined2[name] = name === "nameReference" ? mergeReferences(below?.nameReference ?? [], own.nameReference).sort(byRank) : mergeFieldSpecs(name, below?.[name] ?? [], own[name]).sort(byRank);
  }
  return combined2;
}
function mergeTables(base, files, add5) {
  let own = [];
  for (const table4 of files) own = add5(own, table4.toSorted(byRank)).sort(byRank);
  return own.length === 0 ? base : add5(base, own).sort(byRank);
}
function mergeFieldSpecs(table4, known, more) {
  const result = [];
  const byPath = /* @__PURE__ */ new Map();
  for (const spec of known) append3(spec);
  for (const spec of more) {
    const covering = byPath.get(spec.path)?.find((other) => isAmong2(other, spec));
    if (covering === void 0) append3(spec);
    else if (Boolean(covering.create) !== Boolean(spec.create)) throw conflict(table4, covering, spec);
  }
  return result;
  function append3(spec) {
    result.push(spec);
    const same2 = byPath.get(spec.path);
    if (same2 === void 0) byPath.set(spec.path, [spec]);
    else same2.push(spec);
  }
}
function conflict(table4, known, spec) {
  const [own, other] = spec.location === void 0 ? [known, spec] : [spec, known];
  const kinds = other.kind === void 0 ? "all kinds" : other.kind;
  const message = `\`${table4}\` already has the field ${quote(own.path)} of ${kinds} with \`create: ${Boolean(other.create)}\``;
  const hint = `Give it \`create: ${Boolean(other.create)}\`, or narrow it to other kinds.`;
  return failure("conflicting-field-specs", message, { ...own.location, hint });
}
function mergeReferences(known, more) {
  const result = new Map(known.map((entry2) => [identity(entry2), entry2]));
  for (const added of more) {
    const key = identity(added);
    const same2 = result.get(key);
    const merged = same2 && mergeFieldSpecs("nameReference", same2.fieldSpecs, added.fieldSpecs);
    result.set(key, merged === void 0 ? added : { ...same2, fieldSpecs: merged });
  }
  return [...result.values()];
}
function identity({ group, version: version3, kind }) {
  return JSON.stringify([group || "", version3 || "", kind || ""]);
}
function isAmong2(narrow, wide) {
  return (!wide.kind || wide.kind === narrow.kind) && (!wide.group || wide.group === narrow.group) && (!wide.version || wide.version === narrow.version);
}
function byRank(a, b) {
  const rank2 = (ranks.get(a.kind ?? "") ?? 0) - (ranks.get(b.kind ?? "") ?? 0);
  if (rank2 !== 0) return rank2;
  const [left, right] = [sortKey(a), sortKey(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}
function sortKey({ group, version: version3, kind }) {
  return `${group || "~G"}_${version3 || "~V"}_${kind || "~K"}`;
}
var dialect, reference, configurationFile, ranks;
var init_configuration = __esm({
  "src/documents/configuration.ts"() {
    "use strict";
    init_diagnostics();
    init_yaml();
    init_decoder();
    init_kind_order();
    init_kustomization_fields();
    init_reading();
    dialect = {
      unknownFields: "error",
      duplicateFields: "error",
      coercesToText: true,
      value: toConfigValue
    };
    reference = record(
      { group: text2, version: text2, kind: text2, fieldSpecs },
      { defaults: { fieldSpecs: [] } }
    );
    configurationFile = record({
      namePrefix: fieldSpecs,
      nameSuffix: fieldSpecs,
      namespace: fieldSpecs,
      commonLabels: fieldSpecs,
      labels: fieldSpecs,
      templateLabels: fieldSpecs,
      volumeClaimTemplateLabels: fieldSpecs,
      commonAnnotations: fieldSpecs,
      nameReference: list(reference),
      varReference: fieldSpecs,
      images: fieldSpecs,
      replicas: fieldSpecs
    });
    ranks = kindRanks(kindsFirst, kindsLast);
  }
});

// src/documents/field-spec-tables.ts
function owner(kind, group = "", version3 = "") {
  return { ...group && { group }, ...version3 && { version: version3 }, kind };
}
function fields(of, paths2, create) {
  return paths2.map((path) => create ? { path, ...of, create: true } : { path, ...of });
}
function words(text6) {
  return text6.trim().split(/\s+/);
}
function podFields(kind, paths2, version3 = "") {
  return fields(
    owner(kind, "", version3),
    paths2.map((path) => `${podSpecs[kind]}/${path}`)
  );
}
var everything, podSpecs;
var init_field_spec_tables = __esm({
  "src/documents/field-spec-tables.ts"() {
    "use strict";
    everything = {};
    podSpecs = {
      Pod: "spec",
      PodTemplate: "template/spec",
      Deployment: "spec/template/spec",
      ReplicaSet: "spec/template/spec",
      ReplicationController: "spec/template/spec",
      DaemonSet: "spec/template/spec",
      StatefulSet: "spec/template/spec",
      Job: "spec/template/spec",
      CronJob: "spec/jobTemplate/spec/template/spec"
    };
  }
});

// src/documents/default-name-references.ts
function namedByPods(field3) {
  return [...podFields("Pod", [field3]), ...workloads.flatMap((kind) => podFields(kind, [field3]))];
}
function scaledBy(kind) {
  return { kind, fieldSpecs: fields(owner("HorizontalPodAutoscaler"), ["spec/scaleTargetRef/name"]) };
}
function projectedSecond(paths2) {
  return [...paths2.slice(0, 1), ...paths2.slice(-1), ...paths2.slice(1, -1)];
}
function mounted2(paths2) {
  return [
    ...podFields("Pod", paths2, "v1"),
    ...mounting.flatMap((kind) => podFields(kind, paths2)),
    ...podFields("CronJob", projectedSecond(paths2))
  ];
}
var rbac, admission, roleBinding, clusterRoleBinding, workloads, mounting, configMapFields2, secretFields2, ingressClass, nameReferences;
var init_default_name_references = __esm({
  "src/documents/default-name-references.ts"() {
    "use strict";
    init_field_spec_tables();
    rbac = "rbac.authorization.k8s.io";
    admission = "admissionregistration.k8s.io";
    roleBinding = owner("RoleBinding", rbac);
    clusterRoleBinding = owner("ClusterRoleBinding", rbac);
    workloads = ["StatefulSet", "Deployment", "ReplicationController", "CronJob", "Job", "DaemonSet"];
    mounting = ["PodTemplate", "Deployment", "ReplicaSet", "DaemonSet", "StatefulSet", "Job"];
    configMapFields2 = words(`
  volumes/configMap/name
  containers/env/valueFrom/configMapKeyRef/name
  initContainers/env/valueFrom/configMapKeyRef/name
  containers/envFrom/configMapRef/name
  initContainers/envFrom/configMapRef/name
  volumes/projected/sources/configMap/name
`);
    secretFields2 = words(`
  volumes/secret/secretName
  containers/env/valueFrom/secretKeyRef/name
  initContainers/env/valueFrom/secretKeyRef/name
  containers/envFrom/secretRef/name
  initContainers/envFrom/secretRef/name
  imagePullSecrets/name
  volumes/projected/sources/secret/name
`);
    ingressClass = {
      kind: "IngressClass",
      group: "networking.k8s.io/v1",
      version: "v1",
      fieldSpecs: fields(owner("Ingress"), ["spec/ingressClassName"])
    };
    nameReferences = [
      {
        kind: "StorageClass",
        group: "storage.k8s.io",
        version: "v1",
        fieldSpecs: [
          ...fields(owner("PersistentVolume"), ["spec/storageClassName"]),
          ...fields(owner("PersistentVolumeClaim"), ["spec/storageClassName"]),
          ...fields(owner("StatefulSet"), ["spec/volumeClaimTemplates/spec/storageClassName"])
        ]
      },
      {
        kind: "ServiceAccount",
        version: "v1",
        fieldSpecs: [
          ...fields(roleBinding, ["subjects"]),
          ...fields(clusterRoleBinding, ["subjects"]),
          ...namedByPods("serviceAccountName")
        ]
      },
      { kind: "Role", group: rbac, fieldSpecs: fields(roleBinding, ["roleRef/name"]) },
      {
        kind: "ClusterRole",
        group: rbac,
        fieldSpecs: [...fields(roleBinding, ["roleRef/name"]), ...fields(clusterRoleBinding, ["roleRef/name"])]
      },
      {
        kind: "ConfigMap",
        version: "v1",
        fieldSpecs: [
          ...mounted2(configMapFields2),
          ...fields(owner("Node"), ["spec/configSource/configMap"]),
          ...fields(owner("Role"), ["rules/resourceNames"]),
          ...fields(owner("ClusterRole"), ["rules/resourceNames"]),
          ...fields(owner("Ingress"), ["metadata/annotations/nginx.ingress.kubernetes.io\\/fastcgi-params-configmap"])
        ]
      },
      {
        kind: "Secret",
        version: "v1",
        fieldSpecs: [
          ...mounted2(secretFields2),
          ...fields(owner("Ingress"), [
            "spec/tls/secretName",
            "metadata/annotations/ingress.kubernetes.io\\/auth-secret",
            "metadata/annotations/nginx.ingress.kubernetes.io\\/auth-secret",
            "metadata/annotations/nginx.ingress.kubernetes.io\\/auth-tls-secret"
          ]),
          ...fields(owner("ServiceAccount"), ["imagePullSecrets/name"]),
          ...fields(
            owner("StorageClass"),
            words("parameters/secretName parameters/adminSecretName parameters/userSecretName parameters/secretRef")
          ),
          ...fields(owner("Role"), ["rules/resourceNames"]),
          ...fields(owner("ClusterRole"), ["rules/resourceNames"]),
          ...fields(owner("Service", "serving.knative.dev", "v1"), [
            "spec/template/spec/containers/env/valueFrom/secretKeyRef/name"
          ]),
          ...fields(owner("PersistentVolume"), ["spec/azureFile/secretName"])
        ]
      },
      {
        kind: "Service",
        version: "v1",
        fieldSpecs: [
          ...fields(owner("StatefulSet", "apps"), ["spec/serviceName"]),
          ...fields(
            owner("Ingress"),
            words(`
          spec/rules/http/paths/backend/serviceName
          spec/backend/serviceName
          spec/rules/http/paths/backend/service/name
          spec/defaultBackend/service/name
        `)
          ),
          ...fields(owner("APIService", "apiregistration.k8s.io"), ["spec/service/name"]),
          ...fields(owner("ValidatingWebhookConfiguration", admission), ["webhooks/clientConfig/service"]),
          ...fields(owner("MutatingWebhookConfiguration", admission), ["webhooks/clientConfig/service"])
        ]
      },
      {
        kind: "PriorityClass",
        group: "scheduling.k8s.io",
        version: "v1",
        fieldSpecs: namedByPods("priorityClassName")
      },
      {
        kind: "PersistentVolume",
        version: "v1",
        fieldSpecs: [
          ...fields(owner("PersistentVolumeClaim"), ["spec/volumeName"]),
          ...fields(owner("ClusterRole"), ["rules/resourceNames"])
        ]
      },
      {
        kind: "PersistentVolumeClaim",
        version: "v1",
        fieldSpecs: namedByPods("volumes/persistentVolumeClaim/claimName")
      },
      scaledBy("Deployment"),
      scaledBy("StatefulSet"),
      {
        kind: "ValidatingAdmissionPolicy",
        group: admission,
        fieldSpecs: fields(owner("ValidatingAdmissionPolicyBinding", admission), ["spec/policyName"])
      },
      ingressClass,
      scaledBy("ReplicaSet"),
      scaledBy("ReplicationController")
    ];
  }
});

// src/documents/default-variable-references.ts
var variableReferences;
var init_default_variable_references = __esm({
  "src/documents/default-variable-references.ts"() {
    "use strict";
    init_field_spec_tables();
    variableReferences = [
      ...fields(owner("Service"), words("spec/ports/port spec/ports/targetPort")),
      ...fields(owner("PersistentVolume"), ["spec/nfs/server"]),
      ...podFields(
        "Deployment",
        words(`initContainers/volumeMounts/mountPath initContainers/env/value initContainers/command initContainers/args
      containers/volumeMounts/mountPath containers/env/value volumes/nfs/server`)
      ),
      ...fields(owner("Deployment"), ["spec/template/metadata/annotations"]),
      ...podFields("Deployment", words("containers/command containers/args")),
      ...podFields("StatefulSet", words("containers/volumeMounts/mountPath containers/env/value initContainers/args")),
      ...fields(owner("StatefulSet"), ["spec/volumeClaimTemplates/spec/nfs/server"]),
      ...podFields(
        "StatefulSet",
        words(`initContainers/command containers/command containers/args initContainers/volumeMounts/mountPath
      initContainers/env/value`)
      ),
      ...podFields(
        "CronJob",
        words(`initContainers/env/value initContainers/command initContainers/args containers/volumeMounts/mountPath
      containers/env/value containers/command initContainers/volumeMounts/mountPath`)
      ),
      ...fields(owner("CronJob"), ["spec/jobTemplate/spec/template/volumes/nfs/server"]),
      ...podFields("CronJob", ["containers/args"]),
      ...podFields(
        "DaemonSet",
        words(`containers/command volumes/nfs/server initContainers/volumeMounts/mountPath initContainers/env/value
      initContainers/command initContainers/args containers/volumeMounts/mountPath containers/env/value
      containers/args`)
      ),
      ...fields(owner("Ingress"), words("spec/tls/secretName spec/tls/hosts spec/rules/host")),
      ...podFields(
        "Job",
        words(`initContainers/command volumes/nfs/server containers/args containers/command containers/env/value
      containers/volumeMounts/mountPath initContainers/args initContainers/env/value
      initContainers/volumeMounts/mountPath`)
      ),
      ...podFields(
        "Pod",
        words(`containers/volumeMounts/mountPath containers/args initContainers/command initContainers/env/value
      initContainers/volumeMounts/mountPath volumes/nfs/server initContainers/args containers/env/value
      containers/command`)
      ),
      ...podFields(
        "ReplicaSet",
        words(`volumes/nfs/server containers/volumeMounts/mountPath containers/env/value containers/command containers/args
      initContainers/args initContainers/volumeMounts/mountPath initContainers/env/value initContainers/command`)
      ),
      ...fields(everything, words("metadata/labels metadata/annotations"))
    ];
  }
});

// src/documents/default-field-specs.ts
function templateMetadata(part, statefulSet) {
  const template = [`spec/template/metadata/${part}`];
  const jobTemplate = [`spec/jobTemplate/metadata/${part}`, `spec/jobTemplate/spec/template/metadata/${part}`];
  return [
    ...fields(owner("Deployment"), template, "create"),
    ...fields(statefulSet, template, "create"),
    ...fields(batchCronJob, jobTemplate, "create"),
    ...fields(batchJob, template, "create"),
    ...fields(replicationController, template, "create"),
    ...fields(owner("DaemonSet"), template, "create"),
    ...fields(owner("ReplicaSet"), template, "create"),
    ...fields(everything, [`metadata/${part}`], "create")
  ];
}
var appsDeployment, appsStatefulSet, batchCronJob, batchJob, networkPolicy, replicationController, spreading, claimTemplateLabels, commonLabels, images, emptyConfiguration, defaultConfiguration;
var init_default_field_specs = __esm({
  "src/documents/default-field-specs.ts"() {
    "use strict";
    init_default_name_references();
    init_default_variable_references();
    init_field_spec_tables();
    appsDeployment = owner("Deployment", "apps");
    appsStatefulSet = owner("StatefulSet", "apps");
    batchCronJob = owner("CronJob", "batch");
    batchJob = owner("Job", "batch");
    networkPolicy = owner("NetworkPolicy", "networking.k8s.io");
    replicationController = owner("ReplicationController", "", "v1");
    spreading = words(`
  affinity/podAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels
  affinity/podAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels
  affinity/podAntiAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels
  affinity/podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels
  topologySpreadConstraints/labelSelector/matchLabels
`).map((path) => `spec/template/spec/${path}`);
    claimTemplateLabels = fields(appsStatefulSet, ["spec/volumeClaimTemplates[]/metadata/labels"], "create");
    commonLabels = [
      ...fields(owner("Service", "", "v1"), ["spec/selector"], "create"),
      ...fields(appsDeployment, spreading),
      ...fields(owner("Deployment"), words("spec/template/metadata/labels spec/selector/matchLabels"), "create"),
      ...fields(appsStatefulSet, ["spec/selector/matchLabels"], "create"),
      ...fields(appsStatefulSet, spreading),
      ...claimTemplateLabels,
      ...fields(appsStatefulSet, ["spec/template/metadata/labels"], "create"),
      ...fields(
        batchCronJob,
        words("spec/jobTemplate/metadata/labels spec/jobTemplate/spec/template/metadata/labels"),
        "create"
      ),
      ...fields(batchCronJob, ["spec/jobTemplate/spec/selector/matchLabels"]),
      ...fields(owner("PodDisruptionBudget", "policy"), ["spec/selector/matchLabels"]),
      ...fields(batchJob, ["spec/selector/matchLabels"]),
      ...fields(batchJob, ["spec/template/metadata/labels"], "create"),
      ...fields(
        networkPolicy,
        words(
          "spec/egress/to/podSelector/matchLabels spec/ingress/from/podSelector/matchLabels spec/podSelector/matchLabels"
        )
      ),
      ...fields(replicationController, words("spec/template/metadata/labels spec/selector"), "create"),
      ...fields(owner("DaemonSet"), words("spec/template/metadata/labels spec/selector/matchLabels"), "create"),
      ...fields(owner("ReplicaSet"), words("spec/template/metadata/labels spec/selector/matchLabels"), "create"),
      ...fields(everything, ["metadata/labels"], "create")
    ];
    images = words(`
  spec/containers[]/image
  spec/initContainers[]/image
  spec/volumes[]/image/reference
  spec/template/spec/containers[]/image
  spec/template/spec/initContainers[]/image
  spec/template/spec/volumes[]/image/reference
`);
    emptyConfiguration = {
      namePrefix: [],
      nameSuffix: [],
      namespace: [],
      commonLabels: [],
      labels: [],
      templateLabels: [],
      volumeClaimTemplateLabels: [],
      commonAnnotations: [],
      nameReference: [],
      varReference: [],
      images: [],
      replicas: []
    };
    defaultConfiguration = {
      namePrefix: fields(everything, ["metadata/name"]),
      nameSuffix: fields(everything, ["metadata/name"]),
      namespace: [
        ...fields(owner("Namespace"), ["metadata/name"], "create"),
        ...fields(owner("CustomResourceDefinition", "apiextensions.k8s.io"), [
          "spec/conversion/webhook/clientConfig/service/namespace"
        ]),
        ...fields(owner("APIService", "apiregistration.k8s.io"), ["spec/service/namespace"], "create")
      ],
      commonLabels,
      labels: [],
      templateLabels: templateMetadata("labels", appsStatefulSet),
      volumeClaimTemplateLabels: claimTemplateLabels,
      commonAnnotations: templateMetadata("annotations", owner("StatefulSet")),
      nameReference: nameReferences,
      varReference: variableReferences,
      images: fields(everything, images, "create"),
      replicas: words("Deployment StatefulSet ReplicaSet ReplicationController").flatMap(
        (kind) => fields(owner(kind), ["spec/replicas"], "create")
      )
    };
  }
});

// src/resource/resource-id.ts
function parseApiVersion(apiVersion) {
  const slash = apiVersion.indexOf("/");
  if (slash < 0) return { group: "", version: apiVersion };
  return { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}
function apiVersionOf(gvk2) {
  return gvk2.group === "" ? gvk2.version : `${gvk2.group}/${gvk2.version}`;
}
function resourceId(apiVersion, kind, name, namespace, schemas = builtInSchemas) {
  const { group, version: version3 } = parseApiVersion(apiVersion);
  const effectiveNamespace = schemas.isClusterScoped(apiVersion, kind) ? CLUSTER_SCOPE : namespace || "default";
  return { group, version: version3, kind, name, namespace, effectiveNamespace };
}
function selectedBy(gvk2, pattern) {
  return (!pattern.kind || pattern.kind === gvk2.kind) && (!pattern.group || pattern.group === gvk2.group) && (!pattern.version || pattern.version === gvk2.version);
}
function sameId(a, b) {
  return a.name === b.name && a.kind === b.kind && a.effectiveNamespace === b.effectiveNamespace && a.group === b.group && a.version === b.version;
}
function gvkText(gvk2) {
  return `${gvk2.kind || "[noKind]"}.${gvk2.version || "[noVer]"}.${gvk2.group || "[noGrp]"}`;
}
function idText(id) {
  return `${gvkText(id)}/${id.name || "[noName]"}.${id.namespace || "[noNs]"}`;
}
function describeId(id) {
  const name = id.namespace === "" ? id.name : `${id.namespace}/${id.name}`;
  return `${id.kind || "object"} ${name}`;
}
var CLUSTER_SCOPE;
var init_resource_id = __esm({
  "src/resource/resource-id.ts"() {
    "use strict";
    init_merge_schema();
    CLUSTER_SCOPE = "_non_namespaceable_";
  }
});

// src/resource/resource-set.ts
function enter(index, key, resource) {
  const found = index.get(key);
  if (found === void 0) index.set(key, resource);
  else if (found instanceof Set) found.add(resource);
  else if (found !== resource) index.set(key, /* @__PURE__ */ new Set([found, resource]));
}
function membersOf(found) {
  return found instanceof Set ? [...found] : [found];
}
function keyOf2(id) {
  return `${id.kind}
${id.name}
${id.effectiveNamespace}`;
}
function conflict2(resource, present2) {
  const where = present2.origin === void 0 ? "" : `; the other one comes from ${present2.origin.file}`;
  return failure(
    "id-conflict",
    `may not add ${idText(resource.id)}: an object of that identity is there already${where}`,
    {
      ...resource.origin,
      object: resource.describe(),
      hint: "Remove one of the two, rename one (namePrefix, nameSuffix, namespace), or turn it into a patch."
    }
  );
}
function tooMany(resource) {
  return failure("too-many-objects", `a build makes more than ${MAX_RESOURCES} objects`, {
    ...resource.origin,
    hint: "Look for bases that are included again and again; or split the directory."
  });
}
var MAX_RESOURCES, ResourceSet;
var init_resource_set = __esm({
  "src/resource/resource-set.ts"() {
    "use strict";
    init_diagnostics();
    init_merge_schema();
    init_resource_id();
    MAX_RESOURCES = 3e5;
    ResourceSet = class _ResourceSet {
      schemas;
      #items = [];
      /**
       * Resources by any identity that they have or had. Entries are added when identities change and never removed,
       * so every hit is checked against the identities of the resource.
       */
      #byId = /* @__PURE__ */ new Map();
      /** The same by name alone. */
      #byName = /* @__PURE__ */ new Map();
      /** With the identity that each of them had when it was last entered in the indexes. */
      #members = /* @__PURE__ */ new Map();
      /** Whether identities changed since uniqueness was last established. */
      #unchecked = false;
      /** @param schemas the types that its members are known by */
      constructor(schemas = builtInSchemas) {
        this.schemas = schemas;
      }
      static of(resources, schemas) {
        const set = new _ResourceSet(schemas);
        for (const resource of resources) set.append(resource);
        return set;
      }
      get size() {
        return this.#items.length;
      }
      /** In order. Not a copy: do not add or remove while walking it. */
      get items() {
        return this.#items;
      }
      /** Adds at the end. @throws KrmError `id-conflict` when an object of that identity is there already */
      append(resource) {
        if (resource.schemas !== this.schemas) resource.schemas = this.schemas;
        const present2 = this.#otherOf(resource);
        if (present2 !== void 0) throw conflict2(resource, present2);
        if (this.#items.length >= MAX_RESOURCES) throw tooMany(resource);
        this.#items.push(resource);
        if (resource.hasPreviousIds) for (const id of resource.previousIds()) this.#index(id, resource);
        this.#register(resource);
      }
      appendAll(resources) {
        for (const resource of resources) this.append(resource);
      }
      /** To be called after the identity of a member may have changed, or a previous identity was pushed. */
      changed(resource) {
        resource.refresh();
        const known = this.#members.get(resource);
        if (known !== void 0 && sameId(known, resource.id)) return;
        this.#register(resource);
        this.#unchecked = true;
      }
      /** To be called after what is known of kinds may have changed. */
      identifyAll() {
        for (const resource of this.#items) this.changed(resource);
      }
      /** Identities that it had before were present ones once, and are entered already. */
      #register(resource) {
        const { id } = resource;
        this.#members.set(resource, id);
        this.#index(id, resource);
      }
      #index(id, resource) {
        enter(this.#byId, keyOf2(id), resource);
        enter(this.#byName, id.name, resource);
      }
      /** Another member of the same present identity. */
      #otherOf(resource) {
        const { id } = resource;
        const found = this.#byId.get(keyOf2(id));
        if (found === void 0 || found === resource) return void 0;
        return membersOf(found).find((one) => one !== resource && this.#isLive(one) && sameId(one.id, id));
      }
      /** Members whose present identity is `id`. */
      byCurrentId(id) {
        return this.#live(this.#byId.get(keyOf2(id)), (resource) => sameId(resource.id, id));
      }
      /** Members that have or had the identity `id`. */
      byAnyId(id) {
        return this.#live(
          this.#byId.get(keyOf2(id)),
          (resource) => resource.allIds().some((candidate) => sameId(candidate, id))
        );
      }
      /** Members that have or had the name, whatever their kind and namespace. */
      byAnyName(name) {
        return this.#live(this.#byName.get(name), (resource) => resource.allIds().some((id) => id.name === name));
      }
      #live(found, matches3) {
        if (found === void 0) return [];
        return membersOf(found).filter((one) => this.#isLive(one) && matches3(one));
      }
      #isLive(resource) {
        return resource.node !== void 0 && this.#members.has(resource);
      }
      /** Drops resources that `keep` refuses. */
      filter(keep) {
        const kept = [];
        for (const resource of this.#items) {
          if (keep(resource)) kept.push(resource);
          else this.#members.delete(resource);
        }
        this.#items = kept;
      }
      /** Makes these the members, in this order. @throws KrmError `id-conflict` */
      replaceAll(resources) {
        this.#items = [];
        this.#byId.clear();
        this.#byName.clear();
        this.#members.clear();
        this.appendAll(resources);
        this.#unchecked = false;
      }
      /** Drops what patches have deleted or emptied. */
      dropEmpty() {
        this.filter((resource) => resource.node !== void 0 && resource.node.entries.length > 0);
      }
      sort(compare3) {
        this.#items.sort(compare3);
      }
      /** Establishes that present identities are unique. @throws KrmError `id-conflict` */
      checkUnique() {
        if (!this.#unchecked) return;
        for (const resource of this.#items) {
          if (resource.node === void 0) continue;
          if (this.#otherOf(resource) === void 0) continue;
          const same2 = this.byCurrentId(resource.id);
          throw conflict2(same2[1], same2[0]);
        }
        this.#unchecked = false;
      }
    };
  }
});

// src/build/context.ts
function warnInto({ diagnostics }) {
  return (diagnostic) => {
    if (diagnostics.length < MOST_WARNINGS)
      diagnostics.push(typeof diagnostic === "function" ? diagnostic() : diagnostic);
    else if (diagnostics.at(-1) !== MORE_WARNINGS) diagnostics.push(MORE_WARNINGS);
  };
}
function emptyAccumulator({ schemas }) {
  return {
    resources: new ResourceSet(schemas),
    configuration: void 0,
    variables: /* @__PURE__ */ new Map(),
    inheritedNamespace: void 0
  };
}
function addConfiguration(accumulator, configuration) {
  accumulator.configuration = combineConfigurations(accumulator.configuration, configuration, defaultConfiguration);
}
var MOST_WARNINGS, MORE_WARNINGS;
var init_context = __esm({
  "src/build/context.ts"() {
    "use strict";
    init_configuration();
    init_default_field_specs();
    init_resource_set();
    MOST_WARNINGS = 1e3;
    MORE_WARNINGS = {
      code: "more-warnings",
      severity: "notice",
      message: `there are more warnings than the first ${MOST_WARNINGS}`
    };
  }
});

// src/resource/bytewise.ts
function bytewise(a, b) {
  if (a === b) return 0;
  let at3 = 0;
  while (at3 < a.length && a.charCodeAt(at3) === b.charCodeAt(at3)) at3++;
  const left = a.charCodeAt(at3);
  const right = b.charCodeAt(at3);
  if (Number.isNaN(left)) return -1;
  if (Number.isNaN(right)) return 1;
  return rank(left) - rank(right);
}
function rank(unit) {
  if (unit < 55296) return unit;
  return unit < 57344 ? unit + 8192 : unit - 2048;
}
var init_bytewise = __esm({
  "src/resource/bytewise.ts"() {
    "use strict";
  }
});

// src/resource/go-json.ts
function goJson(value, indent) {
  return indent === void 0 ? compact(value) : pretty(value, indent, "\n");
}
function compact(value) {
  if (value === null || typeof value !== "object") return encodeScalar(value);
  if (Array.isArray(value)) return `[${value.map(compact).join(",")}]`;
  return `{${sortedKeys(value).map((key) => `${encodeText(key)}:${compact(value[key] ?? null)}`).join(",")}}`;
}
function pretty(value, indent, newline) {
  if (value === null || typeof value !== "object") return encodeScalar(value);
  const deeper = newline + indent;
  if (Array.isArray(value)) {
    return value.length === 0 ? "[]" : `[${deeper}${value.map((item) => pretty(item, indent, deeper)).join(`,${deeper}`)}${newline}]`;
  }
  const keys = sortedKeys(value);
  if (keys.length === 0) return "{}";
  const fields3 = keys.map((key) => `${encodeText(key)}: ${pretty(value[key] ?? null, indent, deeper)}`);
  return `{${deeper}${fields3.join(`,${deeper}`)}${newline}}`;
}
function sortedKeys(value) {
  return Object.keys(value).sort(bytewise);
}
function encodeScalar(value) {
  if (typeof value === "string") return encodeText(value);
  if (typeof value === "number") return encodeNumber(value);
  return String(value);
}
function encodeNumber(value) {
  return Object.is(value, -0) ? "-0" : String(value);
}
function encodeText(text6) {
  return JSON.stringify(text6).replace(/[<>&\u2028\u2029]/g, escapeCharacter);
}
function escapeCharacter(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
var init_go_json = __esm({
  "src/resource/go-json.ts"() {
    "use strict";
    init_bytewise();
  }
});

// src/resource/build-annotations.ts
function readBuildAnnotations(node) {
  const annotations = get2(get2(node, "metadata"), "annotations");
  if (annotations?.kind !== "map") return NONE;
  const found = /* @__PURE__ */ new Map();
  for (const { key, value } of annotations.entries) {
    if (key.kind === "scalar" && value.kind === "scalar" && key.value.startsWith(INTERNAL)) {
      found.set(key.value.slice(INTERNAL.length), value.value);
    }
  }
  if (found.size === 0) return NONE;
  const list3 = (name) => found.get(name)?.split(",") ?? [];
  const names2 = list3("previousNames");
  const namespaces = list3("previousNamespaces");
  const kinds = list3("previousKinds");
  const usable = names2.length === namespaces.length && names2.length === kinds.length;
  return {
    prefixes: list3("prefixes"),
    suffixes: list3("suffixes"),
    needsHash: found.get("needsHashSuffix") === "enabled",
    previous: !usable ? [] : names2.map((name, index) => ({
      kind: kinds[index],
      name,
      effectiveNamespace: namespaces[index]
    }))
  };
}
var INTERNAL, ORIGIN, TRANSFORMATIONS, BUILD_ANNOTATIONS, NONE;
var init_build_annotations = __esm({
  "src/resource/build-annotations.ts"() {
    "use strict";
    init_node();
    INTERNAL = "internal.config.kubernetes.io/";
    ORIGIN = "config.kubernetes.io/origin";
    TRANSFORMATIONS = "alpha.config.kubernetes.io/transformations";
    BUILD_ANNOTATIONS = /* @__PURE__ */ new Set([
      `${INTERNAL}previousKinds`,
      `${INTERNAL}previousNames`,
      `${INTERNAL}previousNamespaces`,
      `${INTERNAL}prefixes`,
      `${INTERNAL}suffixes`,
      `${INTERNAL}allowNameChange`,
      `${INTERNAL}allowKindChange`,
      `${INTERNAL}refBy`,
      `${INTERNAL}generatorBehavior`,
      `${INTERNAL}needsHashSuffix`,
      `${INTERNAL}path`,
      `${INTERNAL}index`,
      `${INTERNAL}seqindent`,
      `${INTERNAL}id`,
      `${INTERNAL}annotations-migration-resource-id`,
      `${INTERNAL}helm-generated`,
      "config.kubernetes.io/path",
      "config.kubernetes.io/index",
      "config.k8s.io/id",
      ORIGIN,
      TRANSFORMATIONS
    ]);
    NONE = { prefixes: [], suffixes: [], needsHash: false, previous: [] };
  }
});

// src/resource/resource.ts
function identify(node, schemas) {
  const metadata2 = get2(node, "metadata");
  return resourceId(
    scalarText(get2(node, "apiVersion")),
    scalarText(get2(node, "kind")),
    scalarText(get2(metadata2, "name")),
    scalarText(get2(metadata2, "namespace")),
    schemas
  );
}
function scalarText(node) {
  if (node?.kind !== "scalar" || node.tag === "!!null") return "";
  return node.value;
}
var Resource;
var init_resource = __esm({
  "src/resource/resource.ts"() {
    "use strict";
    init_node();
    init_build_annotations();
    init_merge_schema();
    init_resource_id();
    Resource = class _Resource {
      /** The object. Undefined once a patch has deleted it. */
      node;
      /** Name prefixes and suffixes, innermost first (engine.md 4.3). */
      prefixes;
      suffixes;
      needsHash;
      /** What the generator asked for; undefined for objects that none made. */
      behavior;
      /** The name before the content hash was appended; undefined for names without a hash. */
      unhashedName;
      /** Kept of objects whose file asks for a hash, since their notes are part of it; see builtins/node-hash.ts. */
      notes = [];
      /** What is wrong since a patch took the name away, unless another step gives one back. */
      lostName;
      /** Tracked only when a build asks for it. */
      provenance;
      /** The names of the variables that read this object (engine.md 5.14). */
      variables = [];
      /** What a trace knows of the object. A copy starts with the same past. */
      history = void 0;
      #previous;
      /** Where the object was read, for as long as nobody asked for the line. */
      #source;
      #offset;
      #origin;
      #schemas = builtInSchemas;
      #id;
      #original;
      constructor(node, origin2, annotations = readBuildAnnotations(node)) {
        this.node = node;
        this.#source = node?.source;
        this.#offset = node?.offset ?? 0;
        this.#origin = origin2;
        this.prefixes = [...annotations.prefixes];
        this.suffixes = [...annotations.suffixes];
        this.needsHash = annotations.needsHash;
        this.#previous = [...annotations.previous];
      }
      /** A copy that shares nothing that changes. */
      clone() {
        const node = this.node === void 0 ? void 0 : cloneObject(this.node);
        const copy2 = new _Resource(node, this.#origin, this.#annotations());
        copy2.behavior = this.behavior;
        copy2.unhashedName = this.unhashedName;
        copy2.lostName = this.lostName;
        copy2.notes.push(...this.notes);
        copy2.provenance = this.provenance;
        copy2.history = this.history;
        copy2.variables.push(...this.variables);
        return copy2;
      }
      /** The file that the object was read from, or the generator entry that made it. */
      get origin() {
        this.#origin ??= this.#source && locateOffset(this.#source, this.#offset);
        return this.#origin;
      }
      /** {@link origin} for those who keep it when the resource is gone. */
      originLater() {
        let origin2 = this.#origin;
        const [source, offset] = [this.#source, this.#offset];
        return () => origin2 ??= source && locateOffset(source, offset);
      }
      set origin(origin2) {
        this.#origin = origin2;
      }
      /** The types that the object is known by. A set of resources gives them to its members. */
      get schemas() {
        return this.#schemas;
      }
      set schemas(schemas) {
        this.#schemas = schemas;
        this.refresh();
      }
      #annotations() {
        return { prefixes: this.prefixes, suffixes: this.suffixes, needsHash: this.needsHash, previous: this.#previous };
      }
      /** The identity as the tree states it now. Cached: call {@link refresh} after a write to apiVersion, kind or metadata. */
      get id() {
        this.#id ??= identify(this.node, this.#schemas);
        return this.#id;
      }
      refresh() {
        this.#id = void 0;
        this.#original = void 0;
      }
      /** Drops what the engine remembers: the object is as one that was just read. */
      forget() {
        this.#previous.length = 0;
        this.prefixes.length = 0;
        this.suffixes.length = 0;
        this.needsHash = false;
        this.behavior = void 0;
        this.provenance = void 0;
        this.#original = void 0;
      }
      /** Records the present identity as a previous one. @throws KrmError for one without a name, on which kustomize breaks */
      pushPreviousId() {
        const { kind, name, effectiveNamespace } = this.id;
        if (name === "" && this.lostName !== void 0) throw this.lostName;
        this.#previous.push({ kind, name, effectiveNamespace });
        if (this.needsHash) this.note("previousNames", "previousNamespaces", "previousKinds");
        this.#original = void 0;
      }
      note(...names2) {
        if (!this.needsHash || this.behavior !== void 0) return;
        const annotations = get2(get2(this.node, "metadata"), "annotations");
        const behind = annotations?.kind === "map" ? annotations.entries.length : 0;
        for (const name of names2) if (!this.notes.some((note) => note.name === name)) this.notes.push({ name, behind });
      }
      get hasPreviousIds() {
        return this.#previous.length > 0;
      }
      /** The names of {@link previousIds}. */
      get previousNames() {
        return this.#previous.map(({ name }) => name);
      }
      /** Whether any of {@link previousIds} is of such a kind. */
      wasOfKind({ group, version: version3, kind }) {
        const { id } = this;
        if (group && group !== id.group || version3 && version3 !== id.version) return false;
        return this.#previous.some((previous) => !kind || previous.kind === kind);
      }
      /** Whether the reference has annotations of its own on the object, which its JSON patches see (engine.md 7). */
      get isAnnotated() {
        return this.hasPreviousIds || this.needsHash || this.behavior !== void 0 || this.provenance !== void 0 || this.prefixes.length > 0 || this.suffixes.length > 0;
      }
      /** Oldest first; without the present identity. */
      previousIds() {
        return this.#previous.map((previous) => this.#asId(previous));
      }
      #asId({ kind, name, effectiveNamespace }) {
        const { group, version: version3 } = this.id;
        return { group, version: version3, kind, name, namespace: effectiveNamespace, effectiveNamespace };
      }
      /** The first identity that the object ever had. */
      get originalId() {
        if (this.#original === void 0) {
          const first = this.#previous[0];
          this.#original = first === void 0 ? this.id : this.#asId(first);
        }
        return this.#original;
      }
      /** Every identity that the object has or had, previous ones first. */
      allIds() {
        return [...this.previousIds(), this.id];
      }
      /** As people say it: `Deployment shop/web`. */
      describe() {
        return describeId(this.id);
      }
    };
  }
});

// src/resource/objects.ts
function parseObjects(text6, file) {
  return inlinedObjects(unwrapList(parseResources(text6, file), text6));
}
function inlinedObjects(documents2) {
  return inlineLists(documents2.flatMap(checkObject));
}
function parseInlineObjects(text6, name, location) {
  const objects = parseObjects(text6, name);
  for (const { source } of objects) if (source !== void 0) source.within = location;
  return objects;
}
function unwrapList(documents2, text6) {
  const only = documents2[0];
  if (documents2.length !== 1 || only?.kind !== "map") return documents2;
  const kind = scalarText(get2(only, "kind"));
  if (kind !== "List" && kind !== "ResourceList") return documents2;
  if (/\n---.*\n/.test(text6)) return documents2;
  const items = get2(only, "items");
  if (items === void 0) return get2(only, "functionConfig") === void 0 ? documents2 : [];
  return items.kind === "seq" ? items.items : [];
}
function checkObject(node) {
  if (isNull(node) || isEmpty(node)) return [];
  if (node.kind !== "map") {
    throw invalid2(node, "this document is not an object: it has no kind and no metadata", void 0);
  }
  const kind = scalarText(get2(node, "kind"));
  const metadata2 = get2(node, "metadata");
  if (kind === "" && metadata2 === void 0 && scalarText(get2(node, "apiVersion")) === "") {
    throw invalid2(node, "this document is not an object: it has no kind and no metadata", void 0);
  }
  if (kind === "") throw invalid2(node, "this object has no kind", "Add apiVersion and kind.");
  if (kind.endsWith("List")) return [node];
  if (metadata2 !== void 0 && metadata2.kind !== "map" && !isNull(metadata2)) {
    throw invalid2(metadata2, `the metadata of this ${kind} is not a map`, void 0);
  }
  const name = get2(metadata2, "name");
  if (scalarText(name) === "") {
    const hint = kind === "Kustomization" || kind === "Component" ? "A kustomization is included by its directory: list that instead of the file." : get2(metadata2, "generateName") === void 0 ? "Give it a metadata.name." : "Give it a metadata.name: generateName cannot be built.";
    throw invalid2(name ?? metadata2 ?? node, `missing metadata.name: this ${kind} has no name`, hint);
  }
  const annotations = get2(metadata2, "annotations");
  if (annotations?.kind === "seq") {
    throw invalid2(annotations, `the annotations of ${kind} ${scalarText(name)} are a list, not a map`, void 0);
  }
  return [node];
}
function isEmpty(node) {
  if (node.kind === "scalar") return node.value === "" && node.style === "";
  return node.kind === "map" ? node.entries.length === 0 : node.items.length === 0;
}
function inlineLists(objects) {
  const result = [];
  const queue = [...objects];
  for (let index = 0; index < queue.length; index++) {
    const object2 = queue[index];
    const items = scalarText(get2(object2, "kind")).endsWith("List") ? get2(object2, "items") : void 0;
    if (items === void 0) {
      result.push(object2);
      continue;
    }
    if (isNull(items)) continue;
    if (items.kind !== "seq") {
      throw invalid2(items, `the items of ${scalarText(get2(object2, "kind"))} are not a list`, void 0);
    }
    for (const item of items.items) queue.push(...checkObject(rebuilt(item)));
  }
  return result;
}
function rebuilt(item) {
  forgetStyles(item);
  const [node = map()] = parseResources(goJson(toValue(item)), "");
  placeAt(node, item);
  return node;
}
function placeAt(node, { source, offset }) {
  node.source = source;
  node.offset = offset;
  if (node.kind === "seq") for (const item of node.items) placeAt(item, { source, offset });
  if (node.kind !== "map") return;
  for (const { key, value } of node.entries) {
    key.source = source;
    key.offset = offset;
    placeAt(value, { source, offset });
  }
}
function forgetStyles(node) {
  if (node.kind === "scalar") {
    if (node.style === "folded" || node.style === "literal") node.style = "double";
    return;
  }
  node.style = "";
  const children = node.kind === "seq" ? node.items : node.entries.map(({ value }) => value);
  for (const child of children) forgetStyles(child);
}
function invalid2(node, message, hint) {
  const location = locate(node) ?? {};
  return failure("invalid-resource", message, { ...location, hint });
}
var init_objects = __esm({
  "src/resource/objects.ts"() {
    "use strict";
    init_diagnostics();
    init_yaml();
    init_node();
    init_go_json();
    init_resource();
  }
});

// src/resource/openapi-schema.ts
function openApiSchema(json2, resolve10 = () => void 0) {
  if (!isObject2(json2)) return opaqueSchema;
  const { type, items, properties, additionalProperties: values } = json2;
  if (type === "array" || Array.isArray(type) && type.length === 1 && type[0] === "array") {
    return listSchema(innerSchema(items, resolve10), mergeKeys(json2));
  }
  return objectSchema((name) => {
    const property = isObject2(properties) && Object.hasOwn(properties, name) ? properties[name] : void 0;
    if (property !== void 0) return innerSchema(property, resolve10);
    return isObject2(values) ? innerSchema(values, resolve10) : void 0;
  });
}
function innerSchema(json2, resolve10) {
  if (json2 === void 0 || isObject2(json2) && Object.keys(json2).length === 0) return void 0;
  const reference2 = referenceOf(json2);
  return reference2 === void 0 ? openApiSchema(json2, resolve10) : resolve10(reference2);
}
function referenceOf(json2) {
  return isObject2(json2) && typeof json2.$ref === "string" && json2.$ref !== "" ? json2.$ref : void 0;
}
function mergeKeys(json2) {
  const strategy = json2["x-kubernetes-patch-strategy"];
  if (typeof strategy !== "string" || !strategy.split(",").includes("merge")) return void 0;
  const keys = json2["x-kubernetes-list-map-keys"];
  if (Array.isArray(keys)) return keys.filter((key2) => typeof key2 === "string");
  const key = json2["x-kubernetes-patch-merge-key"];
  return typeof key === "string" ? [key] : [];
}
function isObject2(json2) {
  return typeof json2 === "object" && json2 !== null && !Array.isArray(json2);
}
var init_openapi_schema = __esm({
  "src/resource/openapi-schema.ts"() {
    "use strict";
    init_merge_schema();
  }
});

// src/resource/openapi-document.ts
function parseOpenApi(text6, file) {
  const root = parseRoot(text6, file);
  const { definitions = {}, paths: paths2 = {} } = isObject2(root) ? root : { definitions: root };
  if (!isObject2(definitions) || !isObject2(paths2)) {
    throw invalid3(file, "it holds no OpenAPI document", "Its `definitions` and `paths` are maps.");
  }
  return new OpenApiDocument(definitions, paths2);
}
function parseRoot(text6, file) {
  if (!text6.startsWith("{")) {
    const node = parseConfig(text6, file);
    return node === void 0 ? {} : toConfigValue(node) ?? {};
  }
  try {
    return JSON.parse(text6);
  } catch (cause) {
    throw invalid3(file, "it begins like JSON, and is none", "Write it as JSON or as YAML.", cause);
  }
}
function choose(own, builtIn, types) {
  if (types === "unknown") return own();
  return types === "behind" ? own() ?? builtIn() : builtIn() ?? own();
}
function typesOf(definitions) {
  const types = /* @__PURE__ */ new Map();
  for (const definition of Object.values(definitions)) {
    const kinds = isObject2(definition) ? definition[GVK] : void 0;
    if (!isObject2(definition) || !Array.isArray(kinds)) continue;
    for (const kind of kinds) {
      const name = kindName(kind);
      if (name !== void 0) types.set(name, definition);
    }
  }
  return types;
}
function clusterScopedOf(paths2) {
  const cluster = /* @__PURE__ */ new Set();
  const namespaced3 = /* @__PURE__ */ new Set();
  for (const [path, operations] of Object.entries(paths2)) {
    const get3 = isObject2(operations) ? operations.get : void 0;
    const name = isObject2(get3) ? kindName(get3[GVK]) : void 0;
    if (name !== void 0) (path.includes("namespaces/{namespace}") ? namespaced3 : cluster).add(name);
  }
  for (const name of namespaced3) cluster.delete(name);
  return cluster;
}
function kindName(json2) {
  if (!isObject2(json2)) return void 0;
  const { group, version: version3, kind } = json2;
  if (typeof version3 !== "string" || typeof kind !== "string") return void 0;
  return `${typeof group === "string" && group !== "" ? `${group}/` : ""}${version3} ${kind}`;
}
function follow2(document3, reference2) {
  let found = document3;
  for (const token2 of reference2.slice(2).split("/")) {
    const name = token2.replaceAll("~1", "/").replaceAll("~0", "~");
    found = isObject2(found) && Object.hasOwn(found, name) ? found[name] : void 0;
  }
  return isObject2(found) ? found : void 0;
}
function invalid3(file, problem2, hint, cause) {
  return failure("invalid-openapi", `unable to read the OpenAPI schema ${file}: ${problem2}`, { file, hint, cause });
}
var GVK, MOST_REFERENCES, OpenApiDocument;
var init_openapi_document = __esm({
  "src/resource/openapi-document.ts"() {
    "use strict";
    init_diagnostics();
    init_yaml();
    init_merge_schema();
    init_openapi_schema();
    GVK = "x-kubernetes-group-version-kind";
    MOST_REFERENCES = 100;
    OpenApiDocument = class {
      #document;
      #types;
      #clusterScoped;
      constructor(definitions, paths2) {
        this.#document = { definitions };
        this.#types = typesOf(definitions);
        this.#clusterScoped = clusterScopedOf(paths2);
      }
      schemaFor(apiVersion, kind, builtIn) {
        const own = () => {
          const type = this.#types.get(`${apiVersion} ${kind}`);
          return type && openApiSchema(type, (reference2) => this.#resolve(reference2, builtIn));
        };
        return choose(own, () => schemaFor(apiVersion, kind), builtIn);
      }
      isClusterScoped(apiVersion, kind) {
        return this.#clusterScoped.has(`${apiVersion} ${kind}`);
      }
      #resolve(reference2, builtIn, depth = 0) {
        if (!reference2.startsWith("#/") || depth === MOST_REFERENCES) return void 0;
        const own = () => {
          const found = follow2(this.#document, reference2);
          const next = referenceOf(found);
          if (next !== void 0) return this.#resolve(next, builtIn, depth + 1);
          return found && openApiSchema(found, (inner) => this.#resolve(inner, builtIn));
        };
        return choose(own, () => schemaOfDefinition(reference2.slice("#/definitions/".length)), builtIn);
      }
    };
  }
});

// src/documents/fix-up.ts
function defaultApiVersion(kind) {
  return `kustomize.config.k8s.io/${kind === "Component" ? "v1alpha1" : "v1beta1"}`;
}
function fixUp(written) {
  const {
    bases: bases2,
    imageTags,
    configMapGenerator,
    secretGenerator,
    helmChartInflationGenerator: oldCharts,
    ...same2
  } = written;
  const kind = written.kind === "Component" ? "Component" : "Kustomization";
  const helmGlobals = written.helmGlobals ?? globalsOf(oldCharts);
  return {
    ...same2,
    apiVersion: written.apiVersion || defaultApiVersion(kind),
    kind,
    // An empty old list is nothing, while an empty new one is something (engine.md 1.3c).
    ...bases2?.length && { resources: [...written.resources ?? [], ...bases2] },
    ...imageTags?.length && { images: [...written.images ?? [], ...imageTags] },
    ...oldCharts?.length && { helmCharts: [...written.helmCharts ?? [], ...oldCharts.map(chartOf)] },
    ...configMapGenerator && { configMapGenerator: configMapGenerator.map(joinEnv) },
    ...secretGenerator && { secretGenerator: secretGenerator.map(joinEnv) },
    ...helmGlobals && { helmGlobals }
  };
}
function joinEnv(written) {
  const { env, ...args } = written;
  if (env === void 0 || env.text === "") return args;
  return { ...args, envs: [...args.envs ?? [], env] };
}
function chartOf(old) {
  return {
    ...old.chartName !== void 0 && { name: old.chartName },
    ...old.chartVersion !== void 0 && { version: old.chartVersion },
    ...old.chartRepoUrl !== void 0 && { repo: old.chartRepoUrl },
    ...old.values !== void 0 && { valuesFile: old.values },
    ...old.valuesLocal !== void 0 && { valuesInline: old.valuesLocal },
    ...old.valuesMerge !== void 0 && { valuesMerge: old.valuesMerge },
    ...old.releaseName !== void 0 && { releaseName: old.releaseName },
    location: old.location
  };
}
function globalsOf(charts) {
  const configHome = charts?.findLast((chart) => chart.helmHome)?.helmHome;
  const chartHome = charts?.findLast((chart) => chart.chartHome)?.chartHome;
  const place = charts?.findLast((chart) => chart.helmHome || chart.chartHome)?.location;
  if (place === void 0) return void 0;
  return { ...configHome && { configHome }, ...chartHome && { chartHome }, location: place };
}
var init_fix_up = __esm({
  "src/documents/fix-up.ts"() {
    "use strict";
  }
});

// src/documents/decode.ts
function decodeKustomization(node, file) {
  if (node === void 0) throw failure("empty-kustomization", emptyMessage, { file, hint: emptyHint });
  const reading2 = new Reading(strict, file, "a kustomization");
  const written = kustomizationFile(node, reading2);
  if (written === void 0) throw new KrmError(reading2.diagnostics);
  checkKind(written, node, reading2);
  const kustomization = fixUp(written);
  if (!reading2.failed && isEmpty2(kustomization)) {
    reading2.report("empty-kustomization", emptyMessage, node, emptyHint);
  }
  reading2.finish();
  return { kustomization, diagnostics: [...deprecations(written, node, reading2), ...reading2.diagnostics] };
}
function checkKind(written, node, reading2) {
  const kind = written.kind || "Kustomization";
  if (kind !== "Kustomization" && kind !== "Component") {
    const message2 = `\`kind\` must be Kustomization or Component, not ${quote(kind)}`;
    reading2.report("wrong-kind", message2, keyOf3(node, "kind"));
  }
  const expected = defaultApiVersion(kind);
  const apiVersion = written.apiVersion || expected;
  if (apiVersion === expected) return;
  const message = `\`apiVersion\` must be ${expected} for this kind, not ${quote(apiVersion)}`;
  reading2.report("wrong-api-version", message, keyOf3(node, "apiVersion"));
}
function isEmpty2(kustomization) {
  const aside = ["apiVersion", "kind", "location"];
  return Object.entries(kustomization).every(([name, value]) => value === "" || aside.includes(name));
}
function deprecations(written, node, reading2) {
  return deprecated.filter(([name]) => written[name] !== void 0).map(([name, replacement2]) => ({
    code: "deprecated-field",
    severity: "warning",
    message: `\`${name}\` is deprecated`,
    ...reading2.place(keyOf3(node, name)),
    hint: `Use \`${replacement2}\` instead.`
  }));
}
function keyOf3(node, name) {
  const wanted = name.toLowerCase();
  const entries = node.kind === "map" ? node.entries : [];
  const entry2 = entries.find(({ key }) => key.kind === "scalar" && key.value.toLowerCase() === wanted);
  return entry2?.key ?? node;
}
var strict, emptyMessage, emptyHint, deprecated;
var init_decode2 = __esm({
  "src/documents/decode.ts"() {
    "use strict";
    init_diagnostics();
    init_yaml();
    init_fix_up();
    init_kustomization_fields();
    init_reading();
    strict = {
      unknownFields: "error",
      duplicateFields: "warning",
      coercesToText: false,
      value: toConfigValue
    };
    emptyMessage = "this kustomization is empty: it has no field besides apiVersion and kind";
    emptyHint = "List something under `resources`, or remove the file.";
    deprecated = [
      ["bases", "resources"],
      ["commonLabels", "labels"],
      ["imageTags", "images"],
      ["patchesJson6902", "patches"],
      ["patchesStrategicMerge", "patches"],
      ["vars", "replacements"]
    ];
  }
});

// src/build/remote-references.ts
function isAddress(path) {
  return /^https?:\/\/[^\n]*$/i.test(path);
}
function parseGitReference(entry2) {
  return entry2.includes("\n") ? void 0 : parseGitUrl(entry2);
}
function isRemote(path) {
  return isAddress(path) || parseGitReference(path) !== void 0;
}
function remoteRefused(path, location) {
  return failure(
    "remote-unsupported",
    `${shownAddress(path)} is on another machine, and remote sources are switched off`,
    {
      ...location,
      hint: "In the action, set `remote: true`. Or vendor it into the repository and name the directory."
    }
  );
}
function atPlace(thrown, location) {
  if (!(thrown instanceof KrmError)) return thrown;
  return new KrmError(
    thrown.diagnostics.map((one) => one.file === void 0 ? { ...one, ...location } : one),
    { cause: thrown }
  );
}
function unpinned(address, url, location, now) {
  if (url === void 0 ? isPinnedFile(address) : isCommit(url.ref ?? "")) return void 0;
  return {
    code: "unpinned-reference",
    severity: "notice",
    message: `${shownAddress(address)} may change without a change here`,
    hint: url === void 0 ? `Append its digest, which kustomize does not know: #sha256:${now}` : `Pin it: ref=${now}`,
    ...location
  };
}
function forced(address, location) {
  if (!/^git::/i.test(address)) return void 0;
  return {
    code: "git-prefix",
    severity: "warning",
    message: "the prefix `git::` has no effect, and a future release of kustomize will not accept it",
    hint: "Remove it.",
    ...location
  };
}
function isPinnedFile(address) {
  return /#sha256[=:][0-9a-f]{64}$/.test(address) || address.split(/[/?#]/).some(isCommit);
}
function isCommit(ref) {
  return /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/i.test(ref);
}
var init_remote_references = __esm({
  "src/build/remote-references.ts"() {
    "use strict";
    init_diagnostics();
    init_sources();
  }
});

// src/build/root.ts
function contains(outer, inner) {
  return outer === "/" || inner === outer || inner.startsWith(`${outer}/`);
}
function isAmbiguous(path) {
  return path.split("/").some((segment) => segment !== ".." && segment.includes(".."));
}
function leavesTop(from, path) {
  return !path.startsWith("/") && import_node_path10.posix.join(from.slice(1), path).split("/")[0] === "..";
}
function looksLikeText(entry2) {
  return /\n|^\s*[{[]|:\s/.test(entry2);
}
function textForPath(location) {
  return failure("file-not-found", "there is no such file: a text stands here where a path is expected", {
    ...location,
    hint: "Put the text into a file and name that, or correct it where the field takes inline documents."
  });
}
var import_node_path10, ADDRESS, CHECK_INDENTATION, Root;
var init_root = __esm({
  "src/build/root.ts"() {
    "use strict";
    import_node_path10 = __toESM(require_node_path(), 1);
    init_diagnostics();
    init_sources();
    init_remote_references();
    ADDRESS = "address ";
    CHECK_INDENTATION = "Check the indentation around it: two lines may have become one.";
    Root = class _Root {
      tree;
      /** Absolute within the tree and free of symlinks. */
      path;
      /** Tells the root from those of other trees; begins with the key of every directory around it. */
      key;
      /** The keys of the roots that led here within the same tree, outermost first, without this one. */
      ancestors;
      /** The repositories elsewhere that led here, outermost first; the last one is where this root is. */
      clones;
      /** The entry that names this root; undefined for the one that a build starts from. */
      namedAt;
      #rules;
      constructor(tree, path, ancestors, clones, rules, namedAt) {
        this.tree = tree;
        this.path = path;
        this.ancestors = ancestors;
        this.clones = clones;
        this.#rules = rules;
        this.namedAt = namedAt;
        this.key = this.#keyOf(path);
      }
      /**
       * The root that a build starts from.
       * @param directory absolute within the tree, or the address of a git repository
       * @throws KrmError `not-a-directory`
       */
      static async open(tree, directory, rules) {
        if (isRemote(directory)) {
          return new _Root(tree, "/", [], [], rules).enter(directory, { file: shownAddress(directory) });
        }
        const located2 = await tree.lookup(directory);
        if (located2?.type === "directory") return new _Root(tree, located2.path, [], [], rules);
        const problem2 = located2 === void 0 ? "does not exist" : "is not a directory";
        throw failure("not-a-directory", `cannot build ${tree.display(directory)}: it ${problem2}`, {
          file: tree.display(directory),
          hint: "Name a directory that holds a kustomization file."
        });
      }
      /** The commit elsewhere that this root is in; undefined in the tree of the build itself. */
      get clone() {
        return this.clones.at(-1);
      }
      /** What is opened with this root, for {@link leadsBackTo}. */
      get opened() {
        return this.clone === void 0 ? [this.key] : [this.key, ADDRESS + this.clone.address];
      }
      /** Whether opening something, from here or from below, runs into a cycle. */
      leadsBackTo(opened) {
        if (!opened.startsWith(ADDRESS)) return this.ancestors.some((ancestor) => contains(opened, ancestor));
        const address = opened.slice(ADDRESS.length);
        return this.clones.slice(0, -1).some((clone2) => clone2.address.startsWith(address));
      }
      #keyOf(path) {
        if (this.clone === void 0) return path;
        const { url, sha } = this.clone;
        const top = `${url.repository}@${sha}${url.submodules ? "" : " without submodules"}:`;
        return path === "/" ? top : top + path;
      }
      /** Whether only files in or below it may be read. What comes from elsewhere is never trusted with more. */
      get isRestricted() {
        return this.clone !== void 0 || this.#rules.loadRestrictor !== "none";
      }
      get display() {
        return this.tree.display(this.path);
      }
      /** What stands at a path that a kustomization names, following links; undefined when nothing does. */
      lookup(path) {
        return leavesTop(this.path, path) ? Promise.resolve(void 0) : this.tree.lookup(this.#resolve(path));
      }
      #resolve(path) {
        return import_node_path10.posix.resolve(this.path, path);
      }
      /** Reads a file that a kustomization names. @throws KrmError `file-not-found`, `not-a-file` or `outside-root` */
      async read(path, location) {
        if (isAddress(path)) return this.#fetchFile(path, location);
        this.#refuseToLeave(path, location);
        const located2 = await this.lookup(path);
        const display = this.tree.display(this.#resolve(path));
        if (located2 === void 0) {
          if (looksLikeText(path)) throw textForPath(location);
          throw failure("file-not-found", `${display} ${await this.#whyMissing(path)}${this.#named(path, display)}`, {
            ...location,
            hint: isAmbiguous(path) ? CHECK_INDENTATION : "Correct the path, or add the file. Paths are relative to the directory of the kustomization."
          });
        }
        if (located2.type !== "file") {
          throw failure("not-a-file", `${display} is not a file${this.#named(path, display)}`, { ...location });
        }
        if (this.isRestricted && !contains(this.path, located2.path)) {
          throw failure("outside-root", `${display} is not in or below ${this.display}, and may not be read from there`, {
            ...location,
            hint: "Move the file, or make its directory a base. On the command line, --load-restrictor LoadRestrictionsNone lifts the rule."
          });
        }
        const bytes = await this.tree.read(located2.path);
        this.#rules.time?.resume();
        return { bytes, path: this.#keyOf(located2.path), display, id: located2.id };
      }
      async #fetchFile(address, location) {
        const { remotes } = this.#rules;
        if (remotes === void 0) throw remoteRefused(address, location);
        const { bytes, digest } = await remotes.file(address).catch((thrown) => Promise.reject(atPlace(thrown, location)));
        this.#rules.time?.resume();
        this.#notice(unpinned(address, void 0, location, digest));
        return { bytes, path: address, display: shownAddress(address), id: digest };
      }
      /** To be called after something was waited for: what is done with it counts for the build of this root. */
      claim() {
        this.#rules.time?.claim();
      }
      /** A link that leads nowhere is there, and still nothing is found. */
      async #whyMissing(path) {
        let here = this.#resolve(path);
        let parent = await this.tree.lookup(import_node_path10.posix.dirname(here));
        while (parent === void 0) {
          here = import_node_path10.posix.dirname(here);
          parent = await this.tree.lookup(import_node_path10.posix.dirname(here));
        }
        const entries = parent.type === "directory" ? await this.tree.list(parent.path) : [];
        if (!entries.some(({ name }) => name === import_node_path10.posix.basename(here))) return "does not exist";
        const link2 = here === this.#resolve(path) ? "is a symlink" : `is behind the symlink ${this.tree.display(here)},`;
        return `${link2} that leads nowhere or leaves ${this.tree.label}`;
      }
      #notice(diagnostic) {
        if (diagnostic !== void 0) this.#rules.notice?.(diagnostic);
      }
      #named(path, display) {
        return path === display ? "" : ` (named as ${path})`;
      }
      /** The root of a directory that a kustomization names. @throws KrmError `not-a-directory`, `cycle` and others */
      async enter(path, location) {
        if (path === "")
          throw failure("empty-path", "an entry is empty where a file or a directory is expected", { ...location });
        const url = parseGitReference(path);
        if (url !== void 0) return this.#enterClone(path, url, location);
        if (isAddress(path)) {
          throw failure("not-a-directory", `${shownAddress(path)} is not the address of a git repository`, {
            ...location,
            hint: "Name owner and repository, or say where the repository ends: https://host/repository.git//path?ref=v1."
          });
        }
        const located2 = await this.lookup(path);
        if (located2 === void 0 && looksLikeText(path)) throw textForPath(location);
        if (path.startsWith("/")) {
          throw failure("absolute-path", `${path} is absolute: directories are named relative to the kustomization`, {
            ...location
          });
        }
        if (isAmbiguous(path)) {
          throw failure(
            "ambiguous-path",
            `the path "${path}" has a segment that runs into dots, and resolves to "${import_node_path10.posix.normalize(path)}"`,
            { ...location, hint: CHECK_INDENTATION }
          );
        }
        this.#refuseToLeave(path, location);
        const display = this.tree.display(this.#resolve(path));
        if (located2?.type !== "directory") {
          const problem2 = located2 === void 0 ? await this.#whyMissing(path) : "is not a directory";
          throw failure("not-a-directory", `${display} ${problem2}${this.#named(path, display)}`, {
            ...location,
            hint: "Correct the path. Paths are relative to the directory of the kustomization."
          });
        }
        const chain = [...this.ancestors, this.key];
        const candidate = this.#keyOf(located2.path);
        const visited = chain.find((root) => contains(candidate, root));
        if (visited !== void 0) throw this.#cycle(candidate, visited, location);
        return new _Root(this.tree, located2.path, chain, this.clones, this.#rules, location);
      }
      /** The root of a directory of a repository elsewhere; engine.md 2.4. */
      async #enterClone(address, url, location) {
        const { remotes } = this.#rules;
        if (remotes === void 0) throw remoteRefused(address, location);
        if (this.clones.some((clone2) => clone2.address.startsWith(address))) {
          const chain = [...this.clones.map((clone2) => clone2.address), address].map(shownAddress).join(" \u2192 ");
          throw failure("cycle", `cycle: ${shownAddress(address)} includes itself: ${chain}`, {
            ...location,
            hint: "Remove one of the references."
          });
        }
        const { tree, sha } = await remotes.repository(url).catch((thrown) => Promise.reject(atPlace(thrown, location)));
        this.#notice(forced(address, location));
        this.#notice(unpinned(address, url, location, sha));
        const located2 = await tree.lookup(import_node_path10.posix.resolve("/", url.path));
        if (located2?.type !== "directory") {
          const problem2 = located2 === void 0 ? "does not exist" : "is not a directory";
          throw failure("not-a-directory", `${shownAddress(address)} ${problem2} in that repository (${sha.slice(0, 7)})`, {
            ...location,
            hint: "Correct the path. Two slashes say where the repository ends: https://host/repository//path?ref=v1."
          });
        }
        return new _Root(tree, located2.path, [], [...this.clones, { address, url, sha }], this.#rules, location);
      }
      /** Above the top of a fetched repository there is nothing, not even the top again. */
      #refuseToLeave(path, location) {
        if (!leavesTop(this.path, path)) return;
        if (this.clone === void 0) {
          throw failure("outside-tree", `${path} leads out of the repository`, {
            ...location,
            hint: "Name a path within it."
          });
        }
        throw failure("outside-clone", `${path} leads out of ${shownAddress(this.clone.url.repository)}`, {
          ...location,
          hint: "What a repository elsewhere includes is in that repository, or is named by an address."
        });
      }
      #displayOfKey(key) {
        const path = this.clone === void 0 ? key : key.slice(this.#keyOf("/").length) || "/";
        return this.tree.display(path);
      }
      #cycle(candidate, visited, location) {
        const [here, there] = [this.#displayOfKey(candidate), this.#displayOfKey(visited)];
        const message = candidate === visited ? `${here} includes itself: ${[...this.ancestors, this.key, candidate].map((key) => this.#displayOfKey(key)).join(" \u2192 ")}` : `${here} contains ${there}, which includes it`;
        return failure("cycle", `cycle: ${message}`, { ...location, hint: "Remove one of the references." });
      }
    };
  }
});

// src/build/kustomization-file.ts
async function loadKustomization(root) {
  const found = [];
  for (const name of KUSTOMIZATION_FILE_NAMES) {
    const located2 = await root.lookup(name);
    if (located2?.type === "file" && contains(root.path, located2.path)) {
      const path = root.path === "/" ? `/${name}` : `${root.path}/${name}`;
      found.push({ path: located2.path, file: root.tree.display(path) });
    }
  }
  const [first, second] = found;
  if (first === void 0) {
    throw failure("no-kustomization", `there is no kustomization file in ${root.display}`, {
      ...root.namedAt ?? { file: root.display },
      hint: `Add one named ${KUSTOMIZATION_FILE_NAMES.join(", ")}, or name the directory that has it.`
    });
  }
  if (second !== void 0) {
    throw failure(
      "several-kustomizations",
      `there are multiple kustomization files in ${root.display}: ${found.map(({ file }) => file).join(", ")}`,
      {
        file: second.file,
        hint: "Keep one of them."
      }
    );
  }
  const bytes = await root.tree.read(first.path);
  root.claim();
  const text6 = decodeText(bytes, first.file);
  const duplicates = [];
  const node = parseConfig(text6, first.file, { onDuplicate: warnOfDuplicates(duplicates) });
  const { kustomization, diagnostics } = decodeKustomization(node, first.file);
  return { kustomization, file: first.file, diagnostics: [...diagnostics, ...duplicates] };
}
var KUSTOMIZATION_FILE_NAMES;
var init_kustomization_file = __esm({
  "src/build/kustomization-file.ts"() {
    "use strict";
    init_diagnostics();
    init_decode2();
    init_swallowed();
    init_yaml();
    init_root();
    KUSTOMIZATION_FILE_NAMES = ["kustomization.yaml", "kustomization.yml", "Kustomization"];
  }
});

// src/build/files.ts
function objectsOf(file) {
  const text6 = textOf2(file);
  try {
    return parseObjects(text6, file.display);
  } catch (thrown) {
    throw isAddress(file.path) && WEB_PAGE.test(text6) ? webPage(file.display, thrown) : thrown;
  }
}
function webPage(file, cause) {
  return failure("invalid-yaml", "this is a web page, and not YAML", {
    file,
    hint: "Name the file itself: on GitHub, the address behind the button Raw.",
    cause
  });
}
function textOf2(file) {
  return decodeText(file.bytes, file.display);
}
var Files, WEB_PAGE;
var init_files = __esm({
  "src/build/files.ts"() {
    "use strict";
    init_diagnostics();
    init_objects();
    init_openapi_document();
    init_yaml();
    init_node();
    init_kustomization_file();
    init_remote_references();
    Files = class {
      #openApi = /* @__PURE__ */ new Map();
      #kustomizations = /* @__PURE__ */ new Map();
      #requested = /* @__PURE__ */ new Set();
      #objects = /* @__PURE__ */ new Map();
      kustomization(root) {
        let loading = this.#kustomizations.get(root.key);
        if (loading === void 0) {
          loading = loadKustomization(root);
          this.#kustomizations.set(root.key, loading);
          loading.catch(() => this.#kustomizations.delete(root.key));
        }
        return loading;
      }
      /**
       * The objects of a resource file, for the caller to change. Most files are read once, so nothing is kept at the first
       * request; from the second on copies are handed out.
       * @throws KrmError
       */
      objects(file) {
        if (!this.#requested.has(file.path)) {
          this.#requested.add(file.path);
          return objectsOf(file);
        }
        let kept = this.#objects.get(file.path);
        if (kept === void 0) {
          kept = objectsOf(file);
          this.#objects.set(file.path, kept);
        }
        return kept.map(clone);
      }
      /** The types of an OpenAPI document, parsed at first use. Its faults are told then, too. */
      openApi(file) {
        let parse4 = this.#openApi.get(file.path);
        if (parse4 === void 0) {
          let parsed;
          parse4 = () => parsed ??= parseOpenApi(textOf2(file), file.display);
          this.#openApi.set(file.path, parse4);
        }
        return parse4;
      }
      /** The document of a file in the dialect of kustomizations. */
      config(file, options = {}) {
        return parseConfig(textOf2(file), file.display, options);
      }
    };
    WEB_PAGE = /^\s{0,99}<(?:!doctype html|html)\b/i;
  }
});

// src/resource/field-path.ts
function splitPath2(path, delimiter) {
  const parts = path.split(delimiter);
  if (parts.length > 1 && parts[0] === "") parts.shift();
  const segments = [];
  for (const part of parts) {
    const last = segments.at(-1);
    if (last?.endsWith("\\")) segments[segments.length - 1] = last.slice(0, -1) + delimiter + part;
    else segments.push(part);
  }
  return segments;
}
function parseSegment(text6) {
  const isList = text6.endsWith("[]");
  const name = (isList ? text6.slice(0, -2) : text6).trim();
  return { name, isList, problem: segmentProblem(name) };
}
function segmentProblem(name) {
  if (name === "") return "a field path has an empty segment";
  if (name === "*") return "a wildcard is not supported in a field path";
  if (name === "-" || /^[+-]?\d+$/.test(name) || /^\[.*\]$/s.test(name)) return `${name} is not the name of a field`;
  return void 0;
}
function splitFieldPath(path) {
  const parts = splitPath2(path, ".");
  const segments = [];
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index];
    if (!part.startsWith("[") || part.endsWith("]")) {
      segments.push(part);
      continue;
    }
    let joined = part;
    while (index < parts.length - 1 && !parts[index].endsWith("]"))
      joined += `.${parts[++index]}`;
    segments.push(joined.includes("=") ? joined : joined.replace(/^[[\]]+|[[\]]+$/g, ""));
  }
  return segments;
}
var init_field_path = __esm({
  "src/resource/field-path.ts"() {
    "use strict";
  }
});

// src/resource/field-spec.ts
function sameGvk(a, b) {
  return a.kind === b.kind && a.group === b.group && a.version === b.version;
}
function follow3(node, depth, walk2) {
  const segment = walk2.segments[depth];
  if (segment === void 0) {
    walk2.visit(node, walk2.spec);
    return;
  }
  if (isNull(node)) return;
  if (node.kind === "seq") {
    const { items } = node;
    for (let at3 = 0; at3 < items.length; at3++) follow3(items[at3], depth, walk2);
    return;
  }
  if (node.kind === "scalar") throw notACollection(node, walk2);
  const next = enter2(node, segment, depth === walk2.segments.length - 1, walk2.creation);
  if (next !== void 0) follow3(next, depth + 1, walk2);
}
function enter2(node, segment, isLast, creation) {
  if (segment.problem !== void 0) {
    const hint = "Name the field; elements of lists are not part of the path.";
    throw failure("field-path", segment.problem, { ...locate(node), hint });
  }
  const found = get2(node, segment.name);
  if (segment.isList) {
    if (found !== void 0 && isNull(found)) overwrite(found, seq());
    return found;
  }
  if (creation === void 0) return found;
  const made = isLast ? creation : { kind: "map", tag: "!!map" };
  if (found === void 0) {
    const entry2 = { key: scalar(segment.name), value: make(made) };
    node.entries.push(entry2);
    return entry2.value;
  }
  if (isNull(found)) overwrite(found, make(made));
  return found;
}
function make(creation) {
  if (creation.kind === "map") return map();
  return creation.kind === "seq" ? seq() : scalar("", creation.tag);
}
function ofObject(error, root, path) {
  const metadata2 = get2(root, "metadata");
  const [kind, name, namespace] = [get2(root, "kind"), get2(metadata2, "name"), get2(metadata2, "namespace")].map(
    scalarText
  );
  const object2 = describeId({ kind, name, namespace });
  const diagnostics = error.diagnostics.map((one) => ({
    ...one.file === void 0 ? locate(root) : void 0,
    ...one,
    message: `${path} of ${object2}: ${one.message}`,
    object: object2
  }));
  return new KrmError(diagnostics, { cause: error });
}
function requireScalar(node, what) {
  if (node.kind === "scalar") return node;
  const found = node.kind === "map" ? "a map" : "a list";
  throw failure("invalid-value", `${what} is to be written where ${found} stands`, {
    ...locate(node),
    hint: "Name a field with a single value."
  });
}
function notACollection(node, walk2) {
  return failure("field-path", "the path cannot be followed: a single value stands where it goes on", {
    ...locate(node) ?? locate(walk2.root),
    hint: "Make it a map or a list, or change the fieldSpec."
  });
}
function compilePath(path) {
  return splitPath2(path, "/").map(parseSegment);
}
var compiled, FieldSpecs;
var init_field_spec = __esm({
  "src/resource/field-spec.ts"() {
    "use strict";
    init_diagnostics();
    init_node();
    init_field_path();
    init_resource();
    init_resource_id();
    compiled = /* @__PURE__ */ new WeakMap();
    FieldSpecs = class _FieldSpecs {
      /** Compiled at most once for a list that stays the same, as the default tables do. */
      static of(specs) {
        let found = compiled.get(specs);
        if (found === void 0) compiled.set(specs, found = new _FieldSpecs(specs));
        return found;
      }
      #compiled;
      #byKind = /* @__PURE__ */ new Map();
      /** What was asked last: objects of a kind often come one after the other. */
      #last;
      constructor(specs) {
        this.#compiled = specs.map((spec) => ({ spec, segments: compilePath(spec.path) }));
      }
      /**
       * Calls `visit` with every node that a spec for this kind of object leads to, in the order of the specs.
       * @param creation what callers create at the end of a path whose spec says `create`; without it nothing is created
       * @throws KrmError `field-path` where a path runs into a scalar
       */
      visit(root, gvk2, visit2, creation) {
        const matching = this.#matching(gvk2);
        const [first] = matching;
        if (first === void 0) return;
        const walk2 = { spec: first.spec, segments: first.segments, creation, visit: visit2, root };
        try {
          for (let at3 = 0; at3 < matching.length; at3++) {
            const { spec, segments } = matching[at3];
            walk2.spec = spec;
            walk2.segments = segments;
            walk2.creation = spec.create ? creation : void 0;
            follow3(root, 0, walk2);
          }
        } catch (thrown) {
          throw thrown instanceof KrmError ? ofObject(thrown, root, walk2.spec.path) : thrown;
        }
      }
      #matching(gvk2) {
        if (this.#last !== void 0 && sameGvk(this.#last.gvk, gvk2)) return this.#last.found;
        const key = `${apiVersionOf(gvk2)} ${gvk2.kind}`;
        let found = this.#byKind.get(key);
        if (found === void 0) {
          found = this.#compiled.filter(({ spec }) => selectedBy(gvk2, spec));
          this.#byKind.set(key, found);
        }
        this.#last = { gvk: gvk2, found };
        return found;
      }
    };
  }
});

// src/resource/set-field.ts
function setField(target, name, value, options = {}) {
  if (name === "") throw emptyKey(target);
  if (value === void 0 || isNull(value) && options.keepNull !== true) {
    clearField(target, name);
    return;
  }
  const existing = get2(target, name);
  if (existing !== void 0) {
    replaceValue(existing, value);
    return;
  }
  quoteForYaml11(value);
  target.entries.push({ key: scalar(name, "", options.keyStyle ?? ""), value });
}
function setScalar(target, value) {
  if (value === void 0 || isNull(value)) return;
  replaceValue(target, value);
}
function replaceValue(existing, value) {
  quoteForYaml11(value);
  if (existing === value) return;
  value.style = existing.style;
  overwrite(existing, value);
}
function clearField(target, name) {
  const index = target.entries.findIndex(({ key }) => key.kind === "scalar" && key.value === name);
  if (index >= 0) target.entries.splice(index, 1);
}
function emptyKey(node) {
  return failure("empty-key", "a map has a key that is empty or no text, which cannot be written", {
    ...locate(node),
    hint: "Give the key a name."
  });
}
function quoteForYaml11(value) {
  if (value.kind !== "scalar" || value.style !== "" || value.tag !== "!!str" && value.tag !== "") return;
  if (isYaml11NonString(value.value)) value.style = "double";
}
var init_set_field = __esm({
  "src/resource/set-field.ts"() {
    "use strict";
    init_diagnostics();
    init_yaml();
    init_node();
  }
});

// src/resource/text-map.ts
function textsUnder(node, field3) {
  const texts2 = /* @__PURE__ */ new Map();
  const found = get2(node, field3);
  if (found?.kind !== "map") return texts2;
  for (const { key, value } of found.entries) {
    if (key.kind === "scalar") texts2.set(key.value, value.kind === "scalar" ? value.value : "");
  }
  return texts2;
}
function metadataTexts(object2, field3) {
  return textsUnder(get2(object2, "metadata"), field3);
}
function createAnnotations(object2, keys = []) {
  const metadata2 = get2(object2, "metadata");
  if (metadata2?.kind !== "map") return;
  if (get2(metadata2, "annotations") === void 0) setField(metadata2, "annotations", map());
  const annotations = get2(metadata2, "annotations");
  if (annotations?.kind === "map") for (const key of keys) setField(annotations, key, scalar("", "!!str"));
}
function writeTexts(parent, field3, texts2) {
  clearField(parent, field3);
  if (texts2.size === 0) return;
  const entries = [...texts2].map(([key, text6]) => ({
    key: scalar(key),
    value: scalar(text6, "!!str", text6.includes("\n") ? "literal" : "")
  }));
  parent.entries.push({ key: scalar(field3), value: map(entries) });
}
var init_text_map = __esm({
  "src/resource/text-map.ts"() {
    "use strict";
    init_node();
    init_set_field();
  }
});

// src/builtins/label-transformer.ts
function labelTransformer(labels, fieldSpecs2) {
  return entriesTransformer("LabelTransformer", labels, fieldSpecs2);
}
function annotationsTransformer(annotations, fieldSpecs2) {
  return entriesTransformer("AnnotationsTransformer", annotations, fieldSpecs2);
}
function entriesTransformer(kind, entries, fieldSpecs2) {
  if (entries.size === 0) return { kind, transform() {
  } };
  const specs = FieldSpecs.of(fieldSpecs2);
  const meetsBookkeeping = fieldSpecs2.some(({ path, create }) => !create && /^\/?metadata\/annotations$/.test(path));
  const sorted2 = [...entries].sort(([a], [b]) => a < b ? -1 : 1);
  return {
    kind,
    transform(resources) {
      for (const resource of resources.items) {
        if (resource.node === void 0) continue;
        if (meetsBookkeeping && resource.isAnnotated) createAnnotations(resource.node);
        const values = sorted2.map(([key, value]) => ({ key, value: scalar(value, "!!str") }));
        const set = (node) => {
          if (node.kind !== "map") throw notMap(node);
          for (const { key, value } of values) {
            checkTime();
            setField(node, key, value);
          }
        };
        specs.visit(resource.node, resource.id, set, CREATE_MAP);
      }
    }
  };
}
function notMap(node) {
  const found = node.kind === "seq" ? "a list" : "a single value";
  return failure("invalid-value", `labels or annotations are to be set where ${found} stands`, { ...locate(node) });
}
var CREATE_MAP;
var init_label_transformer = __esm({
  "src/builtins/label-transformer.ts"() {
    "use strict";
    init_diagnostics();
    init_field_spec();
    init_set_field();
    init_text_map();
    init_time_limit();
    init_node();
    CREATE_MAP = { kind: "map", tag: "!!map" };
  }
});

// src/resource/value-problem.ts
function valueProblem(thrown, resource, what, location) {
  if (!(thrown instanceof KrmError)) return thrown;
  const isSecret2 = resource.id.kind === "Secret";
  const unquoted = (one) => isSecret2 && one.code === "not-representable" ? { ...one, message: "the type of a value" } : one;
  const error = new KrmError(thrown.diagnostics.map(unquoted), { cause: thrown });
  return about(error, resource.describe(), location ?? resource.origin, `${what}: `);
}
var init_value_problem = __esm({
  "src/resource/value-problem.ts"() {
    "use strict";
    init_diagnostics();
  }
});

// node_modules/@noble/hashes/_u64.js
function setU64FromNum(view, byteOffset, n, isLE) {
  const h = fromNumH(n);
  const l = fromNumL(n);
  view.setUint32(byteOffset, isLE ? l : h, isLE);
  view.setUint32(byteOffset + 4, isLE ? h : l, isLE);
}
var fromNumH, fromNumL;
var init_u64 = __esm({
  "node_modules/@noble/hashes/_u64.js"() {
    fromNumH = (n) => n / 2 ** 32 | 0;
    fromNumL = (n) => n >>> 0;
  }
});

// node_modules/@noble/hashes/utils.js
function isBytes(a) {
  return a instanceof Uint8Array || ArrayBuffer.isView(a) && a.constructor.name === "Uint8Array" && "BYTES_PER_ELEMENT" in a && a.BYTES_PER_ELEMENT === 1;
}
function anumber(n, title = "") {
  if (typeof n !== "number")
    throw new TypeError(atitle(title) + "expected number, got " + typeof n);
  if (!Number.isSafeInteger(n) || n < 0)
    throw new RangeError(atitle(title) + "expected integer >= 0, got " + n);
  return n;
}
function abytes(value, length, title = "") {
  if (isBytes(value) && (length === void 0 || value.length === length))
    return value;
  if (length !== void 0)
    anumber(length, "length");
  const bytes = isBytes(value);
  const ofLen = length !== void 0 ? ` of length ${length}` : "";
  const got = bytes ? `length=${value.length}` : `type=${typeof value}`;
  const message = atitle(title) + "expected Uint8Array" + ofLen + ", got " + got;
  if (!bytes)
    throw new TypeError(message);
  throw new RangeError(message);
}
function aexists(instance, checkFinished = true) {
  if (instance.destroyed)
    throw new Error("hash was destroyed");
  if (checkFinished && instance.finished)
    throw new Error("digest() was already called");
}
function aoutput(out, instance) {
  abytes(out, void 0, "output");
  const min = instance.outputLen;
  if (!(out.length >= min)) {
    throw new RangeError('"output" expected length >= ' + min);
  }
}
function clean(...arrays) {
  for (let i = 0; i < arrays.length; i++) {
    arrays[i].fill(0);
  }
}
function createView(arr) {
  return new DataView(arr.buffer, arr.byteOffset, arr.byteLength);
}
function rotr(word3, shift) {
  return word3 << 32 - shift | word3 >>> shift;
}
function bytesToHex(bytes) {
  abytes(bytes);
  if (hasHexBuiltin)
    return bytes.toHex();
  let hex = "";
  for (let i = 0; i < bytes.length; i++) {
    hex += hexes[bytes[i]];
  }
  return hex;
}
function utf8ToBytes(str) {
  if (typeof str !== "string")
    throw new TypeError("string expected");
  const encoded = new TextEncoder().encode(str);
  try {
    return new Uint8Array(encoded);
  } finally {
    clean(encoded);
  }
}
function checkOpts(defaults, opts, title = "opts") {
  aopts(defaults, "defaults");
  if (opts !== void 0)
    aopts(opts, title);
  const merged = Object.assign(/* @__PURE__ */ Object.create(null), defaults, opts);
  return merged;
}
function createHasher(hashCons, info = {}) {
  if (typeof hashCons !== "function")
    throw new TypeError('"hashCons" expected function, got type=' + typeof hashCons);
  info = checkOpts({}, info, "info");
  const hashC = (msg, opts) => hashCons(opts).update(msg).digest();
  const tmp = hashCons(void 0);
  hashC.outputLen = tmp.outputLen;
  hashC.blockLen = tmp.blockLen;
  hashC.canXOF = tmp.canXOF;
  hashC.create = (opts) => hashCons(opts);
  Object.assign(hashC, info);
  return Object.freeze(hashC);
}
var atitle, aobject, aopts, hasHexBuiltin, hexes, oidNist;
var init_utils = __esm({
  "node_modules/@noble/hashes/utils.js"() {
    atitle = (title) => title ? `"${title}" ` : "";
    aobject = (value, label2) => {
      if (value === null || typeof value !== "object" || Array.isArray(value))
        throw new TypeError((label2 === "object" ? "" : `"${label2}" `) + "expected object, got type=" + typeof value);
    };
    aopts = (value, label2) => {
      aobject(value, label2);
      const proto = Object.getPrototypeOf(value);
      if (proto !== Object.prototype && proto !== null)
        throw new TypeError(`"${label2}" expected plain object`);
      if (Object.hasOwn(value, "__proto__"))
        throw new TypeError(`"${label2}.__proto__" is not allowed`);
    };
    hasHexBuiltin = /* @__PURE__ */ (() => (
      // @ts-ignore
      typeof Uint8Array.from([]).toHex === "function" && typeof Uint8Array.fromHex === "function"
    ))();
    hexes = /* @__PURE__ */ Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, "0"));
    oidNist = (suffix) => ({
      // Current NIST hashAlgs suffixes used here fit in one DER subidentifier octet.
      // Larger suffix values would need base-128 OID encoding and a different length byte.
      oid: Uint8Array.from([6, 9, 96, 134, 72, 1, 101, 3, 4, 2, suffix])
    });
  }
});

// node_modules/@noble/hashes/_md.js
function Chi(a, b, c) {
  return a & b ^ ~a & c;
}
function Maj(a, b, c) {
  return a & b ^ a & c ^ b & c;
}
var HashMD, SHA256_IV;
var init_md = __esm({
  "node_modules/@noble/hashes/_md.js"() {
    init_u64();
    init_utils();
    HashMD = class {
      blockLen;
      outputLen;
      canXOF = false;
      padOffset;
      isLE;
      // For partial updates less than block size
      buffer;
      view;
      finished = false;
      length = 0;
      pos = 0;
      destroyed = false;
      constructor(blockLen, outputLen, padOffset, isLE) {
        this.blockLen = blockLen;
        this.outputLen = outputLen;
        this.padOffset = padOffset;
        this.isLE = isLE;
        this.buffer = new Uint8Array(blockLen);
        this.view = createView(this.buffer);
      }
      update(data) {
        aexists(this);
        abytes(data);
        const { view, buffer, blockLen } = this;
        const len = data.length;
        let processed = false;
        for (let pos = 0; pos < len; ) {
          const take2 = Math.min(blockLen - this.pos, len - pos);
          if (take2 === blockLen) {
            const dataView = createView(data);
            for (; blockLen <= len - pos; pos += blockLen)
              this.process(dataView, pos);
            processed = true;
            continue;
          }
          buffer.set(pos === 0 && take2 === len ? data : data.subarray(pos, pos + take2), this.pos);
          this.pos += take2;
          pos += take2;
          if (this.pos === blockLen) {
            this.process(view, 0);
            this.pos = 0;
            processed = true;
          }
        }
        this.length += data.length;
        if (processed)
          this.roundClean();
        return this;
      }
      digestInto(out) {
        aexists(this);
        aoutput(out, this);
        this.finished = true;
        const { buffer, view, blockLen, isLE } = this;
        let { pos } = this;
        buffer[pos++] = 128;
        buffer.fill(0, pos);
        if (this.padOffset > blockLen - pos) {
          this.process(view, 0);
          buffer.fill(0);
        }
        setU64FromNum(view, blockLen - 8, this.length * 8, isLE);
        this.process(view, 0);
        this.roundClean();
        const oview = out === buffer ? view : createView(out);
        const len = this.outputLen;
        const outLen = len / 4;
        const state = this.get();
        if (len % 4 || outLen > state.length)
          throw new Error("invalid outputLen");
        for (let i = 0; i < outLen; i++)
          oview.setUint32(4 * i, state[i], isLE);
      }
      digest() {
        const { buffer, outputLen } = this;
        this.digestInto(buffer);
        const res = buffer.slice(0, outputLen);
        this.destroy();
        return res;
      }
      _cloneIntoMeta(to) {
        const { buffer, length, finished, destroyed, pos } = this;
        to.destroyed = destroyed;
        to.finished = finished;
        to.length = length;
        to.pos = pos;
        if (pos)
          to.buffer.set(buffer);
        return to;
      }
      clone() {
        return this._cloneInto();
      }
    };
    SHA256_IV = /* @__PURE__ */ Uint32Array.from([
      1779033703,
      3144134277,
      1013904242,
      2773480762,
      1359893119,
      2600822924,
      528734635,
      1541459225
    ]);
  }
});

// node_modules/@noble/hashes/sha2.js
var SHA256_K, SHA256_W, SHA2_32B, _SHA256, sha256;
var init_sha2 = __esm({
  "node_modules/@noble/hashes/sha2.js"() {
    init_md();
    init_utils();
    SHA256_K = /* @__PURE__ */ Uint32Array.from([
      1116352408,
      1899447441,
      3049323471,
      3921009573,
      961987163,
      1508970993,
      2453635748,
      2870763221,
      3624381080,
      310598401,
      607225278,
      1426881987,
      1925078388,
      2162078206,
      2614888103,
      3248222580,
      3835390401,
      4022224774,
      264347078,
      604807628,
      770255983,
      1249150122,
      1555081692,
      1996064986,
      2554220882,
      2821834349,
      2952996808,
      3210313671,
      3336571891,
      3584528711,
      113926993,
      338241895,
      666307205,
      773529912,
      1294757372,
      1396182291,
      1695183700,
      1986661051,
      2177026350,
      2456956037,
      2730485921,
      2820302411,
      3259730800,
      3345764771,
      3516065817,
      3600352804,
      4094571909,
      275423344,
      430227734,
      506948616,
      659060556,
      883997877,
      958139571,
      1322822218,
      1537002063,
      1747873779,
      1955562222,
      2024104815,
      2227730452,
      2361852424,
      2428436474,
      2756734187,
      3204031479,
      3329325298
    ]);
    SHA256_W = /* @__PURE__ */ new Uint32Array(64);
    SHA2_32B = class extends HashMD {
      // We cannot use array here since array allows indexing by variable
      // which means optimizer/compiler cannot use registers.
      // Numeric initializers matter: starting the fields as `undefined` changes
      // V8's field representation and makes sha256 3x slower (measured).
      A = 0;
      B = 0;
      C = 0;
      D = 0;
      E = 0;
      F = 0;
      G = 0;
      H = 0;
      constructor(outputLen, IV) {
        super(64, outputLen, 8, false);
        this.A = IV[0] | 0;
        this.B = IV[1] | 0;
        this.C = IV[2] | 0;
        this.D = IV[3] | 0;
        this.E = IV[4] | 0;
        this.F = IV[5] | 0;
        this.G = IV[6] | 0;
        this.H = IV[7] | 0;
      }
      get() {
        const { A, B, C, D, E, F, G, H } = this;
        return [A, B, C, D, E, F, G, H];
      }
      // prettier-ignore
      set(A, B, C, D, E, F, G, H) {
        this.A = A | 0;
        this.B = B | 0;
        this.C = C | 0;
        this.D = D | 0;
        this.E = E | 0;
        this.F = F | 0;
        this.G = G | 0;
        this.H = H | 0;
      }
      _cloneInto(to) {
        (to ||= new this.constructor()).set(...this.get());
        return this._cloneIntoMeta(to);
      }
      process(view, offset) {
        for (let i = 0; i < 16; i++, offset += 4)
          SHA256_W[i] = view.getUint32(offset, false);
        for (let i = 16; i < 64; i++) {
          const W15 = SHA256_W[i - 15];
          const W2 = SHA256_W[i - 2];
          const s0 = rotr(W15, 7) ^ rotr(W15, 18) ^ W15 >>> 3;
          const s1 = rotr(W2, 17) ^ rotr(W2, 19) ^ W2 >>> 10;
          SHA256_W[i] = s1 + SHA256_W[i - 7] + s0 + SHA256_W[i - 16] | 0;
        }
        let { A, B, C, D, E, F, G, H } = this;
        for (let i = 0; i < 64; i++) {
          const sigma1 = rotr(E, 6) ^ rotr(E, 11) ^ rotr(E, 25);
          const T1 = H + sigma1 + Chi(E, F, G) + SHA256_K[i] + SHA256_W[i] | 0;
          const sigma0 = rotr(A, 2) ^ rotr(A, 13) ^ rotr(A, 22);
          const T2 = sigma0 + Maj(A, B, C) | 0;
          H = G;
          G = F;
          F = E;
          E = D + T1 | 0;
          D = C;
          C = B;
          B = A;
          A = T1 + T2 | 0;
        }
        A = A + this.A | 0;
        B = B + this.B | 0;
        C = C + this.C | 0;
        D = D + this.D | 0;
        E = E + this.E | 0;
        F = F + this.F | 0;
        G = G + this.G | 0;
        H = H + this.H | 0;
        this.set(A, B, C, D, E, F, G, H);
      }
      roundClean() {
        clean(SHA256_W);
      }
      destroy() {
        this.destroyed = true;
        this.set(0, 0, 0, 0, 0, 0, 0, 0);
        clean(this.buffer);
      }
    };
    _SHA256 = class extends SHA2_32B {
      constructor() {
        super(32, SHA256_IV);
      }
    };
    sha256 = /* @__PURE__ */ createHasher(
      () => new _SHA256(),
      /* @__PURE__ */ oidNist(1)
    );
  }
});

// src/builtins/hash.ts
function contentHash(node) {
  return shortHash(encodeContent(node));
}
function shortHash(content) {
  return sha256Hex(content).slice(0, 10).replace(/[013ae]/g, (digit) => letters[digit]);
}
function sha256Hex(text6) {
  if (text6.length <= SHORT2) return bytesToHex(sha256(utf8ToBytes(text6)));
  return (0, import_node_crypto6.createHash)("sha256").update(text6).digest("hex");
}
function encodeContent(node) {
  const kindNode = get2(node, "kind");
  const kind = kindNode?.kind === "scalar" ? kindNode.value : "";
  const data = fieldContent(node, "data");
  if (kind === "ConfigMap") return encodeJson({ ...mapContent(node, "binaryData"), data, kind, name: "" });
  if (kind === "Secret") {
    return encodeJson({ data, kind, name: "", ...mapContent(node, "stringData"), type: fieldContent(node, "type") });
  }
  throw failure(
    "unhashable-kind",
    `the hash of a ${kind || "object without kind"} is only known where it comes from a file and no JSON patch works on it`,
    {
      ...locate(node),
      hint: "Remove the annotation that asks for a hash, set `disableNameSuffixHash`, or use a merge patch."
    }
  );
}
function fieldContent(node, name) {
  const field3 = get2(node, name);
  if (field3 === void 0) return "";
  if (field3.kind === "scalar") return field3.value;
  return field3.kind === "map" ? toValue(field3) : null;
}
function mapContent(node, name) {
  const field3 = get2(node, name);
  return field3 === void 0 || field3.kind === "scalar" ? {} : { [name]: fieldContent(node, name) };
}
function encodeJson(value) {
  return goJson(withoutBigInts(value));
}
function withoutBigInts(value) {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(withoutBigInts);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutBigInts(item)]));
}
var import_node_crypto6, letters, SHORT2;
var init_hash = __esm({
  "src/builtins/hash.ts"() {
    "use strict";
    import_node_crypto6 = __toESM(require_node_crypto(), 1);
    init_sha2();
    init_utils();
    init_diagnostics();
    init_go_json();
    init_yaml();
    init_node();
    letters = { "0": "g", "1": "h", "3": "k", a: "m", e: "t" };
    SHORT2 = 16384;
  }
});

// src/builtins/node-hash.ts
function treeContent(resource) {
  const { node, behavior, provenance } = resource;
  const annotations = get2(get2(node, "metadata"), "annotations");
  if (node === void 0 || annotations?.kind !== "map" || behavior !== void 0 || provenance !== void 0)
    return void 0;
  const [first, second] = node.entries.map(({ key }) => key);
  if (first?.source === void 0 || first.offset === second?.offset) return void 0;
  return encode2(node, annotations, resource);
}
function encode2(node, annotations, resource) {
  const children = node.kind === "seq" ? node.items : node.kind === "map" ? (node === annotations ? withNotes(annotations, resource) : node.entries).flatMap(({ key, value }) => [
    key,
    value
  ]) : void 0;
  const content = children?.map((child) => encode2(child, annotations, resource)).join(",");
  const marks = marksOf(node);
  const { line: line2, column } = placeInDocument(node);
  const tag = node.kind !== "scalar" && node.source === void 0 ? "" : node.tag;
  const fields3 = [
    ["Kind", KINDS2[node.kind]],
    ["Style", STYLES[node.style] + (isTagged(node) ? 1 : 0)],
    ["Tag", tag],
    ["Value", node.kind === "scalar" ? node.value : ""],
    ["Anchor", ""],
    ["Alias", null],
    ["Content", void 0, content === void 0 ? "null" : `[${content}]`],
    ["HeadComment", marks?.head ?? ""],
    ["LineComment", node.comment ?? ""],
    ["FootComment", marks?.foot ?? ""],
    ["Line", line2],
    ["Column", column]
  ];
  return `{${fields3.map(([name, value = null, text6]) => `"${name}":${text6 ?? goJson(value)}`).join(",")}}`;
}
function isTagged({ source, offset }) {
  return source !== void 0 && /^(?:&\S+\s+)?!/.test(source.text.slice(offset, offset + 100));
}
function withNotes(annotations, resource) {
  const entries = [];
  for (let at3 = 0; at3 <= annotations.entries.length; at3++) {
    for (const note of resource.notes) {
      if (note.behind !== at3) continue;
      entries.push({ key: scalar(`internal.config.kubernetes.io/${note.name}`), value: valueOf2(note.name, resource) });
    }
    const entry2 = annotations.entries[at3];
    if (entry2 !== void 0) entries.push(entry2);
  }
  return entries;
}
function valueOf2(name, resource) {
  const previous = resource.previousIds();
  const texts2 = {
    prefixes: () => resource.prefixes,
    suffixes: () => resource.suffixes,
    previousNames: () => previous.map((id) => id.name),
    previousNamespaces: () => previous.map((id) => id.effectiveNamespace),
    previousKinds: () => previous.map((id) => id.kind),
    allowNameChange: () => void 0,
    allowKindChange: () => void 0
  }[name]();
  return texts2 === void 0 ? scalar("enabled", "!!str") : scalar(texts2.join(","), "!!str", "single");
}
var KINDS2, STYLES;
var init_node_hash = __esm({
  "src/builtins/node-hash.ts"() {
    "use strict";
    init_go_json();
    init_yaml();
    init_node();
    KINDS2 = { seq: 2, map: 4, scalar: 8 };
    STYLES = { "": 0, double: 2, single: 4, literal: 8, folded: 16, flow: 32 };
  }
});

// src/build/hashes.ts
function hashOf(resource, node) {
  try {
    const kind = scalarText(get2(node, "kind"));
    const tree = kind === "ConfigMap" || kind === "Secret" ? void 0 : treeContent(resource);
    return tree === void 0 ? contentHash(node) : shortHash(tree);
  } catch (thrown) {
    throw valueProblem(thrown, resource, `${resource.describe()} cannot be hashed`);
  }
}
var hashTransformer;
var init_hashes = __esm({
  "src/build/hashes.ts"() {
    "use strict";
    init_hash();
    init_node_hash();
    init_resource();
    init_set_field();
    init_value_problem();
    init_node();
    hashTransformer = {
      kind: "HashTransformer",
      transform(resources) {
        for (const resource of resources.items) {
          if (!resource.needsHash || resource.node === void 0) continue;
          const { name } = resource.id;
          const hash = hashOf(resource, resource.node);
          resource.pushPreviousId();
          resource.unhashedName = name;
          setField(get2(resource.node, "metadata"), "name", scalar(`${name}-${hash}`));
          resources.changed(resource);
        }
      }
    };
  }
});

// src/resource/field-trie.ts
function newStep() {
  return { next: /* @__PURE__ */ new Map(), rules: [], isList: false, problem: void 0 };
}
function walk(node, step2, hits) {
  if (step2.rules.length > 0) for (const { order, rule } of step2.rules) hits.push({ order, node, rule });
  descend(node, step2, hits);
}
function descend(node, step2, hits) {
  if (step2.next.size === 0 || isNull(node)) return;
  if (node.kind === "seq") {
    const { items } = node;
    for (let at3 = 0; at3 < items.length; at3++) descend(items[at3], step2, hits);
    return;
  }
  if (node.kind === "scalar") {
    const names2 = [...step2.next.keys()].join(", ");
    throw failure("field-path", `a single value stands where the path goes on (${names2})`, {
      ...locate(node),
      hint: "Make it a map or a list."
    });
  }
  if (step2.problem !== void 0) {
    const hint = "Name the field; elements of lists are not part of the path.";
    throw failure("field-path", step2.problem, { ...locate(node), hint });
  }
  const { entries } = node;
  for (let at3 = 0; at3 < entries.length; at3++) {
    const { key, value } = entries[at3];
    const next = key.kind === "scalar" ? step2.next.get(key.value) : void 0;
    if (next === void 0) continue;
    if (next.isList && isNull(value)) overwrite(value, seq());
    walk(value, next, hits);
  }
}
var FieldTrie;
var init_field_trie = __esm({
  "src/resource/field-trie.ts"() {
    "use strict";
    init_diagnostics();
    init_node();
    init_field_path();
    FieldTrie = class {
      #root = newStep();
      #count = 0;
      add(path, rule) {
        let step2 = this.#root;
        for (const text6 of splitPath2(path, "/")) {
          const { name, isList, problem: problem2 } = parseSegment(text6);
          step2.problem ??= problem2;
          let next = step2.next.get(name);
          if (next === void 0) step2.next.set(name, next = newStep());
          next.isList ||= isList;
          step2 = next;
        }
        step2.rules.push({ order: this.#count++, rule });
      }
      /** The nodes that paths lead to, in the order in which the paths were added. @throws KrmError `field-path` */
      find(root) {
        if (this.#count === 0) return [];
        const hits = [];
        walk(root, this.#root, hits);
        return hits.length < 2 ? hits : hits.sort((a, b) => a.order - b.order);
      }
    };
  }
});

// src/build/reference-candidates.ts
function serviceAccountNamespaces(binding) {
  const namespaces = /* @__PURE__ */ new Set();
  const subjects = get2(binding.node, "subjects");
  if (subjects?.kind !== "seq") return namespaces;
  for (const subject of subjects.items) {
    const namespace = get2(subject, "namespace");
    if (namespace === void 0 || scalarText(get2(subject, "kind")) !== "ServiceAccount") continue;
    if (namespace.kind !== "scalar" || !isText(namespace)) {
      throw failure("invalid-value", `the namespace of a subject of ${idText(binding.id)} is blank`, {
        ...locate(namespace) ?? binding.origin,
        object: binding.describe(),
        hint: "Name a namespace, or remove the field."
      });
    }
    namespaces.add(namespace.value);
  }
  return namespaces;
}
function isText(node) {
  return node.tag === "!!str" || node.tag === "" || node.style !== "";
}
var MOST_RENAMED, NONE2, Candidates, FEW_NAMESAKES, Namesakes;
var init_reference_candidates = __esm({
  "src/build/reference-candidates.ts"() {
    "use strict";
    init_diagnostics();
    init_resource();
    init_resource_id();
    init_node();
    MOST_RENAMED = 100;
    NONE2 = [];
    Candidates = class {
      #byPreviousName = /* @__PURE__ */ new Map();
      /** Whether any object has another name than it had before. */
      hasRenamed = false;
      /** For each namespace that objects were in originally, the namespaces they are in now. */
      #movedFrom = /* @__PURE__ */ new Map();
      #bindingNamespaces = /* @__PURE__ */ new Map();
      constructor(resources) {
        for (const resource of resources) {
          if (resource.node === void 0) continue;
          for (const name of resource.previousNames) {
            if (name !== resource.id.name) this.hasRenamed = true;
            let namesakes = this.#byPreviousName.get(name);
            if (namesakes === void 0) this.#byPreviousName.set(name, namesakes = new Namesakes());
            namesakes.add(resource);
          }
          const { id, originalId } = resource;
          let now = this.#movedFrom.get(originalId.effectiveNamespace);
          if (now === void 0) this.#movedFrom.set(originalId.effectiveNamespace, now = /* @__PURE__ */ new Map());
          const key = `${id.effectiveNamespace}
${id.namespace}`;
          if (!now.has(key)) now.set(key, resource);
        }
      }
      /** The reference looks at the subjects of every role binding, whether or not anything was renamed. */
      checkBindings(resources) {
        for (const resource of resources) if (resource.id.kind === "RoleBinding") this.#namespacesBound(resource);
      }
      /** What had the name before and has another one now; in output order, and not more than anyone wants to hear of. */
      renamed(name) {
        const found = this.hasRenamed ? this.#byPreviousName.get(name) : void 0;
        return found?.all.slice(0, MOST_RENAMED).filter((candidate) => candidate.id.name !== name) ?? NONE2;
      }
      /** What had the name before and can be referred to by the object; in output order. */
      named(name, referrer) {
        const found = this.#byPreviousName.get(name);
        if (found === void 0) return NONE2;
        const { all } = found;
        if (all.length === 1) return this.isReferable(all[0], referrer) ? all : NONE2;
        const near = all.length > FEW_NAMESAKES ? found.in(this.#namespacesOf(referrer)) : all;
        return near.filter((candidate) => this.isReferable(candidate, referrer));
      }
      /** All namespaces of what an object can refer to; undefined where that is everything. */
      #namespacesOf(referrer) {
        const { effectiveNamespace, kind } = referrer.id;
        if (effectiveNamespace === CLUSTER_SCOPE) return void 0;
        const namespaces = /* @__PURE__ */ new Set([effectiveNamespace, CLUSTER_SCOPE]);
        if (kind === "RoleBinding") {
          for (const namespace of this.#namespacesBound(referrer)) namespaces.add(namespace || "default");
        }
        return namespaces;
      }
      /**
       * Those that were originally in the namespace; where nothing referable was, those that are in it now.
       * Objects that live in no namespace are in neither.
       */
      inNamespace(candidates, namespace, referrer) {
        if (namespace === CLUSTER_SCOPE) return [];
        const moved = this.#movedFrom.get(namespace);
        const isKnown2 = moved !== void 0 && [...moved.values()].some((one) => this.isReferable(one, referrer));
        return candidates.filter(
          (candidate) => isKnown2 ? candidate.originalId.effectiveNamespace === namespace : candidate.id.effectiveNamespace === namespace
        );
      }
      /** Whether an object can refer to another one at all, given where they are. */
      isReferable(candidate, referrer) {
        const [from, to] = [referrer.id, candidate.id];
        if (from.effectiveNamespace === CLUSTER_SCOPE || to.effectiveNamespace === CLUSTER_SCOPE) return true;
        if (from.effectiveNamespace === to.effectiveNamespace) return true;
        return from.kind === "RoleBinding" && this.#namespacesBound(referrer).has(to.namespace);
      }
      /** The namespaces of the service accounts that a role binding names: those it may refer into. */
      #namespacesBound(binding) {
        let namespaces = this.#bindingNamespaces.get(binding);
        if (namespaces === void 0) {
          namespaces = serviceAccountNamespaces(binding);
          this.#bindingNamespaces.set(binding, namespaces);
        }
        return namespaces;
      }
    };
    FEW_NAMESAKES = 8;
    Namesakes = class {
      all = [];
      #byNamespace;
      /** The same name twice in the past of one object is one name. */
      add(resource) {
        if (this.all.at(-1) !== resource) this.all.push(resource);
      }
      /** Those that are in one of the namespaces now. */
      in(namespaces) {
        if (namespaces === void 0) return this.all;
        const byNamespace = this.#byNamespace ??= this.#group();
        const found = [...namespaces].flatMap((namespace) => byNamespace.get(namespace) ?? []);
        return found.sort((a, b) => a.at - b.at).map(({ resource }) => resource);
      }
      #group() {
        const groups = /* @__PURE__ */ new Map();
        for (const [at3, resource] of this.all.entries()) {
          const { effectiveNamespace } = resource.id;
          const group = groups.get(effectiveNamespace);
          if (group === void 0) groups.set(effectiveNamespace, [{ resource, at: at3 }]);
          else group.push({ resource, at: at3 });
        }
        return groups;
      }
    };
  }
});

// src/build/stale-references.ts
function warnOfStale(left, candidates, warn) {
  const { referrer, rule, node } = left;
  if (node.kind !== "scalar") return;
  let why;
  let kind = "";
  const reachable2 = [];
  for (const candidate of candidates.renamed(node.value)) {
    if (!isOfKind(candidate, rule.target)) continue;
    const obstacle = obstacleTo(candidate, left, candidates);
    if (obstacle === "none") reachable2.push(candidate);
    else if (obstacle !== "another object") why ??= obstacle;
    kind = candidate.id.kind;
  }
  if (reachable2.length > 1) why = several(reachable2.length);
  if (why === void 0 || isLocalConfig(referrer)) return;
  const reason = why;
  warn(() => staleReference({ referrer, node, field: rule.path, kind, why: reason }));
}
function several(count) {
  return {
    reason: `${count} objects had it, and their prefixes and suffixes do not tell which is meant`,
    hint: "Give the objects names that differ, or refer to them where only one of them is known."
  };
}
function obstacleTo(candidate, { referrer, rule, map: map2 }, candidates) {
  const [from, to] = [referrer.id, candidate.id];
  if (rule.target.group?.includes("/")) {
    return { reason: "kustomize's own rule for it is wrong", hint: byConfiguration(from.kind, rule.path) };
  }
  if (rule.path.endsWith("roleRef/name")) {
    const ref = get2(referrer.node, "roleRef");
    if (scalarText(get2(ref, "kind")) !== to.kind) return "another object";
    const group = get2(ref, "apiGroup");
    if (group !== void 0 && scalarText(group) !== to.group) {
      return { reason: "its apiGroup is another one", hint: `Set apiGroup to ${to.group}.` };
    }
  }
  const [kind, namespace] = [get2(map2, "kind"), get2(map2, "namespace")];
  if (kind !== void 0 && scalarText(kind) !== to.kind) return "another object";
  const asked2 = namespace && scalarText(namespace);
  const original = candidate.originalId.effectiveNamespace;
  if (asked2 !== void 0 && asked2 !== original && asked2 !== to.effectiveNamespace) {
    if (original !== "default") return "another object";
    return { reason: `it asks for the namespace ${asked2}, and the object names none`, hint: SAME_NAMESPACE };
  }
  if (!candidates.isReferable(candidate, referrer)) {
    if (asked2 !== void 0)
      return { reason: "kustomize does not follow it into another namespace", hint: SAME_NAMESPACE };
    if (from.namespace !== "" && to.namespace !== "") return "another object";
    return { reason: "only one of the two objects names a namespace", hint: SAME_NAMESPACE };
  }
  return "none";
}
function isOfKind({ id }, { group, version: version3, kind }) {
  if (kind !== id.kind || version3 && version3 !== id.version) return false;
  return !group || group.replace(/\/.*$/, "") === id.group;
}
function isLocalConfig({ node }) {
  const value = metadataTexts(node, "annotations").get("config.kubernetes.io/local-config");
  return value !== void 0 && value !== "false";
}
function byConfiguration(kind, field3) {
  return `Name ${field3} of ${kind} under \`nameReference\` in a file of \`configurations\`.`;
}
function staleReference(stale) {
  const { referrer, node, field: field3, kind, why } = stale;
  const object2 = referrer.describe();
  return {
    code: "stale-reference",
    severity: "warning",
    message: `${field3} of ${object2} keeps the old name of the ${kind} \`${scalarText(node)}\`: ${why.reason}`,
    ...locate(node) ?? referrer.origin,
    object: object2,
    hint: why.hint
  };
}
var SAME_NAMESPACE;
var init_stale_references = __esm({
  "src/build/stale-references.ts"() {
    "use strict";
    init_resource();
    init_text_map();
    init_node();
    SAME_NAMESPACE = "Give both the same namespace.";
  }
});

// src/build/uncovered-references.ts
function warnOfUncovered(resources, candidates, warn) {
  if (!candidates.hasRenamed) return;
  for (const referrer of resources) {
    if (referrer.node === void 0) continue;
    const search = new Search(referrer, candidates, warn);
    const annotations = get2(get2(referrer.node, "metadata"), "annotations");
    if (annotations !== void 0) search.annotations(annotations);
    if (!isWithoutRules(referrer.id)) continue;
    for (const { key, value } of referrer.node.entries) {
      if (key.kind === "scalar" && key.value !== "metadata") search.within(key.value, value);
    }
  }
}
function isWithoutRules({ group, kind }) {
  return group.includes(".") ? !BUILT_IN.has(group) : group === "" && kind === "ServiceAccount";
}
function isAbout({ id, unhashedName }, path) {
  if (unhashedName === void 0) return false;
  const last = path.at(-1);
  const word3 = last === "name" ? path.at(-2) ?? "" : last;
  return word3.toLowerCase().replaceAll(/[-_]/g, "").includes(id.kind.toLowerCase());
}
function groupIn(parent) {
  const group = get2(parent, "apiGroup") ?? get2(parent, "group");
  if (group !== void 0) return scalarText(group);
  const apiVersion = scalarText(get2(parent, "apiVersion"));
  if (apiVersion === "") return void 0;
  return apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "";
}
var BUILT_IN, Search;
var init_uncovered_references = __esm({
  "src/build/uncovered-references.ts"() {
    "use strict";
    init_resource();
    init_resource_id();
    init_node();
    init_stale_references();
    BUILT_IN = new Set(
      ["admissionregistration", "apiextensions", "apiregistration", "authentication", "authorization", "certificates"].concat([
        "coordination",
        "discovery",
        "events",
        "flowcontrol.apiserver",
        "internal.apiserver",
        "networking",
        "node"
      ]).concat(["rbac.authorization", "resource", "scheduling", "storage", "storagemigration"]).map((name) => `${name}.k8s.io`)
    );
    Search = class {
      #referrer;
      #candidates;
      #warn;
      /** The keys that lead to where the search is. */
      #path = [];
      constructor(referrer, candidates, warn) {
        this.#referrer = referrer;
        this.#candidates = candidates;
        this.#warn = warn;
      }
      annotations(node) {
        this.#path.push("metadata");
        this.within("annotations", node);
        this.#path.pop();
      }
      within(key, value) {
        this.#path.push(key);
        this.#visit(value);
        this.#path.pop();
      }
      #visit(node) {
        if (node.kind === "seq") for (const item of node.items) this.#visit(item);
        if (node.kind !== "map") return;
        for (const { key, value } of node.entries) {
          if (key.kind !== "scalar") continue;
          if (value.kind === "scalar") this.#look(key.value, value, node);
          else this.within(key.value, value);
        }
      }
      #look(key, node, parent) {
        const renamed2 = this.#candidates.renamed(node.value);
        if (renamed2.length === 0) return;
        const path = [...this.#path, key];
        const meant2 = renamed2.find((candidate) => this.#isMeant(candidate, parent, path));
        if (meant2 === void 0 || isLocalConfig(this.#referrer)) return;
        const field3 = path.map((step2) => step2.replaceAll("/", "\\/")).join("/");
        const { kind } = meant2.id;
        const why = { reason: "no rule covers the field", hint: byConfiguration(this.#referrer.id.kind, field3) };
        this.#warn(() => staleReference({ referrer: this.#referrer, node, field: field3, kind, why }));
      }
      #isMeant(candidate, parent, path) {
        const { id } = candidate;
        const kind = path.at(-1) === "name" ? get2(parent, "kind") : void 0;
        if (kind === void 0 ? !isAbout(candidate, path) : scalarText(kind) !== id.kind) return false;
        const group = groupIn(parent);
        if (kind !== void 0 && group !== void 0 && group !== id.group) return false;
        const namespace = get2(parent, "namespace");
        if (namespace !== void 0) return scalarText(namespace) === id.namespace;
        const own = this.#referrer.id.effectiveNamespace;
        return own === id.effectiveNamespace || own === CLUSTER_SCOPE || id.effectiveNamespace === CLUSTER_SCOPE;
      }
    };
  }
});

// src/build/name-references.ts
function fixNameReferences(resources, nameReferences2, warn) {
  const candidates = new Candidates(resources.items);
  candidates.checkBindings(resources.items);
  const tries = triesFor(nameReferences2);
  for (const referrer of resources.items) {
    if (referrer.node === void 0) continue;
    checkTime();
    for (const { node, rule } of findReferences(referrer, triesOf(tries, referrer.originalId, nameReferences2))) {
      rewrite(node, { referrer, rule }, candidates, warn);
    }
  }
  warnOfUncovered(resources.items, candidates, warn);
}
function findReferences(referrer, trie) {
  try {
    return trie.find(referrer.node);
  } catch (thrown) {
    throw about(thrown, referrer.describe(), referrer.origin, `the references of ${referrer.describe()}: `);
  }
}
function triesFor(nameReferences2) {
  let tries = compiled2.get(nameReferences2);
  if (tries === void 0) compiled2.set(nameReferences2, tries = /* @__PURE__ */ new Map());
  return tries;
}
function triesOf(tries, gvk2, nameReferences2) {
  const key = `${apiVersionOf(gvk2)} ${gvk2.kind}`;
  let trie = tries.get(key);
  if (trie === void 0) {
    trie = new FieldTrie();
    for (const target of nameReferences2) {
      for (const spec of target.fieldSpecs) {
        if (selectedBy(gvk2, spec)) trie.add(spec.path, { target, path: spec.path });
      }
    }
    tries.set(key, trie);
  }
  return trie;
}
function rewrite(node, reference2, candidates, warn) {
  if (isNull(node)) return;
  if (node.kind === "scalar") rewriteName(node, reference2, candidates, warn);
  else if (node.kind === "map") rewriteMap(node, reference2, candidates, warn);
  else for (const item of node.items) rewrite(item, reference2, candidates, warn);
}
function rewriteName(node, reference2, candidates, warn) {
  const found = candidates.named(node.value, reference2.referrer);
  const target = pick(found, reference2, node, (a, b) => a.id.name === b.id.name);
  if (target === void 0) warnOfStale({ ...reference2, node }, candidates, warn);
  else if (target.id.name !== node.value) setScalar(node, scalar(target.id.name));
}
function rewriteMap(node, reference2, candidates, warn) {
  const nameNode = get2(node, "name");
  if (nameNode === void 0) {
    throw failure("field-path", `${reference2.rule.path} is configured to hold a reference, but has no name`, {
      ...locate(node),
      object: reference2.referrer.describe(),
      hint: "Give it a name, or correct the nameReference configuration."
    });
  }
  const oldName = nameNode.kind === "scalar" ? nameNode.value : "";
  const namespaceNode = get2(node, "namespace");
  let found = candidates.named(oldName, reference2.referrer);
  if (namespaceNode !== void 0) {
    const namespace = namespaceNode.kind === "scalar" ? namespaceNode.value : "";
    found = candidates.inNamespace(found, namespace, reference2.referrer);
  }
  const same2 = (a, b) => a.id.name === b.id.name && a.id.namespace === b.id.namespace;
  const target = pick(found, reference2, node, same2);
  if (target === void 0) warnOfStale({ ...reference2, node: nameNode, map: node }, candidates, warn);
  if (target === void 0 || target.id.name === oldName && target.id.namespace === "") return;
  setField(node, "name", scalar(target.id.name));
  if (target.id.namespace !== "") setField(node, "namespace", scalar(target.id.namespace));
}
function pick(named3, { referrer, rule }, node, interchangeable) {
  if (named3.length === 0) return void 0;
  const role = rule.path.endsWith("roleRef/name") ? roleRef(referrer) : void 0;
  let left = named3.filter(
    (candidate) => candidate.wasOfKind(rule.target) && (role === void 0 || candidate.wasOfKind(role)) && isInReach(referrer, candidate)
  );
  if (left.length <= 1) return left[0];
  left = left.filter((candidate) => sameContext(candidate, referrer, true));
  if (left.length > 1) left = left.filter((candidate) => sameContext(candidate, referrer, false));
  const [first, ...others] = left;
  if (first === void 0 || others.every((other) => interchangeable(first, other))) return first;
  throw failure(
    "ambiguous-reference",
    `${rule.path} of ${referrer.describe()} may mean any of ${left.map((one) => describeId(one.id)).join(", ")}`,
    { ...locate(node) ?? referrer.origin, object: referrer.describe(), hint: "Give the objects names that differ." }
  );
}
function roleRef(referrer) {
  const ref = get2(referrer.node, "roleRef");
  const [group, kind] = [get2(ref, "apiGroup"), get2(ref, "kind")];
  if (group === void 0 || kind === void 0) return void 0;
  return { group: scalarText(group), kind: scalarText(kind) };
}
function isInReach(referrer, candidate) {
  const [from, to] = [referrer.id, candidate.id];
  return from.effectiveNamespace === CLUSTER_SCOPE || to.effectiveNamespace === CLUSTER_SCOPE || to.kind === "ServiceAccount" || from.effectiveNamespace === to.effectiveNamespace;
}
function sameContext(a, b, lenient2) {
  return sameTail(a.prefixes, b.prefixes, lenient2) && sameTail(a.suffixes, b.suffixes, lenient2);
}
function sameTail(a, b, lenient2) {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length === 0) return lenient2 || long.length === 0;
  const offset = long.length - short.length;
  return short.every((text6, index) => text6 === long[index + offset]);
}
var compiled2;
var init_name_references = __esm({
  "src/build/name-references.ts"() {
    "use strict";
    init_diagnostics();
    init_field_trie();
    init_resource();
    init_resource_id();
    init_set_field();
    init_time_limit();
    init_node();
    init_reference_candidates();
    init_stale_references();
    init_uncovered_references();
    compiled2 = /* @__PURE__ */ new WeakMap();
  }
});

// src/build/output-order.ts
function checkSortOptions(options) {
  if (options === void 0) return;
  if (options.order !== "fifo" && options.order !== "legacy") {
    throw failure("invalid-value", "the field 'sortOptions.order' must be one of [fifo, legacy]", {
      ...options.location
    });
  }
  if (options.order === "fifo" && options.legacySortOptions !== void 0) {
    throw failure(
      "invalid-value",
      "the field 'sortOptions.legacySortOptions' is set but the selected sort order is 'fifo'",
      {
        ...options.legacySortOptions.location,
        hint: "Remove legacySortOptions, or set the order to legacy."
      }
    );
  }
}
function sortOutput(resources, options, reorder) {
  const order = options?.order ?? (reorder === "none" ? "fifo" : "legacy");
  if (order === "fifo") return;
  const { orderFirst, orderLast } = options?.legacySortOptions ?? { orderFirst: kindsFirst, orderLast: kindsLast };
  const ranks2 = kindRanks(orderFirst ?? [], orderLast ?? []);
  const keys = /* @__PURE__ */ new Map();
  for (const resource of resources.items) keys.set(resource, sortKey2(resource, ranks2));
  resources.sort((a, b) => compare(keys.get(a), keys.get(b)));
}
function sortKey2({ id }, ranks2) {
  return {
    rank: ranks2.get(id.kind) ?? 0,
    gvk: gvkSortText(id),
    id: `${gvkText(id)}|${id.namespace || "~X"}|${id.name || "~N"}`,
    isNamespace: id.kind === "Namespace",
    isCore: id.group === ""
  };
}
function gvkSortText(gvk2) {
  return `${gvk2.group || "~G"}_${gvk2.version || "~V"}_${gvk2.kind || "~K"}`;
}
function compare(a, b) {
  if (a.gvk === b.gvk) return bytewise(a.id, b.id);
  if (a.rank !== b.rank) return a.rank - b.rank;
  if (a.isNamespace && b.isNamespace && (a.isCore || b.isCore)) return bytewise(b.gvk, a.gvk);
  return bytewise(a.gvk, b.gvk);
}
var init_output_order = __esm({
  "src/build/output-order.ts"() {
    "use strict";
    init_diagnostics();
    init_kind_order();
    init_bytewise();
    init_resource_id();
  }
});

// src/build/provenance.ts
function trackingOrigins(level) {
  const { buildMetadata = [] } = level.kustomization;
  return buildMetadata.length === 0 ? level : { ...level, position: { path: "" } };
}
function positionBelow({ position }, path) {
  if (position === void 0) return void 0;
  const url = parseGitReference(path);
  if (url === void 0) return { ...position, path: import_node_path11.posix.join(position.path, path) };
  const within2 = import_node_path11.posix.resolve("/", url.path).slice(1) || "notCloned";
  return { path: within2, repo: shownAddress(url.repository), ref: url.ref };
}
function positionKey(position) {
  return position === void 0 ? "" : JSON.stringify([position.path, position.repo, position.ref]);
}
function fromFile(level, path) {
  const origin2 = positionBelow(level, path);
  return origin2 && { origin: origin2, steps: [] };
}
function fromKustomization(level) {
  return fromFile(level, fileName(level));
}
function fieldOrigin(level, kind) {
  const { position } = level;
  if (position === void 0) return void 0;
  const { path, repo, ref } = position;
  return { repo, ref, configuredIn: import_node_path11.posix.join(path, fileName(level)), configuredBy: { apiVersion: "builtin", kind } };
}
function pluginOrigin({ id, provenance }) {
  if (provenance === void 0) return void 0;
  const { path, repo, ref } = provenance.origin;
  return {
    repo,
    ref,
    ...path !== void 0 && { configuredIn: path },
    configuredBy: { apiVersion: apiVersionOf(id), kind: id.kind, name: id.name, namespace: id.namespace }
  };
}
function fileName({ kustomization }) {
  return import_node_path11.posix.basename(kustomization.location.file.replace(/\?.*$/s, ""));
}
function recordStep(resources, step2) {
  const after = /* @__PURE__ */ new Map();
  for (const resource of resources) {
    writeAnnotationsAnew(resource);
    const before = resource.provenance;
    if (before === void 0) {
      resource.provenance = { origin: step2, steps: [] };
      continue;
    }
    let provenance = after.get(before);
    if (provenance === void 0) after.set(before, provenance = { ...before, steps: [...before.steps, step2] });
    resource.provenance = provenance;
  }
}
function writeAnnotationsAnew({ node }) {
  const metadata2 = get2(node, "metadata");
  if (metadata2?.kind === "map") writeTexts(metadata2, "annotations", textsUnder(metadata2, "annotations"));
}
function provenanceWriter({ origins, transformations }) {
  const written = /* @__PURE__ */ new Map();
  return ({ provenance }) => {
    if (provenance === void 0) return [];
    let annotations = written.get(provenance);
    if (annotations === void 0) {
      const { origin: origin2, steps } = provenance;
      annotations = [
        ...origins ? [[ORIGIN, encode(originNode(origin2))]] : [],
        ...transformations && steps.length > 0 ? [[TRANSFORMATIONS, encode(seq(steps.map(originNode)))]] : []
      ];
      written.set(provenance, annotations);
    }
    return annotations;
  };
}
function originNode({ path, repo, ref, configuredIn, configuredBy }) {
  return fields2({ path, repo, ref, configuredIn, configuredBy: configuredBy && fields2({ ...configuredBy }) });
}
function fields2(values) {
  const entries = [];
  for (const [key, value] of Object.entries(values)) {
    if (value) entries.push({ key: scalar(key), value: typeof value === "string" ? text3(value) : value });
  }
  return map(entries);
}
function text3(value) {
  const isOther2 = resolveTag(value) !== "!!str" || /^[\w.:+-]+$/.test(value) && isYaml11NonString(value);
  return scalar(value, "!!str", isOther2 ? "double" : "");
}
var import_node_path11;
var init_provenance = __esm({
  "src/build/provenance.ts"() {
    "use strict";
    import_node_path11 = __toESM(require_node_path(), 1);
    init_build_annotations();
    init_resource_id();
    init_text_map();
    init_sources();
    init_yaml();
    init_node();
    init_remote_references();
  }
});

// src/build/variable-text.ts
function parseVariableText(text6) {
  const parts = [];
  let literal = "";
  let rest = 0;
  let closes = true;
  for (let at3 = text6.indexOf("$"); at3 >= 0 && at3 + 1 < text6.length; at3 = text6.indexOf("$", rest)) {
    const next = text6.charAt(at3 + 1);
    const end = next === "(" && closes ? text6.indexOf(")", at3) : -1;
    if (next === "(") closes = end >= 0;
    literal += text6.slice(rest, at3);
    if (end >= 0) {
      if (literal !== "") parts.push({ text: literal });
      parts.push({ name: text6.slice(at3 + 2, end) });
      literal = "";
      rest = end + 1;
    } else {
      literal += next === "$" ? "$" : `$${next}`;
      rest = at3 + 2;
    }
  }
  literal += text6.slice(rest);
  if (literal !== "") parts.push({ text: literal });
  return parts;
}
var init_variable_text = __esm({
  "src/build/variable-text.ts"() {
    "use strict";
  }
});

// src/resource/re2/characters.ts
function ranges(chars) {
  return chars.split("").map((char) => [char.charCodeAt(0), char.charCodeAt(0)]);
}
function isWordChar(codePoint) {
  return word.some(([from, to]) => codePoint >= from && codePoint <= to);
}
function rangeTest(list3, ignoreCase) {
  if (!ignoreCase) return (codePoint) => list3.some(([from, to]) => codePoint >= from && codePoint <= to);
  const text6 = list3.map(([from, to]) => `\\u{${from.toString(16)}}-\\u{${to.toString(16)}}`).join("");
  return remembered3(new RegExp(`[${text6}]`, "iu"));
}
function propertyTest(name, ignoreCase) {
  if (name === "Any") return () => true;
  if (!/^\w+$/.test(name)) return void 0;
  for (const property of [`gc=${name}`, `sc=${name}`]) {
    try {
      return remembered3(new RegExp(`\\p{${property}}`, ignoreCase ? "iu" : "u"));
    } catch {
    }
  }
  return void 0;
}
function not(test2) {
  return (codePoint) => !test2(codePoint);
}
function remembered3(pattern) {
  const known = /* @__PURE__ */ new Map();
  return (codePoint) => {
    let result = known.get(codePoint);
    if (result === void 0) {
      result = pattern.test(String.fromCodePoint(codePoint));
      known.set(codePoint, result);
    }
    return result;
  };
}
var digits, upper, lower, letters2, word, perlClasses, posixClasses;
var init_characters2 = __esm({
  "src/resource/re2/characters.ts"() {
    "use strict";
    digits = [[48, 57]];
    upper = [[65, 90]];
    lower = [[97, 122]];
    letters2 = [...upper, ...lower];
    word = [...digits, ...letters2, [95, 95]];
    perlClasses = /* @__PURE__ */ new Map([
      ["d", digits],
      ["s", ranges("	\n\f\r ")],
      ["w", word]
    ]);
    posixClasses = /* @__PURE__ */ new Map([
      ["alnum", [...digits, ...letters2]],
      ["alpha", letters2],
      ["ascii", [[0, 127]]],
      ["blank", ranges("	 ")],
      ["cntrl", [[0, 31], ...ranges("\x7F")]],
      ["digit", digits],
      ["graph", [[33, 126]]],
      ["lower", lower],
      ["print", [[32, 126]]],
      ["punct", [[33, 47], [58, 64], [91, 96], [123, 126]]],
      // biome-ignore format: one line
      ["space", ranges("	\n\v\f\r ")],
      ["upper", upper],
      ["word", word],
      ["xdigit", [...digits, [65, 70], [97, 102]]]
    ]);
  }
});

// src/resource/re2/syntax.ts
function invalidPattern(problem2, part) {
  return failure("invalid-regex", `error parsing regexp: ${problem2}: \`${part}\``, {
    hint: "Patterns are RE2, as in Go: no lookaround and no backreferences."
  });
}
var init_syntax = __esm({
  "src/resource/re2/syntax.ts"() {
    "use strict";
    init_diagnostics();
  }
});

// src/resource/re2/parser.ts
function parsePattern(pattern) {
  return new Parser(pattern).parse();
}
function staysWithin(expression, limit) {
  switch (expression.op) {
    case "sequence":
      return expression.parts.every((part) => staysWithin(part, limit));
    case "choice":
      return expression.options.every((option) => staysWithin(option, limit));
    case "repeat": {
      const { min, max, body } = expression;
      if (max === Number.POSITIVE_INFINITY && min <= 1) return staysWithin(body, limit);
      if (max === 0) return true;
      const count = max === Number.POSITIVE_INFINITY ? min : max;
      return count <= limit && staysWithin(body, Math.floor(limit / Math.max(count, 1)));
    }
    default:
      return true;
  }
}
var MAX_REPEAT, MAX_DEPTH3, escapedControls, escapedAssertions, Parser;
var init_parser = __esm({
  "src/resource/re2/parser.ts"() {
    "use strict";
    init_characters2();
    init_syntax();
    MAX_REPEAT = 1e3;
    MAX_DEPTH3 = 1e3;
    escapedControls = /* @__PURE__ */ new Map([
      ["a", "\x07"],
      ["f", "\f"],
      ["n", "\n"],
      ["r", "\r"],
      ["t", "	"],
      ["v", "\v"]
    ]);
    escapedAssertions = /* @__PURE__ */ new Map([
      ["A", "text-start"],
      ["z", "text-end"],
      ["b", "word-boundary"],
      ["B", "no-word-boundary"]
    ]);
    Parser = class {
      #pattern;
      #at = 0;
      #depth = 0;
      #flags = { ignoreCase: false, multiLine: false, dotMatchesNewline: false };
      constructor(pattern) {
        this.#pattern = pattern;
      }
      parse() {
        const expression = this.#choice();
        if (this.#at < this.#pattern.length) throw invalidPattern("unexpected )", this.#pattern);
        return expression;
      }
      #take(text6) {
        if (!this.#pattern.startsWith(text6, this.#at)) return false;
        this.#at += text6.length;
        return true;
      }
      /** What a sticky expression finds here; the place moves behind it. */
      #match(expression) {
        expression.lastIndex = this.#at;
        const found = expression.exec(this.#pattern);
        if (found === null) return void 0;
        this.#at += found[0].length;
        return found;
      }
      #char() {
        const char = String.fromCodePoint(this.#pattern.codePointAt(this.#at));
        this.#at += char.length;
        return char;
      }
      #choice() {
        if (++this.#depth > MAX_DEPTH3) throw invalidPattern("expression nests too deeply", this.#pattern);
        const flags = this.#flags;
        const options = [this.#sequence()];
        while (this.#take("|")) options.push(this.#sequence());
        this.#flags = flags;
        this.#depth--;
        return options.length === 1 ? options[0] : { op: "choice", options };
      }
      #sequence() {
        const parts = [];
        while (this.#at < this.#pattern.length && !/[|)]/.test(this.#pattern[this.#at])) this.#item(parts);
        return { op: "sequence", parts };
      }
      #item(parts) {
        const start2 = this.#at;
        const repeat = this.#repetition();
        if (repeat !== void 0) {
          parts.push(this.#repeat(parts.pop(), repeat, start2));
          return;
        }
        if (this.#take("(")) {
          const group = this.#group(start2);
          if (group !== void 0) parts.push(group);
          return;
        }
        if (this.#take("\\Q")) {
          const end = this.#pattern.indexOf("\\E", this.#at);
          const text6 = this.#pattern.slice(this.#at, end < 0 ? void 0 : end);
          this.#at += text6.length + (end < 0 ? 0 : 2);
          for (const char of text6) parts.push(this.#literal(char));
          return;
        }
        parts.push(this.#atom());
      }
      #atom() {
        const { multiLine, dotMatchesNewline } = this.#flags;
        if (this.#take("^")) return { op: "assertion", assertion: multiLine ? "line-start" : "text-start" };
        if (this.#take("$")) return { op: "assertion", assertion: multiLine ? "line-end" : "text-end" };
        if (this.#take("."))
          return { op: "class", test: dotMatchesNewline ? () => true : (codePoint) => codePoint !== 10 };
        if (this.#take("[")) return { op: "class", test: this.#class(this.#at - 1) };
        const assertion = this.#match(/\\([AzbB])/y)?.[1];
        if (assertion !== void 0) return { op: "assertion", assertion: escapedAssertions.get(assertion) };
        const test2 = this.#namedClass();
        return test2 === void 0 ? this.#literal(this.#escapedChar()) : { op: "class", test: test2 };
      }
      #literal(char) {
        if (!this.#flags.ignoreCase) return { op: "literal", char };
        const codePoint = char.codePointAt(0);
        return { op: "class", test: rangeTest([[codePoint, codePoint]], true) };
      }
      /** `*`, `+`, `?` or `{n,m}`; braces that hold anything else are literal. */
      #repetition() {
        const found = this.#match(/(?:([*+?])|\{(0|[1-9]\d*)(,(0|[1-9]\d*)?)?\})\??/y);
        if (found === void 0) return void 0;
        const [, sign, from, comma, to] = found;
        if (sign === "*") return [0, Number.POSITIVE_INFINITY];
        if (sign === "+") return [1, Number.POSITIVE_INFINITY];
        if (sign === "?") return [0, 1];
        const min = Number(from);
        return [min, comma === void 0 ? min : to === void 0 ? Number.POSITIVE_INFINITY : Number(to)];
      }
      #repeat(body, [min, max], start2) {
        const end = this.#at;
        const text6 = this.#pattern.slice(start2, end);
        if (min > MAX_REPEAT || min > max || max > MAX_REPEAT && max !== Number.POSITIVE_INFINITY) {
          throw invalidPattern("invalid repeat count", text6);
        }
        if (body === void 0) throw invalidPattern("missing argument to repetition operator", text6);
        if (this.#repetition() !== void 0) {
          throw invalidPattern("invalid nested repetition operator", this.#pattern.slice(start2, this.#at));
        }
        const expression = { op: "repeat", body, min, max };
        if (text6.startsWith("{") && (min >= 2 || max >= 2 && max !== Number.POSITIVE_INFINITY)) {
          if (!staysWithin(expression, MAX_REPEAT)) throw invalidPattern("invalid repeat count", text6);
        }
        return expression;
      }
      /** Behind `(`. Undefined for `(?flags)`, which hold for the rest of the enclosing group. */
      #group(start2) {
        const before = this.#flags;
        if (this.#take("?")) {
          if (this.#pattern.startsWith("P<", this.#at) || this.#pattern.startsWith("<", this.#at)) this.#groupName(start2);
          else if (this.#groupFlags(start2) === ")") return void 0;
        }
        const body = this.#choice();
        if (!this.#take(")")) throw invalidPattern("missing closing )", this.#pattern);
        this.#flags = before;
        return body;
      }
      #groupName(start2) {
        if (this.#match(/P?<\w+>/y) !== void 0) return;
        const end = this.#pattern.indexOf(">", this.#at);
        throw invalidPattern("invalid named capture", this.#pattern.slice(start2, end < 0 ? void 0 : end + 1));
      }
      #groupFlags(start2) {
        const found = this.#match(/([imsU]*)(?:-([imsU]+))?([:)])/y);
        if (found === void 0) {
          this.#match(/[imsU]*-?[imsU]*/y);
          throw invalidPattern("invalid or unsupported Perl syntax", this.#pattern.slice(start2, this.#at + 1));
        }
        const [, on = "", off = "", end] = found;
        const flag = (letter, now) => (now || on.includes(letter)) && !off.includes(letter);
        const { ignoreCase, multiLine, dotMatchesNewline } = this.#flags;
        this.#flags = {
          ignoreCase: flag("i", ignoreCase),
          multiLine: flag("m", multiLine),
          dotMatchesNewline: flag("s", dotMatchesNewline)
        };
        return end;
      }
      /** `\d`, `\pL`, `\p{Greek}`, `\P{^Lu}` and the like, inside brackets as well as outside. */
      #namedClass() {
        const perl = this.#match(/\\([dswDSW])/y)?.[1];
        if (perl !== void 0) {
          const test3 = rangeTest(perlClasses.get(perl.toLowerCase()), this.#flags.ignoreCase);
          return perl === perl.toLowerCase() ? test3 : not(test3);
        }
        const found = this.#match(/\\([pP])(?:\{(\^?)([^}]*)\}|([^{]))/uy);
        if (found === void 0) return void 0;
        const [text6, letter, negation = "", long, short] = found;
        const test2 = propertyTest(long ?? short, this.#flags.ignoreCase);
        if (test2 === void 0) throw invalidPattern("invalid character class range", text6);
        return letter === "P" === (negation === "^") ? test2 : not(test2);
      }
      /** Behind `[`. */
      #class(start2) {
        const negated = this.#take("^");
        const tests = [];
        const list3 = [];
        for (let first = true; first || !this.#take("]"); first = false) {
          if (this.#at >= this.#pattern.length) throw invalidPattern("missing closing ]", this.#pattern.slice(start2));
          const test2 = this.#posixClass() ?? this.#namedClass();
          if (test2 === void 0) list3.push(this.#range(start2));
          else tests.push(test2);
        }
        if (list3.length > 0) tests.push(rangeTest(list3, this.#flags.ignoreCase));
        return (codePoint) => tests.some((test2) => test2(codePoint)) !== negated;
      }
      #posixClass() {
        const found = this.#match(/\[:(\^?)(.*?):\]/sy);
        if (found === void 0) return void 0;
        const known = posixClasses.get(found[2]);
        if (known === void 0) throw invalidPattern("invalid character class range", found[0]);
        const test2 = rangeTest(known, this.#flags.ignoreCase);
        return found[1] === "^" ? not(test2) : test2;
      }
      #range(classStart) {
        const start2 = this.#at;
        const from = this.#escapedChar().codePointAt(0);
        if (this.#match(/-(?!\])/y) === void 0) return [from, from];
        if (this.#at >= this.#pattern.length) throw invalidPattern("missing closing ]", this.#pattern.slice(classStart));
        const to = this.#escapedChar().codePointAt(0);
        if (to < from) throw invalidPattern("invalid character class range", this.#pattern.slice(start2, this.#at));
        return [from, to];
      }
      /** One character, escaped or plain. */
      #escapedChar() {
        const start2 = this.#at;
        if (!this.#take("\\")) return this.#char();
        if (this.#at >= this.#pattern.length) throw invalidPattern("trailing backslash at end of expression", "");
        const octal = this.#match(/0[0-7]{0,2}|[1-7][0-7]{1,2}/y)?.[0];
        if (octal !== void 0) return String.fromCodePoint(Number.parseInt(octal, 8));
        const hex = this.#match(/x(?:([0-9A-Fa-f]{2})|\{([0-9A-Fa-f]+)\})/y);
        const codePoint = hex === void 0 ? void 0 : Number.parseInt(hex[1] ?? hex[2], 16);
        if (codePoint !== void 0 && codePoint <= 1114111) return String.fromCodePoint(codePoint);
        const char = codePoint === void 0 ? this.#char() : "";
        const control = escapedControls.get(char);
        if (control !== void 0) return control;
        if (/^[^A-Za-z0-9\u0080-\u{10ffff}]$/u.test(char)) return char;
        throw invalidPattern("invalid escape sequence", this.#pattern.slice(start2, this.#at));
      }
    };
  }
});

// src/resource/re2/program.ts
function compileProgram(expression) {
  const program = [];
  emit2(expression, program);
  program.push({ op: "match" });
  return program;
}
function emit2(expression, program) {
  if (program.length > MAX_SIZE) throw invalidPattern("expression too large", `${MAX_SIZE} steps`);
  switch (expression.op) {
    case "literal": {
      const wanted = expression.char.codePointAt(0);
      program.push({ op: "char", test: (codePoint) => codePoint === wanted });
      return;
    }
    case "class":
      program.push({ op: "char", test: expression.test });
      return;
    case "assertion":
      program.push({ op: "assert", assertion: expression.assertion });
      return;
    case "sequence":
      for (const part of expression.parts) emit2(part, program);
      return;
    case "choice":
      emitChoice(expression.options, program);
      return;
    case "repeat":
      emitRepeat(expression.body, expression.min, expression.max, program);
  }
}
function emitChoice(options, program) {
  const jumps = [];
  for (const [index, option] of options.entries()) {
    const fork = index < options.length - 1 ? pushFork(program) : void 0;
    emit2(option, program);
    if (fork === void 0) continue;
    jumps.push(pushFork(program));
    fork.second = program.length;
  }
  for (const jump of jumps) jump.first = jump.second = program.length;
}
function emitRepeat(body, min, max, program) {
  for (let count = 0; count < min; count++) emit2(body, program);
  if (max === Number.POSITIVE_INFINITY) {
    const start2 = program.length;
    const fork = pushFork(program);
    emit2(body, program);
    const back = pushFork(program);
    back.first = back.second = start2;
    fork.second = program.length;
    return;
  }
  const forks = [];
  for (let count = min; count < max; count++) {
    forks.push(pushFork(program));
    emit2(body, program);
  }
  for (const fork of forks) fork.second = program.length;
}
function pushFork(program) {
  const next = program.length + 1;
  const fork = { op: "fork", first: next, second: next };
  program.push(fork);
  return fork;
}
function searchFor(program, limit = MAX_STEPS_OF_ALL) {
  let spent = 0;
  return (text6) => {
    const { found, steps } = runProgram(program, text6);
    spent += steps;
    if (spent > limit) throw tooCostly(text6);
    return found;
  };
}
function runProgram(program, text6) {
  const codePoints = Array.from(text6, (char) => char.codePointAt(0));
  const reached = new Int32Array(program.length).fill(-1);
  let steps = 0;
  let waiting = [];
  for (let place = 0; place <= codePoints.length; place++) {
    const pending = [0, ...waiting];
    const next = [];
    while (pending.length > 0) {
      const at3 = pending.pop();
      if (reached[at3] === place) continue;
      reached[at3] = place;
      if (++steps > MAX_STEPS2) throw tooCostly(text6);
      const instruction = program[at3];
      if (instruction.op === "match") return { found: true, steps };
      if (instruction.op === "fork") pending.push(instruction.first, instruction.second);
      else if (instruction.op === "assert") {
        if (holds(instruction.assertion, codePoints, place)) pending.push(at3 + 1);
      } else if (place < codePoints.length && instruction.test(codePoints[place])) {
        next.push(at3 + 1);
      }
    }
    waiting = next;
  }
  return { found: false, steps };
}
function holds(assertion, codePoints, place) {
  const before = codePoints[place - 1];
  const after = codePoints[place];
  switch (assertion) {
    case "text-start":
      return before === void 0;
    case "text-end":
      return after === void 0;
    case "line-start":
      return before === void 0 || before === 10;
    case "line-end":
      return after === void 0 || after === 10;
    default: {
      const isBoundary = isWord2(before) !== isWord2(after);
      return isBoundary === (assertion === "word-boundary");
    }
  }
}
function isWord2(codePoint) {
  return codePoint !== void 0 && isWordChar(codePoint);
}
function tooCostly(text6) {
  return failure("regex-too-costly", `a pattern takes too long on a text of ${text6.length} characters`, {
    hint: "Write a shorter pattern."
  });
}
var MAX_SIZE, MAX_STEPS2, MAX_STEPS_OF_ALL;
var init_program = __esm({
  "src/resource/re2/program.ts"() {
    "use strict";
    init_diagnostics();
    init_characters2();
    init_syntax();
    MAX_SIZE = 1e5;
    MAX_STEPS2 = 2e7;
    MAX_STEPS_OF_ALL = 2e8;
  }
});

// src/resource/re2.ts
function compileRegex(pattern) {
  try {
    return compile(pattern);
  } catch (thrown) {
    if (thrown instanceof KrmError) return void 0;
    throw thrown;
  }
}
function compileAnchored(pattern, location) {
  if (pattern === "") return () => true;
  if (PLAIN_NAME.test(pattern)) return (text6) => text6 === pattern;
  if (pattern === ANYTHING) return (text6) => !text6.includes("\n");
  const matches3 = located(location, () => compile(`^(?:${pattern})$`));
  return (text6) => located(location, () => matches3(text6));
}
function located(location, work) {
  try {
    return work();
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    throw new KrmError(thrown.diagnostics.map((diagnostic) => ({ ...diagnostic, ...location })));
  }
}
function compile(pattern) {
  const expression = parsePattern(pattern);
  const literal = literalMatcher(expression);
  if (literal !== void 0) return literal;
  return searchFor(compileProgram(expression));
}
function literalMatcher(expression) {
  const parts = flatten(expression);
  const fromStart = isAssertion(parts[0], "text-start");
  const toEnd = isAssertion(parts.at(-1), "text-end");
  let wanted = "";
  for (const part of parts.slice(fromStart ? 1 : 0, toEnd ? -1 : void 0)) {
    if (part.op !== "literal") return void 0;
    wanted += part.char;
  }
  if (fromStart && toEnd) return (text6) => text6 === wanted;
  if (fromStart) return (text6) => text6.startsWith(wanted);
  return toEnd ? (text6) => text6.endsWith(wanted) : (text6) => text6.includes(wanted);
}
function flatten(expression) {
  return expression.op === "sequence" ? expression.parts.flatMap(flatten) : [expression];
}
function isAssertion(expression, assertion) {
  return expression?.op === "assertion" && expression.assertion === assertion;
}
var PLAIN_NAME, ANYTHING;
var init_re2 = __esm({
  "src/resource/re2.ts"() {
    "use strict";
    init_diagnostics();
    init_parser();
    init_program();
    PLAIN_NAME = /^[\w-]+$/;
    ANYTHING = ".*";
  }
});

// src/builtins/replacement-path.ts
function lookUp(root, path, location) {
  const node = lookUpNullable(root, path, location);
  return node === void 0 || isNull(node) ? void 0 : node;
}
function lookUpNullable(root, path, location) {
  const lookup2 = { path, location };
  let node = root;
  for (const raw of path) {
    const part = raw.trim();
    if (part === "") continue;
    node = isNull(node) ? void 0 : step(node, part, lookup2);
    if (node === void 0) return void 0;
  }
  return node;
}
function step(node, part, lookup2) {
  if (/^[+-]?\d+$/.test(part)) {
    if (part.startsWith("-")) throw lookupFailed(`array index ${Number(part)} cannot be negative`, lookup2);
    return expect(node, "seq", lookup2).items[Number(part)];
  }
  if (part === "-") return expect(node, "seq", lookup2).items.at(-1);
  if (part === "*") throw lookupFailed("a wildcard is not supported in a source", lookup2);
  if (!isListMatcher(part)) return get2(expect(node, "map", lookup2), part);
  const matcher = splitMatcher(part);
  if (matcher === void 0) throw lookupFailed(matcherProblem(part), lookup2);
  return expect(node, "seq", lookup2).items.find(
    (item) => matcher.key === "" ? item.kind === "scalar" && item.value === matcher.value : textUnder(item, matcher.key) === matcher.value
  );
}
function textUnder(item, key) {
  const value = get2(item, key);
  return value?.kind === "scalar" ? value.value : void 0;
}
function expect(node, kind, lookup2) {
  if (node.kind === kind) return node;
  throw lookupFailed(kindProblem(node, kind), lookup2);
}
function lookupFailed(problem2, { path, location }) {
  const field3 = `\`${path.join(".")}\``;
  return failure("field-not-found", `error looking up replacement source: ${field3}: ${problem2}`, { ...location });
}
function kindProblem(node, expected) {
  const names2 = { map: "a map", seq: "a list", scalar: "a single value" };
  return `${names2[expected]} is expected where ${names2[node.kind]} stands`;
}
function isListMatcher(part) {
  return part.startsWith("[") && part.endsWith("]");
}
function splitMatcher(part) {
  const inner = part.slice(1, -1);
  const equals = inner.indexOf("=");
  return equals < 0 ? void 0 : { key: inner.slice(0, equals), value: inner.slice(equals + 1) };
}
function matcherProblem(part) {
  return `${part} must contain fieldName=fieldValue to match elements of a list`;
}
function matchPath(node, path, trail) {
  const part = path[0];
  if (part === void 0) return [node];
  const rest = path.slice(1);
  if (/^\+?\d+$/.test(part)) return matchIndex(node, Number(part), rest, trail);
  if (isListMatcher(part)) return matchElements(node, part, rest, trail);
  if (part === "*") return matchAll(elementsOf(node), rest, trail);
  return matchField(node, part, rest, trail);
}
function matchField(node, name, rest, trail) {
  if (name === "") return "the path has an empty element";
  if (node.kind !== "map" && !isNull(node)) return kindProblem(node, "map");
  let field3 = get2(node, name);
  if (field3 === void 0) {
    if (trail.create === void 0) return [];
    field3 = make2(rest[0], trail.create);
    if (node.kind === "map") setField(node, name, field3);
    else trail.isLost = true;
  }
  if (field3.kind === "scalar" && rest.length > 0) return matchInText(field3.value, rest, trail);
  return matchPath(field3, rest, trail);
}
function matchInText(text6, rest, trail) {
  const parsed = parseStructured(text6);
  if (parsed === void 0) return "a single value stands where the path goes on";
  trail.isLost = true;
  return matchPath(parsed, rest, trail);
}
function parseStructured(text6) {
  try {
    return parseText(text6, "the text of a field");
  } catch {
    return void 0;
  }
}
function matchIndex(node, index, rest, trail) {
  const items = elementsOf(node);
  if (typeof items === "string") return items;
  if (items.length === index && trail.create !== void 0 && node.kind === "seq")
    node.items.push(make2(rest[0], trail.create));
  const item = items[index];
  if (item === void 0) return `index ${index} specified but only ${items.length} elements found`;
  return matchPath(item, rest, trail);
}
function matchElements(node, part, rest, trail) {
  const matcher = splitMatcher(part);
  if (matcher === void 0) return matcherProblem(part);
  const matches3 = compileRegex(matcher.value);
  if (matches3 === void 0) return `"${matcher.value}" is no regular expression`;
  const found = matchIn(node, matcher.key, matches3, rest, trail);
  if (typeof found === "string" || found.length > 0 || trail.create === void 0 || node.kind !== "seq") return found;
  const element2 = matcher.key === "" ? scalar(matcher.value) : map([{ key: scalar(matcher.key), value: scalar(matcher.value) }]);
  node.items.push(element2);
  return matchIn(seq([element2]), matcher.key, matches3, rest, trail);
}
function matchIn(node, key, matches3, rest, trail) {
  const items = elementsOf(node);
  if (typeof items === "string") return items;
  const fits = (value) => value !== void 0 && matches3(encode(value).trim());
  if (key === "") return items.filter(fits);
  return matchAll(
    items.filter((item) => fits(get2(item, key))),
    rest,
    trail
  );
}
function matchAll(items, rest, trail) {
  if (typeof items === "string") return items;
  const found = [];
  for (const item of items) {
    const matched = matchPath(item, rest, trail);
    if (typeof matched === "string") return matched;
    found.push(...matched);
  }
  return found;
}
function elementsOf(node) {
  if (node.kind === "seq") return node.items;
  return isNull(node) ? [] : kindProblem(node, "seq");
}
function make2(next, create) {
  if (next === void 0 || next === "") return ofKind(create);
  return isListMatcher(next) || /^\+?\d+$/.test(next) ? seq() : map();
}
function ofKind(kind) {
  if (kind === "map") return map();
  return kind === "seq" ? seq() : scalar("");
}
var init_replacement_path = __esm({
  "src/builtins/replacement-path.ts"() {
    "use strict";
    init_diagnostics();
    init_re2();
    init_set_field();
    init_yaml();
    init_node();
  }
});

// src/build/variables.ts
function declareVariables(declared, into, resources) {
  for (const variable2 of declared) {
    const found = objectsOf2(variable2, resources);
    if (found.length > 1) throw ambiguous(variable2, found);
    found[0]?.variables.push(variable2.name);
  }
  addVariables(into, declared);
}
function addVariables(into, more) {
  for (const variable2 of more) {
    const present2 = into.get(variable2.name);
    if (present2 !== void 0) throw conflict3(variable2, present2);
    into.set(variable2.name, variable2);
  }
}
function objectsOf2({ objref }, resources) {
  if (objref === void 0) return [];
  const { name = "", namespace = "" } = objref;
  const { group, version: version3, kind } = targetKind(objref);
  const isMeant = (id) => id.name === name && id.kind === kind && id.group === group && id.version === version3 && (namespace === "" || id.effectiveNamespace === namespace && namespace !== CLUSTER_SCOPE);
  return resources.byAnyName(name).filter((resource) => resource.allIds().some(isMeant));
}
function targetKind({ apiVersion = "", group = "", version: version3 = "", kind = "" }) {
  const parts = apiVersion.split("/").length;
  if (apiVersion === "" || parts > 2) return { group, version: version3, kind };
  return parts === 1 ? { group, version: apiVersion, kind } : { ...parseApiVersion(apiVersion), kind };
}
function ambiguous({ name, objref, fieldref, location }, found) {
  const names2 = found.map(({ id }) => describeId(id)).join(", ");
  const field3 = fieldref?.fieldPath || DEFAULT_FIELD_PATH;
  return failure("ambiguous-variable", `the variable ${name} may read ${field3} of ${found.length} objects: ${names2}`, {
    ...objref?.location ?? location,
    hint: "Add the namespace to its `objref`, or declare it in the kustomization that adds the object."
  });
}
function conflict3({ name, location }, present2) {
  const [here, there] = [formatLocation(location), formatLocation(present2.location)];
  const problem2 = here === there ? "its kustomization is included more than once" : `there is one at ${there}`;
  return failure("variable-conflict", `the variable ${name} is there already: ${problem2}`, {
    ...location,
    hint: "Rename one of them, or declare it once, in a kustomization that includes both."
  });
}
var DEFAULT_FIELD_PATH;
var init_variables = __esm({
  "src/build/variables.ts"() {
    "use strict";
    init_diagnostics();
    init_resource_id();
    DEFAULT_FIELD_PATH = "metadata.name";
  }
});

// src/build/variable-values.ts
function resolveVariables(variables, resources) {
  const objects = /* @__PURE__ */ new Map();
  for (const resource of resources) {
    for (const name of resource.variables) if (!objects.has(name)) objects.set(name, resource);
  }
  const values = /* @__PURE__ */ new Map();
  const problems = [];
  for (const variable2 of variables.values()) {
    try {
      const object2 = objects.get(variable2.name);
      if (object2 === void 0) throw withoutObject(variable2);
      values.set(variable2.name, valueOf3(variable2, object2));
    } catch (thrown) {
      if (!(thrown instanceof KrmError)) throw thrown;
      problems.push(...thrown.diagnostics);
    }
  }
  if (problems.length > 0) throw new KrmError(problems);
  return values;
}
function withoutObject({ name, objref, location }) {
  const kind = targetKind(objref ?? { location });
  const target = [apiVersionOf(kind), kind.kind, objref?.name ?? ""].filter((part) => part !== "").join(" ");
  return failure("variable-without-object", `the variable ${name} reads ${target || "no object"}, which is not there`, {
    ...objref?.location ?? location,
    hint: "Name an object of this kustomization or of what it includes, as its file does: apiVersion, kind and name."
  });
}
function valueOf3(variable2, object2) {
  const path = variable2.fieldref?.fieldPath || DEFAULT_FIELD_PATH;
  const node = fieldAt(object2, path);
  if (node !== void 0 && node.kind !== "scalar") return void 0;
  const value = node && scalarValue3(node);
  if (value !== void 0) return value;
  const problem2 = node === void 0 ? "which has no such field" : "where the number is not a decimal one";
  throw failure(
    "variable-without-field",
    `the variable ${variable2.name} reads ${path} of ${object2.describe()}, ${problem2}`,
    {
      ...variable2.fieldref?.location ?? variable2.location,
      object: object2.describe(),
      hint: "Correct the `fieldPath`, or the field."
    }
  );
}
function fieldAt({ node }, path) {
  try {
    return node && lookUpNullable(node, splitFieldPath(path).flatMap(splitIndex));
  } catch (thrown) {
    if (thrown instanceof KrmError) return void 0;
    throw thrown;
  }
}
function splitIndex(segment) {
  const [, name = "", index] = /^(.*)\[(\d+)\]$/s.exec(segment) ?? [];
  if (index === void 0) return [segment];
  return name === "" ? [index] : [name, index];
}
function scalarValue3({ tag, value }) {
  if (tag === "!!int") return integerValue(value);
  if (tag === "!!bool") return same(tag, value.toLowerCase());
  if (tag !== "!!float") return same("!!str", value);
  const number2 = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value) ? Number(value) : Number.NaN;
  if (!Number.isFinite(number2)) return void 0;
  return { tag, text: plainDecimal(number2), spliced: formatFloat64(number2) };
}
function integerValue(value) {
  if (!/^[+-]?\d+$/.test(value)) return void 0;
  const number2 = BigInt(value.replace("+", ""));
  return BigInt.asIntN(64, number2) === number2 ? same("!!int", String(number2)) : void 0;
}
function same(tag, text6) {
  return { tag, text: text6, spliced: text6 };
}
function plainDecimal(value) {
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  const [mantissa = "", power = "0"] = String(Math.abs(value)).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  if (power === "0") return sign + mantissa;
  const point = whole.length + Number(power);
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${whole}${fraction}`;
  return sign + (whole + fraction).padEnd(point, "0");
}
var init_variable_values = __esm({
  "src/build/variable-values.ts"() {
    "use strict";
    init_replacement_path();
    init_diagnostics();
    init_field_path();
    init_resource_id();
    init_yaml();
    init_variables();
  }
});

// src/build/variable-substitution.ts
function substituteVariables(variables, resources, fieldSpecs2) {
  if (variables.size === 0) return [];
  const values = resolveVariables(variables, resources.items);
  const substitution = new Substitution(values);
  const tries = /* @__PURE__ */ new Map();
  for (const resource of resources.items) {
    if (resource.node === void 0) continue;
    const fields3 = triesOf2(tries, resource, fieldSpecs2).find(resource.node);
    if (fields3.length === 0) continue;
    for (const { node } of fields3) substitution.substituteField(node, resource);
    resources.changed(resource);
  }
  const unused = [...variables.values()].filter(({ name }) => !substitution.used.has(name));
  return unused.map((variable2) => (values.get(variable2.name) === void 0 ? unusable : neverUsed)(variable2));
}
function triesOf2(tries, { id }, fieldSpecs2) {
  const key = `${apiVersionOf(id)} ${id.kind}`;
  let trie = tries.get(key);
  if (trie === void 0) {
    trie = new FieldTrie();
    for (const spec of fieldSpecs2) if (selectedBy(id, spec)) trie.add(spec.path, void 0);
    tries.set(key, trie);
  }
  return trie;
}
function neverUsed({ name, location }) {
  const message = `the variable ${name} is not used in any field that may hold variables`;
  const hint = "Remove it, or name the field under varReference in a file of `configurations`.";
  return { code: "unused-variable", severity: "notice", message, ...location, hint };
}
function unusable({ name, location }) {
  const message = `the variable ${name} stands for a map or a list, which is not substituted`;
  const hint = "Let its `fieldref` name a field with a single value.";
  return { code: "unused-variable", severity: "warning", message, ...location, hint };
}
function isText2(node) {
  return node.kind === "scalar" && (node.tag === "!!str" || node.tag === "");
}
function notText2(node, what, resource) {
  return failure("invalid-variable-field", `${what} is not a string in a field that may hold variables`, {
    ...locate(node) ?? resource.origin,
    object: resource.describe(),
    hint: "Quote it."
  });
}
var Substitution;
var init_variable_substitution = __esm({
  "src/build/variable-substitution.ts"() {
    "use strict";
    init_diagnostics();
    init_field_trie();
    init_resource_id();
    init_node();
    init_variable_text();
    init_variable_values();
    Substitution = class {
      used = /* @__PURE__ */ new Set();
      #values;
      constructor(values) {
        this.#values = values;
      }
      /** A text, the texts of a map, or a list of texts. Whatever is visited loses its quotes. */
      substituteField(node, resource) {
        if (isNull(node)) return;
        if (node.kind === "scalar") {
          if (isText2(node)) this.#substitute(node);
          return;
        }
        if (node.kind === "map") {
          for (const { key, value } of node.entries) {
            if (!isText2(key)) throw notText2(key, "a key", resource);
            if (isText2(value)) this.#substitute(value);
          }
          return;
        }
        for (const item of node.items) {
          if (!isText2(item)) throw notText2(item, "an element", resource);
          this.#substitute(item);
        }
      }
      #substitute(node) {
        const parts = parseVariableText(node.value);
        const [first] = parts;
        const whole = parts.length === 1 && first !== void 0 && "name" in first ? this.#value(first.name) : void 0;
        node.value = whole?.text ?? parts.map((part) => "text" in part ? part.text : this.#value(part.name)?.spliced ?? `$(${part.name})`).join("");
        node.tag = whole?.tag ?? "!!str";
        node.style = "";
      }
      #value(name) {
        const value = this.#values.get(name);
        if (value !== void 0) this.used.add(name);
        return value;
      }
    };
  }
});

// src/build/finish.ts
function finish2(level, accumulator, options) {
  const { resources, configuration = defaultConfiguration, variables } = accumulator;
  const { sortOptions: sortOptions2 } = level.kustomization;
  const warn = warnInto(level.context);
  const { trace } = level.context;
  hashTransformer.transform(resources, warn);
  trace?.step({ name: "hash" }, resources.items);
  fixNameReferences(resources, configuration.nameReference, warn);
  trace?.step({ name: "nameReference" }, resources.items);
  level.context.diagnostics.push(...substituteVariables(variables, resources, configuration.varReference));
  trace?.step({ name: "vars", variables }, resources.items);
  resources.filter((resource) => resource.node !== void 0 && !isLocalConfig2(resource.node));
  for (const resource of resources.items) checkIdentity(resource);
  resources.checkUnique();
  checkSortOptions(sortOptions2);
  sortOutput(resources, sortOptions2, options.reorder ?? "legacy");
  const asked2 = new Set(level.kustomization.buildMetadata?.map(({ text: text6 }) => text6));
  if (options.managedByLabel || asked2.has("managedByLabel"))
    labelTransformer(MANAGED_BY, [{ path: "metadata/labels", create: true }]).transform(resources, warn);
  trace?.step({ name: "managed-by" }, resources.items);
  const annotationsOf = provenanceWriter({
    origins: asked2.has("originAnnotations"),
    transformations: asked2.has("transformerAnnotations")
  });
  const built = resources.items.map((resource) => builtResource(resource, annotationsOf(resource)));
  trace?.step({ name: "output" }, resources.items);
  return built;
}
function isLocalConfig2(node) {
  const annotations = get2(get2(node, "metadata"), "annotations");
  if (get2(annotations, LOCAL_CONFIG) === void 0) return false;
  return metadataTexts(node, "annotations").get(LOCAL_CONFIG) !== "false";
}
function checkIdentity(resource) {
  const { id, originalId, lostName, origin: origin2 } = resource;
  if (id.kind !== "" && (id.name !== "" || id.kind.endsWith("List"))) return;
  if (id.kind !== "" && lostName !== void 0) throw lostName;
  const object2 = describeId(id.kind === "" || originalId.name !== "" ? originalId : id);
  throw failure("invalid-resource", `${object2} has lost its ${id.kind === "" ? "kind" : "metadata.name"}`, {
    ...origin2,
    object: object2,
    hint: "Find the patch or the replacement that removes it."
  });
}
function builtResource(resource, annotations) {
  const node = resource.node;
  cleanAnnotations(node, annotations);
  const { id } = resource;
  const yaml = printed(resource, node);
  const origin2 = resource.originLater();
  let value;
  return {
    apiVersion: apiVersionOf(id),
    kind: id.kind,
    namespace: id.namespace,
    name: id.name,
    baseName: resource.unhashedName ?? id.name,
    yaml,
    value: () => value ??= readPrinted(yaml),
    get origin() {
      return origin2();
    }
  };
}
function printed(resource, node) {
  try {
    return print(node);
  } catch (thrown) {
    throw valueProblem(thrown, resource, `${resource.describe()} cannot be printed`);
  }
}
function cleanAnnotations(node, more) {
  let metadata2 = get2(node, "metadata");
  if (metadata2?.kind !== "map") {
    setField(node, "metadata", map());
    metadata2 = get2(node, "metadata");
  }
  if (get2(metadata2, "annotations") === void 0 && more.length === 0) return;
  const kept = [...textsUnder(metadata2, "annotations")].filter(([key]) => !BUILD_ANNOTATIONS.has(key));
  writeTexts(metadata2, "annotations", new Map([...kept, ...more]));
}
var LOCAL_CONFIG, MANAGED_BY;
var init_finish = __esm({
  "src/build/finish.ts"() {
    "use strict";
    init_label_transformer();
    init_diagnostics();
    init_default_field_specs();
    init_build_annotations();
    init_resource_id();
    init_set_field();
    init_text_map();
    init_value_problem();
    init_yaml();
    init_node();
    init_context();
    init_hashes();
    init_name_references();
    init_output_order();
    init_provenance();
    init_variable_substitution();
    LOCAL_CONFIG = "config.kubernetes.io/local-config";
    MANAGED_BY = /* @__PURE__ */ new Map([["app.kubernetes.io/managed-by", "kustomize-(devel)"]]);
  }
});

// src/documents/crd-definitions.ts
function decodeCrdDefinitions(node, file) {
  const definitions = readDefinitions(node, file);
  const walk2 = new Walk(definitions, { file });
  for (const [name, properties] of definitions) {
    const isObject3 = ["kind", "apiVersion", "metadata"].every((field3) => get2(properties, field3) !== void 0);
    if (isObject3) walk2.addType(name, name.slice(name.lastIndexOf(".") + 1), [], []);
  }
  return { ...walk2.tables, location: { file } };
}
function readDefinitions(node, file) {
  if (node?.kind !== "map") throw invalid4(node, file, "it holds no definitions of types");
  const definitions = /* @__PURE__ */ new Map();
  for (const { key, value } of node.entries) {
    const name = key.kind === "scalar" ? key.value : "";
    const isDefinition = value.kind === "map" || isNull(value);
    if (!isDefinition) throw invalid4(value, file, `${name} is not the definition of a type`);
    const schema = mapUnder(inAnyCase(value, "schema"), `the schema of ${name} is not one`, file);
    const properties = mapUnder(get2(schema, "properties"), `the properties of ${name} are none`, file);
    if (properties !== void 0) definitions.set(name, properties);
  }
  return definitions;
}
function mapUnder(node, problem2, file) {
  if (node === void 0 || isNull(node)) return void 0;
  if (node.kind !== "map") throw invalid4(node, file, problem2);
  return node;
}
function inAnyCase(node, name) {
  if (node.kind !== "map") return void 0;
  return node.entries.find(({ key }) => key.kind === "scalar" && key.value.toLowerCase() === name)?.value;
}
function textOf3(node) {
  return node?.kind === "scalar" && node.tag === "!!str" ? node.value : void 0;
}
function invalid4(node, file, problem2) {
  return failure("invalid-crd-definitions", `unable to read OpenAPI definitions from ${file}: ${problem2}`, {
    ...locate(node) ?? { file },
    hint: "`crds` lists definitions of types, as openapi-gen writes them. CustomResourceDefinitions belong under `resources`."
  });
}
var MOST_FIELDS, Walk;
var init_crd_definitions = __esm({
  "src/documents/crd-definitions.ts"() {
    "use strict";
    init_diagnostics();
    init_node();
    MOST_FIELDS = 1e5;
    Walk = class {
      tables = { commonAnnotations: [], commonLabels: [], namePrefix: [], nameReference: [] };
      #definitions;
      #location;
      #fields = 0;
      constructor(definitions, location) {
        this.#definitions = definitions;
        this.#location = location;
      }
      /** @param within the types that led here: one of them again would never end */
      addType(name, kind, path, within2) {
        const properties = this.#definitions.get(name);
        if (properties === void 0 || within2.includes(name)) return;
        for (const { key, value } of properties.entries) {
          if (key.kind !== "scalar") continue;
          if (this.#fields++ === MOST_FIELDS) {
            throw failure("invalid-crd-definitions", `the types of this file have more than ${MOST_FIELDS} fields`, {
              ...this.#location,
              hint: "List a file that holds less."
            });
          }
          const field3 = [...path, key.value];
          this.#addField(value, kind, field3);
          const reference2 = textOf3(get2(value, "$ref"));
          if (reference2 !== void 0) this.addType(reference2, kind, field3, [...within2, name]);
        }
      }
      #addField(property, kind, path) {
        const spec = { kind, path: path.join("/"), location: locate(property) ?? this.#location };
        if (textOf3(get2(property, "x-kubernetes-annotation")) !== void 0) this.tables.commonAnnotations.push(spec);
        if (textOf3(get2(property, "x-kubernetes-label-selector")) !== void 0) this.tables.commonLabels.push(spec);
        if (textOf3(get2(property, "x-kubernetes-identity")) !== void 0) this.tables.namePrefix.push(spec);
        const version3 = textOf3(get2(property, "x-kubernetes-object-ref-api-version"));
        const referred = textOf3(get2(property, "x-kubernetes-object-ref-kind"));
        if (version3 === void 0 || referred === void 0) return;
        const nameKey = textOf3(get2(property, "x-kubernetes-object-ref-name-key")) ?? "name";
        const fieldSpecs2 = [{ ...spec, path: `${spec.path}/${nameKey}` }];
        this.tables.nameReference.push({ version: version3, kind: referred, fieldSpecs: fieldSpecs2 });
      }
    };
  }
});

// src/build/crds.ts
async function crdConfiguration({ kustomization, root, context }) {
  const { crds = [] } = kustomization;
  if (crds.length === 0) return void 0;
  const files = [];
  for (const { path, location } of crds) {
    const file = await root.read(path, location);
    const definitions = context.files.config(file);
    const isEmpty3 = definitions === void 0 || isNull(definitions);
    if (isEmpty3 && file.bytes.length > 0) continue;
    files.push(decodeCrdDefinitions(definitions, file.display));
  }
  return mergeConfigurations(emptyConfiguration, files);
}
var init_crds = __esm({
  "src/build/crds.ts"() {
    "use strict";
    init_configuration();
    init_crd_definitions();
    init_default_field_specs();
    init_node();
  }
});

// src/builtins/generated-object.ts
function generatedObject(kind, args, options, content) {
  if (!args.name) {
    const field3 = kind === "ConfigMap" ? "configMapGenerator" : "secretGenerator";
    const hint = "Give it a `name`.";
    throw failure("missing-name", `an entry of \`${field3}\` has no name`, { ...args.location, hint });
  }
  const labels = combined(args.options?.labels, options?.labels);
  const annotations = combined(args.options?.annotations, options?.annotations);
  const immutable = args.options?.immutable === true || options?.immutable === true;
  const keepName = args.options?.disableNameSuffixHash === true || options?.disableNameSuffixHash === true;
  const metadata2 = [
    ["name", string(args.name)],
    ...args.namespace ? [["namespace", string(args.namespace)]] : [],
    ...labels.length > 0 ? [["labels", fieldsOf(labels)]] : [],
    ...annotations.length > 0 ? [["annotations", fieldsOf(annotations)]] : []
  ];
  const node = fieldsOf([
    ["apiVersion", string("v1")],
    ["kind", string(kind)],
    ["metadata", fieldsOf(metadata2)],
    ...content,
    ...immutable ? [["immutable", scalar("true", "!!bool")]] : []
  ]);
  return { node, needsHash: !keepName, behavior: behaviorOf(args.behavior) };
}
function combined(own, common) {
  const all = new Map([...common ?? [], ...own ?? []]);
  return sortedKeys2(all).map((key) => [key, scalar(all.get(key) ?? "", "!!str", "single")]);
}
function behaviorOf(name) {
  return name === "create" || name === "merge" || name === "replace" ? name : "unspecified";
}
function fieldsOf(fields3) {
  return map(fields3.map(([key, value]) => ({ key: scalar(key), value })));
}
function string(value) {
  if (value.includes("\n")) return scalar(value, "!!str", "literal");
  return scalar(value, "!!str", isYaml11NonString(value) ? "double" : "");
}
function sortedKeys2(keyed) {
  return [...keyed.keys()].sort(bytewise);
}
function base64(bytes) {
  const encoded = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
  return encoded.length < lineLength ? encoded : encoded.replace(/.{1,70}/g, "$&\n");
}
var lineLength;
var init_generated_object = __esm({
  "src/builtins/generated-object.ts"() {
    "use strict";
    init_diagnostics();
    init_bytewise();
    init_yaml();
    init_node();
    lineLength = 70;
  }
});

// src/builtins/configmap-generator.ts
function configMapNode(args, options, data) {
  const texts2 = [];
  const binaries = [];
  for (const key of sortedKeys2(data)) {
    const value = data.get(key);
    if ("text" in value) texts2.push([key, string(value.text)]);
    else binaries.push([key, string(base64(value.binary))]);
  }
  return generatedObject("ConfigMap", args, options, [
    ...texts2.length > 0 ? [["data", fieldsOf(texts2)]] : [],
    ...binaries.length > 0 ? [["binaryData", fieldsOf(binaries)]] : []
  ]);
}
var init_configmap_generator = __esm({
  "src/builtins/configmap-generator.ts"() {
    "use strict";
    init_generated_object();
  }
});

// src/builtins/iam-policy-generator.ts
function iamPolicy({ cloud = "", kubernetesService: kubernetesService2, serviceAccount: serviceAccount2, location }) {
  if (cloud !== "gke") {
    throw failure("unsupported-cloud", `cloud provider ${cloud || "(none)"} is not supported yet, only gke is`, {
      ...location,
      hint: "Write the ServiceAccount into a file of `resources` instead."
    });
  }
  const { name = "", namespace = "" } = kubernetesService2 ?? {};
  if (name === "") {
    const hint = "Name the ServiceAccount under `kubernetesService`.";
    throw failure("missing-name", "this IAMPolicyGenerator has no kubernetesService.name", { ...location, hint });
  }
  const account = `${serviceAccount2?.name ?? ""}@${serviceAccount2?.projectId ?? ""}.iam.gserviceaccount.com`;
  const node = fieldsOf([
    ["apiVersion", string("v1")],
    ["kind", string("ServiceAccount")],
    [
      "metadata",
      fieldsOf([
        ["annotations", fieldsOf([["iam.gke.io/gcp-service-account", string(account)]])],
        // Without tags: the reference reads them as YAML, whatever type that makes them.
        ["name", scalar(name)],
        ...namespace === "" ? [] : [["namespace", scalar(namespace)]]
      ])
    ]
  ]);
  return { node, needsHash: false, behavior: "unspecified" };
}
var init_iam_policy_generator = __esm({
  "src/builtins/iam-policy-generator.ts"() {
    "use strict";
    init_diagnostics();
    init_node();
    init_generated_object();
  }
});

// src/builtins/env-file.ts
function readEnvFile(bytes, path) {
  const pairs = [];
  for (let start2 = 0, number2 = 1; start2 < bytes.length; number2++) {
    const found = bytes.indexOf(lineFeed, start2);
    const end = found < 0 ? bytes.length : found;
    if (end - start2 >= lineLimit) return { pairs, diagnostics: [tooLong(path, number2)] };
    const line2 = bytes.subarray(start2, end > start2 && bytes[end - 1] === carriageReturn ? end - 1 : end);
    const pair = readLine(decodeLine(line2, path, number2), number2 === 1);
    if (pair !== void 0) pairs.push(pair);
    start2 = end + 1;
  }
  return { pairs, diagnostics: [] };
}
function readLine(line2, isFirst) {
  const text6 = (isFirst ? line2.replace(/^\ufeff/, "") : line2).replace(leadingBlanks, "");
  if (text6 === "" || text6.startsWith("#")) return void 0;
  const separator = text6.indexOf("=");
  if (separator < 0) return [text6, ""];
  return separator === 0 ? void 0 : [text6.slice(0, separator), text6.slice(separator + 1)];
}
function decodeLine(line2, path, number2) {
  if ((0, import_node_buffer2.isUtf8)(line2)) return Buffer.from(line2).toString("utf8");
  const hint = "Save the file as UTF-8, or name it under `files` to keep its bytes as they are.";
  throw failure("invalid-utf8", `line ${number2} of ${JSON.stringify(path)} is not valid UTF-8`, { hint });
}
function tooLong(path, number2) {
  return {
    code: "line-too-long",
    severity: "warning",
    message: `line ${number2} of ${JSON.stringify(path)} is longer than 64 KiB: like kustomize, this leaves it and the rest of the file out`,
    hint: "Give the long value in a file of its own, under `files`."
  };
}
var import_node_buffer2, lineLimit, leadingBlanks, lineFeed, carriageReturn;
var init_env_file = __esm({
  "src/builtins/env-file.ts"() {
    "use strict";
    import_node_buffer2 = __toESM(require_node_buffer(), 1);
    init_diagnostics();
    lineLimit = 65536;
    leadingBlanks = /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;
    lineFeed = 10;
    carriageReturn = 13;
  }
});

// src/builtins/key-values.ts
async function loadKeyValues(args, object2, readFile2, origins) {
  const { envs = [], literals = [], files = [] } = args;
  const sources = [...envs, ...literals, ...files];
  const isSecret2 = object2.startsWith("Secret");
  const listOf = (index) => {
    if (index < envs.length) return "envs";
    return index < envs.length + literals.length ? "literals" : "files";
  };
  const results = await Promise.allSettled([
    ...envs.map(({ text: text6 }) => loadEnvFile(text6, readFile2)),
    ...literals.map(async ({ text: text6 }) => loadLiteral(text6, isSecret2)),
    ...files.map(({ text: text6 }) => loadFile(text6, isSecret2, readFile2))
  ]);
  const data = /* @__PURE__ */ new Map();
  const diagnostics = [];
  for (const [index, result] of results.entries()) {
    const report = (problem2) => diagnostics.push({ ...problem2, ...sources[index]?.location, object: object2 });
    if (result.status === "rejected") {
      if (!(result.reason instanceof KrmError)) throw result.reason;
      result.reason.diagnostics.forEach(report);
      continue;
    }
    result.value.diagnostics?.forEach(report);
    for (const [key, value] of result.value.pairs) {
      if (data.has(key)) report(duplicateKey2(key));
      else {
        data.set(key, value);
        origins?.set(key, { ...sources[index], list: listOf(index) });
      }
    }
  }
  if (diagnostics.some((diagnostic) => diagnostic.severity === "error")) throw new KrmError(diagnostics);
  return { data, diagnostics };
}
async function loadEnvFile(path, readFile2) {
  const { pairs, diagnostics } = readEnvFile(await readFile2(path), path);
  return { pairs: pairs.map(([key, text6]) => [key, { text: text6 }]), diagnostics };
}
async function loadFile(source, isSecret2, readFile2) {
  const { key, path } = splitFileSource(source, isSecret2);
  const bytes = await readFile2(path);
  return { pairs: [[key, (0, import_node_buffer3.isUtf8)(bytes) ? { text: decodeUtf8(bytes) } : { binary: bytes }]] };
}
function loadLiteral(source, isSecret2) {
  const separator = source.indexOf("=");
  if (separator <= 0) {
    const shown3 = isSecret2 ? "a literal of a Secret" : JSON.stringify(source);
    throw failure("invalid-literal", `${shown3} is not a literal: it has no key`, { hint: "Write it as key=value." });
  }
  return { pairs: [[source.slice(0, separator), { text: withoutQuotes(source.slice(separator + 1)) }]] };
}
function withoutQuotes(value) {
  const first = value[0];
  const quoted3 = value.length >= 2 && (first === '"' || first === "'") && value.endsWith(first);
  return quoted3 ? value.slice(1, -1) : value;
}
function splitFileSource(source, isSecret2) {
  const parts = source.split("=");
  const [key = "", path = ""] = parts;
  if (parts.length === 1) return { key: import_node_path12.posix.basename(key), path: key };
  if (parts.length === 2 && key !== "" && path !== "") return { key, path };
  const missing3 = key === "" ? "has no key before the `=`" : "has no path behind the `=`";
  const problem2 = parts.length > 2 ? "has more than one `=`, which neither a key nor a path can contain" : missing3;
  const hint = "Write it as path or key=path.";
  const shown3 = isSecret2 ? "an entry of `files` of a Secret" : JSON.stringify(source);
  throw failure("invalid-file-source", `${shown3} ${problem2}`, { hint });
}
function decodeUtf8(bytes) {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}
function duplicateKey2(key) {
  const message = `the key ${JSON.stringify(key)} is given more than once`;
  return { code: "duplicate-key", severity: "error", message, hint: "Give each key one value." };
}
var import_node_buffer3, import_node_path12;
var init_key_values = __esm({
  "src/builtins/key-values.ts"() {
    "use strict";
    import_node_buffer3 = __toESM(require_node_buffer(), 1);
    import_node_path12 = __toESM(require_node_path(), 1);
    init_diagnostics();
    init_env_file();
  }
});

// src/builtins/secret-generator.ts
function secretNode(args, options, data) {
  const values = sortedKeys2(data).map((key) => [key, string(base64(bytesOf2(data.get(key))))]);
  return generatedObject("Secret", args, options, [
    ["type", string(args.type || "Opaque")],
    ["data", fieldsOf(values)]
  ]);
}
function bytesOf2(value) {
  return "text" in value ? Buffer.from(value.text, "utf8") : value.binary;
}
var init_secret_generator = __esm({
  "src/builtins/secret-generator.ts"() {
    "use strict";
    init_generated_object();
  }
});

// src/build/absorb.ts
function absorb(resources, generated2, location) {
  const found = resources.byAnyId(generated2.id);
  const present2 = found[0];
  const changes = generated2.behavior === "merge" || generated2.behavior === "replace";
  if (present2 === void 0) {
    if (!changes) resources.append(generated2);
    else throw missing(generated2, location);
    return;
  }
  if (found.length > 1) {
    throw failure(
      "ambiguous-target",
      `${idText(generated2.id)} is to be changed, and ${found.length} objects have or had that identity`,
      {
        ...location,
        object: generated2.describe(),
        hint: "Name a namespace in the entry."
      }
    );
  }
  if (!changes) {
    throw failure(
      "generator-conflict",
      `${idText(generated2.id)} is generated, but an object of that identity is there already`,
      {
        ...location,
        object: generated2.describe(),
        hint: "Set `behavior: merge` or `behavior: replace`, or give the entry another name."
      }
    );
  }
  change2(present2, generated2);
  resources.changed(present2);
}
function missing(generated2, location) {
  return failure(
    "generator-target-missing",
    `${idText(generated2.id)} does not exist, so there is nothing to ${generated2.behavior}`,
    {
      ...location,
      object: generated2.describe(),
      hint: "Remove the behavior, or name the object that is meant; the namespace counts."
    }
  );
}
function dataOf(node, field3) {
  const texts2 = new Map(textsUnder(node, field3));
  const found = get2(node, field3);
  for (const key of texts2.keys()) if (isNull(get2(found, key))) texts2.set(key, "");
  return texts2;
}
function change2(present2, generated2) {
  const before = present2.node;
  const node = generated2.node;
  const metadata2 = get2(node, "metadata");
  const metadataBefore = get2(before, "metadata");
  for (const field3 of ["labels", "annotations"]) {
    const texts2 = textsUnder(metadataBefore, field3);
    const more = [...textsUnder(metadata2, field3)].filter(([name2]) => !BUILD_ANNOTATIONS.has(name2));
    writeTexts(metadata2, field3, new Map([...texts2, ...more]));
  }
  const { name, namespace } = present2.id;
  setField(metadata2, "name", scalar(name));
  if (namespace === "") clearField(metadata2, "namespace");
  else setField(metadata2, "namespace", scalar(namespace));
  if (generated2.behavior === "merge") {
    for (const field3 of ["data", "binaryData"]) {
      writeTexts(node, field3, new Map([...dataOf(before, field3), ...dataOf(node, field3)]));
    }
  } else {
    present2.origin = generated2.origin;
    if (generated2.provenance !== void 0) {
      present2.provenance = { ...generated2.provenance, steps: present2.provenance?.steps ?? [] };
    }
  }
  present2.node = node;
  present2.needsHash &&= generated2.needsHash;
}
var init_absorb = __esm({
  "src/build/absorb.ts"() {
    "use strict";
    init_diagnostics();
    init_build_annotations();
    init_resource_id();
    init_set_field();
    init_text_map();
    init_node();
  }
});

// src/documents/decode-builtin.ts
function document(fields3) {
  return record(fields3, { besides });
}
function decodeBuiltinConfig(kind, node, file, warn) {
  const reading2 = new Reading(lenient, file, `this ${kind}`);
  if (!Object.hasOwn(builtins, kind)) {
    const near = nearest(kind, Object.keys(builtins));
    const hint = near === void 0 ? "Check the document's kind." : `Did you mean ${near}?`;
    throw failure("unknown-builtin", `there is no built-in ${quote(kind)}`, { ...reading2.place(node), hint });
  }
  const decoded2 = builtins[kind](node, reading2);
  reading2.finish(warn);
  return { ...decoded2, kind };
}
function decodeValueAddTargets(node, file, warn) {
  if (node === void 0) return [];
  const reading2 = new Reading({ ...lenient, duplicateFields: "warning", value: toConfigValue }, file, "this file");
  const decoded2 = targetFile(node, reading2);
  reading2.finish(warn);
  return decoded2?.targets ?? [];
}
function named2(decoder) {
  return function decodeNamed(node, reading2) {
    const decoded2 = decoder(node, reading2);
    if (decoded2 === void 0) return void 0;
    const { metadata: own, ...args } = decoded2;
    const name = args.name || own?.name;
    const namespace = args.namespace || own?.namespace;
    return { ...args, ...name && { name }, ...namespace && { namespace } };
  };
}
function namespaced2(decoder) {
  return function decodeNamespaced(node, reading2) {
    const decoded2 = decoder(node, reading2);
    if (decoded2 === void 0) return void 0;
    const { metadata: own, ...args } = decoded2;
    return own?.namespace === void 0 ? args : { ...args, namespace: own.namespace };
  };
}
var besides, metadata, valueAddTargets, kubernetesService, serviceAccount, builtins, lenient, targetFile;
var init_decode_builtin = __esm({
  "src/documents/decode-builtin.ts"() {
    "use strict";
    init_diagnostics();
    init_yaml();
    init_decoder();
    init_kustomization_fields();
    init_reading();
    init_spelling();
    besides = /* @__PURE__ */ new Set(["apiVersion", "kind", "metadata"]);
    metadata = record(objectMetaFields, {
      besides: /* @__PURE__ */ new Set(["creationTimestamp", "finalizers", "generateName", "ownerReferences", "uid"])
    });
    valueAddTargets = list(
      record({ selector, fieldPath: text2, filePathPosition: int })
    );
    kubernetesService = record({ name: text2, namespace: text2 });
    serviceAccount = record({ name: text2, projectId: text2 });
    builtins = {
      AnnotationsTransformer: document({ annotations: textMap, fieldSpecs }),
      ConfigMapGenerator: named2(document({ ...configMapFields, metadata })),
      HashTransformer: document({}),
      HelmChartInflationGenerator: document({ ...helmChartFields, ...helmGlobalsFields }),
      IAMPolicyGenerator: document({ cloud: text2, kubernetesService, serviceAccount }),
      ImageTagTransformer: document({ imageTag: image, fieldSpecs }),
      LabelTransformer: document({ labels: textMap, fieldSpecs }),
      NamespaceTransformer: namespaced2(
        document({
          metadata,
          fieldSpecs,
          unsetOnly: bool,
          setRoleBindingSubjects: text2
        })
      ),
      PatchJson6902Transformer: document({ target: selector, path: text2, jsonOp: text2 }),
      PatchStrategicMergeTransformer: document({ paths: list(textEntry), patches: text2 }),
      PatchTransformer: document(patchFields),
      PrefixSuffixTransformer: document({ prefix: text2, suffix: text2, fieldSpecs }),
      PrefixTransformer: document({ prefix: text2, fieldSpecs }),
      ReplacementTransformer: document({ replacements: list(replacement) }),
      ReplicaCountTransformer: document({ replica, fieldSpecs }),
      SecretGenerator: named2(document({ ...secretFields, metadata })),
      SuffixTransformer: document({ suffix: text2, fieldSpecs }),
      ValueAddTransformer: document({ value: text2, targets: valueAddTargets, targetFilePath: text2 })
    };
    lenient = {
      unknownFields: "warning",
      duplicateFields: "error",
      coercesToText: true,
      value: toValue
    };
    targetFile = record({
      targets: valueAddTargets
    });
  }
});

// src/build/builtin-config.ts
function isBuiltin({ id }) {
  return id.group === "" && id.version === "builtin";
}
function decodeBuiltin({ context }, config) {
  const { id, origin: origin2 } = config;
  const file = origin2?.file ?? "the inline document";
  return decodeBuiltinConfig(id.kind, config.node, file, warnInto(context));
}
function wrongRole(config, role) {
  return failure("wrong-role", `${idText(config.id)} is not a ${role}`, {
    ...config.origin,
    object: config.describe(),
    hint: `List it under ${role === "generator" ? "transformers" : "generators"}.`
  });
}
var init_builtin_config = __esm({
  "src/build/builtin-config.ts"() {
    "use strict";
    init_diagnostics();
    init_decode_builtin();
    init_resource_id();
    init_context();
  }
});

// src/build/function-steps.ts
async function prepareFunction(level, config) {
  const { context, root } = level;
  if (context.functions === void 0) {
    throw failure(
      "functions-disabled",
      `external plugins disabled; unable to load external plugin '${config.id.kind}'`,
      {
        ...config.origin,
        object: config.describe(),
        hint: "Use a built-in: apiVersion builtin. On the command line, --enable-alpha-plugins allows functions."
      }
    );
  }
  return context.functions.prepare({
    config,
    root,
    restricted: root.isRestricted,
    // Builds that ask for one of the two show functions both, and remove the other in the end.
    origins: provenanceWriter({ origins: true, transformations: true }),
    warn: warnInto(context)
  });
}
async function generateByFunction(level, config, resources) {
  const { context, kustomization } = level;
  const step2 = await prepareFunction(level, config);
  const made = await step2.generate();
  const origin2 = pluginOrigin(config);
  context.time.run(() => {
    ResourceSet.of(made, context.schemas);
    for (const resource of made) {
      resource.provenance = origin2 && { origin: origin2, steps: [] };
      absorb(resources, resource, config.origin);
    }
  });
  context.trace?.step({ name: "generators", kustomization, config, location: config.origin }, made);
}
async function transformByFunction({ context, kustomization }, { config, origin: origin2 }, step2, resources) {
  const { stated, removed } = await step2.transform(resources);
  if (origin2 !== void 0) for (const resource of stated) resource.provenance = { origin: origin2, steps: [] };
  const touched = [...resources.items, ...removed];
  context.trace?.step({ name: "transformers", kustomization, config, location: config?.origin }, touched);
}
var init_function_steps = __esm({
  "src/build/function-steps.ts"() {
    "use strict";
    init_diagnostics();
    init_resource_set();
    init_absorb();
    init_context();
    init_provenance();
  }
});

// src/builtins/helm-generated.ts
var HELM_GENERATED;
var init_helm_generated = __esm({
  "src/builtins/helm-generated.ts"() {
    "use strict";
    HELM_GENERATED = "internal.config.kubernetes.io/helm-generated";
  }
});

// src/builtins/helm-chart-inflation-generator.ts
function checkChart(chart, defaults) {
  const { name, location } = chart;
  if (!name) throw failure("missing-name", "chart name cannot be empty", { ...location, hint: "Give it a `name`." });
  requireNoOption("name", name, location);
  if (chart.releaseName) requireNoOption("releaseName", chart.releaseName, location);
  if (/\b(?:env|expandenv|getHostByName)\b/.test(chart.nameTemplate ?? "")) {
    const hint = "Write the value out.";
    throw failure("invalid-value", "`nameTemplate` must not read the environment or the network", {
      ...location,
      hint
    });
  }
  const apiVersions = chart.apiVersions?.length ? chart.apiVersions : defaults.apiVersions ?? [];
  const kubeVersion = chart.kubeVersion || (defaults.kubeVersion ?? "");
  const debug = chart.debug === true || defaults.debug === true;
  return { ...chart, name, valuesMerge: mergeMode(chart), apiVersions, kubeVersion, debug };
}
function requireNoOption(field3, value, location) {
  if (!value.startsWith("-")) return;
  throw failure("invalid-value", `\`${field3}\` must not begin with a dash: ${JSON.stringify(value)}`, { ...location });
}
function mergeMode({ valuesMerge, location }) {
  if (!valuesMerge) return "override";
  const mode = MERGE_MODES.find((candidate) => candidate === valuesMerge);
  if (mode !== void 0) return mode;
  throw failure(
    "invalid-value",
    `valuesMerge must be one of ${MERGE_MODES.join(", ")}, not ${JSON.stringify(valuesMerge)}`,
    { ...location }
  );
}
function chartDirectory(chart, globals) {
  const home = globals?.chartHome || DEFAULT_HOME;
  const versioned = chart.version && chart.repo ? `${chart.name}-${chart.version}` : "";
  return import_node_path13.posix.join(home, versioned, chart.name);
}
function pullArguments({ name, repo = "", version: version3, devel }) {
  const source = repo.startsWith("oci://") ? [`${repo.replace(/\/$/, "")}/${name}`] : ["--repo", repo, name];
  return [...source, ...version3 ? ["--version", version3] : [], ...devel ? ["--devel"] : []];
}
function templateArguments(chart, directory, valuesFiles) {
  const { releaseName, namespace, nameTemplate, apiVersions = [], kubeVersion } = chart;
  return [
    "template",
    releaseName || "--generate-name",
    directory,
    ...namespace ? ["--namespace", namespace] : [],
    ...nameTemplate ? ["--name-template", nameTemplate] : [],
    ...valuesFiles.flatMap((file) => ["-f", file]),
    ...apiVersions.flatMap((version3) => ["--api-versions", version3]),
    ...kubeVersion ? ["--kube-version", kubeVersion] : [],
    ...chart.includeCRDs ? ["--include-crds"] : [],
    ...chart.skipTests ? ["--skip-tests"] : [],
    ...chart.skipHooks ? ["--no-hooks"] : [],
    ...chart.debug ? ["--debug"] : [],
    ...chart.devel ? ["--devel"] : []
  ];
}
function checkHelmVersion(output) {
  const version3 = /v?(\d+)(?:\.\d+)+/.exec(output);
  if (version3?.[1] === "3" || version3?.[1] === "4") return;
  const shown3 = JSON.stringify(output.trim().slice(0, 100));
  const problem2 = version3 === null ? `cannot find version string in ${shown3}` : `helm 3 or 4 is needed, not ${shown3}`;
  throw failure("helm-version", problem2, { hint: "Install helm 3 or 4, or name it: --helm-command PATH." });
}
function chartObjects(output, display) {
  const objects = parseObjects(output, display);
  for (const object2 of objects) mark(object2);
  return objects;
}
function mark(object2) {
  let metadata2 = get2(object2, "metadata");
  if (metadata2?.kind !== "map") {
    setField(object2, "metadata", map());
    metadata2 = get2(object2, "metadata");
  }
  const annotations = get2(metadata2, "annotations");
  const value = scalar("true", "!!str", "double");
  if (annotations?.kind === "map") setField(annotations, HELM_GENERATED, value);
  else setField(metadata2, "annotations", map([{ key: scalar(HELM_GENERATED), value }]));
}
var import_node_path13, MERGE_MODES, DEFAULT_HOME;
var init_helm_chart_inflation_generator = __esm({
  "src/builtins/helm-chart-inflation-generator.ts"() {
    "use strict";
    import_node_path13 = __toESM(require_node_path(), 1);
    init_diagnostics();
    init_objects();
    init_set_field();
    init_node();
    init_helm_generated();
    MERGE_MODES = ["merge", "override", "replace"];
    DEFAULT_HOME = "charts";
  }
});

// src/resource/strategic-merge/node-text.ts
function textOf4(node) {
  return node.kind === "scalar" ? node.value : "";
}
function present(node) {
  return isNull(node) ? void 0 : node;
}
function isEmptyElement(node) {
  return node === void 0 || isNull(node) || node.kind === "map" && node.entries.length === 0;
}
function wrongKind(expected, node) {
  const message = `wrong node kind: expected ${kindNames[expected]} but got ${kindNames[node.kind]}`;
  const hint = "A strategic merge patch and its target must agree on what is a map, a list or a single value.";
  return failure("patch-kind", message, { ...locate(node), hint });
}
var kindNames;
var init_node_text = __esm({
  "src/resource/strategic-merge/node-text.ts"() {
    "use strict";
    init_diagnostics();
    init_node();
    kindNames = {
      map: "MappingNode",
      seq: "SequenceNode",
      scalar: "ScalarNode"
    };
  }
});

// src/resource/strategic-merge/elements.ts
function findElement(items, keys, texts2) {
  if (keys[0] === VALUE_KEY) return items.find((item) => textOf4(item) === texts2[0]);
  return items.find(
    (item) => keys.every((key, index) => {
      const field3 = get2(item, key);
      return field3 !== void 0 && textOf4(field3) === texts2[index];
    })
  );
}
function setElement(items, keys, texts2, element2) {
  const result = [];
  const onlyMaps = keys[0] !== VALUE_KEY && (texts2[0] ?? "") !== "";
  let found = false;
  for (const item of items) {
    if (isEmptyElement(item)) continue;
    if (onlyMaps && item.kind !== "map") {
      result.push(item);
    } else if (!matches(item, keys, texts2)) {
      if (texts2.length > 0) result.push(item);
    } else {
      found = true;
      if (element2 !== void 0) result.push(element2);
    }
  }
  if (!found && element2 !== void 0 && !isNull(element2)) result.push(element2);
  return result;
}
function matches(item, keys, texts2) {
  if (texts2.length === 0) return false;
  for (const [index, text6] of texts2.entries()) {
    const key = keys[index];
    if (key === VALUE_KEY) {
      if (item.kind !== "scalar") throw wrongKind("scalar", item);
      if (item.value !== text6) return false;
      continue;
    }
    if (item.kind !== "map") throw wrongKind("map", item);
    const field3 = get2(item, key);
    if (field3 === void 0 || text6 !== "" && textOf4(field3) !== text6) return false;
  }
  return true;
}
var VALUE_KEY;
var init_elements = __esm({
  "src/resource/strategic-merge/elements.ts"() {
    "use strict";
    init_node();
    init_node_text();
    VALUE_KEY = "";
  }
});

// src/resource/strategic-merge/associative-list.ts
function mergeAssociativeList(dest, patch, keys, merge3) {
  const lists = patch === void 0 ? [dest.items] : [patch.items, dest.items];
  if (lists.every((items) => items.length === 0)) return dest;
  const only = keys.length === 0 ? VALUE_KEY : keys.length === 1 ? keys[0] : void 0;
  if (only !== void 0 && lists.every((items) => items.every((item) => keyText4(item, only) !== ""))) {
    return seq(mergeByText(dest.items, patch?.items, only, merge3));
  }
  return seq(mergeByTuples(dest, patch, keys.length === 0 ? [VALUE_KEY] : keys, merge3));
}
function keepsItsElements({ items }, keys) {
  for (const item of items) if (item.kind !== "map") return false;
  const used = keys.length === 1 ? keys : keys.filter((key) => items.some((item) => keyText4(item, key) !== ""));
  const [first] = used;
  if (first === void 0) return false;
  const seen = items.length > 1 ? /* @__PURE__ */ new Set() : void 0;
  for (const item of items) {
    let tuple = keyText4(item, first);
    if (tuple === "") return false;
    for (let other = 1; other < used.length; other++) {
      const text6 = keyText4(item, used[other]);
      if (text6 === "") return false;
      tuple = JSON.stringify([tuple, text6]);
    }
    if (seen?.has(tuple)) return false;
    seen?.add(tuple);
  }
  return true;
}
function keyText4(item, key) {
  if (key === VALUE_KEY) return isNull(item) ? "" : textOf4(item);
  const field3 = get2(item, key);
  return field3 === void 0 || isNull(field3) ? "" : textOf4(field3);
}
function mergeByText(dest, patch, key, merge3) {
  const destByText = firstByText(dest, key);
  const patchByText = patch === void 0 ? void 0 : firstByText(patch, key);
  const result = /* @__PURE__ */ new Map();
  const removed = /* @__PURE__ */ new Set();
  for (const text6 of /* @__PURE__ */ new Set([...patchByText?.keys() ?? [], ...destByText.keys()])) {
    const merged = merge3(destByText.get(text6), patchByText?.get(text6));
    if (merged === void 0 || isEmptyElement(merged)) removed.add(text6);
    else result.set(text6, withKeys(merged, [key], [text6]));
  }
  for (const item of dest) {
    const text6 = keyText4(item, key);
    if (!removed.has(text6)) result.set(text6, item);
  }
  return [...result.values()];
}
function firstByText(items, key) {
  const found = /* @__PURE__ */ new Map();
  for (const item of items) {
    const text6 = keyText4(item, key);
    if (!found.has(text6)) found.set(text6, item);
  }
  return found;
}
function mergeByTuples(dest, patch, keys, merge3) {
  const tuples = tuplesOf(patch === void 0 ? [dest.items] : [patch.items, dest.items], keys);
  if (keys.length > 1) fillTuples(tuples);
  const isUsed = keys.map((_, index) => tuples.some((tuple) => tuple[index] !== ""));
  const used = isUsed.includes(true) ? keys.filter((_, index) => isUsed[index]) : keys;
  let result = [];
  for (const tuple of tuples) {
    checkTime();
    const texts2 = used === keys ? tuple : tuple.filter((_, index) => isUsed[index]);
    const find = (items) => findByTuple(items, used, texts2);
    const merged = merge3(find(dest.items), patch === void 0 ? void 0 : find(patch.items));
    if (merged === void 0 || isEmptyElement(merged)) {
      dest.items = setElement(dest.items, used, texts2, void 0);
    } else {
      result = setElement(result, used, texts2, withKeys(merged, used, texts2));
    }
  }
  for (const item of dest.items) result = addBack(result, item, used);
  return result;
}
function tuplesOf(lists, keys) {
  const tuples = /* @__PURE__ */ new Map();
  for (const items of lists) {
    for (const item of items) {
      const tuple = keys[0] === VALUE_KEY ? [textOf4(item)] : keys.map((key) => keyText4(item, key));
      const id = JSON.stringify(tuple);
      if (!tuples.has(id)) tuples.set(id, tuple);
    }
  }
  return [...tuples.values()];
}
function fillTuples(tuples) {
  for (const [index, one] of tuples.entries()) {
    checkTime();
    for (const [other, two] of tuples.entries()) {
      const filled = unify(one, two);
      if (filled === void 0) continue;
      tuples[index] = filled;
      tuples[other] = filled;
    }
  }
}
function unify(one, two) {
  if (!one.some((text6, index) => text6 === two[index])) return void 0;
  if (one.some((text6, index) => text6 !== two[index] && text6 !== "" && two[index] !== "")) return void 0;
  return one.map((text6, index) => text6 || two[index]);
}
function findByTuple(items, keys, texts2) {
  if (texts2.every((text6) => text6 === "")) return findElement(items, keys, texts2);
  const present2 = (_, index) => texts2[index] !== "";
  return findElement(items, keys.filter(present2), texts2.filter(present2));
}
function withKeys(element2, keys, texts2) {
  for (const [index, text6] of texts2.entries()) {
    const key = keys[index];
    if (text6 === "") continue;
    if (element2.kind === "map") {
      if (get2(element2, key) === void 0) setField(element2, key, scalar(text6));
    } else if (element2.kind === "scalar") {
      setScalar(element2, scalar(text6));
    }
  }
  return element2;
}
function addBack(result, item, keys) {
  if (keys[0] === VALUE_KEY) return setElement(result, keys, [textOf4(item)], item);
  if (item.kind !== "map" && !isNull(item)) throw wrongKind("map", item);
  const texts2 = [];
  let list3 = result;
  for (const key of keys) {
    const field3 = get2(item, key);
    if (field3 === void 0) list3 = [...list3, item];
    else texts2.push(textOf4(field3));
  }
  if (keys.length > 1) list3 = setElement(list3, keys, texts2, void 0);
  return setElement(list3, keys, texts2, item);
}
var init_associative_list = __esm({
  "src/resource/strategic-merge/associative-list.ts"() {
    "use strict";
    init_time_limit();
    init_node();
    init_set_field();
    init_elements();
    init_node_text();
  }
});

// src/resource/strategic-merge/comment-schema.ts
function commentSchema(node) {
  if (node === void 0) return void 0;
  return schemaIn(node.comment) ?? (mayHaveHead(node) ? schemaIn(marksOf(node)?.head) : void 0);
}
function mayHaveHead({ source }) {
  if (source === void 0) return false;
  source.statesTypes ??= /^[ \t-]*#+[ \t]*\{/m.test(source.text);
  return source.statesTypes;
}
function schemaIn(comment) {
  const text6 = comment?.replace(/^#+/, "").trimStart();
  if (text6 === void 0 || !text6.startsWith("{")) return void 0;
  let json2;
  try {
    json2 = JSON.parse(text6);
  } catch {
    return void 0;
  }
  return isObject2(json2) && Object.keys(json2).length > 0 ? openApiSchema(json2) : void 0;
}
var init_comment_schema = __esm({
  "src/resource/strategic-merge/comment-schema.ts"() {
    "use strict";
    init_yaml();
    init_openapi_schema();
  }
});

// src/resource/strategic-merge/directive.ts
function takeMapDirective(patch) {
  const node = get2(patch, KEY2);
  if (node === void 0) return "merge";
  const directive = parse2(node);
  clearField(patch, KEY2);
  return directive;
}
function takeValidMapDirective(patch) {
  const node = get2(patch, KEY2);
  return node !== void 0 && isDirective(textOf4(node)) ? takeMapDirective(patch) : "merge";
}
function takeListDirective(patch) {
  const element2 = patch.items.find((item) => get2(item, KEY2) !== void 0);
  if (element2?.kind !== "map" || element2.entries.length > 1) return "merge";
  const directive = parse2(get2(element2, KEY2));
  patch.items = setElement(patch.items, [KEY2], [directive], void 0);
  return directive;
}
function isDirective(text6) {
  return text6 === "merge" || text6 === "replace" || text6 === "delete";
}
function parse2(node) {
  const text6 = textOf4(node);
  if (isDirective(text6)) return text6;
  throw failure("unknown-patch-directive", `unknown patch strategy '${text6}'`, {
    ...locate(node),
    hint: "`$patch` is one of merge, replace, delete."
  });
}
var KEY2;
var init_directive = __esm({
  "src/resource/strategic-merge/directive.ts"() {
    "use strict";
    init_diagnostics();
    init_node();
    init_set_field();
    init_elements();
    init_node_text();
    KEY2 = "$patch";
  }
});

// src/resource/strategic-merge.ts
function strategicMerge(dest, patch, schemas) {
  const merged = merge(dest, clone(patch), void 0, schemas);
  return merged === void 0 ? void 0 : dest;
}
function merge(dest, patch, inherited2, schemas) {
  if (patch === void 0 && dest !== void 0 && !isNull(dest)) return settle(dest, inherited2, schemas);
  const one = present(dest);
  const two = present(patch);
  const kind = (one ?? two)?.kind;
  if (two !== void 0 && two.kind !== kind) throw wrongKind(kind, two);
  if (kind === "scalar") return patch ?? dest;
  const schema = commentSchema(one) ?? commentSchema(two) ?? inherited2 ?? embeddedSchema(one, schemas) ?? embeddedSchema(two, schemas);
  if (kind !== "seq") return mergeMaps2(dest, patch, schema, schemas);
  if (schema?.mergeKeys === void 0) return replaceList(dest, patch);
  return mergeLists(dest, patch, schema, schema.mergeKeys, schemas);
}
function settle(node, inherited2, schemas) {
  if (node.kind === "scalar") return node;
  const schema = commentSchema(node) ?? inherited2 ?? embeddedSchema(node, schemas);
  if (node.kind === "map") return settleMap(node, schema, schemas);
  if (schema?.mergeKeys === void 0) return node;
  if (!keepsItsElements(node, schema.mergeKeys)) return mergeLists(node, void 0, schema, schema.mergeKeys, schemas);
  const elements = schema.elements();
  const { items } = node;
  for (let at3 = 0; at3 < items.length; at3++) settle(items[at3], elements, schemas);
  node.comment = void 0;
  node.source = void 0;
  return node;
}
function settleMap(node, schema, schemas) {
  let gone;
  const entries = uniqueEntries2(node);
  for (let at3 = 0; at3 < entries.length; at3++) {
    const entry2 = entries[at3];
    const key = textOf4(entry2.key);
    if (key === "") throw emptyKey(node);
    const { value } = entry2;
    const settled = value.kind === "scalar" ? scalarAlone(value) : settle(value, commentSchema(entry2.key) ?? schema?.field(key), schemas);
    if (settled === void 0) (gone ??= /* @__PURE__ */ new Set()).add(entry2);
    else replaceValue(value, settled);
  }
  if (gone !== void 0) dropEntries(node, gone);
  return node;
}
function scalarAlone(node) {
  return isNull(node) && node.value === "" ? void 0 : node;
}
function dropEntries(node, gone) {
  node.entries = node.entries.filter((entry2) => !gone.has(entry2));
}
function embeddedSchema(node, schemas) {
  const kind = present(get2(node, "kind"));
  const apiVersion = present(get2(node, "apiVersion"));
  if (kind === void 0 || apiVersion === void 0) return void 0;
  return schemas.schemaFor(textOf4(apiVersion), textOf4(kind));
}
function mergeLists(dest, patch, schema, keys, schemas) {
  const [target, source] = chooseList(dest, patch);
  if (target === void 0) return void 0;
  const elements = schema.elements();
  return mergeAssociativeList(target, source, keys, (one, two) => merge(one, two, elements, schemas));
}
function mergeMaps2(dest, patch, schema, schemas) {
  const target = chooseMap(dest, patch);
  if (target?.kind !== "map") return target;
  const source = target === dest ? patch : target;
  const fields3 = source?.kind === "map" && source !== target ? new Fields(source) : void 0;
  const added = fields3 && newFields(fields3, target);
  let gone;
  const entries = uniqueEntries2(target);
  for (let at3 = 0; at3 < entries.length; at3++) {
    const entry2 = entries[at3];
    const key = textOf4(entry2.key);
    if (key === "") throw emptyKey(target);
    const other = source === target ? entry2 : fields3?.get(key);
    const inherited2 = commentSchema(entry2.key) ?? commentSchema(other?.key) ?? schema?.field(key);
    const merged = merge(entry2.value, other?.value, inherited2, schemas);
    if (merged === void 0 || isNull(merged) && other !== void 0) (gone ??= /* @__PURE__ */ new Set()).add(entry2);
    else replaceValue(entry2.value, merged);
  }
  if (gone !== void 0) dropEntries(target, gone);
  if (added !== void 0) addNew(target, added, schema, schemas);
  return target;
}
function newFields(patch, target) {
  const own = new Fields(target);
  const added = [];
  const entries = uniqueEntries2(patch.node);
  for (let at3 = 0; at3 < entries.length; at3++) {
    const entry2 = entries[at3];
    if (own.get(textOf4(entry2.key)) === void 0) added.push(entry2);
  }
  return added.length < 2 ? added : added.sort((a, b) => textOf4(a.key) < textOf4(b.key) ? -1 : 1);
}
function addNew(target, added, schema, schemas) {
  for (const entry2 of added) {
    const key = textOf4(entry2.key);
    const merged = merge(void 0, entry2.value, commentSchema(entry2.key) ?? schema?.field(key), schemas);
    setField(target, key, merged, { keyStyle: merged === entry2.value ? entry2.key.style : "" });
  }
}
function chooseMap(dest, patch) {
  if (dest === void 0 || isNull(dest)) {
    if (patch?.kind === "map" && takeValidMapDirective(patch) === "delete") return void 0;
    return patch ?? (dest?.kind === "scalar" ? scalarAlone(dest) : void 0);
  }
  if (patch === void 0) return dest;
  if (patch.kind !== "map") return void 0;
  adoptLook(dest, patch);
  const directive = takeMapDirective(patch);
  if (directive === "delete") return void 0;
  return directive === "replace" ? patch : dest;
}
function chooseList(dest, patch) {
  const from = patch?.kind === "seq" ? patch : void 0;
  if (dest?.kind !== "seq") return from === void 0 ? [] : [from, from];
  if (patch === void 0) return [dest];
  if (from === void 0) return [];
  adoptLook(dest, from);
  const directive = takeListDirective(from);
  if (directive === "delete") return [];
  return directive === "replace" ? [from, from] : [dest, from];
}
function replaceList(dest, patch) {
  if (patch === void 0) return dest;
  if (dest !== void 0) adoptLook(dest, patch);
  return patch;
}
function adoptLook(dest, patch) {
  dest.comment = patch.comment ?? dest.comment;
  const children = dest.kind === "map" ? dest.entries : dest.kind === "seq" ? dest.items : void 0;
  if (children?.length === 0) dest.style = patch.style;
}
function firstByKey(node) {
  const entries = /* @__PURE__ */ new Map();
  for (const entry2 of node.entries) {
    const key = textOf4(entry2.key);
    if (!entries.has(key)) entries.set(key, entry2);
  }
  return entries;
}
function uniqueEntries2(node) {
  return hasDuplicates(node.entries) ? [...firstByKey(node).values()] : node.entries;
}
function hasDuplicates(entries) {
  if (entries.length > FEW2) return new Set(entries.map(({ key }) => textOf4(key))).size < entries.length;
  for (let index = 1; index < entries.length; index++) {
    const text6 = textOf4(entries[index].key);
    for (let other = 0; other < index; other++) {
      if (textOf4(entries[other].key) === text6) return true;
    }
  }
  return false;
}
var FEW2, Fields;
var init_strategic_merge = __esm({
  "src/resource/strategic-merge.ts"() {
    "use strict";
    init_node();
    init_set_field();
    init_associative_list();
    init_comment_schema();
    init_directive();
    init_node_text();
    FEW2 = 12;
    Fields = class {
      node;
      many;
      constructor(node) {
        this.node = node;
        this.many = node.entries.length > FEW2 ? firstByKey(node) : void 0;
      }
      get(key) {
        if (this.many !== void 0) return this.many.get(key);
        const { entries } = this.node;
        for (let at3 = 0; at3 < entries.length; at3++) {
          const entry2 = entries[at3];
          if (textOf4(entry2.key) === key) return entry2;
        }
        return void 0;
      }
    };
  }
});

// src/builtins/helm-values.ts
function inlineValues(inline) {
  return emit(asConfigured(inline));
}
function mergedValues(text6, display, inline, { mode, isDefault = false }) {
  const [file] = parseResources(text6, display);
  if (file === void 0) {
    throw failure("invalid-values", `${display} holds no values, and inline ones cannot be merged into nothing`, {
      hint: "Set `valuesMerge: replace`, or give the file a value."
    });
  }
  if (file.kind !== "map") {
    throw failure("invalid-values", `${display} is not a map of values`, {
      hint: "Name the file of the chart's values."
    });
  }
  const own = fromValue(asConfigured(inline));
  const diagnostics = [];
  for (const { key, place, replaced } of dropAliases(file, own, mode)) {
    if (isDefault && !replaced) continue;
    const message = `the value of \`${key}\` is an alias, which is lost when inline values are merged with the file`;
    const hint = "Write the value out: kustomize does not follow it either.";
    diagnostics.push({ code: "lost-alias", severity: "warning", message, ...place, hint });
  }
  const merged = mode === "override" ? merge2(file, own) : merge2(own, file);
  if (merged === void 0) return { text: emit({}), diagnostics };
  unstyle(merged);
  return { text: emit(toValue(merged)), diagnostics };
}
function dropAliases(file, inline, mode) {
  const lost = [];
  const kept = [];
  for (const entry2 of file.entries) {
    const { key, value } = entry2;
    const name = key.kind === "scalar" ? key.value : "";
    const counterpart = get2(inline, name);
    const isMerged = key.offset < file.offset;
    const isAlias = !isMerged && value.offset < key.offset;
    const replaced = isAlias && inline !== void 0 && counterpart !== void 0 && !isNull(counterpart);
    if (!isMerged && !isAlias) {
      kept.push(entry2);
      const below = counterpart?.kind === "map" ? counterpart : void 0;
      if (value.kind === "map") lost.push(...dropAliases(value, below, mode));
      continue;
    }
    if (replaced && mode === "merge") throw wrongAlias(name, key);
    if (replaced) clearField(inline, name);
    lost.push({ key: name, place: locate(isMerged ? file : key), replaced });
  }
  file.entries = kept;
  return lost;
}
function wrongAlias(name, key) {
  const message = `the value of \`${name}\` is an alias, which inline values cannot be merged with`;
  return failure("invalid-values", message, { ...locate(key), hint: "Write the value out." });
}
function merge2(dest, source) {
  return strategicMerge(dest, source, builtInSchemas);
}
function unstyle(node) {
  if (node.kind === "scalar") {
    if (node.tag !== "") node.style = node.tag === "!!str" ? "double" : "";
    return;
  }
  node.style = "";
  if (node.kind === "seq") node.items.forEach(unstyle);
  else for (const { key, value } of node.entries) [key, value].forEach(unstyle);
}
function asConfigured(inline) {
  const values = asJson(inline);
  if (typeof values !== "object" || values === null || Array.isArray(values)) return values;
  for (const [key, value] of Object.entries(values)) {
    const field3 = key.toLowerCase();
    if (TEXT_FIELDS.has(field3)) values[key] = asText(value);
    else if (TEXT_LIST_FIELDS.has(field3) && Array.isArray(value)) values[key] = value.map(asText);
  }
  return values;
}
function asText(value) {
  if (typeof value === "boolean") return String(value);
  if (typeof value !== "number") return value;
  const isWhole = Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 64;
  return isWhole ? String(value === 0 ? 0 : value) : formatFloat64(value);
}
function asJson(value) {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(asJson);
  if (typeof value !== "object" || value === null) return value;
  const object2 = /* @__PURE__ */ Object.create(null);
  for (const key of Object.keys(value)) object2[key] = asJson(value[key]);
  return object2;
}
var TEXT_FIELDS, TEXT_LIST_FIELDS;
var init_helm_values = __esm({
  "src/builtins/helm-values.ts"() {
    "use strict";
    init_diagnostics();
    init_merge_schema();
    init_set_field();
    init_strategic_merge();
    init_yaml();
    init_node();
    TEXT_FIELDS = new Set(
      "name version repo releasename namespace valuesfile valuesmerge kubeversion nametemplate".split(" ")
    );
    TEXT_LIST_FIELDS = /* @__PURE__ */ new Set(["additionalvaluesfiles", "apiversions"]);
  }
});

// src/build/helm-charts.ts
var helm_charts_exports = {};
__export(helm_charts_exports, {
  inflateCharts: () => inflateCharts,
  inflateConfiguredChart: () => inflateConfiguredChart
});
async function inflateCharts(level, into) {
  const { helmCharts = [], helmGlobals, namespace: own } = level.kustomization;
  const { outerNamespace = "" } = level;
  for (const [index, written] of helmCharts.entries()) {
    const namespace = written.namespace || own || outerNamespace;
    if (!written.namespace && !own) into.inheritedNamespace = outerNamespace;
    const inline = written.valuesInline && toConfigValue(written.valuesInline);
    const origin2 = fieldOrigin(level, "HelmChartInflationGenerator");
    const step2 = { name: "helmCharts", index };
    await inflate(level, { ...written, namespace }, helmGlobals, inline, { origin: origin2, step: step2 }, into.resources);
  }
}
async function inflateConfiguredChart(level, config, document3, resources) {
  const inline = config.valuesInline && toValue(config.valuesInline);
  const origin2 = pluginOrigin(document3);
  await inflate(level, config, config, inline, { origin: origin2, step: { name: "generators", config: document3 } }, resources);
}
async function inflate(level, written, globals, inline, { origin: origin2, step: step2 }, resources) {
  const settings = requireHelm(level, written);
  try {
    const chart = checkChart(written, settings);
    const inflation = new Inflation(level, settings, chart, globals);
    const { size } = resources;
    for (const node of await inflation.objects(inline)) {
      const resource = new Resource(node, chart.location);
      resource.provenance = origin2 && { origin: origin2, steps: [] };
      add(resource, resources);
    }
    const { context, kustomization } = level;
    const { location } = chart;
    context.trace?.step({ ...step2, kustomization, location }, resources.items.slice(size));
  } catch (thrown) {
    if (thrown instanceof KrmError) throw ofChart(thrown, written);
    throw thrown;
  }
}
function requireHelm(level, { name, location }) {
  const { helm } = level.context;
  if (helm !== void 0) return helm;
  throw failure("helm-disabled", `the chart ${name ?? ""} is not inflated: must specify --enable-helm`, {
    ...location,
    hint: "Pass --enable-helm; in the action, set `enable-helm: true`. It lets the helm of the machine run."
  });
}
function add(resource, resources) {
  const [present2] = resources.byAnyId(resource.id);
  if (present2 === void 0) return resources.append(resource);
  throw failure(
    "generator-conflict",
    `it makes ${idText(resource.id)}, but an object of that identity is there already`,
    {
      object: resource.describe(),
      hint: "Remove one of the two, or keep the chart from making it by its values."
    }
  );
}
function ofChart(error, { name, location }) {
  const prefix = name ? `chart ${name}: ` : "";
  const diagnostics = error.diagnostics.map((one) => ({
    ...location,
    ...one.file !== void 0 && { file: one.file, line: one.line, column: one.column },
    ...one,
    message: prefix + one.message
  }));
  return new KrmError(diagnostics, { cause: error });
}
function hasValues(inline) {
  return typeof inline === "object" && inline !== null && Object.keys(inline).length > 0;
}
var import_node_path14, Inflation;
var init_helm_charts = __esm({
  "src/build/helm-charts.ts"() {
    "use strict";
    import_node_path14 = __toESM(require_node_path(), 1);
    init_helm_chart_inflation_generator();
    init_helm_values();
    init_diagnostics();
    init_resource();
    init_resource_id();
    init_yaml();
    init_provenance();
    init_root();
    Inflation = class {
      #level;
      #settings;
      #chart;
      /** Of the chart: relative to the root, or absolute in its tree. */
      #path;
      #configHome;
      constructor(level, settings, chart, globals) {
        this.#level = level;
        this.#settings = settings;
        this.#chart = chart;
        this.#path = chartDirectory(chart, globals);
        this.#configHome = globals?.configHome;
      }
      async objects(inline) {
        const { helm } = this.#settings;
        const call = { configHome: this.#configHome };
        const additional = await this.#additionalValues();
        checkHelmVersion(await helm.run(["version", "--short"]));
        const { files, pulled } = await this.#files();
        const values = { file: await this.#values(inline, pulled ? files : void 0), display: "the values" };
        const directory = { directory: files, display: this.#display(this.#path) };
        const args = templateArguments(this.#chart, directory, [values, ...additional]);
        this.#notice();
        const output = await helm.run(args, call);
        return this.#level.context.time.run(() => this.#parse(output));
      }
      #display(path) {
        const { root } = this.#level;
        return root.tree.display(import_node_path14.posix.resolve(root.path, path));
      }
      async #additionalValues() {
        const files = [];
        for (const { path, location } of this.#chart.additionalValuesFiles ?? []) {
          const { bytes, display } = await this.#level.root.read(path, location);
          files.push({ file: bytes, display });
        }
        return files;
      }
      /** The chart as it is beside the kustomization, or else what helm pulls: into a private place, not into `charts`. */
      async #files() {
        const { root, context } = this.#level;
        const { name, repo } = this.#chart;
        const located2 = await root.lookup(this.#path);
        if (located2?.type === "directory") {
          const files2 = await context.charts.read(root.tree, located2.path);
          return { files: files2, pulled: false };
        }
        if (!repo) {
          throw failure(
            "chart-not-found",
            `there is no directory ${this.#display(this.#path)}, and no \`repo\` to pull it from`,
            {
              hint: "Add the chart there, correct `helmGlobals.chartHome`, or give the chart a `repo`."
            }
          );
        }
        const files = await this.#settings.helm.pull(pullArguments(this.#chart), name, { configHome: this.#configHome });
        return { files, pulled: true };
      }
      async #values(inline, pulled) {
        const { valuesMerge } = this.#chart;
        if (!hasValues(inline)) return (await this.#valuesFile(pulled)).bytes;
        if (valuesMerge === "replace") return Buffer.from(inlineValues(inline));
        const { bytes, display } = await this.#valuesFile(pulled);
        const { text: text6, diagnostics } = mergedValues(decodeText(bytes, display), display, inline, {
          mode: valuesMerge,
          isDefault: display === this.#display(import_node_path14.posix.join(this.#path, "values.yaml"))
        });
        this.#level.context.diagnostics.push(...diagnostics);
        return Buffer.from(text6);
      }
      /** The file that the chart names, or the chart's own; one within a chart that was pulled is not in the tree. */
      async #valuesFile(pulled) {
        const { root } = this.#level;
        const { valuesFile, location } = this.#chart;
        const path = valuesFile || import_node_path14.posix.join(this.#path, "values.yaml");
        const [chart, file] = [import_node_path14.posix.resolve(root.path, this.#path), import_node_path14.posix.resolve(root.path, path)];
        if (pulled === void 0 || !contains(chart, file)) return root.read(path, location);
        const bytes = pulled.get(import_node_path14.posix.relative(chart, file));
        const display = this.#display(path);
        if (bytes === void 0) throw failure("file-not-found", `${display} does not exist: the chart has no such file`);
        return { bytes, display };
      }
      /** Tells of what makes the result another one than the author may expect. */
      #notice() {
        const { releaseName, nameTemplate, name, location } = this.#chart;
        const notice = (code3, message, hint) => {
          this.#level.context.diagnostics.push({ code: code3, severity: "notice", message, ...location, hint });
        };
        if (!releaseName && !nameTemplate) {
          const message = `the chart ${name} has no releaseName, so helm makes one up from the time of day`;
          notice("random-release-name", message, "Give it a `releaseName`.");
        }
        if (this.#configHome && !this.#settings.helm.honoursConfigHome) {
          const message = "`configHome` of helmGlobals is not used: helm gets an empty configuration";
          notice("config-home-unused", message, "Helm loads plugins from there, so it is used by `krm-render build` only.");
        }
      }
      #parse(output) {
        try {
          return chartObjects(output, "");
        } catch (thrown) {
          if (!(thrown instanceof KrmError)) throw thrown;
          const diagnostics = thrown.diagnostics.map(({ file: _file, line: line2, column: _column, ...one }) => ({
            ...one,
            message: `what helm printed cannot be used: ${one.message}${line2 === void 0 ? "" : ` (line ${line2})`}`,
            hint: "Run `helm template` with the same values to see it."
          }));
          throw new KrmError(diagnostics, { cause: thrown });
        }
      }
    };
  }
});

// src/build/generators.ts
async function runFieldGenerators(level, resources) {
  const { configMapGenerator = [], secretGenerator = [], generatorOptions: generatorOptions2 } = level.kustomization;
  for (const [index, args] of configMapGenerator.entries()) {
    const sources = keySources(level);
    const generated2 = await generateConfigMap(level, args, generatorOptions2, sources);
    const step2 = { name: "configMapGenerator", index, location: args.location, sources };
    add2(level, resources, generated2, fieldOrigin(level, "ConfigMapGenerator"), step2);
  }
  for (const [index, args] of secretGenerator.entries()) {
    const sources = keySources(level);
    const generated2 = await generateSecret(level, args, generatorOptions2, sources);
    const step2 = { name: "secretGenerator", index, location: args.location, sources };
    add2(level, resources, generated2, fieldOrigin(level, "SecretGenerator"), step2);
  }
}
async function pluginGenerators(level, configs, resources) {
  for (const config of configs) {
    if (!isBuiltin(config)) {
      await generateByFunction(level, config, resources);
      continue;
    }
    const builtin = decodeBuiltin(level, config);
    if (builtin.kind === "HelmChartInflationGenerator") {
      const { inflateConfiguredChart: inflateConfiguredChart2 } = await Promise.resolve().then(() => (init_helm_charts(), helm_charts_exports));
      await inflateConfiguredChart2(level, builtin, config, resources);
      continue;
    }
    const sources = keySources(level);
    const generated2 = await generate(level, config, builtin, sources);
    const step2 = { name: "generators", location: builtin.location, config, sources };
    add2(level, resources, generated2, pluginOrigin(config), step2);
  }
}
function keySources({ context }) {
  return context.trace && /* @__PURE__ */ new Map();
}
async function generate(level, config, builtin, sources) {
  switch (builtin.kind) {
    case "ConfigMapGenerator":
      return generateConfigMap(level, builtin, void 0, sources);
    case "SecretGenerator":
      return generateSecret(level, builtin, void 0, sources);
    case "IAMPolicyGenerator":
      return iamPolicy(builtin);
    default:
      throw wrongRole(config, "generator");
  }
}
async function generateConfigMap(level, args, options, sources) {
  return configMapNode(args, options, await loadData(level, args, "ConfigMap", sources));
}
async function generateSecret(level, args, options, sources) {
  return secretNode(args, options, await loadData(level, args, "Secret", sources));
}
async function loadData(level, args, kind, sources) {
  level.context.time.resume();
  const read2 = async (path) => (await level.root.read(path, args.location)).bytes;
  const { data, diagnostics } = await loadKeyValues(args, `${kind} ${args.name ?? ""}`, read2, sources);
  level.context.diagnostics.push(...diagnostics);
  return data;
}
function add2({ context, kustomization }, resources, { node, needsHash, behavior }, origin2, step2) {
  const resource = new Resource(node, step2.location);
  const { id } = resource;
  resource.needsHash = needsHash;
  resource.behavior = behavior;
  resource.provenance = origin2 && { origin: origin2, steps: [] };
  context.time.run(() => absorb(resources, resource, step2.location));
  context.trace?.step({ ...step2, kustomization }, resources.byAnyId(id));
}
var init_generators = __esm({
  "src/build/generators.ts"() {
    "use strict";
    init_configmap_generator();
    init_iam_policy_generator();
    init_key_values();
    init_secret_generator();
    init_resource();
    init_absorb();
    init_builtin_config();
    init_function_steps();
    init_provenance();
  }
});

// src/build/inline.ts
function inlineObjects(entry2) {
  try {
    return parseInlineObjects(entry2.text, "the inline document", entry2.location);
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    if (!entry2.text.trim().includes("\n")) return void 0;
    throw atEntry(thrown, entry2.location);
  }
}
function atEntry(error, location) {
  const [first] = error.diagnostics;
  const line2 = first?.line === void 0 ? "" : ` (line ${first.line} of the inline text)`;
  return failure(first?.code ?? "invalid-yaml", `${first?.message ?? error.message}${line2}`, {
    ...location,
    object: first?.object,
    hint: first?.hint,
    cause: error
  });
}
var init_inline = __esm({
  "src/build/inline.ts"() {
    "use strict";
    init_diagnostics();
    init_objects();
  }
});

// src/build/openapi-field.ts
async function adoptSchemas({ context, root, kustomization }) {
  if (kustomization.openapi === void 0) return;
  const { path, version: version3, location } = kustomization.openapi;
  const file = path === void 0 ? void 0 : await root.read(path, location);
  if (context.schemas.state.choice !== void 0) return;
  if (file !== void 0) {
    if (version3 !== void 0) {
      const message = "builtin version and custom schema provided, cannot use both `version` and `path` of `openapi`";
      throw failure("openapi-conflict", message, { ...location, hint: "Remove one of them." });
    }
    context.schemas.choose({ path: file.path, document: context.files.openApi(file) });
  } else if (version3) {
    if (version3 !== VERSION) {
      throw failure("openapi-version", `the specified OpenAPI version ${version3} is not built in`, {
        ...location,
        hint: `Remove it, or name ${VERSION}; for the types of other versions, name a file under \`path\`.`
      });
    }
    context.schemas.choose("built-in");
  }
}
var VERSION;
var init_openapi_field = __esm({
  "src/build/openapi-field.ts"() {
    "use strict";
    init_diagnostics();
    VERSION = "v1.21.2";
  }
});

// src/build/remote-entries.ts
async function isRemoteFile(level, { path, location }) {
  const url = parseGitReference(path);
  if (url === void 0) return true;
  const isNamedAsFile = /^[^?#]*\.(?:ya?ml|json)(?:[?#]|$)/i.test(path);
  const isNamedAsRepository = url.marked || url.ref !== void 0 || /^https:\/\/github\.com\//i.test(url.repository);
  if (isNamedAsFile && !isNamedAsRepository) return true;
  const isFile2 = async () => {
    const file = await level.root.read(path, location);
    if (!isNamedAsFile) level.context.files.objects(file);
    return true;
  };
  const isRepository = async () => {
    await level.root.enter(path, location);
    return false;
  };
  const [first, second] = isNamedAsRepository && !isNamedAsFile ? [isRepository, isFile2] : [isFile2, isRepository];
  try {
    return await first();
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    const mayBeOther = NOTHING_THERE.has(thrown.code) || first === isFile2 && NO_OBJECTS.has(thrown.code);
    if (!mayBeOther) throw thrown;
    return second().catch((other) => {
      const isAboutGit = first === isFile2 && (NO_OBJECTS.has(thrown.code) || url.marked);
      throw isAboutGit && other instanceof KrmError ? other : thrown;
    });
  }
}
var NOTHING_THERE, NO_OBJECTS;
var init_remote_entries = __esm({
  "src/build/remote-entries.ts"() {
    "use strict";
    init_diagnostics();
    init_remote_references();
    NOTHING_THERE = /* @__PURE__ */ new Set(["remote-not-found", "remote-failed", "not-a-directory"]);
    NO_OBJECTS = /* @__PURE__ */ new Set(["invalid-yaml", "invalid-utf8", "invalid-resource", "duplicate-key"]);
  }
});

// src/builtins/image-tag-transformer.ts
function imageTagTransformer(images2, fieldSpecs2) {
  const specs = FieldSpecs.of(fieldSpecs2);
  const entries = images2.flatMap(compileEntry);
  return {
    kind: "ImageTagTransformer",
    steps: images2.length,
    transform(resources, warn) {
      if (images2.length === 0) return;
      const places = [];
      for (const resource of resources.items) {
        if (resource.node === void 0 || resource.id.kind === "CustomResourceDefinition") continue;
        try {
          const found = findImages(resource.node, resource.id, specs);
          if (found.length === 0) continue;
          for (const entry2 of entries) for (const field3 of found) edit(field3, entry2);
          places.push(found);
        } catch (thrown) {
          throw about(thrown, resource.describe(), resource.origin);
        }
      }
      const unused = entries.filter(({ used }) => !used);
      if (unused.length === 0) return;
      const names2 = imageNames(places.flat());
      for (const entry2 of unused) warn(() => unusedImage(entry2, names2));
    }
  };
}
function findImages(node, gvk2, specs) {
  const places = [];
  collectImages(node, places);
  specs.visit(node, gvk2, (field3) => places.push(field3));
  return places;
}
function compileEntry(entry2) {
  if (!entry2.newName && !entry2.newTag && !entry2.digest && !entry2.tagSuffix) return [];
  return [{ ...entry2, matches: imageMatcher(entry2.name ?? "") ?? NOTHING2, used: false }];
}
function imageMatcher(name) {
  if (!/^[\w/:@-]+(?:\.[\w/:@-]+)*$/.test(name)) return compileRegex(`^${name}${TAG2}${DIGEST}$`);
  return (image2) => startsLike(image2, name) && REST.test(image2.slice(name.length));
}
function startsLike(image2, name) {
  if (image2.length < name.length) return false;
  for (let at3 = 0; at3 < name.length; at3++) {
    const expected = name.charCodeAt(at3);
    const found = image2.charCodeAt(at3);
    if (expected !== found && (expected !== DOT || found === NEWLINE || found >= SURROGATES)) return false;
  }
  return true;
}
function collectImages(node, into) {
  if (node.kind === "seq") {
    const { items } = node;
    for (let at3 = 0; at3 < items.length; at3++) collectImages(items[at3], into);
    return;
  }
  if (node.kind !== "map") return;
  const { entries } = node;
  for (let at3 = 0; at3 < entries.length; at3++) {
    const { key, value } = entries[at3];
    if (value.kind === "scalar") continue;
    collectImages(value, into);
    const isContainers = key.kind === "scalar" && (key.value === "containers" || key.value === "initContainers");
    if (isContainers && value.kind === "seq") collectFrom(value.items, into);
  }
}
function collectFrom(containers, into) {
  for (const container of containers) {
    if (container.kind !== "map") {
      if (isNull(container)) continue;
      throw failure("invalid-value", "a container is expected to be a map", {
        ...locate(container),
        hint: "Check the indentation of the containers."
      });
    }
    const image2 = get2(container, "image");
    if (image2 !== void 0) into.push(image2);
  }
}
function edit(node, entry2) {
  checkTime();
  if (isNull(node)) return;
  const image2 = requireScalar(node, "an image");
  if (!entry2.matches(image2.value)) return;
  entry2.used = true;
  setScalar(image2, scalar(editImage(image2.value, entry2)));
}
function imageNames(places) {
  const names2 = /* @__PURE__ */ new Set();
  for (const place of places) {
    if (place.kind === "scalar" && place.value !== "") names2.add(splitImage(place.value).name);
    if (names2.size === MOST_COMPARED) break;
  }
  return [...names2];
}
function unusedImage({ name = "", location }, names2) {
  const entry2 = name === "" ? "an images entry without a name" : `the images entry \`${shorten(name)}\``;
  const why = imageMatcher(name) === void 0 ? ": its name is no regular expression" : "";
  const message = `${entry2} matches no image${why}`;
  return { code: "unused-image", severity: "warning", message, ...location, hint: hintFor3(name, names2) };
}
function hintFor3(name, names2) {
  const plain2 = splitImage(name).name;
  const last = (image2) => image2.slice(image2.lastIndexOf("/") + 1);
  const near = names2.find((one) => one === plain2 || last(one) === last(plain2)) ?? nearest(name, names2);
  if (near !== void 0) return `Did you mean \`${shorten(near)}\`?`;
  if (names2.length === 0) return "Remove the entry, or move it to where the images are: no object here has one.";
  const more = names2.length > MOST_NAMES ? ", \u2026" : "";
  const some = names2.slice(0, MOST_NAMES).map((one) => `\`${shorten(one)}\``);
  return `Correct the name, or remove the entry. The images here are ${some.join(", ")}${more}.`;
}
function editImage(image2, entry2) {
  let { name, tag, digest } = splitImage(image2);
  if (entry2.newName) name = entry2.newName;
  if (entry2.newTag || entry2.digest) {
    tag = entry2.newTag ?? "";
    digest = entry2.digest ?? "";
  } else if (entry2.tagSuffix) {
    tag += entry2.tagSuffix;
    digest = "";
  }
  return name + (tag === "" ? "" : `:${tag}`) + (digest === "" ? "" : `@${digest}`);
}
function splitImage(image2) {
  const slash = Math.max(image2.indexOf("/"), 0);
  const at3 = image2.indexOf("@", slash);
  const colon = image2.indexOf(":", slash);
  const digest = at3 < 0 ? "" : image2.slice(at3 + 1);
  if (colon < 0 || at3 >= 0 && at3 < colon) return { name: at3 < 0 ? image2 : image2.slice(0, at3), tag: "", digest };
  return { name: image2.slice(0, colon), tag: image2.slice(colon + 1, at3 < 0 ? void 0 : at3), digest };
}
var NOTHING2, TAG2, DIGEST, REST, DOT, NEWLINE, SURROGATES, MOST_NAMES, MOST_COMPARED;
var init_image_tag_transformer = __esm({
  "src/builtins/image-tag-transformer.ts"() {
    "use strict";
    init_diagnostics();
    init_reading();
    init_spelling();
    init_field_spec();
    init_re2();
    init_set_field();
    init_time_limit();
    init_node();
    NOTHING2 = () => false;
    TAG2 = "(:[a-zA-Z0-9_.{}-]*)?";
    DIGEST = "(@[a-zA-Z0-9]+([.+_-][a-zA-Z0-9]+)*:[a-zA-Z0-9_.{}-]*)?";
    REST = new RegExp(`^${TAG2}${DIGEST}$`);
    DOT = 46;
    NEWLINE = 10;
    SURROGATES = 55296;
    MOST_NAMES = 5;
    MOST_COMPARED = 500;
  }
});

// src/builtins/name-affix.ts
function prefixTransformer(prefix, fieldSpecs2) {
  return affixTransformer("PrefixTransformer", prefix, fieldSpecs2);
}
function suffixTransformer(suffix, fieldSpecs2) {
  return affixTransformer("SuffixTransformer", suffix, fieldSpecs2);
}
function affixTransformer(kind, affix, fieldSpecs2) {
  const specs = FieldSpecs.of(fieldSpecs2);
  return {
    kind,
    transform(resources) {
      if (affix === "") return;
      for (const resource of resources.items) {
        const original = resource.originalId;
        if (resource.node === void 0 || NEVER_RENAMED.some((pattern) => selectedBy(original, pattern))) continue;
        specs.visit(
          resource.node,
          resource.id,
          (node, spec) => {
            if (!selectedBy(original, spec)) return;
            if (spec.path === "metadata/name") remember(resource, kind, affix);
            attach(node, kind, affix);
          },
          CREATE_NAME
        );
        resources.changed(resource);
      }
    }
  };
}
function remember(resource, kind, affix) {
  (kind === "PrefixTransformer" ? resource.prefixes : resource.suffixes).push(affix);
  resource.note(kind === "PrefixTransformer" ? "prefixes" : "suffixes");
  resource.pushPreviousId();
}
function attach(node, kind, affix) {
  const field3 = requireScalar(node, "a name");
  setScalar(field3, scalar(kind === "PrefixTransformer" ? affix + field3.value : field3.value + affix));
}
var NEVER_RENAMED, CREATE_NAME;
var init_name_affix = __esm({
  "src/builtins/name-affix.ts"() {
    "use strict";
    init_field_spec();
    init_resource_id();
    init_set_field();
    init_node();
    NEVER_RENAMED = [
      { kind: "CustomResourceDefinition" },
      { group: "apiregistration.k8s.io", kind: "APIService" },
      { kind: "Namespace" }
    ];
    CREATE_NAME = { kind: "scalar", tag: "!!str" };
  }
});

// src/builtins/namespace-transformer.ts
function namespaceTransformer(options) {
  const setNamespace = namespaceSetter(options);
  return {
    kind: "NamespaceTransformer",
    transform(resources) {
      if (options.namespace === "") return;
      for (const resource of resources.items) {
        if (resource.node === void 0 || isHelmGenerated(resource.node)) continue;
        resource.pushPreviousId();
        setNamespace(resource, resource.node);
        resources.changed(resource);
        checkConflict(resource, resources);
      }
    }
  };
}
function namespaceSetter(options) {
  const mode = options.setRoleBindingSubjects || "defaultOnly";
  if (!SUBJECT_MODES.includes(mode)) {
    throw failure("invalid-value", `invalid value "${mode}" for setRoleBindingSubjects`, {
      ...options.location,
      hint: `Use one of ${SUBJECT_MODES.join(", ")}.`
    });
  }
  const everywhere = new FieldSpecs([{ path: "metadata/namespace", create: true }]);
  const others = new FieldSpecs(options.fieldSpecs.filter(({ path }) => path !== "metadata/namespace"));
  const set = (node) => {
    const field3 = requireScalar(node, "a namespace");
    if (options.unsetOnly && field3.value !== "") return;
    setScalar(field3, scalar(options.namespace, "!!str"));
  };
  return function setNamespace(resource, node) {
    const { id } = resource;
    if (id.effectiveNamespace !== CLUSTER_SCOPE) everywhere.visit(node, id, set, CREATE_NAMESPACE);
    const isBinding = id.kind === "RoleBinding" || id.kind === "ClusterRoleBinding";
    if (isBinding) setSubjects(node, mode, set);
    others.visit(
      node,
      id,
      (field3, spec) => {
        if (spec.path === "metadata/name" && !(id.group === "" && id.version === "v1")) return;
        if (isBinding && spec.path === "subjects/namespace" && spec.kind === id.kind) return;
        set(field3);
      },
      CREATE_NAMESPACE
    );
  };
}
function isHelmGenerated(node) {
  return scalarText(get2(get2(get2(node, "metadata"), "annotations"), HELM_GENERATED)) === "true";
}
function setSubjects(node, mode, set) {
  const subjects = get2(node, "subjects");
  if (mode === "none" || subjects?.kind !== "seq") return;
  for (const subject of subjects.items) {
    if (subject.kind !== "map") continue;
    const wanted = mode === "defaultOnly" ? scalarText(get2(subject, "name")) === "default" : scalarText(get2(subject, "kind")) === "ServiceAccount";
    if (!wanted) continue;
    if (get2(subject, "namespace") === void 0) setField(subject, "namespace", scalar("", "!!str"));
    const field3 = get2(subject, "namespace");
    if (!isNull(field3)) set(field3);
    else setField(subject, "namespace", scalar("", "!!str"));
  }
}
function checkConflict(resource, resources) {
  const same2 = resources.byCurrentId(resource.id);
  if (same2.length <= 1) return;
  const other = same2.find((candidate) => candidate !== resource);
  const origin2 = other?.origin?.file === void 0 ? "" : ` (from ${other.origin.file})`;
  throw failure("id-conflict", `setting the namespace gives two objects the identity ${idText(resource.id)}${origin2}`, {
    ...resource.origin,
    object: resource.describe(),
    hint: "Remove one of the two, or give them different names."
  });
}
var SUBJECT_MODES, CREATE_NAMESPACE;
var init_namespace_transformer = __esm({
  "src/builtins/namespace-transformer.ts"() {
    "use strict";
    init_diagnostics();
    init_field_spec();
    init_resource();
    init_resource_id();
    init_set_field();
    init_node();
    init_helm_generated();
    SUBJECT_MODES = ["defaultOnly", "none", "allServiceAccounts"];
    CREATE_NAMESPACE = { kind: "scalar", tag: "!!str" };
  }
});

// src/builtins/replica-count-transformer.ts
function replicaCountTransformer(replica2, fieldSpecs2) {
  const steps = fieldSpecs2.map((spec) => ({ spec, compiled: new FieldSpecs([spec]) }));
  const set = (node) => setScalar(requireScalar(node, "a replica count"), scalar(String(replica2.count), "!!int"));
  return {
    kind: "ReplicaCountTransformer",
    transform(resources) {
      const named3 = resources.byAnyName(replica2.name);
      let found = false;
      for (const { spec, compiled: compiled3 } of steps) {
        for (const resource of named3) {
          if (resource.node === void 0) continue;
          if (!resource.allIds().some((id) => id.name === replica2.name && selectedBy(id, spec))) continue;
          found = true;
          compiled3.visit(resource.node, resource.id, set, CREATE_COUNT);
        }
      }
      if (found) return;
      throw failure("target-not-found", `no object named ${replica2.name} has a replica count to set`, {
        ...replica2.location,
        hint: `Name one of the kinds ${fieldSpecs2.map((spec) => gvkText(spec)).join(", ")}, or remove the entry.`
      });
    }
  };
}
var CREATE_COUNT;
var init_replica_count_transformer = __esm({
  "src/builtins/replica-count-transformer.ts"() {
    "use strict";
    init_diagnostics();
    init_field_spec();
    init_resource_id();
    init_set_field();
    init_node();
    CREATE_COUNT = { kind: "scalar", tag: "!!int" };
  }
});

// src/resource/json-patch/fault.ts
var PatchFault;
var init_fault2 = __esm({
  "src/resource/json-patch/fault.ts"() {
    "use strict";
    PatchFault = class extends Error {
    };
  }
});

// src/resource/json-patch/document.ts
function isContainer(value) {
  return typeof value === "object" && value !== null;
}
function tryGet(container, key) {
  if (!Array.isArray(container)) return Object.hasOwn(container, key) ? container[key] : void 0;
  const index = parseIndex(key);
  return index === void 0 ? void 0 : container.at(index);
}
function unescape2(key) {
  return key.replace(/~[01]/g, (escape2) => escape2 === "~1" ? "/" : "~");
}
function parseIndex(key) {
  return /^[+-]?\d{1,15}$/.test(key) ? Number(key) : void 0;
}
function indexIn(container, key, length) {
  const index = parseIndex(key);
  if (index === void 0) throw new PatchFault(notANumber(key));
  if (index >= length || index < -length) throw invalidIndex(index);
  return index < 0 ? index + length : index;
}
function insertionIndex(container, key) {
  if (parseIndex(key) === void 0) {
    throw new PatchFault(`value was not a proper array index: '${key}': ${notANumber(key)}`);
  }
  return indexIn(container, key, container.length + 1);
}
function notANumber(key) {
  const reason = /^[+-]?\d+$/.test(key) ? "value out of range" : "invalid syntax";
  return `strconv.Atoi: parsing ${JSON.stringify(key)}: ${reason}`;
}
function invalidIndex(index) {
  return new PatchFault(`Unable to access invalid index: ${index}: invalid index referenced`);
}
var MAX_COPIED, TEXT_UNIT, JsonDocument;
var init_document = __esm({
  "src/resource/json-patch/document.ts"() {
    "use strict";
    init_fault2();
    MAX_COPIED = 1e6;
    TEXT_UNIT = 64;
    JsonDocument = class {
      #root;
      /** Containers made here, which may be changed. */
      #owned = /* @__PURE__ */ new Set();
      #copied = 0;
      constructor(root) {
        this.#root = root;
      }
      get root() {
        return this.#root;
      }
      /** Replaces the whole document. */
      set root(value) {
        this.#root = value;
      }
      /**
       * The place that a pointer names; undefined when the way to it leads through something missing, null or scalar, or the
       * pointer has no slash. What comes before the first slash is ignored. Containers on the way become writable.
       */
      find(pointer) {
        const keys = pointer.split("/").slice(1).map(unescape2);
        const last = keys.pop();
        if (last === void 0 || !isContainer(this.#root)) return void 0;
        let container = this.#own(this.#root);
        this.#root = container;
        for (const key of keys) {
          const next = tryGet(container, key);
          if (next === void 0 || !isContainer(next)) return void 0;
          const owned = this.#own(next);
          if (owned !== next) this.set({ container, key }, owned);
          container = owned;
        }
        return { container, key: last };
      }
      /** @throws PatchFault for an index that is none; a missing key is undefined */
      get({ container, key }) {
        if (Array.isArray(container)) return container[indexIn(container, key, container.length)];
        return Object.hasOwn(container, key) ? container[key] : void 0;
      }
      /** Writes a key, or an index that exists. */
      set({ container, key }, value) {
        if (Array.isArray(container)) container[indexIn(container, key, container.length)] = value;
        else container[key] = value;
      }
      /** Writes a key, or inserts before an index; `-` stands for the end, and so does the length. */
      add({ container, key }, value) {
        if (!Array.isArray(container)) container[key] = value;
        else if (key === "-") container.push(value);
        else container.splice(insertionIndex(container, key), 0, value);
      }
      remove({ container, key }) {
        if (Array.isArray(container)) {
          container.splice(indexIn(container, key, container.length), 1);
          return;
        }
        if (!Object.hasOwn(container, key)) throw new PatchFault(`Unable to remove nonexistent key: ${key}: missing value`);
        delete container[key];
      }
      /** A deep copy. */
      duplicate(value) {
        this.#copied += typeof value === "string" ? 1 + value.length / TEXT_UNIT : 1;
        if (this.#copied > MAX_COPIED) throw new PatchFault(`the patch copies more than ${MAX_COPIED} values`);
        if (!isContainer(value)) return value;
        if (Array.isArray(value)) return value.map((item) => this.duplicate(item));
        const copy2 = /* @__PURE__ */ Object.create(null);
        for (const [key, item] of Object.entries(value)) copy2[key] = this.duplicate(item);
        return copy2;
      }
      #own(container) {
        if (this.#owned.has(container)) return container;
        const copy2 = Array.isArray(container) ? [...container] : Object.assign(/* @__PURE__ */ Object.create(null), container);
        this.#owned.add(copy2);
        return copy2;
      }
    };
  }
});

// src/resource/json-patch.ts
function parseJsonPatch(patch, file) {
  if (patch === null) return [];
  if (!Array.isArray(patch)) throw invalidPatch("a JSON patch is a list of operations", file);
  return patch.map((item, index) => {
    if (item === null) return { op: void 0, path: void 0, from: void 0, value: void 0 };
    if (typeof item !== "object" || Array.isArray(item)) {
      throw invalidPatch(`operation ${index + 1} of the JSON patch is not a map`, file);
    }
    return { op: text4(item, "op"), path: text4(item, "path"), from: text4(item, "from"), value: field(item, "value") };
  });
}
function field(item, name) {
  return Object.hasOwn(item, name) ? item[name] : void 0;
}
function text4(item, name) {
  const value = field(item, name);
  return typeof value === "string" ? value : void 0;
}
function invalidPatch(message, file) {
  const hint = "Write a list of maps with op, path and, where the operation needs it, value or from.";
  return failure("invalid-patch", message, file === void 0 ? { hint } : { file, hint });
}
function applyJsonPatch(document3, operations) {
  const target = new JsonDocument(document3);
  for (const [index, operation] of operations.entries()) {
    checkTime();
    try {
      apply(target, operation);
    } catch (thrown) {
      if (!(thrown instanceof PatchFault)) throw thrown;
      const hint = `It is operation ${index + 1} of the patch; paths are as they stand after the operations before it.`;
      throw failure("json-patch", thrown.message, { hint });
    }
  }
  return target.root;
}
function apply(document3, operation) {
  switch (operation.op) {
    case "add":
      add3(document3, operation);
      return;
    case "remove":
      remove(document3, operation);
      return;
    case "replace":
      replace(document3, operation);
      return;
    case "move":
      move(document3, operation);
      return;
    case "copy":
      copy(document3, operation);
      return;
    case "test":
      test(document3, operation);
      return;
    default:
      throw new PatchFault(`Unexpected kind: ${operation.op ?? "unknown"}`);
  }
}
function add3(document3, operation) {
  const path = requirePath(operation, "add operation failed to decode path: missing value");
  const place = document3.find(path);
  if (place === void 0) {
    throw new PatchFault(`add operation does not apply: doc is missing path: "${path}": missing value`);
  }
  within(`error in add for path: '${path}'`, () => document3.add(place, operation.value ?? null));
}
function remove(document3, operation) {
  const path = requirePath(operation, "remove operation failed to decode path: missing value");
  const place = document3.find(path);
  if (place === void 0) {
    throw new PatchFault(`remove operation does not apply: doc is missing path: "${path}": missing value`);
  }
  within(`error in remove for path: '${path}'`, () => document3.remove(place));
}
function replace(document3, operation) {
  const path = requirePath(
    operation,
    "replace operation failed to decode path: operation missing path field: missing value"
  );
  if (path === "") {
    if (typeof operation.value !== "object" || operation.value === null) {
      throw new PatchFault("replace operation value must be object or array");
    }
    document3.root = operation.value;
    return;
  }
  const place = document3.find(path);
  if (place === void 0) {
    throw new PatchFault(`replace operation does not apply: doc is missing path: ${path}: missing value`);
  }
  within(
    `replace operation does not apply: doc is missing key: ${path}: missing value`,
    () => document3.get(place),
    "only"
  );
  document3.set(place, operation.value ?? null);
}
function move(document3, operation) {
  const from = requireFrom(operation, "move");
  const source = document3.find(from);
  if (source === void 0) {
    throw new PatchFault(`move operation does not apply: doc is missing from path: ${from}: missing value`);
  }
  const value = within(`error in move for path: '${source.key}'`, () => {
    const found = document3.get(source);
    document3.remove(source);
    return found;
  });
  const path = requirePath(
    operation,
    "move operation failed to decode path: operation missing path field: missing value"
  );
  const place = document3.find(path);
  if (place === void 0) {
    throw new PatchFault(`move operation does not apply: doc is missing destination path: ${path}: missing value`);
  }
  within(`error in move for path: '${path}'`, () => document3.add(place, value ?? null));
}
function copy(document3, operation) {
  const from = requireFrom(operation, "copy");
  const source = document3.find(from);
  if (source === void 0) {
    throw new PatchFault(`copy operation does not apply: doc is missing from path: ${from}: missing value`);
  }
  const value = within(`error in copy for from: '${from}'`, () => document3.get(source));
  const path = requirePath(operation, "copy operation failed to decode path: missing value");
  const place = document3.find(path);
  if (place === void 0) {
    throw new PatchFault(`copy operation does not apply: doc is missing destination path: ${path}: missing value`);
  }
  within("error while adding value during copy", () => document3.add(place, document3.duplicate(value ?? null)));
}
function test(document3, operation) {
  const path = requirePath(
    operation,
    "test operation failed to decode path: operation missing path field: missing value"
  );
  const place = path === "" ? void 0 : document3.find(path);
  if (place === void 0 && path !== "") {
    throw new PatchFault(`test operation does not apply: is missing path: ${path}: missing value`);
  }
  const found = place === void 0 ? document3.root : within(`error in test for path: '${path}'`, () => document3.get(place));
  if (!equal(found ?? null, operation.value ?? null)) throw new PatchFault(`testing value ${path} failed: test failed`);
}
function requirePath(operation, message) {
  if (operation.path === void 0) throw new PatchFault(message);
  return operation.path;
}
function requireFrom(operation, name) {
  if (operation.from !== void 0) return operation.from;
  throw new PatchFault(`${name} operation failed to decode from: operation, missing from field: missing value`);
}
function within(context, action, how = "before") {
  try {
    return action();
  } catch (thrown) {
    if (!(thrown instanceof PatchFault)) throw thrown;
    throw new PatchFault(how === "only" ? context : `${context}: ${thrown.message}`);
  }
}
function equal(a, b) {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => equal(item, b[index]));
  }
  if (Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]));
}
var init_json_patch = __esm({
  "src/resource/json-patch.ts"() {
    "use strict";
    init_diagnostics();
    init_time_limit();
    init_document();
    init_fault2();
  }
});

// src/builtins/patch-content.ts
function parsePatch(patch) {
  const source = nameOf2(patch);
  const merge3 = attempt4(() => objectsOf3(patch));
  if (!("failed" in merge3)) return { kind: "merge", objects: merge3.done, source };
  const json2 = attempt4(() => parseOperations(patch.text, nameOf2(patch)));
  if (!("failed" in json2)) return { kind: "json", operations: json2.done, source };
  const looksLikeList = /^\s*(\[|-(\s|$))/.test(patch.text.replace(/^\s*#.*\n/gm, ""));
  throw explain(patch, looksLikeList ? json2.failed : merge3.failed, "neither a merge patch nor a JSON patch");
}
function parseInlineOperations(text6, location) {
  const json2 = attempt4(() => parseOperations(text6, "the inline patch"));
  if ("failed" in json2) throw explain({ text: text6, file: void 0, location }, json2.failed, "no JSON patch");
  return json2.done;
}
function objectsOf3(patch) {
  if (patch.file !== void 0) return parseObjects(patch.text, patch.file);
  return parseInlineObjects(patch.text, nameOf2(patch), patch.location);
}
function parseOperations(text6, file) {
  return parseJsonPatch(text6.startsWith("[") ? parseStrictJson(text6, file) : yamlValue(text6, file), file);
}
function yamlValue(text6, file) {
  const node = parseConfig(text6, file);
  return node === void 0 ? null : toConfigValue(node);
}
function parseStrictJson(text6, file) {
  try {
    return JSON.parse(text6);
  } catch (cause) {
    throw failure("invalid-patch", `a patch that starts with [ has to be JSON, and is not: ${reasonOf(cause)}`, {
      file,
      hint: "Write it as JSON, or as a YAML list with one operation a line."
    });
  }
}
function reasonOf(cause) {
  return cause instanceof Error ? cause.message.replace(/, (?:\.\.\.)?".*$/s, "") : "malformed";
}
function nameOf2({ text: text6, file }) {
  return file ?? (WORD.test(text6) ? `the inline patch \`${text6}\`` : "the inline patch");
}
function attempt4(read2) {
  try {
    return { done: read2() };
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    return { failed: thrown };
  }
}
function explain(patch, thrown, verdict) {
  const [first] = diagnosticsOf(thrown);
  const message = `${nameOf2(patch)} is ${verdict}: ${first?.message ?? "it cannot be read"}`;
  if (patch.file !== void 0) {
    const place = first?.file === void 0 ? { file: patch.file } : { file: first.file, line: first.line, column: first.column };
    return failure("invalid-patch", message, { ...place, hint: first?.hint, cause: thrown });
  }
  const line2 = first?.line === void 0 ? "" : ` (line ${first.line} of the patch)`;
  const hint = WORD.test(patch.text) ? `Write \`path: ${patch.text}\` if that is the file of the patch.` : first?.hint;
  return failure("invalid-patch", message + line2, { ...patch.location, hint, cause: thrown });
}
var WORD;
var init_patch_content = __esm({
  "src/builtins/patch-content.ts"() {
    "use strict";
    init_diagnostics();
    init_json_patch();
    init_objects();
    init_yaml();
    WORD = /^[\w./-]{1,100}$/;
  }
});

// src/builtins/json-patching.ts
function applyToObject(resource, operations, location) {
  if (resource.node === void 0) return;
  checkTime();
  const { source, offset } = resource.node;
  if (resource.isAnnotated)
    createAnnotations(resource.node, resource.provenance === void 0 ? [] : [TRANSFORMATIONS]);
  const node = fromValue(patched(resource, operations, location));
  if (node.kind !== "map") {
    throw failure("invalid-patch", `the JSON patch leaves ${resource.describe()} without being an object`, {
      ...location,
      object: resource.describe()
    });
  }
  node.source = source;
  node.offset = offset;
  resource.node = node;
  const metadata2 = get2(node, "metadata");
  if (metadata2?.kind === "map") rewriteAnnotations(resource, metadata2, location);
  if (scalarText(get2(metadata2, "name")) === "" && resource.id.name !== "") {
    const object2 = resource.describe();
    resource.lostName = failure("invalid-resource", `the JSON patch takes the name of ${object2} away`, {
      ...location,
      object: object2,
      hint: "Objects need a metadata.name; to delete one, use a patch with `$patch: delete`."
    });
  }
}
function rewriteAnnotations(resource, metadata2, location) {
  if (get2(metadata2, "annotations")?.kind === "seq") {
    const object2 = resource.describe();
    throw failure("invalid-patch", `the JSON patch makes a list of the annotations of ${object2}`, {
      ...location,
      object: object2
    });
  }
  const texts2 = new Map(textsUnder(metadata2, "annotations"));
  if (resource.provenance !== void 0 && !texts2.delete(TRANSFORMATIONS)) resource.provenance = void 0;
  writeTexts(metadata2, "annotations", texts2);
}
function patched(resource, operations, location) {
  try {
    return applyJsonPatch(toValue(resource.node), operations);
  } catch (thrown) {
    throw valueProblem(thrown, resource, `the JSON patch for ${resource.describe()} fails`, location);
  }
}
var init_json_patching = __esm({
  "src/builtins/json-patching.ts"() {
    "use strict";
    init_diagnostics();
    init_build_annotations();
    init_json_patch();
    init_resource();
    init_text_map();
    init_value_problem();
    init_time_limit();
    init_yaml();
    init_node();
  }
});

// src/resource/label-selector.ts
function compileLabelSelector(selector2, location) {
  const requirements = new Parser2(selector2, location).parse();
  return (labels) => requirements.every((requirement) => requirement(labels));
}
function isName(text6) {
  return text6.length <= 63 && /^[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/.test(text6);
}
function isDomain(text6) {
  return text6.length <= 253 && text6.split(".").every((part) => /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(part));
}
function parseInteger(text6) {
  if (!/^[+-]?\d{1,40}$/.test(text6)) return void 0;
  const value = BigInt(text6.replace("+", ""));
  return BigInt.asIntN(64, value) === value ? value : void 0;
}
var SYMBOLS, END2, Parser2;
var init_label_selector = __esm({
  "src/resource/label-selector.ts"() {
    "use strict";
    init_diagnostics();
    SYMBOLS = /* @__PURE__ */ new Set(["=", "==", "!=", "!", "(", ")", ",", "<", ">"]);
    END2 = "";
    Parser2 = class {
      #selector;
      #location;
      #tokens;
      #at = 0;
      constructor(selector2, location) {
        this.#selector = selector2;
        this.#location = location;
        this.#tokens = selector2.match(/==|!=|[=!(),<>]|[^ \t\r\n=!(),<>]+/g) ?? [];
      }
      parse() {
        const requirements = [];
        if (this.#peek() === END2) return requirements;
        for (; ; ) {
          if (!this.#isWord() && this.#peek() !== "!") throw this.#unexpected("!, identifier, or 'end of string'");
          requirements.push(this.#requirement());
          if (this.#peek() === END2) return requirements;
          if (!this.#take(",")) throw this.#unexpected("',' or 'end of string'");
          if (!this.#isWord() && this.#peek() !== "!") throw this.#unexpected("identifier after ','");
        }
      }
      #peek() {
        return this.#tokens[this.#at] ?? END2;
      }
      #take(token2) {
        if (this.#peek() !== token2) return false;
        this.#at++;
        return true;
      }
      #isWord() {
        return this.#peek() !== END2 && !SYMBOLS.has(this.#peek());
      }
      #word() {
        if (!this.#isWord()) throw this.#unexpected("identifier");
        return this.#tokens[this.#at++];
      }
      #requirement() {
        const isAbsence = this.#take("!");
        const key = this.#word();
        this.#checkKey(key);
        if (isAbsence) return (labels) => !labels.has(key);
        if (this.#peek() === END2 || this.#peek() === ",") return (labels) => labels.has(key);
        return this.#comparison(key, this.#peek());
      }
      #comparison(key, operator) {
        switch (operator) {
          case "=":
          case "==":
          case "in": {
            const values = this.#values(key, operator);
            return (labels) => {
              const value = labels.get(key);
              return value !== void 0 && values.has(value);
            };
          }
          case "!=":
          case "notin": {
            const values = this.#values(key, operator);
            return (labels) => {
              const value = labels.get(key);
              return value === void 0 || !values.has(value);
            };
          }
          case "<":
          case ">": {
            const [limit] = [...this.#values(key, operator)].map(parseInteger);
            if (limit === void 0) throw this.#invalid("for 'Gt', 'Lt' operators, the value must be an integer");
            return (labels) => {
              const value = parseInteger(labels.get(key) ?? "");
              return value !== void 0 && (operator === ">" ? value > limit : value < limit);
            };
          }
          default:
            throw this.#unexpected("'=', '!=', '==', 'in', notin'");
        }
      }
      #values(key, operator) {
        this.#at++;
        const values = operator === "in" || operator === "notin" ? this.#valueList() : /* @__PURE__ */ new Set([this.#exactValue()]);
        for (const value of values) this.#checkValue(key, value);
        return values;
      }
      #exactValue() {
        return this.#peek() === END2 || this.#peek() === "," ? "" : this.#word();
      }
      /** `(a, b)`. A missing value, as in `(a,)`, is the empty one. */
      #valueList() {
        if (!this.#take("(")) throw this.#unexpected("'('");
        const values = /* @__PURE__ */ new Set();
        let isValueDue = true;
        while (!this.#take(")")) {
          if (this.#take(",")) {
            if (isValueDue) values.add("");
            isValueDue = true;
          } else if (this.#isWord() && isValueDue) {
            values.add(this.#word());
            isValueDue = false;
          } else {
            throw this.#unexpected(isValueDue ? "',', ')' or identifier" : "',' or ')'");
          }
        }
        if (isValueDue) values.add("");
        return values;
      }
      #checkKey(key) {
        const slash = key.lastIndexOf("/");
        const prefix = slash < 0 ? void 0 : key.slice(0, slash);
        if (isName(key.slice(slash + 1)) && (prefix === void 0 || isDomain(prefix))) return;
        throw this.#invalid(`unable to parse requirement: invalid label key ${JSON.stringify(key)}`);
      }
      #checkValue(key, value) {
        if (value === "" || isName(value)) return;
        throw this.#invalid(`unable to parse requirement: invalid label value ${JSON.stringify(value)} at key ${key}`);
      }
      #unexpected(expected) {
        return this.#invalid(`found '${this.#peek()}', expected: ${expected}`);
      }
      #invalid(message) {
        return failure("invalid-selector", `the selector ${JSON.stringify(this.#selector)} cannot be read: ${message}`, {
          ...this.#location,
          hint: "Write requirements such as app=web, tier in (a, b) or !canary, with commas between."
        });
      }
    };
  }
});

// src/resource/selector.ts
function compileSelector(selector2) {
  const pattern = (text6) => compileAnchored(text6 ?? "", selector2.location);
  const group = pattern(selector2.group);
  const version3 = pattern(selector2.version);
  const kind = pattern(selector2.kind);
  const name = pattern(selector2.name);
  const namespace = pattern(selector2.namespace);
  const byLabels = labelMatcher(selector2.labelSelector, selector2.location);
  const byAnnotations = labelMatcher(selector2.annotationSelector, selector2.location);
  return (object2) => {
    const { id, originalId } = object2;
    return kind(id.kind) && group(id.group) && version3(id.version) && (name(originalId.name) || name(id.name)) && (namespace(originalId.effectiveNamespace) || namespace(id.effectiveNamespace)) && (byLabels === void 0 || byLabels(object2.labels())) && (byAnnotations === void 0 || byAnnotations(object2.annotations()));
  };
}
function labelMatcher(text6, location) {
  if (text6 === void 0 || text6 === "") return void 0;
  try {
    return compileLabelSelector(text6, location);
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    return () => {
      throw thrown;
    };
  }
}
var init_selector = __esm({
  "src/resource/selector.ts"() {
    "use strict";
    init_diagnostics();
    init_label_selector();
    init_re2();
  }
});

// src/builtins/selection.ts
function selectResources(resources, selector2) {
  const matches3 = compileSelector(selector2);
  return resources.items.filter(
    (resource) => resource.node !== void 0 && matches3({
      id: resource.id,
      originalId: resource.originalId,
      labels: () => metadataTexts(resource.node, "labels"),
      annotations: () => metadataTexts(resource.node, "annotations")
    })
  );
}
function patchTargets(resources, target, warn) {
  const selected = selectResources(resources, target);
  if (selected.length === 0) warn(() => selectsNothing(resources, target));
  return selected;
}
function selectsNothing(resources, target) {
  const message = `the target of the patch selects nothing: there is no object with ${selectorText(target)}`;
  const hint = nearestHint(target, resources) ?? "Correct the target, or remove the patch.";
  return { code: "unused-patch", severity: "warning", message, ...target.location, hint };
}
function selectorText(selector2) {
  const parts = SELECTED_BY.filter((field3) => selector2[field3]).map(
    (field3) => `${field3}: ${shorten(selector2[field3] ?? "")}`
  );
  return parts.length === 0 ? "an empty selector" : parts.join(", ");
}
function nearestHint({ kind, name }, resources) {
  const named3 = name ? resources.byAnyName(name).find((resource) => resource.node !== void 0) : void 0;
  if (named3 !== void 0) return `There is a ${shorten(named3.describe())}: correct the target.`;
  const present2 = resources.items.slice(0, MOST_COMPARED2).filter((resource) => resource.node !== void 0);
  const ofKind2 = present2.filter(({ id }) => !kind || id.kind === kind);
  const near = kind && ofKind2.length === 0 ? nearest(kind, [...new Set(present2.map(({ id }) => id.kind))]) : name && nearest(
    name,
    ofKind2.map(({ id }) => id.name)
  );
  return near ? `Did you mean \`${near}\`?` : void 0;
}
var SELECTED_BY, MOST_COMPARED2;
var init_selection = __esm({
  "src/builtins/selection.ts"() {
    "use strict";
    init_reading();
    init_spelling();
    init_selector();
    init_text_map();
    SELECTED_BY = ["group", "version", "kind", "name", "namespace", "labelSelector", "annotationSelector"];
    MOST_COMPARED2 = 500;
  }
});

// src/builtins/patch-json6902-transformer.ts
function patchJson6902Transformer(operations, target, location) {
  return {
    kind: "PatchJson6902Transformer",
    transform(resources, warn) {
      for (const resource of patchTargets(resources, target, warn)) {
        applyToObject(resource, operations, location);
        resources.changed(resource);
      }
    }
  };
}
var init_patch_json6902_transformer = __esm({
  "src/builtins/patch-json6902-transformer.ts"() {
    "use strict";
    init_json_patching();
    init_selection();
  }
});

// src/builtins/merge-patching.ts
function applyMerge(resource, patch, options) {
  if (resource.node === void 0) return;
  checkTime();
  const { kind, name, namespace } = resource.id;
  if (options.allowNameChange || options.allowKindChange) resource.pushPreviousId();
  if (options.allowKindChange) resource.note("allowKindChange");
  if (options.allowNameChange) resource.note("allowNameChange");
  const forgets = takesAnnotations(patch);
  const merged = mergeInto(resource, resource.node, patch, options);
  if (merged === void 0 || merged.entries.length === 0) {
    resource.node = void 0;
    return;
  }
  resource.node = merged;
  if (forgets) resource.forget();
  if (!options.allowKindChange) restore(merged, "kind", kind);
  const metadata2 = metadataOf(merged);
  if (!options.allowNameChange) restore(metadata2, "name", name);
  if (namespace === "") clearField(metadata2, "namespace");
  else restore(metadata2, "namespace", namespace);
  if (resource.needsHash) writeAnew(merged, metadata2, options);
}
function takesAnnotations(patch) {
  const metadata2 = get2(patch, "metadata");
  const annotations = get2(metadata2, "annotations");
  return isNull(annotations) || isReplaced(annotations) || isReplaced(metadata2);
}
function isReplaced(node) {
  const directive = scalarText(get2(node, "$patch"));
  return directive === "replace" || directive === "delete";
}
function mergeInto(resource, node, patch, options) {
  try {
    return strategicMerge(node, patch, resource.schemas);
  } catch (thrown) {
    const object2 = resource.describe();
    throw about(thrown, object2, options.location, `the patch does not fit ${object2}: `);
  }
}
function writeAnew(node, metadata2, { allowKindChange, allowNameChange }) {
  const write2 = (parent, field3) => {
    const text6 = scalarText(get2(parent, field3));
    if (text6 !== "") setField(parent, field3, scalar(text6));
  };
  if (!allowKindChange) for (const field3 of ["apiVersion", "kind"]) write2(node, field3);
  if (!allowNameChange) write2(metadata2, "name");
  write2(metadata2, "namespace");
}
function restore(parent, field3, text6) {
  const present2 = get2(parent, field3);
  if (present2?.kind === "scalar" && !isNull(present2) && present2.value === text6) return;
  setField(parent, field3, scalar(text6));
}
function metadataOf(node) {
  const present2 = get2(node, "metadata");
  if (present2?.kind === "map") return present2;
  const metadata2 = map();
  setField(node, "metadata", metadata2);
  return get2(node, "metadata");
}
function findTarget(resources, patch, location) {
  const id = identify(patch, resources.schemas);
  const found = resources.byAnyId(id);
  if (found.length === 1) return found[0];
  const where = locate(patch) ?? location;
  if (found.length > 1) {
    throw failure(
      "ambiguous-target",
      `the patch for ${describeId(id)} matches ${found.length} objects (${idText(id)})`,
      {
        ...where,
        object: describeId(id),
        hint: "Give the entry a target that selects one of them, by a label for example."
      }
    );
  }
  const nearest2 = nearestTo(id, resources);
  const but = nearest2 === void 0 ? "" : `; the nearest is ${nearest2.describe()}${fromFile2(nearest2)}`;
  throw failure(
    "target-not-found",
    `the patch for ${describeId(id)} matches nothing: there is no ${idText(id)}${but}`,
    {
      ...where,
      object: describeId(id),
      hint: "Correct apiVersion, kind, name or namespace of the patch, or give the entry a target."
    }
  );
}
function fromFile2(resource) {
  return resource.origin === void 0 ? "" : ` (${resource.origin.file})`;
}
function nearestTo(id, resources) {
  const sameName = resources.byAnyName(id.name);
  return sameName.find((resource) => resource.id.kind === id.kind) ?? sameName[0] ?? resources.items.find((resource) => resource.node !== void 0 && resource.id.kind === id.kind);
}
function prepareForIdentity(patch, options) {
  const metadata2 = get2(patch, "metadata");
  if (!(options.allowNameChange || options.allowKindChange) || metadata2?.kind !== "map") return patch;
  const prepared = clone(patch);
  rewriteTexts(get2(prepared, "metadata"), "annotations");
  return prepared;
}
function prepareForSelection(patch) {
  const prepared = clone(patch);
  const metadata2 = get2(prepared, "metadata");
  if (metadata2?.kind === "map") {
    for (const field3 of ["labels", "annotations"]) rewriteTexts(metadata2, field3);
  }
  return {
    for(resource) {
      const apiVersion = apiVersionOf(resource.id);
      const present2 = get2(prepared, "apiVersion");
      if (present2 !== void 0 && scalarText(present2) === apiVersion) return prepared;
      const others = prepared.entries.filter(({ key }) => key.kind !== "scalar" || key.value !== "apiVersion");
      return map([...others, { key: scalar("apiVersion"), value: scalar(apiVersion) }]);
    }
  };
}
function rewriteTexts(metadata2, field3) {
  writeTexts(metadata2, field3, textsUnder(metadata2, field3));
}
var init_merge_patching = __esm({
  "src/builtins/merge-patching.ts"() {
    "use strict";
    init_diagnostics();
    init_resource();
    init_resource_id();
    init_set_field();
    init_strategic_merge();
    init_text_map();
    init_time_limit();
    init_node();
  }
});

// src/builtins/patch-strategic-merge-transformer.ts
function patchStrategicMergeTransformer(patches2, location) {
  return {
    kind: "PatchStrategicMergeTransformer",
    transform(resources) {
      for (const patch of patches2) {
        const resource = findTarget(resources, patch, location);
        applyMerge(resource, prepareForSelection(patch).for(resource), { location });
        resources.changed(resource);
      }
      resources.dropEmpty();
      resources.checkUnique();
    }
  };
}
var init_patch_strategic_merge_transformer = __esm({
  "src/builtins/patch-strategic-merge-transformer.ts"() {
    "use strict";
    init_merge_patching();
  }
});

// src/builtins/patch-transformer.ts
function patchTransformer(entry2) {
  const { content, target, location } = entry2;
  if (content.kind === "json" && target === void 0) {
    throw failure(
      "patch-without-target",
      `${content.source} is a JSON patch, and its entry does not say what it changes`,
      {
        ...location,
        hint: "Give the entry a target with a kind and a name."
      }
    );
  }
  if (content.kind === "merge" && target !== void 0 && content.objects.length > 1) {
    throw failure("patch-with-several-objects", `${content.source} holds several patches, and the entry has a target`, {
      ...location,
      hint: "Give each patch an entry of its own, or leave out the target."
    });
  }
  return {
    kind: "PatchTransformer",
    transform(resources, warn) {
      if (content.kind === "json") patchJson(resources, content.operations, target, location, warn);
      else if (target === void 0) mergeById(resources, content.objects, entry2);
      else mergeSelected(resources, content.objects[0], target, entry2, warn);
    }
  };
}
function patchJson(resources, operations, target, location, warn) {
  for (const resource of patchTargets(resources, target, warn)) {
    resource.pushPreviousId();
    applyToObject(resource, operations, location);
    resources.changed(resource);
  }
}
function mergeById(resources, patches2, options) {
  for (const patch of patches2) {
    const resource = findTarget(resources, patch, options.location);
    applyMerge(resource, prepareForIdentity(patch, options), options);
    resources.changed(resource);
  }
}
function mergeSelected(resources, patch, target, options, warn) {
  if (patch === void 0) return;
  const prepared = prepareForSelection(patch);
  for (const resource of patchTargets(resources, target, warn)) {
    applyMerge(resource, prepared.for(resource), options);
    resources.changed(resource);
  }
  resources.dropEmpty();
  resources.checkUnique();
}
var init_patch_transformer = __esm({
  "src/builtins/patch-transformer.ts"() {
    "use strict";
    init_diagnostics();
    init_json_patching();
    init_merge_patching();
    init_selection();
  }
});

// src/build/patches.ts
async function patchTransformers(level) {
  const transformers = [];
  for (const patch of level.kustomization.patches ?? []) transformers.push(await configurePatch(level, patch));
  return transformers;
}
async function configurePatch(level, { path = "", patch = "", target, options, location }) {
  level.context.time.resume();
  const inline = patch.trim();
  if (path === "" && inline === "") {
    throw failure("invalid-patch", "must specify one of patch and path: this PatchTransformer entry has neither", {
      ...location
    });
  }
  if (path !== "" && inline !== "") {
    throw failure(
      "invalid-patch",
      `patch and path can't be set at the same time: this PatchTransformer entry has both (${path})`,
      {
        ...location
      }
    );
  }
  const file = path === "" ? void 0 : await level.root.read(path, location);
  const text6 = file === void 0 ? inline : textOf2(file);
  const content = parsePatch({ text: text6, file: file?.display, location });
  const { allowNameChange, allowKindChange } = options ?? {};
  return patchTransformer({ content, target, allowNameChange, allowKindChange, location });
}
async function mergePatchTransformers(level) {
  const entries = level.kustomization.patchesStrategicMerge ?? [];
  const [first] = entries;
  return first === void 0 ? [] : [await configureMergePatches(level, entries, "", first.location)];
}
async function configureMergePatches(level, entries, texts2, location) {
  if (entries.length === 0 && texts2 === "")
    throw failure("invalid-patch", "empty file path and empty patch content", { ...location });
  const patches2 = [];
  for (const entry2 of entries) {
    const inline = inlineObjects(entry2);
    if (inline !== void 0) patches2.push(...inline);
    else patches2.push(...level.context.files.objects(await level.root.read(entry2.text, entry2.location)));
  }
  patches2.push(...parseInline(texts2, location));
  if (patches2.length === 0) {
    const files = entries.map(({ text: text6 }) => text6).join(", ");
    throw failure("empty-patch", `the patch appears to be empty: ${files || "its text"} holds no object`, {
      ...location
    });
  }
  return patchStrategicMergeTransformer(patches2, location);
}
function parseInline(text6, location) {
  if (text6 === "") return [];
  try {
    return parseInlineObjects(text6, "the inline patch", location);
  } catch (thrown) {
    throw thrown instanceof KrmError ? atEntry(thrown, location) : thrown;
  }
}
async function jsonPatchTransformers(level) {
  const transformers = [];
  for (const { target, path, patch, location } of level.kustomization.patchesJson6902 ?? []) {
    transformers.push(await configureJsonPatch(level, { target, path, text: patch, location }));
  }
  return transformers;
}
async function configureJsonPatch(level, { target, path = "", text: text6 = "", location }) {
  if (!target?.name) {
    throw failure(
      "patch-without-target",
      "a JSON patch must specify the target name: it does not say what it changes",
      { ...location }
    );
  }
  if (path === "" && text6 === "")
    throw failure("invalid-patch", "empty file path and empty jsonOp: there is no patch", { ...location });
  if (path !== "" && text6 !== "") {
    throw failure("invalid-patch", `must specify a file path or jsonOp, not both (${path})`, { ...location });
  }
  const operations = path === "" ? parseInlineOperations(text6, location) : await fileOperations(level, path, location);
  if (operations.length === 0) {
    throw failure("empty-patch", `the patch appears to be empty: ${path || "its text"} holds no operation`, {
      ...location
    });
  }
  return patchJson6902Transformer(operations, target, location);
}
async function fileOperations(level, path, location) {
  const file = await level.root.read(path, location);
  const text6 = textOf2(file);
  if (text6 === "") throw failure("empty-patch", `patch file ${file.display} seems to be empty`, { ...location });
  return parseOperations(text6, file.display);
}
var init_patches = __esm({
  "src/build/patches.ts"() {
    "use strict";
    init_patch_content();
    init_patch_json6902_transformer();
    init_patch_strategic_merge_transformer();
    init_patch_transformer();
    init_diagnostics();
    init_objects();
    init_files();
    init_inline();
  }
});

// src/builtins/value-add-transformer.ts
function valueAddTransformer(value, targets3, location) {
  if (targets3.length === 0) {
    const hint = "Add `targets`, or a `targetFilePath`.";
    throw failure("invalid-value", "must specify at least one target: this ValueAddTransformer has none", {
      ...location,
      hint
    });
  }
  for (const target of targets3) checkTarget(target);
  return {
    kind: "ValueAddTransformer",
    transform(resources) {
      for (const { selector: selector2, fieldPath: fieldPath2 = "", filePathPosition = 0 } of targets3) {
        const set = fieldPath2 === "metadata/namespace" ? namespaceSetter({ namespace: value, fieldSpecs: [] }) : void 0;
        for (const resource of selector2 === void 0 ? resources.items : selectResources(resources, selector2)) {
          if (resource.node === void 0) continue;
          if (set !== void 0) set(resource, resource.node);
          else add4(resource, resource.node, { value, path: splitPath3(fieldPath2), position: filePathPosition });
          resources.changed(resource);
        }
      }
    }
  };
}
function checkTarget({ fieldPath: fieldPath2 = "", filePathPosition = 0, location }) {
  if (fieldPath2 === "") throw failure("invalid-value", "the fieldPath of a target cannot be empty", { ...location });
  if (filePathPosition >= 0) return;
  throw failure("invalid-value", `filePathPosition (${filePathPosition}) cannot be negative`, { ...location });
}
function splitPath3(path) {
  const segments = path.split(/(?<!\\)\//).map((segment) => segment.replaceAll("\\/", "/").trim());
  return segments.filter((segment) => segment !== "");
}
function add4(resource, node, { value, path, position }) {
  let field3 = node;
  for (let depth = 0; depth < path.length; depth++) {
    if (field3 === void 0 || isNull(field3)) return;
    field3 = enter3(field3, path[depth], path[depth + 1], resource);
  }
  if (field3 === void 0) return;
  if (field3.kind !== "scalar") throw wrongKind2(field3, "a single value", resource);
  setScalar(field3, scalar(position > 0 ? insertPart(field3.value, position - 1, value) : value));
}
function enter3(node, part, next, resource) {
  if (/^[+-]?\d+$/.test(part) || part === "-") {
    if (node.kind !== "seq") throw wrongKind2(node, "a list", resource);
    return node.items.at(part === "-" ? -1 : Number(part));
  }
  const matcher = /^\[([^=]*)=(.*)\]$/s.exec(part);
  if (matcher !== null) {
    if (node.kind !== "seq") throw wrongKind2(node, "a list", resource);
    return element(node.items, matcher[1], matcher[2]);
  }
  if (node.kind !== "map") throw wrongKind2(node, "a map", resource);
  const found = get2(node, part);
  if (found !== void 0) return found;
  const made = make3(next);
  setField(node, part, made);
  return made;
}
function element(items, key, value) {
  const textOf9 = (item) => key === "" ? item : get2(item, key);
  const isMeant = (item) => textOf9(item)?.value === value;
  let found = items.find(isMeant);
  if (found === void 0) {
    found = key === "" ? scalar(value) : map([{ key: scalar(key), value: scalar(value) }]);
    items.push(found);
  }
  return found;
}
function make3(next) {
  if (next === void 0) return scalar("");
  return /^\d+$/.test(next) || /^\[.*\]$/s.test(next) ? seq() : map();
}
function insertPart(path, index, part) {
  const parts = path === "" ? [] : path === "/" ? [""] : path.split("/");
  let at3 = Math.min(index, parts.length);
  if (parts[0] === "" && at3 < parts.length) at3++;
  parts.splice(at3, 0, part);
  const joined = import_node_path15.posix.join(...parts);
  return parts[0] === "" ? `/${joined}` : joined;
}
function wrongKind2(node, expected, resource) {
  const found = { map: "a map", seq: "a list", scalar: "a single value" }[node.kind];
  return failure("field-path", `the value cannot be added: ${expected} is expected where ${found} stands`, {
    ...locate(node) ?? resource.origin,
    object: resource.describe(),
    hint: "Correct the `fieldPath` of the target."
  });
}
var import_node_path15;
var init_value_add_transformer = __esm({
  "src/builtins/value-add-transformer.ts"() {
    "use strict";
    import_node_path15 = __toESM(require_node_path(), 1);
    init_diagnostics();
    init_set_field();
    init_node();
    init_namespace_transformer();
    init_selection();
  }
});

// src/builtins/structured-data.ts
function setInStructuredData(root, path, trail, write2) {
  for (let length = 1; length < path.length; length++) {
    const field3 = attempt5(() => lookUp(root, path.slice(0, length)));
    if (field3?.kind !== "scalar") continue;
    const document3 = parseStructured(field3.value);
    if (document3 === void 0) continue;
    const text6 = attempt5(() => rewrite2(document3, field3.value, path.slice(length), trail, write2));
    if (text6 === void 0) return false;
    field3.value = text6;
    return true;
  }
  return false;
}
function attempt5(work) {
  try {
    return work();
  } catch {
    return void 0;
  }
}
function rewrite2(document3, original, path, trail, write2) {
  const fields3 = matchPath(document3, path, trail);
  if (typeof fields3 === "string" || fields3.length === 0) return void 0;
  for (const field3 of fields3) {
    if (field3.tag === ALIAS) overwrite(field3, scalar(""));
    write2(field3);
  }
  if (!/^\s*[{[]/.test(original)) return encodeDocument(document3).trim();
  const isPretty = original.includes("\n") && original.includes("  ");
  return goJson(toValue(expanded(document3, original)), isPretty ? "  " : void 0);
}
function expanded(document3, original) {
  if (!/[#&*]|<</.test(original)) return document3;
  const [node] = parseResources(encodeDocument(document3), "the text of a field");
  return node ?? document3;
}
var init_structured_data = __esm({
  "src/builtins/structured-data.ts"() {
    "use strict";
    init_go_json();
    init_yaml();
    init_node();
    init_replacement_path();
  }
});

// src/builtins/replacement-transformer.ts
function replacementTransformer(replacement2) {
  check2(replacement2);
  return {
    kind: "ReplacementTransformer",
    location: replacement2.location,
    transform(resources, warn) {
      const value = sourceValue(resources, replacement2);
      for (const target of replacement2.targets ?? []) writeToTarget(resources, target, value, warn);
    }
  };
}
function check2(replacement2) {
  const { source, sourceValue: text6, targets: targets3, location } = replacement2;
  if (source === void 0 && text6 === void 0 || targets3 === void 0 || targets3.length === 0) {
    throw failure("invalid-replacement", "replacements must specify a source and at least one target", { ...location });
  }
  if (source !== void 0 && text6 !== void 0) {
    throw failure("invalid-replacement", "a replacement has a source and a sourceValue, which exclude each other", {
      ...location
    });
  }
  for (const target of targets3) {
    if (target.select !== void 0) continue;
    throw failure("invalid-replacement", "a replacement target must specify resources to select", {
      ...target.location
    });
  }
}
function sourceValue(resources, { source, sourceValue: text6 }) {
  if (source === void 0) return scalar(text6);
  const resource = findSource(resources, source);
  const path = source.fieldPath || DEFAULT_FIELD_PATH2;
  const node = lookUp(resource.node, splitFieldPath(path), source.location);
  if (node === void 0 || isNull(node) || isEmptyCollection(node)) {
    throw failure("field-not-found", `fieldPath \`${path}\` is missing for replacement source ${idText(source)}`, {
      ...source.location,
      object: resource.describe(),
      hint: "Correct the fieldPath, or give the object the field."
    });
  }
  return refine(node, source.options);
}
function isEmptyCollection(node) {
  return node.kind === "map" && node.entries.length === 0 || node.kind === "seq" && node.items.length === 0;
}
function findSource(resources, source) {
  const pool = source.name ? resources.byAnyName(source.name) : resources.items;
  const found = pool.filter(
    (resource) => resource.node !== void 0 && resource.allIds().some((id) => isSelected(id, source))
  );
  if (found.length === 1) return found[0];
  const shown3 = `${idText(source)}${source.fieldPath ? `:${source.fieldPath}` : ""}`;
  if (found.length === 0) {
    throw failure("source-not-found", `nothing selected by ${shown3}`, {
      ...source.location,
      hint: "A source is named exactly: patterns are allowed in targets only."
    });
  }
  const ids = found.map((resource) => resource.describe()).join(", ");
  throw failure("ambiguous-source", `multiple matches for selector ${shown3}: ${ids}`, {
    ...source.location,
    hint: "Add a kind, a name or a namespace so that one object is left."
  });
}
function isSelected(id, source) {
  if (source.name && source.name !== id.name) return false;
  if (source.namespace && (source.namespace || "default") !== (id.namespace || "default")) return false;
  return selectedBy(id, source);
}
function refine(node, options) {
  if (!options?.delimiter) return node;
  if (node.kind !== "scalar") throw delimiterNeedsScalar(options.location);
  const parts = node.value.split(options.delimiter);
  const index = options.index ?? 0;
  const part = parts[index];
  if (index < 0 || part === void 0) {
    throw failure(
      "index-out-of-bounds",
      `options.index ${index} is out of bounds: the value has ${parts.length} parts`,
      {
        ...options.location
      }
    );
  }
  const refined = clone(node);
  refined.value = part;
  return refined;
}
function delimiterNeedsScalar(location) {
  return failure(
    "invalid-replacement",
    "delimiter option can only be used with scalar nodes: the field holds a map or a list",
    {
      ...location
    }
  );
}
function writeToTarget(resources, target, value, warn) {
  checkTime();
  const selects = compileTarget(target);
  const paths2 = target.fieldPaths?.length ? target.fieldPaths : [DEFAULT_FIELD_PATH2];
  let selected = 0;
  for (const resource of resources.items) {
    if (resource.node === void 0 || !selects(resource)) continue;
    selected++;
    for (const path of paths2) {
      if (!writeToField(resource, path, value, target)) warn(() => lostInText(resource, path, target));
    }
    resources.changed(resource);
  }
  if (selected === 0) warn(() => selectsNothing2(resources, target));
}
function selectsNothing2(resources, { select, reject = [] }) {
  const selector2 = select;
  const but = reject.length === 0 ? "" : " that `reject` leaves over";
  const message = `the replacement writes nothing: there is no object with ${selectorText(selector2)}${but}`;
  const hint = nearestHint(selector2, resources) ?? "Correct `select`, or remove the target.";
  return { code: "unused-replacement", severity: "warning", message, ...selector2.location, hint };
}
function lostInText(resource, path, { location }) {
  const object2 = resource.describe();
  const message = `the replacement writes nothing to "${path}" of ${object2}: the path leads into a text, or below a null`;
  const hint = "Name each step to a text by a field or an index, without `*`; give a null a value first.";
  return { code: "unused-replacement", severity: "warning", message, ...location, object: object2, hint };
}
function compileTarget(target) {
  const selected = compileSelector2(target.select);
  const rejected = (target.reject ?? []).map((selector2) => ({ selector: selector2, compiled: compileSelector2(selector2) }));
  return (resource) => {
    if (!selected.byLabels(resource)) return false;
    for (const { selector: selector2, compiled: compiled3 } of rejected) {
      if ((selector2.labelSelector || selector2.annotationSelector) && compiled3.byLabels(resource)) return false;
    }
    const ids = resource.allIds();
    for (const { selector: selector2, compiled: compiled3 } of rejected) {
      if (hasIdentity(selector2) && ids.some(compiled3.byId)) return false;
    }
    return ids.some(selected.byId);
  };
}
function hasIdentity(selector2) {
  const { group, version: version3, kind, name, namespace } = selector2;
  return Boolean(group || version3 || kind || name || namespace);
}
function compileSelector2(selector2) {
  const pattern = (text6) => compileAnchored(text6 ?? "", selector2.location);
  const [group, version3, kind] = [pattern(selector2.group), pattern(selector2.version), pattern(selector2.kind)];
  const [name, namespace] = [pattern(selector2.name), pattern(selector2.namespace)];
  const labels = compileLabelSelector(selector2.labelSelector ?? "", selector2.location);
  const annotations = compileLabelSelector(selector2.annotationSelector ?? "", selector2.location);
  return {
    byId: (id) => group(id.group) && version3(id.version) && kind(id.kind) && name(id.name) && namespace(id.namespace),
    byLabels: (resource) => annotations(metadataTexts(resource.node, "annotations")) && labels(metadataTexts(resource.node, "labels"))
  };
}
function writeToField(resource, path, value, target) {
  checkTime();
  const segments = splitFieldPath(path);
  const create = target.options?.create ? value.kind : void 0;
  const write2 = (field3) => setValue(field3, value, target.options);
  const inText = { create, isLost: false };
  if (setInStructuredData(resource.node, segments, inText, write2)) return !inText.isLost;
  const trail = { create, isLost: false };
  const fields3 = matchOrFail(resource, path, segments, trail, target);
  if (fields3.length === 0) throw fieldNotFound(resource, path, create !== void 0, "", target);
  for (const field3 of fields3) write2(field3);
  return !trail.isLost;
}
function matchOrFail(resource, path, segments, trail, target) {
  const matched = matchPath(resource.node, segments, trail);
  if (typeof matched === "string")
    throw fieldNotFound(resource, path, trail.create !== void 0, `: ${matched}`, target);
  return matched;
}
function fieldNotFound(resource, path, create, why, target) {
  const verb = create ? "find or create" : "find";
  const object2 = resource.describe();
  return failure("field-not-found", `unable to ${verb} field "${path}" in replacement target ${object2}${why}`, {
    ...target.location,
    object: object2,
    hint: create ? "Correct the fieldPath." : "Correct the fieldPath, or set options.create."
  });
}
function setValue(field3, value, options) {
  let text6 = value.kind === "scalar" ? value.value : "";
  if (options?.delimiter) {
    if (field3.kind !== "scalar") throw delimiterNeedsScalar(locate(field3) ?? options.location);
    text6 = spliceText(field3.value, text6, options.delimiter, options.index ?? 0);
  }
  if (field3.kind === "scalar") field3.value = text6;
  else overwrite(field3, clone(value));
}
function spliceText(present2, text6, delimiter, index) {
  if (present2.length + text6.length > MAX_SPLICED) {
    throw failure("value-too-large", `a replacement makes a text of more than ${MAX_SPLICED} characters`, {
      hint: "Look for a replacement that puts a text into itself."
    });
  }
  const parts = present2.split(delimiter);
  if (index < 0) parts.unshift(text6);
  else if (index >= parts.length) parts.push(text6);
  else parts[index] = text6;
  return parts.join(delimiter);
}
var DEFAULT_FIELD_PATH2, MAX_SPLICED;
var init_replacement_transformer = __esm({
  "src/builtins/replacement-transformer.ts"() {
    "use strict";
    init_diagnostics();
    init_field_path();
    init_label_selector();
    init_re2();
    init_resource_id();
    init_text_map();
    init_time_limit();
    init_node();
    init_replacement_path();
    init_selection();
    init_structured_data();
    DEFAULT_FIELD_PATH2 = "metadata.name";
    MAX_SPLICED = 32 * 1024 * 1024;
  }
});

// src/documents/replacement-file.ts
function decodeReplacements(node, file, warn) {
  const reading2 = new Reading(dialect2, file, "this file");
  if (node?.kind === "seq") {
    const replacements = list(inlineReplacement)(node, reading2);
    reading2.finish(warn);
    return replacements ?? [];
  }
  if (node?.kind !== "map") {
    const found = node === void 0 ? "nothing" : reading2.describe(node);
    const place = node === void 0 ? { file } : reading2.place(node);
    throw failure("wrong-type", `this file must hold a replacement or a list of them, not ${found}`, place);
  }
  const replacement2 = inlineReplacement(node, reading2);
  reading2.finish(warn);
  return replacement2 === void 0 ? [] : [replacement2];
}
var dialect2;
var init_replacement_file = __esm({
  "src/documents/replacement-file.ts"() {
    "use strict";
    init_diagnostics();
    init_yaml();
    init_decoder();
    init_kustomization_fields();
    init_reading();
    dialect2 = {
      unknownFields: "warning",
      duplicateFields: "warning",
      coercesToText: true,
      value: toConfigValue
    };
  }
});

// src/build/replacements.ts
async function fieldReplacements(level) {
  const entries = level.kustomization.replacements ?? [];
  return configureReplacements(level, entries);
}
async function configureReplacements(level, entries) {
  const replacements = [];
  for (const entry2 of entries) {
    const { path, source, sourceValue: sourceValue2, targets: targets3, location } = entry2;
    if (!path) {
      replacements.push(entry2);
      continue;
    }
    if (source !== void 0 || sourceValue2 !== void 0 || targets3 !== void 0) {
      throw failure("invalid-replacement", `cannot specify both path and inline replacement (${path})`, {
        ...location
      });
    }
    const file = await level.root.read(path, location);
    const warn = warnInto(level.context);
    const duplicates = [];
    const node = level.context.files.config(file, { onDuplicate: warnOfDuplicates(duplicates) });
    replacements.push(...decodeReplacements(node, file.display, warn));
    duplicates.forEach(warn);
  }
  return replacements.map(replacementTransformer);
}
var init_replacements = __esm({
  "src/build/replacements.ts"() {
    "use strict";
    init_replacement_transformer();
    init_diagnostics();
    init_replacement_file();
    init_swallowed();
    init_context();
  }
});

// src/build/plugin-transformers.ts
async function pluginTransformer(level, config) {
  const builtin = decodeBuiltin(level, config);
  const { location } = builtin;
  switch (builtin.kind) {
    case "AnnotationsTransformer":
      return [annotationsTransformer(builtin.annotations ?? /* @__PURE__ */ new Map(), builtin.fieldSpecs ?? [])];
    case "LabelTransformer":
      return [labelTransformer(builtin.labels ?? /* @__PURE__ */ new Map(), builtin.fieldSpecs ?? [])];
    case "NamespaceTransformer": {
      const { namespace = "", fieldSpecs: fieldSpecs2 = [], unsetOnly, setRoleBindingSubjects } = builtin;
      return [namespaceTransformer({ namespace, fieldSpecs: fieldSpecs2, unsetOnly, setRoleBindingSubjects, location })];
    }
    case "PrefixTransformer":
      return [prefixTransformer(builtin.prefix ?? "", requireFieldSpecs(builtin))];
    case "SuffixTransformer":
      return [suffixTransformer(builtin.suffix ?? "", requireFieldSpecs(builtin))];
    case "PrefixSuffixTransformer": {
      const specs = requireFieldSpecs(builtin);
      return [prefixTransformer(builtin.prefix ?? "", specs), suffixTransformer(builtin.suffix ?? "", specs)];
    }
    case "ImageTagTransformer":
      return [imageTagTransformer(builtin.imageTag === void 0 ? [] : [builtin.imageTag], builtin.fieldSpecs ?? [])];
    case "ReplicaCountTransformer":
      return [replicaCountTransformer(builtin.replica ?? { name: "", count: 0, location }, builtin.fieldSpecs ?? [])];
    case "PatchTransformer":
      return [await configurePatch(level, builtin)];
    case "PatchStrategicMergeTransformer":
      return [await configureMergePatches(level, builtin.paths ?? [], builtin.patches ?? "", location)];
    case "PatchJson6902Transformer": {
      const { target, path, jsonOp: text6 } = builtin;
      return [await configureJsonPatch(level, { target, path, text: text6, location })];
    }
    case "ReplacementTransformer":
      return configureReplacements(level, builtin.replacements ?? []);
    case "ValueAddTransformer":
      return [await configureValueAdd(level, builtin)];
    case "HashTransformer":
      return [hashTransformer];
    default:
      throw wrongRole(config, "transformer");
  }
}
async function configureValueAdd(level, args) {
  const { value = "", targets: targets3 = [], targetFilePath = "", location } = args;
  const all = [...targets3];
  if (targetFilePath !== "") {
    const file = await level.root.read(targetFilePath, location);
    all.push(...decodeValueAddTargets(level.context.files.config(file), file.display, warnInto(level.context)));
  }
  return valueAddTransformer(value.trim() || import_node_path16.posix.basename(level.root.path), all, location);
}
function requireFieldSpecs(builtin) {
  if (builtin.fieldSpecs !== void 0) return builtin.fieldSpecs;
  throw failure("missing-field-specs", `fieldSpecs is not expected to be nil: this ${builtin.kind} says no fields`, {
    ...builtin.location,
    hint: "Add `fieldSpecs: [{path: metadata/name}]`."
  });
}
var import_node_path16;
var init_plugin_transformers = __esm({
  "src/build/plugin-transformers.ts"() {
    "use strict";
    import_node_path16 = __toESM(require_node_path(), 1);
    init_image_tag_transformer();
    init_label_transformer();
    init_name_affix();
    init_namespace_transformer();
    init_replica_count_transformer();
    init_value_add_transformer();
    init_diagnostics();
    init_decode_builtin();
    init_builtin_config();
    init_context();
    init_hashes();
    init_patches();
    init_replacements();
  }
});

// src/build/transformers.ts
async function runTransformers(level, accumulator, loadConfigs) {
  const { time } = level.context;
  const steps = [];
  for (const step2 of await fieldSteps(level, accumulator.configuration ?? defaultConfiguration)) {
    steps.push({ ...step2, origin: fieldOrigin(level, step2.kind) });
  }
  for (const config of await loadConfigs()) {
    const step2 = { name: "transformers", config, origin: pluginOrigin(config), times: 1 };
    if (isBuiltin(config)) steps.push({ ...step2, transformers: await pluginTransformer(level, config) });
    else steps.push({ ...step2, transformers: [], function: await prepareFunction(level, config) });
  }
  for (const step2 of steps) {
    if (step2.function !== void 0) await transformByFunction(level, step2, step2.function, accumulator.resources);
    time.run(() => run(level, step2, accumulator.resources));
  }
}
function run({ context, kustomization }, step2, resources) {
  const { name, index, config, transformers, origin: origin2, times } = step2;
  const warn = kustomization.kind === "Component" ? () => {
  } : warnInto(context);
  for (const transformer of transformers) {
    const { items } = resources;
    transformer.transform(resources, warn);
    context.trace?.step({ name, index, config, kustomization, location: transformer.location }, items);
  }
  if (origin2 !== void 0) for (let count = 0; count < times; count++) recordStep(resources.items, origin2);
  resources.dropEmpty();
}
async function fieldSteps(level, configuration) {
  const { kustomization } = level;
  const { time } = level.context;
  const { namespace, namePrefix, nameSuffix, images: images2 = [], replicas = [], location } = kustomization;
  const namespaceOptions = { fieldSpecs: configuration.namespace, location };
  return [
    ...each("patchesStrategicMerge", await mergePatchTransformers(level)),
    ...each("patches", await patchTransformers(level)),
    ...each("namespace", namespace ? [namespaceTransformer({ namespace, ...namespaceOptions })] : []),
    ...each("namePrefix", namePrefix ? [prefixTransformer(namePrefix, configuration.namePrefix)] : []),
    ...each("nameSuffix", nameSuffix ? [suffixTransformer(nameSuffix, configuration.nameSuffix)] : []),
    ...time.run(() => labelSteps(kustomization, configuration)),
    ...each("commonAnnotations", annotationTransformers(kustomization, configuration)),
    ...each("patchesJson6902", await jsonPatchTransformers(level)),
    ...each(
      "replicas",
      time.run(() => replicas.map((replica2) => replicaCountTransformer(replica2, configuration.replicas)))
    ),
    ...each("images", images2.length > 0 ? [time.run(() => imageTagTransformer(images2, configuration.images))] : []),
    ...await replacementStep(level)
  ];
}
function each(name, transformers) {
  return transformers.map((transformer, index) => {
    const { kind, steps: times = 1 } = transformer;
    return { name, index, kind, times, transformers: [transformer] };
  });
}
async function replacementStep(level) {
  if (!level.kustomization.replacements?.length) return [];
  const transformers = await fieldReplacements(level);
  return [{ name: "replacements", kind: "ReplacementTransformer", times: 1, transformers }];
}
function labelSteps(kustomization, configuration) {
  const { labels = [], commonLabels: commonLabels2 = /* @__PURE__ */ new Map() } = kustomization;
  if (labels.length === 0 && commonLabels2.size === 0) return [];
  const transformers = labels.map(
    (label2) => labelTransformer(label2.pairs ?? /* @__PURE__ */ new Map(), labelFieldSpecs(label2, configuration))
  );
  const common = labelTransformer(commonLabels2, configuration.commonLabels);
  return [...each("labels", transformers), ...each("commonLabels", [common])];
}
function labelFieldSpecs(label2, configuration) {
  if (label2.fields?.length) return mergedFieldSpecs(label2, configuration);
  let known = fieldsOfLabels.get(configuration);
  if (known === void 0) fieldsOfLabels.set(configuration, known = /* @__PURE__ */ new Map());
  const { includeSelectors, includeTemplates, includeVolumeClaimTemplates } = label2;
  const key = [includeSelectors, includeTemplates, includeVolumeClaimTemplates].map(Boolean).join();
  let found = known.get(key);
  if (found === void 0) known.set(key, found = mergedFieldSpecs(label2, configuration));
  return found;
}
function mergedFieldSpecs(label2, configuration) {
  const merge3 = (specs, more) => mergeFieldSpecs("labels", specs, more);
  const own = merge3(label2.fields ?? [], configuration.labels);
  if (label2.includeSelectors) return merge3(own, configuration.commonLabels);
  const withTemplates = label2.includeTemplates ? merge3(own, configuration.templateLabels) : own;
  const withClaims = label2.includeVolumeClaimTemplates ? merge3(withTemplates, configuration.volumeClaimTemplateLabels) : withTemplates;
  return merge3(withClaims, [{ path: "metadata/labels", create: true }]);
}
function annotationTransformers(kustomization, configuration) {
  const { commonAnnotations } = kustomization;
  if (commonAnnotations === void 0 || commonAnnotations.size === 0) return [];
  return [annotationsTransformer(commonAnnotations, configuration.commonAnnotations)];
}
var fieldsOfLabels;
var init_transformers = __esm({
  "src/build/transformers.ts"() {
    "use strict";
    init_image_tag_transformer();
    init_label_transformer();
    init_name_affix();
    init_namespace_transformer();
    init_replica_count_transformer();
    init_configuration();
    init_default_field_specs();
    init_builtin_config();
    init_context();
    init_function_steps();
    init_patches();
    init_plugin_transformers();
    init_provenance();
    init_replacements();
    fieldsOfLabels = /* @__PURE__ */ new WeakMap();
  }
});

// src/resource/difference.ts
function firstDifference(before, after, ignored = /* @__PURE__ */ new Set()) {
  return compare2(before, after, "", ignored);
}
function compare2(before, after, path, ignored) {
  if (ignored.has(path) || before === void 0 && after === void 0) return void 0;
  if (before?.kind === "map" && after?.kind === "map") return compareMaps(before, after, path, ignored);
  if (before?.kind === "seq" && after?.kind === "seq") {
    const [one, two] = [before.items, after.items];
    for (let index = 0; index < Math.max(one.length, two.length); index++) {
      const found = compare2(one[index], two[index], `${path}[${index}]`, ignored);
      if (found !== void 0) return found;
    }
    return void 0;
  }
  if (before?.kind === "scalar" && after?.kind === "scalar" && sameScalar(before, after)) return void 0;
  const [only, other] = before === void 0 ? [after, before] : [before, after];
  if (only?.kind === "map" && other === void 0 && only.entries.length > 0) {
    return only.entries.every(({ key }) => ignored.has(fieldPath(path, key))) ? void 0 : path;
  }
  return path;
}
function compareMaps(before, after, path, ignored) {
  const rest = new Map(after.entries.map((entry2) => [keyText5(entry2), entry2.value]));
  for (const entry2 of before.entries) {
    const key = keyText5(entry2);
    const found = compare2(entry2.value, rest.get(key), fieldPath(path, entry2.key), ignored);
    if (found !== void 0) return found;
    rest.delete(key);
  }
  for (const entry2 of after.entries) {
    if (!rest.has(keyText5(entry2))) continue;
    const found = compare2(void 0, entry2.value, fieldPath(path, entry2.key), ignored);
    if (found !== void 0) return found;
  }
  return void 0;
}
function keyText5({ key }) {
  return key.kind === "scalar" ? key.value : "";
}
function fieldPath(path, key) {
  const name = key.kind === "scalar" ? key.value : "";
  const segment = /[.[\]]/.test(name) ? `[${name}]` : name;
  return path === "" ? segment : `${path}.${segment}`;
}
function sameScalar(a, b) {
  return a.value === b.value && tagOf2(a) === tagOf2(b);
}
function tagOf2({ tag, style, value }) {
  return tag || (style === "" ? resolveTag(value) : "!!str");
}
var init_difference = __esm({
  "src/resource/difference.ts"() {
    "use strict";
    init_yaml();
  }
});

// src/build/validators.ts
async function runValidators(level, configs, set) {
  const validators = [];
  for (const config of configs) {
    validators.push([config, await (isBuiltin(config) ? pluginTransformer : prepareFunction)(level, config)]);
  }
  const resources = set.items;
  for (const [config, validator] of validators) {
    if ("validate" in validator) {
      await validator.validate(set);
      continue;
    }
    const copies = resources.map((resource) => resource.clone());
    const copy2 = ResourceSet.of(copies, level.context.schemas);
    for (const transformer of validator) transformer.transform(copy2, () => {
    });
    for (const [index, resource] of resources.entries()) conclude(config, resource, copies[index]);
  }
}
function conclude(config, resource, copy2) {
  const difference = firstDifference(resource.node, copy2.node, IGNORED2);
  if (difference !== void 0) {
    const object2 = resource.describe();
    const change3 = copy2.node === void 0 ? `deletes ${object2}` : `changes ${difference} of ${object2}`;
    throw failure("validator-modifies", `a validator must not change objects, and ${config.describe()} ${change3}`, {
      ...config.origin,
      object: object2,
      hint: "List it under `transformers` if it is meant to change objects."
    });
  }
  const mark2 = get2(get2(get2(copy2.node, "metadata"), "labels"), VALIDATED_BY);
  const metadata2 = get2(resource.node, "metadata");
  if (mark2?.kind !== "scalar" || metadata2?.kind !== "map") return;
  if (get2(metadata2, "labels") === void 0) setField(metadata2, "labels", map());
  setField(get2(metadata2, "labels"), VALIDATED_BY, scalar(mark2.value, mark2.tag));
}
var VALIDATED_BY, IGNORED2;
var init_validators = __esm({
  "src/build/validators.ts"() {
    "use strict";
    init_diagnostics();
    init_difference();
    init_resource_set();
    init_set_field();
    init_node();
    init_builtin_config();
    init_function_steps();
    init_plugin_transformers();
    VALIDATED_BY = "validated-by";
    IGNORED2 = /* @__PURE__ */ new Set([`metadata.labels.${VALIDATED_BY}`]);
  }
});

// src/build/level.ts
async function openLevel(context, root, position) {
  if (++context.opened.levels > MAX_LEVELS) throw tooManyLevels(root);
  for (const opened of root.opened) context.roots.add(opened);
  const { kustomization, diagnostics } = await context.files.kustomization(root);
  context.time.resume();
  context.diagnostics.push(...diagnostics);
  await adoptSchemas({ context, root, kustomization });
  return { context, root, kustomization, position };
}
function tooManyLevels(root) {
  return failure("too-many-levels", `a build opens more than ${MAX_LEVELS} kustomizations and components`, {
    file: root.display,
    hint: "Look for components that are included again and again."
  });
}
async function accumulate(level, into) {
  const { kustomization } = level;
  await accumulateResources(level, kustomization.resources ?? [], into);
  addConfiguration(into, await ownConfiguration(level));
  const ofCrds = await crdConfiguration(level);
  if (ofCrds !== void 0) addConfiguration(into, ofCrds);
  await runFieldGenerators(level, into.resources);
  if (kustomization.helmCharts?.length) await (await Promise.resolve().then(() => (init_helm_charts(), helm_charts_exports))).inflateCharts(level, into);
  await pluginGenerators(level, await pluginConfigs(level, kustomization.generators ?? []), into.resources);
  for (const entry2 of kustomization.components ?? []) await accumulateComponent(level, entry2, into);
  const loadConfigs = () => pluginConfigs(level, kustomization.transformers ?? []);
  await runTransformers(level, into, loadConfigs);
  await runValidators(level, await pluginConfigs(level, kustomization.validators ?? []), into.resources);
  if (kustomization.validators?.length)
    level.context.trace?.step({ name: "validators", kustomization }, into.resources.items);
  declareVariables(kustomization.vars ?? [], into.variables, into.resources);
}
async function ownConfiguration({ kustomization, root, context }) {
  const files = [];
  for (const entry2 of kustomization.configurations ?? []) {
    const file = await root.read(entry2.path, entry2.location);
    files.push(decodeConfiguration(context.files.config(file, { duplicateKeys: "error" }), file.display));
  }
  return mergeConfigurations(defaultConfiguration, files);
}
async function accumulateResources(level, entries, into) {
  for (const entry2 of entries) {
    if (await isFile(level, entry2)) await accumulateFile(level, entry2, into);
    else await accumulateBase(level, entry2, into);
  }
}
async function isFile(level, entry2) {
  if (isAddress(entry2.path)) return isRemoteFile(level, entry2);
  const located2 = entry2.path === "" ? void 0 : await level.root.lookup(entry2.path);
  return located2 === void 0 ? entry2.path !== "" && !isRemote(entry2.path) : located2.type !== "directory";
}
async function accumulateFile(level, entry2, into) {
  const file = await level.root.read(entry2.path, entry2.location);
  const provenance = fromFile(level, entry2.path);
  const before = into.resources.size;
  const { context, kustomization } = level;
  context.time.run(() => {
    for (const node of context.files.objects(file)) append(new Resource(node), provenance, into);
  });
  const { location } = entry2;
  context.trace?.step({ name: "resources", kustomization, location }, into.resources.items.slice(before));
}
function append(resource, provenance, { resources }) {
  resource.provenance = provenance;
  resources.append(resource);
}
async function accumulateBase(level, entry2, into) {
  const root = await level.root.enter(entry2.path, entry2.location);
  const position = positionBelow(level, entry2.path);
  const { schemas } = level.context;
  const { state } = schemas;
  const key = `${root.key}
${positionKey(position)}
${schemas.key}`;
  const namespace = namespaceOf(level);
  const build3 = () => buildBase(level, root, position, entry2);
  let base = await level.context.memo.base(root, key, build3);
  const { inheritedNamespace = namespace } = base;
  if (inheritedNamespace !== namespace) {
    schemas.state = state;
    base = await level.context.memo.base(root, `${key}
${namespace}`, build3);
  }
  schemas.state = base.schemas;
  if (schemas.state.choice !== state.choice) into.resources.identifyAll();
  if (!level.kustomization.namespace) into.inheritedNamespace ??= base.inheritedNamespace;
  level.context.time.run(() => into.resources.appendAll(base.resources));
  addConfiguration(into, base.configuration);
  addVariables(into.variables, base.variables.values());
  for (const diagnostic of base.diagnostics) level.context.diagnostics.push(diagnostic);
  for (const opened of base.roots) level.context.roots.add(opened);
}
function namespaceOf({ kustomization, outerNamespace = "" }) {
  return kustomization.namespace || outerNamespace;
}
async function buildBase(parent, root, position, entry2) {
  const context = { ...parent.context, diagnostics: [], roots: /* @__PURE__ */ new Set() };
  const opened = await openLevel(context, root, position);
  const level = { ...opened, outerNamespace: namespaceOf(parent) };
  if (level.kustomization.kind === "Component") {
    throw failure("component-as-resource", `${root.display} is a Component, and cannot be listed under resources`, {
      ...entry2.location,
      hint: "List it under components."
    });
  }
  const accumulator = emptyAccumulator(context);
  await accumulate(level, accumulator);
  return {
    resources: accumulator.resources.items,
    configuration: accumulator.configuration ?? defaultConfiguration,
    variables: accumulator.variables,
    schemas: context.schemas.state,
    inheritedNamespace: accumulator.inheritedNamespace,
    diagnostics: distinct(context.diagnostics),
    roots: context.roots
  };
}
async function accumulateComponent(level, entry2, into) {
  const root = await level.root.enter(entry2.path, entry2.location);
  const { choice } = level.context.schemas.state;
  const opened = await openLevel(level.context, root, positionBelow(level, entry2.path));
  const component = { ...opened, outerNamespace: namespaceOf(level) };
  if (component.kustomization.kind !== "Component") {
    throw failure(
      "not-a-component",
      `${root.display} is listed under components, but is a ${component.kustomization.kind}`,
      {
        ...entry2.location,
        hint: "List it under resources, or make its kind Component."
      }
    );
  }
  if (level.context.schemas.state.choice !== choice) into.resources.identifyAll();
  await accumulate(component, into);
  into.resources.checkUnique();
  const { configuration } = into;
  into.configuration = void 0;
  if (configuration !== void 0) addConfiguration(into, configuration);
}
async function pluginConfigs(level, entries) {
  const accumulator = emptyAccumulator(level.context);
  const paths2 = [];
  for (const entry2 of entries) {
    const objects = inlineObjects(entry2);
    if (objects === void 0) paths2.push({ path: entry2.text, location: entry2.location });
    else for (const node of objects) append(new Resource(node, entry2.location), fromKustomization(level), accumulator);
  }
  await accumulateResources(level, paths2, accumulator);
  return [...accumulator.resources.items];
}
var MAX_LEVELS;
var init_level = __esm({
  "src/build/level.ts"() {
    "use strict";
    init_diagnostics();
    init_configuration();
    init_default_field_specs();
    init_resource();
    init_context();
    init_crds();
    init_generators();
    init_inline();
    init_openapi_field();
    init_provenance();
    init_remote_entries();
    init_remote_references();
    init_transformers();
    init_validators();
    init_variables();
    MAX_LEVELS = 1e5;
  }
});

// src/build/strict-reading.ts
function readStrictly(diagnostics) {
  const strict2 = diagnostics.map((diagnostic) => {
    const isSwallowed = diagnostic.severity === "warning" && SWALLOWED.has(diagnostic.code);
    return isSwallowed ? { ...diagnostic, severity: "error" } : diagnostic;
  });
  if (strict2.some(({ severity }) => severity === "error")) throw new KrmError(strict2);
}
var SWALLOWED;
var init_strict_reading = __esm({
  "src/build/strict-reading.ts"() {
    "use strict";
    init_diagnostics();
    SWALLOWED = /* @__PURE__ */ new Set([
      "duplicate-field",
      "function-removes-all",
      "ignored-field",
      "ignored-value",
      "line-too-long",
      "lost-alias",
      "several-runtimes",
      "stale-reference",
      "unused-image",
      "unused-patch",
      "unused-replacement"
    ]);
  }
});

// src/build/builder.ts
function createBuilder(tree, options = {}) {
  const files = new Files();
  const memo = new BaseMemo();
  const charts = new Charts();
  return {
    async build(directory) {
      const time = timeOf(tree.display(directory), options.timeoutSeconds);
      try {
        const schemas = new BuildSchemas();
        const context = {
          files,
          memo,
          schemas,
          charts,
          helm: options.helm,
          functions: options.functions,
          trace: options.trace,
          time,
          diagnostics: [],
          opened: { levels: 0 },
          roots: /* @__PURE__ */ new Set()
        };
        const rules = {
          loadRestrictor: options.loadRestrictor ?? "root-only",
          remotes: options.remotes,
          time,
          notice: (diagnostic) => void context.diagnostics.push(diagnostic)
        };
        const { level, accumulator } = await time.race(accumulateAll(context, tree, directory, rules));
        const resources = time.run(() => finish2(level, accumulator, options));
        const diagnostics = distinct(context.diagnostics);
        if (options.strict) readStrictly(diagnostics);
        return { resources, diagnostics };
      } catch (thrown) {
        throw isOverflow(thrown) ? nestedTooDeep(tree.display(directory), thrown) : thrown;
      }
    }
  };
}
async function accumulateAll(context, tree, directory, rules) {
  const root = await Root.open(tree, directory, rules);
  const level = trackingOrigins(await openLevel(context, root));
  const accumulator = emptyAccumulator(context);
  await accumulate(level, accumulator);
  return { level, accumulator };
}
function timeOf(file, seconds) {
  if (seconds === void 0) return NO_TIME_LIMIT;
  return timeLimit(
    seconds,
    () => failure("build-timeout", `the build of ${file} takes more than ${seconds} seconds, and was ended`, {
      file,
      hint: "Look for what is repeated many times over and for servers that are slow, or allow more time: --timeout, in the action the input timeout."
    })
  );
}
function isOverflow(thrown) {
  return thrown instanceof RangeError && thrown.message.includes("call stack");
}
function nestedTooDeep(file, cause) {
  return failure("nested-too-deep", "an object or a path of this build is nested too deeply to be followed", {
    file,
    hint: "Look for a patch or a replacement that puts an object into itself, or for a path with thousands of elements.",
    cause
  });
}
var init_builder = __esm({
  "src/build/builder.ts"() {
    "use strict";
    init_diagnostics();
    init_time_limit();
    init_base_memo();
    init_build_schemas();
    init_charts();
    init_context();
    init_files();
    init_finish();
    init_level();
    init_provenance();
    init_root();
    init_strict_reading();
  }
});

// src/build/index.ts
var init_build = __esm({
  "src/build/index.ts"() {
    "use strict";
    init_builder();
    init_kustomization_file();
    init_remote_references();
  }
});

// src/functions/process/environment.ts
function baseEnvironment(home) {
  return /* @__PURE__ */ new Map([
    ["PATH", PATH],
    ["HOME", home],
    ["TMPDIR", home],
    ["LANG", "C.UTF-8"]
  ]);
}
function declaredEnvironment(declared, { host, inherited: inherited2, given: given2 }, refuse) {
  const found = /* @__PURE__ */ new Map();
  const fromHost = (name) => {
    const value = host[name];
    if (value !== void 0) found.set(name, value);
  };
  for (const name of inherited2) fromHost(name);
  for (const entry2 of declared) {
    const at3 = entry2.indexOf("=");
    if (at3 > 0) found.set(entry2.slice(0, at3), entry2.slice(at3 + 1));
    else if (inherited2.includes(entry2)) fromHost(entry2);
    else refuse(entry2);
  }
  for (const entry2 of given2) {
    const at3 = entry2.indexOf("=");
    if (at3 > 0) found.set(entry2.slice(0, at3), entry2.slice(at3 + 1));
    else fromHost(entry2);
  }
  return found;
}
var PATH;
var init_environment = __esm({
  "src/functions/process/environment.ts"() {
    "use strict";
    PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
  }
});

// src/functions/process/capture.ts
var Whole, HeadAndTail;
var init_capture = __esm({
  "src/functions/process/capture.ts"() {
    "use strict";
    Whole = class {
      #chunks = [];
      #limit;
      #bytes = 0;
      constructor(limit) {
        this.#limit = limit;
      }
      /** Whether there was more than is kept. */
      get isFull() {
        return this.#bytes > this.#limit;
      }
      add(chunk) {
        this.#bytes += chunk.length;
        if (!this.isFull) this.#chunks.push(chunk);
      }
      bytes() {
        return Buffer.concat(this.#chunks);
      }
    };
    HeadAndTail = class {
      #half;
      #head = [];
      #headBytes = 0;
      #tail = [];
      #tailBytes = 0;
      #dropped = 0;
      /** @param limit bytes, of which half are kept of either end */
      constructor(limit) {
        this.#half = Math.floor(limit / 2);
      }
      add(chunk) {
        const room = this.#half - this.#headBytes;
        if (room > 0) {
          this.#head.push(chunk.subarray(0, room));
          this.#headBytes += Math.min(room, chunk.length);
        }
        const rest = chunk.subarray(Math.max(0, room));
        if (rest.length === 0) return;
        this.#tail.push(rest);
        this.#tailBytes += rest.length;
        if (this.#tailBytes > 2 * this.#half) this.#shorten();
      }
      #shorten() {
        const all = Buffer.concat(this.#tail);
        const kept = Buffer.from(all.subarray(Math.max(0, all.length - this.#half)));
        this.#dropped += all.length - kept.length;
        this.#tail = [kept];
        this.#tailBytes = kept.length;
      }
      text() {
        this.#shorten();
        const head = Buffer.concat(this.#head);
        const tail = Buffer.concat(this.#tail);
        if (this.#dropped === 0) return Buffer.concat([head, tail]).toString();
        return `${head.toString()}
\u2026 ${this.#dropped} bytes are left out here \u2026
${tail.toString()}`;
      }
    };
  }
});

// src/functions/process/run-process.ts
function runProcess(call) {
  const { command, args, cwd, env, limits, signal } = call;
  const stdout = new Whole(limits.stdoutBytes);
  const stderr = new HeadAndTail(limits.stderrBytes);
  return new Promise((resolve10) => {
    let problem2;
    let detail;
    let grace;
    const outcome = (exitCode2) => {
      clearTimeout(timer);
      clearTimeout(grace);
      signal?.removeEventListener("abort", onAbort);
      resolve10({
        stdout: stdout.bytes(),
        stderr: stderr.text(),
        exitCode: exitCode2,
        ...problem2 && { problem: problem2 },
        ...detail !== void 0 && { detail }
      });
    };
    const fail = (what, why) => {
      if (problem2 !== void 0) return;
      problem2 = what;
      detail = why;
    };
    let child;
    try {
      child = start(command, args, cwd, env);
    } catch (thrown) {
      const reason = thrown.message;
      resolve10({
        stdout: new Uint8Array(),
        stderr: "",
        exitCode: void 0,
        problem: "could-not-start",
        detail: reason
      });
      return;
    }
    watchGroup(child);
    const end = (what, why) => {
      fail(what, why);
      endGroup(child);
    };
    const seconds = limits.timeoutMs / 1e3;
    const timer = setTimeout(() => end("timeout", `it ran longer than ${seconds} seconds`), limits.timeoutMs);
    const onAbort = () => end("killed", "nobody waits for it any more");
    if (signal?.aborted) onAbort();
    signal?.addEventListener("abort", onAbort, { once: true });
    child.stdout.on("data", (chunk) => {
      stdout.add(chunk);
      if (stdout.isFull) end("output-too-large", `it printed more than ${limits.stdoutBytes} bytes`);
    });
    child.stderr.on("data", (chunk) => stderr.add(chunk));
    child.stdin.on("error", () => {
    });
    child.stdin.end(call.stdin);
    let exitCode;
    child.on("error", (error) => {
      if (child.pid !== void 0) return;
      fail("could-not-start", reasonOf2(error));
      outcome(void 0);
    });
    child.on("exit", (code3, killedBy) => {
      exitCode = code3 ?? void 0;
      if (killedBy !== null) fail("killed", `it was ended by ${killedBy}`);
      endGroup(child);
      grace = setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
      }, GRACE_MS);
    });
    child.on("close", () => {
      if (child.pid !== void 0) outcome(exitCode);
    });
  });
}
function start(command, args, cwd, env) {
  return (0, import_node_child_process3.spawn)(command, [...args], { cwd, env: Object.fromEntries(env), stdio: ["pipe", "pipe", "pipe"], ...GROUP });
}
function reasonOf2(error) {
  switch (error.code) {
    case "ENOENT":
      return "there is no such program, or the interpreter that its first line names does not exist";
    case "EACCES":
      return "it is not executable";
    case "ENOEXEC":
      return "it is neither a program nor a script that begins with #!";
    case "E2BIG":
      return "its arguments and variables are too long";
    default:
      return error.message;
  }
}
var import_node_child_process3, DEFAULT_LIMITS, GRACE_MS;
var init_run_process = __esm({
  "src/functions/process/run-process.ts"() {
    "use strict";
    import_node_child_process3 = __toESM(require_node_child_process(), 1);
    init_sources();
    init_capture();
    DEFAULT_LIMITS = {
      timeoutMs: 3e5,
      stdoutBytes: 64 * 1024 * 1024,
      stderrBytes: 1024 * 1024
    };
    GRACE_MS = 500;
  }
});

// src/functions/process/strays.ts
function endStrays(home) {
  if (process.platform !== "linux") return;
  for (const name of (0, import_node_fs10.readdirSync)("/proc")) {
    if (!/^\d+$/.test(name) || name === String(process.pid)) continue;
    try {
      if (!(0, import_node_fs10.readFileSync)(`/proc/${name}/environ`).includes(`TMPDIR=${home}`)) continue;
      process.kill(Number(name), "SIGKILL");
    } catch {
    }
  }
}
var import_node_fs10;
var init_strays = __esm({
  "src/functions/process/strays.ts"() {
    "use strict";
    import_node_fs10 = __toESM(require_node_fs(), 1);
  }
});

// src/functions/exec/exec-program.ts
async function execProgram(specification, settings) {
  const { root, top, env, limits } = settings;
  const cwd = top + (root.path === "/" ? "" : root.path) || "/";
  if (cwd === "/") {
    throw failure("exec-refused", "a function is not run in the top directory of the machine", {
      ...specification.location,
      hint: "Move the kustomization into a directory of its own."
    });
  }
  const command = await commandOf(specification, settings, cwd);
  return {
    title: specification.path,
    run: ({ stdin, signal }) => withPrivateDirectory(async (home) => {
      const all = new Map([...baseEnvironment(home), ...env]);
      const call = { command, args: specification.args, cwd, env: all, stdin, limits, signal };
      const outcome = await runProcess(call);
      endStrays(home);
      return outcome;
    })
  };
}
async function commandOf({ path, location }, { root, top, restricted, pluginHome }, cwd) {
  if (path.includes("\0")) throw failure("exec-refused", "the path of a function holds a NUL", { ...location });
  if (!restricted) return path.includes("/") ? import_node_path17.posix.resolve(cwd, path) : path;
  if (path.startsWith("/")) {
    const clean2 = import_node_path17.posix.normalize(path);
    if (pluginHome !== void 0 && clean2.startsWith(`${pluginHome}/`)) return clean2;
    throw failure("exec-refused", `${path} is absolute, and may not be run from there`, {
      ...location,
      hint: `Move it below the kustomization, or into ${pluginHome ?? "$XDG_CONFIG_HOME/kustomize/plugins"}. On the command line, --load-restrictor LoadRestrictionsNone lifts the rule.`
    });
  }
  const wanted = import_node_path17.posix.resolve(root.path, path);
  const located2 = await root.tree.lookup(wanted);
  const display = root.tree.display(wanted);
  if (located2 === void 0) {
    throw failure("exec-not-found", `${display} does not exist`, {
      ...location,
      hint: path.includes("/") ? "The path of a function counts from the directory of the kustomization that lists its config." : `The PATH is not searched: write ./${path} for a file beside the kustomization. On the command line, --load-restrictor LoadRestrictionsNone lifts the rule.`
    });
  }
  if (located2.type !== "file") throw failure("exec-not-found", `${display} is not a file`, { ...location });
  if (root.path !== "/" && !located2.path.startsWith(`${root.path}/`)) {
    throw failure("exec-refused", `${display} is not in or below ${root.tree.display(root.path)}, and may not be run`, {
      ...location,
      hint: "Move it below the kustomization. On the command line, --load-restrictor LoadRestrictionsNone lifts the rule."
    });
  }
  return top + wanted;
}
var import_node_path17;
var init_exec_program = __esm({
  "src/functions/exec/exec-program.ts"() {
    "use strict";
    import_node_path17 = __toESM(require_node_path(), 1);
    init_diagnostics();
    init_sources();
    init_environment();
    init_run_process();
    init_strays();
  }
});

// src/functions/private-tree.ts
function createPrivateTrees() {
  const copies = /* @__PURE__ */ new Map();
  const made = /* @__PURE__ */ new Set();
  const remove3 = () => {
    for (const directory of made) (0, import_node_fs11.rmSync)(directory, { recursive: true, force: true, maxRetries: 3 });
    made.clear();
  };
  async function copy2(tree) {
    if (made.size === 0) process.once("exit", remove3);
    const directory = (0, import_node_fs11.realpathSync)((0, import_node_fs11.mkdtempSync)((0, import_node_path18.join)((0, import_node_os5.tmpdir)(), `krm-render-${process.pid}-`)));
    made.add(directory);
    const top = (0, import_node_path18.join)(directory, "tree");
    await writeTree(tree, top);
    return top;
  }
  return {
    directoryOf(tree) {
      if (tree.directory !== void 0) return Promise.resolve(tree.directory);
      let copying = copies.get(tree);
      if (copying === void 0) copies.set(tree, copying = copy2(tree));
      return copying;
    },
    close() {
      copies.clear();
      remove3();
      process.off("exit", remove3);
    }
  };
}
async function writeTree(tree, top) {
  let files = 0;
  let bytes = 0;
  async function visit2(from, to, depth) {
    if (depth > MAX_DEPTH4) throw tooLarge3(`nests deeper than ${MAX_DEPTH4} directories; does a link lead in a circle?`);
    (0, import_node_fs11.mkdirSync)(to, { recursive: true });
    for (const { name, type, executable } of await tree.list(from)) {
      const child = import_node_path18.posix.join(from, name);
      if (type === "directory") await visit2(child, (0, import_node_path18.join)(to, name), depth + 1);
      if (type !== "file") continue;
      const content = await tree.read(child);
      bytes += content.length;
      if (++files > MAX_FILES2) throw tooLarge3(`holds more than ${MAX_FILES2} files`);
      if (bytes > MAX_BYTES3) throw tooLarge3(`holds more than ${MAX_BYTES3} bytes`);
      try {
        (0, import_node_fs11.writeFileSync)((0, import_node_path18.join)(to, name), content, { flag: "wx" });
        if (executable) (0, import_node_fs11.chmodSync)((0, import_node_path18.join)(to, name), 493);
      } catch (cause) {
        const reason = cause.code;
        throw failure("unwritable-copy", `a private copy of the file cannot be written (${reason})`, {
          file: tree.display(child),
          cause
        });
      }
    }
  }
  function tooLarge3(problem2) {
    return failure("directory-too-large", `${tree.label} ${problem2}, and is not copied`, { file: tree.display("/") });
  }
  await visit2("/", top, 0);
}
var import_node_fs11, import_node_os5, import_node_path18, MAX_FILES2, MAX_BYTES3, MAX_DEPTH4;
var init_private_tree = __esm({
  "src/functions/private-tree.ts"() {
    "use strict";
    import_node_fs11 = __toESM(require_node_fs(), 1);
    import_node_os5 = __toESM(require_node_os(), 1);
    import_node_path18 = __toESM(require_node_path(), 1);
    init_diagnostics();
    MAX_FILES2 = 1e5;
    MAX_BYTES3 = 2 * 1024 ** 3;
    MAX_DEPTH4 = 64;
  }
});

// src/functions/results-file.ts
function writeResultsFile(directory, runs) {
  const path = (0, import_node_path19.join)(directory, "results.yaml");
  try {
    (0, import_node_fs12.mkdirSync)(directory, { recursive: true });
    (0, import_node_fs12.writeFileSync)(path, resultsText(runs));
  } catch (cause) {
    throw failure("output-unwritable", `cannot be written: ${cause.message}`, { file: path, cause });
  }
}
function resultsText(runs) {
  return emit({
    apiVersion: "kpt.dev/v1",
    kind: "FunctionResultList",
    metadata: { name: "fnresults" },
    exitCode: runs.some(({ outcome }) => outcome.exitCode !== 0) ? 1 : 0,
    items: runs.map(itemOf)
  });
}
function itemOf({ type, title, outcome, results }) {
  return {
    [type === "container" ? "image" : type]: visible(title),
    exitCode: outcome.exitCode ?? 1,
    ...outcome.stderr !== "" && { stderr: visible(outcome.stderr) },
    ...results.length > 0 && { results: results.map(resultOf) }
  };
}
function resultOf({ message, severity, resourceRef: ref, field: field3, file, tags }) {
  return {
    message: visible(message),
    ...severity && { severity },
    ...ref && {
      resourceRef: {
        apiVersion: ref.apiVersion,
        kind: ref.kind,
        name: ref.name,
        ...ref.namespace !== "" && { namespace: ref.namespace }
      }
    },
    ...field3 && { field: { ...field3 } },
    ...file && { file: { ...file } },
    ...tags && { tags: Object.fromEntries(tags) }
  };
}
var import_node_fs12, import_node_path19;
var init_results_file = __esm({
  "src/functions/results-file.ts"() {
    "use strict";
    import_node_fs12 = __toESM(require_node_fs(), 1);
    import_node_path19 = __toESM(require_node_path(), 1);
    init_diagnostics();
    init_yaml();
  }
});

// src/functions/reports.ts
function failureText(title, outcome) {
  const { problem: problem2, detail, exitCode, stderr } = outcome;
  const how = problem2 === void 0 ? `failed: exit status ${exitCode ?? "unknown"}` : PROBLEMS[problem2];
  const why = detail === void 0 ? "" : `: ${detail}`;
  return `${title} ${how}${why}${quoted(stderr)}`;
}
function quoted(stderr) {
  const lines = stderr.split(/\r\n|\r|\n/).filter((line2) => line2.trim() !== "");
  return lines.slice(-LINES).map((line2) => `
  | ${inert(line2.slice(0, CHARACTERS))}`).join("");
}
function inert(line2) {
  return visible(line2).replaceAll("##[", "## [");
}
function isFailing({ severity }, failOn) {
  if (failOn === "never") return false;
  return severity === "error" || failOn === "warning" && severity === "warning";
}
async function resultDiagnostics(results, place, severityOf2) {
  if (results.length === 0) return [];
  const byRef = /* @__PURE__ */ new Map();
  for (const resource of place.resources) {
    const { id } = resource;
    byRef.set(refKey(apiVersionOf(id), id.kind, id.namespace, id.name), resource);
  }
  const diagnostics = [];
  for (const result of results) {
    const { resourceRef: ref, field: field3, message } = result;
    const resource = ref && byRef.get(refKey(ref.apiVersion, ref.kind, ref.namespace === "default" ? "" : ref.namespace, ref.name));
    const object2 = resource?.describe() ?? (ref && describeRef(ref));
    const subject = [object2, field3?.path].filter(Boolean).join(", ");
    diagnostics.push({
      code: "function-result",
      severity: severityOf2(result),
      message: `${place.title}: ${subject === "" ? "" : `${subject}: `}${message.slice(0, MESSAGE_CHARACTERS)}`,
      ...place.location,
      ...resource && placeOf2(resource, field3?.path),
      ...await fileOf(result, place.root),
      ...object2 !== void 0 && { object: object2 }
    });
  }
  return diagnostics;
}
function refKey(apiVersion, kind, namespace, name) {
  return `${apiVersion}
${kind}
${namespace === "default" ? "" : namespace}
${name}`;
}
function describeRef({ kind, name, namespace }) {
  return `${kind || "object"} ${namespace === "" ? name : `${namespace}/${name}`}`;
}
function placeOf2(resource, path) {
  if (path !== void 0) {
    const place = locate(nodeAt(resource.node, path));
    if (place !== void 0) return { line: void 0, column: void 0, ...place };
  }
  return resource.origin === void 0 ? {} : { line: void 0, column: void 0, ...resource.origin };
}
function nodeAt(from, path) {
  let node = from;
  for (const segment of path.replaceAll(/\[([^\]]*)\]/g, ".$1").split(".")) {
    if (segment === "") continue;
    let next;
    if (node?.kind === "seq") next = node.items[Number(segment)];
    else if (node?.kind === "map") {
      next = node.entries.find(({ key }) => key.kind === "scalar" && key.value === segment)?.value;
    }
    if (next === void 0) return node;
    node = next;
  }
  return node;
}
async function fileOf({ file }, { tree, path }) {
  if (file === void 0 || /[\0\\]|^\//.test(file.path) || file.path.split("/").includes("..")) return {};
  const wanted = `${path === "/" ? "" : path}/${file.path.split("/").filter((part) => part !== "" && part !== ".").join("/")}`;
  const located2 = wanted === "/" ? void 0 : await tree.lookup(wanted).catch(() => void 0);
  return located2?.type === "file" ? { file: tree.display(wanted), line: void 0, column: void 0 } : {};
}
var LINES, CHARACTERS, MESSAGE_CHARACTERS, PROBLEMS;
var init_reports = __esm({
  "src/functions/reports.ts"() {
    "use strict";
    init_diagnostics();
    init_resource_id();
    init_node();
    LINES = 10;
    CHARACTERS = 500;
    MESSAGE_CHARACTERS = 2e3;
    PROBLEMS = {
      timeout: "timed out",
      "out-of-memory": "ran out of memory",
      "output-too-large": "printed too much",
      "could-not-start": "could not be started",
      killed: "was ended"
    };
  }
});

// src/functions/specification/read-specification.ts
function readSpecification(config, file, warn) {
  const annotated = inAnnotation(config, file);
  const reserved = inReservedField(config, file);
  if (annotated !== void 0 && reserved !== void 0) {
    if (JSON.stringify(withoutPlaces(annotated.document)) !== JSON.stringify(withoutPlaces(reserved.document))) {
      throw failure("invalid-function", "an annotation and a field name two ways to run this function", {
        ...reserved.location,
        hint: "Keep one of them."
      });
    }
  }
  const found = annotated ?? reserved;
  if (found === void 0) return void 0;
  found.reading.finish(warn);
  return specificationOf(found.document, found.location, warn);
}
function reservedFields(config) {
  return RESERVED.filter((name) => isReserved(get2(config, name)));
}
function inAnnotation(config, file) {
  const metadata2 = get2(config, "metadata");
  const annotations = get2(metadata2, "annotations");
  for (const name of ANNOTATIONS) {
    const node = get2(annotations, name);
    if (node?.kind === "scalar" && node.value !== "") return read(node.value, locate(node) ?? { file }, name);
  }
  const configFn = get2(metadata2, "configFn");
  if (configFn !== void 0 && !isNull(configFn)) {
    return read(print(configFn), locate(configFn) ?? { file }, "metadata.configFn");
  }
  const image2 = get2(annotations, CONTAINER_ANNOTATION);
  if (image2?.kind !== "scalar" || image2.value === "") return void 0;
  const location = locate(image2) ?? { file };
  return { document: { container: { image: image2.value } }, location, reading: new Reading(dialect3, file, "") };
}
function isReserved(node) {
  if (node?.kind !== "map" || node.entries.length === 0) return false;
  return node.entries.every(({ key, value }) => {
    return key.kind === "scalar" && KEYS.has(key.value) && (key.value === "deferFailure" || value.kind === "map");
  });
}
function inReservedField(config, file) {
  const found = RESERVED.flatMap((name) => {
    const node = get2(config, name);
    if (node === void 0 || !isReserved(node)) return [];
    return [read(print(node), locate(node) ?? { file }, name)];
  });
  const [first, second] = found;
  if (second !== void 0 && first !== void 0) {
    if (JSON.stringify(withoutPlaces(first.document)) !== JSON.stringify(withoutPlaces(second.document))) {
      const message = "`runtime` and `provider` name two ways to run this function";
      throw failure("invalid-function", message, { ...second.location, hint: "Remove `provider`, its old name." });
    }
  }
  return first;
}
function read(source, location, where) {
  const node = parse3(source, location, where);
  const reading2 = new Reading(dialect3, location.file, where);
  const decoded2 = node === void 0 ? {} : document2(node, reading2);
  return { document: decoded2 ?? {}, location, reading: reading2 };
}
function parse3(source, location, where) {
  try {
    const node = parseConfig(source, location.file, { duplicateKeys: "error" });
    if (node?.source !== void 0) node.source.within = location;
    return node;
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    const [first] = thrown.diagnostics;
    throw failure("invalid-function", `${where} cannot be read: ${first?.message ?? thrown.message}`, {
      ...location,
      hint: first?.hint,
      cause: thrown
    });
  }
}
function specificationOf(found, location, warn) {
  const { container, exec, starlark, deferFailure } = found;
  if (deferFailure) {
    warn({
      code: "ignored-field",
      severity: "warning",
      message: "`deferFailure` has no effect: a function that fails, fails the build",
      ...location
    });
  }
  const isContainer2 = Boolean(container?.image);
  if (isContainer2 && (exec?.path || starlark !== void 0)) {
    warn({
      code: "several-runtimes",
      severity: "warning",
      message: "this function says several ways to run it; the container is used",
      ...location,
      hint: "Keep one of them."
    });
  }
  if (container !== void 0 && (isContainer2 || exec === void 0 && starlark === void 0)) {
    if (!container.image) throw missing2("container.image", "Name the image of the function.", location);
    return {
      type: "container",
      image: container.image,
      sha256: container.sha256,
      network: container.network ?? false,
      mounts: (container.mounts ?? []).map(mountOf),
      envs: [...container.envs ?? [], ...container.env ?? []],
      location
    };
  }
  if (exec !== void 0) {
    if (!exec.path) throw missing2("exec.path", "Name the executable of the function.", location);
    const { path, args = [], envs = [], env = [], sha256: sha2562 } = exec;
    return { type: "exec", path, args, envs: [...envs, ...env], sha256: sha2562, location };
  }
  if (starlark !== void 0) {
    const { path, url, name = "", sha256: sha2562 } = starlark;
    if (Boolean(path) === Boolean(url)) {
      throw missing2(
        path ? "only one of starlark.path and starlark.url" : "starlark.path",
        "Name one script.",
        location
      );
    }
    return { type: "starlark", name, path, url, sha256: sha2562, location };
  }
  throw missing2("container or exec", "Say how the function is run.", location);
}
function mountOf({ type = "bind", src = "", dst = "", rw = false }) {
  return { type, source: src, target: dst, writable: rw };
}
function missing2(field3, hint, location) {
  return failure("invalid-function", `the specification of this function lacks ${field3}`, { ...location, hint });
}
function withoutPlaces(found) {
  if (Array.isArray(found)) return found.map(withoutPlaces);
  if (typeof found !== "object" || found === null) return found;
  const kept = Object.entries(found).filter(([key]) => key !== "location");
  return Object.fromEntries(
    kept.sort(([a], [b]) => a < b ? -1 : 1).map(([key, value]) => [key, withoutPlaces(value)])
  );
}
var network, document2, KEYS, dialect3, ANNOTATIONS, CONTAINER_ANNOTATION, RESERVED;
var init_read_specification = __esm({
  "src/functions/specification/read-specification.ts"() {
    "use strict";
    init_diagnostics();
    init_decoder();
    init_reading();
    init_yaml();
    init_node();
    network = (node, reading2) => {
      if (node.kind !== "map") return bool(node, reading2);
      const value = get2(node, "required");
      const message = `${reading2.field()} is a boolean since 2021; \`required\` is read as one`;
      reading2.report("deprecated-field", message, node, "Write `network: true`.", "warning");
      return value === void 0 ? false : reading2.within("required", () => bool(value, reading2));
    };
    document2 = record({
      container: record({
        image: text2,
        sha256: text2,
        network,
        mounts: list(record({ type: text2, src: text2, dst: text2, rw: bool })),
        envs: list(text2),
        env: list(text2)
      }),
      exec: record({
        path: text2,
        sha256: text2,
        args: list(text2),
        envs: list(text2),
        env: list(text2)
      }),
      starlark: record({ path: text2, url: text2, name: text2, sha256: text2 }),
      deferFailure: bool
    });
    KEYS = /* @__PURE__ */ new Set(["container", "exec", "starlark", "deferFailure"]);
    dialect3 = {
      unknownFields: "error",
      duplicateFields: "error",
      coercesToText: true,
      value: toConfigValue
    };
    ANNOTATIONS = ["config.kubernetes.io/function", "config.k8s.io/function"];
    CONTAINER_ANNOTATION = "config.kubernetes.io/container";
    RESERVED = ["runtime", "provider"];
  }
});

// src/functions/wire/annotations.ts
function isReserved2(name) {
  return name.startsWith(INTERNAL2);
}
var INTERNAL2, RESOURCE_ID, LOCAL_CONFIG2, LEGACY_INDEX, INDEX, MIGRATION_ID, ID, LEGACY_ID, LEGACY_PATH, PATH2, NEEDS_HASH, BEHAVIOR, PER_CALL;
var init_annotations = __esm({
  "src/functions/wire/annotations.ts"() {
    "use strict";
    INTERNAL2 = "internal.config.kubernetes.io/";
    RESOURCE_ID = "kustomize.config.k8s.io/id";
    LOCAL_CONFIG2 = "config.kubernetes.io/local-config";
    LEGACY_INDEX = "config.kubernetes.io/index";
    INDEX = `${INTERNAL2}index`;
    MIGRATION_ID = `${INTERNAL2}annotations-migration-resource-id`;
    ID = `${INTERNAL2}id`;
    LEGACY_ID = "config.k8s.io/id";
    LEGACY_PATH = "config.kubernetes.io/path";
    PATH2 = `${INTERNAL2}path`;
    NEEDS_HASH = "kustomize.config.k8s.io/needs-hash";
    BEHAVIOR = "kustomize.config.k8s.io/behavior";
    PER_CALL = /* @__PURE__ */ new Set([
      RESOURCE_ID,
      LEGACY_INDEX,
      INDEX,
      MIGRATION_ID,
      ID,
      LEGACY_ID,
      LEGACY_PATH,
      PATH2
    ]);
  }
});

// src/functions/wire/sent.ts
function send(resource, origins) {
  const node = cloneObject(resource.node);
  const before = textsUnder(get2(node, "metadata"), "annotations");
  const state = stateOf(resource);
  const texts2 = /* @__PURE__ */ new Map();
  for (const [name, value] of before) if (!STATE.has(name)) texts2.set(name, value);
  for (const [name, value] of [...state, ...origins(resource)]) texts2.set(name, value);
  const statedId = idText2(resource);
  texts2.set(RESOURCE_ID, statedId);
  writeAnnotations(node, texts2);
  const reserved = new Map([...texts2].filter(([name]) => isReserved2(name) && !PER_CALL.has(name)));
  return { resource, node, reserved, statedId, path: before.get(PATH2) ?? before.get(LEGACY_PATH) };
}
function annotatedConfig(config, origins) {
  const node = cloneObject(config.node);
  const added = [...stateOf(config), ...origins(config)];
  if (added.length === 0) return node;
  const texts2 = new Map(textsUnder(get2(node, "metadata"), "annotations"));
  for (const name of STATE) texts2.delete(name);
  for (const [name, value] of added) texts2.set(name, value);
  writeAnnotations(node, texts2);
  return node;
}
function writeAnnotations(node, texts2) {
  let metadata2 = get2(node, "metadata");
  if (metadata2?.kind !== "map") {
    node.entries = node.entries.filter(({ key }) => key.kind !== "scalar" || key.value !== "metadata");
    metadata2 = map();
    node.entries.push({ key: scalar("metadata"), value: metadata2 });
  }
  writeTexts(metadata2, "annotations", texts2);
}
function stateOf(resource) {
  const texts2 = /* @__PURE__ */ new Map();
  const set = (name, values) => {
    if (values.length > 0) texts2.set(INTERNAL3 + name, values.join(","));
  };
  set("prefixes", resource.prefixes);
  set("suffixes", resource.suffixes);
  const previous = resource.previousIds();
  set(
    "previousKinds",
    previous.map(({ kind }) => kind)
  );
  set(
    "previousNames",
    previous.map(({ name }) => name)
  );
  set(
    "previousNamespaces",
    previous.map(({ effectiveNamespace }) => effectiveNamespace)
  );
  if (resource.needsHash) texts2.set(`${INTERNAL3}needsHashSuffix`, "enabled");
  if (resource.behavior !== void 0) texts2.set(`${INTERNAL3}generatorBehavior`, resource.behavior);
  return texts2;
}
function idText2({ id }) {
  const stated = /* @__PURE__ */ Object.create(null);
  const { group, kind, name, namespace, version: version3 } = id;
  for (const [key, value] of Object.entries({ group, kind, name, namespace, version: version3 })) {
    if (value !== "") stated[key] = value;
  }
  return emit(stated);
}
var INTERNAL3, STATE;
var init_sent = __esm({
  "src/functions/wire/sent.ts"() {
    "use strict";
    init_build_annotations();
    init_text_map();
    init_yaml();
    init_node();
    init_annotations();
    INTERNAL3 = "internal.config.kubernetes.io/";
    STATE = new Set(
      [...BUILD_ANNOTATIONS].filter(
        (name) => name === ORIGIN || name === TRANSFORMATIONS || [
          "prefixes",
          "suffixes",
          "previousKinds",
          "previousNames",
          "previousNamespaces",
          "needsHashSuffix",
          "generatorBehavior"
        ].includes(name.slice(INTERNAL3.length))
      )
    );
  }
});

// src/functions/wire/merge.ts
function mergeBack(resources, sent, items, step2) {
  const before = new Map(sent.map((one) => [keyOf4(one.resource.id), one]));
  const returned = /* @__PURE__ */ new Map();
  for (const node of items) {
    const texts2 = metadataTexts(node, "annotations");
    const resource = new Resource(node, step2.location, NO_STATE);
    resource.schemas = resources.schemas;
    const key = keyOf4(resource.id);
    if (returned.has(key)) throw duplicate(resource, step2);
    returned.set(key, { resource, texts: texts2 });
  }
  const missing3 = sent.filter(({ resource }) => !returned.has(keyOf4(resource.id)));
  const renamed2 = new Renames(missing3);
  const kept = [];
  for (const one of sent) {
    const found = returned.get(keyOf4(one.resource.id));
    if (found !== void 0) kept.push(takeBack(one, found, step2));
  }
  const added = [];
  const stated = [];
  for (const [key, found] of returned) {
    if (before.has(key)) continue;
    const resource = takeNew(found, renamed2, step2);
    added.push(resource);
    if (found.texts.has(ORIGIN)) stated.push(resource);
  }
  resources.replaceAll([...kept, ...added]);
  const removed = missing3.map(({ resource }) => resource);
  for (const resource of removed) resource.node = void 0;
  return { added, stated, removed };
}
function generated(items, step2) {
  const nobody = new Renames([]);
  return items.map((node) => {
    const texts2 = new Map(metadataTexts(node, "annotations"));
    const needsHash = texts2.get(NEEDS_HASH);
    const behavior = texts2.get(BEHAVIOR);
    texts2.delete(NEEDS_HASH);
    texts2.delete(BEHAVIOR);
    const resource = takeNew({ resource: new Resource(node, step2.location, NO_STATE), texts: texts2 }, nobody, step2);
    if (needsHash !== void 0) resource.needsHash = goBool(needsHash, resource, step2);
    resource.behavior = behavior === "create" || behavior === "merge" || behavior === "replace" ? behavior : "unspecified";
    return resource;
  });
}
function keyOf4({ group, version: version3, kind, effectiveNamespace, name }) {
  return `${group}
${version3}
${kind}
${effectiveNamespace}
${name}`;
}
function takeBack(one, { resource: { node }, texts: texts2 }, step2) {
  const refused3 = [];
  const kept = /* @__PURE__ */ new Map();
  for (const [name, value] of texts2) {
    if (isOurs(name)) continue;
    if (isReserved2(name) && !one.reserved.has(name)) refused3.push(name);
    else kept.set(name, value);
  }
  const before = one.resource;
  const lost = [...one.reserved.keys()].filter((name) => !kept.has(name));
  warnOfRefused(refused3, before, step2);
  if (lost.length > 0) warnOfLost(lost, before, step2);
  const resource = withState(node, kept, before.origin, one.path);
  resource.provenance = before.provenance;
  resource.history = before.history;
  resource.unhashedName = before.unhashedName;
  resource.variables.push(...before.variables);
  if (kept.has(`${INTERNAL4}generatorBehavior`)) resource.behavior = before.behavior;
  return resource;
}
function takeNew({ resource: { node }, texts: texts2 }, renames, step2) {
  const reserved = new Map([...texts2].filter(([name]) => isReserved2(name) && !PER_CALL.has(name)));
  const renamed2 = renames.find(reserved, texts2.get(RESOURCE_ID));
  const kept = /* @__PURE__ */ new Map();
  const refused3 = [];
  for (const [name, value] of texts2) {
    if (isOurs(name)) continue;
    if (isReserved2(name) && renamed2 === void 0) refused3.push(name);
    else kept.set(name, value);
  }
  const resource = withState(node, kept, step2.location, void 0);
  warnOfRefused(refused3, resource, step2);
  if (renamed2 !== void 0 && kept.has(`${INTERNAL4}generatorBehavior`)) resource.behavior = renamed2.resource.behavior;
  return resource;
}
function isOurs(name) {
  return PER_CALL.has(name) || name === ORIGIN || name === TRANSFORMATIONS;
}
function withState(node, texts2, origin2, path) {
  const told = path ?? defaultPath(new Resource(node, origin2, NO_STATE).id);
  writeAnnotations(node, new Map([...texts2, [LEGACY_PATH, told], [PATH2, told]]));
  return new Resource(node, origin2);
}
function defaultPath({ kind, name, namespace }) {
  const file = `${kind.toLowerCase()}_${name}.yaml`;
  return namespace === "" ? file : `${namespace}/${file}`;
}
function textOf5(texts2) {
  return JSON.stringify([...texts2].sort(([a], [b]) => a < b ? -1 : 1));
}
function duplicate(resource, { title, location }) {
  return failure("function-duplicate", `${title} returns ${idText(resource.id)} twice`, {
    ...location,
    object: resource.describe(),
    hint: "Each object has to be in the output once."
  });
}
function warnOfRefused(names2, resource, { title, location, warn }) {
  if (names2.length === 0) return;
  warn(() => ({
    code: "function-annotation",
    severity: "warning",
    message: `${title} sets ${list2(names2)} on ${resource.describe()}, which it was not given; this is ignored`,
    ...location,
    object: resource.describe(),
    hint: "These annotations are the bookkeeping of the build: leave them as they are."
  }));
}
function warnOfLost(names2, resource, { title, location, warn }) {
  const short = names2.map((name) => name.slice(INTERNAL4.length));
  const effects = [
    short.includes("needsHashSuffix") ? "its name gets no hash" : "",
    short.includes("previousNames") ? "references by its earlier name are not updated" : ""
  ].filter((effect) => effect !== "");
  if (effects.length === 0) return;
  warn(() => ({
    code: "function-annotation",
    severity: "warning",
    message: `${title} drops annotations of ${resource.describe()} that the build needs: ${effects.join(", and ")}`,
    ...location,
    object: resource.describe(),
    hint: "Keep the annotations of internal.config.kubernetes.io."
  }));
}
function list2(names2) {
  return names2.length > 3 ? `${names2.slice(0, 3).join(", ")} and ${names2.length - 3} more` : names2.join(", ");
}
function goBool(text6, resource, { location }) {
  if (TRUE.has(text6)) return true;
  if (FALSE2.has(text6)) return false;
  throw failure(
    "function-output",
    `the annotation "${NEEDS_HASH}" contains an invalid value (${JSON.stringify(text6)})`,
    {
      ...location,
      object: resource.describe(),
      hint: 'Write "true" or "false".'
    }
  );
}
var NO_STATE, INTERNAL4, Renames, TRUE, FALSE2;
var init_merge = __esm({
  "src/functions/wire/merge.ts"() {
    "use strict";
    init_diagnostics();
    init_build_annotations();
    init_resource();
    init_resource_id();
    init_text_map();
    init_annotations();
    init_sent();
    NO_STATE = { prefixes: [], suffixes: [], needsHash: false, previous: [] };
    INTERNAL4 = "internal.config.kubernetes.io/";
    Renames = class {
      #byReserved = /* @__PURE__ */ new Map();
      constructor(missing3) {
        for (const one of missing3) {
          const key = textOf5(one.reserved);
          const same2 = this.#byReserved.get(key);
          if (same2 === void 0) this.#byReserved.set(key, /* @__PURE__ */ new Map([[one.statedId, one]]));
          else same2.set(one.statedId, one);
        }
      }
      /** The object that a new one with these annotations was; the one whose identity is still stated, if there are several. */
      find(reserved, statedId) {
        if (reserved.size === 0) return void 0;
        const same2 = this.#byReserved.get(textOf5(reserved));
        return same2?.get(statedId ?? "") ?? same2?.values().next().value;
      }
    };
    TRUE = /* @__PURE__ */ new Set(["1", "t", "T", "TRUE", "true", "True"]);
    FALSE2 = /* @__PURE__ */ new Set(["0", "f", "F", "FALSE", "false", "False"]);
  }
});

// src/functions/wire/results.ts
function readResults(node) {
  const list3 = node?.kind === "map" ? get2(node, "items") : node;
  if (list3?.kind !== "seq") return [];
  return list3.items.slice(0, MOST_RESULTS).flatMap((item) => {
    const value = valueOf4(item);
    return isRecord(value) ? [resultOf2(value)] : [];
  });
}
function valueOf4(node) {
  try {
    return toValue(node);
  } catch {
    return null;
  }
}
function resultOf2(value) {
  const { severity, resourceRef, field: field3, file, tags } = value;
  return {
    message: textOf6(value["message"]) || "the function gives no reason",
    severity: severity === "error" || severity === "warning" || severity === "info" ? severity : void 0,
    ...isRecord(resourceRef) && { resourceRef: refOf(resourceRef) },
    ...isRecord(field3) && textOf6(field3["path"]) && {
      field: {
        path: textOf6(field3["path"]),
        ..."currentValue" in field3 && { currentValue: field3["currentValue"] },
        ...proposed(field3)
      }
    },
    ...isRecord(file) && textOf6(file["path"]) && { file: { path: textOf6(file["path"]), index: indexOf(file["index"]) } },
    ...isRecord(tags) && { tags: new Map(Object.entries(tags).map(([key, tag]) => [key, textOf6(tag)])) }
  };
}
function proposed(field3) {
  const value = field3["proposedValue"] ?? field3["suggestedValue"];
  return value === void 0 ? {} : { proposedValue: value };
}
function refOf(ref) {
  const metadata2 = isRecord(ref["metadata"]) ? ref["metadata"] : {};
  return {
    apiVersion: textOf6(ref["apiVersion"]),
    kind: textOf6(ref["kind"]),
    name: textOf6(ref["name"] ?? metadata2["name"]),
    namespace: textOf6(ref["namespace"] ?? metadata2["namespace"])
  };
}
function indexOf(value) {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : 0;
}
function textOf6(value) {
  if (typeof value === "string") return value;
  return value === void 0 || value === null || typeof value === "object" ? "" : String(value);
}
function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
var MOST_RESULTS;
var init_results = __esm({
  "src/functions/wire/results.ts"() {
    "use strict";
    init_yaml();
    init_node();
    MOST_RESULTS = 1e3;
  }
});

// src/functions/wire/output.ts
function readOutput(bytes, location) {
  try {
    const documents2 = parseResources(decodeText(bytes), OUTPUT);
    const lists = documents2.filter((document3) => scalarText(get2(document3, "kind")) === "ResourceList");
    for (const list3 of lists) checkList(list3);
    const results = lists.flatMap((list3) => readResults(get2(list3, "results")));
    const items = inlinedObjects(unwrapped(documents2));
    for (const item of items) toValue(item);
    for (const item of items) if (item.source !== void 0) item.source.within = location;
    return { items, results, isEmpty: documents2.length === 0 };
  } catch (thrown) {
    throw unreadable2(thrown, bytes, location);
  }
}
function checkList(list3) {
  const apiVersion = scalarText(get2(list3, "apiVersion"));
  if (!VERSIONS.has(apiVersion)) {
    throw failure("function-output", `a ResourceList of ${apiVersion} is none that is known`, {
      ...locate(list3),
      hint: "Write apiVersion: config.kubernetes.io/v1."
    });
  }
  const items = get2(list3, "items");
  if (items === void 0 && get2(list3, "functionConfig") === void 0) {
    throw failure("function-output", "a ResourceList without items", {
      ...locate(list3),
      hint: "Write `items: []` where there are none."
    });
  }
  if (items !== void 0 && items.kind !== "seq" && !isNull(items)) {
    throw failure("function-output", "the items of a ResourceList are not a list", { ...locate(items) });
  }
}
function unwrapped(documents2) {
  const [only] = documents2;
  if (documents2.length !== 1 || only === void 0) return documents2;
  const kind = scalarText(get2(only, "kind"));
  if (kind !== "ResourceList" && kind !== "List") return documents2;
  const items = get2(only, "items");
  if (items === void 0 && kind === "List" && get2(only, "functionConfig") === void 0) return documents2;
  return items?.kind === "seq" ? items.items.filter((item) => !isNull(item)) : [];
}
function unreadable2(thrown, bytes, location) {
  if (!(thrown instanceof KrmError)) return thrown;
  const [first] = thrown.diagnostics;
  const line2 = first?.line === void 0 ? "" : `line ${first.line} of its output: `;
  const text6 = new TextDecoder().decode(bytes.subarray(0, 4096)).trimStart();
  const isProse = !/^(?:---|apiVersion|kind|metadata|items|data|\{|\[|-|#|%)/.test(text6);
  const lines = text6.split("\n", SHOWN_LINES).map((each2) => each2.slice(0, SHOWN_CHARACTERS).trimEnd());
  const quoted3 = isProse ? `; it begins with ${JSON.stringify(lines.join("\n"))}` : "";
  return failure("function-output", `${line2}${first?.message ?? thrown.message}${quoted3}`, {
    ...location,
    hint: isProse ? "Standard output is for the resources alone: write messages to standard error." : first?.hint ?? "Run the function by hand on the same input.",
    cause: thrown
  });
}
var VERSIONS, OUTPUT, SHOWN_LINES, SHOWN_CHARACTERS;
var init_output = __esm({
  "src/functions/wire/output.ts"() {
    "use strict";
    init_diagnostics();
    init_objects();
    init_resource();
    init_yaml();
    init_node();
    init_results();
    VERSIONS = /* @__PURE__ */ new Set([
      "",
      "config.kubernetes.io/v1",
      "config.kubernetes.io/v1beta1",
      "config.kubernetes.io/v1alpha1"
    ]);
    OUTPUT = "output";
    SHOWN_LINES = 3;
    SHOWN_CHARACTERS = 200;
  }
});

// src/functions/wire/resource-list.ts
function resourceList(items, config) {
  const nodes = items.length === 0 ? [clone(config)] : items.map(reread);
  for (const [index, node] of nodes.entries()) number(node, index);
  return encode(
    map([
      field2("apiVersion", scalar("config.kubernetes.io/v1")),
      field2("kind", scalar("ResourceList")),
      field2("items", seq(nodes)),
      field2("functionConfig", config)
    ])
  );
}
function functionConfig(config, reserved) {
  const node = reread(config);
  node.entries = node.entries.filter(({ key }) => key.kind !== "scalar" || !reserved.includes(key.value));
  annotate(node, LOCAL_CONFIG2, "true");
  return node;
}
function reread(node) {
  return parseResources(print(node), "")[0];
}
function number(node, index) {
  annotate(node, LEGACY_INDEX, String(index));
  annotate(node, INDEX, String(index));
  annotate(node, MIGRATION_ID, String(index));
  annotate(node, ID, String(index + 1));
  annotate(node, LEGACY_ID, String(index + 1));
}
function annotate(node, name, value) {
  const annotations = childMap(childMap(node, "metadata"), "annotations");
  const before = annotations.entries.findIndex(({ key }) => key.kind === "scalar" && key.value === name);
  if (before >= 0) annotations.entries.splice(before, 1);
  setField(annotations, name, scalar(value, "!!str", "single"));
}
function childMap(node, name) {
  const found = get2(node, name);
  if (found?.kind === "map" && found.entries.length > 0) return found;
  node.entries = node.entries.filter(({ key }) => key.kind !== "scalar" || key.value !== name);
  const made = map();
  node.entries.push(field2(name, made));
  return made;
}
function field2(name, value) {
  return { key: scalar(name), value };
}
var init_resource_list = __esm({
  "src/functions/wire/resource-list.ts"() {
    "use strict";
    init_set_field();
    init_yaml();
    init_node();
    init_annotations();
  }
});

// src/functions/wire/unchanged.ts
function checkUnchanged(sent, items, schemas, { title, location }) {
  const left = new Map(sent.map((one) => [keyOf5(one.resource.id), one]));
  for (const item of items) {
    const id = identify(item, schemas);
    const one = left.get(keyOf5(id));
    if (one === void 0) throw modified(title, location, `adds ${describeId(id)}`, describeId(id));
    left.delete(keyOf5(id));
    const difference = differing(comparable(one.node), comparable(item), "");
    if (difference !== void 0) {
      throw modified(title, location, `changes ${difference} of ${describeId(id)}`, describeId(id));
    }
  }
  for (const { resource } of left.values()) {
    throw modified(title, location, `leaves out ${resource.describe()}`, resource.describe());
  }
}
function keyOf5({ group, version: version3, kind, effectiveNamespace, name }) {
  return `${group}
${version3}
${kind}
${effectiveNamespace}
${name}`;
}
function modified(title, location, change3, object2) {
  return failure("validator-modifies", `a validator must not change objects, and ${title} ${change3}`, {
    ...location,
    object: object2,
    hint: "List it under `transformers` if it is meant to change objects."
  });
}
function comparable(node) {
  const value = toValue(node);
  const metadata2 = value["metadata"];
  if (!isRecord2(metadata2)) return value;
  if (metadata2["namespace"] === "default" || metadata2["namespace"] === null) delete metadata2["namespace"];
  drop(metadata2, "labels", (name) => name === VALIDATED_BY2);
  drop(
    metadata2,
    "annotations",
    (name) => isReserved2(name) || PER_CALL.has(name) || name === ORIGIN || name === TRANSFORMATIONS
  );
  return value;
}
function drop(metadata2, field3, isOurs2) {
  const texts2 = metadata2[field3];
  if (isRecord2(texts2)) {
    for (const name of Object.keys(texts2)) if (isOurs2(name)) delete texts2[name];
  }
  if (texts2 === null || isRecord2(texts2) && Object.keys(texts2).length === 0) delete metadata2[field3];
}
function differing(before, after, path) {
  if (Array.isArray(before) && Array.isArray(after)) {
    for (let index = 0; index < Math.max(before.length, after.length); index++) {
      const found = differing(before[index], after[index], `${path}[${index}]`);
      if (found !== void 0) return found;
    }
    return void 0;
  }
  if (isRecord2(before) && isRecord2(after)) {
    for (const name of /* @__PURE__ */ new Set([...Object.keys(before), ...Object.keys(after)])) {
      const found = differing(before[name], after[name], path === "" ? name : `${path}.${name}`);
      if (found !== void 0) return found;
    }
    return void 0;
  }
  return before === after ? void 0 : path;
}
function isRecord2(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
var VALIDATED_BY2;
var init_unchanged = __esm({
  "src/functions/wire/unchanged.ts"() {
    "use strict";
    init_diagnostics();
    init_build_annotations();
    init_resource();
    init_resource_id();
    init_yaml();
    init_annotations();
    VALIDATED_BY2 = "validated-by";
  }
});

// src/functions/run-step.ts
function createStep(prepared, surroundings) {
  const { title, request: request2, specification } = prepared;
  const { location } = specification;
  const merging = { title, location, warn: request2.warn };
  const sendAll = (resources) => resources.map((each2) => send(each2, request2.origins));
  return {
    title,
    async generate() {
      const { items } = await run2(prepared, surroundings, []);
      return generated(items, merging);
    },
    async transform(resources) {
      const sent = sendAll(resources.items);
      const { items, isEmpty: isEmpty3 } = await run2(prepared, surroundings, sent);
      if (sent.length > 0 && items.length === 0) suspectWipe(prepared, isEmpty3);
      return mergeBack(resources, sent, items, merging);
    },
    async validate(resources) {
      const sent = sendAll(resources.items);
      const { items } = await run2(prepared, surroundings, sent);
      if (items.length > 0) checkUnchanged(sent, items, resources.schemas, merging);
    }
  };
}
function suspectWipe(prepared, isEmpty3) {
  const { title, request: request2, specification } = prepared;
  if (isEmpty3) {
    throw problem(
      prepared,
      "function-output",
      `${title} ended well and printed nothing, which would delete all objects`,
      "Print the objects, changed or not. A function that only checks belongs under `validators`."
    );
  }
  request2.warn({
    code: "function-removes-all",
    severity: "warning",
    message: `${title} returns no objects: all that there were are deleted`,
    ...specification.location
  });
}
function problem({ request: request2, specification }, code3, message, hint) {
  return failure(code3, message, { ...specification.location, object: request2.config.describe(), hint });
}
async function run2(prepared, surroundings, sent) {
  const { request: request2, specification, program, identity: identity3, title } = prepared;
  const { schedule, runs, failOn, log } = surroundings;
  const config = annotatedConfig(request2.config, request2.origins);
  const seen = functionConfig(config, reservedFields(request2.config.node));
  const stdin = resourceList(
    sent.map(({ node }) => node),
    seen
  );
  const outcome = await schedule.run(program, identity3, stdin);
  const hasFailed = outcome.exitCode !== 0 || outcome.problem !== void 0;
  const output = hasFailed ? outputOfFailed(prepared, outcome) : outputOf(prepared, outcome);
  const { results } = output;
  runs.push({ type: specification.type, title: program.title, outcome, results });
  const diagnostics = await diagnosticsOf2(prepared, results, sent, (result) => severityOf(result, hasFailed, failOn));
  if (hasFailed) {
    const hint = outcome.problem === "timeout" ? "Look for what it waits for, or allow more time: --function-timeout." : void 0;
    const reason = problem(prepared, "function-failed", failureText(title, outcome), hint);
    throw new KrmError([...reason.diagnostics, ...diagnostics]);
  }
  if (results.some((result) => isFailing(result, failOn))) throw new KrmError(diagnostics);
  for (const line2 of outcome.stderr.split(/\r\n|\r|\n/)) {
    if (line2.trim() !== "") log(`${program.title}: ${inert(line2)}`);
  }
  for (const diagnostic of diagnostics) request2.warn(diagnostic);
  return output;
}
function outputOf(prepared, { stdout }) {
  try {
    return readOutput(stdout, prepared.specification.location);
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    const [first] = thrown.diagnostics;
    const message = `the output of ${prepared.title} cannot be used: ${first?.message ?? thrown.message}`;
    throw problem(prepared, "function-output", message, first?.hint);
  }
}
function outputOfFailed({ specification }, { stdout }) {
  try {
    return readOutput(stdout, specification.location);
  } catch {
    return { items: [], results: [], isEmpty: true };
  }
}
function diagnosticsOf2({ title, request: request2, specification }, results, sent, severity) {
  const resources = sent.map(({ resource }) => resource);
  const place = { title, location: specification.location, root: request2.root, resources };
  return resultDiagnostics(results, place, severity);
}
function severityOf(result, hasFailed, failOn) {
  const { severity = hasFailed ? "error" : "info" } = result;
  if (isFailing(result, failOn)) return "error";
  if (severity === "error") return hasFailed ? "error" : "warning";
  return severity === "warning" ? "warning" : "notice";
}
var init_run_step = __esm({
  "src/functions/run-step.ts"() {
    "use strict";
    init_diagnostics();
    init_reports();
    init_read_specification();
    init_merge();
    init_output();
    init_resource_list();
    init_sent();
    init_unchanged();
  }
});

// src/functions/schedule.ts
function createSchedule(concurrency, signal) {
  const outcomes = /* @__PURE__ */ new Map();
  const waiting = [];
  let running3 = 0;
  let kept = 0;
  async function inTurn(program, stdin) {
    if (running3 >= concurrency) await new Promise((go) => waiting.push(go));
    else running3++;
    try {
      return await program.run({ stdin, signal });
    } finally {
      const next = waiting.shift();
      if (next === void 0) running3--;
      else next();
    }
  }
  function keep({ stdout }) {
    kept += stdout.length;
    if (kept <= MAX_KEPT_BYTES3) return;
    outcomes.clear();
    kept = 0;
  }
  return {
    run(program, identity3, stdin) {
      const key = (0, import_node_crypto7.createHash)("sha256").update(JSON.stringify(identity3)).update("\0").update(stdin).digest("hex");
      let outcome = outcomes.get(key);
      if (outcome === void 0) {
        outcome = inTurn(program, stdin);
        outcomes.set(key, outcome);
        outcome.then(keep, () => outcomes.delete(key));
      }
      return outcome;
    }
  };
}
var import_node_crypto7, MAX_KEPT_BYTES3;
var init_schedule = __esm({
  "src/functions/schedule.ts"() {
    "use strict";
    import_node_crypto7 = __toESM(require_node_crypto(), 1);
    MAX_KEPT_BYTES3 = 128 * 1024 * 1024;
  }
});

// src/functions/runner.ts
function createFunctions(options) {
  const stop = new AbortController();
  const runs = [];
  let containers;
  const house = {
    options,
    runs,
    trees: createPrivateTrees(),
    schedule: createSchedule(options.concurrency ?? CONCURRENCY, stop.signal),
    containers() {
      containers ??= options.containers?.();
      return containers;
    }
  };
  return {
    prepare: (request2) => prepare2(request2, house),
    async close() {
      stop.abort();
      try {
        await (await containers)?.close();
      } finally {
        house.trees.close();
      }
      if (options.resultsDirectory !== void 0) writeResultsFile(options.resultsDirectory, runs);
    }
  };
}
async function prepare2(request2, house) {
  const { config, warn } = request2;
  const origin2 = config.origin ?? { file: "the inline document" };
  if (!house.options.alphaPlugins) {
    throw refused2(
      "functions-disabled",
      request2,
      `external plugins disabled; unable to load external plugin '${config.id.kind}'`,
      "Allow functions and plugins with --enable-alpha-plugins, or use a built-in: apiVersion builtin."
    );
  }
  const node = config.node;
  const specification = readSpecification(node, origin2.file, warn);
  if (specification === void 0) {
    throw refused2(
      "function-unsupported",
      request2,
      `${gvkText(config.id)} does not say how it is run, and plugins in a plugin directory are not run by this version`,
      "Give it the annotation config.kubernetes.io/function."
    );
  }
  const { program, identity: identity3 } = await programOf(specification, request2, house);
  const title = `the function ${describeId(config.id)} (${program.title})`;
  return createStep({ title, request: request2, specification, program, identity: identity3 }, { ...house, ...house.options });
}
function refused2(code3, { config }, message, hint) {
  return failure(code3, message, { ...config.origin, object: config.describe(), hint });
}
async function programOf(specification, request2, house) {
  switch (specification.type) {
    case "exec":
      return execRunnable(specification, request2, house);
    case "container": {
      const { options, trees: trees2 } = house;
      if (specification.network && !options.network) {
        throw failure("network-disabled", "network required but not enabled with --network", {
          ...specification.location,
          object: request2.config.describe(),
          hint: "Allow it with --network, or leave out `network` in the specification."
        });
      }
      const containers = await house.containers();
      if (containers === void 0) break;
      const { root, warn } = request2;
      const program = await containers.program(specification, {
        root,
        directory: async () => await trees2.directoryOf(root.tree) + (root.path === "/" ? "" : root.path),
        warn
      });
      const { location: _, ...said } = specification;
      const isPure = !specification.network && specification.mounts.length === 0;
      return { program, identity: ["container", program.title, said, ...isPure ? [] : placeOf3(request2)] };
    }
    case "starlark":
      break;
  }
  throw refused2(
    "function-unsupported",
    request2,
    `${gvkText(request2.config.id)} is a ${specification.type} function, which this version does not run`,
    "Use a function that is an executable, or a built-in."
  );
}
async function execRunnable(specification, request2, house) {
  const { options, trees: trees2 } = house;
  const { root, restricted, config } = request2;
  const { location, sha256: _, ...said } = specification;
  if (!options.exec) {
    throw failure("exec-disabled", `${gvkText(config.id)} is an exec function, and these are not enabled`, {
      ...location,
      object: config.describe(),
      hint: "Allow it with --enable-exec. It then runs as you, with all that you may do."
    });
  }
  const env = declaredEnvironment(specification.envs, options.environment, (name) => {
    throw failure("environment-refused", `functions do not get the variable \`${name}\` of this machine`, {
      ...location,
      object: config.describe(),
      hint: `Write its value, \`${name}=\u2026\`, or allow it: --inherit-env ${name}.`
    });
  });
  const limits = { ...DEFAULT_LIMITS, ...options.timeoutMs !== void 0 && { timeoutMs: options.timeoutMs } };
  const program = await execProgram(specification, {
    root,
    top: await trees2.directoryOf(root.tree),
    restricted,
    pluginHome: options.pluginHome,
    env,
    limits
  });
  return { program, identity: ["exec", said, [...env], ...placeOf3(request2)] };
}
function placeOf3({ root }) {
  let number2 = treeNumbers.get(root.tree);
  if (number2 === void 0) treeNumbers.set(root.tree, number2 = ++trees);
  return [number2, root.path];
}
var CONCURRENCY, treeNumbers, trees;
var init_runner = __esm({
  "src/functions/runner.ts"() {
    "use strict";
    init_diagnostics();
    init_resource_id();
    init_exec_program();
    init_private_tree();
    init_environment();
    init_run_process();
    init_results_file();
    init_run_step();
    init_schedule();
    init_read_specification();
    CONCURRENCY = 4;
    treeNumbers = /* @__PURE__ */ new WeakMap();
    trees = 0;
  }
});

// src/functions/index.ts
var functions_exports = {};
__export(functions_exports, {
  createFunctions: () => createFunctions
});
var init_functions = __esm({
  "src/functions/index.ts"() {
    "use strict";
    init_runner();
  }
});

// src/cli/functions.ts
function terminalFunctions(invocation, terminal2) {
  const timeoutMs = functionTimeout(invocation);
  if (!invocation.has("enable-alpha-plugins")) return void 0;
  const { cwd, env, stderr } = terminal2;
  const results = invocation.value("results-dir");
  const configHome = env["XDG_CONFIG_HOME"] || env["HOME"] && `${env["HOME"]}/.config`;
  let opened;
  const open = async () => {
    const { createFunctions: createFunctions2 } = await Promise.resolve().then(() => (init_functions(), functions_exports));
    return createFunctions2({
      alphaPlugins: true,
      exec: invocation.has("enable-exec"),
      network: false,
      environment: {
        host: env,
        inherited: invocation.values("inherit-env"),
        given: invocation.values("env")
      },
      pluginHome: configHome ? (0, import_node_path20.resolve)(cwd, configHome, "kustomize/plugins") : void 0,
      timeoutMs,
      failOn: invocation.value("fail-on") ?? "error",
      resultsDirectory: results === void 0 ? void 0 : (0, import_node_path20.resolve)(cwd, results),
      log: (line2) => void stderr.write(`${line2}
`)
    });
  };
  return {
    async prepare(request2) {
      opened ??= open();
      return (await opened).prepare(request2);
    },
    async close() {
      if (opened === void 0 && results !== void 0) opened = open();
      await (await opened)?.close();
    }
  };
}
function functionTimeout(invocation) {
  const text6 = invocation.value("function-timeout");
  if (text6 === void 0) return void 0;
  const seconds = parseDuration(text6);
  if (seconds !== void 0 && seconds > 0 && seconds < 2 ** 31 / 1e3) return seconds * 1e3;
  throw new UsageError(`illegal value "${text6}" for --function-timeout: expected a time such as 90s or 5m`);
}
var import_node_path20;
var init_functions2 = __esm({
  "src/cli/functions.ts"() {
    "use strict";
    import_node_path20 = __toESM(require_node_path(), 1);
    init_sources();
    init_command();
  }
});

// src/cli/terminal.ts
async function printDiagnostics(terminal2, diagnostics) {
  const lines = diagnostics.map((diagnostic) => `${diagnostic.severity}: ${formatDiagnostic(diagnostic)}
`);
  if (lines.length > 0) await terminal2.stderr.write(lines.join(""));
}
function pathLine(path) {
  return visible(path).replaceAll("\n", "\\u000a").replaceAll("	", "\\u0009");
}
function distinct2(diagnostics) {
  return [...new Map(diagnostics.map((diagnostic) => [formatDiagnostic(diagnostic), diagnostic])).values()];
}
function wantsColour({ env, stdout }) {
  if (env["FORCE_COLOR"]) return env["FORCE_COLOR"] !== "0" && env["FORCE_COLOR"] !== "false";
  if (env["NO_COLOR"]) return false;
  return stdout.isTTY && env["TERM"] !== "dumb";
}
var init_terminal = __esm({
  "src/cli/terminal.ts"() {
    "use strict";
    init_diagnostics();
  }
});

// src/cli/build-options.ts
function buildOptions(invocation, terminal2, configHome = "private") {
  const { cwd, env } = terminal2;
  const command = invocation.value("helm-command") || "helm";
  return {
    loadRestrictor: invocation.value("load-restrictor") === "LoadRestrictionsNone" ? "none" : "root-only",
    reorder: invocation.value("reorder") === "none" ? "none" : "legacy",
    strict: invocation.has("strict"),
    managedByLabel: invocation.has("enable-managedby-label") || env["KUSTOMIZE_ENABLE_MANAGEDBY_LABEL"] === "on",
    timeoutSeconds: timeout(invocation),
    helm: invocation.has("enable-helm") ? {
      helm: createHelm({ command, cwd, env, configHome }),
      apiVersions: invocation.values("helm-api-versions"),
      kubeVersion: invocation.value("helm-kube-version"),
      debug: invocation.has("helm-debug")
    } : void 0,
    functions: terminalFunctions(invocation, terminal2)
  };
}
function timeout(invocation) {
  const text6 = invocation.value("timeout");
  if (text6 === void 0 || text6 === "none") return void 0;
  const seconds = parseDuration(text6);
  if (seconds !== void 0 && seconds > 0 && Number.isFinite(seconds)) return seconds;
  throw new UsageError(`illegal value "${text6}" for --timeout: expected a time such as 90s or 5m`);
}
function terminalRemotes({ env, stderr }, protocols) {
  return lazyRemotes({
    store: { directory: defaultStoreDirectory(env) },
    rules: { protocols, privateHosts: true },
    env: { ...env },
    log: (line2) => void stderr.write(`${line2}
`)
  });
}
async function warnAboutOptions(invocation, terminal2) {
  const given2 = DEPRECATED.filter(([name]) => invocation.value(name) !== void 0);
  await printDiagnostics(
    terminal2,
    given2.map(([name, hint]) => ({
      code: "deprecated-option",
      severity: "warning",
      message: `--${name} is deprecated`,
      hint
    }))
  );
}
var DEPRECATED;
var init_build_options = __esm({
  "src/cli/build-options.ts"() {
    "use strict";
    init_sources();
    init_command();
    init_functions2();
    init_terminal();
    DEPRECATED = [
      ["reorder", "Set sortOptions in the kustomization instead."],
      ["enable-managedby-label", "Add the label under labels in the kustomization instead."]
    ];
  }
});

// src/cli/paths.ts
function displayFrom(cwd) {
  return (path) => (0, import_node_path21.relative)(cwd, path) || ".";
}
var import_node_path21;
var init_paths2 = __esm({
  "src/cli/paths.ts"() {
    "use strict";
    import_node_path21 = __toESM(require_node_path(), 1);
  }
});

// src/cli/build-output.ts
var build_output_exports = {};
__export(build_output_exports, {
  writeResourceFiles: () => writeResourceFiles,
  writeSingleFile: () => writeSingleFile
});
function writeSingleFile(resources, path) {
  write(path, resources.map((resource) => resource.yaml).join("---\n"));
}
function writeResourceFiles(resources, directory) {
  const ids = resources.map(({ apiVersion, kind, name, namespace }) => resourceId(apiVersion, kind, name, namespace));
  const namespaces = new Set(ids.map((id) => id.effectiveNamespace));
  namespaces.delete(CLUSTER_SCOPE);
  for (const [index, { group, version: version3, kind, name, effectiveNamespace }] of ids.entries()) {
    const prefixed = namespaces.size > 1 && effectiveNamespace !== CLUSTER_SCOPE;
    const parts = [prefixed ? effectiveNamespace : "", group, version3, kind, name];
    const file = `${parts.filter((part) => part !== "").join("_").toLowerCase()}.yaml`;
    if (/[/\\\0]/.test(file)) {
      throw failure("output-unsafe", `the name of ${kind} "${name}" cannot be part of a file name`, {
        hint: "Write to a single file: --output FILE."
      });
    }
    write((0, import_node_path22.join)(directory, file), resources[index].yaml);
  }
}
function write(path, text6) {
  try {
    (0, import_node_fs13.writeFileSync)(path, text6);
  } catch (error) {
    const reason = error.message;
    throw failure("output-unwritable", `cannot be written: ${reason}`, { file: path, cause: error });
  }
}
var import_node_fs13, import_node_path22;
var init_build_output = __esm({
  "src/cli/build-output.ts"() {
    "use strict";
    import_node_fs13 = __toESM(require_node_fs(), 1);
    import_node_path22 = __toESM(require_node_path(), 1);
    init_diagnostics();
    init_resource_id();
  }
});

// src/cli/build.ts
var build_exports = {};
__export(build_exports, {
  build: () => build
});
async function build(invocation, terminal2) {
  await warnAboutOptions(invocation, terminal2);
  const argument = invocation.arguments[0] ?? ".";
  const directory = isRemote(argument) ? argument : (0, import_node_path23.resolve)(terminal2.cwd, argument);
  const tree = diskTree("/", { label: "the file system", display: displayFrom(terminal2.cwd) });
  const remotes = terminalRemotes(terminal2, LOCAL_PROTOCOLS);
  const options = { ...buildOptions(invocation, terminal2, "as-given"), remotes };
  const { resources, diagnostics } = await buildOnce(createBuilder(tree, options), directory, () => {
    options.helm?.helm.close();
    return closeAll(remotes, options.functions);
  });
  await printDiagnostics(terminal2, diagnostics);
  const output = invocation.value("output");
  if (output === void 0) {
    await terminal2.stdout.write(resources.map((resource) => resource.yaml).join("---\n"));
    return 0;
  }
  const path = (0, import_node_path23.resolve)(terminal2.cwd, output);
  const { writeResourceFiles: writeResourceFiles2, writeSingleFile: writeSingleFile2 } = await Promise.resolve().then(() => (init_build_output(), build_output_exports));
  if (isDirectory(path)) writeResourceFiles2(resources, path);
  else writeSingleFile2(resources, path);
  return 0;
}
async function closeAll(remotes, functions) {
  await remotes.close();
  await functions?.close();
}
async function buildOnce(builder, directory, close) {
  try {
    return await builder.build(directory);
  } finally {
    await close();
  }
}
function isDirectory(path) {
  return (0, import_node_fs14.statSync)(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
var import_node_fs14, import_node_path23;
var init_build2 = __esm({
  "src/cli/build.ts"() {
    "use strict";
    import_node_fs14 = __toESM(require_node_fs(), 1);
    import_node_path23 = __toESM(require_node_path(), 1);
    init_build();
    init_sources();
    init_build_options();
    init_paths2();
    init_terminal();
  }
});

// src/render/atomic-file.ts
function writeFileAtomically(path, text6) {
  const bytes = Buffer.from(text6);
  if (holds2(path, bytes)) return;
  const temporary = (0, import_node_path24.join)((0, import_node_path24.dirname)(path), `.${(0, import_node_crypto8.randomBytes)(6).toString("hex")}.tmp`);
  try {
    (0, import_node_fs15.writeFileSync)(temporary, bytes, { flag: "wx" });
    (0, import_node_fs15.renameSync)(temporary, path);
  } catch (error) {
    (0, import_node_fs15.rmSync)(temporary, { force: true });
    const reason = error.message;
    throw failure("output-unwritable", `cannot be written: ${reason}`, { file: path, cause: error });
  }
}
function holds2(path, bytes) {
  let file;
  try {
    file = (0, import_node_fs15.openSync)(path, import_node_fs15.constants.O_RDONLY | import_node_fs15.constants.O_NOFOLLOW | import_node_fs15.constants.O_NONBLOCK);
  } catch {
    return false;
  }
  try {
    const stats = (0, import_node_fs15.fstatSync)(file);
    return stats.isFile() && stats.size === bytes.length && (0, import_node_fs15.readFileSync)(file).equals(bytes);
  } catch {
    return false;
  } finally {
    (0, import_node_fs15.closeSync)(file);
  }
}
var import_node_crypto8, import_node_fs15, import_node_path24;
var init_atomic_file = __esm({
  "src/render/atomic-file.ts"() {
    "use strict";
    import_node_crypto8 = __toESM(require_node_crypto(), 1);
    import_node_fs15 = __toESM(require_node_fs(), 1);
    import_node_path24 = __toESM(require_node_path(), 1);
    init_diagnostics();
  }
});

// src/render/rendering.ts
function manifest(rendering) {
  return rendering.resources.map((resource) => resource.yaml).join("---\n");
}
var init_rendering = __esm({
  "src/render/rendering.ts"() {
    "use strict";
  }
});

// src/render/manifest-files.ts
function writeManifests(renderings, outputDirectory) {
  const rendered = renderings.filter((rendering) => rendering.status === "rendered");
  const files = new Map(rendered.map((rendering) => [rendering, manifestFile(rendering.target)]));
  refuseCollisions(files);
  const top = makeDirectory(outputDirectory, outputDirectory);
  const checked = /* @__PURE__ */ new Set([top]);
  return rendered.map((rendering) => {
    const file = files.get(rendering);
    const path = (0, import_node_path25.join)(top, file);
    ensureInside(top, (0, import_node_path25.dirname)(path), checked);
    const text6 = manifest(rendering);
    writeFileAtomically(path, text6);
    return { target: rendering.target, file, sha256: (0, import_node_crypto9.createHash)("sha256").update(text6).digest("hex") };
  });
}
function manifestFile(target) {
  return target === "." ? TOP_FILE : `${target}.yaml`;
}
function refuseCollisions(files) {
  const owners = /* @__PURE__ */ new Map();
  for (const [{ target }, file] of files) {
    const other = owners.get(file);
    if (other !== void 0) {
      throw failure("output-collision", `the targets "${other}" and "${target}" would both be written to ${file}`, {
        hint: "Render them into different directories."
      });
    }
    owners.set(file, target);
  }
}
function ensureInside(top, directory, checked) {
  if (checked.has(directory)) return;
  ensureInside(top, (0, import_node_path25.dirname)(directory), checked);
  makeDirectory(directory, (0, import_node_path25.relative)(top, directory));
  if ((0, import_node_fs16.lstatSync)(directory).isSymbolicLink()) {
    throw failure("output-unsafe", `${(0, import_node_path25.relative)(top, directory)} in the output directory is a symbolic link`, {
      file: directory,
      hint: "Remove it, or write to an empty directory."
    });
  }
  checked.add(directory);
}
function makeDirectory(directory, name) {
  try {
    (0, import_node_fs16.mkdirSync)(directory, { recursive: true });
    return (0, import_node_fs16.realpathSync)(directory);
  } catch (error) {
    const reason = error.message;
    throw failure("output-unwritable", `the output directory ${name} cannot be made: ${reason}`, { cause: error });
  }
}
var import_node_crypto9, import_node_fs16, import_node_path25, TOP_FILE;
var init_manifest_files = __esm({
  "src/render/manifest-files.ts"() {
    "use strict";
    import_node_crypto9 = __toESM(require_node_crypto(), 1);
    import_node_fs16 = __toESM(require_node_fs(), 1);
    import_node_path25 = __toESM(require_node_path(), 1);
    init_diagnostics();
    init_atomic_file();
    init_rendering();
    TOP_FILE = "root.yaml";
  }
});

// src/render/target.ts
function directoryOfTarget(target) {
  return target === "." ? "/" : `/${target}`;
}
function targetOfDirectory(directory) {
  return directory === "/" ? "." : directory.slice(1);
}
async function holdsKustomization(tree, directory) {
  const located2 = await tree.lookup(directory);
  if (located2?.type !== "directory") return false;
  for (const name of KUSTOMIZATION_FILE_NAMES) {
    if ((await tree.lookup(directory === "/" ? `/${name}` : `${directory}/${name}`))?.type === "file") return true;
  }
  const entries = await tree.list(located2.path);
  return entries.some((entry2) => entry2.type !== "directory" && KUSTOMIZATION_FILE_NAMES.includes(entry2.name));
}
var init_target = __esm({
  "src/render/target.ts"() {
    "use strict";
    init_build();
  }
});

// src/render/render-targets.ts
async function renderTargets(tree, targets3, options = {}) {
  const { concurrency = DEFAULT_CONCURRENCY, onProgress, ...buildOptions2 } = options;
  const builder = createBuilder(tree, buildOptions2);
  const renderings = Array.from({ length: targets3.length });
  let next = 0;
  let done = 0;
  async function work() {
    for (let index = next++; index < targets3.length; index = next++) {
      const target = targets3[index];
      renderings[index] = await renderTarget(builder, tree, target);
      onProgress?.(++done, targets3.length, target);
    }
  }
  const workers = Math.max(1, Math.min(concurrency, targets3.length));
  await Promise.all(Array.from({ length: workers }, work));
  return renderings;
}
async function renderTarget(builder, tree, target) {
  try {
    const directory = directoryOfTarget(target);
    if (!await holdsKustomization(tree, directory)) return { status: "absent", target };
    const { resources, diagnostics } = await builder.build(directory);
    return { status: "rendered", target, resources, diagnostics };
  } catch (error) {
    return { status: "failed", target, diagnostics: diagnosticsOf(error) };
  }
}
var DEFAULT_CONCURRENCY;
var init_render_targets = __esm({
  "src/render/render-targets.ts"() {
    "use strict";
    init_build();
    init_diagnostics();
    init_target();
    DEFAULT_CONCURRENCY = 8;
  }
});

// src/render/index.ts
var init_render = __esm({
  "src/render/index.ts"() {
    "use strict";
    init_atomic_file();
    init_manifest_files();
    init_render_targets();
    init_target();
  }
});

// src/review/report.ts
var REPORT_VERSION;
var init_report = __esm({
  "src/review/report.ts"() {
    "use strict";
    REPORT_VERSION = 1;
  }
});

// node_modules/diff/libesm/diff/base.js
var Diff;
var init_base = __esm({
  "node_modules/diff/libesm/diff/base.js"() {
    Diff = class {
      diff(oldStr, newStr, options = {}) {
        let callback;
        if (typeof options === "function") {
          callback = options;
          options = {};
        } else if ("callback" in options) {
          callback = options.callback;
        }
        const oldString = this.castInput(oldStr, options);
        const newString = this.castInput(newStr, options);
        const oldTokens = this.removeEmpty(this.tokenize(oldString, options));
        const newTokens = this.removeEmpty(this.tokenize(newString, options));
        return this.diffWithOptionsObj(oldTokens, newTokens, options, callback);
      }
      diffWithOptionsObj(oldTokens, newTokens, options, callback) {
        var _a;
        const done = (value) => {
          value = this.postProcess(value, options);
          if (callback) {
            setTimeout(function() {
              callback(value);
            }, 0);
            return void 0;
          } else {
            return value;
          }
        };
        const newLen = newTokens.length, oldLen = oldTokens.length;
        let editLength = 1;
        let maxEditLength = newLen + oldLen;
        if (options.maxEditLength != null) {
          maxEditLength = Math.min(maxEditLength, options.maxEditLength);
        }
        const maxExecutionTime = (_a = options.timeout) !== null && _a !== void 0 ? _a : Infinity;
        const abortAfterTimestamp = Date.now() + maxExecutionTime;
        const bestPath = [{ oldPos: -1, lastComponent: void 0 }];
        let newPos = this.extractCommon(bestPath[0], newTokens, oldTokens, 0, options);
        if (bestPath[0].oldPos + 1 >= oldLen && newPos + 1 >= newLen) {
          return done(this.buildValues(bestPath[0].lastComponent, newTokens, oldTokens));
        }
        let minDiagonalToConsider = -Infinity, maxDiagonalToConsider = Infinity;
        const execEditLength = () => {
          for (let diagonalPath = Math.max(minDiagonalToConsider, -editLength); diagonalPath <= Math.min(maxDiagonalToConsider, editLength); diagonalPath += 2) {
            let basePath;
            const removePath = bestPath[diagonalPath - 1], addPath = bestPath[diagonalPath + 1];
            if (removePath) {
              bestPath[diagonalPath - 1] = void 0;
            }
            let canAdd = false;
            if (addPath) {
              const addPathNewPos = addPath.oldPos - diagonalPath;
              canAdd = addPath && 0 <= addPathNewPos && addPathNewPos < newLen;
            }
            const canRemove = removePath && removePath.oldPos + 1 < oldLen;
            if (!canAdd && !canRemove) {
              bestPath[diagonalPath] = void 0;
              continue;
            }
            if (!canRemove || canAdd && removePath.oldPos < addPath.oldPos) {
              basePath = this.addToPath(addPath, true, false, 0, options);
            } else {
              basePath = this.addToPath(removePath, false, true, 1, options);
            }
            newPos = this.extractCommon(basePath, newTokens, oldTokens, diagonalPath, options);
            if (basePath.oldPos + 1 >= oldLen && newPos + 1 >= newLen) {
              return done(this.buildValues(basePath.lastComponent, newTokens, oldTokens)) || true;
            } else {
              bestPath[diagonalPath] = basePath;
              if (basePath.oldPos + 1 >= oldLen) {
                maxDiagonalToConsider = Math.min(maxDiagonalToConsider, diagonalPath - 1);
              }
              if (newPos + 1 >= newLen) {
                minDiagonalToConsider = Math.max(minDiagonalToConsider, diagonalPath + 1);
              }
            }
          }
          editLength++;
        };
        if (callback) {
          (function exec() {
            setTimeout(function() {
              if (editLength > maxEditLength || Date.now() > abortAfterTimestamp) {
                return callback(void 0);
              }
              if (!execEditLength()) {
                exec();
              }
            }, 0);
          })();
        } else {
          while (editLength <= maxEditLength && Date.now() <= abortAfterTimestamp) {
            const ret = execEditLength();
            if (ret) {
              return ret;
            }
          }
        }
      }
      addToPath(path, added, removed, oldPosInc, options) {
        const last = path.lastComponent;
        if (last && !options.oneChangePerToken && last.added === added && last.removed === removed) {
          return {
            oldPos: path.oldPos + oldPosInc,
            lastComponent: { count: last.count + 1, added, removed, previousComponent: last.previousComponent }
          };
        } else {
          return {
            oldPos: path.oldPos + oldPosInc,
            lastComponent: { count: 1, added, removed, previousComponent: last }
          };
        }
      }
      extractCommon(basePath, newTokens, oldTokens, diagonalPath, options) {
        const newLen = newTokens.length, oldLen = oldTokens.length;
        let oldPos = basePath.oldPos, newPos = oldPos - diagonalPath, commonCount = 0;
        while (newPos + 1 < newLen && oldPos + 1 < oldLen && this.equals(oldTokens[oldPos + 1], newTokens[newPos + 1], options)) {
          newPos++;
          oldPos++;
          commonCount++;
          if (options.oneChangePerToken) {
            basePath.lastComponent = { count: 1, previousComponent: basePath.lastComponent, added: false, removed: false };
          }
        }
        if (commonCount && !options.oneChangePerToken) {
          basePath.lastComponent = { count: commonCount, previousComponent: basePath.lastComponent, added: false, removed: false };
        }
        basePath.oldPos = oldPos;
        return newPos;
      }
      equals(left, right, options) {
        if (options.comparator) {
          return options.comparator(left, right);
        } else {
          return left === right || !!options.ignoreCase && left.toLowerCase() === right.toLowerCase();
        }
      }
      removeEmpty(array) {
        const ret = [];
        for (let i = 0; i < array.length; i++) {
          if (array[i]) {
            ret.push(array[i]);
          }
        }
        return ret;
      }
      // eslint-disable-next-line @typescript-eslint/no-unused-vars
      castInput(value, options) {
        return value;
      }
      // eslint-disable-next-line @typescript-eslint/no-unused-vars
      tokenize(value, options) {
        return Array.from(value);
      }
      join(chars) {
        return chars.join("");
      }
      postProcess(changeObjects, options) {
        return changeObjects;
      }
      get useLongestToken() {
        return false;
      }
      buildValues(lastComponent, newTokens, oldTokens) {
        const components = [];
        let nextComponent;
        while (lastComponent) {
          components.push(lastComponent);
          nextComponent = lastComponent.previousComponent;
          delete lastComponent.previousComponent;
          lastComponent = nextComponent;
        }
        components.reverse();
        const componentLen = components.length;
        let componentPos = 0, newPos = 0, oldPos = 0;
        for (; componentPos < componentLen; componentPos++) {
          const component = components[componentPos];
          if (!component.removed) {
            if (!component.added && this.useLongestToken) {
              let value = newTokens.slice(newPos, newPos + component.count);
              value = value.map(function(value2, i) {
                const oldValue = oldTokens[oldPos + i];
                return oldValue.length > value2.length ? oldValue : value2;
              });
              component.value = this.join(value);
            } else {
              component.value = this.join(newTokens.slice(newPos, newPos + component.count));
            }
            newPos += component.count;
            if (!component.added) {
              oldPos += component.count;
            }
          } else {
            component.value = this.join(oldTokens.slice(oldPos, oldPos + component.count));
            oldPos += component.count;
          }
        }
        return components;
      }
    };
  }
});

// node_modules/diff/libesm/diff/array.js
function diffArrays(oldArr, newArr, options) {
  return arrayDiff.diff(oldArr, newArr, options);
}
var ArrayDiff, arrayDiff;
var init_array = __esm({
  "node_modules/diff/libesm/diff/array.js"() {
    init_base();
    ArrayDiff = class extends Diff {
      tokenize(value) {
        return value.slice();
      }
      join(value) {
        return value;
      }
      removeEmpty(value) {
        return value;
      }
    };
    arrayDiff = new ArrayDiff();
  }
});

// node_modules/diff/libesm/index.js
var init_libesm = __esm({
  "node_modules/diff/libesm/index.js"() {
    init_array();
  }
});

// src/review/merge-keys.ts
function mergeKeyOf(before, after) {
  if (!before.every(isMap) || !after.every(isMap) || before.length + after.length === 0) return void 0;
  return MERGE_KEYS.find((key) => isUnique(before, key) && isUnique(after, key));
}
function isUnique(items, key) {
  const seen = /* @__PURE__ */ new Set();
  for (const item of items) {
    const value = keyOf6(item, key);
    if (value === void 0 || seen.has(value)) return false;
    seen.add(value);
  }
  return true;
}
function keyOf6(item, key, names2) {
  if (!isMap(item) || !Object.hasOwn(item, key)) return void 0;
  const value = item[key];
  if (typeof value === "object") return void 0;
  const text6 = typeof value === "string" ? names2?.get(value) ?? value : String(value);
  if (key !== "port" && key !== "containerPort") return text6;
  return `${text6}/${typeof item["protocol"] === "string" ? item["protocol"] : "TCP"}`;
}
function isMap(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
var MERGE_KEYS;
var init_merge_keys = __esm({
  "src/review/merge-keys.ts"() {
    "use strict";
    MERGE_KEYS = ["name", "id", "containerPort", "port", "mountPath", "devicePath", "key", "ip", "host", "path"];
  }
});

// src/review/redaction.ts
function redact(before, after) {
  const sides = redactSides(before, after, true);
  return { before: sides[0], after: sides[1], withheld: sides[0] !== before || sides[1] !== after };
}
function isRedacted(value) {
  return value === UNCHANGED || value === BEFORE || value === AFTER;
}
function shapeOf(value, top) {
  if (Array.isArray(value)) return "list";
  if (typeof value !== "object" || value === null) return "scalar";
  return isSecret(value, top) ? "secret" : "map";
}
function isSecret(value, top) {
  if (ownValue(value, "kind") !== "Secret") return false;
  return top || ["metadata", "data", "stringData"].some((key) => Object.hasOwn(value, key));
}
function redactSides(before, after, top) {
  const shapeBefore = before === void 0 ? void 0 : shapeOf(before, top);
  const shapeAfter = after === void 0 ? void 0 : shapeOf(after, top);
  if (shapeBefore !== void 0 && shapeAfter !== void 0 && shapeBefore !== shapeAfter) {
    return [redactSides(before, void 0, top)[0], redactSides(void 0, after, top)[1]];
  }
  switch (shapeBefore ?? shapeAfter) {
    case "list":
      return redactLists(before, after);
    case "map":
      return redactMaps(before, after, redactField);
    case "secret":
      return redactSecrets(before, after);
    default:
      return [before, after];
  }
}
function redactLists(before, after) {
  const left = before?.slice();
  const right = after?.slice();
  const length = Math.max(before?.length ?? 0, after?.length ?? 0);
  for (let index = 0; index < length; index++) {
    const [a, b] = redactSides(before?.[index], after?.[index], false);
    if (left !== void 0 && index < left.length) left[index] = a;
    if (right !== void 0 && index < right.length) right[index] = b;
  }
  return [unlessEqual(before, left), unlessEqual(after, right)];
}
function unlessEqual(original, copy2) {
  return original?.some((item, index) => item !== copy2?.[index]) ? copy2 : original;
}
function redactMaps(before, after, field3) {
  const results = /* @__PURE__ */ new Map();
  for (const side2 of [before, after]) {
    for (const key of Object.keys(side2 ?? {})) {
      if (!results.has(key)) results.set(key, field3(key, ownValue(before, key), ownValue(after, key)));
    }
  }
  return [rebuild(before, results, 0), rebuild(after, results, 1)];
}
function rebuild(original, results, side2) {
  if (original === void 0) return void 0;
  const keys = Object.keys(original);
  if (keys.every((key) => results.get(key)?.[side2] === original[key])) return original;
  const copy2 = emptyMap();
  for (const key of keys) {
    const value = results.get(key)?.[side2];
    if (value !== void 0) copy2[key] = value;
  }
  return copy2;
}
function redactField(key, before, after) {
  return COPIES.has(key) ? mask(before, after) : redactSides(before, after, false);
}
function redactSecrets(before, after) {
  return redactMaps(withFoldedData(before), withFoldedData(after), (key, left, right) => {
    if (key === "data") return redactData(left, right);
    return OPEN_FIELDS.has(key) ? redactField(key, left, right) : mask(left, right);
  });
}
function withFoldedData(secret) {
  if (secret === void 0) return void 0;
  const folded = emptyMap();
  for (const [key, value] of Object.entries(secret)) {
    if (key !== "data" && key !== "stringData") folded[key] = value;
    else folded["data"] ??= foldData(ownValue(secret, "data") ?? {}, ownValue(secret, "stringData") ?? {});
  }
  return folded;
}
function foldData(data, stringData) {
  if (!isMap2(data) || !isMap2(stringData)) return canonical([data, stringData]);
  const values = /* @__PURE__ */ new Map();
  for (const [key, value] of Object.entries(data)) values.set(key, comparable2(value, "base64"));
  for (const [key, value] of Object.entries(stringData)) values.set(key, comparable2(value, "utf8"));
  const folded = emptyMap();
  for (const key of [...values.keys()].sort()) folded[key] = values.get(key);
  return folded;
}
function redactData(before, after) {
  if (before !== void 0 && !isMap2(before) || after !== void 0 && !isMap2(after)) return mask(before, after);
  return redactMaps(before, after, (_key, left, right) => mask(left, right));
}
function comparable2(value, encoding) {
  if (typeof value !== "string") return `value ${canonical(value)}`;
  if (encoding === "utf8") return `bytes ${Buffer.from(value, "utf8").toString("latin1")}`;
  const text6 = value.replace(/\s+/g, "");
  if (text6.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text6)) return `text ${value}`;
  return `bytes ${Buffer.from(text6, "base64").toString("latin1")}`;
}
function mask(before, after) {
  if (before === void 0 || after === void 0 || canonical(before) === canonical(after)) {
    return [before === void 0 ? void 0 : UNCHANGED, after === void 0 ? void 0 : UNCHANGED];
  }
  return [BEFORE, AFTER];
}
function canonical(value) {
  return JSON.stringify(value, (_key, part) => typeof part === "bigint" ? `${part}n` : part);
}
function isMap2(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function emptyMap() {
  return /* @__PURE__ */ Object.create(null);
}
function ownValue(map2, key) {
  return map2 !== void 0 && Object.hasOwn(map2, key) ? map2[key] : void 0;
}
var UNCHANGED, BEFORE, AFTER, COPIES, OPEN_FIELDS;
var init_redaction = __esm({
  "src/review/redaction.ts"() {
    "use strict";
    UNCHANGED = "<redacted>";
    BEFORE = "<redacted, before>";
    AFTER = "<redacted, after>";
    COPIES = /* @__PURE__ */ new Set([
      "kubectl.kubernetes.io/last-applied-configuration",
      "kapp.k14s.io/original",
      "objectset.rio.cattle.io/applied"
    ]);
    OPEN_FIELDS = /* @__PURE__ */ new Set(["apiVersion", "kind", "metadata", "type", "immutable"]);
  }
});

// src/review/fields.ts
function under(place, before, after = before) {
  return { before: `${place.before}/${before}`, after: `${place.after}/${after}` };
}
function compareFields(input) {
  const fields3 = [];
  const references = /* @__PURE__ */ new Set();
  let count = 0;
  let referenceCount = 0;
  compare3(ROOT2, input.before, input.after);
  return {
    fields: fields3,
    more: count - fields3.length,
    onlyReferences: count > 0 && count === referenceCount,
    references
  };
  function compare3(place, before, after) {
    if (before === after || input.except.has(place.after)) return;
    if (Array.isArray(before) && Array.isArray(after)) compareLists(place, before, after);
    else if (isMap3(before) && isMap3(after)) compareMaps2(place, before, after);
    else add5(place, "changed", before, after);
  }
  function compareMaps2(place, before, after) {
    for (const key of Object.keys(before)) {
      const child = under(place, escapePointer(key));
      if (Object.hasOwn(after, key)) compare3(child, before[key], after[key]);
      else add5(child, "removed", before[key], void 0);
    }
    for (const key of Object.keys(after)) {
      if (!Object.hasOwn(before, key)) add5(under(place, escapePointer(key)), "added", void 0, after[key]);
    }
  }
  function compareLists(place, before, after) {
    const key = mergeKeyOf(before, after);
    if (key === void 0) compareSequences(place, before, after);
    else compareKeyed(place, before, after, key);
  }
  function compareKeyed(place, before, after, key) {
    const positions = new Map(after.map((item, index) => [keyOf6(item, key, input.namesAfter), index]));
    const kept = /* @__PURE__ */ new Set();
    let previous = -1;
    let reordered = false;
    before.forEach((item, index) => {
      const position = positions.get(keyOf6(item, key, input.namesBefore));
      if (position === void 0) return add5(under(place, index), "removed", item, void 0);
      kept.add(position);
      reordered ||= position < previous;
      previous = position;
      compare3(under(place, index, position), item, after[position]);
    });
    after.forEach((item, index) => {
      if (!kept.has(index)) add5(under(place, index), "added", void 0, item);
    });
    if (reordered) add5(place, "reordered");
  }
  function compareSequences(place, before, after) {
    const tokensBefore = before.map((item) => token(item, input.namesBefore));
    const tokensAfter = after.map((item) => token(item, input.namesAfter));
    const parts = diffArrays(tokensBefore, tokensAfter, { maxEditLength: MAX_LIST_EDITS }) ?? [
      { value: tokensBefore, removed: true, added: false },
      { value: tokensAfter, removed: false, added: true }
    ];
    let left = 0;
    let right = 0;
    let removed = 0;
    let added = 0;
    for (const part of parts) {
      if (part.removed) removed += part.value.length;
      else if (part.added) added += part.value.length;
      else {
        closeRun();
        for (const _ of part.value) comparePositions();
      }
    }
    closeRun();
    function closeRun() {
      for (; removed > 0 && added > 0; removed--, added--) comparePositions();
      for (; removed > 0; removed--, left++) add5(under(place, left), "removed", before[left], void 0);
      for (; added > 0; added--, right++) add5(under(place, right), "added", void 0, after[right]);
    }
    function comparePositions() {
      compare3(under(place, left, right), before[left], after[right]);
      left++;
      right++;
    }
  }
  function isReference(before, after) {
    if (typeof before !== "string" || typeof after !== "string") return false;
    const from = input.namesBefore.get(before);
    const to = input.namesAfter.get(after);
    return (from !== void 0 || to !== void 0) && (from ?? before) === (to ?? after);
  }
  function add5(at3, op, before, after) {
    const reference2 = op === "changed" && isReference(before, after);
    if (reference2) {
      referenceCount++;
      references.add(after);
    }
    count++;
    if (fields3.length === MAX_FIELDS) return;
    const path = op === "removed" ? input.maskBefore(at3.before) : input.maskAfter(at3.after);
    const place = { path, op };
    if (isRedacted(before) || isRedacted(after)) {
      fields3.push({ ...place, redacted: true });
      return;
    }
    const left = snapshot(before, input.maskBefore);
    const right = snapshot(after, input.maskAfter);
    if (left === OVERSIZED || right === OVERSIZED) {
      fields3.push({ ...place, oversized: true });
      return;
    }
    fields3.push({
      ...place,
      ...reference2 ? { reference: true } : {},
      ...before === void 0 ? {} : { before: left },
      ...after === void 0 ? {} : { after: right }
    });
  }
}
function snapshot(value, mask2) {
  let room = MAX_VALUE_LENGTH;
  const result = copy2(value);
  return room < 0 ? OVERSIZED : result;
  function copy2(part) {
    room -= typeof part === "string" ? part.length + 2 : 4;
    if (room < 0) return void 0;
    if (typeof part === "bigint") return String(part);
    if (typeof part === "string") return mask2(part);
    if (Array.isArray(part)) return part.map(copy2);
    if (part === void 0 || !isMap3(part)) return part;
    const map2 = /* @__PURE__ */ Object.create(null);
    for (const key of Object.keys(part)) {
      room -= key.length + 4;
      map2[mask2(key)] = copy2(part[key]);
    }
    return map2;
  }
}
function token(value, names2) {
  return JSON.stringify(value, (_key, part) => {
    if (typeof part === "bigint") return `${part}n`;
    if (typeof part === "string") return names2.get(part) ?? part;
    return isMap3(part) ? sorted(part) : part;
  });
}
function sorted(map2) {
  const copy2 = /* @__PURE__ */ Object.create(null);
  for (const key of Object.keys(map2).sort()) copy2[key] = map2[key];
  return copy2;
}
function escapePointer(key) {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
function isMap3(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
var MAX_FIELDS, MAX_VALUE_LENGTH, MAX_LIST_EDITS, ROOT2, OVERSIZED;
var init_fields = __esm({
  "src/review/fields.ts"() {
    "use strict";
    init_libesm();
    init_merge_keys();
    init_redaction();
    MAX_FIELDS = 200;
    MAX_VALUE_LENGTH = 2e3;
    MAX_LIST_EDITS = 200;
    ROOT2 = { before: "", after: "" };
    OVERSIZED = /* @__PURE__ */ Symbol("oversized");
  }
});

// src/review/sections.ts
function sectionsOf(lines, wanted) {
  const snapshots = /* @__PURE__ */ new Map();
  const stack = [];
  let next = 0;
  let block;
  for (let index = 0; index < lines.length; index++) {
    const line2 = lines[index];
    const indent = line2.length - line2.trimStart().length;
    if (block !== void 0 && (line2.trim() === "" || indent > block)) {
      if (wanted[next] === index) snapshots.set(wanted[next++], stack.slice());
      continue;
    }
    block = readLine2(line2.trimStart(), indent, stack) ? stack.at(-1)?.indent ?? 0 : void 0;
    if (wanted[next] === index) snapshots.set(wanted[next++], stack.slice(0, -1));
  }
  return new Map([...snapshots].map(([line2, frames]) => [line2, format(frames)]));
}
function readLine2(text6, indent, stack) {
  let rest = text6;
  let at3 = indent;
  while (rest === "-" || rest.startsWith("- ")) {
    closeWhile(stack, (top) => top.indent > at3 || top.indent === at3 && top.key === void 0);
    stack.push({ indent: at3, key: void 0, label: void 0, rank: LABEL_KEYS.length });
    const inner = rest.slice(1).trimStart();
    at3 += rest.length - inner.length;
    rest = inner;
  }
  const split = splitKey(rest);
  if (split === void 0) {
    const element3 = stack.at(-1);
    if (element3 !== void 0 && element3.key === void 0 && rest !== "" && rest !== text6)
      element3.label ??= unquote(rest);
    return startsBlock(rest);
  }
  closeWhile(stack, (top) => top.indent >= at3);
  const element2 = stack.at(-1);
  const rank2 = LABEL_KEYS.indexOf(split.key);
  if (element2 !== void 0 && element2.key === void 0 && rank2 >= 0 && rank2 < element2.rank && split.value !== "") {
    element2.label = unquote(split.value);
    element2.rank = rank2;
  }
  stack.push({ indent: at3, key: split.key, label: void 0, rank: 0 });
  return startsBlock(split.value);
}
function closeWhile(stack, condition) {
  while (stack.length > 0 && condition(stack.at(-1))) stack.pop();
}
function splitKey(text6) {
  if (text6.startsWith('"') || text6.startsWith("'")) {
    const match = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'):(?: |$)/.exec(text6);
    if (match === null) return void 0;
    const key = match[0].trimEnd().slice(0, -1);
    return { key: unquote(key), value: text6.slice(match[0].length) };
  }
  const colon = text6.indexOf(": ");
  if (colon > 0) return { key: text6.slice(0, colon), value: text6.slice(colon + 2).trim() };
  return text6.length > 1 && text6.endsWith(":") ? { key: text6.slice(0, -1), value: "" } : void 0;
}
function startsBlock(value) {
  return /^[|>][0-9+-]*$/.test(value);
}
function unquote(text6) {
  const quote3 = text6[0];
  if (text6.length < 2 || !text6.endsWith(quote3) || quote3 !== '"' && quote3 !== "'") return text6;
  return text6.slice(1, -1);
}
function format(frames) {
  let path = "";
  for (const { key, label: label2 } of frames) {
    if (key === void 0) path += `[${shorten2(label2 ?? "")}]`;
    else if (/[.[\]\s]/.test(key)) path += `[${shorten2(key)}]`;
    else path += path === "" ? key : `.${key}`;
  }
  return path;
}
function shorten2(text6) {
  return text6.length <= MAX_LABEL_LENGTH ? text6 : `${text6.slice(0, MAX_LABEL_LENGTH)}\u2026`;
}
var LABEL_KEYS, MAX_LABEL_LENGTH;
var init_sections = __esm({
  "src/review/sections.ts"() {
    "use strict";
    LABEL_KEYS = ["name", "containerPort", "port", "mountPath", "key", "path", "host", "ip", "kind"];
    MAX_LABEL_LENGTH = 60;
  }
});

// src/review/hunks.ts
function diffTexts(before, after) {
  const left = linesOf(before);
  const right = linesOf(after);
  const groups = groupEdits(findEdits(left, right));
  const places = groups.map(([first]) => {
    const edit2 = first;
    return edit2.added > 0 ? { side: right, line: edit2.right } : { side: left, line: edit2.left };
  });
  const oldSections = sectionsOf(
    left,
    places.filter((place) => place.side === left).map((place) => place.line)
  );
  const newSections = sectionsOf(
    right,
    places.filter((place) => place.side === right).map((place) => place.line)
  );
  return groups.map((edits, index) => {
    const place = places[index];
    const section2 = (place.side === left ? oldSections : newSections).get(place.line) ?? "";
    return hunkOf(edits, left, right, section2);
  });
}
function linesOf(text6) {
  if (text6 === "") return [];
  return (text6.endsWith("\n") ? text6.slice(0, -1) : text6).split("\n");
}
function findEdits(left, right) {
  const shorter = Math.min(left.length, right.length);
  let start2 = 0;
  while (start2 < shorter && left[start2] === right[start2]) start2++;
  let end = 0;
  while (end < shorter - start2 && left[left.length - 1 - end] === right[right.length - 1 - end]) end++;
  const oldMiddle = left.slice(start2, left.length - end);
  const newMiddle = right.slice(start2, right.length - end);
  if (oldMiddle.length === 0 && newMiddle.length === 0) return [];
  const whole = { left: start2, right: start2, removed: oldMiddle.length, added: newMiddle.length };
  if (oldMiddle.length === 0 || newMiddle.length === 0) return [whole];
  const parts = diffArrays(oldMiddle, newMiddle, { maxEditLength: MAX_EDITS });
  if (parts === void 0) return [whole];
  const edits = [];
  let oldLine = start2;
  let newLine = start2;
  let open;
  for (const part of parts) {
    const size = part.value.length;
    if (!part.removed && !part.added) {
      if (open !== void 0) edits.push(open);
      open = void 0;
      oldLine += size;
      newLine += size;
      continue;
    }
    open ??= { left: oldLine, right: newLine, removed: 0, added: 0 };
    if (part.removed) {
      open.removed += size;
      oldLine += size;
    } else {
      open.added += size;
      newLine += size;
    }
  }
  if (open !== void 0) edits.push(open);
  return edits;
}
function groupEdits(edits) {
  const groups = [];
  let previousEnd = Number.NEGATIVE_INFINITY;
  for (const edit2 of edits) {
    if (edit2.left - previousEnd <= 2 * CONTEXT) groups.at(-1).push(edit2);
    else groups.push([edit2]);
    previousEnd = edit2.left + edit2.removed;
  }
  return groups;
}
function hunkOf(edits, left, right, section2) {
  const first = edits[0];
  const last = edits.at(-1);
  const lead = Math.min(CONTEXT, first.left);
  const oldStart = first.left - lead;
  const newStart = first.right - lead;
  const oldEnd = Math.min(left.length, last.left + last.removed + CONTEXT);
  const newEnd = Math.min(right.length, last.right + last.added + CONTEXT);
  const lines = [];
  let at3 = oldStart;
  for (const edit2 of edits) {
    for (; at3 < edit2.left; at3++) lines.push({ op: " ", text: left[at3] });
    for (let i = 0; i < edit2.removed; i++) lines.push({ op: "-", text: left[edit2.left + i] });
    for (let i = 0; i < edit2.added; i++) lines.push({ op: "+", text: right[edit2.right + i] });
    at3 = edit2.left + edit2.removed;
  }
  for (; at3 < oldEnd; at3++) lines.push({ op: " ", text: left[at3] });
  return {
    oldStart: oldEnd === oldStart ? oldStart : oldStart + 1,
    oldLines: oldEnd - oldStart,
    newStart: newEnd === newStart ? newStart : newStart + 1,
    newLines: newEnd - newStart,
    section: section2,
    lines
  };
}
var CONTEXT, MAX_EDITS;
var init_hunks = __esm({
  "src/review/hunks.ts"() {
    "use strict";
    init_libesm();
    init_sections();
    CONTEXT = 3;
    MAX_EDITS = 500;
  }
});

// src/review/names.ts
function generatedNames(resources) {
  const names2 = /* @__PURE__ */ new Map();
  for (const resource of resources) {
    if (resource.name !== resource.baseName) names2.set(resource.name, resource.baseName);
  }
  return names2;
}
function hashMasks(base, head) {
  const before = secretHashes(base);
  const after = secretHashes(head);
  return {
    base: maskOf(before, (hash) => after.size === 0 || after.has(hash) ? "<hash>" : "<hash, before>"),
    head: maskOf(after, (hash) => before.size === 0 || before.has(hash) ? "<hash>" : "<hash, after>")
  };
}
function secretHashes(resources) {
  const hashes = /* @__PURE__ */ new Set();
  for (const { kind, name, baseName } of resources) {
    if (kind === "Secret" && name.startsWith(`${baseName}-`)) hashes.add(name.slice(baseName.length + 1));
  }
  return hashes;
}
function maskOf(hashes, label2) {
  if (hashes.size === 0) return (text6) => text6;
  return (text6) => text6.replace(/[a-z0-9]+/g, (word3) => hashes.has(word3) ? label2(word3) : word3);
}
var init_names = __esm({
  "src/review/names.ts"() {
    "use strict";
  }
});

// src/review/pairing.ts
function pairResources(base, head) {
  const partners = /* @__PURE__ */ new Map();
  let restOfBase = base;
  let restOfHead = head;
  for (const identity3 of [exactIdentity, versionlessIdentity, hashlessIdentity]) {
    if (restOfBase.length === 0 || restOfHead.length === 0) break;
    const taken = matchBy(identity3, restOfBase, restOfHead, partners);
    restOfBase = restOfBase.filter((resource) => !taken.has(resource));
    restOfHead = restOfHead.filter((resource) => !partners.has(resource));
  }
  const pairs = head.map((resource) => ({ base: partners.get(resource), head: resource }));
  for (const resource of restOfBase) pairs.push({ base: resource, head: void 0 });
  return pairs;
}
function matchBy(identity3, base, head, partners) {
  const waiting = /* @__PURE__ */ new Map();
  for (let index = base.length - 1; index >= 0; index--) {
    const resource = base[index];
    const key = identity3(resource);
    const queue = waiting.get(key);
    if (queue === void 0) waiting.set(key, [resource]);
    else queue.push(resource);
  }
  const taken = /* @__PURE__ */ new Set();
  for (const resource of head) {
    const partner = waiting.get(identity3(resource))?.pop();
    if (partner === void 0) continue;
    partners.set(resource, partner);
    taken.add(partner);
  }
  return taken;
}
function exactIdentity(resource) {
  return `${resource.apiVersion}\0${resource.kind}\0${resource.namespace}\0${resource.name}`;
}
function versionlessIdentity(resource) {
  return `${groupOf(resource)}\0${resource.kind}\0${namespaceOf2(resource)}\0${resource.name}`;
}
function hashlessIdentity(resource) {
  return `${groupOf(resource)}\0${resource.kind}\0${namespaceOf2(resource)}\0${resource.baseName}`;
}
function groupOf(resource) {
  const slash = resource.apiVersion.indexOf("/");
  return slash < 0 ? "" : resource.apiVersion.slice(0, slash);
}
function namespaceOf2(resource) {
  return resource.namespace === "" ? "default" : resource.namespace;
}
var init_pairing = __esm({
  "src/review/pairing.ts"() {
    "use strict";
  }
});

// src/review/print.ts
function printValue(value) {
  const lines = [];
  append2(value, "", "", lines);
  return `${lines.join("\n")}
`;
}
function append2(value, lead, indent, lines) {
  if (Array.isArray(value) && value.length > 0) {
    if (lead !== "") lines.push(lead);
    for (const item of value) appendItem(item, indent, lines);
    return;
  }
  const keys = isMap4(value) ? Object.keys(value) : [];
  if (keys.length > 0) {
    if (lead !== "") lines.push(lead);
    for (const key of keys) {
      const child = value[key];
      const childIndent = Array.isArray(child) ? indent : `${indent}  `;
      append2(child, `${indent}${printString(key)}:`, childIndent, lines);
    }
    return;
  }
  const separator = lead === "" ? "" : " ";
  if (typeof value === "string" && value.includes("\n")) appendText(value, `${lead}${separator}`, indent, lines);
  else lines.push(`${lead}${separator}${printScalar(value)}`);
}
function appendItem(item, indent, lines) {
  const at3 = lines.length;
  append2(item, "", `${indent}  `, lines);
  const first = lines[at3] ?? "";
  const own = first.startsWith(`${indent}  `) ? first.slice(indent.length + 2) : first;
  lines[at3] = `${indent}- ${own}`;
}
function appendText(text6, lead, indent, lines) {
  if (!/^[^\s]/.test(text6) || /[^\n\t\x20-\x7e\u00a0-\ud7ff\ue000-\ufffd]|[ \t]\n/.test(text6) || !/[^\n]\n?$/.test(text6)) {
    lines.push(`${lead}${JSON.stringify(text6)}`);
    return;
  }
  lines.push(`${lead}${text6.endsWith("\n") ? "|" : "|-"}`);
  for (const line2 of text6.replace(/\n$/, "").split("\n")) lines.push(line2 === "" ? "" : `${indent}${line2}`);
}
function printScalar(value) {
  if (typeof value === "string") return printString(value);
  if (Array.isArray(value)) return "[]";
  return isMap4(value) ? "{}" : String(value);
}
function printString(text6) {
  if (/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text6)) return JSON.stringify(text6);
  return /^[A-Za-z_/<][\w./<>,()=+@ -]*$/.test(text6) && !text6.endsWith(" ") ? text6 : JSON.stringify(text6);
}
function isMap4(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
var init_print2 = __esm({
  "src/review/print.ts"() {
    "use strict";
  }
});

// src/review/changes.ts
function compareResources(base, head, masks) {
  if (base.length === head.length && base.every((resource, index) => sameText(resource, head[index]))) {
    return { changes: [], layoutOnly: 0 };
  }
  const names2 = { base: generatedNames(base), head: generatedNames(head) };
  const removed = [];
  const changed = [];
  const added = [];
  const referring = [];
  const referrers = /* @__PURE__ */ new Map();
  let layoutOnly = 0;
  for (const pair of pairResources(base, head)) {
    if (pair.base === void 0) added.push(wholeChange("added", pair.head, masks.head));
    else if (pair.head === void 0) removed.push(wholeChange("removed", pair.base, masks.base));
    else if (!sameText(pair.base, pair.head)) {
      const result = compareObjects(pair.base, pair.head, names2, masks);
      if (result === void 0) {
        layoutOnly++;
        continue;
      }
      (result.change.onlyReferences ? referring : changed).push(result.change);
      noteReferrers(referrers, pair.head, result.references, masks.head);
    }
  }
  return { changes: [...removed, ...changed.map(withReferrers), ...added, ...referring], layoutOnly };
  function withReferrers(change3) {
    const found = change3.from?.name === void 0 ? void 0 : referrers.get(change3.name);
    return found === void 0 ? change3 : { ...change3, referrers: found };
  }
}
function sameText(base, head) {
  return base.yaml === head?.yaml && base.name === head.name;
}
function wholeChange(op, resource, mask2) {
  const value = resource.value();
  const redacted = op === "added" ? redact(void 0, value) : redact(value, void 0);
  const text6 = textOf7(resource, op === "added" ? redacted.after : redacted.before, redacted.withheld, mask2);
  return {
    op,
    ...identityOf(resource, mask2),
    ...redacted.withheld ? { redacted: true } : {},
    fields: [],
    hunks: op === "added" ? diffTexts("", text6) : diffTexts(text6, ""),
    ...originOf(resource)
  };
}
function compareObjects(base, head, names2, masks) {
  const redacted = redact(base.value(), head.value());
  const from = {
    ...base.name === head.name ? {} : { name: masks.base(base.name) },
    ...base.apiVersion === head.apiVersion ? {} : { apiVersion: base.apiVersion }
  };
  const renamed2 = Object.keys(from).length > 0;
  const result = compareFields({
    before: redacted.before,
    after: redacted.after,
    namesBefore: names2.base,
    namesAfter: names2.head,
    maskBefore: masks.base,
    maskAfter: masks.head,
    except: /* @__PURE__ */ new Set([..."name" in from ? ["/metadata/name"] : [], ..."apiVersion" in from ? ["/apiVersion"] : []])
  });
  if (result.fields.length === 0 && !renamed2) return void 0;
  const change3 = {
    op: "changed",
    ...identityOf(head, masks.head),
    ...renamed2 ? { from } : {},
    ...result.onlyReferences && !renamed2 ? { onlyReferences: true } : {},
    ...redacted.withheld ? { redacted: true } : {},
    fields: result.fields,
    ...result.more > 0 ? { moreFields: result.more } : {},
    hunks: diffTexts(
      textOf7(base, redacted.before, redacted.withheld, masks.base),
      textOf7(head, redacted.after, redacted.withheld, masks.head)
    ),
    ...originOf(head)
  };
  return { change: change3, references: result.references };
}
function identityOf(resource, mask2) {
  const { apiVersion, kind, namespace, name, baseName } = resource;
  return { apiVersion, kind, namespace, name: mask2(name), ...baseName === name ? {} : { baseName } };
}
function textOf7(resource, value, withheld, mask2) {
  return mask2(withheld ? printValue(value) : resource.yaml);
}
function originOf(resource) {
  if (resource.origin === void 0) return {};
  const { file, line: line2 } = resource.origin;
  return { origin: { file, ...line2 === void 0 ? {} : { line: line2 } } };
}
function noteReferrers(referrers, resource, references, mask2) {
  const { kind, namespace, name } = resource;
  for (const reference2 of references) {
    const key = mask2(reference2);
    const list3 = referrers.get(key);
    const referrer = { kind, namespace, name: mask2(name) };
    if (list3 === void 0) referrers.set(key, [referrer]);
    else list3.push(referrer);
  }
}
var init_changes = __esm({
  "src/review/changes.ts"() {
    "use strict";
    init_fields();
    init_hunks();
    init_names();
    init_pairing();
    init_print2();
    init_redaction();
  }
});

// src/review/target.ts
function reviewTarget(base, head) {
  const path = head.target;
  const resources = {
    base: base.status === "rendered" ? base.resources.length : null,
    head: head.status === "rendered" ? head.resources.length : null
  };
  if (head.status === "failed") {
    const failedBefore = base.status === "failed" || base.status === "rendered" && isKnown(head, base);
    return { path, status: "failed", failedBefore, resources, changes: [], diagnostics: head.diagnostics };
  }
  if (base.status === "failed") {
    const status = head.status === "absent" ? "removed" : "failed-at-base";
    return { path, status, resources, changes: [], diagnostics: base.diagnostics };
  }
  if (base.status === "absent" && head.status === "absent") {
    return { path, status: "failed", failedBefore: true, resources, changes: [], diagnostics: [nowhere(path)] };
  }
  const before = base.status === "absent" ? [] : base.resources;
  const after = head.status === "absent" ? [] : head.resources;
  const masks = hashMasks(before, after);
  const { changes, layoutOnly } = compareResources(before, after, masks);
  const diagnostics = head.status === "absent" ? [] : head.diagnostics;
  return {
    path,
    status: statusOf(base, head, changes.length),
    resources,
    changes,
    ...layoutOnly > 0 ? { layoutOnly } : {},
    diagnostics: diagnostics.map((diagnostic) => masked(diagnostic, masks.head))
  };
}
function isKnown(head, base) {
  const before = new Set(base.diagnostics.map(identity2));
  return head.diagnostics.every((diagnostic) => diagnostic.severity !== "error" || before.has(identity2(diagnostic)));
}
function identity2({ code: code3, file, message }) {
  return JSON.stringify([code3, file, message]);
}
function masked(diagnostic, mask2) {
  const { message, object: object2 } = diagnostic;
  return { ...diagnostic, message: mask2(message), ...object2 === void 0 ? {} : { object: mask2(object2) } };
}
function statusOf(base, head, changes) {
  if (base.status === "absent") return "added";
  if (head.status === "absent") return "removed";
  return changes > 0 ? "changed" : "unchanged";
}
function nowhere(path) {
  return {
    code: "target-not-found",
    severity: "error",
    message: `there is no kustomization in ${path}, neither at the base nor at the head`,
    file: path,
    hint: "Name a directory that holds a kustomization.yaml."
  };
}
var init_target2 = __esm({
  "src/review/target.ts"() {
    "use strict";
    init_changes();
    init_names();
  }
});

// src/review/groups.ts
function groupChanges(report) {
  const groups = /* @__PURE__ */ new Map();
  for (const target of report.targets) {
    for (const change3 of target.changes) {
      const key = keyOf7(change3);
      const group = groups.get(key) ?? openGroup(change3);
      groups.set(key, group);
      group.targets.push(target.path);
      group.namespaces.add(change3.namespace);
      for (const referrer of change3.referrers ?? [])
        group.referrers.set(`${referrer.kind}\0${referrer.name}`, referrer);
    }
  }
  return [...groups.values()].map(closed).sort((a, b) => rankOf(a.change) - rankOf(b.change));
}
function openGroup(change3) {
  return { change: change3, targets: [], namespaces: /* @__PURE__ */ new Set(), referrers: /* @__PURE__ */ new Map() };
}
function closed({ change: change3, targets: targets3, namespaces, referrers }) {
  const gathered = referrers.size === 0 ? change3 : { ...change3, referrers: [...referrers.values()] };
  return { change: gathered, namespaces: [...namespaces], targets: targets3 };
}
function keyOf7(change3) {
  const { op, apiVersion, kind, namespace, name, from, hunks } = change3;
  const ownNamespace = `namespace: ${namespace}`;
  const lines = hunks.map(
    (hunk) => hunk.lines.map(
      ({ op: sign, text: text6 }) => sign + (text6.endsWith(ownNamespace) ? text6.slice(0, -namespace.length) : text6)
    )
  );
  return JSON.stringify([op, apiVersion, kind, name, from, lines]);
}
function rankOf(change3) {
  if (change3.onlyReferences) return 3;
  return { removed: 0, changed: 1, added: 2 }[change3.op];
}
var init_groups = __esm({
  "src/review/groups.ts"() {
    "use strict";
  }
});

// src/review/index.ts
function review(input) {
  const targets3 = input.renderings.map(({ base, head }) => reviewTarget(base, head));
  targets3.sort((a, b) => a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
  return { version: REPORT_VERSION, base: input.base, head: input.head, targets: targets3 };
}
var init_review = __esm({
  "src/review/index.ts"() {
    "use strict";
    init_report();
    init_target2();
    init_groups();
    init_merge_keys();
    init_names();
    init_redaction();
    init_report();
  }
});

// src/report/summary.ts
function objectName(object2) {
  const name = object2.baseName ?? object2.name;
  return object2.namespace === "" ? name : `${object2.namespace}/${name}`;
}
function groupName({ change: change3, namespaces }) {
  if (namespaces.length <= 1) return [{ word: change3.kind }, " ", { code: objectName(change3) }];
  const phrases2 = [{ word: change3.kind }, " ", { code: change3.baseName ?? change3.name }, " in "];
  namespaces.slice(0, MAX_PARTS).forEach((namespace, index) => {
    phrases2.push(index > 0 ? ", " : "", namespace === "" ? "no namespace" : { code: namespace });
  });
  if (namespaces.length > MAX_PARTS) phrases2.push(` and ${namespaces.length - MAX_PARTS} more`);
  return phrases2;
}
function summarise(change3) {
  if (change3.op !== "changed") return [];
  const parts = [];
  const { from } = change3;
  if (from?.apiVersion !== void 0) {
    parts.push(["apiVersion ", { code: from.apiVersion }, " \u2192 ", { code: change3.apiVersion }]);
  }
  const fields3 = change3.fields.filter((field3) => !field3.reference);
  const keys = fields3.filter((field3) => isDataKey(change3, field3));
  const others = fields3.filter((field3) => !isDataKey(change3, field3));
  if (keys.length > 0) parts.push(keyPhrase(keys));
  for (const field3 of others) parts.push(fieldPhrase(field3));
  const all = parts.slice(0, MAX_PARTS);
  const rest = parts.length - all.length + (change3.moreFields ?? 0);
  const phrases2 = all.flatMap((part, index) => index === 0 ? part : [", ", ...part]);
  if (rest > 0) phrases2.push(`, ${rest} more`);
  if (from?.name !== void 0 && phrases2.length === 0) phrases2.push("new name");
  if (change3.referrers !== void 0) phrases2.push("; ", ...referrerPhrase(change3.referrers));
  return phrases2;
}
function isDataKey(change3, field3) {
  return (change3.kind === "ConfigMap" || change3.kind === "Secret") && /^\/(?:data|binaryData)\/[^/]+$/.test(field3.path);
}
function keyPhrase(fields3) {
  const shown3 = fields3.slice(0, MAX_PARTS);
  const phrases2 = [fields3.length === 1 ? "key " : "keys "];
  shown3.forEach((field3, index) => {
    if (index > 0) phrases2.push(", ");
    phrases2.push({ code: unescapePointer(field3.path.slice(field3.path.indexOf("/", 1) + 1)) });
    if (field3.op !== "changed") phrases2.push(` ${field3.op}`);
  });
  if (fields3.length > shown3.length) phrases2.push(` and ${fields3.length - shown3.length} more`);
  return phrases2;
}
function fieldPhrase(field3) {
  const image2 = imageChange(field3);
  if (image2 !== void 0)
    return ["image ", { code: image2.repository }, " ", { code: `${image2.before} \u2192 ${image2.after}` }];
  const name = field3.path.split("/").slice(-1).map(unescapePointer).join("");
  const label2 = /^\d+$/.test(name) || name === "" ? dotted(field3.path) : name;
  if (field3.op !== "changed") return [{ word: label2 }, ` ${field3.op}`];
  const before = shortText(field3.before);
  const after = shortText(field3.after);
  return before === void 0 || after === void 0 ? [{ word: label2 }] : [{ word: label2 }, " ", { code: `${before} \u2192 ${after}` }];
}
function shortText(value) {
  if (typeof value === "string") return value !== "" && value.length <= 40 ? value : void 0;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : void 0;
}
function imageChange(field3) {
  if (field3.op !== "changed" || !/\/(?:initC|ephemeralC|c)ontainers\/\d+\/image$/.test(field3.path)) return void 0;
  const before = splitImage2(field3.before);
  const after = splitImage2(field3.after);
  if (before === void 0 || after === void 0 || before.repository !== after.repository) return void 0;
  return { repository: before.repository, before: before.version, after: after.version };
}
function splitImage2(image2) {
  if (typeof image2 !== "string") return void 0;
  const [name = ""] = image2.split("@", 1);
  const colon = name.indexOf(":", name.lastIndexOf("/") + 1);
  const at3 = colon >= 0 ? colon : name.length;
  return at3 === 0 || at3 === image2.length ? void 0 : { repository: image2.slice(0, at3), version: image2.slice(at3 + 1) };
}
function referrerPhrase(referrers) {
  const verb = referrers.every(({ kind }) => RESTARTED.has(kind)) ? "restarts " : "referred to by ";
  const phrases2 = [verb];
  referrers.slice(0, MAX_PARTS).forEach((referrer, index) => {
    phrases2.push(index > 0 ? ", " : "", { word: referrer.kind }, " ", { code: referrer.name });
  });
  if (referrers.length > MAX_PARTS) phrases2.push(` and ${referrers.length - MAX_PARTS} more`);
  return phrases2;
}
function dotted(path) {
  return path.slice(1).split("/").map(unescapePointer).join(".");
}
function unescapePointer(text6) {
  return text6.replaceAll("~1", "/").replaceAll("~0", "~");
}
var MAX_PARTS, RESTARTED;
var init_summary = __esm({
  "src/report/summary.ts"() {
    "use strict";
    MAX_PARTS = 4;
    RESTARTED = /* @__PURE__ */ new Set(["Deployment", "StatefulSet", "DaemonSet"]);
  }
});

// src/report/text.ts
function oneLine(text6) {
  return visible(text6.replace(/\s*\n\s*/g, " ").replace(/\t/g, " "));
}
function cut(text6, length) {
  if (text6.length <= length) return text6;
  const kept = wholeCharacters(text6, length);
  return `${kept}\u2026 (${text6.length - kept.length} more characters)`;
}
function wholeCharacters(text6, length) {
  const last = text6.charCodeAt(length - 1);
  return text6.slice(0, last >= 55296 && last <= 56319 ? length - 1 : length);
}
function cutBytes(text6, bytes) {
  let kept = text6.slice(0, Math.max(0, bytes));
  while (byteLength(kept) > bytes) kept = wholeCharacters(kept, kept.length - 1);
  return kept;
}
function byteLength(text6) {
  return Buffer.byteLength(text6, "utf8");
}
function escapeHtml(text6) {
  return text6.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
function code(text6, length = MAX_LINE_LENGTH) {
  const shown3 = cut(oneLine(text6), length);
  if (/^[\w./:=+,()[\]@#~-](?:[\w ./:=+,()[\]@#~\u2192-]*[\w./:=+,()[\]@#~-])?$/.test(shown3)) return `\`${shown3}\``;
  return `<code>${encodeAll(shown3)}</code>`;
}
function word2(text6) {
  return isWord3(text6) ? text6 : code(text6, MAX_WORD_LENGTH);
}
function isWord3(text6) {
  return text6.length <= MAX_WORD_LENGTH && /^[A-Za-z0-9][A-Za-z0-9 ]*$/.test(text6);
}
function htmlWord(text6) {
  return isWord3(text6) ? text6 : htmlCode(text6, MAX_WORD_LENGTH);
}
function htmlCode(text6, length = MAX_LINE_LENGTH) {
  return `<code>${encodeAll(cut(oneLine(text6), length))}</code>`;
}
function encodeAll(text6) {
  return text6.replace(/[!-+.:-@[-`{-~]/g, (character) => `&#${character.charCodeAt(0)};`);
}
function fence(lines, language = "") {
  const shown3 = lines.map((line2) => cut(visible(line2.replaceAll("\n", "\\n")), MAX_LINE_LENGTH));
  let longest = 2;
  for (const line2 of shown3) {
    for (const run4 of line2.match(/`{3,}/g) ?? []) longest = Math.max(longest, run4.length);
  }
  const ticks = "`".repeat(longest + 1);
  return `${ticks}${language}
${shown3.join("\n")}
${ticks}`;
}
function link(label2, address) {
  const safe = oneLine(address).replace(
    /[^\w\-.~:/?#@!$&*+,;=%]/gu,
    (character) => encodeURIComponent(character).replace(/[()'*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)
  );
  return /^https?:\/\//.test(safe) ? `[${label2}](${safe})` : label2;
}
function plural(count, one, many = `${one}s`) {
  return `${count} ${count === 1 ? one : many}`;
}
var MAX_LINE_LENGTH, MAX_WORD_LENGTH;
var init_text = __esm({
  "src/report/text.ts"() {
    "use strict";
    init_diagnostics();
    MAX_LINE_LENGTH = 200;
    MAX_WORD_LENGTH = 60;
  }
});

// src/report/figures.ts
function figuresOf(report) {
  const all = groupChanges(report);
  const own = all.filter(({ change: change3 }) => !change3.onlyReferences);
  const groups = own.length > 0 ? own : all;
  const { targets: targets3 } = report;
  const touched = targets3.filter(
    ({ status, changes }) => changes.length > 0 || status === "added" || status === "removed"
  ).length;
  return {
    groups,
    references: own.length > 0 ? all.filter(({ change: change3 }) => change3.onlyReferences) : [],
    broken: targets3.filter(({ status, failedBefore }) => status === "failed" && !failedBefore),
    brokenBefore: targets3.filter(({ status, failedBefore }) => status === "failed" && failedBefore),
    incomparable: targets3.filter(({ status }) => status === "failed-at-base"),
    touched,
    unchanged: targets3.filter(({ status }) => status === "unchanged").length,
    added: targets3.filter(({ status }) => status === "added").map(({ path }) => path),
    removed: targets3.filter(({ status }) => status === "removed").map(({ path }) => path),
    total: targets3.length,
    layoutOnly: targets3.reduce((sum, { layoutOnly }) => sum + (layoutOnly ?? 0), 0),
    redacted: all.some(({ change: change3 }) => change3.redacted),
    routine: targets3.some(({ status }) => status !== "changed" && status !== "unchanged") ? void 0 : routineOf(all)
  };
}
function routineOf(groups) {
  let found;
  for (const { change: change3 } of groups) {
    if (change3.op !== "changed" || change3.from !== void 0 || change3.moreFields !== void 0) return void 0;
    for (const field3 of change3.fields) {
      const image2 = imageChange(field3);
      if (image2 === void 0) return void 0;
      found ??= image2;
      if (image2.repository !== found.repository || image2.before !== found.before || image2.after !== found.after) {
        return void 0;
      }
    }
  }
  return found;
}
function headline(figures) {
  const { broken: broken2, brokenBefore, incomparable, groups, touched, total } = figures;
  if (total === 0) return "No kustomization is affected";
  const parts = [];
  if (broken2.length > 0) {
    const lost = broken2.some(({ resources }) => resources.base !== null);
    const verb = lost ? ["no longer builds", "no longer build"] : ["does not build", "do not build"];
    parts.push(`${broken2.length} of ${plural(total, "target")} ${verb[broken2.length === 1 ? 0 : 1]}`);
  }
  if (groups.length > 0) {
    const where = broken2.length > 0 ? plural(touched, "other") : `${touched} of ${plural(total, "target")}`;
    parts.push(`${plural(groups.length, "change")} in ${where}`);
  } else if (touched > 0) parts.push(`${plural(touched, "target")} added or removed, without objects`);
  if (parts.length === 0 && figures.unchanged > 0)
    parts.push(`Nothing changes in ${plural(figures.unchanged, "target")}`);
  if (brokenBefore.length > 0) {
    parts.push(`${plural(brokenBefore.length, "target")} ${brokenBefore.length === 1 ? "fails" : "fail"} as before`);
  }
  if (incomparable.length > 0) {
    parts.push(`${plural(incomparable.length, "target")} cannot be compared`);
  }
  return parts.join(" \xB7 ");
}
function shortNames(report) {
  const last = (path) => path.slice(path.lastIndexOf("/") + 1);
  const counts = /* @__PURE__ */ new Map();
  for (const { path } of report.targets) counts.set(last(path), (counts.get(last(path)) ?? 0) + 1);
  return new Map(report.targets.map(({ path }) => [path, counts.get(last(path)) === 1 ? last(path) : path]));
}
function sectionsOf2(figures) {
  const sections = /* @__PURE__ */ new Map();
  const sectionOf = (group) => {
    const key = group.targets.join("\0");
    const section2 = sections.get(key) ?? { targets: group.targets, groups: [], references: [] };
    sections.set(key, section2);
    return section2;
  };
  for (const group of figures.groups) sectionOf(group).groups.push(group);
  for (const group of figures.references) sectionOf(group).references.push(group);
  return [...sections.values()];
}
var init_figures = __esm({
  "src/report/figures.ts"() {
    "use strict";
    init_review();
    init_summary();
    init_text();
  }
});

// src/report/markdown-table.ts
function changeTable(context, room) {
  const { groups } = context.figures;
  const total = groups.length;
  if (total === 0) return { text: "", count: { shown: 0, total } };
  const rows = [];
  for (const group of groups) {
    rows.push(rowOf(group, context));
    if (rows.length > room / MIN_ROW_BYTES) break;
  }
  const text6 = tableOf(rows, total);
  if (rows.length === total && byteLength(text6) <= room) return { text: text6, count: { shown: total, total } };
  return partOf(groups, rows, room, total);
}
function tableOf(rows, total) {
  const table4 = ["| | change | where | file |", "|---|---|---|---|", ...rows].join("\n");
  if (rows.length <= MAX_OPEN_ROWS) return table4;
  return fold2(rows.length === total ? `All ${plural(total, "change")}` : `The first ${rows.length} changes`, table4);
}
function partOf(groups, rows, room, total) {
  const counts = kindTable(groups, room);
  const nothing = { text: counts, count: { shown: 0, total } };
  if (counts === "") return nothing;
  let left = room - byteLength(counts) - byteLength(tableOf(rows.slice(0, 0), total)) - FOLD_BYTES;
  let shown3 = 0;
  for (const row of rows) {
    left -= byteLength(row) + 1;
    if (left < 0) break;
    shown3++;
  }
  if (shown3 === 0) return nothing;
  return { text: `${counts}

${tableOf(rows.slice(0, shown3), total)}`, count: { shown: shown3, total } };
}
function fold2(summary, text6) {
  return `<details><summary>${summary}</summary>

${text6}

</details>`;
}
function rowOf(group, context) {
  const { change: change3 } = group;
  const words2 = printPhrases(summarise(change3));
  const subject = printPhrases(groupName(group));
  const cells2 = [
    ICONS[change3.op],
    words2 === "" ? subject : `${subject}: ${words2}`,
    whereOf(group, context),
    originLink(change3, context)
  ];
  return `| ${cells2.join(" | ")} |`;
}
function printPhrases(phrases2) {
  return phrases2.map((phrase) => {
    if (typeof phrase === "string") return phrase;
    return "word" in phrase ? word2(phrase.word) : code(phrase.code, MAX_NAME_LENGTH);
  }).join("");
}
function whereOf({ targets: targets3 }, { names: names2 }) {
  const shown3 = targets3.slice(0, MAX_TARGETS).map((target) => code(names2.get(target) ?? target, MAX_NAME_LENGTH));
  return targets3.length > shown3.length ? `${shown3.join(", ")} and ${targets3.length - shown3.length} more` : shown3.join(", ");
}
function originLink({ origin: origin2, op }, { report, links }) {
  if (origin2 === void 0) return "";
  const label2 = code(origin2.line === void 0 ? origin2.file : `${origin2.file}:${origin2.line}`);
  const { sha } = op === "removed" ? report.base : report.head;
  const address = sha === null ? void 0 : links?.blob(sha, origin2.file, origin2.line);
  return address === void 0 ? label2 : link(label2, address);
}
function kindTable(groups, room) {
  const kinds = /* @__PURE__ */ new Map();
  for (const { change: change3, targets: targets3 } of groups) {
    const key = `${change3.op}\0${change3.kind}`;
    const row = kinds.get(key) ?? { change: change3, count: 0, targets: /* @__PURE__ */ new Set() };
    row.count++;
    for (const target of targets3) row.targets.add(target);
    kinds.set(key, row);
  }
  const rows = [...kinds.values()].sort((a, b) => b.count - a.count);
  const lines = ["| changes | kind | targets |", "|--:|---|--:|"];
  let left = room - byteLength(lines.join("\n")) - 60;
  if (left < 0) return "";
  let shown3 = 0;
  for (const { change: change3, count, targets: targets3 } of rows) {
    const line2 = `| ${count} | ${ICONS[change3.op]} ${word2(change3.kind)} ${change3.op} | ${targets3.size} |`;
    left -= byteLength(line2) + 1;
    if (left < 0) break;
    lines.push(line2);
    shown3++;
  }
  const rest = rows.slice(shown3).reduce((sum, { count }) => sum + count, 0);
  if (rest > 0) lines.push(`| ${rest} | of other kinds | |`);
  return lines.join("\n");
}
var ICONS, MAX_TARGETS, MAX_OPEN_ROWS, FOLD_BYTES, MIN_ROW_BYTES, MAX_NAME_LENGTH;
var init_markdown_table = __esm({
  "src/report/markdown-table.ts"() {
    "use strict";
    init_summary();
    init_text();
    ICONS = { removed: "\u2796", changed: "\u270F\uFE0F", added: "\u2795" };
    MAX_TARGETS = 4;
    MAX_OPEN_ROWS = 25;
    FOLD_BYTES = 100;
    MIN_ROW_BYTES = 16;
    MAX_NAME_LENGTH = 120;
  }
});

// src/report/markdown-diffs.ts
function diffSections(context, room) {
  const plans = sectionsOf2(context.figures).map((section2) => ({
    section: section2,
    diffs: section2.groups.map((group) => diffOf(group, context)),
    frameBytes: frameBytes(section2, context),
    chosen: /* @__PURE__ */ new Set()
  }));
  const total = context.figures.groups.length;
  choose2(plans, room);
  let shown3 = 0;
  let lines = 0;
  for (const { chosen } of plans) {
    shown3 += chosen.size;
    for (const diff3 of chosen) lines += diff3.lines;
  }
  const open = shown3 === total && lines <= MAX_OPEN_LINES;
  const texts2 = plans.filter(({ chosen }) => chosen.size > 0).map((plan) => printSection(plan, open, context));
  return { text: texts2.join("\n\n"), count: { shown: shown3, total } };
}
function choose2(plans, room) {
  const candidates = plans.flatMap((plan) => plan.diffs.map((diff3) => ({ plan, diff: diff3 })));
  candidates.sort((a, b) => a.diff.bytes - b.diff.bytes);
  let left = room;
  for (const { plan, diff: diff3 } of candidates) {
    const cost = diff3.bytes + 2 + (plan.chosen.size > 0 ? 0 : plan.frameBytes);
    if (cost > left) continue;
    plan.chosen.add(diff3);
    left -= cost;
  }
}
function printSection(plan, open, context) {
  const { section: section2, diffs, chosen } = plan;
  const shown3 = diffs.filter((diff3) => chosen.has(diff3)).map(({ text: text6 }) => text6);
  const missing3 = diffs.length - shown3.length;
  const parts = [
    open ? `#### ${titleOf(section2, context, code)}` : `<details><summary>${summaryOf(section2, context)}</summary>`,
    ...shown3,
    ...missing3 > 0 ? [missingLine(missing3)] : [],
    ...referencesOf(section2),
    ...open ? [] : ["</details>"]
  ];
  return parts.join("\n\n");
}
function frameBytes(section2, context) {
  const summary = `<details><summary>${summaryOf(section2, context)}</summary>`;
  const frame = [summary, missingLine(section2.groups.length), ...referencesOf(section2), "</details>", ""].join("\n\n");
  return byteLength(frame);
}
function missingLine(count) {
  return `_Left out for size: ${count} more of these targets._`;
}
function titleOf({ targets: targets3 }, { names: names2 }, format3) {
  const [first] = targets3;
  if (targets3.length === 1 && first !== void 0) {
    const name = names2.get(first) ?? first;
    const path = format3(first, MAX_NAME_LENGTH2);
    return name === first ? path : `${format3(name, MAX_NAME_LENGTH2)} \xB7 ${path}`;
  }
  const shown3 = targets3.slice(0, MAX_TARGETS2).map((target) => format3(names2.get(target) ?? target, MAX_NAME_LENGTH2));
  return targets3.length > shown3.length ? `${shown3.join(", ")} and ${targets3.length - shown3.length} more` : shown3.join(", ");
}
function summaryOf(section2, context) {
  const kinds = /* @__PURE__ */ new Map();
  for (const { change: change3 } of section2.groups) kinds.set(change3.kind, (kinds.get(change3.kind) ?? 0) + 1);
  const list3 = [...kinds].slice(0, MAX_TARGETS2).map(([kind, count]) => `${count} ${htmlWord(kind)}`);
  if (kinds.size > MAX_TARGETS2) list3.push("others");
  return [titleOf(section2, context, htmlCode), ...list3.length === 0 ? [] : [list3.join(", ")]].join(" \xB7 ");
}
function referencesOf({ references }) {
  if (references.length === 0) return [];
  const shown3 = references.slice(0, MAX_REFERRERS).map(({ change: change3 }) => `${word2(change3.kind)} ${code(objectName(change3), MAX_NAME_LENGTH2)}`);
  const rest = references.length > shown3.length ? ` and ${references.length - shown3.length} more` : "";
  return [`Only references to new names change in ${shown3.join(", ")}${rest}.`];
}
function diffOf(group, context) {
  const { change: change3 } = group;
  const lines = diffLines(change3);
  const origin2 = originLink(change3, context);
  const words2 = printPhrases(summarise(change3));
  const title = [
    `${ICONS[change3.op]} ${printPhrases(groupName(group))}`,
    ...change3.op === "changed" && words2 !== "" ? [words2] : [],
    ...origin2 === "" ? [] : [origin2]
  ].join(" \xB7 ");
  const text6 = lines.length === 0 ? title : `${title}

${fence(lines, "diff")}`;
  return { text: text6, bytes: byteLength(text6), lines: lines.length };
}
function diffLines(change3) {
  const renamed2 = change3.from?.name === void 0 ? "" : oneLine(`${change3.from.name} \u2192 ${change3.name}`);
  return change3.hunks.flatMap((hunk) => {
    const lines = hunk.lines.map(({ op, text: text6 }) => `${op}${text6}`);
    if (change3.op !== "changed") return lines;
    const place = hunk.section === "" ? `line ${hunk.newStart}` : hunk.section;
    const label2 = renamed2 !== "" && hunk.section === "metadata" ? `${place} \xB7 ${renamed2}` : place;
    return [`@@ ${label2} @@`, ...lines];
  });
}
var MAX_OPEN_LINES, MAX_TARGETS2, MAX_REFERRERS, MAX_NAME_LENGTH2;
var init_markdown_diffs = __esm({
  "src/report/markdown-diffs.ts"() {
    "use strict";
    init_figures();
    init_markdown_table();
    init_summary();
    init_text();
    MAX_OPEN_LINES = 60;
    MAX_TARGETS2 = 5;
    MAX_REFERRERS = 10;
    MAX_NAME_LENGTH2 = 120;
  }
});

// src/report/html.ts
var html_exports = {};
__export(html_exports, {
  htmlReport: () => htmlReport
});
function htmlReport(report, options = {}) {
  const figures = figuresOf(report);
  const title = options.title ?? headline(figures);
  const body = [
    `<h1>${text5(headline(figures))}</h1>`,
    `<p>Rendered ${side(report.base, options.links)} against ${side(report.head, options.links)}${timeOf2(options)}.</p>`,
    ...[...figures.broken, ...figures.incomparable, ...figures.brokenBefore].map(failure2),
    figures.groups.length === 0 ? "" : table(figures.groups, report, options.links),
    ...sectionsOf2(figures).map((section2) => sectionHtml(section2, report, options.links)),
    targetList(report),
    figures.redacted ? '<p class="soft">Values of Secrets are never shown.</p>' : ""
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text5(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${body.filter((part) => part !== "").join("\n")}
</body>
</html>
`;
}
function text5(value) {
  return escapeHtml(oneLine(value));
}
function code2(value) {
  return `<code>${text5(value)}</code>`;
}
function anchor(label2, address) {
  return /^https?:\/\//.test(address) ? `<a href="${text5(address)}">${label2}</a>` : label2;
}
function timeOf2({ durationMs }) {
  return durationMs === void 0 ? "" : ` in ${(durationMs / 1e3).toFixed(1)} s`;
}
function side({ sha, label: label2, reason }, links) {
  const why = reason === "" ? "" : ` (${text5(reason)})`;
  if (sha === null) return `${code2(label2)}${why}`;
  const commit = code2(sha.slice(0, 7));
  return `${code2(label2)} at ${links === void 0 ? commit : anchor(commit, links.commit(sha))}${why}`;
}
function failure2(target) {
  const errors = target.diagnostics.filter(({ severity }) => severity === "error").map(formatDiagnostic);
  const what = target.status === "failed-at-base" ? "fails at the base, so it cannot be compared" : target.failedBefore ? "fails, and failed before this change too" : "fails; its objects are not counted as removed";
  return `<section class="failed"><p><strong>${code2(target.path)}</strong> ${what}:</p>
<pre class="message">${escapeHtml(errors.join("\n"))}</pre></section>`;
}
function origin({ origin: place, op }, report, links) {
  if (place === void 0) return "";
  const label2 = code2(place.line === void 0 ? place.file : `${place.file}:${place.line}`);
  const { sha } = op === "removed" ? report.base : report.head;
  const address = sha === null ? void 0 : links?.blob(sha, place.file, place.line);
  return address === void 0 ? label2 : anchor(label2, address);
}
function phrases(list3) {
  return list3.map((phrase) => {
    if (typeof phrase === "string") return text5(phrase);
    return "word" in phrase ? text5(phrase.word) : code2(phrase.code);
  }).join("");
}
function table(groups, report, links) {
  const rows = groups.map((group) => {
    const { change: change3, targets: targets3 } = group;
    const what = phrases(summarise(change3));
    const subject = `${phrases(groupName(group))}${what === "" ? "" : `: ${what}`}`;
    const where = plural(targets3.length, "target");
    return `<tr><td>${change3.op}</td><td>${subject}</td><td>${where}</td><td>${origin(change3, report, links)}</td></tr>`;
  });
  return `<table><thead><tr><th></th><th>change</th><th>where</th><th>file</th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody></table>`;
}
function sectionHtml(section2, report, links) {
  const objects = [...section2.groups, ...section2.references];
  return `<h2>${plural(section2.targets.length, "target")}</h2>
<p>${section2.targets.map(code2).join(", ")}</p>
${objects.map((group) => object(group, report, links)).join("\n")}`;
}
function object(group, report, links) {
  const { change: change3 } = group;
  const note = change3.onlyReferences ? "only references to new names" : phrases(summarise(change3));
  const lines = diffLines(change3).map(diffLine).join("");
  const open = change3.op === "changed" && !change3.onlyReferences ? " open" : "";
  const place = origin(change3, report, links);
  return `<details${open}><summary>${change3.op} ${phrases(groupName(group))}${note === "" ? "" : ` \xB7 ${note}`}</summary>
${place === "" ? "" : `<p class="soft">${place}</p>`}<pre>${lines}</pre></details>`;
}
function diffLine(line2) {
  const kind = { "+": "add", "-": "remove", "@": "hunk" }[line2[0] ?? ""];
  return `<span${kind === void 0 ? "" : ` class="${kind}"`}>${escapeHtml(visible(line2))}</span>`;
}
function targetList(report) {
  const rows = report.targets.map(
    ({ path, status, changes }) => `<tr><td>${code2(path)}</td><td>${status}</td><td>${changes.length}</td></tr>`
  );
  return `<details><summary>All ${plural(report.targets.length, "target")}</summary>
<table><thead><tr><th>target</th><th>status</th><th>changes</th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody></table></details>`;
}
var STYLE;
var init_html = __esm({
  "src/report/html.ts"() {
    "use strict";
    init_diagnostics();
    init_figures();
    init_markdown_diffs();
    init_summary();
    init_text();
    STYLE = `
:root { color-scheme: light dark; --line: #8884; --add: #2da44e26; --remove: #cf222e26; --soft: #888; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
code, pre { font: 13px/1.45 ui-monospace, monospace; }
pre { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; padding: .5rem 0; margin: .5rem 0; }
pre span { display: block; padding: 0 .75rem; min-height: 1.45em; }
pre .add { background: var(--add); } pre .remove { background: var(--remove); } pre .hunk { color: var(--soft); }
pre.message { padding: .5rem .75rem; white-space: pre-wrap; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; }
th, td { border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
details { border: 1px solid var(--line); border-radius: 6px; margin: .6rem 0; padding: .4rem .8rem; }
summary { cursor: pointer; } .soft { color: var(--soft); } .failed { border-left: 4px solid #cf222e; padding-left: 1rem; }
`;
  }
});

// src/report/json.ts
var json_exports = {};
__export(json_exports, {
  jsonReport: () => jsonReport
});
function jsonReport(report) {
  return `${JSON.stringify(report, null, 2)}
`;
}
var init_json = __esm({
  "src/report/json.ts"() {
    "use strict";
  }
});

// src/report/markdown-failures.ts
function failureBlocks(context, room) {
  const { broken: broken2, incomparable, brokenBefore } = context.figures;
  const all = [...broken2, ...incomparable, ...brokenBefore];
  const blocks = [];
  let shown3 = 0;
  let left = room;
  for (const target of all) {
    const messages = messagesOf(target);
    for (const lines of [messages, [cut(messages[0] ?? "", MAX_BRIEF_LENGTH), "\u2026"]]) {
      const block = failureBlock(target, lines, context);
      const size = byteLength(block) + 2;
      if (size > left) continue;
      blocks.push(block);
      left -= size;
      if (lines === messages) shown3++;
      break;
    }
  }
  return { text: blocks.join("\n\n"), count: { shown: shown3, total: all.length } };
}
function errorsOf(target) {
  return target.diagnostics.filter(({ severity }) => severity === "error");
}
function messagesOf(target) {
  const errors = errorsOf(target);
  const shown3 = errors.slice(0, MAX_MESSAGES);
  const lines = shown3.flatMap((error) => cut(formatDiagnostic(error), MAX_MESSAGE_LENGTH).split("\n"));
  if (errors.length > shown3.length) lines.push(`and ${errors.length - shown3.length} more`);
  return lines;
}
function failureBlock(target, lines, context) {
  const alert = target.status === "failed" && !target.failedBefore ? "WARNING" : "NOTE";
  const message = lines.length === 0 ? [] : fence(lines).split("\n");
  const body = [`${titleOf2(target, context)}${linksTo(target, context)}`, ...message, ...endingOf(target)];
  return [`[!${alert}]`, ...body].map((line2) => `> ${line2}`).join("\n");
}
function titleOf2(target, { report }) {
  const name = `**${code(target.path)}**`;
  const at3 = report.head.sha === null ? word2(report.head.label) : code(report.head.sha.slice(0, 7));
  if (target.status === "failed-at-base")
    return `${name} builds at ${at3} and fails at the base, so it cannot be compared:`;
  if (target.failedBefore) return `${name} fails, and failed before this change too:`;
  return target.resources.base === null ? `${name} is new and fails at ${at3}:` : `${name} built at the base and fails at ${at3}:`;
}
function endingOf(target) {
  return target.status === "failed" && target.resources.base !== null ? ["Its objects are not counted as removed."] : [];
}
function linksTo(target, { report, links }) {
  const { sha } = target.status === "failed-at-base" ? report.base : report.head;
  if (links === void 0 || sha === null) return "";
  const places = /* @__PURE__ */ new Map();
  for (const { file, line: line2 } of errorsOf(target)) {
    if (file === void 0 || file === target.path) continue;
    const label2 = line2 === void 0 ? file : `${file}:${line2}`;
    const address = links.blob(sha, file, line2);
    if (address !== void 0) places.set(label2, link(code(label2), address));
  }
  const list3 = [...places.values()].slice(0, 3);
  return list3.length === 0 ? "" : ` ${list3.join(", ")}`;
}
var MAX_MESSAGES, MAX_MESSAGE_LENGTH, MAX_BRIEF_LENGTH;
var init_markdown_failures = __esm({
  "src/report/markdown-failures.ts"() {
    "use strict";
    init_diagnostics();
    init_text();
    MAX_MESSAGES = 10;
    MAX_MESSAGE_LENGTH = 2e3;
    MAX_BRIEF_LENGTH = 150;
  }
});

// src/report/markdown.ts
var markdown_exports = {};
__export(markdown_exports, {
  DEFAULT_MAX_BYTES: () => DEFAULT_MAX_BYTES,
  markdownReport: () => markdownReport
});
function markdownReport(report, options = {}) {
  const maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES;
  const figures = figuresOf(report);
  const context = { report, figures, names: shortNames(report), links: options.links };
  const title = `### ${figures.routine === void 0 ? headline(figures) : routineHeadline(figures)}`;
  const opening = [...options.marker === void 0 ? [] : [options.marker], title];
  const lead = leadLine(context, options.durationMs);
  const footer = footerLine(figures, options.footer);
  const noteRoom = byteLength(leftOutNote(longestShown(figures), options));
  let room = maxBytes - byteLength([...opening, lead, footer].join("\n\n")) - noteRoom - 2 * SEPARATOR_BYTES;
  const nothing = {
    failures: { shown: 0, total: failureCount(figures) },
    changes: { shown: 0, total: figures.groups.length },
    diffs: { shown: 0, total: figures.groups.length }
  };
  if (room < 0) return smallest(opening, figures, nothing, options, maxBytes);
  const take2 = (block) => {
    if (block.text !== "") room -= byteLength(block.text) + SEPARATOR_BYTES;
    return block;
  };
  const failures = take2(failureBlocks(context, Math.floor(room * 0.6) - SEPARATOR_BYTES));
  const table4 = take2(changeTable(context, Math.floor(room * 0.6) - SEPARATOR_BYTES));
  const listed = table4.count.shown === table4.count.total;
  const diffs = listed ? take2(diffSections(context, room - SEPARATOR_BYTES)) : { text: "", count: nothing.diffs };
  const shown3 = { failures: failures.count, changes: table4.count, diffs: diffs.count };
  const note = isComplete(shown3) ? "" : leftOutNote(shown3, options);
  const parts = [...opening, lead, note, failures.text, table4.text, diffs.text, footer];
  return { text: join15(parts), truncated: !isComplete(shown3), shown: shown3 };
}
function join15(parts) {
  return `${parts.filter((part) => part !== "").join("\n\n")}
`;
}
function smallest(opening, figures, shown3, options, maxBytes) {
  const truncated = !isComplete(shown3);
  const note = truncated ? leftOutNote(shown3, options) : "";
  const plain2 = [...opening.slice(0, -1), `### ${headline(figures)}`];
  for (const parts of [[...opening, note], opening, [...plain2, note], plain2]) {
    const text6 = join15(parts);
    if (byteLength(text6) <= maxBytes) return { text: text6, truncated, shown: shown3 };
  }
  return { text: cutBytes(headline(figures), maxBytes), truncated: true, shown: shown3 };
}
function routineHeadline({ routine, groups, touched }) {
  if (routine === void 0 || groups.length === 0) return "";
  const version3 = (text6) => code(text6, 80);
  const change3 = `image ${code(routine.repository)} ${version3(routine.before)} \u2192 ${version3(routine.after)}`;
  return `Routine: ${change3} in ${plural(touched, "target")}`;
}
function leadLine({ report, figures, links }, durationMs) {
  const { base, head } = report;
  const commit = (sha, label2) => {
    if (sha === null) return code(label2);
    const short = code(sha.slice(0, 7));
    return links === void 0 ? short : link(short, links.commit(sha));
  };
  const named3 = base.sha === null || base.label.includes(base.sha.slice(0, 7));
  const from = named3 ? "" : `${code(base.label)} at `;
  const reason = base.reason === "" ? "" : ` (${word2(base.reason)})`;
  const time = durationMs === void 0 ? "" : ` \xB7 ${(durationMs / 1e3).toFixed(1)} s`;
  const only = figures.routine === void 0 ? "" : " Nothing else changes in the rendered manifests.";
  return `Rendered ${from}${commit(base.sha, base.label)}${reason} against ${commit(head.sha, head.label)}${time}.${only}${targetsComeAndGone(figures)}`;
}
function targetsComeAndGone({ added, removed }) {
  const list3 = (paths2) => {
    const shown3 = paths2.slice(0, 5).map((path) => code(path, 120));
    return paths2.length > shown3.length ? `${shown3.join(", ")} and ${paths2.length - shown3.length} more` : shown3.join(", ");
  };
  const sentences = [
    ...added.length > 0 ? [`New ${added.length === 1 ? "target" : "targets"}: ${list3(added)}.`] : [],
    ...removed.length > 0 ? [`Gone: ${list3(removed)}.`] : []
  ];
  return sentences.map((sentence) => ` ${sentence}`).join("");
}
function footerLine(figures, footer) {
  const parts = [];
  if (figures.unchanged > 0 && figures.unchanged < figures.total)
    parts.push(`${plural(figures.unchanged, "target")} unchanged`);
  if (figures.layoutOnly > 0) parts.push(`${plural(figures.layoutOnly, "object")} changed in layout only`);
  if (figures.redacted) parts.push("values of Secrets are never shown");
  if (footer !== void 0) parts.push(footer);
  return parts.length === 0 ? "" : `<sub>${parts.join(" \xB7 ")}</sub>`;
}
function failureCount({ broken: broken2, brokenBefore, incomparable }) {
  return broken2.length + brokenBefore.length + incomparable.length;
}
function isComplete(shown3) {
  return Object.values(shown3).every((count) => count.shown === count.total);
}
function longestShown(figures) {
  const changes = { shown: 0, total: figures.groups.length };
  const failures = failureCount(figures);
  return { failures: { shown: 0, total: failures }, changes, diffs: changes };
}
function leftOutNote(shown3, options) {
  const missing3 = [
    leftOut(shown3.failures, "message"),
    leftOut(shown3.changes, "change"),
    leftOut(shown3.diffs, "diff")
  ].filter((part) => part !== "");
  const run4 = options.links?.run;
  const where = options.elsewhere ?? (run4 === void 0 ? void 0 : link("this run", run4));
  const rest = where === void 0 ? "" : ` The full report is in ${where}.`;
  return `Left out for size: ${missing3.join(", ")}.${rest}`;
}
function leftOut({ shown: shown3, total }, what) {
  return shown3 === total ? "" : `${total - shown3} of ${plural(total, what)}`;
}
var DEFAULT_MAX_BYTES, SEPARATOR_BYTES;
var init_markdown = __esm({
  "src/report/markdown.ts"() {
    "use strict";
    init_figures();
    init_markdown_diffs();
    init_markdown_failures();
    init_markdown_table();
    init_text();
    DEFAULT_MAX_BYTES = 6e4;
    SEPARATOR_BYTES = 2;
  }
});

// src/report/patch.ts
var patch_exports = {};
__export(patch_exports, {
  patchReport: () => patchReport,
  terminalPatch: () => terminalPatch
});
function patchReport(report) {
  const lines = [];
  for (const target of report.targets) {
    appendProblems(target, lines);
    for (const change3 of target.changes) appendChange(target.path, change3, lines);
  }
  return lines.length === 0 ? "" : `${lines.join("\n")}
`;
}
function appendProblems(target, lines) {
  if (target.status !== "failed" && target.status !== "failed-at-base") return;
  const where = target.status === "failed-at-base" ? "fails at the base" : "fails at the head";
  lines.push(`# ${fileName2(target.path)} ${where}; its objects are not compared`);
  for (const diagnostic of target.diagnostics) {
    if (diagnostic.severity !== "error") continue;
    for (const line2 of formatDiagnostic(diagnostic).split("\n")) lines.push(`#   ${line2}`);
  }
}
function appendChange(target, change3, lines) {
  const before = fileOf2(target, change3, change3.from?.name ?? change3.name);
  const after = fileOf2(target, change3, change3.name);
  lines.push(`diff --git ${quoted2("a", before)} ${quoted2("b", after)}`);
  if (change3.op === "added") lines.push("new file mode 100644");
  if (change3.op === "removed") lines.push("deleted file mode 100644");
  if (before !== after) lines.push(`rename from ${quoted2(void 0, before)}`, `rename to ${quoted2(void 0, after)}`);
  if (change3.hunks.length === 0) return;
  lines.push(`--- ${change3.op === "added" ? "/dev/null" : quoted2("a", before)}`);
  lines.push(`+++ ${change3.op === "removed" ? "/dev/null" : quoted2("b", after)}`);
  for (const hunk of change3.hunks) {
    lines.push(hunkHeader(hunk));
    for (const { op, text: text6 } of hunk.lines) lines.push(`${op}${visible(text6)}`);
  }
}
function fileOf2(target, { namespace, kind }, name) {
  const parts = [target === "." ? "root" : target, ...namespace === "" ? [] : [namespace], `${kind}-${name}.yaml`];
  return parts.map(fileName2).join("/");
}
function fileName2(text6) {
  return visible(text6.replaceAll("\n", "\\n").replaceAll("	", "\\t"));
}
function quoted2(prefix, name) {
  const path = prefix === void 0 ? name : `${prefix}/${name}`;
  return /^[\w./<>,@:+=~-]+$/.test(path) ? path : JSON.stringify(path);
}
function hunkHeader(hunk) {
  const range = (start2, count) => count === 1 ? String(start2) : `${start2},${count}`;
  const section2 = hunk.section === "" ? "" : ` ${fileName2(hunk.section)}`;
  return `@@ -${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)} @@${section2}`;
}
function terminalPatch(text6, colour) {
  if (!colour) return text6;
  return text6.split("\n").map((line2) => {
    const style = styleOf2(line2);
    return style === void 0 ? line2 : (0, import_node_util2.styleText)(style, line2, { validateStream: false });
  }).join("\n");
}
function styleOf2(line2) {
  if (/^(?:diff --git|--- |\+\+\+ |rename |new file|deleted file)/.test(line2)) return "bold";
  if (line2.startsWith("@@")) return "cyan";
  if (line2.startsWith("+")) return "green";
  if (line2.startsWith("-")) return "red";
  return line2.startsWith("#") ? "yellow" : void 0;
}
var import_node_util2;
var init_patch = __esm({
  "src/report/patch.ts"() {
    "use strict";
    import_node_util2 = __toESM(require_node_util(), 1);
    init_diagnostics();
  }
});

// src/report/render-report.ts
function renderReport(outcomes) {
  const targets3 = outcomes.map(targetOf);
  targets3.sort((a, b) => a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
  return { version: RENDER_REPORT_VERSION, targets: targets3 };
}
function targetOf(outcome) {
  const { target: path, diagnostics } = outcome.rendering;
  if (!("written" in outcome)) {
    return { path, status: "failed", file: null, sha256: null, resources: null, diagnostics };
  }
  const { file, sha256: sha2562 } = outcome.written;
  return { path, status: "rendered", file, sha256: sha2562, resources: outcome.rendering.resources.length, diagnostics };
}
var RENDER_REPORT_VERSION;
var init_render_report = __esm({
  "src/report/render-report.ts"() {
    "use strict";
    RENDER_REPORT_VERSION = 1;
  }
});

// src/report/index.ts
var init_report2 = __esm({
  "src/report/index.ts"() {
    "use strict";
    init_render_report();
  }
});

// src/targets/kustomization-files.ts
async function findKustomizationFiles(tree) {
  const found = [];
  let level = ["/"];
  let count = 0;
  const enter4 = () => {
    if (++count > MAX_DIRECTORIES2) throw tooMany2(tree);
  };
  while (level.length > 0) {
    const visits = await Promise.all(level.map((directory) => visit(tree, directory, enter4)));
    for (const { directory, files } of visits) if (files.length > 0) found.push([directory, files]);
    level = visits.flatMap(({ subdirectories }) => subdirectories);
  }
  return new Map(found.sort(([a], [b]) => compareBytewise(a, b)));
}
function tooMany2(tree) {
  return failure("too-many-directories", `there are more than ${MAX_DIRECTORIES2} directories in ${tree.label}`, {
    hint: "Name the targets, so that they need not be looked for."
  });
}
async function visit(tree, directory, enter4) {
  const files = [];
  const candidates = [];
  for (const { name, type } of await tree.list(directory)) {
    if (type !== "directory") {
      if (KUSTOMIZATION_FILE_NAMES.includes(name)) files.push(name);
    } else if (!SKIPPED_DIRECTORIES.includes(name)) {
      enter4();
      candidates.push(import_node_path26.posix.join(directory, name));
    }
  }
  const located2 = await Promise.all(candidates.map((path) => tree.lookup(path)));
  const subdirectories = candidates.filter((path, index) => located2[index]?.path === path);
  return { directory, files, subdirectories };
}
var import_node_path26, MAX_DIRECTORIES2, SKIPPED_DIRECTORIES;
var init_kustomization_files = __esm({
  "src/targets/kustomization-files.ts"() {
    "use strict";
    import_node_path26 = __toESM(require_node_path(), 1);
    init_build();
    init_diagnostics();
    init_sources();
    MAX_DIRECTORIES2 = 2e5;
    SKIPPED_DIRECTORIES = [".git", "node_modules"];
  }
});

// src/targets/references.ts
async function readReferences(tree, directory, files) {
  const included = /* @__PURE__ */ new Set();
  let isComponent = false;
  for (const file of files) {
    const document3 = await readDocument(tree, import_node_path27.posix.join(directory, file));
    if (document3?.kind !== "map") continue;
    for (const { key, value } of document3.entries) {
      const field3 = key.kind === "scalar" ? key.value.toLowerCase() : "";
      if (field3 === "kind") isComponent ||= value.kind === "scalar" && value.value === "Component";
      if (!INCLUDING_FIELDS.has(field3)) continue;
      for (const path of localPaths(value)) {
        if (import_node_path27.posix.join(directory.slice(1), path).startsWith("..")) continue;
        const located2 = await tree.lookup(import_node_path27.posix.resolve(directory, path));
        if (located2?.type === "directory") included.add(located2.path);
      }
    }
  }
  return { isComponent, directories: [...included] };
}
async function readDocument(tree, path) {
  try {
    return parseConfig(decodeText(await tree.read(path)), tree.display(path));
  } catch (error) {
    if (error instanceof KrmError) return void 0;
    throw error;
  }
}
function localPaths(value) {
  if (value.kind !== "seq") return [];
  return value.items.map((item) => item.kind === "scalar" ? item.value : "").filter((path) => path !== "" && !/[\n\0]/.test(path) && !isRemote(path));
}
var import_node_path27, INCLUDING_FIELDS;
var init_references = __esm({
  "src/targets/references.ts"() {
    "use strict";
    import_node_path27 = __toESM(require_node_path(), 1);
    init_build();
    init_diagnostics();
    init_yaml();
    INCLUDING_FIELDS = /* @__PURE__ */ new Set([
      "resources",
      "bases",
      "components",
      "generators",
      "transformers",
      "validators"
    ]);
  }
});

// src/targets/discovery.ts
async function discover(tree) {
  const files = await findKustomizationFiles(tree);
  const directories = [...files.keys()];
  const references = await Promise.all(
    directories.map((directory) => readReferences(tree, directory, files.get(directory) ?? []))
  );
  const roots = new Map(directories.map((directory, index) => [directory, references[index]]));
  return { roots, targets: chooseTargets(roots) };
}
function chooseTargets(roots) {
  const kustomizations = [...roots.keys()].filter((directory) => !roots.get(directory)?.isComponent);
  const included = /* @__PURE__ */ new Set();
  for (const directory of reachable(roots, kustomizations)) {
    for (const inclusion of roots.get(directory)?.directories ?? [])
      if (inclusion !== directory) included.add(inclusion);
  }
  const tops = kustomizations.filter((directory) => !included.has(directory));
  const covered = reachable(roots, tops);
  const reasons = /* @__PURE__ */ new Map();
  for (const directory of kustomizations) {
    if (!included.has(directory)) reasons.set(directory, NOT_INCLUDED);
    else if (!covered.has(directory)) reasons.set(directory, IN_CYCLE);
  }
  return reasons;
}
function reachable(roots, from) {
  const seen = new Set(from);
  for (const directory of seen) {
    for (const inclusion of roots.get(directory)?.directories ?? []) if (roots.has(inclusion)) seen.add(inclusion);
  }
  return seen;
}
var NOT_INCLUDED, IN_CYCLE;
var init_discovery = __esm({
  "src/targets/discovery.ts"() {
    "use strict";
    init_kustomization_files();
    init_references();
    NOT_INCLUDED = "no other kustomization includes it";
    IN_CYCLE = "nothing includes it but a cycle of kustomizations";
  }
});

// node_modules/picomatch/lib/constants.js
var require_constants = __commonJS({
  "node_modules/picomatch/lib/constants.js"(exports2, module2) {
    "use strict";
    var WIN_SLASH = "\\\\/";
    var WIN_NO_SLASH = `[^${WIN_SLASH}]`;
    var DEFAULT_MAX_EXTGLOB_RECURSION = 0;
    var DOT_LITERAL = "\\.";
    var PLUS_LITERAL = "\\+";
    var QMARK_LITERAL = "\\?";
    var SLASH_LITERAL = "\\/";
    var ONE_CHAR = "(?=.)";
    var QMARK = "[^/]";
    var END_ANCHOR = `(?:${SLASH_LITERAL}|$)`;
    var START_ANCHOR = `(?:^|${SLASH_LITERAL})`;
    var DOTS_SLASH = `${DOT_LITERAL}{1,2}${END_ANCHOR}`;
    var NO_DOT = `(?!${DOT_LITERAL})`;
    var NO_DOTS = `(?!${START_ANCHOR}${DOTS_SLASH})`;
    var NO_DOT_SLASH = `(?!${DOT_LITERAL}{0,1}${END_ANCHOR})`;
    var NO_DOTS_SLASH = `(?!${DOTS_SLASH})`;
    var QMARK_NO_DOT = `[^.${SLASH_LITERAL}]`;
    var STAR = `${QMARK}*?`;
    var SEP = "/";
    var POSIX_CHARS = {
      DOT_LITERAL,
      PLUS_LITERAL,
      QMARK_LITERAL,
      SLASH_LITERAL,
      ONE_CHAR,
      QMARK,
      END_ANCHOR,
      DOTS_SLASH,
      NO_DOT,
      NO_DOTS,
      NO_DOT_SLASH,
      NO_DOTS_SLASH,
      QMARK_NO_DOT,
      STAR,
      START_ANCHOR,
      SEP
    };
    var WINDOWS_CHARS = {
      ...POSIX_CHARS,
      SLASH_LITERAL: `[${WIN_SLASH}]`,
      QMARK: WIN_NO_SLASH,
      STAR: `${WIN_NO_SLASH}*?`,
      DOTS_SLASH: `${DOT_LITERAL}{1,2}(?:[${WIN_SLASH}]|$)`,
      NO_DOT: `(?!${DOT_LITERAL})`,
      NO_DOTS: `(?!(?:^|[${WIN_SLASH}])${DOT_LITERAL}{1,2}(?:[${WIN_SLASH}]|$))`,
      NO_DOT_SLASH: `(?!${DOT_LITERAL}{0,1}(?:[${WIN_SLASH}]|$))`,
      NO_DOTS_SLASH: `(?!${DOT_LITERAL}{1,2}(?:[${WIN_SLASH}]|$))`,
      QMARK_NO_DOT: `[^.${WIN_SLASH}]`,
      START_ANCHOR: `(?:^|[${WIN_SLASH}])`,
      END_ANCHOR: `(?:[${WIN_SLASH}]|$)`,
      SEP: "\\"
    };
    var POSIX_REGEX_SOURCE = {
      __proto__: null,
      alnum: "a-zA-Z0-9",
      alpha: "a-zA-Z",
      ascii: "\\x00-\\x7F",
      blank: " \\t",
      cntrl: "\\x00-\\x1F\\x7F",
      digit: "0-9",
      graph: "\\x21-\\x7E",
      lower: "a-z",
      print: "\\x20-\\x7E ",
      punct: "\\-!\"#$%&'()\\*+,./:;<=>?@[\\]^_`{|}~",
      space: " \\t\\r\\n\\v\\f",
      upper: "A-Z",
      word: "A-Za-z0-9_",
      xdigit: "A-Fa-f0-9"
    };
    module2.exports = {
      DEFAULT_MAX_EXTGLOB_RECURSION,
      MAX_LENGTH: 1024 * 64,
      POSIX_REGEX_SOURCE,
      // regular expressions
      REGEX_BACKSLASH: /\\(?![*+?^${}(|)[\]])/g,
      REGEX_NON_SPECIAL_CHARS: /^[^@![\].,$*+?^{}()|\\/]+/,
      REGEX_SPECIAL_CHARS: /[-*+?.^${}(|)[\]]/,
      REGEX_SPECIAL_CHARS_BACKREF: /(\\?)((\W)(\3*))/g,
      REGEX_SPECIAL_CHARS_GLOBAL: /([-*+?.^${}(|)[\]])/g,
      REGEX_REMOVE_BACKSLASH: /(?:\[.*?[^\\]\]|\\(?=.))/g,
      // Replace globs with equivalent patterns to reduce parsing time.
      REPLACEMENTS: {
        __proto__: null,
        "***": "*",
        "**/**": "**",
        "**/**/**": "**"
      },
      // Digits
      CHAR_0: 48,
      /* 0 */
      CHAR_9: 57,
      /* 9 */
      // Alphabet chars.
      CHAR_UPPERCASE_A: 65,
      /* A */
      CHAR_LOWERCASE_A: 97,
      /* a */
      CHAR_UPPERCASE_Z: 90,
      /* Z */
      CHAR_LOWERCASE_Z: 122,
      /* z */
      CHAR_LEFT_PARENTHESES: 40,
      /* ( */
      CHAR_RIGHT_PARENTHESES: 41,
      /* ) */
      CHAR_ASTERISK: 42,
      /* * */
      // Non-alphabetic chars.
      CHAR_AMPERSAND: 38,
      /* & */
      CHAR_AT: 64,
      /* @ */
      CHAR_BACKWARD_SLASH: 92,
      /* \ */
      CHAR_CARRIAGE_RETURN: 13,
      /* \r */
      CHAR_CIRCUMFLEX_ACCENT: 94,
      /* ^ */
      CHAR_COLON: 58,
      /* : */
      CHAR_COMMA: 44,
      /* , */
      CHAR_DOT: 46,
      /* . */
      CHAR_DOUBLE_QUOTE: 34,
      /* " */
      CHAR_EQUAL: 61,
      /* = */
      CHAR_EXCLAMATION_MARK: 33,
      /* ! */
      CHAR_FORM_FEED: 12,
      /* \f */
      CHAR_FORWARD_SLASH: 47,
      /* / */
      CHAR_GRAVE_ACCENT: 96,
      /* ` */
      CHAR_HASH: 35,
      /* # */
      CHAR_HYPHEN_MINUS: 45,
      /* - */
      CHAR_LEFT_ANGLE_BRACKET: 60,
      /* < */
      CHAR_LEFT_CURLY_BRACE: 123,
      /* { */
      CHAR_LEFT_SQUARE_BRACKET: 91,
      /* [ */
      CHAR_LINE_FEED: 10,
      /* \n */
      CHAR_NO_BREAK_SPACE: 160,
      /* \u00A0 */
      CHAR_PERCENT: 37,
      /* % */
      CHAR_PLUS: 43,
      /* + */
      CHAR_QUESTION_MARK: 63,
      /* ? */
      CHAR_RIGHT_ANGLE_BRACKET: 62,
      /* > */
      CHAR_RIGHT_CURLY_BRACE: 125,
      /* } */
      CHAR_RIGHT_SQUARE_BRACKET: 93,
      /* ] */
      CHAR_SEMICOLON: 59,
      /* ; */
      CHAR_SINGLE_QUOTE: 39,
      /* ' */
      CHAR_SPACE: 32,
      /*   */
      CHAR_TAB: 9,
      /* \t */
      CHAR_UNDERSCORE: 95,
      /* _ */
      CHAR_VERTICAL_LINE: 124,
      /* | */
      CHAR_ZERO_WIDTH_NOBREAK_SPACE: 65279,
      /* \uFEFF */
      /**
       * Create EXTGLOB_CHARS
       */
      extglobChars(chars) {
        return {
          "!": { type: "negate", open: "(?:(?!(?:", close: `))${chars.STAR})` },
          "?": { type: "qmark", open: "(?:", close: ")?" },
          "+": { type: "plus", open: "(?:", close: ")+" },
          "*": { type: "star", open: "(?:", close: ")*" },
          "@": { type: "at", open: "(?:", close: ")" }
        };
      },
      /**
       * Create GLOB_CHARS
       */
      globChars(win32) {
        return win32 === true ? WINDOWS_CHARS : POSIX_CHARS;
      }
    };
  }
});

// node_modules/picomatch/lib/utils.js
var require_utils = __commonJS({
  "node_modules/picomatch/lib/utils.js"(exports2) {
    "use strict";
    var {
      REGEX_BACKSLASH,
      REGEX_REMOVE_BACKSLASH,
      REGEX_SPECIAL_CHARS,
      REGEX_SPECIAL_CHARS_GLOBAL
    } = require_constants();
    exports2.isObject = (val) => val !== null && typeof val === "object" && !Array.isArray(val);
    exports2.hasRegexChars = (str) => REGEX_SPECIAL_CHARS.test(str);
    exports2.isRegexChar = (str) => str.length === 1 && exports2.hasRegexChars(str);
    exports2.escapeRegex = (str) => str.replace(REGEX_SPECIAL_CHARS_GLOBAL, "\\$1");
    exports2.toPosixSlashes = (str) => str.replace(REGEX_BACKSLASH, "/");
    exports2.isWindows = () => {
      if (typeof navigator !== "undefined" && navigator.platform) {
        const platform = navigator.platform.toLowerCase();
        return platform === "win32" || platform === "windows";
      }
      if (typeof process !== "undefined" && process.platform) {
        return process.platform === "win32";
      }
      return false;
    };
    exports2.removeBackslashes = (str) => {
      return str.replace(REGEX_REMOVE_BACKSLASH, (match) => {
        return match === "\\" ? "" : match;
      });
    };
    exports2.escapeLast = (input, char, lastIdx) => {
      const idx = input.lastIndexOf(char, lastIdx);
      if (idx === -1) return input;
      if (input[idx - 1] === "\\") return exports2.escapeLast(input, char, idx - 1);
      return `${input.slice(0, idx)}\\${input.slice(idx)}`;
    };
    exports2.removePrefix = (input, state = {}) => {
      let output = input;
      if (output.startsWith("./")) {
        output = output.slice(2);
        state.prefix = "./";
      }
      return output;
    };
    exports2.wrapOutput = (input, state = {}, options = {}) => {
      const prepend = options.contains ? "" : "^";
      const append3 = options.contains ? "" : "$";
      let output = `${prepend}(?:${input})${append3}`;
      if (state.negated === true) {
        output = `(?:^(?!${output}).*$)`;
      }
      return output;
    };
    exports2.basename = (path, { windows } = {}) => {
      const segs = path.split(windows ? /[\\/]/ : "/");
      const last = segs[segs.length - 1];
      if (last === "") {
        return segs[segs.length - 2];
      }
      return last;
    };
  }
});

// node_modules/picomatch/lib/scan.js
var require_scan = __commonJS({
  "node_modules/picomatch/lib/scan.js"(exports2, module2) {
    "use strict";
    var utils = require_utils();
    var {
      CHAR_ASTERISK,
      /* * */
      CHAR_AT,
      /* @ */
      CHAR_BACKWARD_SLASH,
      /* \ */
      CHAR_COMMA,
      /* , */
      CHAR_DOT,
      /* . */
      CHAR_EXCLAMATION_MARK,
      /* ! */
      CHAR_FORWARD_SLASH,
      /* / */
      CHAR_LEFT_CURLY_BRACE,
      /* { */
      CHAR_LEFT_PARENTHESES,
      /* ( */
      CHAR_LEFT_SQUARE_BRACKET,
      /* [ */
      CHAR_PLUS,
      /* + */
      CHAR_QUESTION_MARK,
      /* ? */
      CHAR_RIGHT_CURLY_BRACE,
      /* } */
      CHAR_RIGHT_PARENTHESES,
      /* ) */
      CHAR_RIGHT_SQUARE_BRACKET
      /* ] */
    } = require_constants();
    var isPathSeparator = (code3) => {
      return code3 === CHAR_FORWARD_SLASH || code3 === CHAR_BACKWARD_SLASH;
    };
    var depth = (token2) => {
      if (token2.isPrefix !== true) {
        token2.depth = token2.isGlobstar ? Infinity : 1;
      }
    };
    var scan2 = (input, options) => {
      const opts = options || {};
      const length = input.length - 1;
      const scanToEnd = opts.parts === true || opts.tokens === true || opts.scanToEnd === true;
      const slashes = [];
      const tokens = [];
      const parts = [];
      let str = input;
      let index = -1;
      let start2 = 0;
      let lastIndex = 0;
      let isBrace = false;
      let isBracket = false;
      let isGlob = false;
      let isExtglob = false;
      let isGlobstar = false;
      let braceEscaped = false;
      let backslashes = false;
      let negated = false;
      let negatedExtglob = false;
      let finished = false;
      let braces = 0;
      let prev;
      let code3;
      let token2 = { value: "", depth: 0, isGlob: false };
      const eos = () => index >= length;
      const peek = () => str.charCodeAt(index + 1);
      const advance = () => {
        prev = code3;
        return str.charCodeAt(++index);
      };
      while (index < length) {
        code3 = advance();
        let next;
        if (code3 === CHAR_BACKWARD_SLASH) {
          backslashes = token2.backslashes = true;
          code3 = advance();
          if (code3 === CHAR_LEFT_CURLY_BRACE) {
            braceEscaped = true;
          }
          continue;
        }
        if (braceEscaped === true || code3 === CHAR_LEFT_CURLY_BRACE) {
          braces++;
          while (eos() !== true && (code3 = advance())) {
            if (code3 === CHAR_BACKWARD_SLASH) {
              backslashes = token2.backslashes = true;
              advance();
              continue;
            }
            if (code3 === CHAR_LEFT_CURLY_BRACE) {
              braces++;
              continue;
            }
            if (braceEscaped !== true && code3 === CHAR_DOT && (code3 = advance()) === CHAR_DOT) {
              isBrace = token2.isBrace = true;
              isGlob = token2.isGlob = true;
              finished = true;
              if (scanToEnd === true) {
                continue;
              }
              break;
            }
            if (braceEscaped !== true && code3 === CHAR_COMMA) {
              isBrace = token2.isBrace = true;
              isGlob = token2.isGlob = true;
              finished = true;
              if (scanToEnd === true) {
                continue;
              }
              break;
            }
            if (code3 === CHAR_RIGHT_CURLY_BRACE) {
              braces--;
              if (braces === 0) {
                braceEscaped = false;
                isBrace = token2.isBrace = true;
                finished = true;
                break;
              }
            }
          }
          if (scanToEnd === true) {
            continue;
          }
          break;
        }
        if (code3 === CHAR_FORWARD_SLASH) {
          slashes.push(index);
          tokens.push(token2);
          token2 = { value: "", depth: 0, isGlob: false };
          if (finished === true) continue;
          if (prev === CHAR_DOT && index === start2 + 1) {
            start2 += 2;
            continue;
          }
          lastIndex = index + 1;
          continue;
        }
        if (opts.noext !== true) {
          const isExtglobChar = code3 === CHAR_PLUS || code3 === CHAR_AT || code3 === CHAR_ASTERISK || code3 === CHAR_QUESTION_MARK || code3 === CHAR_EXCLAMATION_MARK;
          if (isExtglobChar === true && peek() === CHAR_LEFT_PARENTHESES) {
            isGlob = token2.isGlob = true;
            isExtglob = token2.isExtglob = true;
            finished = true;
            if (code3 === CHAR_EXCLAMATION_MARK && index === start2) {
              negatedExtglob = true;
            }
            if (scanToEnd === true) {
              let parens = 0;
              while (eos() !== true && (code3 = advance())) {
                if (code3 === CHAR_BACKWARD_SLASH) {
                  backslashes = token2.backslashes = true;
                  advance();
                  continue;
                }
                if (code3 === CHAR_LEFT_PARENTHESES) {
                  parens++;
                  continue;
                }
                if (code3 === CHAR_RIGHT_PARENTHESES && --parens === 0) {
                  finished = true;
                  break;
                }
              }
              continue;
            }
            break;
          }
        }
        if (code3 === CHAR_ASTERISK) {
          if (prev === CHAR_ASTERISK) isGlobstar = token2.isGlobstar = true;
          isGlob = token2.isGlob = true;
          finished = true;
          if (scanToEnd === true) {
            continue;
          }
          break;
        }
        if (code3 === CHAR_QUESTION_MARK) {
          isGlob = token2.isGlob = true;
          finished = true;
          if (scanToEnd === true) {
            continue;
          }
          break;
        }
        if (code3 === CHAR_LEFT_SQUARE_BRACKET) {
          while (eos() !== true && (next = advance())) {
            if (next === CHAR_BACKWARD_SLASH) {
              backslashes = token2.backslashes = true;
              advance();
              continue;
            }
            if (next === CHAR_RIGHT_SQUARE_BRACKET) {
              isBracket = token2.isBracket = true;
              isGlob = token2.isGlob = true;
              finished = true;
              break;
            }
          }
          if (scanToEnd === true) {
            continue;
          }
          break;
        }
        if (opts.nonegate !== true && code3 === CHAR_EXCLAMATION_MARK && index === start2) {
          negated = token2.negated = true;
          start2++;
          continue;
        }
        if (opts.noparen !== true && code3 === CHAR_LEFT_PARENTHESES) {
          isGlob = token2.isGlob = true;
          if (scanToEnd === true) {
            let parens = 1;
            while (eos() !== true && (code3 = advance())) {
              if (code3 === CHAR_BACKWARD_SLASH) {
                backslashes = token2.backslashes = true;
                advance();
                continue;
              }
              if (code3 === CHAR_LEFT_PARENTHESES) {
                parens++;
                continue;
              }
              if (code3 === CHAR_RIGHT_PARENTHESES && --parens === 0) {
                finished = true;
                break;
              }
            }
            continue;
          }
          break;
        }
        if (isGlob === true) {
          finished = true;
          if (scanToEnd === true) {
            continue;
          }
          break;
        }
      }
      if (opts.noext === true) {
        isExtglob = false;
        isGlob = false;
      }
      let base = str;
      let prefix = "";
      let glob = "";
      if (start2 > 0) {
        prefix = str.slice(0, start2);
        str = str.slice(start2);
        lastIndex -= start2;
      }
      if (base && isGlob === true && lastIndex > 0) {
        base = str.slice(0, lastIndex);
        glob = str.slice(lastIndex);
      } else if (isGlob === true) {
        base = "";
        glob = str;
      } else {
        base = str;
      }
      if (base && base !== "" && base !== "/" && base !== str) {
        if (isPathSeparator(base.charCodeAt(base.length - 1))) {
          base = base.slice(0, -1);
        }
      }
      if (opts.unescape === true) {
        if (glob) glob = utils.removeBackslashes(glob);
        if (base && backslashes === true) {
          base = utils.removeBackslashes(base);
        }
      }
      const state = {
        prefix,
        input,
        start: start2,
        base,
        glob,
        isBrace,
        isBracket,
        isGlob,
        isExtglob,
        isGlobstar,
        negated,
        negatedExtglob
      };
      if (opts.tokens === true) {
        state.maxDepth = 0;
        if (!isPathSeparator(code3)) {
          tokens.push(token2);
        }
        state.tokens = tokens;
      }
      if (opts.parts === true || opts.tokens === true) {
        let prevIndex;
        for (let idx = 0; idx < slashes.length; idx++) {
          const n2 = prevIndex !== void 0 ? prevIndex + 1 : start2;
          const i = slashes[idx];
          const value2 = input.slice(n2, i);
          if (opts.tokens) {
            if (idx === 0 && start2 !== 0) {
              tokens[idx].isPrefix = true;
              tokens[idx].value = prefix;
            } else {
              tokens[idx].value = value2;
            }
            depth(tokens[idx]);
            state.maxDepth += tokens[idx].depth;
          }
          if (i >= start2) {
            parts.push(value2);
            prevIndex = i;
          }
        }
        const n = prevIndex !== void 0 ? prevIndex + 1 : start2;
        const value = input.slice(n);
        parts.push(value);
        if (opts.tokens && prevIndex && prevIndex + 1 < input.length) {
          tokens[tokens.length - 1].value = value;
          depth(tokens[tokens.length - 1]);
          state.maxDepth += tokens[tokens.length - 1].depth;
        }
        state.slashes = slashes;
        state.parts = parts;
      }
      return state;
    };
    module2.exports = scan2;
  }
});

// node_modules/picomatch/lib/parse.js
var require_parse = __commonJS({
  "node_modules/picomatch/lib/parse.js"(exports2, module2) {
    "use strict";
    var constants2 = require_constants();
    var utils = require_utils();
    var {
      MAX_LENGTH,
      POSIX_REGEX_SOURCE,
      REGEX_NON_SPECIAL_CHARS,
      REGEX_SPECIAL_CHARS_BACKREF,
      REPLACEMENTS
    } = constants2;
    var expandRange = (args, options) => {
      if (typeof options.expandRange === "function") {
        return options.expandRange(...args, options);
      }
      args.sort();
      const value = `[${args.join("-")}]`;
      try {
        new RegExp(value);
      } catch (ex) {
        return args.map((v) => utils.escapeRegex(v)).join("..");
      }
      return value;
    };
    var syntaxError = (type, char) => {
      return `Missing ${type}: "${char}" - use "\\\\${char}" to match literal characters`;
    };
    var splitTopLevel = (input) => {
      const parts = [];
      let bracket = 0;
      let paren = 0;
      let quote3 = 0;
      let value = "";
      let escaped = false;
      for (const ch of input) {
        if (escaped === true) {
          value += ch;
          escaped = false;
          continue;
        }
        if (ch === "\\") {
          value += ch;
          escaped = true;
          continue;
        }
        if (ch === '"') {
          quote3 = quote3 === 1 ? 0 : 1;
          value += ch;
          continue;
        }
        if (quote3 === 0) {
          if (ch === "[") {
            bracket++;
          } else if (ch === "]" && bracket > 0) {
            bracket--;
          } else if (bracket === 0) {
            if (ch === "(") {
              paren++;
            } else if (ch === ")" && paren > 0) {
              paren--;
            } else if (ch === "|" && paren === 0) {
              parts.push(value);
              value = "";
              continue;
            }
          }
        }
        value += ch;
      }
      parts.push(value);
      return parts;
    };
    var isPlainBranch = (branch) => {
      let escaped = false;
      for (const ch of branch) {
        if (escaped === true) {
          escaped = false;
          continue;
        }
        if (ch === "\\") {
          escaped = true;
          continue;
        }
        if (/[?*+@!()[\]{}]/.test(ch)) {
          return false;
        }
      }
      return true;
    };
    var normalizeSimpleBranch = (branch) => {
      let value = branch.trim();
      let changed = true;
      while (changed === true) {
        changed = false;
        if (/^@\([^\\()[\]{}|]+\)$/.test(value)) {
          value = value.slice(2, -1);
          changed = true;
        }
      }
      if (!isPlainBranch(value)) {
        return;
      }
      return value.replace(/\\(.)/g, "$1");
    };
    var hasRepeatedCharPrefixOverlap = (branches) => {
      const values = branches.map(normalizeSimpleBranch).filter(Boolean);
      for (let i = 0; i < values.length; i++) {
        for (let j = i + 1; j < values.length; j++) {
          const a = values[i];
          const b = values[j];
          const char = a[0];
          if (!char || a !== char.repeat(a.length) || b !== char.repeat(b.length)) {
            continue;
          }
          if (a === b || a.startsWith(b) || b.startsWith(a)) {
            return true;
          }
        }
      }
      return false;
    };
    var parseRepeatedExtglob = (pattern, requireEnd = true) => {
      if (pattern[0] !== "+" && pattern[0] !== "*" || pattern[1] !== "(") {
        return;
      }
      let bracket = 0;
      let paren = 0;
      let quote3 = 0;
      let escaped = false;
      for (let i = 1; i < pattern.length; i++) {
        const ch = pattern[i];
        if (escaped === true) {
          escaped = false;
          continue;
        }
        if (ch === "\\") {
          escaped = true;
          continue;
        }
        if (ch === '"') {
          quote3 = quote3 === 1 ? 0 : 1;
          continue;
        }
        if (quote3 === 1) {
          continue;
        }
        if (ch === "[") {
          bracket++;
          continue;
        }
        if (ch === "]" && bracket > 0) {
          bracket--;
          continue;
        }
        if (bracket > 0) {
          continue;
        }
        if (ch === "(") {
          paren++;
          continue;
        }
        if (ch === ")") {
          paren--;
          if (paren === 0) {
            if (requireEnd === true && i !== pattern.length - 1) {
              return;
            }
            return {
              type: pattern[0],
              body: pattern.slice(2, i),
              end: i
            };
          }
        }
      }
    };
    var buildCharClassStar = (chars) => {
      const source = chars.length === 1 ? utils.escapeRegex(chars[0]) : `[${chars.map((ch) => utils.escapeRegex(ch)).join("")}]`;
      return `${source}*`;
    };
    var getStarExtglobSequenceChars = (pattern) => {
      let index = 0;
      const chars = [];
      while (index < pattern.length) {
        const match = parseRepeatedExtglob(pattern.slice(index), false);
        if (!match || match.type !== "*") {
          return;
        }
        const branches = splitTopLevel(match.body).map((branch2) => branch2.trim());
        if (branches.length !== 1) {
          return;
        }
        const branch = normalizeSimpleBranch(branches[0]);
        if (!branch || branch.length !== 1) {
          return;
        }
        chars.push(branch);
        index += match.end + 1;
      }
      if (chars.length < 1) {
        return;
      }
      return chars;
    };
    var repeatedExtglobRecursion = (pattern) => {
      let depth = 0;
      let value = pattern.trim();
      let match = parseRepeatedExtglob(value);
      while (match) {
        depth++;
        value = match.body.trim();
        match = parseRepeatedExtglob(value);
      }
      return depth;
    };
    var analyzeRepeatedExtglob = (body, options) => {
      if (options.maxExtglobRecursion === false) {
        return { risky: false };
      }
      const max = typeof options.maxExtglobRecursion === "number" ? options.maxExtglobRecursion : constants2.DEFAULT_MAX_EXTGLOB_RECURSION;
      const branches = splitTopLevel(body).map((branch) => branch.trim());
      if (branches.length > 1) {
        if (branches.some((branch) => branch === "") || branches.some((branch) => /^[*?]+$/.test(branch)) || hasRepeatedCharPrefixOverlap(branches)) {
          return { risky: true };
        }
      }
      const safeChars = [];
      let sawStarSequence = false;
      let combinable = true;
      for (const branch of branches) {
        const chars = getStarExtglobSequenceChars(branch);
        if (chars) {
          sawStarSequence = true;
          safeChars.push(...chars);
          continue;
        }
        const literal = normalizeSimpleBranch(branch);
        if (literal && literal.length === 1) {
          safeChars.push(literal);
          continue;
        }
        combinable = false;
        if (repeatedExtglobRecursion(branch) > max) {
          return { risky: true };
        }
      }
      if (sawStarSequence) {
        return combinable ? { risky: true, safeOutput: buildCharClassStar([...new Set(safeChars)]) } : { risky: true };
      }
      return { risky: false };
    };
    var parse4 = (input, options) => {
      if (typeof input !== "string") {
        throw new TypeError("Expected a string");
      }
      input = REPLACEMENTS[input] || input;
      const opts = { ...options };
      const max = typeof opts.maxLength === "number" ? Math.min(MAX_LENGTH, opts.maxLength) : MAX_LENGTH;
      let len = input.length;
      if (len > max) {
        throw new SyntaxError(`Input length: ${len}, exceeds maximum allowed length: ${max}`);
      }
      const bos = { type: "bos", value: "", output: opts.prepend || "" };
      const tokens = [bos];
      const capture = opts.capture ? "" : "?:";
      const PLATFORM_CHARS = constants2.globChars(opts.windows);
      const EXTGLOB_CHARS = constants2.extglobChars(PLATFORM_CHARS);
      const {
        DOT_LITERAL,
        PLUS_LITERAL,
        SLASH_LITERAL,
        ONE_CHAR,
        DOTS_SLASH,
        NO_DOT,
        NO_DOT_SLASH,
        NO_DOTS_SLASH,
        QMARK,
        QMARK_NO_DOT,
        STAR,
        START_ANCHOR
      } = PLATFORM_CHARS;
      const globstar = (opts2) => {
        return `(${capture}(?:(?!${START_ANCHOR}${opts2.dot ? DOTS_SLASH : DOT_LITERAL}).)*?)`;
      };
      const nodot = opts.dot ? "" : NO_DOT;
      const qmarkNoDot = opts.dot ? QMARK : QMARK_NO_DOT;
      let star = opts.bash === true ? globstar(opts) : STAR;
      if (opts.capture) {
        star = `(${star})`;
      }
      if (typeof opts.noext === "boolean") {
        opts.noextglob = opts.noext;
      }
      const state = {
        input,
        index: -1,
        start: 0,
        dot: opts.dot === true,
        consumed: "",
        output: "",
        prefix: "",
        backtrack: false,
        negated: false,
        brackets: 0,
        braces: 0,
        parens: 0,
        quotes: 0,
        globstar: false,
        tokens
      };
      input = utils.removePrefix(input, state);
      len = input.length;
      const extglobs = [];
      const braces = [];
      const stack = [];
      let prev = bos;
      let value;
      const eos = () => state.index === len - 1;
      const peek = state.peek = (n = 1) => input[state.index + n];
      const advance = state.advance = () => input[++state.index] || "";
      const remaining = () => input.slice(state.index + 1);
      const consume = (value2 = "", num = 0) => {
        state.consumed += value2;
        state.index += num;
      };
      const append3 = (token2) => {
        state.output += token2.output != null ? token2.output : token2.value;
        consume(token2.value);
      };
      const negate = () => {
        let count = 1;
        while (peek() === "!" && (peek(2) !== "(" || peek(3) === "?")) {
          advance();
          state.start++;
          count++;
        }
        if (count % 2 === 0) {
          return false;
        }
        state.negated = true;
        state.start++;
        return true;
      };
      const increment = (type) => {
        state[type]++;
        stack.push(type);
      };
      const decrement = (type) => {
        state[type]--;
        stack.pop();
      };
      const push = (tok) => {
        if (prev.type === "globstar") {
          const isBrace = state.braces > 0 && (tok.type === "comma" || tok.type === "brace");
          const isExtglob = tok.extglob === true || extglobs.length && (tok.type === "pipe" || tok.type === "paren");
          if (tok.type !== "slash" && tok.type !== "paren" && !isBrace && !isExtglob) {
            state.output = state.output.slice(0, -prev.output.length);
            prev.type = "star";
            prev.value = "*";
            prev.output = star;
            state.output += prev.output;
          }
        }
        if (extglobs.length && tok.type !== "paren") {
          extglobs[extglobs.length - 1].inner += tok.value;
        }
        if (tok.value || tok.output) append3(tok);
        if (prev && prev.type === "text" && tok.type === "text") {
          prev.output = (prev.output || prev.value) + tok.value;
          prev.value += tok.value;
          return;
        }
        tok.prev = prev;
        tokens.push(tok);
        prev = tok;
      };
      const extglobOpen = (type, value2) => {
        const token2 = { ...EXTGLOB_CHARS[value2], conditions: 1, inner: "" };
        token2.prev = prev;
        token2.parens = state.parens;
        token2.output = state.output;
        token2.startIndex = state.index;
        token2.tokensIndex = tokens.length;
        const output = (opts.capture ? "(" : "") + token2.open;
        increment("parens");
        push({ type, value: value2, output: state.output ? "" : ONE_CHAR });
        push({ type: "paren", extglob: true, value: advance(), output });
        extglobs.push(token2);
      };
      const extglobClose = (token2) => {
        const literal = input.slice(token2.startIndex, state.index + 1);
        const body = input.slice(token2.startIndex + 2, state.index);
        const analysis = analyzeRepeatedExtglob(body, opts);
        if ((token2.type === "plus" || token2.type === "star") && analysis.risky) {
          const safeOutput = analysis.safeOutput ? (token2.output ? "" : ONE_CHAR) + (opts.capture ? `(${analysis.safeOutput})` : analysis.safeOutput) : void 0;
          const open = tokens[token2.tokensIndex];
          open.type = "text";
          open.value = literal;
          open.output = safeOutput || utils.escapeRegex(literal);
          for (let i = token2.tokensIndex + 1; i < tokens.length; i++) {
            tokens[i].value = "";
            tokens[i].output = "";
            delete tokens[i].suffix;
          }
          state.output = token2.output + open.output;
          state.backtrack = true;
          push({ type: "paren", extglob: true, value, output: "" });
          decrement("parens");
          return;
        }
        let output = token2.close + (opts.capture ? ")" : "");
        let rest;
        if (token2.type === "negate") {
          let extglobStar = star;
          if (token2.inner && token2.inner.length > 1 && token2.inner.includes("/")) {
            extglobStar = globstar(opts);
          }
          if (extglobStar !== star || eos() || /^\)+$/.test(remaining())) {
            output = token2.close = `)$))${extglobStar}`;
          }
          if (token2.inner.includes("*") && (rest = remaining()) && /^\.[^\\/.]+$/.test(rest)) {
            const expression = parse4(rest, { ...options, fastpaths: false }).output;
            output = token2.close = `)${expression})${extglobStar})`;
          }
          if (token2.prev.type === "bos") {
            state.negatedExtglob = true;
          }
        }
        push({ type: "paren", extglob: true, value, output });
        decrement("parens");
      };
      if (opts.fastpaths !== false && !/(^[*!]|[/()[\]{}"])/.test(input)) {
        let backslashes = false;
        let output = input.replace(REGEX_SPECIAL_CHARS_BACKREF, (m, esc, chars, first, rest, index) => {
          if (first === "\\") {
            backslashes = true;
            return m;
          }
          if (first === "?") {
            if (esc) {
              return esc + first + (rest ? QMARK.repeat(rest.length) : "");
            }
            if (index === 0) {
              return qmarkNoDot + (rest ? QMARK.repeat(rest.length) : "");
            }
            return QMARK.repeat(chars.length);
          }
          if (first === ".") {
            return DOT_LITERAL.repeat(chars.length);
          }
          if (first === "*") {
            if (esc) {
              return esc + first + (rest ? star : "");
            }
            return star;
          }
          return esc ? m : `\\${m}`;
        });
        if (backslashes === true) {
          if (opts.unescape === true) {
            output = output.replace(/\\/g, "");
          } else {
            output = output.replace(/\\+/g, (m) => {
              return m.length % 2 === 0 ? "\\\\" : m ? "\\" : "";
            });
          }
        }
        if (output === input && opts.contains === true) {
          state.output = input;
          return state;
        }
        state.output = utils.wrapOutput(output, state, options);
        return state;
      }
      while (!eos()) {
        value = advance();
        if (value === "\0") {
          continue;
        }
        if (value === "\\") {
          const next = peek();
          if (next === "/" && opts.bash !== true) {
            continue;
          }
          if (next === "." || next === ";") {
            continue;
          }
          if (!next) {
            value += "\\";
            push({ type: "text", value });
            continue;
          }
          const match = /^\\+/.exec(remaining());
          let slashes = 0;
          if (match && match[0].length > 2) {
            slashes = match[0].length;
            state.index += slashes;
            if (slashes % 2 !== 0) {
              value += "\\";
            }
          }
          if (opts.unescape === true) {
            value = advance();
          } else {
            value += advance();
          }
          if (state.brackets === 0) {
            push({ type: "text", value });
            continue;
          }
        }
        if (state.brackets > 0 && (value !== "]" || prev.value === "[" || prev.value === "[^")) {
          if (opts.posix !== false && value === ":") {
            const inner = prev.value.slice(1);
            if (inner.includes("[")) {
              prev.posix = true;
              if (inner.includes(":")) {
                const idx = prev.value.lastIndexOf("[");
                const pre = prev.value.slice(0, idx);
                const rest2 = prev.value.slice(idx + 2);
                const posix16 = POSIX_REGEX_SOURCE[rest2];
                if (posix16) {
                  prev.value = pre + posix16;
                  state.backtrack = true;
                  advance();
                  if (!bos.output && tokens.indexOf(prev) === 1) {
                    bos.output = ONE_CHAR;
                  }
                  continue;
                }
              }
            }
          }
          if (value === "[" && peek() !== ":" || value === "-" && peek() === "]") {
            value = `\\${value}`;
          }
          if (value === "]" && (prev.value === "[" || prev.value === "[^")) {
            value = `\\${value}`;
          }
          if (opts.posix === true && value === "!" && prev.value === "[") {
            value = "^";
          }
          prev.value += value;
          append3({ value });
          continue;
        }
        if (state.quotes === 1 && value !== '"') {
          value = utils.escapeRegex(value);
          prev.value += value;
          append3({ value });
          continue;
        }
        if (value === '"') {
          state.quotes = state.quotes === 1 ? 0 : 1;
          if (opts.keepQuotes === true) {
            push({ type: "text", value });
          }
          continue;
        }
        if (value === "(") {
          increment("parens");
          push({ type: "paren", value });
          continue;
        }
        if (value === ")") {
          if (state.parens === 0 && opts.strictBrackets === true) {
            throw new SyntaxError(syntaxError("opening", "("));
          }
          const extglob = extglobs[extglobs.length - 1];
          if (extglob && state.parens === extglob.parens + 1) {
            extglobClose(extglobs.pop());
            continue;
          }
          push({ type: "paren", value, output: state.parens ? ")" : "\\)" });
          decrement("parens");
          continue;
        }
        if (value === "[") {
          if (opts.nobracket === true || !remaining().includes("]")) {
            if (opts.nobracket !== true && opts.strictBrackets === true) {
              throw new SyntaxError(syntaxError("closing", "]"));
            }
            value = `\\${value}`;
          } else {
            increment("brackets");
          }
          push({ type: "bracket", value });
          continue;
        }
        if (value === "]") {
          if (opts.nobracket === true || prev && prev.type === "bracket" && prev.value.length === 1) {
            push({ type: "text", value, output: `\\${value}` });
            continue;
          }
          if (state.brackets === 0) {
            if (opts.strictBrackets === true) {
              throw new SyntaxError(syntaxError("opening", "["));
            }
            push({ type: "text", value, output: `\\${value}` });
            continue;
          }
          decrement("brackets");
          const prevValue = prev.value.slice(1);
          if (prev.posix !== true && prevValue[0] === "^" && !prevValue.includes("/")) {
            value = `/${value}`;
          }
          prev.value += value;
          append3({ value });
          if (opts.literalBrackets === false || utils.hasRegexChars(prevValue)) {
            continue;
          }
          const escaped = utils.escapeRegex(prev.value);
          state.output = state.output.slice(0, -prev.value.length);
          if (opts.literalBrackets === true) {
            state.output += escaped;
            prev.value = escaped;
            continue;
          }
          prev.value = `(${capture}${escaped}|${prev.value})`;
          state.output += prev.value;
          continue;
        }
        if (value === "{" && opts.nobrace !== true) {
          increment("braces");
          const open = {
            type: "brace",
            value,
            output: "(",
            outputIndex: state.output.length,
            tokensIndex: state.tokens.length
          };
          braces.push(open);
          push(open);
          continue;
        }
        if (value === "}") {
          const brace = braces[braces.length - 1];
          if (opts.nobrace === true || !brace) {
            push({ type: "text", value, output: value });
            continue;
          }
          let output = ")";
          if (brace.dots === true) {
            const arr = tokens.slice();
            const range = [];
            for (let i = arr.length - 1; i >= 0; i--) {
              tokens.pop();
              if (arr[i].type === "brace") {
                break;
              }
              if (arr[i].type !== "dots") {
                range.unshift(arr[i].value);
              }
            }
            output = expandRange(range, opts);
            state.backtrack = true;
          }
          if (brace.comma !== true && brace.dots !== true) {
            const out = state.output.slice(0, brace.outputIndex);
            const toks = state.tokens.slice(brace.tokensIndex);
            brace.value = brace.output = "\\{";
            value = output = "\\}";
            state.output = out;
            for (const t of toks) {
              state.output += t.output || t.value;
            }
          }
          push({ type: "brace", value, output });
          decrement("braces");
          braces.pop();
          continue;
        }
        if (value === "|") {
          if (extglobs.length > 0) {
            extglobs[extglobs.length - 1].conditions++;
          }
          push({ type: "text", value });
          continue;
        }
        if (value === ",") {
          let output = value;
          const brace = braces[braces.length - 1];
          if (brace && stack[stack.length - 1] === "braces") {
            brace.comma = true;
            output = "|";
          }
          push({ type: "comma", value, output });
          continue;
        }
        if (value === "/") {
          if (prev.type === "dot" && state.index === state.start + 1) {
            state.start = state.index + 1;
            state.consumed = "";
            state.output = "";
            tokens.pop();
            prev = bos;
            continue;
          }
          push({ type: "slash", value, output: SLASH_LITERAL });
          continue;
        }
        if (value === ".") {
          if (state.braces > 0 && prev.type === "dot") {
            if (prev.value === ".") prev.output = DOT_LITERAL;
            const brace = braces[braces.length - 1];
            prev.type = "dots";
            prev.output += value;
            prev.value += value;
            brace.dots = true;
            continue;
          }
          if (state.braces + state.parens === 0 && prev.type !== "bos" && prev.type !== "slash") {
            push({ type: "text", value, output: DOT_LITERAL });
            continue;
          }
          push({ type: "dot", value, output: DOT_LITERAL });
          continue;
        }
        if (value === "?") {
          const isGroup = prev && prev.value === "(";
          if (!isGroup && opts.noextglob !== true && peek() === "(" && peek(2) !== "?") {
            extglobOpen("qmark", value);
            continue;
          }
          if (prev && prev.type === "paren") {
            const next = peek();
            let output = value;
            if (prev.value === "(" && !/[!=<:]/.test(next) || next === "<" && !/<([!=]|\w+>)/.test(remaining())) {
              output = `\\${value}`;
            }
            push({ type: "text", value, output });
            continue;
          }
          if (opts.dot !== true && (prev.type === "slash" || prev.type === "bos")) {
            push({ type: "qmark", value, output: QMARK_NO_DOT });
            continue;
          }
          push({ type: "qmark", value, output: QMARK });
          continue;
        }
        if (value === "!") {
          if (opts.noextglob !== true && peek() === "(") {
            if (peek(2) !== "?" || !/[!=<:]/.test(peek(3))) {
              extglobOpen("negate", value);
              continue;
            }
          }
          if (opts.nonegate !== true && state.index === 0) {
            negate();
            continue;
          }
        }
        if (value === "+") {
          if (opts.noextglob !== true && peek() === "(" && peek(2) !== "?") {
            extglobOpen("plus", value);
            continue;
          }
          if (prev && prev.value === "(" || opts.regex === false) {
            push({ type: "plus", value, output: PLUS_LITERAL });
            continue;
          }
          if (prev && (prev.type === "bracket" || prev.type === "paren" || prev.type === "brace") || state.parens > 0) {
            push({ type: "plus", value });
            continue;
          }
          push({ type: "plus", value: PLUS_LITERAL });
          continue;
        }
        if (value === "@") {
          if (opts.noextglob !== true && peek() === "(" && peek(2) !== "?") {
            push({ type: "at", extglob: true, value, output: "" });
            continue;
          }
          push({ type: "text", value });
          continue;
        }
        if (value !== "*") {
          if (value === "$" || value === "^") {
            value = `\\${value}`;
          }
          const match = REGEX_NON_SPECIAL_CHARS.exec(remaining());
          if (match) {
            value += match[0];
            state.index += match[0].length;
          }
          push({ type: "text", value });
          continue;
        }
        if (prev && (prev.type === "globstar" || prev.star === true)) {
          prev.type = "star";
          prev.star = true;
          prev.value += value;
          prev.output = star;
          state.backtrack = true;
          state.globstar = true;
          consume(value);
          continue;
        }
        let rest = remaining();
        if (opts.noextglob !== true && /^\([^?]/.test(rest)) {
          extglobOpen("star", value);
          continue;
        }
        if (prev.type === "star") {
          if (opts.noglobstar === true) {
            consume(value);
            continue;
          }
          const prior = prev.prev;
          const before = prior.prev;
          const isStart = prior.type === "slash" || prior.type === "bos";
          const afterStar = before && (before.type === "star" || before.type === "globstar");
          if (opts.bash === true && (!isStart || rest[0] && rest[0] !== "/")) {
            push({ type: "star", value, output: "" });
            continue;
          }
          const isBrace = state.braces > 0 && (prior.type === "comma" || prior.type === "brace");
          const isExtglob = extglobs.length && (prior.type === "pipe" || prior.type === "paren");
          if (!isStart && prior.type !== "paren" && !isBrace && !isExtglob) {
            push({ type: "star", value, output: "" });
            continue;
          }
          while (rest.slice(0, 3) === "/**") {
            const after = input[state.index + 4];
            if (after && after !== "/") {
              break;
            }
            rest = rest.slice(3);
            consume("/**", 3);
          }
          const isEnd = eos() || state.parens > 0 && rest === ")".repeat(state.parens) && !extglobs.some((extglob) => extglob.type === "negate");
          if (prior.type === "bos" && eos()) {
            prev.type = "globstar";
            prev.value += value;
            prev.output = globstar(opts);
            state.output = prev.output;
            state.globstar = true;
            consume(value);
            continue;
          }
          if (prior.type === "slash" && prior.prev.type !== "bos" && !afterStar && isEnd) {
            state.output = state.output.slice(0, -(prior.output + prev.output).length);
            prior.output = `(?:${prior.output}`;
            prev.type = "globstar";
            prev.output = globstar(opts) + (opts.strictSlashes ? ")" : "|$)");
            prev.value += value;
            state.globstar = true;
            state.output += prior.output + prev.output;
            consume(value);
            continue;
          }
          if (prior.type === "slash" && prior.prev.type !== "bos" && rest[0] === "/") {
            const end = rest[1] !== void 0 ? "|$" : "";
            state.output = state.output.slice(0, -(prior.output + prev.output).length);
            prior.output = `(?:${prior.output}`;
            prev.type = "globstar";
            prev.output = `${globstar(opts)}${SLASH_LITERAL}|${SLASH_LITERAL}${end})`;
            prev.value += value;
            state.output += prior.output + prev.output;
            state.globstar = true;
            consume(value + advance());
            push({ type: "slash", value: "/", output: "" });
            continue;
          }
          if (prior.type === "bos" && rest[0] === "/") {
            prev.type = "globstar";
            prev.value += value;
            prev.output = `(?:^|${SLASH_LITERAL}|${globstar(opts)}${SLASH_LITERAL})`;
            state.output = prev.output;
            state.globstar = true;
            consume(value + advance());
            push({ type: "slash", value: "/", output: "" });
            continue;
          }
          state.output = state.output.slice(0, -prev.output.length);
          prev.type = "globstar";
          prev.output = globstar(opts);
          prev.value += value;
          state.output += prev.output;
          state.globstar = true;
          consume(value);
          continue;
        }
        const token2 = { type: "star", value, output: star };
        if (opts.bash === true) {
          token2.output = ".*?";
          if (prev.type === "bos" || prev.type === "slash") {
            token2.output = nodot + token2.output;
          }
          push(token2);
          continue;
        }
        if (prev && (prev.type === "bracket" || prev.type === "paren") && opts.regex === true) {
          token2.output = value;
          push(token2);
          continue;
        }
        if (state.index === state.start || prev.type === "slash" || prev.type === "dot") {
          if (prev.type === "dot") {
            state.output += NO_DOT_SLASH;
            prev.output += NO_DOT_SLASH;
          } else if (opts.dot === true) {
            state.output += NO_DOTS_SLASH;
            prev.output += NO_DOTS_SLASH;
          } else {
            state.output += nodot;
            prev.output += nodot;
          }
          if (peek() !== "*") {
            state.output += ONE_CHAR;
            prev.output += ONE_CHAR;
          }
        }
        push(token2);
      }
      while (state.brackets > 0) {
        if (opts.strictBrackets === true) throw new SyntaxError(syntaxError("closing", "]"));
        state.output = utils.escapeLast(state.output, "[");
        decrement("brackets");
      }
      while (state.parens > 0) {
        if (opts.strictBrackets === true) throw new SyntaxError(syntaxError("closing", ")"));
        state.output = utils.escapeLast(state.output, "(");
        decrement("parens");
      }
      while (state.braces > 0) {
        if (opts.strictBrackets === true) throw new SyntaxError(syntaxError("closing", "}"));
        state.output = utils.escapeLast(state.output, "{");
        decrement("braces");
      }
      if (opts.strictSlashes !== true && (prev.type === "star" || prev.type === "bracket")) {
        push({ type: "maybe_slash", value: "", output: `${SLASH_LITERAL}?` });
      }
      if (state.backtrack === true) {
        state.output = "";
        for (const token2 of state.tokens) {
          state.output += token2.output != null ? token2.output : token2.value;
          if (token2.suffix) {
            state.output += token2.suffix;
          }
        }
      }
      return state;
    };
    parse4.fastpaths = (input, options) => {
      const opts = { ...options };
      const max = typeof opts.maxLength === "number" ? Math.min(MAX_LENGTH, opts.maxLength) : MAX_LENGTH;
      const len = input.length;
      if (len > max) {
        throw new SyntaxError(`Input length: ${len}, exceeds maximum allowed length: ${max}`);
      }
      input = REPLACEMENTS[input] || input;
      const {
        DOT_LITERAL,
        SLASH_LITERAL,
        ONE_CHAR,
        DOTS_SLASH,
        NO_DOT,
        NO_DOTS,
        NO_DOTS_SLASH,
        STAR,
        START_ANCHOR
      } = constants2.globChars(opts.windows);
      const nodot = opts.dot ? NO_DOTS : NO_DOT;
      const slashDot = opts.dot ? NO_DOTS_SLASH : NO_DOT;
      const capture = opts.capture ? "" : "?:";
      const state = { negated: false, prefix: "" };
      let star = opts.bash === true ? ".*?" : STAR;
      if (opts.capture) {
        star = `(${star})`;
      }
      const globstar = (opts2) => {
        if (opts2.noglobstar === true) return star;
        return `(${capture}(?:(?!${START_ANCHOR}${opts2.dot ? DOTS_SLASH : DOT_LITERAL}).)*?)`;
      };
      const create = (str) => {
        switch (str) {
          case "*":
            return `${nodot}${ONE_CHAR}${star}`;
          case ".*":
            return `${DOT_LITERAL}${ONE_CHAR}${star}`;
          case "*.*":
            return `${nodot}${star}${DOT_LITERAL}${ONE_CHAR}${star}`;
          case "*/*":
            return `${nodot}${star}${SLASH_LITERAL}${ONE_CHAR}${slashDot}${star}`;
          case "**":
            return nodot + globstar(opts);
          case "**/*":
            return `(?:${nodot}${globstar(opts)}${SLASH_LITERAL})?${slashDot}${ONE_CHAR}${star}`;
          case "**/*.*":
            return `(?:${nodot}${globstar(opts)}${SLASH_LITERAL})?${slashDot}${star}${DOT_LITERAL}${ONE_CHAR}${star}`;
          case "**/.*":
            return `(?:${nodot}${globstar(opts)}${SLASH_LITERAL})?${DOT_LITERAL}${ONE_CHAR}${star}`;
          default: {
            const match = /^(.*?)\.(\w+)$/.exec(str);
            if (!match) return;
            const source2 = create(match[1]);
            if (!source2) return;
            return source2 + DOT_LITERAL + match[2];
          }
        }
      };
      const output = utils.removePrefix(input, state);
      let source = create(output);
      if (source && opts.strictSlashes !== true) {
        source += `${SLASH_LITERAL}?`;
      }
      return source;
    };
    module2.exports = parse4;
  }
});

// node_modules/picomatch/lib/picomatch.js
var require_picomatch = __commonJS({
  "node_modules/picomatch/lib/picomatch.js"(exports2, module2) {
    "use strict";
    var scan2 = require_scan();
    var parse4 = require_parse();
    var utils = require_utils();
    var constants2 = require_constants();
    var isObject3 = (val) => val && typeof val === "object" && !Array.isArray(val);
    var picomatch2 = (glob, options, returnState = false) => {
      if (Array.isArray(glob)) {
        const fns = glob.map((input) => picomatch2(input, options, returnState));
        const arrayMatcher = (str) => {
          for (const isMatch of fns) {
            const state2 = isMatch(str);
            if (state2) return state2;
          }
          return false;
        };
        return arrayMatcher;
      }
      const isState = isObject3(glob) && glob.tokens && glob.input;
      if (glob === "" || typeof glob !== "string" && !isState) {
        throw new TypeError("Expected pattern to be a non-empty string");
      }
      const opts = options || {};
      const posix16 = opts.windows;
      const regex = isState ? picomatch2.compileRe(glob, options) : picomatch2.makeRe(glob, options, false, true);
      const state = regex.state;
      delete regex.state;
      let isIgnored = () => false;
      if (opts.ignore) {
        const ignoreOpts = { ...options, ignore: null, onMatch: null, onResult: null };
        isIgnored = picomatch2(opts.ignore, ignoreOpts, returnState);
      }
      const matcher = (input, returnObject = false) => {
        const { isMatch, match, output } = picomatch2.test(input, regex, options, { glob, posix: posix16 });
        const result = { glob, state, regex, posix: posix16, input, output, match, isMatch };
        if (typeof opts.onResult === "function") {
          opts.onResult(result);
        }
        if (isMatch === false) {
          result.isMatch = false;
          return returnObject ? result : false;
        }
        if (isIgnored(input)) {
          if (typeof opts.onIgnore === "function") {
            opts.onIgnore(result);
          }
          result.isMatch = false;
          return returnObject ? result : false;
        }
        if (typeof opts.onMatch === "function") {
          opts.onMatch(result);
        }
        return returnObject ? result : true;
      };
      if (returnState) {
        matcher.state = state;
      }
      return matcher;
    };
    picomatch2.test = (input, regex, options, { glob, posix: posix16 } = {}) => {
      if (typeof input !== "string") {
        throw new TypeError("Expected input to be a string");
      }
      if (input === "") {
        return { isMatch: false, output: "" };
      }
      const opts = options || {};
      const format3 = opts.format || (posix16 ? utils.toPosixSlashes : null);
      let match = input === glob;
      let output = match && format3 ? format3(input) : input;
      if (match === false) {
        output = format3 ? format3(input) : input;
        match = output === glob;
      }
      if (match === false || opts.capture === true) {
        if (opts.matchBase === true || opts.basename === true) {
          match = picomatch2.matchBase(input, regex, options, posix16);
        } else {
          match = regex.exec(output);
        }
      }
      return { isMatch: Boolean(match), match, output };
    };
    picomatch2.matchBase = (input, glob, options, posix16 = options && options.windows) => {
      const regex = glob instanceof RegExp ? glob : picomatch2.makeRe(glob, options);
      return regex.test(utils.basename(input, { windows: posix16 }));
    };
    picomatch2.isMatch = (str, patterns, options) => picomatch2(patterns, options)(str);
    picomatch2.parse = (pattern, options) => {
      if (Array.isArray(pattern)) return pattern.map((p) => picomatch2.parse(p, options));
      return parse4(pattern, { ...options, fastpaths: false });
    };
    picomatch2.scan = (input, options) => scan2(input, options);
    picomatch2.compileRe = (state, options, returnOutput = false, returnState = false) => {
      if (returnOutput === true) {
        return state.output;
      }
      const opts = options || {};
      const prepend = opts.contains ? "" : "^";
      const append3 = opts.contains ? "" : "$";
      let source = `${prepend}(?:${state.output})${append3}`;
      if (state && state.negated === true) {
        source = `^(?!${source}).*$`;
      }
      const regex = picomatch2.toRegex(source, options);
      if (returnState === true) {
        regex.state = state;
      }
      return regex;
    };
    picomatch2.makeRe = (input, options = {}, returnOutput = false, returnState = false) => {
      if (!input || typeof input !== "string") {
        throw new TypeError("Expected a non-empty string");
      }
      let parsed = { negated: false, fastpaths: true };
      if (options.fastpaths !== false && (input[0] === "." || input[0] === "*")) {
        parsed.output = parse4.fastpaths(input, options);
      }
      if (!parsed.output) {
        parsed = parse4(input, options);
      }
      return picomatch2.compileRe(parsed, options, returnOutput, returnState);
    };
    picomatch2.toRegex = (source, options) => {
      try {
        const opts = options || {};
        return new RegExp(source, opts.flags || (opts.nocase ? "i" : ""));
      } catch (err) {
        if (options && options.debug === true) throw err;
        return /$^/;
      }
    };
    picomatch2.constants = constants2;
    module2.exports = picomatch2;
  }
});

// node_modules/picomatch/index.js
var require_picomatch2 = __commonJS({
  "node_modules/picomatch/index.js"(exports2, module2) {
    "use strict";
    var pico = require_picomatch();
    var utils = require_utils();
    function picomatch2(glob, options, returnState = false) {
      if (options && (options.windows === null || options.windows === void 0)) {
        options = { ...options, windows: utils.isWindows() };
      }
      return pico(glob, options, returnState);
    }
    Object.assign(picomatch2, pico);
    module2.exports = picomatch2;
  }
});

// src/targets/selection.ts
async function selectTargets(trees2, patterns) {
  const selected = await explainTargets(trees2, patterns);
  return selected.map(({ path }) => path);
}
async function explainTargets(trees2, patterns) {
  const sides = trees2.base === void 0 ? [trees2.head] : [trees2.head, trees2.base];
  const given2 = patterns.map(parsePattern2).filter(({ text: text6 }) => text6 !== "");
  const selection = new Selection(sides);
  if (given2[0] === void 0 || given2[0].negated) await selection.addDiscovered();
  for (const pattern of given2) await selection.apply(pattern);
  return selection.finish();
}
function parsePattern2(given2) {
  const trimmed = given2.trim();
  const negated = trimmed.startsWith("!") && !trimmed.startsWith("!(");
  const body = negated ? trimmed.slice(1) : trimmed;
  return { given: trimmed, negated, text: body === "" ? "" : normalise(body) };
}
function normalise(path) {
  const segments = [];
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment === ".." && segments.length > 0 && segments.at(-1) !== "..") segments.pop();
    else segments.push(segment);
  }
  return segments.length === 0 ? "." : segments.join("/");
}
function matcherOf({ text: text6 }) {
  const matches3 = (0, import_picomatch.default)(text6, { dot: true });
  return (path) => path === "." ? text6 === "**" : matches3(path);
}
function quote2(pattern) {
  return `"${pattern.given}"`;
}
var import_picomatch, Selection;
var init_selection2 = __esm({
  "src/targets/selection.ts"() {
    "use strict";
    import_picomatch = __toESM(require_picomatch2(), 1);
    init_build();
    init_diagnostics();
    init_render();
    init_sources();
    init_discovery();
    Selection = class {
      sides;
      reasons = /* @__PURE__ */ new Map();
      problems = [];
      discoveries;
      constructor(sides) {
        this.sides = sides;
      }
      async addDiscovered() {
        for (const { targets: targets3 } of await this.discover()) {
          for (const [directory, reason] of targets3) this.add(targetOfDirectory(directory), reason);
        }
      }
      async apply(pattern) {
        if (pattern.text === ".." || pattern.text.startsWith("../")) {
          return this.refuse(
            "target-outside",
            `${quote2(pattern)} leaves the directory that targets are looked for in`,
            "Targets are below the top of the repository, or of the working directory where there is none."
          );
        }
        if (pattern.negated) {
          const matches3 = matcherOf(pattern);
          for (const path of this.reasons.keys()) if (path === pattern.text || matches3(path)) this.reasons.delete(path);
          return;
        }
        if (await this.isTarget(pattern.text)) return this.add(pattern.text, "given");
        if (import_picomatch.default.scan(pattern.text).isGlob) return this.addMatches(pattern);
        await this.explainMissing(pattern);
      }
      finish() {
        if (this.problems.length > 0) throw new KrmError(this.problems);
        return [...this.reasons].map(([path, reason]) => ({ path, reason })).sort((a, b) => compareBytewise(a.path, b.path));
      }
      add(path, reason) {
        if (!this.reasons.has(path)) this.reasons.set(path, reason);
      }
      async addMatches(pattern) {
        const matches3 = matcherOf(pattern);
        let count = 0;
        for (const { roots } of await this.discover()) {
          for (const [directory, { isComponent }] of roots) {
            const path = targetOfDirectory(directory);
            if (isComponent || !matches3(path)) continue;
            this.add(path, `matches ${pattern.text}`);
            count++;
          }
        }
        if (count > 0) return;
        this.refuse(
          "no-target",
          `${quote2(pattern)} matches no directory that holds a kustomization file`,
          "Patterns are matched against whole paths; `**` stands for any number of directories."
        );
      }
      async explainMissing(pattern) {
        const located2 = await Promise.all(this.sides.map((tree) => tree.lookup(directoryOfTarget(pattern.text))));
        const types = located2.map((found) => found?.type);
        if (types.includes("directory")) {
          const names2 = KUSTOMIZATION_FILE_NAMES.join(", ");
          this.refuse("no-target", `${quote2(pattern)} holds no kustomization file`, `Looked for ${names2}.`);
        } else if (types.includes("file")) {
          this.refuse("no-target", `${quote2(pattern)} is a file`, "Name the directory that holds the kustomization file.");
        } else {
          this.refuse("no-target", `there is no directory ${quote2(pattern)} in ${this.labels()}`);
        }
      }
      async isTarget(path) {
        const answers = await Promise.all(this.sides.map((tree) => holdsKustomization(tree, directoryOfTarget(path))));
        return answers.includes(true);
      }
      discover() {
        this.discoveries ??= Promise.all(this.sides.map(discover));
        return this.discoveries;
      }
      refuse(code3, message, hint) {
        this.problems.push({ code: code3, severity: "error", message, hint });
      }
      labels() {
        return [...this.sides].reverse().map((tree) => tree.label).join(" or ");
      }
    };
  }
});

// src/targets/index.ts
var init_targets = __esm({
  "src/targets/index.ts"() {
    "use strict";
    init_selection2();
  }
});

// src/cli/progress.ts
function showProgress({ stderr }, now = performance.now.bind(performance)) {
  let due = now() + QUIET_MS2;
  let shown3 = false;
  return {
    update(done, total, target) {
      if (!stderr.isTTY || now() < due) return;
      due = now() + BETWEEN_MS2;
      shown3 = true;
      const line2 = pathLine(target);
      const name = line2.length > MAX_TARGET ? `\u2026${line2.slice(1 - MAX_TARGET)}` : line2;
      void stderr.write(`${CLEAR_LINE}${done}/${total} ${name}`);
    },
    finish() {
      if (shown3) void stderr.write(CLEAR_LINE);
      shown3 = false;
    }
  };
}
var QUIET_MS2, BETWEEN_MS2, CLEAR_LINE, MAX_TARGET;
var init_progress = __esm({
  "src/cli/progress.ts"() {
    "use strict";
    init_terminal();
    QUIET_MS2 = 1e3;
    BETWEEN_MS2 = 100;
    CLEAR_LINE = "\r\x1B[2K";
    MAX_TARGET = 60;
  }
});

// src/cli/workspace.ts
async function openWorkspace(terminal2) {
  const repository = await findRepository(terminal2);
  const place = placeOf4(repository, terminal2);
  return { repository, tree: repository === void 0 ? diskTree(place.top) : workTree(repository), ...place };
}
function placeOf4(repository, terminal2) {
  const cwd = (0, import_node_fs17.realpathSync)(terminal2.cwd);
  return { top: repository?.top ?? cwd, cwd };
}
async function findRepository(terminal2) {
  try {
    return await openTerminalRepository(terminal2);
  } catch (error) {
    if (error instanceof KrmError && ["not-a-repository", "git-not-found"].includes(error.code)) return void 0;
    throw error;
  }
}
function openTerminalRepository(terminal2) {
  return openRepository(terminal2.cwd, {
    env: terminal2.env,
    log: (line2) => void terminal2.stderr.write(`${line2}
`)
  });
}
function targetPatterns(invocation, { top, cwd }) {
  const file = invocation.value("targets-from");
  const listed = file === void 0 ? [] : readList(file === "-" ? 0 : (0, import_node_path28.resolve)(cwd, file), file);
  const given2 = invocation.arguments.map((argument) => fromTop(argument, top, cwd));
  return file === void 0 && given2.length === 0 ? void 0 : [...given2, ...listed];
}
function fromTop(pattern, top, cwd) {
  const negated = pattern.startsWith("!") && !pattern.startsWith("!(");
  const body = negated ? pattern.slice(1) : pattern;
  return (negated ? "!" : "") + (import_node_path28.posix.relative(top, import_node_path28.posix.resolve(cwd, body)) || ".");
}
function readList(file, name) {
  try {
    const lines = (0, import_node_fs17.readFileSync)(file, "utf8").split(/\r?\n/);
    return lines.map((line2) => line2.split("	", 1)[0]?.trim() ?? "").filter((line2) => line2 !== "");
  } catch (error) {
    const reason = error.message;
    throw failure("unreadable", `the list of targets cannot be read: ${reason}`, { file: name, cause: error });
  }
}
function positiveInteger(invocation, name) {
  const text6 = invocation.value(name);
  if (text6 === void 0) return void 0;
  if (/^[1-9]\d{0,5}$/.test(text6)) return Number(text6);
  throw new UsageError(`illegal value "${text6}" for --${name}: expected a whole number above 0`);
}
var import_node_fs17, import_node_path28;
var init_workspace = __esm({
  "src/cli/workspace.ts"() {
    "use strict";
    import_node_fs17 = __toESM(require_node_fs(), 1);
    import_node_path28 = __toESM(require_node_path(), 1);
    init_diagnostics();
    init_sources();
    init_command();
  }
});

// src/cli/render.ts
var render_exports = {};
__export(render_exports, {
  render: () => render
});
async function render(invocation, terminal2) {
  const output = invocation.value("output-dir");
  if (output === void 0) throw new UsageError("render needs --output-dir OUT");
  const concurrency = positiveInteger(invocation, "concurrency");
  await warnAboutOptions(invocation, terminal2);
  const workspace = await openWorkspace(terminal2);
  const remotes = terminalRemotes(terminal2, REMOTE_PROTOCOLS);
  const progress = showProgress(terminal2);
  const options = {
    ...buildOptions(invocation, terminal2),
    remotes,
    ...concurrency === void 0 ? {} : { concurrency }
  };
  try {
    const patterns = targetPatterns(invocation, workspace);
    const targets3 = patterns?.length === 0 ? [] : await selectTargets({ head: workspace.tree }, patterns ?? []);
    const renderings = await renderTargets(workspace.tree, targets3, {
      ...options,
      onProgress: (done, total, target) => progress.update(done, total, target)
    });
    progress.finish();
    return await finish3(renderings, (0, import_node_path29.resolve)(terminal2.cwd, output), terminal2);
  } finally {
    progress.finish();
    workspace.repository?.close();
    options.helm?.helm.close();
    await remotes.close();
    await options.functions?.close();
  }
}
async function finish3(renderings, output, terminal2) {
  const rendered = renderings.filter((rendering) => rendering.status === "rendered");
  const failed = renderings.filter((rendering) => rendering.status !== "rendered").map(asFailed);
  const written = new Map(writeManifests(rendered, output).map((file) => [file.target, file]));
  const outcomes = failed.map((rendering) => ({ rendering }));
  for (const rendering of rendered) {
    const file = written.get(rendering.target);
    if (file !== void 0) outcomes.push({ rendering, written: { file: file.file, sha256: file.sha256 } });
  }
  writeFileAtomically((0, import_node_path29.join)(output, "report.json"), `${JSON.stringify(renderReport(outcomes), null, 2)}
`);
  await printDiagnostics(terminal2, distinct2([...rendered, ...failed].flatMap(({ diagnostics }) => diagnostics)));
  if (failed.length === 0) return 0;
  const names2 = failed.map(({ target }) => pathLine(target)).join(", ");
  await terminal2.stderr.write(`${rendered.length} of ${renderings.length} targets were rendered; failed: ${names2}
`);
  return 1;
}
function asFailed(rendering) {
  if (rendering.status === "failed") return rendering;
  const { target } = rendering;
  const message = `${target} went away while it was about to be rendered`;
  return { status: "failed", target, diagnostics: [{ code: "target-gone", severity: "error", message }] };
}
var import_node_path29;
var init_render2 = __esm({
  "src/cli/render.ts"() {
    "use strict";
    import_node_path29 = __toESM(require_node_path(), 1);
    init_render();
    init_report2();
    init_sources();
    init_targets();
    init_build_options();
    init_command();
    init_progress();
    init_terminal();
    init_workspace();
  }
});

// src/cli/diff-sides.ts
async function chooseSides(repository, base, head) {
  const [headSide, headSha] = head === void 0 ? await workingTree(repository) : await given(repository, head);
  if (base !== void 0) return { base: (await given(repository, base))[0], head: headSide };
  const branch = await defaultBranch(repository);
  if (headSha === void 0) {
    throw failure("no-merge-base", "the repository has no commit to compare with", { hint: "Commit something first." });
  }
  const sha = await repository.ensureMergeBase(headSha, branch.sha);
  const side2 = { sha, label: branch.label, reason: "merge base" };
  return { base: { side: side2, tree: await gitTree(repository, sha, branch.label) }, head: headSide };
}
async function given(repository, revision) {
  const { sha, label: label2 } = await repository.ensureCommit(revision);
  return [{ side: { sha, label: label2, reason: "given" }, tree: await gitTree(repository, sha, label2) }, sha];
}
async function workingTree(repository) {
  const tree = workTree(repository);
  const [sha, clean2] = await Promise.all([repository.headSha(), repository.isClean()]);
  const side2 = { sha: clean2 ? sha ?? null : null, label: tree.label, reason: "working tree" };
  return [{ side: side2, tree }, sha];
}
async function defaultBranch(repository) {
  const named3 = await repository.defaultBranch();
  for (const name of named3 === void 0 ? USUAL_DEFAULT_BRANCHES : [named3]) {
    try {
      const { sha } = await repository.resolve(name);
      return { sha, label: name };
    } catch (error) {
      if (named3 !== void 0) throw error;
    }
  }
  throw failure("no-default-branch", "cannot tell which branch is the default one", {
    hint: "Name what to compare with: --base REVISION."
  });
}
var USUAL_DEFAULT_BRANCHES;
var init_diff_sides = __esm({
  "src/cli/diff-sides.ts"() {
    "use strict";
    init_diagnostics();
    init_sources();
    USUAL_DEFAULT_BRANCHES = ["main", "master"];
  }
});

// src/cli/diff.ts
var diff_exports = {};
__export(diff_exports, {
  diff: () => diff
});
async function diff(invocation, terminal2) {
  const concurrency = positiveInteger(invocation, "concurrency");
  await warnAboutOptions(invocation, terminal2);
  const repository = await openTerminalRepository(terminal2);
  const remotes = terminalRemotes(terminal2, REMOTE_PROTOCOLS);
  const progress = showProgress(terminal2);
  const options = {
    ...buildOptions(invocation, terminal2),
    remotes,
    ...concurrency === void 0 ? {} : { concurrency }
  };
  try {
    const { base, head } = await chooseSides(repository, invocation.value("base"), invocation.value("head"));
    const patterns = targetPatterns(invocation, placeOf4(repository, terminal2));
    const trees2 = { base: base.tree, head: head.tree };
    const targets3 = patterns?.length === 0 ? [] : await selectTargets(trees2, patterns ?? []);
    const total = 2 * targets3.length;
    const before = await renderTargets(base.tree, targets3, {
      ...options,
      // The demand is on the head: what is wrong with the base already can still be compared with.
      strict: false,
      onProgress: (done, _, target) => progress.update(done, total, target)
    });
    const after = await renderTargets(head.tree, targets3, {
      ...options,
      onProgress: (done, _, target) => progress.update(targets3.length + done, total, target)
    });
    progress.finish();
    const renderings = targets3.map((_, index) => ({ base: at2(before, index), head: at2(after, index) }));
    const report = review({ base: base.side, head: head.side, renderings });
    await print2(report, invocation, terminal2);
    return await conclude2(report, invocation, terminal2);
  } finally {
    progress.finish();
    repository.close();
    options.helm?.helm.close();
    await remotes.close();
    await options.functions?.close();
  }
}
function at2(items, index) {
  return items[index];
}
async function print2(report, invocation, terminal2) {
  const output = invocation.value("output");
  const colour = output === void 0 && wantsColour(terminal2);
  const text6 = await format2(report, invocation.value("format") ?? "patch", colour);
  if (output === void 0) await terminal2.stdout.write(text6);
  else writeFileAtomically((0, import_node_path30.resolve)(terminal2.cwd, output), text6);
}
async function format2(report, name, colour) {
  switch (name) {
    case "markdown": {
      const { markdownReport: markdownReport2 } = await Promise.resolve().then(() => (init_markdown(), markdown_exports));
      return markdownReport2(report, { maxBytes: Number.MAX_SAFE_INTEGER }).text;
    }
    case "html":
      return (await Promise.resolve().then(() => (init_html(), html_exports))).htmlReport(report);
    case "json":
      return (await Promise.resolve().then(() => (init_json(), json_exports))).jsonReport(report);
    default: {
      const { patchReport: patchReport2, terminalPatch: terminalPatch2 } = await Promise.resolve().then(() => (init_patch(), patch_exports));
      return terminalPatch2(patchReport2(report), colour);
    }
  }
}
async function conclude2({ targets: targets3 }, invocation, terminal2) {
  const failed = targets3.filter(({ status }) => status === "failed");
  if (failed.length > 0) {
    await printDiagnostics(terminal2, distinct2(failed.flatMap(({ diagnostics }) => diagnostics)));
    await terminal2.stderr.write(`not compared: ${failed.map(({ path }) => pathLine(path)).join(", ")}
`);
    return FAILURE;
  }
  const different = targets3.some(({ status }) => status !== "unchanged");
  return different && invocation.has("exit-code") ? DIFFERENT : OK;
}
var import_node_path30, OK, FAILURE, DIFFERENT;
var init_diff = __esm({
  "src/cli/diff.ts"() {
    "use strict";
    import_node_path30 = __toESM(require_node_path(), 1);
    init_render();
    init_review();
    init_sources();
    init_targets();
    init_build_options();
    init_diff_sides();
    init_progress();
    init_terminal();
    init_workspace();
    OK = 0;
    FAILURE = 1;
    DIFFERENT = 3;
  }
});

// src/cli/targets.ts
var targets_exports = {};
__export(targets_exports, {
  targets: () => targets
});
async function targets(invocation, terminal2) {
  const workspace = await openWorkspace(terminal2);
  try {
    const patterns = targetPatterns(invocation, workspace);
    const chosen = patterns?.length === 0 ? [] : await explainTargets({ head: workspace.tree }, patterns ?? []);
    const text6 = invocation.value("format") === "json" ? `${JSON.stringify({ version: 1, targets: chosen }, null, 2)}
` : chosen.map(({ path, reason }) => `${pathLine(path)}	${reason}
`).join("");
    await terminal2.stdout.write(text6);
    return 0;
  } finally {
    workspace.repository?.close();
  }
}
var init_targets2 = __esm({
  "src/cli/targets.ts"() {
    "use strict";
    init_targets();
    init_terminal();
    init_workspace();
  }
});

// src/explain/path.ts
function formatPath2(segments) {
  return segments.map((segment) => /^\[.*\]$/s.test(segment) || !/[.[\]]/.test(segment) ? segment : `[${segment}]`).join(".");
}
var init_path = __esm({
  "src/explain/path.ts"() {
    "use strict";
  }
});

// src/explain/field.ts
function isUnchanged(field3, node) {
  if (field3.kind !== node.kind) return false;
  if (node.kind === "scalar") {
    if (!isSameScalar(field3, node)) return false;
  } else if (node.kind === "seq") {
    if (field3.items.length !== node.items.length) return false;
    for (let index = 0; index < node.items.length; index++) {
      if (!isUnchanged(field3.items[index], node.items[index])) return false;
    }
  } else {
    for (const { key, value } of node.entries) {
      const child = field3.fields.get(keyText6(key));
      if (child === void 0 || !isUnchanged(child, value)) return false;
    }
    if (field3.fields.size !== node.entries.length && field3.present.length !== node.entries.length) return false;
  }
  adoptPlace(field3, node);
  return true;
}
function isSameScalar(field3, node) {
  const { scalar: scalar2 } = field3;
  if (scalar2?.value === node.value && scalar2.tag === node.tag && scalar2.style === node.style) return true;
  return Object.is(field3.value, scalarValue4(node));
}
function adoptPlace(field3, { source, offset }) {
  field3.source = source;
  field3.offset = offset;
}
function scalarValue4(node) {
  try {
    return toValue(node);
  } catch {
    return node.value;
  }
}
function keyText6(key) {
  return key.kind === "scalar" ? key.value : "";
}
function textOf8(value) {
  return typeof value === "object" || value === void 0 ? "" : String(value);
}
var Field;
var init_field = __esm({
  "src/explain/field.ts"() {
    "use strict";
    init_yaml();
    Field = class _Field {
      parent;
      /** How a path names it: a key, an index, or `[key=value]`. */
      segment;
      kind = "none";
      /** Of a scalar. */
      scalar;
      value = null;
      /** Where its present value was read. */
      source;
      offset = 0;
      /** What has happened to it while it was a scalar or an empty collection; oldest first. */
      changes = [];
      /** Of a map, with those that are gone. */
      fields = /* @__PURE__ */ new Map();
      /** Of a list. */
      items = [];
      gone = [];
      constructor(parent, segment) {
        this.parent = parent;
        this.segment = segment;
      }
      /** From the object down; the object itself has none. */
      get segments() {
        return this.parent === void 0 ? [] : [...this.parent.segments, this.segment];
      }
      /** Those that are there. */
      get present() {
        return this.kind === "seq" ? this.items : [...this.fields.values()].filter(({ kind }) => kind !== "none");
      }
      get isLeaf() {
        return this.kind === "scalar" || this.kind !== "none" && this.present.length === 0;
      }
      /** The field itself and all below it, gone ones too. */
      *all() {
        yield this;
        for (const child of [...this.fields.values(), ...this.items, ...this.gone]) yield* child.all();
      }
      /** What it holds; undefined where it is gone. */
      toValue() {
        if (this.kind === "scalar") return this.value;
        if (this.kind === "seq") return this.items.map((item) => item.toValue() ?? null);
        if (this.kind === "none") return void 0;
        const object2 = /* @__PURE__ */ Object.create(null);
        for (const child of this.present) object2[child.segment] = child.toValue() ?? null;
        return object2;
      }
      /** A deep copy, to have a future of its own. */
      fork(parent) {
        const copy2 = new _Field(parent, this.segment);
        const { kind, scalar: scalar2, value, source, offset } = this;
        Object.assign(copy2, { kind, scalar: scalar2, value, source, offset });
        copy2.changes.push(...this.changes);
        for (const [key, field3] of this.fields) copy2.fields.set(key, field3.fork(copy2));
        copy2.items = this.items.map((item) => item.fork(copy2));
        copy2.gone.push(...this.gone.map((item) => item.fork(copy2)));
        return copy2;
      }
    };
  }
});

// src/explain/selection.ts
function selectObject(tracer, query, mask2) {
  const isMeant = (history) => matches2(history, query, mask2);
  const isNamed = ({ name, kind }) => isSameWord(kind, query.kind) && mask2(name) === mask2(query.name);
  const meant2 = tracer.output.filter(isMeant);
  const candidates = [meant2.filter(isNamed), meant2, tracer.missing.filter(isMeant)];
  const [first, ...others] = candidates.find((list3) => list3.length > 0) ?? [];
  if (first === void 0) throw objectNotFound(tracer, query);
  if (others.length > 0) throw ambiguous2([first, ...others], query);
  return first;
}
function matches2(history, { kind, group, name, namespace }, mask2) {
  const groups = history.texts("apiVersion").map((text6) => parseApiVersion(text6).group);
  const namespaces = history.texts("metadata", "namespace");
  return history.texts("metadata", "name").some((one) => mask2(one) === mask2(name)) && history.texts("kind").some((one) => isSameWord(one, kind)) && (group === "" || groups.some((one) => isSameWord(one, group))) && (namespace === "" || namespaces.includes(namespace) || namespace === "default" && namespaces.length === 0);
}
function isSameWord(one, other) {
  return one.toLowerCase() === other.toLowerCase();
}
function shown({ kind, group, name, namespace }) {
  const where = namespace === "" ? "" : ` in namespace ${namespace}`;
  return `${kind}${group === "" ? "" : `.${group}`}/${name}${where}`;
}
function ambiguous2(found, query) {
  const names2 = found.slice(0, MOST_LISTED).map(describeFully);
  const more = found.length > MOST_LISTED ? `, and ${found.length - MOST_LISTED} more` : "";
  return failure(
    "ambiguous-object",
    `${shown(query)} is or was the name of ${found.length} objects: ${names2.join(", ")}${more}`,
    { hint: "Say which: by the name it has in the output, with --namespace, or as KIND.GROUP/NAME." }
  );
}
function describeFully({ kind, group, name, namespace }) {
  return `${kind}${group === "" ? "" : `.${group}`}/${name}${namespace === "" ? "" : ` in ${namespace}`}`;
}
function objectNotFound({ output }, query) {
  const sameKind = output.filter(({ kind }) => isSameWord(kind, query.kind));
  const sameName = output.filter((history) => history.texts("metadata", "name").includes(query.name));
  const guess = sameName[0] ?? closest(sameKind, query.name) ?? closest(output, query.name);
  const list3 = "`krm-render explain DIR` lists the objects.";
  return failure("object-not-found", `there is no ${shown(query)}`, {
    hint: guess === void 0 ? `Correct the name; ${list3}` : `Did you mean ${describeFully(guess)}? ${list3}`
  });
}
function closest(histories, name) {
  const guess = nearest(
    name,
    histories.map((history) => history.name)
  );
  return histories.find((history) => history.name === guess);
}
function selectField(history, path, mask2) {
  let field3 = history.root;
  for (const segment of parsePath(path)) {
    const next = childAt(field3, segment, mask2);
    if (next === void 0) throw fieldNotFound2(history, field3, segment, path);
    field3 = next;
  }
  return field3;
}
function parsePath(path) {
  if (path.startsWith("/")) {
    const tokens = path.slice(1).split("/");
    return tokens.map((token2) => token2.replaceAll("~1", "/").replaceAll("~0", "~"));
  }
  return splitFieldPath(path.replace(/([^.\\[])\[/g, "$1.["));
}
function childAt(field3, segment, mask2) {
  const inner = /^\[(.*)\]$/s.exec(segment)?.[1] ?? segment;
  const child = field3.fields.get(segment) ?? field3.fields.get(inner);
  if (child !== void 0) return child;
  const elements = [...field3.items, ...field3.gone];
  if (/^\d+$/.test(inner)) return elements[Number(inner)];
  if (segment === "-") return field3.items.at(-1);
  const [, key, value] = inner === segment ? [] : /^([^=]*)=(.*)$/s.exec(inner) ?? [];
  const named3 = elements.find(
    (item) => mask2(item.segment) === mask2(segment) || mask2(item.segment).endsWith(mask2(`=${inner}]`))
  );
  if (named3 !== void 0 || key === void 0) return named3;
  const texts2 = elements.map((item) => textsOf(key === "" ? item : item.fields.get(key)));
  const index = texts2.findIndex((all) => all.at(-1) === value);
  return elements[index < 0 ? texts2.findIndex((all) => all.includes(value)) : index];
}
function textsOf(field3) {
  const changes = field3?.changes ?? [];
  return changes.flatMap(({ after }) => after === void 0 ? [] : [textOf8(after)]);
}
function fieldNotFound2(history, parent, segment, path) {
  const names2 = [...parent.fields.keys(), ...parent.items.map((item) => item.segment)];
  const guess = nearest(segment, names2);
  const where = parent.parent === void 0 ? "the object" : formatPath2(parent.segments);
  const list3 = names2.slice(0, MOST_LISTED).join(", ");
  const fields3 = names2.length === 0 ? `${where} holds no fields` : `${where} has ${list3}`;
  const more = names2.length > MOST_LISTED ? `, and ${names2.length - MOST_LISTED} more` : "";
  return failure("field-not-found", `${history.description} has no ${path}, and never had`, {
    object: history.description,
    hint: guess === void 0 ? `${fields3}${more}.` : `Did you mean ${formatPath2([...parent.segments, guess])}?`
  });
}
var MOST_LISTED;
var init_selection3 = __esm({
  "src/explain/selection.ts"() {
    "use strict";
    init_diagnostics();
    init_spelling();
    init_field_path();
    init_resource_id();
    init_field();
    init_path();
    MOST_LISTED = 10;
  }
});

// src/explain/withholding.ts
function shownValues({ field: field3, before, after }) {
  const chain = chainOf(field3);
  const redacted = redact(wrapped(chain, before), wrapped(chain, after));
  if (!redacted.withheld) return { before, after, withheld: false };
  const shown3 = { before: unwrapped2(chain, redacted.before), after: unwrapped2(chain, redacted.after) };
  return { ...shown3, withheld: true };
}
function chainOf(field3) {
  return field3.parent === void 0 ? [field3] : [field3, ...chainOf(field3.parent)];
}
function wrapped(chain, value) {
  if (value === void 0) return void 0;
  let whole = value;
  for (const field3 of chain) whole = holding(field3, whole);
  return whole;
}
function holding(field3, value) {
  const { parent, segment } = field3;
  if (parent === void 0) return value;
  if (isElement(field3)) return [value];
  const object2 = /* @__PURE__ */ Object.create(null);
  const kinds = parent.fields.get("kind")?.changes.map(({ after }) => after) ?? [];
  const kind = kinds.includes("Secret") ? "Secret" : kinds.at(-1);
  if (kind !== void 0) object2["kind"] = kind;
  if (["metadata", "data", "stringData"].some((key) => parent.fields.has(key)))
    object2["metadata"] = /* @__PURE__ */ Object.create(null);
  object2[segment] = segment === "kind" && kind === "Secret" ? kind : value;
  return object2;
}
function unwrapped2(chain, whole) {
  if (whole === void 0) return void 0;
  let value = whole;
  for (const field3 of chain.toReversed()) {
    if (field3.parent === void 0) continue;
    const key = isElement(field3) ? "0" : field3.segment;
    const found = ownValue2(value, key) ?? (key === "stringData" ? ownValue2(value, "data") : void 0);
    if (found === void 0) return WITHHELD;
    value = found;
  }
  return value;
}
function isElement(field3) {
  return field3.parent?.fields.get(field3.segment) !== field3;
}
function ownValue2(value, key) {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return void 0;
  return value[key];
}
var WITHHELD;
var init_withholding = __esm({
  "src/explain/withholding.ts"() {
    "use strict";
    init_review();
    WITHHELD = "<redacted>";
  }
});

// src/explain/explanation.ts
function changesOf(field3) {
  const changes = [...field3.all()].flatMap((one) => one.changes);
  return changes.sort((a, b) => b.step.number - a.step.number);
}
var BOOKKEEPING, Explainer;
var init_explanation = __esm({
  "src/explain/explanation.ts"() {
    "use strict";
    init_diagnostics();
    init_review();
    init_path();
    init_selection3();
    init_withholding();
    BOOKKEEPING = "internal.config.kubernetes.io/";
    Explainer = class {
      #tracer;
      #places;
      #mask;
      constructor(tracer, places, resources) {
        this.#tracer = tracer;
        this.#places = places;
        this.#mask = hashMasks(resources, resources).head;
      }
      /** The objects of the output. */
      list() {
        return { version: 1, objects: this.#tracer.output.map((history) => this.#object(history)) };
      }
      /**
       * All that happened to an object.
       * @param path leaves only what happened to one field of it, see {@link selectField}
       * @throws KrmError `object-not-found`, `ambiguous-object`, `field-not-found`
       */
      explain(query, path) {
        try {
          return this.#explain(query, path);
        } catch (thrown) {
          throw thrown instanceof KrmError ? new KrmError(this.masked(thrown.diagnostics), { cause: thrown }) : thrown;
        }
      }
      /** The same without the hashes of Secrets. */
      masked(diagnostics) {
        const text6 = (value) => value && this.#mask(value);
        return diagnostics.map((one) => ({
          ...one,
          message: this.#mask(one.message),
          object: text6(one.object),
          hint: text6(one.hint)
        }));
      }
      #explain(query, path) {
        const history = selectObject(this.#tracer, query, this.#mask);
        const object2 = this.#object(history);
        const status = this.#status(history);
        const field3 = path === void 0 || path === "" ? void 0 : selectField(history, path, this.#mask);
        if (field3 === void 0 || field3 === history.root) {
          const changes2 = history.changes.filter(({ segments }) => !segments.at(-1)?.startsWith(BOOKKEEPING));
          return { version: 1, object: object2, status, changes: changes2.map((change3) => this.#change(change3, history)) };
        }
        const changes = changesOf(field3).map((change3) => this.#change(change3, history));
        const value = this.#shownValue(field3);
        const name = this.#mask(formatPath2(field3.segments));
        return { version: 1, object: object2, status, field: name, ...value !== void 0 && { value }, changes };
      }
      #status(history) {
        if (this.#tracer.output.includes(history)) return "in-output";
        return history.root.kind === "none" ? "deleted" : "build-only";
      }
      #object(history) {
        const { kind, namespace } = history;
        const [first] = history.changes;
        const place = first && this.#places.of(first, history);
        return { apiVersion: history.text("apiVersion"), kind, namespace, name: this.#mask(history.name), ...place };
      }
      #shownValue(field3) {
        const after = field3.toValue();
        return this.#plain(shownValues({ field: field3, before: void 0, after }).after);
      }
      #change(change3, history) {
        const { step: step2, segments } = change3;
        const follows = history.follows.get(change3) ?? [];
        const { before, after, withheld } = shownValues(change3);
        const isWhole = segments.length === 0;
        const op = change3.before === void 0 ? "added" : change3.after === void 0 ? "removed" : "changed";
        const place = this.#places.of(change3, history);
        const entry2 = this.#places.entry(change3, history);
        const isElsewhere = entry2 !== void 0 && (entry2.file !== place?.file || entry2.line !== place.line);
        const shown3 = { before: this.#plain(before), after: this.#plain(after) };
        return {
          step: step2.name,
          ...step2.config !== void 0 && { plugin: `${step2.config.id.kind} ${step2.config.id.name}` },
          path: this.#mask(formatPath2(segments)),
          op,
          ...!isWhole && shown3.before !== void 0 && { before: shown3.before },
          ...!isWhole && shown3.after !== void 0 && { after: shown3.after },
          ...withheld && !isWhole && { redacted: true },
          ...place,
          ...isElsewhere && { entry: entry2 },
          ...follows.length > 0 && { follows: follows.map(({ kind, name }) => this.#mask(`${kind}/${name}`)) }
        };
      }
      /** As JSON can tell it, and without the hashes of Secrets. */
      #plain(value) {
        if (typeof value === "string") return this.#mask(value);
        if (typeof value === "bigint") return String(value);
        if (Array.isArray(value)) return value.map((item) => this.#plain(item));
        if (typeof value !== "object" || value === null) return value;
        const copy2 = /* @__PURE__ */ Object.create(null);
        for (const key of Object.keys(value)) copy2[this.#mask(key)] = this.#plain(value[key]);
        return copy2;
      }
    };
  }
});

// src/explain/list-elements.ts
function matchItems(items, nodes) {
  const [before, after] = [items.map(shallowField), nodes.map(shallowNode)];
  const key = mergeKeyOf(before, after);
  if (key === void 0) return matchPositions(items, nodes);
  const byKey = new Map(items.map((item, index) => [keyOf6(before[index], key), item]));
  const matched = nodes.map((_, index) => byKey.get(keyOf6(after[index], key)));
  const taken = new Set(matched);
  return matched.map((item, index) => item ?? (taken.has(items[index]) ? void 0 : items[index]));
}
function matchPositions(items, nodes) {
  const shorter = Math.min(items.length, nodes.length);
  let start2 = 0;
  while (start2 < shorter && isUnchanged(items[start2], nodes[start2])) start2++;
  let end = 0;
  while (end < shorter - start2 && isUnchanged(items.at(-1 - end), nodes.at(-1 - end))) end++;
  return nodes.map((_, index) => {
    if (index >= nodes.length - end) return items[items.length - nodes.length + index];
    return index < items.length - end ? items[index] : void 0;
  });
}
function shallowField(item) {
  if (item.kind !== "map") return null;
  const object2 = /* @__PURE__ */ Object.create(null);
  for (const child of item.present) if (child.kind === "scalar") object2[child.segment] = child.value;
  return object2;
}
function shallowNode(node) {
  if (node.kind !== "map") return null;
  const object2 = /* @__PURE__ */ Object.create(null);
  for (const { key, value } of node.entries) {
    if (value.kind === "scalar") object2[keyText6(key)] ??= scalarValue4(value);
  }
  return object2;
}
function itemSegments(nodes) {
  const values = nodes.map(shallowNode);
  const key = mergeKeyOf(values, []);
  const texts2 = values.map((value) => key === void 0 ? "" : textOf8(value[key]));
  const counts = /* @__PURE__ */ new Map();
  for (const text6 of texts2) counts.set(text6, (counts.get(text6) ?? 0) + 1);
  return texts2.map((text6, index) => {
    const isUsable = key !== void 0 && counts.get(text6) === 1 && text6 !== "" && !/[\]\n]/.test(text6);
    return isUsable ? `[${key}=${text6}]` : String(index);
  });
}
var init_list_elements = __esm({
  "src/explain/list-elements.ts"() {
    "use strict";
    init_review();
    init_field();
  }
});

// src/explain/update.ts
function update(field3, node, step2) {
  const changes = [];
  const walk2 = new Update(step2, changes);
  walk2.visit(field3, node);
  return changes;
}
function remove2(field3, step2) {
  const changes = [];
  new Update(step2, changes).remove(field3);
  return changes[0];
}
function take(field3, node) {
  field3.scalar = { ...node };
  field3.value = scalarValue4(node);
  adoptPlace(field3, node);
}
function childOf2(field3, name) {
  let child = field3.fields.get(name);
  if (child === void 0) field3.fields.set(name, child = new Field(field3, name));
  return child;
}
function newElement(field3, segment) {
  const index = segment.startsWith("[") ? field3.gone.findIndex((item) => item.segment === segment) : -1;
  const [revived] = index < 0 ? [] : field3.gone.splice(index, 1);
  return revived ?? new Field(field3, segment);
}
var Update;
var init_update = __esm({
  "src/explain/update.ts"() {
    "use strict";
    init_field();
    init_list_elements();
    Update = class {
      #step;
      #changes;
      constructor(step2, changes) {
        this.#step = step2;
        this.#changes = changes;
      }
      visit(field3, node) {
        if (field3.kind !== node.kind) this.#replace(field3, node);
        else if (node.kind === "scalar") this.#visitScalar(field3, node);
        else {
          const wasEmpty = field3.isLeaf;
          if (node.kind === "seq") this.#visitItems(field3, node);
          else this.#visitFields(field3, node);
          if (field3.isLeaf && !wasEmpty) field3.changes.push(this.#change(field3, void 0, void 0));
          adoptPlace(field3, node);
        }
      }
      #visitFields(field3, { entries }) {
        const gone = new Map(field3.fields);
        const seen = /* @__PURE__ */ new Set();
        for (const { key, value } of entries) {
          const name = keyText6(key);
          if (seen.has(name)) continue;
          seen.add(name);
          gone.delete(name);
          this.visit(childOf2(field3, name), value);
        }
        for (const child of gone.values()) if (child.kind !== "none") this.remove(child);
      }
      #visitScalar(field3, node) {
        const same2 = isSameScalar(field3, node);
        const before = field3.value;
        const moved = node.source !== field3.source || node.offset !== field3.offset;
        take(field3, node);
        if (same2) return;
        const change3 = this.#change(field3, before, moved ? node : void 0);
        field3.changes.push(change3);
        this.#changes.push(change3);
      }
      #visitItems(field3, { items }) {
        const matched = matchItems(field3.items, items);
        const kept = new Set(matched);
        for (const item of field3.items) {
          if (kept.has(item)) continue;
          this.remove(item);
          field3.gone.push(item);
        }
        const segments = itemSegments(items);
        field3.items = items.map((_, index) => matched[index] ?? newElement(field3, segments[index]));
        for (const [index, item] of field3.items.entries()) {
          item.segment = segments[index];
          this.visit(item, items[index]);
        }
      }
      #replace(field3, node) {
        const before = field3.toValue();
        const wasLeaf = field3.isLeaf;
        this.#clear(field3);
        this.#fill(field3, node);
        const change3 = this.#change(field3, before, node);
        if (wasLeaf || field3.isLeaf) field3.changes.push(change3);
        this.#changes.push(change3);
      }
      remove(field3) {
        const before = field3.toValue();
        const wasLeaf = field3.isLeaf;
        this.#clear(field3);
        const change3 = this.#change(field3, before, void 0);
        if (wasLeaf) field3.changes.push(change3);
        this.#changes.push(change3);
      }
      /** Everything below goes, each leaf with a change of its own. */
      #clear(field3) {
        for (const child of field3.present) {
          const before = child.toValue();
          const wasLeaf = child.isLeaf;
          this.#clear(child);
          if (wasLeaf) child.changes.push(this.#change(child, before, void 0));
        }
        field3.gone.push(...field3.items);
        field3.items = [];
        field3.kind = "none";
        field3.scalar = void 0;
        adoptPlace(field3, { source: void 0, offset: 0 });
      }
      /** What comes as a whole, each leaf with a change of its own. */
      #fill(field3, node) {
        field3.kind = node.kind;
        adoptPlace(field3, node);
        if (node.kind === "scalar") take(field3, node);
        else if (node.kind === "map") {
          for (const { key, value } of node.entries) this.#fillChild(childOf2(field3, keyText6(key)), value);
        } else {
          const segments = itemSegments(node.items);
          field3.items = segments.map((segment) => newElement(field3, segment));
          for (const [index, item] of field3.items.entries()) this.#fillChild(item, node.items[index]);
        }
      }
      #fillChild(child, node) {
        if (child.kind !== "none") return;
        this.#fill(child, node);
        if (child.isLeaf) child.changes.push(this.#change(child, void 0, node));
      }
      #change(field3, before, node) {
        const { source, offset } = node ?? {};
        return {
          step: this.#step,
          field: field3,
          segments: field3.segments,
          before,
          after: field3.toValue(),
          at: source === void 0 ? void 0 : { source, offset }
        };
      }
    };
  }
});

// src/explain/history.ts
function historyOf(resource) {
  const { history } = resource;
  if (history instanceof History) {
    if (history.owner === resource) return history;
    resource.history = new History(resource, history.root.fork(), [...history.changes]);
  } else resource.history = new History(resource);
  return resource.history;
}
function follow4(changed, histories) {
  if (changed.every(([, changes]) => changes.length === 0)) return;
  const byName = /* @__PURE__ */ new Map();
  for (const history of histories) {
    const named3 = byName.get(history.name);
    if (named3 === void 0) byName.set(history.name, [history]);
    else named3.push(history);
  }
  for (const [referrer, changes] of changed) {
    for (const change3 of changes) {
      const named3 = byName.get(textOf8(change3.after)) ?? [];
      const before = textOf8(change3.before);
      const follows = named3.filter((history) => history.texts("metadata", "name").includes(before));
      if (follows.length > 0) referrer.follows.set(change3, follows);
    }
  }
}
var History, Tracer;
var init_history = __esm({
  "src/explain/history.ts"() {
    "use strict";
    init_resource_id();
    init_field();
    init_update();
    History = class {
      owner;
      root;
      /** Oldest first: of what came or went as a whole, the topmost field only. */
      changes;
      /** Of references that were rewritten: the objects whose name they have got, any of them where all are called the same. */
      follows = /* @__PURE__ */ new Map();
      constructor(owner2, root = new Field(void 0, ""), changes = []) {
        this.owner = owner2;
        this.root = root;
        this.changes = changes;
      }
      /** The field at keys of maps, though it may be gone. */
      at(...keys) {
        let field3 = this.root;
        for (const key of keys) field3 = field3?.fields.get(key);
        return field3;
      }
      /** The text that stands at a field, or stood there last. */
      text(...keys) {
        return this.texts(...keys).at(-1) ?? "";
      }
      /** All texts that ever stood at a field, oldest first. */
      texts(...keys) {
        const changes = this.at(...keys)?.changes ?? [];
        return changes.flatMap(({ after }) => after === void 0 ? [] : [textOf8(after)]);
      }
      get kind() {
        return this.text("kind");
      }
      get name() {
        return this.text("metadata", "name");
      }
      get namespace() {
        return this.text("metadata", "namespace");
      }
      get group() {
        return parseApiVersion(this.text("apiVersion")).group;
      }
      /** As people say it: `Deployment shop/web`. */
      get description() {
        return `${this.kind} ${this.namespace === "" ? "" : `${this.namespace}/`}${this.name}`;
      }
    };
    Tracer = class {
      #steps = 0;
      /** What was there when names were final; deleted objects. */
      #present = /* @__PURE__ */ new Set();
      #deleted = /* @__PURE__ */ new Map();
      #output = [];
      step(traced, resources) {
        const step2 = { ...traced, number: ++this.#steps };
        const looked = [...resources].map((resource) => [historyOf(resource), resource]);
        const changed = looked.map(([history, resource]) => [history, this.#look(history, resource, step2)]);
        const histories = looked.map(([history]) => history);
        if (traced.name === "nameReference") follow4(changed, histories);
        if (traced.name === "vars") for (const history of histories) this.#present.add(history);
        if (traced.name === "output") this.#output = histories;
      }
      #look(history, { node }, step2) {
        const { root, changes } = history;
        if (node === void 0 || node.entries.length === 0) {
          if (root.kind === "none") return [];
          changes.push(remove2(root, step2));
          this.#deleted.set(`${history.group}/${history.description}`, history);
          return [];
        }
        if (isUnchanged(root, node)) return [];
        const made = update(root, node, step2);
        changes.push(...made);
        return made;
      }
      /** The objects of the output, in order. */
      get output() {
        return this.#output;
      }
      /** Objects that were there and are not in the output: deleted, or for the build only. */
      get missing() {
        const output = new Set(this.#output);
        const dropped = [...this.#present].filter((history) => !output.has(history));
        return [.../* @__PURE__ */ new Set([...dropped, ...this.#deleted.values()])];
      }
    };
  }
});

// src/explain/read-files.ts
function attempt6(read2) {
  try {
    return read2();
  } catch {
    return void 0;
  }
}
var ReadFiles;
var init_read_files = __esm({
  "src/explain/read-files.ts"() {
    "use strict";
    init_yaml();
    ReadFiles = class {
      #bytes = /* @__PURE__ */ new Map();
      /** What is behind links. */
      #targets = /* @__PURE__ */ new Map();
      #lines = /* @__PURE__ */ new Map();
      #nodes = /* @__PURE__ */ new Map();
      /** The same tree, which remembers what is read from it. */
      watch(tree) {
        return {
          label: tree.label,
          lookup: async (path) => {
            const located2 = await tree.lookup(path);
            if (located2 !== void 0) this.#targets.set(tree.display(path), tree.display(located2.path));
            return located2;
          },
          list: (path) => tree.list(path),
          display: (path) => tree.display(path),
          read: async (path) => {
            const bytes = await tree.read(path);
            this.#bytes.set(tree.display(path), bytes);
            return bytes;
          }
        };
      }
      has(file) {
        return this.#get(file) !== void 0;
      }
      #get(file) {
        return this.#bytes.get(file) ?? this.#bytes.get(this.#targets.get(file) ?? "");
      }
      /** Empty for a file that was not read from the tree, or is no text. */
      text(file) {
        const bytes = this.#get(file);
        try {
          return bytes === void 0 ? "" : decodeText(bytes, file);
        } catch {
          return "";
        }
      }
      lines(file) {
        let lines = this.#lines.get(file);
        if (lines === void 0) this.#lines.set(file, lines = this.text(file).split(/\r?\n/));
        return lines;
      }
      /** The first document in the dialect of kustomizations, which is enough to find places. */
      node(file) {
        if (!this.#nodes.has(file))
          this.#nodes.set(
            file,
            attempt6(() => parseConfig(this.text(file), file))
          );
        return this.#nodes.get(file);
      }
    };
  }
});

// src/explain/patch-places.ts
function patchTexts(entry2, file, files) {
  if (entry2 === void 0) return [];
  if (entry2.kind === "scalar") {
    const path = import_node_path31.posix.join(import_node_path31.posix.dirname(file), entry2.value);
    return [files.has(path) ? { text: files.text(path), from: path } : { text: entry2.value, from: entry2 }];
  }
  if (entry2.kind === "seq") return entry2.items.flatMap((item) => patchTexts(item, file, files));
  const parts = ["path", "patch", "jsonOp", "paths", "patches"].map((name) => get2(entry2, name));
  return parts.flatMap((part) => patchTexts(part, file, files));
}
function findInPatch({ text: text6, from }, path, names2) {
  const file = typeof from === "string" ? from : "";
  const operations = attempt6(() => parseConfig(text6, file));
  if (operations?.kind === "seq") return spotOf(findOperation(operations.items, path));
  const objects = attempt6(() => parseObjects(text6, file)) ?? [];
  const meant2 = objects.find((object3) => {
    const [kind, name] = [scalarText(get2(object3, "kind")), scalarText(get2(get2(object3, "metadata"), "name"))];
    return names2.kinds.includes(kind) && names2.names.includes(name);
  });
  const object2 = meant2 ?? (objects.length === 1 ? objects[0] : void 0);
  return spotOf(object2 && deepest(object2, path));
}
function spotOf(node) {
  return node?.source && { source: node.source, offset: node.offset };
}
function deepest(node, [segment, ...rest]) {
  if (segment === void 0) return node;
  if (node.kind === "map") {
    const entry2 = node.entries.find(({ key: key2 }) => key2.kind === "scalar" && key2.value === segment);
    if (entry2 === void 0) return get2(node, "$patch") ?? node;
    return entry2.value.kind === "scalar" ? entry2.key : deepest(entry2.value, rest);
  }
  const [, key, value] = /^\[([^=]*)=(.*)\]$/s.exec(segment) ?? [];
  if (node.kind !== "seq" || key === void 0) return node;
  const item = node.items.find((one) => scalarText(get2(one, key)) === value);
  return item === void 0 ? node : deepest(item, rest);
}
function findOperation(operations, path) {
  let best;
  for (const operation of operations) {
    for (const name of ["path", "from"]) {
      const pointer = get2(operation, name);
      const tokens = pointer?.kind === "scalar" ? pointer.value.split("/").slice(1) : void 0;
      if (tokens === void 0 || !leadsTo(tokens, path)) continue;
      const length = tokens.length > path.length ? 0 : tokens.length;
      if (best === void 0 || length >= best.length) best = { operation, length };
    }
  }
  return best && (get2(best.operation, "value") ?? get2(best.operation, "path"));
}
function leadsTo(tokens, path) {
  return tokens.every((token2, index) => {
    const segment = path[index];
    if (segment === void 0 || /^(?:\d+|-)$/.test(token2)) return true;
    return token2.replaceAll("~1", "/").replaceAll("~0", "~") === segment;
  });
}
var import_node_path31;
var init_patch_places = __esm({
  "src/explain/patch-places.ts"() {
    "use strict";
    import_node_path31 = __toESM(require_node_path(), 1);
    init_objects();
    init_resource();
    init_yaml();
    init_node();
    init_read_files();
  }
});

// src/explain/places.ts
function isSame(one, other) {
  return formatLocation(one ?? {}) === formatLocation(other ?? {});
}
function lastImage({ step: step2, before }) {
  let image2 = textOf8(before);
  let last;
  for (const entry2 of step2.kustomization?.images ?? []) {
    if (!imageMatcher(entry2.name ?? "")?.(image2)) continue;
    const edited = editImage(image2, entry2);
    if (edited !== image2) last = entry2.location;
    image2 = edited;
  }
  return last;
}
function entryLocation({ kustomization, name, index = 0 }) {
  const field3 = kustomization?.[name];
  const entry2 = Array.isArray(field3) ? field3[index] : void 0;
  return entry2?.location;
}
function findScalar(node, text6, from) {
  if (node === void 0) return void 0;
  if (node.kind === "scalar") {
    const isMeant = node.value.trim() === text6.trim() && (locate(node)?.line ?? 0) >= (from.line ?? 0);
    return isMeant ? node : void 0;
  }
  const children = node.kind === "seq" ? node.items : node.entries.map(({ value }) => value);
  for (const child of children) {
    const found = findScalar(child, text6, from);
    if (found !== void 0) return found;
  }
  return void 0;
}
var import_node_path32, PATCHES, Places;
var init_places = __esm({
  "src/explain/places.ts"() {
    "use strict";
    import_node_path32 = __toESM(require_node_path(), 1);
    init_image_tag_transformer();
    init_diagnostics();
    init_node();
    init_field();
    init_patch_places();
    PATCHES = /* @__PURE__ */ new Set(["patches", "patchesStrategicMerge", "patchesJson6902", "transformers"]);
    Places = class {
      #files;
      constructor(files) {
        this.#files = files;
      }
      /** The line that holds the value, or else the entry; undefined for what no file asks for. */
      of(change3, history) {
        return this.#value(change3, history) ?? this.entry(change3, history);
      }
      /** What asked for the step. */
      entry(change3, history) {
        const { step: step2, before } = change3;
        const { kustomization, config, location, name, variables } = step2;
        if (config?.origin !== void 0) return config.origin;
        if (location !== void 0) return location;
        if (name === "hash") return this.#creation(history);
        if (name === "images") return lastImage(change3) ?? kustomization?.location;
        if (name === "vars") return variables?.get(/\$\(([^)]+)\)/.exec(textOf8(before))?.[1] ?? "")?.location;
        if (name === "nameReference") return this.#renaming(history.follows.get(change3) ?? [], step2);
        return kustomization && (locate(this.#entryNode(step2)) ?? entryLocation(step2) ?? kustomization.location);
      }
      #value(change3, history) {
        const { step: step2, at: at3, segments, after } = change3;
        if (at3 !== void 0) return this.#spot(at3);
        if (step2.sources !== void 0) return this.#dataSource(step2, segments);
        if (PATCHES.has(step2.name)) return this.#inPatch(change3, history);
        if (step2.name === "images") {
          const entry3 = this.#image(change3);
          const parts = ["newTag", "digest", "tagSuffix", "newName"].map((name) => get2(entry3, name));
          return locate(parts.find((part) => part !== void 0));
        }
        const entry2 = this.#entryNode(step2);
        if (step2.name === "replicas") return locate(get2(entry2, "count"));
        const pairs = step2.name === "labels" ? get2(entry2, "pairs") : step2.name.startsWith("common") ? entry2 : void 0;
        const keys = [segments.at(-1) ?? "", ...Object.keys(Object(after))];
        return locate(keys.map((key) => get2(pairs, key)).find((node) => node !== void 0));
      }
      #spot({ source, offset }) {
        const { within: within2, file, text: text6 } = source;
        if (within2 === void 0) return file === "" ? void 0 : locateOffset(source, offset);
        const holder = findScalar(this.#files.node(within2.file), text6, within2);
        return holder === void 0 ? within2 : this.#inHolder(holder, text6, locateOffset({ file, text: text6 }, offset));
      }
      /** A place in a text that stands in a file as a literal block; the block itself for texts that are written otherwise. */
      #inHolder(holder, text6, { line: line2 = 1, column = 1 }) {
        const start2 = locate(holder);
        if (start2?.line === void 0) return start2;
        const skipped = holder.value.slice(0, holder.value.indexOf(text6.trim())).split("\n").length;
        const before = text6.slice(0, text6.indexOf(text6.trim())).split("\n").length;
        const at3 = start2.line + skipped - before + line2;
        const [written = "", expected = ""] = [this.#files.lines(start2.file)[at3 - 1], text6.split("\n")[line2 - 1]];
        if (expected === "" || !written.endsWith(expected)) return start2;
        return { file: start2.file, line: at3, column: written.length - expected.length + column };
      }
      /** The entry of a kustomization as it was written; all entries where its index does not tell. */
      #entryNode({ kustomization, name, index }) {
        if (kustomization === void 0) return void 0;
        const node = this.#files.node(kustomization.location.file);
        const wanted = name.toLowerCase();
        const entries = node?.kind === "map" ? node.entries : [];
        const field3 = entries.find(({ key }) => key.kind === "scalar" && key.value.toLowerCase() === wanted)?.value;
        if (field3?.kind !== "seq" || index === void 0) return field3;
        return name === "images" || name === "patchesStrategicMerge" ? field3 : field3.items[index];
      }
      /** The literal, the file, or the line of the env file that a key comes from. */
      #dataSource({ sources, kustomization }, [field3, key]) {
        const found = field3 === "data" || field3 === "binaryData" ? sources?.get(key ?? "") : void 0;
        if (found === void 0 || kustomization === void 0) return void 0;
        const { list: list3, text: text6, location } = found;
        if (list3 === "literals") return location;
        const path = list3 === "files" ? text6.slice(text6.indexOf("=") + 1) : text6;
        const file = import_node_path32.posix.join(import_node_path32.posix.dirname(kustomization.location.file), path);
        if (!this.#files.has(file)) return location;
        if (list3 === "files") return { file, line: 1, column: 1 };
        const line2 = this.#files.lines(file).findIndex((one) => one.trimStart().split("=", 1)[0] === key);
        return line2 < 0 ? { file } : { file, line: line2 + 1, column: 1 };
      }
      #inPatch({ step: step2, segments }, history) {
        const file = step2.kustomization?.location.file ?? "";
        const entry2 = step2.config?.node ?? this.#entryNode(step2);
        const names2 = { kinds: history.texts("kind"), names: history.texts("metadata", "name") };
        for (const patch of patchTexts(entry2, file, this.#files)) {
          const spot = findInPatch(patch, segments, names2);
          if (spot === void 0) continue;
          if (typeof patch.from === "string") return locateOffset(spot.source, spot.offset);
          return this.#inHolder(patch.from, patch.text, locateOffset(spot.source, spot.offset));
        }
        return void 0;
      }
      /** The entry of `images` that has the last word on an image, as it was written. */
      #image(change3) {
        const location = lastImage(change3);
        const entries = this.#entryNode(change3.step);
        const items = entries?.kind === "seq" ? entries.items : [];
        return items.find((item) => location !== void 0 && isSame(locate(item), location));
      }
      #creation(history) {
        const [first] = history.changes;
        return first && this.of(first, history);
      }
      /** What renamed the objects that a reference names, where that is one entry. */
      #renaming(follows, { number: number2 }) {
        const places = follows.map((history) => {
          const renaming = history.at("metadata", "name")?.changes.findLast(({ step: step2 }) => step2.number < number2);
          return renaming && this.entry(renaming, history);
        });
        const [first, ...others] = places;
        return others.every((other) => isSame(first, other)) ? first : void 0;
      }
    };
  }
});

// src/explain/text.ts
function listText({ objects }) {
  return table2(objects.map((object2) => [shownName(object2), object2.namespace || "-", formatLocation(object2)]));
}
function shownName({ apiVersion, kind, name }) {
  const [group] = apiVersion.includes("/") ? apiVersion.split("/") : [""];
  return `${kind}${group === "" ? "" : `.${group}`}/${name}`;
}
function explanationText({ object: object2, status, field: field3, value, changes }) {
  const { kind, namespace, name } = object2;
  const described = `${kind} ${namespace === "" ? "" : `${namespace}/`}${name}${MISSING[status]}`;
  const head = field3 === void 0 ? described : `${field3} of ${described}: ${value === void 0 ? "not there" : shown2(value)}`;
  return `${line(head)}
${table2(changes.map((change3) => cells(change3, field3)))}`;
}
function cells(change3, field3) {
  const { step: step2, plugin, path, entry: entry2, follows } = change3;
  const place = formatLocation(change3) || "-";
  const isField = path === field3;
  const what = [path === "" ? wholeObject(change3) : `${isField ? "" : `${path}: `}${transition(change3)}`];
  if (follows !== void 0) what.push(`(follows ${follows.join(", ")})`);
  if (entry2 !== void 0) what.push(`(by ${formatLocation(entry2)})`);
  return [place, plugin === void 0 ? step2 : `${step2} (${plugin})`, what.join(" ")];
}
function wholeObject({ op }) {
  return op === "removed" ? "deletes the object" : "the object";
}
function transition({ op, before, after }) {
  if (op === "added" || before === void 0) return after === void 0 ? "" : shown2(after);
  return `${shown2(before)} \u2192 ${op === "removed" || after === void 0 ? "(removed)" : shown2(after)}`;
}
function shown2(value) {
  if (typeof value === "string") {
    const isPlain = /^\S(?:[^\n\r\t]*\S)?$/.test(value) && !/^["'{[(]/.test(value) && resolveTag(value) === "!!str";
    return cut2(isPlain ? value : JSON.stringify(value));
  }
  return cut2(JSON.stringify(value));
}
function cut2(text6) {
  if (text6.length <= MAX_VALUE_LENGTH2) return text6;
  return `${text6.slice(0, MAX_VALUE_LENGTH2).replace(/[\ud800-\udbff]$/, "")}\u2026`;
}
function table2(rows) {
  const lines = rows.map((row) => row.map(line));
  const width = (column) => Math.max(0, ...lines.map((row) => row[column].length));
  const [first, second] = [width(0), width(1)];
  return lines.map(([a = "", b = "", c = ""]) => `  ${a.padEnd(first)}  ${b.padEnd(second)}  ${c}`.trimEnd()).map((text6) => `${text6}
`).join("");
}
function line(text6) {
  return visible(text6).replaceAll("\n", "\\u000a").replaceAll("	", "\\u0009");
}
var MAX_VALUE_LENGTH2, MISSING;
var init_text2 = __esm({
  "src/explain/text.ts"() {
    "use strict";
    init_diagnostics();
    init_yaml();
    MAX_VALUE_LENGTH2 = 100;
    MISSING = {
      "in-output": "",
      deleted: " (deleted: it is not in the output)",
      "build-only": " (annotated config.kubernetes.io/local-config: it is not in the output)"
    };
  }
});

// src/explain/index.ts
async function explainBuild(tree, directory, options) {
  const [tracer, files] = [new Tracer(), new ReadFiles()];
  const builder = createBuilder(files.watch(tree), { ...options, trace: tracer });
  const { resources, diagnostics } = await builder.build(directory);
  const explainer = new Explainer(tracer, new Places(files), resources);
  return { explainer, diagnostics: explainer.masked(diagnostics) };
}
var init_explain = __esm({
  "src/explain/index.ts"() {
    "use strict";
    init_build();
    init_explanation();
    init_history();
    init_places();
    init_read_files();
    init_text2();
  }
});

// src/cli/explain.ts
var explain_exports = {};
__export(explain_exports, {
  explain: () => explain2
});
async function explain2(invocation, terminal2) {
  const [argument, object2, path] = invocation.arguments;
  if (argument === void 0) throw new UsageError("explain needs a directory: explain DIR [KIND/NAME] [FIELD]");
  const query = object2 === void 0 ? void 0 : parseObject(object2, invocation.value("namespace") ?? "");
  await warnAboutOptions(invocation, terminal2);
  const directory = isRemote(argument) ? argument : (0, import_node_path33.resolve)(terminal2.cwd, argument);
  const tree = diskTree("/", { label: "the file system", display: displayFrom(terminal2.cwd) });
  const remotes = terminalRemotes(terminal2, LOCAL_PROTOCOLS);
  const options = { ...buildOptions(invocation, terminal2, "as-given"), remotes };
  try {
    const { explainer, diagnostics } = await explainBuild(tree, directory, options);
    const isJson = invocation.value("format") === "json";
    let text6;
    if (query === void 0) {
      const list3 = explainer.list();
      text6 = isJson ? json(list3) : listText(list3);
    } else {
      const explanation = explainer.explain(query, path);
      text6 = isJson ? json(explanation) : explanationText(explanation);
    }
    await printDiagnostics(terminal2, diagnostics);
    await terminal2.stdout.write(text6);
    return 0;
  } finally {
    await remotes.close();
    await options.functions?.close();
  }
}
function json(value) {
  return `${visible(JSON.stringify(value, null, 2))}
`;
}
function parseObject(text6, namespace) {
  const [, kind, group = "", name] = /^([^./]+)(?:\.([^/]+))?\/(.+)$/s.exec(text6) ?? [];
  if (kind !== void 0 && name !== void 0) return { kind, group, name, namespace };
  throw new UsageError(`illegal object "${text6}": expected KIND/NAME or KIND.GROUP/NAME`);
}
var import_node_path33;
var init_explain2 = __esm({
  "src/cli/explain.ts"() {
    "use strict";
    import_node_path33 = __toESM(require_node_path(), 1);
    init_build();
    init_diagnostics();
    init_explain();
    init_sources();
    init_build_options();
    init_command();
    init_paths2();
    init_terminal();
  }
});

// src/cli/cache.ts
var cache_exports = {};
__export(cache_exports, {
  cache: () => cache
});
async function cache(invocation, { cwd, env, stdout, stderr }) {
  const [task] = invocation.arguments;
  if (task !== "list" && task !== "verify" && task !== "prune") {
    throw new UsageError("cache needs to be told what to do: list, verify or prune");
  }
  const days = positiveInteger(invocation, "older-than") ?? DEFAULT_DAYS;
  const store = await Promise.resolve().then(() => (init_store_entries(), store_entries_exports));
  const given2 = invocation.value("directory");
  const directory = given2 === void 0 ? defaultStoreDirectory(env) : (0, import_node_path34.resolve)(cwd, given2);
  const entries = store.storeEntries(directory);
  const line2 = (entry2) => {
    const day = entry2.usedAt.toISOString().slice(0, 10);
    return `${day}	${entry2.bytes}	${entry2.source ?? "file"}	${entry2.id}
`;
  };
  if (task === "list") {
    await stdout.write(entries.map(line2).join(""));
    return 0;
  }
  if (task === "verify") {
    const broken2 = [];
    for (const entry2 of entries) if (!await store.isIntact(entry2, { ...env })) broken2.push(entry2);
    await stdout.write(broken2.map(line2).join(""));
    await stderr.write(`${entries.length} checked, ${broken2.length} broken
`);
    return broken2.length === 0 ? 0 : 1;
  }
  const now = Date.now();
  const unused = entries.filter(({ usedAt }) => usedAt.getTime() < now - days * DAY);
  store.removeEntries(directory, unused);
  store.removeLeftovers(directory, new Date(now - DAY));
  await stdout.write(unused.map(line2).join(""));
  await stderr.write(`${unused.length} of ${entries.length} removed
`);
  return 0;
}
var import_node_path34, DEFAULT_DAYS, DAY;
var init_cache = __esm({
  "src/cli/cache.ts"() {
    "use strict";
    import_node_path34 = __toESM(require_node_path(), 1);
    init_sources();
    init_command();
    init_workspace();
    DEFAULT_DAYS = 30;
    DAY = 24 * 60 * 60 * 1e3;
  }
});

// src/version.ts
var VERSION2;
var init_version = __esm({
  "src/version.ts"() {
    "use strict";
    VERSION2 = "0.1.0";
  }
});

// src/cli/version.ts
var version_exports = {};
__export(version_exports, {
  version: () => version
});
async function version(_invocation, terminal2) {
  await terminal2.stdout.write(`${VERSION2}
`);
  return 0;
}
var init_version2 = __esm({
  "src/cli/version.ts"() {
    "use strict";
    init_version();
  }
});

// src/cli/process-terminal.ts
var import_node_fs = __toESM(require_node_fs(), 1);
function processTerminal() {
  const stdout = sinkOf(1, () => process.stdout);
  const stderr = sinkOf(2, () => process.stderr);
  return {
    cwd: process.cwd(),
    env: process.env,
    stdout,
    stderr,
    get isDrained() {
      return !stdout.isConnected() && !stderr.isConnected();
    }
  };
}
function sinkOf(descriptor, connect2) {
  let connected;
  function stream() {
    connected ??= connect2().on("error", (error) => {
      if (!isGone(error)) throw error;
    });
    return connected;
  }
  return {
    isConnected: () => connected !== void 0,
    get isTTY() {
      return stream().isTTY === true;
    },
    async write(text6) {
      const rest = connected === void 0 ? writeDirectly(descriptor, text6) : text6;
      if (rest.length > 0) await new Promise((resolve10) => stream().write(rest, () => resolve10()));
    }
  };
}
function writeDirectly(descriptor, text6) {
  let rest = Buffer.from(text6);
  try {
    while (rest.length > 0) rest = rest.subarray((0, import_node_fs.writeSync)(descriptor, rest));
  } catch (error) {
    if (isGone(error)) return new Uint8Array();
  }
  return rest;
}
function isGone({ code: code3 }) {
  return code3 === "EPIPE" || code3 === "ERR_STREAM_DESTROYED";
}

// src/cli/run.ts
init_diagnostics();
init_spelling();

// src/cli/arguments.ts
var import_node_util = __toESM(require_node_util(), 1);
init_spelling();
init_command();

// src/cli/later.ts
var NEEDS_FUNCTIONS = "runs KRM functions in containers or in the interpreter for Starlark";
var NEEDS_CATALOGS = "trusts function catalogs";
var LATER = /* @__PURE__ */ new Map([
  ["view", "shows catalogs and compositions"],
  ["--enable-star", NEEDS_FUNCTIONS],
  ["--network", NEEDS_FUNCTIONS],
  ["--network-name", NEEDS_FUNCTIONS],
  ["--mount", NEEDS_FUNCTIONS],
  ["--as-current-user", NEEDS_FUNCTIONS],
  ["--trusted-catalog", NEEDS_CATALOGS],
  ["--default-catalog", NEEDS_CATALOGS],
  ["--locked", "holds a build to a lock file"],
  ["--changed-since", "chooses targets by what changed"],
  ["--shards", "splits targets over a matrix"]
]);
function describeLater(name) {
  const purpose = LATER.get(name);
  if (purpose === void 0) return void 0;
  return `${name} ${purpose}, which this version of krm-render does not do`;
}

// src/cli/arguments.ts
var HELP_OPTION = { name: "help", short: "h", summary: "Print this page and exit." };
var IGNORED = "stack-trace";
function parseInvocation(command, args) {
  const options = [...command.options, HELP_OPTION];
  const { tokens } = (0, import_node_util.parseArgs)({
    args: [...args],
    options: Object.fromEntries(options.map((option) => [option.name, parseOption(option)])),
    // Unknown options are told apart below: what will come, what was misspelt.
    strict: false,
    allowPositionals: true,
    tokens: true
  });
  const values = /* @__PURE__ */ new Map();
  const positionals = [];
  for (const token2 of tokens) {
    if (token2.kind === "positional") positionals.push(token2.value);
    if (token2.kind !== "option") continue;
    const option = options.find(({ name }) => name === token2.name);
    if (option === void 0) {
      if (describeLater(token2.rawName) !== void 0 && booleanOf(token2.value) === "false") continue;
      if (token2.name === IGNORED && command.name === "build") continue;
      throw unknownOption(command, options, token2.name, token2.rawName);
    }
    const value = checkValue(option, token2.rawName, token2.value);
    if (option.repeatable && values.has(option.name)) values.get(option.name)?.push(value);
    else values.set(option.name, [value]);
  }
  const help = values.get("help")?.at(-1) === "true";
  if (positionals.length > command.maxArguments && !help) {
    const message = command.tooManyArguments ?? `${command.name} takes no argument "${positionals.at(-1)}"`;
    throw new UsageError(message, `Run \`krm-render ${command.name} --help\` for its usage.`);
  }
  return {
    arguments: positionals,
    value: (name) => values.get(name)?.at(-1),
    values: (name) => values.get(name) ?? [],
    has: (name) => values.get(name)?.at(-1) === "true"
  };
}
function parseOption({ value, short }) {
  const type = value === void 0 ? "boolean" : "string";
  return short === void 0 ? { type } : { type, short };
}
var BOOLEANS = new Map([
  ...["1", "t", "T", "true", "TRUE", "True"].map((text6) => [text6, "true"]),
  ...["0", "f", "F", "false", "FALSE", "False"].map((text6) => [text6, "false"])
]);
function booleanOf(value) {
  return BOOLEANS.get(value ?? "");
}
function checkValue(option, rawName, value) {
  if (option.value === void 0) {
    const switched = value === void 0 ? "true" : booleanOf(value);
    if (switched !== void 0) return switched;
    throw new UsageError(`${rawName} is a switch and takes no value "${value}"`);
  }
  if (value === void 0) throw new UsageError(`${rawName} needs a value: ${rawName} ${option.value}`);
  if (option.choices !== void 0 && !option.choices.includes(value)) {
    const guess = nearest(value, option.choices);
    throw new UsageError(
      `illegal value "${value}" for ${rawName}: expected ${option.choices.join(" or ")}`,
      guess === void 0 ? void 0 : `Did you mean ${guess}?`
    );
  }
  return value;
}
function unknownOption(command, options, name, rawName) {
  const later = describeLater(rawName);
  if (later !== void 0) return new UsageError(later);
  const names2 = options.map((option) => option.name);
  const guess = name.length > 1 ? nearest(name, names2) : void 0;
  return new UsageError(
    `unknown option ${rawName} for ${command.name}`,
    guess === void 0 ? `Run \`krm-render ${command.name} --help\` for its options.` : `Did you mean --${guess}?`
  );
}

// src/cli/run.ts
init_command();

// src/cli/commands.ts
var LOAD_RESTRICTOR = {
  name: "load-restrictor",
  value: "RULE",
  choices: ["LoadRestrictionsRootOnly", "LoadRestrictionsNone"],
  default: "LoadRestrictionsRootOnly",
  summary: "Whether a kustomization may read files outside of its own directory."
};
var REORDER = {
  name: "reorder",
  value: "ORDER",
  choices: ["legacy", "none"],
  default: "legacy",
  summary: "Order of the output where the kustomization has no sortOptions. Deprecated: prefer sortOptions."
};
var MANAGED_BY_LABEL = {
  name: "enable-managedby-label",
  summary: "Add the label app.kubernetes.io/managed-by with the value that kustomize gives it. Deprecated."
};
var HELM_OPTIONS = [
  { name: "enable-helm", summary: "Inflate Helm charts, by running helm. Without it, a chart is an error." },
  { name: "helm-command", value: "PROGRAM", default: "helm", summary: "The helm to run, version 3 or 4." },
  {
    name: "helm-api-versions",
    value: "VERSION",
    repeatable: true,
    summary: "API version that charts find available, where a chart's entry does not list any."
  },
  {
    name: "helm-kube-version",
    value: "VERSION",
    summary: "Kubernetes version that charts are told, where a chart's entry does not say any."
  },
  { name: "helm-debug", summary: "Have helm say more when it fails." }
];
var TIMEOUT = {
  name: "timeout",
  value: "TIME",
  default: "none",
  summary: "How long the build of one directory may take, such as 90s or 5m, before it fails."
};
var FUNCTION_OPTIONS = [
  {
    name: "enable-alpha-plugins",
    summary: "Allow generators, transformers and validators that are functions. Without it, one is an error."
  },
  {
    name: "enable-exec",
    summary: "Allow functions that are executables of this machine. They run as you, with all that you may do."
  },
  {
    name: "env",
    short: "e",
    value: "NAME=VALUE",
    repeatable: true,
    summary: "Variable for every function; wins over what configs say. NAME alone passes on the one of this machine."
  },
  {
    name: "inherit-env",
    value: "NAME",
    repeatable: true,
    summary: "Variable of this machine that executables get and that configs may ask for. Without it, they get none."
  },
  { name: "function-timeout", value: "TIME", default: "5m", summary: "How long one function may run." },
  {
    name: "fail-on",
    value: "SEVERITY",
    choices: ["error", "warning", "never"],
    default: "error",
    summary: "Which results of a function that ended well fail the build."
  },
  {
    name: "results-dir",
    value: "DIR",
    summary: "Write what the functions report into results.yaml in this directory, in the form of kpt."
  }
];
var BUILD_OPTIONS = [
  LOAD_RESTRICTOR,
  REORDER,
  MANAGED_BY_LABEL,
  ...HELM_OPTIONS,
  ...FUNCTION_OPTIONS,
  TIMEOUT
];
var STRICT3 = {
  name: "strict",
  summary: "Fail where kustomize says nothing: keys that it does not know, images, patches and replacements that match nothing, references that keep an old name. Without it, these are warnings."
};
var CONCURRENCY2 = {
  name: "concurrency",
  value: "N",
  default: "8",
  summary: "How many targets are in work at a time."
};
var TARGETS_FROM = {
  name: "targets-from",
  value: "FILE",
  summary: "Read further targets from a file, one a line, as `krm-render targets` prints them; `-` is standard input."
};
var TARGET_PARAGRAPH = "TARGET is a directory that holds a kustomization file; a GLOB is matched against the paths of all such directories, and !GLOB takes away what was chosen before it. Without either, every kustomization is a target that no other kustomization of the repository includes.";
var build2 = {
  name: "build",
  usage: ["[DIR] [OPTION...]"],
  summary: "print the manifests of one directory",
  description: [
    "Builds DIR, by default the working directory, and prints its manifests to standard output, byte for byte what `kustomize build` prints. Problems go to standard error; when there is an error, nothing is printed."
  ],
  options: [
    {
      name: "output",
      short: "o",
      value: "PATH",
      summary: "Write to this file, or one file for each object into this directory if it exists, and print nothing."
    },
    STRICT3,
    ...BUILD_OPTIONS
  ],
  examples: [
    { comment: "What would be applied to production?", command: "krm-render build overlays/prod" },
    { comment: "Apply it", command: "krm-render build overlays/prod | kubectl apply -f -" }
  ],
  exitCodes: [
    [0, "built"],
    [1, "the directory does not build"]
  ],
  maxArguments: 1,
  tooManyArguments: "build takes one directory; `krm-render render` takes many",
  load: async () => (await Promise.resolve().then(() => (init_build2(), build_exports))).build
};
var render2 = {
  name: "render",
  usage: ["[TARGET|GLOB...] --output-dir OUT [OPTION...]"],
  summary: "write the manifests of many directories",
  description: [
    "Renders every target into OUT/<target path>.yaml (the top of the repository into OUT/root.yaml) and writes OUT/report.json, which lists every target with its file, or with what is wrong with it. A target that fails does not keep the others from being written.",
    TARGET_PARAGRAPH
  ],
  options: [
    { name: "output-dir", value: "OUT", summary: "Where to write. Required. Files of earlier runs are left alone." },
    TARGETS_FROM,
    CONCURRENCY2,
    STRICT3,
    ...BUILD_OPTIONS
  ],
  examples: [
    { comment: "Everything", command: "krm-render render --output-dir out" },
    { comment: "All production overlays", command: "krm-render render 'apps/*/overlays/prod' --output-dir out" }
  ],
  exitCodes: [
    [0, "every target was rendered"],
    [1, "a target failed; the others were written"]
  ],
  maxArguments: Number.POSITIVE_INFINITY,
  load: async () => (await Promise.resolve().then(() => (init_render2(), render_exports))).render
};
var diff2 = {
  name: "diff",
  usage: ["[TARGET|GLOB...] [--base REV] [--head REV] [OPTION...]"],
  summary: "show what a change does to the manifests",
  description: [
    "Renders every target at two revisions and prints what differs, object by object. Values of Secrets are never shown.",
    "Revisions are read straight from the git repository: nothing is checked out.",
    TARGET_PARAGRAPH
  ],
  options: [
    {
      name: "base",
      value: "REV",
      default: "the merge base of head and the default branch",
      summary: "The revision to compare with."
    },
    { name: "head", value: "REV", default: "the working tree", summary: "The revision with the change." },
    {
      name: "format",
      value: "FORMAT",
      choices: ["markdown", "patch", "json", "html"],
      default: "patch",
      summary: "How to print the differences."
    },
    { name: "output", short: "o", value: "FILE", summary: "Write to this file and print nothing." },
    { name: "exit-code", summary: "Exit with status 3 when there are differences." },
    TARGETS_FROM,
    CONCURRENCY2,
    STRICT3,
    ...BUILD_OPTIONS
  ],
  examples: [
    { comment: "What does my working tree change?", command: "krm-render diff --base HEAD" },
    {
      comment: "The comment that a pull request would get",
      command: "krm-render diff --base origin/main --format markdown"
    },
    { comment: "A page to read in the browser", command: "krm-render diff --format html -o diff.html" }
  ],
  exitCodes: [
    [0, "compared, with or without differences"],
    [1, "a target fails at head, or cannot be compared"],
    [3, "there are differences, with --exit-code"]
  ],
  maxArguments: Number.POSITIVE_INFINITY,
  load: async () => (await Promise.resolve().then(() => (init_diff(), diff_exports))).diff
};
var targets2 = {
  name: "targets",
  usage: ["[TARGET|GLOB...] [OPTION...]"],
  summary: "list the directories that would be rendered",
  description: [
    "Prints the path of each target, a tab, and why it is one. Paths are relative to the top of the repository.",
    TARGET_PARAGRAPH
  ],
  options: [
    { name: "format", value: "FORMAT", choices: ["text", "json"], default: "text", summary: "How to print the list." },
    TARGETS_FROM
  ],
  examples: [
    { comment: "What would be rendered?", command: "krm-render targets" },
    { comment: "Only the paths", command: "krm-render targets | cut -f1" }
  ],
  exitCodes: [
    [0, "listed"],
    [1, "a path or glob names no target"]
  ],
  maxArguments: Number.POSITIVE_INFINITY,
  load: async () => (await Promise.resolve().then(() => (init_targets2(), targets_exports))).targets
};
var explain3 = {
  name: "explain",
  usage: ["DIR [KIND/NAME] [FIELD] [OPTION...]"],
  summary: "tell where an object or a value comes from",
  description: [
    "Builds DIR and prints, for the object KIND/NAME, where it was made and each step that changed it: the place, the field of the kustomization that asked for it, the value before and after. For a FIELD of it: who set it last, and what it was before, back to where it began. Without KIND/NAME, the objects that there are.",
    "NAME may be the one in the output or an earlier one, KIND may be KIND.GROUP. FIELD is a path such as spec.template.spec.containers.[name=web].image, containers[web] and containers[0] being fine as well, or a JSON Pointer. Values of Secrets are never shown."
  ],
  options: [
    { name: "namespace", short: "n", value: "NAMESPACE", summary: "The namespace of the object, now or earlier." },
    { name: "format", value: "FORMAT", choices: ["text", "json"], default: "text", summary: "How to print it." },
    ...BUILD_OPTIONS
  ],
  examples: [
    { comment: "What happened to it?", command: "krm-render explain overlays/prod Deployment/web" },
    { comment: "Who set that?", command: "krm-render explain overlays/prod Deployment/web spec.replicas" }
  ],
  exitCodes: [
    [0, "explained"],
    [1, "the directory does not build, or there is no such object or field"]
  ],
  maxArguments: 3,
  tooManyArguments: "explain takes a directory, an object and a field",
  load: async () => (await Promise.resolve().then(() => (init_explain2(), explain_exports))).explain
};
var cache2 = {
  name: "cache",
  usage: ["list|verify|prune [OPTION...]"],
  summary: "look after what was fetched from other machines",
  description: [
    "`list` prints what the content store holds, the longest unused first: when it was last used, its size in bytes, the repository, and the commit or digest. `verify` reads all of it and prints what is broken. `prune` removes what was not used for long, and prints it.",
    "A build checks what it reads from the store and fetches again what is broken or gone, so nothing here is ever needed."
  ],
  options: [
    {
      name: "directory",
      value: "DIR",
      default: "$XDG_CACHE_HOME/krm-render, or ~/.cache/krm-render",
      summary: "The store."
    },
    { name: "older-than", value: "DAYS", default: "30", summary: "What counts as long for `prune`." }
  ],
  examples: [{ comment: "Make room", command: "krm-render cache prune --older-than 7" }],
  exitCodes: [
    [0, "done"],
    [1, "`verify` found something broken"]
  ],
  maxArguments: 1,
  tooManyArguments: "cache does one thing at a time",
  load: async () => (await Promise.resolve().then(() => (init_cache(), cache_exports))).cache
};
var version2 = {
  name: "version",
  usage: [""],
  summary: "print the version",
  description: ["Prints the version of krm-render."],
  options: [],
  examples: [{ comment: "The same", command: "krm-render --version" }],
  exitCodes: [[0, "printed"]],
  maxArguments: 0,
  load: async () => (await Promise.resolve().then(() => (init_version2(), version_exports))).version
};
var COMMANDS = [build2, render2, diff2, targets2, explain3, cache2, version2];

// src/cli/help.ts
var WIDTH2 = 88;
var INDENT = "  ";
function commandPage(command) {
  const name = `krm-render ${command.name}`;
  const codes = [...command.exitCodes, [2, "wrong usage: an unknown option, a missing value"]];
  const sections = [
    `${name} - ${command.summary}`,
    section(
      "Usage",
      command.usage.map((form) => `${name} ${form}`.trimEnd())
    ),
    ...command.description.map((paragraph) => wrap(paragraph, "").join("\n")),
    section("Options", [...command.options, HELP_OPTION].flatMap(optionLines)),
    section(
      "Examples",
      command.examples.flatMap(({ comment, command: line2 }) => [`# ${comment}`, line2])
    ),
    section("Exit status", table3(codes.map(([status, meaning]) => [String(status), meaning])))
  ];
  return `${sections.join("\n\n")}
`;
}
function programPage(commands) {
  const sections = [
    "krm-render - render Kubernetes configuration, and see what a change to it really changes",
    section("Usage", [
      "krm-render COMMAND [ARGUMENT...] [OPTION...]",
      "krm-render COMMAND --help",
      "krm-render --version"
    ]),
    section("Commands", table3(commands.map(({ name, summary }) => [name, summary]))),
    section("Exit status", [
      "0  done",
      "1  a failure that the message tells how to mend",
      "2  wrong usage: an unknown command or option, a missing value"
    ])
  ];
  return `${sections.join("\n\n")}
`;
}
function section(title, lines) {
  return [`${title}:`, ...lines.map((line2) => INDENT + line2)].join("\n");
}
function optionLines(option) {
  const value = option.value === void 0 ? "" : ` ${option.value}`;
  const short = option.short === void 0 ? "" : `-${option.short}, `;
  const more = [
    option.choices === void 0 ? "" : ` One of: ${option.choices.join(", ")}.`,
    option.default === void 0 ? "" : ` Default: ${option.default}.`,
    option.repeatable ? " May be repeated." : ""
  ];
  return [`${short}--${option.name}${value}`, ...wrap(option.summary + more.join(""), "      ")];
}
function table3(rows) {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `${left.padEnd(width)}  ${right}`);
}
function wrap(text6, indent) {
  const lines = [];
  let line2 = "";
  for (const word3 of text6.split(" ")) {
    if (line2 !== "" && indent.length + line2.length + 1 + word3.length > WIDTH2) {
      lines.push(indent + line2);
      line2 = word3;
    } else {
      line2 = line2 === "" ? word3 : `${line2} ${word3}`;
    }
  }
  return [...lines, indent + line2];
}

// src/cli/run.ts
init_terminal();
var OK2 = 0;
var FAILURE2 = 1;
var WRONG_USAGE = 2;
async function run3(args, terminal2) {
  try {
    return await dispatch(args, terminal2);
  } catch (error) {
    if (error instanceof UsageError) {
      const hint = error.hint === void 0 ? "" : `  hint: ${error.hint}
`;
      await terminal2.stderr.write(visible(`error: ${error.message}
${hint}`));
      return WRONG_USAGE;
    }
    await printDiagnostics(terminal2, diagnosticsOf(error));
    return FAILURE2;
  }
}
async function dispatch(args, terminal2) {
  const [name, ...rest] = args;
  if (name === void 0) {
    await terminal2.stderr.write(programPage(COMMANDS));
    return WRONG_USAGE;
  }
  if (name === "--version" || name === "-v") return dispatch(["version"], terminal2);
  if (name === "help" || name === "--help" || name === "-h") {
    const topic = rest.find((argument) => !argument.startsWith("-"));
    await terminal2.stdout.write(topic === void 0 ? programPage(COMMANDS) : commandPage(findCommand(topic)));
    return OK2;
  }
  const command = findCommand(name);
  const invocation = parseInvocation(command, rest);
  if (invocation.has("help")) {
    await terminal2.stdout.write(commandPage(command));
    return OK2;
  }
  const execute2 = await command.load();
  return execute2(invocation, terminal2);
}
function findCommand(name) {
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command !== void 0) return command;
  const later = describeLater(name);
  if (later !== void 0) throw new UsageError(later);
  const guess = nearest(name, [...COMMANDS.map((candidate) => candidate.name), "help"]);
  throw new UsageError(
    `unknown ${name.startsWith("-") ? "option" : "command"} "${name}"`,
    guess === void 0 ? "Run `krm-render help` for the list of commands." : `Did you mean ${guess}?`
  );
}

// src/cli/main.ts
var terminal = processTerminal();
void run3(process.argv.slice(2), terminal).then((status) => {
  if (terminal.isDrained) process.exit(status);
  process.exitCode = status;
});

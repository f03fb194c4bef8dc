/**
 * The lists that a strategic merge patch merges, as in the Kubernetes 1.21.2 API that is built into kustomize
 * (docs/specification/strategic-merge.md 6). Text and not objects, to load quickly: merge-schema.ts parses it for the
 * first patch.
 */

/**
 * Lines of `apiVersion package Kind…`: an object of that version and kind has the type `package.Kind`. All of these types have
 * the metadata of an object, or, if the kind ends in `List`, the items of a list.
 */
export const mergeRoots = `
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

/**
 * Lines of `type field…` with the further fields that lead to a list that merges: `f:T` an object (or a map of objects) of type
 * T; `f[]:T` a list that a patch replaces; `f[k,…]:T` a list that merges by the keys k; `f[=]:T` a list of scalars that
 * merges by value. T is `-` where nothing inside can merge.
 */
export const mergeTypes = `
admissionregistration.v1.MutatingWebhookConfiguration webhooks[name]:-
admissionregistration.v1.ValidatingWebhookConfiguration webhooks[name]:-
admissionregistration.v1beta1.MutatingWebhookConfiguration webhooks[name]:-
admissionregistration.v1beta1.ValidatingWebhookConfiguration webhooks[name]:-
apiextensions.v1.CustomResourceDefinition spec:-
apiextensions.v1beta1.CustomResourceDefinition spec:-
apiregistration.v1.APIService status:apiregistration.v1.APIServiceStatus
apiregistration.v1.APIServiceStatus conditions[type]:-
apiregistration.v1beta1.APIService status:apiregistration.v1beta1.APIServiceStatus
apiregistration.v1beta1.APIServiceStatus conditions[type]:-
apps.v1.ControllerRevision data:-
apps.v1.DaemonSet spec:apps.v1.DaemonSetSpec status:apps.v1.DaemonSetStatus
apps.v1.DaemonSetSpec template:core.v1.PodTemplateSpec
apps.v1.DaemonSetStatus conditions[type]:-
apps.v1.Deployment spec:apps.v1.DeploymentSpec status:apps.v1.DeploymentStatus
apps.v1.DeploymentSpec template:core.v1.PodTemplateSpec
apps.v1.DeploymentStatus conditions[type]:-
apps.v1.Kustomization configMapGenerator[name]:- secretGenerator[name]:-
apps.v1.ReplicaSet spec:apps.v1.ReplicaSetSpec status:apps.v1.ReplicaSetStatus
apps.v1.ReplicaSetSpec template:core.v1.PodTemplateSpec
apps.v1.ReplicaSetStatus conditions[type]:-
apps.v1.StatefulSet spec:apps.v1.StatefulSetSpec status:apps.v1.StatefulSetStatus
apps.v1.StatefulSetSpec template:core.v1.PodTemplateSpec volumeClaimTemplates[]:core.v1.PersistentVolumeClaim
apps.v1.StatefulSetStatus conditions[type]:-
batch.v1.CronJob spec:batch.v1.CronJobSpec
batch.v1.CronJobSpec jobTemplate:batch.v1.JobTemplateSpec
batch.v1.Job spec:batch.v1.JobSpec status:batch.v1.JobStatus
batch.v1.JobSpec template:core.v1.PodTemplateSpec
batch.v1.JobStatus conditions[type]:-
batch.v1.JobTemplateSpec metadata:meta.v1.ObjectMeta spec:batch.v1.JobSpec
batch.v1beta1.CronJob spec:batch.v1beta1.CronJobSpec
batch.v1beta1.CronJobSpec jobTemplate:batch.v1beta1.JobTemplateSpec
batch.v1beta1.JobTemplateSpec metadata:meta.v1.ObjectMeta spec:batch.v1.JobSpec
core.v1.ComponentStatus conditions[type]:-
core.v1.Container env[name]:- ports[containerPort,protocol]:- volumeDevices[devicePath]:- volumeMounts[mountPath]:-
core.v1.EphemeralContainer env[name]:- volumeDevices[devicePath]:- volumeMounts[mountPath]:-
core.v1.EphemeralVolumeSource volumeClaimTemplate:core.v1.PersistentVolumeClaimTemplate
core.v1.Namespace status:core.v1.NamespaceStatus
core.v1.NamespaceStatus conditions[type]:-
core.v1.Node spec:core.v1.NodeSpec status:core.v1.NodeStatus
core.v1.NodeSpec podCIDRs[=]:-
core.v1.NodeStatus addresses[type]:- conditions[type]:-
core.v1.PersistentVolumeClaim status:core.v1.PersistentVolumeClaimStatus
core.v1.PersistentVolumeClaimStatus conditions[type]:-
core.v1.PersistentVolumeClaimTemplate metadata:meta.v1.ObjectMeta
core.v1.Pod spec:core.v1.PodSpec status:core.v1.PodStatus
core.v1.PodSpec containers[name]:core.v1.Container ephemeralContainers[name]:core.v1.EphemeralContainer hostAliases[ip]:- imagePullSecrets[name]:- initContainers[name]:core.v1.Container topologySpreadConstraints[topologyKey,whenUnsatisfiable]:- volumes[name]:core.v1.Volume
core.v1.PodStatus conditions[type]:- podIPs[ip]:-
core.v1.PodTemplate template:core.v1.PodTemplateSpec
core.v1.PodTemplateSpec metadata:meta.v1.ObjectMeta spec:core.v1.PodSpec
core.v1.ReplicationController spec:core.v1.ReplicationControllerSpec status:core.v1.ReplicationControllerStatus
core.v1.ReplicationControllerSpec template:core.v1.PodTemplateSpec
core.v1.ReplicationControllerStatus conditions[type]:-
core.v1.Service spec:core.v1.ServiceSpec status:core.v1.ServiceStatus
core.v1.ServiceAccount secrets[name]:-
core.v1.ServiceSpec ports[port,protocol]:-
core.v1.ServiceStatus conditions[type]:-
core.v1.Volume ephemeral:core.v1.EphemeralVolumeSource
meta.v1.ObjectMeta finalizers[=]:- managedFields:- ownerReferences[uid]:-
policy.v1.PodDisruptionBudget status:policy.v1.PodDisruptionBudgetStatus
policy.v1.PodDisruptionBudgetStatus conditions[type]:-
policy.v1beta1.PodDisruptionBudget status:policy.v1beta1.PodDisruptionBudgetStatus
policy.v1beta1.PodDisruptionBudgetStatus conditions[type]:-
storage.v1.CSINode spec:storage.v1.CSINodeSpec
storage.v1.CSINodeSpec drivers[name]:-
storage.v1beta1.CSINode spec:storage.v1beta1.CSINodeSpec
storage.v1beta1.CSINodeSpec drivers[name]:-
`;

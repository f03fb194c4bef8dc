/**
 * The lists that a strategic merge patch merges, as in the Kubernetes 1.21.2 API that is built into kustomize
 * (docs/specification/strategic-merge.md 6). Text and not objects, to load quickly: merge-schema.ts parses it for the
 * first patch.
 */

/** Lines of `apiVersion package Kind…`: an object of that version and kind has the type `package.Kind`. */
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

/**
 * Lines of `type field…` with the fields that lead to a list that merges: `f:T` an object (or a map of objects) of type
 * T; `f[]:T` a list that a patch replaces; `f[k,…]:T` a list that merges by the keys k; `f[=]:T` a list of scalars that
 * merges by value. T is `-` where nothing inside can merge.
 */
export const mergeTypes = `
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

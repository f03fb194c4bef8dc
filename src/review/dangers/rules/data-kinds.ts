/**
 * Custom resources from which an operator runs a store of data, or that are such a store, by group and kind, each with what its deletion
 * does to the data. The page of the documentation stands beside the kind; DEPENDS where none was found.
 */

const DEPENDS =
  "its operator stops it; whether its volumes and data go with it depends on the operator and its settings";
const UNLESS_KEPT = "its operator stops it, and deletes its volumes and data unless they are set to be kept";
const CLAIMS_STAY = "its operator stops it; its claims and their data stay unless the object asks for their deletion";
const CLAIMS_GO =
  "its operator stops it and deletes its claims, and their data with them unless the volumes are retained";
/** Single objects in a store, a storage or at a cloud provider. */
const SINGLE = "its controller deletes it with its data, unless it is set to be kept or still in use";

/** Whole clusters and their nodes. */
const CLUSTER =
  "its controller deletes the cluster or its nodes, and what runs and is stored there, unless it is set to keep them";

export const DATA_KINDS: ReadonlyMap<string, string> = new Map([
  // https://cloudnative-pg.io/documentation/current/storage/: the operator owns the claims
  ["postgresql.cnpg.io/Cluster", CLAIMS_GO],
  // https://postgres-operator.readthedocs.io/en/latest/reference/operator_parameters/: enable_persistent_volume_claim_deletion
  ["acid.zalan.do/postgresql", UNLESS_KEPT],
  // https://access.crunchydata.com/documentation/postgres-operator/latest/tutorials/cluster-management/delete-cluster
  ["postgres-operator.crunchydata.com/PostgresCluster", CLAIMS_GO],
  // https://docs.percona.com/percona-operator-for-mysql/pxc/operator.html: finalizers such as delete-pxc-pvc
  ["pxc.percona.com/PerconaXtraDBCluster", CLAIMS_STAY],
  ["psmdb.percona.com/PerconaServerMongoDB", CLAIMS_STAY],
  ["ps.percona.com/PerconaServerMySQL", CLAIMS_STAY],
  ["pgv2.percona.com/PerconaPGCluster", CLAIMS_STAY],
  // https://strimzi.io/docs/operators/latest/configuring.html: deleteClaim
  ["kafka.strimzi.io/Kafka", CLAIMS_STAY],
  ["kafka.strimzi.io/KafkaNodePool", CLAIMS_STAY],
  ["kafka.strimzi.io/KafkaTopic", SINGLE],
  // https://rook.io/docs/rook/latest/Storage-Configuration/ceph-teardown/
  [
    "ceph.rook.io/CephCluster",
    "Rook stops the storage cluster once nothing depends on it; `cleanupPolicy` says whether the data on its disks is wiped",
  ],
  ["ceph.rook.io/CephBlockPool", SINGLE],
  ["ceph.rook.io/CephFilesystem", SINGLE],
  ["ceph.rook.io/CephObjectStore", SINGLE],
  // https://www.elastic.co/docs/deploy-manage/deploy/cloud-on-k8s/volume-claim-templates: volumeClaimDeletePolicy
  ["elasticsearch.k8s.elastic.co/Elasticsearch", UNLESS_KEPT],
  ["opensearch.opster.io/OpenSearchCluster", DEPENDS],
  ["mongodbcommunity.mongodb.com/MongoDBCommunity", DEPENDS],
  ["mongodb.com/MongoDB", DEPENDS],
  ["rabbitmq.com/RabbitmqCluster", DEPENDS],
  ["rabbitmq.com/Queue", SINGLE],
  ["minio.min.io/Tenant", DEPENDS],
  ["redis.redis.opstreelabs.in/Redis", DEPENDS],
  ["redis.redis.opstreelabs.in/RedisCluster", DEPENDS],
  ["redis.redis.opstreelabs.in/RedisReplication", DEPENDS],
  ["databases.spotahome.com/RedisFailover", UNLESS_KEPT],
  ["dragonflydb.io/Dragonfly", DEPENDS],
  ["planetscale.com/VitessCluster", DEPENDS],
  // https://longhorn.io/docs/latest/nodes-and-volumes/volumes/delete-volumes/
  ["longhorn.io/Volume", SINGLE],
  ["cassandra.datastax.com/CassandraDatacenter", UNLESS_KEPT],
  ["k8ssandra.io/K8ssandraCluster", DEPENDS],
  ["scylla.scylladb.com/ScyllaCluster", DEPENDS],
  ["clickhouse.altinity.com/ClickHouseInstallation", DEPENDS],
  ["mysql.oracle.com/InnoDBCluster", DEPENDS],
  ["k8s.mariadb.com/MariaDB", DEPENDS],
  ["k8s.mariadb.com/Database", SINGLE],
  ["mysql.presslabs.org/MysqlCluster", DEPENDS],
  ["crdb.cockroachlabs.com/CrdbCluster", DEPENDS],
  ["pingcap.com/TidbCluster", DEPENDS],
  ["apps.foundationdb.org/FoundationDBCluster", DEPENDS],
  ["couchbase.com/CouchbaseCluster", DEPENDS],
  ["couchbase.com/CouchbaseBucket", SINGLE],
  ["zookeeper.pravega.io/ZookeeperCluster", DEPENDS],
  ["solr.apache.org/SolrCloud", DEPENDS],
  ["arangodb.com/ArangoDeployment", DEPENDS],
  ["etcd.database.coreos.com/EtcdCluster", DEPENDS],
  ["objectbucket.io/ObjectBucketClaim", SINGLE],
  ["snapshot.storage.k8s.io/VolumeSnapshot", SINGLE],
  // https://aws-controllers-k8s.github.io/community/docs/user-docs/deletion-policy/, and others of this form
  ["rds.services.k8s.aws/DBInstance", SINGLE],
  ["rds.services.k8s.aws/DBCluster", SINGLE],
  ["s3.services.k8s.aws/Bucket", SINGLE],
  ["dynamodb.services.k8s.aws/Table", SINGLE],
  ["sql.cnrm.cloud.google.com/SQLInstance", SINGLE],
  ["storage.cnrm.cloud.google.com/StorageBucket", SINGLE],
  ["bigquery.cnrm.cloud.google.com/BigQueryDataset", SINGLE],
  ["elasticache.services.k8s.aws/ReplicationGroup", SINGLE],
  ["efs.services.k8s.aws/FileSystem", SINGLE],
  ["documentdb.services.k8s.aws/DBCluster", SINGLE],
  ["opensearchservice.services.k8s.aws/Domain", SINGLE],
  ["sqs.services.k8s.aws/Queue", SINGLE],
  ["eks.services.k8s.aws/Cluster", CLUSTER],
  // https://cloud.google.com/config-connector/docs/how-to/managing-deleting-resources: deletion-policy
  ["compute.cnrm.cloud.google.com/ComputeDisk", SINGLE],
  ["filestore.cnrm.cloud.google.com/FilestoreInstance", SINGLE],
  ["spanner.cnrm.cloud.google.com/SpannerInstance", SINGLE],
  ["spanner.cnrm.cloud.google.com/SpannerDatabase", SINGLE],
  ["bigtable.cnrm.cloud.google.com/BigtableInstance", SINGLE],
  ["redis.cnrm.cloud.google.com/RedisInstance", SINGLE],
  ["alloydb.cnrm.cloud.google.com/AlloyDBCluster", SINGLE],
  ["firestore.cnrm.cloud.google.com/FirestoreDatabase", SINGLE],
  ["pubsub.cnrm.cloud.google.com/PubSubTopic", SINGLE],
  ["pubsub.cnrm.cloud.google.com/PubSubSubscription", SINGLE],
  ["container.cnrm.cloud.google.com/ContainerCluster", CLUSTER],
  ["container.cnrm.cloud.google.com/ContainerNodePool", CLUSTER],
  // https://cluster-api.sigs.k8s.io/reference/glossary: the infrastructure goes with the object
  ["cluster.x-k8s.io/Cluster", CLUSTER],
  // https://docs.crossplane.io/latest/managed-resources/managed-resources/#managementpolicies
  ["rds.aws.upbound.io/Instance", SINGLE],
  ["rds.aws.upbound.io/Cluster", SINGLE],
  ["s3.aws.upbound.io/Bucket", SINGLE],
  ["dynamodb.aws.upbound.io/Table", SINGLE],
  ["sql.gcp.upbound.io/DatabaseInstance", SINGLE],
  ["storage.gcp.upbound.io/Bucket", SINGLE],
]);

/**
 * Custom resources from which an operator runs a store of data, by group and kind, each with what its deletion does to the data. Each
 * sentence follows the documentation of the operator, which stands beside it.
 */

const DEPENDS =
  "its operator stops it; whether its volumes and data go with it depends on the operator and its settings";
const UNLESS_KEPT = "its operator stops it, and deletes its volumes and data unless they are set to be kept";
const CLAIMS_STAY = "its operator stops it; its claims and their data stay unless the object asks for their deletion";
const CLAIMS_GO = "its operator stops it and deletes its claims, and their data with them";
const IN_STORE = "its operator deletes it with its data in the store";
const CLOUD = "its controller deletes it at the cloud provider with its data, unless it is set to be kept there";

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
  ["kafka.strimzi.io/KafkaTopic", "the topic operator deletes the topic and its messages"],
  // https://rook.io/docs/rook/latest/Storage-Configuration/ceph-teardown/
  [
    "ceph.rook.io/CephCluster",
    "Rook stops the storage cluster once nothing depends on it; `cleanupPolicy` says whether the data on its disks is wiped",
  ],
  ["ceph.rook.io/CephBlockPool", "Rook deletes the pool with all volumes in it"],
  [
    "ceph.rook.io/CephFilesystem",
    "Rook deletes the file system and its pools, unless `preserveFilesystemOnDelete` is set",
  ],
  [
    "ceph.rook.io/CephObjectStore",
    "Rook deletes the object store and its pools, unless `preservePoolsOnDelete` is set",
  ],
  // https://www.elastic.co/docs/deploy-manage/deploy/cloud-on-k8s/volume-claim-templates: volumeClaimDeletePolicy
  ["elasticsearch.k8s.elastic.co/Elasticsearch", UNLESS_KEPT],
  ["opensearch.opster.io/OpenSearchCluster", DEPENDS],
  ["mongodbcommunity.mongodb.com/MongoDBCommunity", DEPENDS],
  ["mongodb.com/MongoDB", DEPENDS],
  // https://www.rabbitmq.com/kubernetes/operator/using-operator#delete
  ["rabbitmq.com/RabbitmqCluster", CLAIMS_GO],
  ["rabbitmq.com/Queue", "the topology operator deletes the queue and its messages"],
  ["minio.min.io/Tenant", DEPENDS],
  ["redis.redis.opstreelabs.in/Redis", UNLESS_KEPT],
  ["redis.redis.opstreelabs.in/RedisCluster", UNLESS_KEPT],
  ["redis.redis.opstreelabs.in/RedisReplication", UNLESS_KEPT],
  ["databases.spotahome.com/RedisFailover", UNLESS_KEPT],
  ["dragonflydb.io/Dragonfly", DEPENDS],
  ["planetscale.com/VitessCluster", DEPENDS],
  // https://longhorn.io/docs/latest/nodes-and-volumes/volumes/delete-volumes/
  ["longhorn.io/Volume", "Longhorn deletes the volume and its data"],
  ["cassandra.datastax.com/CassandraDatacenter", CLAIMS_GO],
  ["k8ssandra.io/K8ssandraCluster", DEPENDS],
  ["scylla.scylladb.com/ScyllaCluster", DEPENDS],
  ["clickhouse.altinity.com/ClickHouseInstallation", UNLESS_KEPT],
  ["mysql.oracle.com/InnoDBCluster", DEPENDS],
  ["k8s.mariadb.com/MariaDB", DEPENDS],
  [
    "k8s.mariadb.com/Database",
    "the operator drops the database in the server, unless its `cleanupPolicy` says otherwise",
  ],
  ["mysql.presslabs.org/MysqlCluster", DEPENDS],
  ["crdb.cockroachlabs.com/CrdbCluster", DEPENDS],
  ["pingcap.com/TidbCluster", DEPENDS],
  ["apps.foundationdb.org/FoundationDBCluster", DEPENDS],
  ["couchbase.com/CouchbaseCluster", DEPENDS],
  ["couchbase.com/CouchbaseBucket", IN_STORE],
  ["zookeeper.pravega.io/ZookeeperCluster", DEPENDS],
  ["solr.apache.org/SolrCloud", DEPENDS],
  ["arangodb.com/ArangoDeployment", DEPENDS],
  ["etcd.database.coreos.com/EtcdCluster", DEPENDS],
  ["objectbucket.io/ObjectBucketClaim", "the bucket goes, and its objects with it unless its storage class retains it"],
  ["snapshot.storage.k8s.io/VolumeSnapshot", "the snapshot in the storage goes with it, unless its class retains it"],
  // https://aws-controllers-k8s.github.io/community/docs/user-docs/deletion-policy/, and others of this form
  ["rds.services.k8s.aws/DBInstance", CLOUD],
  ["rds.services.k8s.aws/DBCluster", CLOUD],
  ["s3.services.k8s.aws/Bucket", CLOUD],
  ["dynamodb.services.k8s.aws/Table", CLOUD],
  ["sql.cnrm.cloud.google.com/SQLInstance", CLOUD],
  ["storage.cnrm.cloud.google.com/StorageBucket", CLOUD],
  ["bigquery.cnrm.cloud.google.com/BigQueryDataset", CLOUD],
]);

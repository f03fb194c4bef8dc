/** The facts about Kubernetes of all known versions. The build puts data/kubernetes.json in place of this module. */
export declare const TABLE: string;

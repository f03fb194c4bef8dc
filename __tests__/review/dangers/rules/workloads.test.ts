import { describe, expect, test } from "@jest/globals";
import type { RenderedResource } from "../../../../src/render/rendering.ts";
import { deployment, findings, object, places, workload } from "./objects.ts";

const POD = "/spec/template/spec";
const FIRST = `${POD}/containers/0`;

type Side = RenderedResource | undefined;
/** Name, base, head, and what is found. */
type Case = readonly [string, Side, Side, readonly string[]];

const PRIVILEGED = "securityContext: {privileged: true}";

const PLAIN = deployment("");

describe("privileged", () => {
  const text = (name: string, verb: string) =>
    `${name} ${verb} privileged: it can do on the node what its administrator can`;
  const becomes = `high ${FIRST}/securityContext/privileged: ${text("container `web`", "becomes")}`;
  const inPod = (path: string, kind: string, body: string): Case => [
    `in ${kind}`,
    undefined,
    object(kind, body.replace("PODS", `{initContainers: [{name: a, ${PRIVILEGED}}]}`)),
    [`high ${path}/initContainers/0/securityContext/privileged: ${text("init container `a`", "is")}`],
  ];

  test.each<Case>([
    ["a container that stays", PLAIN, deployment(PRIVILEGED), [becomes]],
    [
      "a container that was explicitly not",
      deployment("securityContext: {privileged: false}"),
      deployment(PRIVILEGED),
      [becomes],
    ],
    ["a new object", undefined, deployment(PRIVILEGED), [becomes.replace("becomes", "is")]],
    [
      "a new container",
      workload("{name: a, image: a}"),
      workload(`{name: a, image: a}, {name: b, image: b, ${PRIVILEGED}}`),
      [`high ${POD}/containers/1/securityContext/privileged: ${text("container `b`", "is")}`],
    ],
    [
      "a second container with the image of one that was privileged",
      workload(`{name: a, image: "a:1", ${PRIVILEGED}}`),
      workload(`{name: b, image: "a:1", ${PRIVILEGED}}, {name: c, image: "a:1", ${PRIVILEGED}}`),
      [`high ${POD}/containers/1/securityContext/privileged: ${text("container `c`", "is")}`],
    ],
    [
      "a Windows container",
      PLAIN,
      deployment("securityContext: {windowsOptions: {hostProcess: true}}"),
      [becomes.replace("/privileged:", "/windowsOptions/hostProcess:")],
    ],
    inPod("/spec", "v1 Pod", "spec: PODS"),
    inPod(POD, "apps/v1 DaemonSet", "spec: {template: {spec: PODS}}"),
    inPod(POD, "argoproj.io/v1alpha1 Rollout", "spec: {template: {spec: PODS}}"),
    inPod(POD, "serving.knative.dev/v1 Service", "spec: {template: {spec: PODS}}"),
    inPod(
      "/spec/jobTemplate/spec/template/spec",
      "batch/v1 CronJob",
      "spec: {jobTemplate: {spec: {template: {spec: PODS}}}}",
    ),
    inPod("/template/spec", "v1 PodTemplate", "template: {spec: PODS}"),
  ])("finds %s", (_name, base, head, found) => {
    expect(findings("privileged", base, head)).toEqual(found);
  });

  test.each<readonly [string, Side, Side]>([
    ["a container that was", deployment(PRIVILEGED), deployment(`${PRIVILEGED}, tty: true`)],
    ["a container that is no longer", deployment(PRIVILEGED), PLAIN],
    ["a removed object", deployment(PRIVILEGED), undefined],
    ["a text", PLAIN, deployment("securityContext: {privileged: 'true'}")],
    [
      "a container under another name",
      workload(`{name: a, image: "a:1", ${PRIVILEGED}}`),
      workload(`{name: b, image: "a:2", ${PRIVILEGED}}`),
    ],
    [
      "a container at another place",
      workload(`{name: a, ${PRIVILEGED}}, {name: b}`),
      workload(`{name: b}, {name: a, ${PRIVILEGED}}`),
    ],
    ["an object under another name", deployment(PRIVILEGED), deployment(PRIVILEGED, "", { name: "other" })],
    ["a kind without Pods", undefined, object("v1 ConfigMap", `data: {containers: [{${PRIVILEGED}}]}`)],
  ])("does not find %s", (_name, base, head) => {
    expect(findings("privileged", base, head)).toEqual([]);
  });
});

describe("host-namespace", () => {
  const pod = (fields: string) => deployment("", fields);

  test.each<Case>([
    [
      "hostNetwork",
      PLAIN,
      pod("hostNetwork: true"),
      [
        `high ${POD}/hostNetwork: \`hostNetwork\` is set: the Pods use the network of the node: they reach its local services, and no NetworkPolicy applies to them`,
      ],
    ],
    [
      "hostPID",
      pod("hostPID: false"),
      pod("hostPID: true"),
      [
        `high ${POD}/hostPID: \`hostPID\` is set: the Pods see all processes of the node, and can read the environment of those of their user`,
      ],
    ],
    [
      "hostIPC",
      undefined,
      pod("hostIPC: true"),
      [`high ${POD}/hostIPC: \`hostIPC\` is set: the Pods share the memory between processes with the node`],
    ],
  ])("finds %s", (_name, base, head, found) => {
    expect(findings("host-namespace", base, head)).toEqual(found);
  });

  test.each<readonly [string, Side, Side]>([
    [
      "what was set",
      pod("hostNetwork: true, hostPID: true"),
      deployment("tty: true", "hostNetwork: true, hostPID: true"),
    ],
    ["what is taken back", pod("hostIPC: true"), PLAIN],
    ["false", PLAIN, pod("hostNetwork: false")],
    ["a field outside of Pods", PLAIN, object("example.com/v1 Thing", "spec: {hostNetwork: true}")],
  ])("does not find %s", (_name, base, head) => {
    expect(findings("host-namespace", base, head)).toEqual([]);
  });
});

describe("host-path", () => {
  const volume = (path: string, mount: string | undefined = "", name = "data") =>
    deployment(
      mount === undefined ? "" : `volumeMounts: [{name: ${name}, mountPath: /data${mount}}]`,
      `volumes: [{name: ${name}, hostPath: {path: ${path}}}]`,
    );
  const path = `${POD}/volumes/0/hostPath/path`;

  test.each<Case>([
    [
      "a directory of its own",
      PLAIN,
      volume("/data/shop"),
      [
        `medium ${path}: volume data is a directory of the node: the containers that mount it can change the files there, whichever Pod made them ( -> /data/shop)`,
      ],
    ],
    [
      "a directory to read",
      PLAIN,
      volume("/data/shop", ", readOnly: true"),
      [
        `low ${path}: volume data is a directory of the node: the containers that mount it can read the files there, whichever Pod made them ( -> /data/shop)`,
      ],
    ],
    [
      "a directory that could only be read",
      volume("/data", ", readOnly: true"),
      volume("/data"),
      [
        `medium ${path}: volume data is a directory of the node: the containers that mount it can change the files there, whichever Pod made them ( -> /data)`,
      ],
    ],
  ])("finds %s", (_name, base, head, found) => {
    expect(findings("host-path", base, head)).toEqual(found);
  });

  test.each<readonly [string, string, string]>([
    ["/", "", "high"],
    ["/etc/kubernetes", "", "high"],
    ["/etc", ", readOnly: true", "medium"],
    ["/var/run/docker.sock", ", readOnly: true", "high"],
    ["/var/lib/kubelet/pods", "", "high"],
    ["/var/log", "", "medium"],
    ["/var/log/pods", ", readOnly: true", "low"],
    ["/etcetera", "", "medium"],
  ])("%s with %s is %s", (at, mount, level) => {
    expect(places("host-path", PLAIN, volume(at, mount))).toEqual([`${level} ${path}`]);
  });

  test("several volumes of one level are one danger", () => {
    const volumes = ["a", "b", "c", "d"].map((name) => `{name: ${name}, hostPath: {path: /data/${name}}}`);
    expect(
      findings(
        "host-path",
        undefined,
        deployment("", `volumes: [${volumes.join(", ")}, {name: e, hostPath: {path: /run/x.sock}}]`),
      ),
    ).toEqual([
      `low ${path}: volumes a, b and 2 more are directories of the node: the containers that mount them can read the files there, whichever Pod made them ( -> /data/a, /data/b and 2 more)`,
      `high ${POD}/volumes/4/hostPath/path: volume e is a directory of the node: the containers that mount it can read the files there, whichever Pod made them ( -> /run/x.sock)`,
    ]);
  });

  test.each<readonly [string, Side, Side]>([
    ["a directory that was mounted", volume("/data"), volume("/data", ", readOnly: true", "other")],
    [
      "a directory that can only be read as before",
      volume("/data", ", readOnly: true"),
      volume("/data", ", readOnly: true", "other"),
    ],
    ["a directory that could be written", volume("/data"), volume("/data", "", "other")],
    ["what is taken back", volume("/data"), PLAIN],
    ["other volumes", PLAIN, deployment("", "volumes: [{name: a, emptyDir: {}}, {name: b, hostPath: {}}]")],
  ])("does not find %s", (_name, base, head) => {
    expect(findings("host-path", base, head)).toEqual([]);
  });
});

describe("added-capability", () => {
  const capabilities = (lists: string) => deployment(`securityContext: {capabilities: {${lists}}}`);
  const path = `${FIRST}/securityContext/capabilities`;

  test.each<Case>([
    [
      "a strong one",
      PLAIN,
      capabilities("add: [SYS_ADMIN]"),
      [
        `high ${path}/add: container \`web\` gets a capability that containers do not have: with it, the container can leave its bounds ( -> SYS_ADMIN)`,
      ],
    ],
    [
      "another one",
      capabilities("add: [NET_ADMIN]"),
      capabilities("add: [NET_ADMIN, CAP_SYS_TIME, ipc_lock]"),
      [
        `medium ${path}/add: container \`web\` gets a capability that containers do not have: it can do more to the node than others ( -> SYS_TIME, IPC_LOCK)`,
      ],
    ],
    [
      "all",
      undefined,
      capabilities("add: [ALL]"),
      [
        `high ${path}/add: container \`web\` gets a capability that containers do not have: with it, the container can leave its bounds ( -> ALL)`,
      ],
    ],
    [
      "those that are dropped no longer",
      capabilities("drop: [all]"),
      PLAIN,
      [
        `low ${path}/drop: container \`web\` no longer drops all capabilities: it gets those that the container runtime gives to all containers`,
      ],
    ],
  ])("finds %s", (_name, base, head, found) => {
    expect(findings("added-capability", base, head)).toEqual(found);
  });

  test.each<readonly [string, Side, Side]>([
    ["what all containers have", PLAIN, capabilities("drop: [ALL], add: [NET_BIND_SERVICE, CHOWN]")],
    ["what the container had", capabilities("add: [SYS_ADMIN]"), capabilities("add: [CAP_SYS_ADMIN]")],
    ["one of all", capabilities("add: [ALL]"), capabilities("add: [SYS_ADMIN]")],
    ["what is dropped", PLAIN, capabilities("drop: [NET_RAW]")],
    ["what a new object does not drop", undefined, PLAIN],
  ])("does not find %s", (_name, base, head) => {
    expect(findings("added-capability", base, head)).toEqual([]);
  });
});

describe("removed-limits", () => {
  const limits = (list: string) => deployment(`resources: {limits: {${list}}, requests: {cpu: 1}}`);
  const path = `${FIRST}/resources/limits`;

  test.each<Case>([
    [
      "memory",
      limits("memory: 1Gi, cpu: 1"),
      limits("cpu: 1"),
      [
        `medium ${path}/memory: container \`web\` loses its limit of \`memory\`: the container can use up the memory of its node, and other Pods are ended (1Gi -> )`,
      ],
    ],
    [
      "cpu",
      limits("memory: 1Gi, cpu: 1"),
      limits("memory: 2Gi"),
      [
        `low ${path}/cpu: container \`web\` loses its limit of \`cpu\`: the container can use all CPUs of its node that others do not ask for (1 -> )`,
      ],
    ],
    [
      "all of them",
      limits("memory: 1Gi, ephemeral-storage: 1Gi"),
      PLAIN,
      [
        `medium ${path}/memory: container \`web\` loses its limit of \`memory\`: the container can use up the memory of its node, and other Pods are ended (1Gi -> )`,
        `low ${path}/ephemeral-storage: container \`web\` loses its limit of \`ephemeral-storage\`: the container can fill the disk of its node, and other Pods are evicted (1Gi -> )`,
      ],
    ],
  ])("finds %s", (_name, base, head, found) => {
    expect(findings("removed-limits", base, head)).toEqual(found);
  });

  test.each<readonly [string, Side, Side]>([
    ["a limit that is raised", limits("memory: 1Gi"), limits("memory: 2Gi")],
    ["a limit that is lowered", limits("memory: 2Gi"), limits("memory: 1Gi")],
    [
      "a new container without limits",
      limits("memory: 1Gi"),
      workload(`{name: web, resources: {limits: {memory: 1Gi}}}, {name: b}`),
    ],
    [
      "a removed container",
      workload("{name: web}, {name: b, resources: {limits: {memory: 1Gi}}}"),
      workload("{name: web}"),
    ],
    ["a new object", undefined, PLAIN],
    ["requests", deployment("resources: {requests: {memory: 1Gi}}"), PLAIN],
    ["a device", limits("nvidia.com/gpu: 1"), PLAIN],
  ])("does not find %s", (_name, base, head) => {
    expect(findings("removed-limits", base, head)).toEqual([]);
  });
});

describe("removed-probe", () => {
  const probe = (names: readonly string[]) =>
    deployment(names.map((name) => `${name}: {tcpSocket: {port: 1}}`).join(", "));

  test.each<Case>([
    [
      "readiness",
      probe(["readinessProbe", "livenessProbe"]),
      probe(["livenessProbe"]),
      [
        `medium ${FIRST}/readinessProbe: container \`web\` loses its \`readinessProbe\`: Services send requests to it before it can answer them, and a rollout does not wait for it`,
      ],
    ],
    [
      "liveness",
      probe(["livenessProbe"]),
      deployment("livenessProbe: null"),
      [`low ${FIRST}/livenessProbe: container \`web\` loses its \`livenessProbe\`: nothing restarts it when it hangs`],
    ],
    [
      "startup",
      probe(["startupProbe", "livenessProbe"]),
      probe(["livenessProbe"]),
      [
        `low ${FIRST}/startupProbe: container \`web\` loses its \`startupProbe\`: the other probes begin at once, and can end it while it starts`,
      ],
    ],
  ])("finds %s", (_name, base, head, found) => {
    expect(findings("removed-probe", base, head)).toEqual(found);
  });

  test.each<readonly [string, Side, Side]>([
    ["a probe that changes", probe(["readinessProbe"]), deployment("readinessProbe: {exec: {command: [a]}}")],
    ["a new object", undefined, PLAIN],
    ["a removed container", workload("{name: web}, {name: b, readinessProbe: {a: b}}"), workload("{name: web}")],
    ["a startup probe that no other waits for", probe(["startupProbe"]), PLAIN],
    [
      "a container that becomes a sidecar",
      probe(["livenessProbe"]),
      object(
        "apps/v1 Deployment",
        "spec: {template: {spec: {initContainers: [{name: web, livenessProbe: {a: b}}], containers: []}}}",
      ),
    ],
  ])("does not find %s", (_name, base, head) => {
    expect(findings("removed-probe", base, head)).toEqual([]);
  });
});

describe("replicas-zero", () => {
  const scaled = (replicas: string, kind = "apps/v1 Deployment", name = "shop") =>
    object(kind, `spec: {${replicas && `replicas: ${replicas}, `}template: {spec: {containers: [{name: a}]}}}`, {
      name,
    });

  test.each<Case>([
    [
      "a number",
      scaled("3"),
      scaled("0"),
      ["high /spec/replicas: the Deployment is scaled to zero: the cluster stops all of its Pods (3 -> 0)"],
    ],
    [
      "the default",
      scaled("", "apps/v1 StatefulSet"),
      scaled("0", "apps/v1 StatefulSet"),
      ["high /spec/replicas: the StatefulSet is scaled to zero: the cluster stops all of its Pods (1 -> 0)"],
    ],
    [
      "a custom resource",
      object("example.com/v1 Database", "spec: {replicas: 3}"),
      object("example.com/v1 Database", "spec: {replicas: 0}"),
      ["medium /spec/replicas: the Database is scaled to zero: the cluster stops all of its Pods (3 -> 0)"],
    ],
    [
      "an object under another name",
      scaled("2"),
      scaled("0", "apps/v1 Deployment", "other"),
      ["high /spec/replicas: the Deployment is scaled to zero: the cluster stops all of its Pods (2 -> 0)"],
    ],
  ])("finds %s", (_name, base, head, found) => {
    expect(findings("replicas-zero", base, head)).toEqual(found);
  });

  test.each<readonly [string, Side, Side]>([
    ["zero at both sides", scaled("0"), scaled("0")],
    ["a new object", undefined, scaled("0")],
    ["more", scaled("0"), scaled("3")],
    ["a number that is left out", scaled("3"), scaled("")],
    [
      "an autoscaler",
      object("autoscaling/v2 HorizontalPodAutoscaler", "spec: {minReplicas: 1}"),
      object("autoscaling/v2 HorizontalPodAutoscaler", "spec: {minReplicas: 0}"),
    ],
    [
      "a custom resource without a number",
      object("example.com/v1 Database"),
      object("example.com/v1 Database", "spec: {replicas: 0}"),
    ],
    ["a text", scaled("3"), scaled("'0'")],
  ])("does not find %s", (_name, base, head) => {
    expect(findings("replicas-zero", base, head)).toEqual([]);
  });
});

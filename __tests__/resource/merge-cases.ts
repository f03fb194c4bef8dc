/**
 * Cases of strategic merge patches, with the results of a kustomize binary;
 * docs/specification/strategic-merge.md 1 to 5.
 */
export interface MergeCase {
  readonly title: string;
  /** apiVersion and kind, `v1 Pod` by default. */
  readonly type?: string;
  readonly dest: string;
  readonly patch: string;
  /** The printed spec of the merged object; undefined if the object is deleted; the message of an error in slashes. */
  readonly result: string | RegExp | undefined;
}

const widget = "example.com/v1 Widget";
const service = "v1 Service";

export const mapCases: readonly MergeCase[] = [
  {
    title: "a scalar is replaced, others stay",
    dest: "spec: {a: 1, b: 2}",
    patch: "spec: {b: 3}",
    result: "a: 1\nb: 3",
  },
  { title: "a null removes", dest: "spec: {a: 1, b: 2}", patch: "spec: {a: null, c: null}", result: "b: 2" },
  { title: "an empty map changes nothing", dest: "spec: {a: {x: 1}}", patch: "spec: {a: {}}", result: "a:\n  x: 1" },
  {
    title: "a written null survives",
    dest: "spec: {a: null, b: ~}",
    patch: "metadata: {labels: {x: y}}",
    result: "a: null\nb: null",
  },
  {
    title: "a blank null goes, wherever the patch goes",
    dest: "spec:\n  a:\n  b: 1",
    patch: "metadata: {labels: {x: y}}",
    result: "b: 1",
  },
  {
    title: "nulls in what is new go",
    dest: "spec: {}",
    patch: "spec: {a: {b: null, c: {d: null}}}",
    result: "a:\n  c: {}",
  },
  {
    title: "nulls in lists that are replaced stay",
    dest: "spec: {}",
    patch: "spec: {args: [{a: null}]}",
    result: "args:\n- a: null",
  },
  { title: "old quotes make a number a string", dest: 'spec: {a: "1"}', patch: "spec: {a: 2}", result: 'a: "2"' },
  {
    title: "a string over a plain number stays a string",
    dest: "spec: {a: 1}",
    patch: 'spec: {a: "2"}',
    result: 'a: "2"',
  },
  { title: "a new key keeps its quotes", dest: "spec: {b: {}}", patch: 'spec: {b: {"1": x}}', result: 'b:\n  "1": x' },
  { title: "$patch delete", dest: "spec: {a: {x: 1}, b: 1}", patch: "spec: {a: {$patch: delete}}", result: "b: 1" },
  {
    title: "$patch replace",
    dest: "spec: {a: {x: 1}}",
    patch: "spec: {a: {$patch: replace, b: 2}}",
    result: "a:\n  b: 2",
  },
  {
    title: "$patch merge",
    dest: "spec: {a: {x: 1}}",
    patch: "spec: {a: {$patch: merge, z: 2}}",
    result: "a:\n  x: 1\n  z: 2",
  },
  {
    title: "$patch on what is new acts inside it",
    dest: "spec: {}",
    patch: "spec: {a: {b: {$patch: delete}, $patch: merge}}",
    result: "a: {}",
  },
  {
    title: "an unknown $patch on what is new leaks",
    dest: "spec: {}",
    patch: "spec: {a: {$patch: bogus}}",
    result: "a:\n  $patch: bogus",
  },
  {
    title: "an unknown $patch is an error",
    dest: "spec: {a: {}}",
    patch: "spec: {a: {$patch: bogus}}",
    result: /unknown patch strategy 'bogus'/,
  },
  {
    title: "other directives leak",
    dest: "spec: {a: 1}",
    patch: "spec: {$retainKeys: [a]}",
    result: "$retainKeys:\n- a\na: 1",
  },
  {
    title: "a $patch delete at the top removes the object",
    dest: "spec: {a: 1}",
    patch: "$patch: delete",
    result: undefined,
  },
  {
    title: "a $patch replace at the top does nothing",
    dest: "spec: {a: 1}",
    patch: "$patch: replace\nspec: {b: 2}",
    result: "a: 1",
  },
  {
    title: "a list over a map is an error",
    dest: "spec: {a: {}}",
    patch: "spec: {a: []}",
    result: /expected MappingNode but got SequenceNode/,
  },
  {
    title: "a scalar over a map is an error",
    dest: "spec: {a: {}}",
    patch: "spec: {a: 1}",
    result: /expected MappingNode but got ScalarNode/,
  },
  { title: "anything replaces a null", dest: "spec: {a: null}", patch: "spec: {a: [1]}", result: "a:\n- 1" },
  { title: "an empty key is an error", dest: 'spec: {"": 1}', patch: "spec: {a: 1}", result: /a key that is empty/ },
];

export const listCases: readonly MergeCase[] = [
  {
    title: "patch elements come first, in the patch's order",
    dest: "spec: {containers: [{name: a, image: x}, {name: b}, {name: c}]}",
    patch: "spec: {containers: [{name: new}, {name: c, image: z}]}",
    result: "containers:\n- name: new\n- image: z\n  name: c\n- image: x\n  name: a\n- name: b",
  },
  {
    title: "elements are compared by text",
    dest: "spec: {hostAliases: [{ip: 80, a: 1}]}",
    patch: 'spec: {hostAliases: [{ip: "80", b: 2}]}',
    result: 'hostAliases:\n- a: 1\n  b: 2\n  ip: "80"',
  },
  {
    title: "$patch delete on an element",
    dest: "spec: {containers: [{name: a}, {name: b}]}",
    patch: "spec: {containers: [{name: a, $patch: delete}]}",
    result: "containers:\n- name: b",
  },
  {
    title: "$patch delete on the only element",
    dest: "spec: {containers: [{name: a}]}",
    patch: "spec: {containers: [{name: a, $patch: delete}]}",
    result: "containers: []",
  },
  {
    title: "$patch replace on an element is lost",
    dest: "spec: {containers: [{name: a, image: x}]}",
    patch: "spec: {containers: [{name: a, $patch: replace, command: [c]}]}",
    result: "containers:\n- image: x\n  name: a",
  },
  {
    title: "$patch replace on the list",
    dest: "spec: {containers: [{name: a}]}",
    patch: "spec: {containers: [{$patch: replace}, {name: b}]}",
    result: "containers:\n- name: b",
  },
  {
    title: "$patch delete on the list",
    dest: "spec: {a: 1, containers: [{name: a}]}",
    patch: "spec: {containers: [{$patch: delete}]}",
    result: "a: 1",
  },
  {
    title: "$patch merge on the list",
    dest: "spec: {containers: [{name: a}]}",
    patch: "spec: {containers: [{name: b}, {$patch: merge}]}",
    result: "containers:\n- name: b\n- name: a",
  },
  {
    title: "$patch with company is no directive of the list",
    dest: "spec: {containers: [{name: a}]}",
    patch: "spec: {containers: [{$patch: delete, name: a}]}",
    result: "containers: []",
  },
  {
    title: "a directive for a list that is not there is an element without key, and all that stays",
    dest: "spec: {}",
    patch: "spec: {containers: [{$patch: replace}, {name: a}]}",
    result: "containers:\n- $patch: replace",
  },
  {
    title: "a null list goes",
    dest: "spec: {a: 1, containers: [{name: a}]}",
    patch: "spec: {containers: null}",
    result: "a: 1",
  },
  {
    title: "an empty list changes nothing",
    dest: "spec: {containers: [{name: a}]}",
    patch: "spec: {containers: []}",
    result: "containers:\n- name: a",
  },
  {
    title: "an empty list empties a list that does not merge",
    dest: "spec: {tolerations: [{key: a}]}",
    patch: "spec: {tolerations: []}",
    result: "tolerations: []",
  },
  {
    title: "a patch element without key empties the list",
    dest: "spec: {containers: [{name: a}]}",
    patch: "spec: {containers: [{image: x}]}",
    result: "containers: []",
  },
  {
    title: "an element without key wipes all others",
    dest: "spec: {containers: [{name: a}, {image: x}]}",
    patch: "spec: {containers: [{name: b}]}",
    result: "containers:\n- image: x",
  },
  {
    title: "the last of duplicates survives, also unasked",
    dest: "spec: {containers: [{name: a, image: x}, {name: a, image: z}]}",
    patch: "spec: {b: 1}",
    result: "b: 1\ncontainers:\n- image: z\n  name: a",
  },
  {
    title: "a scalar among maps is an error",
    dest: "spec: {containers: [{name: a}, foo]}",
    patch: "spec: {b: 1}",
    result: /expected MappingNode but got ScalarNode/,
  },
  {
    title: "a null element of the patch stands for an element without key",
    dest: "spec: {containers: [{name: a}]}",
    patch: "spec: {containers: [null, {name: b}]}",
    result: "containers:\n- name: b",
  },
  {
    title: "nested lists merge",
    dest: "spec: {containers: [{name: a, env: [{name: X, value: 1}]}]}",
    patch: "spec: {containers: [{name: a, env: [{name: Y}, {name: X, value: 2}]}]}",
    result: 'containers:\n- env:\n  - name: "Y"\n  - name: X\n    value: 2\n  name: a',
  },
  {
    title: "lists without merge keys are replaced",
    dest: "spec: {containers: [{name: a, args: [x]}]}",
    patch: "spec: {containers: [{name: a, args: [y]}]}",
    result: 'containers:\n- args:\n  - "y"\n  name: a',
  },
  {
    title: "an old apiVersion has no merge keys",
    type: "apps/v1beta1 Deployment",
    dest: "spec: {template: {spec: {containers: [{name: a}]}}}",
    patch: "spec: {template: {spec: {containers: [{name: b}]}}}",
    result: "template:\n  spec:\n    containers:\n    - name: b",
  },
  {
    title: "a custom resource has no merge keys",
    type: widget,
    dest: "spec: {containers: [{name: a}]}",
    patch: "spec: {containers: [{name: b}]}",
    result: "containers:\n- name: b",
  },
  {
    title: "an embedded object brings its keys along",
    type: widget,
    dest: "spec: {pod: {apiVersion: v1, kind: Pod, spec: {containers: [{name: a}]}}}",
    patch: "spec: {pod: {spec: {containers: [{name: b}]}}}",
    result: "pod:\n  apiVersion: v1\n  kind: Pod\n  spec:\n    containers:\n    - name: b\n    - name: a",
  },
  {
    title: "not inside a field whose type is known",
    type: "apps/v1 ControllerRevision",
    dest: "data: {apiVersion: v1, kind: Pod, spec: {containers: [{name: a}]}}\nspec: {a: 1}",
    patch: "data: {spec: {containers: [{name: b}]}}",
    result: "a: 1",
  },
  {
    title: "a comment behind the key can turn merging off",
    dest: 'spec:\n  containers: # {"type":"array"}\n  - name: a',
    patch: "spec: {containers: [{name: b}]}",
    result: "containers:\n- name: b",
  },
  {
    title: "and on",
    type: widget,
    dest: 'spec:\n  things: # {"type":"array","x-kubernetes-patch-strategy":"merge","x-kubernetes-patch-merge-key":"id"}\n  - id: a',
    patch: "spec: {things: [{id: b}]}",
    result: "things:\n- id: b\n- id: a",
  },
  {
    title: "any other comment does nothing",
    dest: "spec:\n  containers: # the list\n  - name: a",
    patch: "spec: {containers: [{name: b}]}",
    result: "containers:\n- name: b\n- name: a",
  },
];

export const portCases: readonly MergeCase[] = [
  {
    title: "one key in use: as with one key",
    dest: "spec: {containers: [{name: a, ports: [{containerPort: 1}, {containerPort: 2}]}]}",
    patch: "spec: {containers: [{name: a, ports: [{containerPort: 3}, {containerPort: 2, name: x}]}]}",
    result:
      "containers:\n- name: a\n  ports:\n  - containerPort: 3\n  - containerPort: 2\n    name: x\n  - containerPort: 1",
  },
  {
    title: "two keys in use: new ones first, old ones in their order",
    type: service,
    dest: "spec: {ports: [{port: 1, protocol: TCP}, {port: 2, protocol: TCP}]}",
    patch: "spec: {ports: [{port: 2, protocol: TCP, name: x}, {port: 3, protocol: TCP}]}",
    result: "ports:\n- port: 3\n  protocol: TCP\n- port: 1\n  protocol: TCP\n- name: x\n  port: 2\n  protocol: TCP",
  },
  {
    title: "a port without protocol never meets one that has it",
    type: service,
    dest: "spec: {ports: [{port: 80, protocol: TCP}]}",
    patch: "spec: {ports: [{port: 80, name: x}]}",
    result: "ports:\n- port: 80\n  protocol: TCP",
  },
  {
    title: "nor does its deletion",
    type: service,
    dest: "spec: {ports: [{port: 80, protocol: TCP}]}",
    patch: "spec: {ports: [{port: 80, $patch: delete}]}",
    result: "ports:\n- port: 80\n  protocol: TCP",
  },
  {
    title: "nor the other way round",
    type: service,
    dest: "spec: {ports: [{port: 80, name: x}]}",
    patch: "spec: {ports: [{port: 80, protocol: TCP, name: y}]}",
    result: "ports:\n- name: x\n  port: 80",
  },
  {
    title: "both protocols of one port are two ports",
    type: service,
    dest: "spec: {ports: [{port: 53, protocol: TCP, name: t}, {port: 53, protocol: UDP, name: u}]}",
    patch: "spec: {ports: [{port: 53, protocol: UDP, name: x}]}",
    result: "ports:\n- name: t\n  port: 53\n  protocol: TCP\n- name: x\n  port: 53\n  protocol: UDP",
  },
  {
    title: "deleting with both keys",
    type: service,
    dest: "spec: {ports: [{port: 53, protocol: TCP}, {port: 53, protocol: UDP}]}",
    patch: "spec: {ports: [{port: 53, protocol: UDP, $patch: delete}]}",
    result: "ports:\n- port: 53\n  protocol: TCP",
  },
];

export const scalarListCases: readonly MergeCase[] = [
  {
    title: "patch values first, then those not among them",
    type: "v1 Node",
    dest: "spec: {podCIDRs: [a, b]}",
    patch: "spec: {podCIDRs: [c, b]}",
    result: "podCIDRs:\n- c\n- b\n- a",
  },
  {
    title: "duplicates go",
    type: "v1 Node",
    dest: "spec: {podCIDRs: [a, a]}",
    patch: "spec: {podCIDRs: [c, c]}",
    result: "podCIDRs:\n- c\n- a",
  },
  {
    title: "a map among them is an error",
    type: "v1 Node",
    dest: "spec: {podCIDRs: [a, {b: c}]}",
    patch: "spec: {podCIDRs: [c]}",
    result: /expected ScalarNode but got MappingNode/,
  },
];

/** The document for one side of a case. */
export function document(one: MergeCase, text: string): string {
  const [apiVersion, kind] = (one.type ?? "v1 Pod").split(" ");
  const metadata = text.includes("metadata:") ? "" : "metadata: {name: x}\n";
  return `apiVersion: ${apiVersion}\nkind: ${kind}\n${metadata}${text}\n`;
}

export const mergeCases: readonly MergeCase[] = [...mapCases, ...listCases, ...portCases, ...scalarListCases];

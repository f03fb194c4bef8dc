/**
 * What becomes of what functions return; rows A2, A8, A11 and A12 of the functions specification. Where kustomize is to
 * say the same, it is asked.
 */
import { describe, expect, test } from "@jest/globals";
import { parseResources, toValue, type Value } from "../../src/yaml/index.ts";
import {
  binary,
  buildIn,
  configOf,
  directoryOf,
  type Files,
  files,
  kustomizeIn,
  leaveNothing,
  printing,
} from "./workshop.ts";

leaveNothing();

interface Case {
  readonly row: string;
  readonly files: Files;
  /** See {@link digest}. */
  readonly expected?: string;
  /** The code, and what the message holds. */
  readonly error?: readonly [code: string, message: string | RegExp];
  /** Codes of warnings. */
  readonly warnings?: readonly string[];
  /** Why kustomize does something else. */
  readonly deviation?: string;
}

const list = (...items: string[]): string =>
  printing(
    `apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n${items.map((item) => `- ${item}\n`).join("")}`,
  );
const ONE = "{apiVersion: v1, kind: ConfigMap, metadata: {name: one}, data: {key: new}}";
const TWO = "{apiVersion: v1, kind: ConfigMap, metadata: {name: two, namespace: other}}";
const THREE = "{apiVersion: v1, kind: Service, metadata: {name: three}}";
const FOUR = "{apiVersion: v1, kind: ConfigMap, metadata: {name: four}}";
const transformer = (script: string, more: Files = {}): Files => files("transformers", script, more);
const generator = (script: string, more: Files = {}): Files => files("generators", script, more);

/** A ConfigMap that a generator makes and a Deployment that refers to it, both renamed. */
const REFERRED: Files = {
  "kustomization.yaml": `resources: [objects.yaml]
configMapGenerator: [{name: settings, literals: [a=b]}]
namePrefix: p-
transformers: [config.yaml]
`,
  "objects.yaml": `apiVersion: v1
kind: Pod
metadata: {name: pod}
spec:
  containers: [{name: c, image: i, envFrom: [{configMapRef: {name: settings}}]}]
`,
};
const DROP_ANNOTATIONS = `awk '/^  metadata:/ {m=1} /^    annotations:/ && m {skip=1; next} skip && /^      / {next} {skip=0} {print}'`;

const CASES: readonly Case[] = [
  {
    row: "A2.1 known objects keep their places and take the new content",
    files: transformer(list(THREE, TWO, ONE)),
    expected: 'one {"data":{"key":"new"}} | two | three',
  },
  {
    row: "A2.1 new ones go to the end, missing ones are removed",
    files: transformer(list(FOUR, ONE)),
    expected: 'one {"data":{"key":"new"}} | four',
  },
  {
    row: "A2.1 a renamed one is a new one",
    files: transformer("sed 's/name: one$/name: z-one/'"),
    expected: 'two | three | z-one {"data":{"key":"value"}}',
  },
  {
    row: "A2.2 an object twice",
    files: transformer(list(ONE, ONE)),
    error: ["function-duplicate", "ConfigMap.v1.[noGrp]/one.[noNs] twice"],
  },
  {
    row: "A2.2 everything twice",
    files: transformer(
      "cat > all; sed '/^functionConfig/,$d' all; sed -n '/^- /,/^functionConfig/p' all | sed '/^functionConfig/d'",
    ),
    error: ["function-duplicate", "one.[noNs] twice"],
  },
  {
    row: "A2.3 an object without kind",
    files: transformer(list("{apiVersion: v1, metadata: {name: x}}")),
    error: ["function-output", "has no kind"],
  },
  {
    row: "A2.3 an object without name",
    files: transformer(list("{apiVersion: v1, kind: ConfigMap}")),
    error: ["function-output", "missing metadata.name"],
  },
  {
    row: "A2.3 a kind that ends in List needs no name",
    files: transformer(list("{apiVersion: a/v1, kind: FooList, spec: {}}", ONE)),
    expected: 'one {"data":{"key":"new"}} | (no name) {"spec":{}}',
  },
  {
    row: "A2.4 a List among the items is taken apart",
    files: transformer(list(`{apiVersion: v1, kind: List, items: [${ONE}, ${FOUR}]}`)),
    expected: 'one {"data":{"key":"new"}} | four',
  },
  {
    row: "A2.4 several lists in one stream",
    files: transformer(printing(`kind: ResourceList\nitems: [${ONE}]\n---\nkind: ResourceList\nitems: [${FOUR}]`)),
    expected: 'one {"data":{"key":"new"}} | four',
  },
  {
    row: "A2.5 objects without a list around them",
    files: transformer(printing(`${ONE}\n---\n${FOUR}`)),
    expected: 'one {"data":{"key":"new"}} | four',
  },
  {
    row: "A2.6 a list without items",
    files: transformer(printing("kind: ResourceList")),
    error: ["function-output", "a ResourceList without items"],
    deviation: "kustomize takes it for an object",
  },
  {
    row: "A2.6 a list without items, behind another one",
    files: transformer(printing(`kind: ResourceList\nitems: [${ONE}]\n---\nkind: ResourceList\nfunctionConfig: {}`)),
    error: ["function-output", "a ResourceList without items"],
    deviation: "kustomize takes it for an object",
  },
  {
    row: "A2.6 a list without items among the items",
    files: transformer(list(ONE, "{kind: ResourceList}")),
    error: ["function-output", "a ResourceList without items"],
    deviation: "kustomize takes it for an object",
  },
  {
    row: "A2.6 items that are no list",
    files: transformer(printing("kind: List\nitems: none")),
    error: ["function-output", "the items of a List are not a list"],
    deviation: "kustomize deletes everything",
  },
  ...["{}", "[]"].map((empty) => ({
    row: `A2.8 ${empty} among the items`,
    files: transformer(list(ONE, empty)),
    error: ["function-output", "is no object"] as const,
  })),
  ...["{}", "[]"].map((empty) => ({
    row: `A2.8 nothing but ${empty}`,
    files: generator(printing(empty)),
    error: ["function-output", "is no object"] as const,
  })),
  {
    row: "A2.8 annotations that are a text",
    files: transformer(list("{apiVersion: v1, kind: ConfigMap, metadata: {name: one, annotations: a}}")),
    error: ["function-output", "the annotations of an object are not a mapping"],
  },
  {
    row: "A2.6 items: null is an empty list",
    files: transformer(printing("kind: ResourceList\nitems: null")),
    expected: "",
    warnings: ["function-removes-all"],
  },
  {
    row: "A2.6 an object twice from a generator",
    files: generator(list(FOUR, FOUR)),
    error: ["id-conflict", "four.[noNs]"],
  },
  {
    row: "A2.7 a transformer that prints nothing",
    files: transformer("cat > /dev/null"),
    error: ["function-output", "would delete all objects"],
    deviation: "kustomize deletes everything",
  },
  {
    row: "A2.7 or only comments",
    files: transformer("cat > /dev/null; echo '# done'"),
    error: ["function-output", "would delete all objects"],
    deviation: "kustomize deletes everything",
  },
  {
    row: "A2.7 a transformer that returns no objects",
    files: transformer(printing("kind: ResourceList\nitems: []")),
    expected: "",
    warnings: ["function-removes-all"],
  },
  {
    row: "A2.7 a generator that prints nothing",
    files: generator("cat > /dev/null"),
    expected: 'one {"data":{"key":"value"}} | two | three',
    warnings: ["function-makes-nothing"],
  },
  {
    row: "A2.7 a transformer of nothing that prints nothing",
    files: transformer("cat > /dev/null", { "kustomization.yaml": "transformers: [config.yaml]\n" }),
    expected: "",
  },
  {
    row: "A2.8 a line of log",
    files: transformer("echo starting; cat"),
    error: ["function-output", 'it begins with "starting\\napiVersion'],
  },
  {
    row: "A2.8 nothing but words",
    files: transformer("echo done"),
    error: ["function-output", 'it begins with "done"'],
  },
  { row: "A2.8 broken YAML", files: transformer(printing("a: [")), error: ["function-output", "of its output: "] },
  {
    row: "A2.8 bytes that are no text",
    files: transformer("printf '\\377\\376\\000'"),
    error: ["function-output", ""],
  },
  {
    row: "A2.9 an alias to another item",
    files: transformer(
      printing(
        `kind: ResourceList\nitems:\n- &a ${ONE}\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: four}, data: {key: &b x}}\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: five}, data: {key: *b}}`,
      ),
    ),
    expected: 'one {"data":{"key":"new"}} | four {"data":{"key":"x"}} | five {"data":{"key":"x"}}',
    deviation: "kustomize splits the items first",
  },
  {
    row: "A2.10 scalars of YAML 1.1",
    files: transformer(
      list(
        "{apiVersion: a/v1, kind: X, metadata: {name: x}, spec: {key: [on, yes, 012, 1e3, null, 0x1F, 0o14, 1_000, 1.0, 2001-01-01, 12345678901234567890, 123456789012345678901234567890]}}",
      ),
    ),
    expected:
      'x {"spec":{"key":["on","yes",10,1000,null,31,12,1000,1,"2001-01-01T00:00:00Z","12345678901234567890",1.2345678901234568e+29]}}',
  },
  {
    row: "A2.10 a key twice",
    files: transformer(list("{apiVersion: v1, kind: ConfigMap, metadata: {name: one}, data: {a: b, a: c}}")),
    error: ["function-output", "already defined"],
  },
  {
    row: "A2.10 a key that is no text",
    files: transformer(list("{apiVersion: v1, kind: ConfigMap, metadata: {name: one}, data: {1: b}}")),
    error: ["function-output", "is not a string"],
  },
  {
    row: "A2.10 infinity",
    files: transformer(list("{apiVersion: v1, kind: ConfigMap, metadata: {name: one}, data: {a: .inf}}")),
    error: ["function-output", "no counterpart in JSON"],
  },
  {
    row: "A2.11 references follow what a function renames if it keeps our books",
    files: transformer("sed 's/^    name: p-settings/    name: q-settings/'", REFERRED),
    expected:
      'p-pod {"spec":{"containers":[{"envFrom":[{"configMapRef":{"name":"q-settings-HASH"}}],"image":"i","name":"c"}]}} | q-settings-HASH {"data":{"a":"b"}}',
  },
  {
    row: "A2.11 a reference to what was never renamed before keeps the old name",
    files: transformer("sed 's/^    name: settings$/    name: other/'", {
      ...REFERRED,
      "kustomization.yaml": "resources: [objects.yaml]\ntransformers: [config.yaml]\n",
      "objects.yaml": `${REFERRED["objects.yaml"]}---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: settings}}\n`,
    }),
    expected:
      'pod {"spec":{"containers":[{"envFrom":[{"configMapRef":{"name":"settings"}}],"image":"i","name":"c"}]}} | other',
    warnings: ["function-rename"],
  },
  {
    row: "A2.11 also where another namespace has one of that name",
    files: transformer("sed 's/^    name: settings$/    name: other/'", {
      "kustomization.yaml": "resources: [objects.yaml]\ntransformers: [config.yaml]\n",
      "objects.yaml": `${REFERRED["objects.yaml"]}---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: settings}}\n---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: settings, namespace: x}}\n`,
    }),
    expected:
      'pod {"spec":{"containers":[{"envFrom":[{"configMapRef":{"name":"settings"}}],"image":"i","name":"c"}]}} | other | other',
    warnings: ["function-rename"],
  },
  {
    row: "A2.11 and neither hash nor references follow where it drops them",
    files: transformer(DROP_ANNOTATIONS, REFERRED),
    expected:
      'p-pod {"spec":{"containers":[{"envFrom":[{"configMapRef":{"name":"settings"}}],"image":"i","name":"c"}]}} | p-settings {"data":{"a":"b"}}',
    warnings: ["function-annotation", "function-annotation"],
  },
  {
    row: "A2.11 our books, contradicting themselves",
    files: transformer("sed 's/previousNames: settings/previousNames: a,b/'", REFERRED),
    error: ["function-output", "are of unequal length"],
  },
  {
    row: "A2.12 our annotations are gone in the end",
    files: transformer(
      "sed 's|^      internal.config.kubernetes.io/id: .*|&\\n      config.kubernetes.io/path: x/y.yaml\\n      mine: kept|' | awk '!/config.kubernetes.io\\/path: x/ || !seen[$0]++'",
    ),
    expected:
      'one {"annotations":{"mine":"kept"},"data":{"key":"value"}} | two {"annotations":{"mine":"kept"}} | three {"annotations":{"mine":"kept"}}',
  },
  {
    row: "A2.12 unknown ones of the reserved prefix, too",
    files: transformer(
      list(
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: one, annotations: {internal.config.kubernetes.io/new: x}}}",
      ),
    ),
    expected: "one",
    warnings: ["function-annotation"],
    deviation: "kustomize prints them",
  },
  {
    row: "A2.13 changed paths and indexes say nothing",
    files: transformer(
      "sed \"s|^      config.kubernetes.io/index: .*|      config.kubernetes.io/index: '7'|; s|^      internal.config.kubernetes.io/index: .*|      internal.config.kubernetes.io/index: '8'|\"",
    ),
    expected: 'one {"data":{"key":"value"}} | two | three',
    deviation: "kustomize fails",
  },
  {
    row: "A2.16 a generator asks for a hash",
    files: generator(
      list(
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: four, annotations: {kustomize.config.k8s.io/needs-hash: 'T'}}}",
      ),
    ),
    expected: 'one {"data":{"key":"value"}} | two | three | four-HASH',
  },
  {
    row: "A2.16 with a value that is no boolean",
    files: generator(
      list(
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: four, annotations: {kustomize.config.k8s.io/needs-hash: 'yes'}}}",
      ),
    ),
    error: ["function-output", 'contains an invalid value ("yes")'],
  },
  {
    row: "A2.16 a generator merges",
    files: generator(
      list(
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: one, annotations: {kustomize.config.k8s.io/behavior: merge}}, data: {more: x}}",
      ),
    ),
    expected: 'one {"data":{"key":"value","more":"x"}} | two | three',
  },
  {
    row: "A2.16 a generator replaces",
    files: generator(
      list(
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: one, annotations: {kustomize.config.k8s.io/behavior: replace}}, data: {key: x}}",
      ),
    ),
    expected: 'one {"data":{"key":"x"}} | two | three',
  },
  {
    row: "A2.16 a generator makes what is there",
    files: generator(list(ONE)),
    error: ["generator-conflict", "there already"],
  },
  {
    row: "A2.16 in a transformer neither has a meaning",
    files: transformer(
      list(
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: four, annotations: {kustomize.config.k8s.io/needs-hash: 'true'}}}",
      ),
    ),
    expected: 'four {"annotations":{"kustomize.config.k8s.io/needs-hash":"true"}}',
    warnings: ["function-annotation"],
  },
  {
    row: "A8.2, A8.3 a validator that returns what it was given",
    files: files("validators", "cat"),
    expected: 'one {"data":{"key":"value"}} | two | three',
    deviation: "kustomize fails it",
  },
  {
    row: "A8.3 with its mark",
    files: files("validators", "sed 's/^    name: .*/&\\n    labels: {validated-by: me}/'"),
    expected: 'one {"data":{"key":"value"}} | two | three',
    deviation: "kustomize fails it",
  },
  {
    row: "A8.3 a validator that prints nothing",
    files: files("validators", "cat > /dev/null"),
    expected: 'one {"data":{"key":"value"}} | two | three',
  },
  {
    row: "A8.3, A1.10 a validator of nothing that returns what it was given",
    files: files("validators", "cat", { "kustomization.yaml": "validators: [config.yaml]\n" }),
    expected: "",
  },
  {
    row: "A8.3 a validator of nothing that adds something",
    files: files("validators", list(FOUR), { "kustomization.yaml": "validators: [config.yaml]\n" }),
    error: ["validator-modifies", "adds ConfigMap four"],
    deviation: "kustomize does not see it",
  },
  {
    row: "A8.3 a validator that changes something",
    files: files("validators", "sed 's/key: value/key: other/'"),
    error: ["validator-modifies", 'changes data.key of ConfigMap one: "value" → "other"'],
  },
  {
    row: "A8.3 a validator that adds a field",
    files: files("validators", "sed 's/key: value/key: value\\n    added: {a: b}/'"),
    error: ["validator-modifies", "changes data.added of ConfigMap one: nothing → a mapping"],
  },
  {
    row: "A8.3 a validator that changes a Secret, whose values are withheld",
    files: files("validators", "sed s/hunter2/hunter3/", {
      "kustomization.yaml": "resources: [secret.yaml]\nvalidators: [config.yaml]\n",
      "secret.yaml": "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {a: hunter2}\n",
    }),
    error: ["validator-modifies", /changes stringData\.a of Secret s$/],
  },
  {
    row: "A8.3 a validator that adds something",
    files: files("validators", list(FOUR)),
    error: ["validator-modifies", "adds ConfigMap four"],
    deviation: "kustomize does not see it",
  },
  {
    row: "A8.3 a validator that leaves something out",
    files: files("validators", list(ONE.replace("new", "value"))),
    error: ["validator-modifies", "leaves out ConfigMap other/two"],
  },
  {
    row: "A8.3 a validator that fails",
    files: files("validators", "cat > /dev/null; exit 3"),
    error: ["function-failed", "exit status 3"],
  },
  {
    row: "A1.4 a list without a version",
    files: transformer(printing(`kind: ResourceList\nitems: [${ONE}]`)),
    expected: 'one {"data":{"key":"new"}}',
  },
  {
    row: "A1.4 a list of an old version",
    files: transformer(printing(`apiVersion: config.kubernetes.io/v1alpha1\nkind: ResourceList\nitems: [${ONE}]`)),
    expected: 'one {"data":{"key":"new"}}',
  },
  {
    row: "A1.4 a list of another group",
    files: transformer(printing(`apiVersion: foo.bar/v9\nkind: ResourceList\nitems: [${ONE}]`)),
    error: ["function-output", "foo.bar/v9"],
    deviation: "kustomize unwraps anything",
  },
  {
    row: "A1.4 an item without a version",
    files: transformer(list("{kind: Thing, metadata: {name: x}}")),
    expected: "x",
    warnings: ["function-odd-value"],
  },
  {
    row: "A12.2 a function that does not read",
    files: transformer(list(ONE).replace("cat > /dev/null\n", "exec 0<&-\n")),
    expected: 'one {"data":{"key":"new"}}',
  },
  {
    row: "A12.3 a byte order mark and CRLF",
    files: transformer(
      "cat > /dev/null; printf '\\357\\273\\277kind: ResourceList\\r\\nitems:\\r\\n- {apiVersion: v1, kind: Service, metadata: {name: three}}\\r\\n'",
    ),
    expected: "three",
  },
  {
    row: "A12.4 null among the items, and null for annotations",
    files: transformer(
      list("null", "{apiVersion: v1, kind: ConfigMap, metadata: {name: one, annotations: null}, data: {key: new}}"),
    ),
    expected: 'one {"data":{"key":"new"}}',
  },
  {
    row: "A12.5 a name that is a number",
    files: transformer(list("{apiVersion: v1, kind: ConfigMap, metadata: {name: 123, labels: {a: 1}}}")),
    expected: '123 {"labels":{"a":1}}',
    warnings: ["function-odd-value"],
  },
  {
    row: "A12.5 a namespace and a kind that are numbers",
    files: transformer(list("{apiVersion: v1, kind: 5, metadata: {name: x, namespace: 1}}")),
    expected: "x",
    warnings: ["function-odd-value"],
  },
  {
    row: "A1.4 a version of null, and one that is a list",
    files: transformer(
      list(
        "{apiVersion: null, kind: Thing, metadata: {name: x}}",
        "{apiVersion: [a], kind: Thing, metadata: {name: y}}",
      ),
    ),
    expected: "x | y",
    warnings: ["function-odd-value"],
  },
  {
    row: "A12.5 a label and annotations that are no texts, made by a generator",
    files: generator(
      list("{apiVersion: v1, kind: ConfigMap, metadata: {name: x, labels: {a: true}, annotations: {b: 1, c: {}}}}"),
    ),
    expected: 'one {"data":{"key":"value"}} | two | three | x {"labels":{"a":true},"annotations":{"b":"1","c":""}}',
    warnings: ["function-odd-value"],
  },
  {
    row: "A12.5, A1.4 what was there before is not the function's",
    files: transformer("cat", {
      "objects.yaml": "{kind: Thing, metadata: {name: 1, labels: {a: 1}, annotations: {b: 1}}}\n",
    }),
    expected: '1 {"labels":{"a":1},"annotations":{"b":"1"}}',
  },
  {
    row: "A12.6 another namespace is another object",
    files: transformer("sed 's/^    namespace: other/    namespace: else/'"),
    expected: 'one {"data":{"key":"value"}} | three | two',
  },
  {
    row: "A12.7 what is done to the config has no effect",
    files: transformer("sed '/^functionConfig/,$s/name: fn/name: other/'"),
    expected: 'one {"data":{"key":"value"}} | two | three',
  },
  {
    row: "A12.7 an object like the config is an object",
    files: transformer(list("{apiVersion: example.com/v1, kind: Fn, metadata: {name: fn}}")),
    expected: "fn",
  },
  {
    row: "A12.8 JSON",
    files: transformer(
      printing(
        `{"kind": "ResourceList", "items": [{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "one"}, "data": {"key": "new"}}]}`,
      ),
    ),
    expected: 'one {"data":{"key":"new"}}',
  },
  {
    row: "A12.10 two configs in one file run in order",
    files: transformer("sed 's/key: value/key: first/'", {
      "config.yaml": `${configOf("path: ./fn")}---\n${configOf("path: ./next", "next")}`,
      next: "#!/bin/sh\nsed 's/key: first/key: second/'\n",
    }),
    expected: 'one {"data":{"key":"second"}} | two | three',
  },
  {
    row: "A13 adding the namespace default changes no identity",
    files: transformer(list("{apiVersion: v1, kind: Service, metadata: {name: three, namespace: default}}", ONE)),
    expected: 'one {"data":{"key":"new"}} | three',
  },
  {
    row: "A11.1 inline texts run before files",
    files: transformer("sed 's/key: first/key: second/'", {
      "kustomization.yaml": `resources: [objects.yaml]\ntransformers:\n- config.yaml\n- |\n  ${configOf("path: ./next", "next").replaceAll("\n", "\n  ").trimEnd()}\n`,
      next: "#!/bin/sh\nsed 's/key: value/key: first/'\n",
    }),
    expected: 'one {"data":{"key":"second"}} | two | three',
  },
  {
    row: "A11.5 a created object has an origin, a changed one a transformation",
    files: transformer(list(ONE, FOUR), {
      "kustomization.yaml":
        "resources: [objects.yaml]\ntransformers: [config.yaml]\nbuildMetadata: [originAnnotations, transformerAnnotations]\n",
    }),
    expected:
      'one {"annotations":{"alpha.config.kubernetes.io/transformations":"- configuredIn: config.yaml\\n  configuredBy:\\n    apiVersion: example.com/v1\\n    kind: Fn\\n    name: fn\\n","config.kubernetes.io/origin":"path: objects.yaml\\n"},"data":{"key":"new"}} | four {"annotations":{"config.kubernetes.io/origin":"configuredIn: config.yaml\\nconfiguredBy:\\n  apiVersion: example.com/v1\\n  kind: Fn\\n  name: fn\\n"}}',
    deviation: "kustomize takes the origin from what comes back, and forgets it with it",
  },
  ...["", "namePrefix: p-\n"].map((more) => ({
    row: `A11.5 a renamed object keeps its origin${more && ", renamed before"}`,
    files: transformer(
      "sed -E 's/^    name: (p-)?three$/    name: \\1four/; s/^    name: (p-)?one$/    name: \\1five/'",
      {
        "kustomization.yaml": `resources: [objects.yaml]\n${more}transformers: [config.yaml]\nbuildMetadata: [originAnnotations]\n`,
      },
    ),
    expected: ["two", "five", "four"]
      .map(
        (name) =>
          `${more && "p-"}${name} {"annotations":{"config.kubernetes.io/origin":"path: objects.yaml\\n"}${name === "five" ? ',"data":{"key":"value"}' : ""}}`,
      )
      .join(" | "),
  })),
];

/** What tells the objects of an output apart: their names, with what is worth a look, in order. */
function digest(text: string | undefined): string {
  if (text === undefined) return "";
  return parseResources(text, "")
    .map((node) => toValue(node) as { readonly [key: string]: Value })
    .map(({ metadata, data, spec }) => {
      const { name = "(no name)", labels, annotations } = (metadata ?? {}) as { readonly [key: string]: Value };
      const more = {
        ...(labels ? { labels } : {}),
        ...(annotations ? { annotations } : {}),
        ...(data ? { data } : {}),
        ...(spec ? { spec } : {}),
      };
      const content = Object.keys(more).length === 0 ? "" : ` ${JSON.stringify(more, bigAsText)}`;
      return `${typeof name === "string" ? name : JSON.stringify(name)}${content}`;
    })
    .join(" | ")
    .replaceAll(/-[2456789bcdfghkmt]{10}\b/g, "-HASH");
}

/** The text of what JSON cannot hold. */
function bigAsText(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

describe("what a function returns", () => {
  test.each(CASES.map((each) => [each.row, each] as const))("%s", async (_, each) => {
    const directory = directoryOf(each.files);
    const outcome = await buildIn(directory);
    const errors = outcome.diagnostics.filter(({ severity }) => severity === "error");
    const warnings = outcome.diagnostics.filter(({ severity }) => severity !== "error").map(({ code }) => code);
    const [code, message = /^/] = each.error ?? [];
    expect(errors.map((error) => error.code)).toEqual(code === undefined ? [] : [code]);
    const messages = errors.map((error) => error.message).join();
    // With a string it looks for that string, and with a pattern for what matches.
    expect(messages).toMatch(message);
    // Every problem is at the place where the function is declared.
    expect(errors.map(({ file, line }) => [file, line !== undefined])).toEqual(errors.map(() => ["config.yaml", true]));
    expect({ text: digest(outcome.text), warnings }).toEqual({
      text: each.expected ?? "",
      warnings: each.warnings ?? [],
    });
  });
});

test.each(["echo finished 3 items", "echo ---; echo finished", "echo 'a: [b'"])(
  "what is printed behind the objects, as by %s, is told to belong elsewhere",
  async (script) => {
    const { diagnostics } = await buildIn(directoryOf(files("transformers", `cat; ${script}`)));
    expect(diagnostics).toMatchObject([{ code: "function-output", hint: expect.stringContaining("standard error") }]);
  },
);

(binary === undefined ? describe.skip : describe)("kustomize does the same with", () => {
  test.each(CASES.map((each) => [each.row, each] as const))("%s", async (_, each) => {
    const directory = directoryOf(each.files);
    const [ours, theirs] = [await buildIn(directory), kustomizeIn(directory)];
    // A deviation that is none any more is to be taken off the list.
    expect(ours.text === theirs.text).toBe(each.deviation === undefined);
  });
});

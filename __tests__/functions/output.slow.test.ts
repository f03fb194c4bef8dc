/**
 * How outputs are read and merged; docs/specification/wire-format.md 1.4, 3 to 8. Compares with kustomize unless a row is a
 * deviation.
 */
import { describe, expect, test } from "@jest/globals";
import { parseResources, toValue, type Value } from "../../src/yaml/index.ts";
import { unless } from "../unless.ts";
import {
  buildIn,
  configOf,
  directoryOf,
  type Files,
  files,
  kustomizeIn,
  leaveNothing,
  NO_KUSTOMIZE,
  printing,
} from "./workshop.ts";

leaveNothing();

interface Case {
  readonly row: string;
  readonly files: Files;
  /** See {@link digest}. */
  readonly expected?: string;
  /** The code, and a part of the message. */
  readonly error?: readonly [code: string, message: string | RegExp];
  /** The codes of the warnings. */
  readonly warnings?: readonly string[];
  /** The behaviour of kustomize, where it differs. */
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

/** A generated ConfigMap and a Deployment that refers to it. Both are renamed. */
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
    row: "known objects keep their places and take the new content (docs/specification/wire-format.md 4.1)",
    files: transformer(list(THREE, TWO, ONE)),
    expected: 'one {"data":{"key":"new"}} | two | three',
  },
  {
    row: "new objects are appended, missing ones removed (docs/specification/wire-format.md 4.1)",
    files: transformer(list(FOUR, ONE)),
    expected: 'one {"data":{"key":"new"}} | four',
  },
  {
    row: "a renamed object is a new one (docs/specification/wire-format.md 4.1)",
    files: transformer("sed 's/name: one$/name: z-one/'"),
    expected: 'two | three | z-one {"data":{"key":"value"}}',
  },
  {
    row: "an object twice (docs/specification/wire-format.md 4.2)",
    files: transformer(list(ONE, ONE)),
    error: ["function-duplicate", "ConfigMap.v1.[noGrp]/one.[noNs] twice"],
  },
  {
    row: "everything twice (docs/specification/wire-format.md 4.2)",
    files: transformer(
      "cat > all; sed '/^functionConfig/,$d' all; sed -n '/^- /,/^functionConfig/p' all | sed '/^functionConfig/d'",
    ),
    error: ["function-duplicate", "one.[noNs] twice"],
  },
  {
    row: "an object without kind (docs/specification/wire-format.md 3.2)",
    files: transformer(list("{apiVersion: v1, metadata: {name: x}}")),
    error: ["function-output", "has no kind"],
  },
  {
    row: "an object without name (docs/specification/wire-format.md 3.2)",
    files: transformer(list("{apiVersion: v1, kind: ConfigMap}")),
    error: ["function-output", "missing metadata.name"],
  },
  {
    row: "a kind that ends in List needs no name (docs/specification/wire-format.md 3.2)",
    files: transformer(list("{apiVersion: a/v1, kind: FooList, spec: {}}", ONE)),
    expected: 'one {"data":{"key":"new"}} | (no name) {"spec":{}}',
  },
  {
    row: "a List among the items is expanded (docs/specification/wire-format.md 3.3)",
    files: transformer(list(`{apiVersion: v1, kind: List, items: [${ONE}, ${FOUR}]}`)),
    expected: 'one {"data":{"key":"new"}} | four',
  },
  {
    row: "several lists in one stream (docs/specification/wire-format.md 3.3)",
    files: transformer(printing(`kind: ResourceList\nitems: [${ONE}]\n---\nkind: ResourceList\nitems: [${FOUR}]`)),
    expected: 'one {"data":{"key":"new"}} | four',
  },
  {
    row: "objects without a list around them (docs/specification/wire-format.md 3.1)",
    files: transformer(printing(`${ONE}\n---\n${FOUR}`)),
    expected: 'one {"data":{"key":"new"}} | four',
  },
  {
    row: "a list without items (docs/specification/wire-format.md 3.4)",
    files: transformer(printing("kind: ResourceList")),
    error: ["function-output", "the ResourceList has no items"],
    deviation: "kustomize takes it for an object",
  },
  {
    row: "a list without items, behind another one (docs/specification/wire-format.md 3.4)",
    files: transformer(printing(`kind: ResourceList\nitems: [${ONE}]\n---\nkind: ResourceList\nfunctionConfig: {}`)),
    error: ["function-output", "the ResourceList has no items"],
    deviation: "kustomize takes it for an object",
  },
  {
    row: "a list without items among the items (docs/specification/wire-format.md 3.4)",
    files: transformer(list(ONE, "{kind: ResourceList}")),
    error: ["function-output", "the ResourceList has no items"],
    deviation: "kustomize takes it for an object",
  },
  {
    row: "items that are not a list (docs/specification/wire-format.md 3.4)",
    files: transformer(printing("kind: List\nitems: none")),
    error: ["function-output", "the items of a List are not a list"],
    deviation: "kustomize deletes everything",
  },
  ...["{}", "[]"].map((empty) => ({
    row: `${empty} among the items (docs/specification/wire-format.md 3.6)`,
    files: transformer(list(ONE, empty)),
    error: ["function-output", "is not an object"] as const,
  })),
  ...["{}", "[]"].map((empty) => ({
    row: `nothing but ${empty} (docs/specification/wire-format.md 3.6)`,
    files: generator(printing(empty)),
    error: ["function-output", "is not an object"] as const,
  })),
  {
    row: "annotations that are a string (docs/specification/wire-format.md 3.6)",
    files: transformer(list("{apiVersion: v1, kind: ConfigMap, metadata: {name: one, annotations: a}}")),
    error: ["function-output", "the annotations of an object are not a mapping"],
  },
  {
    row: "items: null is an empty list (docs/specification/wire-format.md 3.4)",
    files: transformer(printing("kind: ResourceList\nitems: null")),
    expected: "",
    warnings: ["function-removes-all"],
  },
  {
    row: "an object twice from a generator (docs/specification/wire-format.md 6.3)",
    files: generator(list(FOUR, FOUR)),
    error: ["id-conflict", "four.[noNs]"],
  },
  {
    row: "a transformer that prints nothing (docs/specification/wire-format.md 3.5)",
    files: transformer("cat > /dev/null"),
    error: ["function-output", "would delete all objects"],
    deviation: "kustomize deletes everything",
  },
  {
    row: "a transformer that prints only comments (docs/specification/wire-format.md 3.5)",
    files: transformer("cat > /dev/null; echo '# done'"),
    error: ["function-output", "would delete all objects"],
    deviation: "kustomize deletes everything",
  },
  {
    row: "a transformer that returns no objects (docs/specification/wire-format.md 3.5)",
    files: transformer(printing("kind: ResourceList\nitems: []")),
    expected: "",
    warnings: ["function-removes-all"],
  },
  {
    row: "a generator that prints nothing (docs/specification/wire-format.md 3.5)",
    files: generator("cat > /dev/null"),
    expected: 'one {"data":{"key":"value"}} | two | three',
    warnings: ["function-makes-nothing"],
  },
  {
    row: "a transformer without objects that prints nothing (docs/specification/wire-format.md 3.5)",
    files: transformer("cat > /dev/null", { "kustomization.yaml": "transformers: [config.yaml]\n" }),
    expected: "",
  },
  {
    row: "a log line (docs/specification/wire-format.md 3.6)",
    files: transformer("echo starting; cat"),
    error: ["function-output", 'it begins with "starting\\napiVersion'],
  },
  {
    row: "only prose (docs/specification/wire-format.md 3.6)",
    files: transformer("echo done"),
    error: ["function-output", 'it begins with "done"'],
  },
  {
    row: "broken YAML (docs/specification/wire-format.md 3.6)",
    files: transformer(printing("a: [")),
    error: ["function-output", "of its output: "],
  },
  {
    row: "bytes that are not UTF-8 (docs/specification/wire-format.md 3.6)",
    files: transformer("printf '\\377\\376\\000'"),
    error: ["function-output", ""],
  },
  {
    row: "an alias to another item (docs/specification/wire-format.md 3.7)",
    files: transformer(
      printing(
        `kind: ResourceList\nitems:\n- &a ${ONE}\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: four}, data: {key: &b x}}\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: five}, data: {key: *b}}`,
      ),
    ),
    expected: 'one {"data":{"key":"new"}} | four {"data":{"key":"x"}} | five {"data":{"key":"x"}}',
    deviation: "kustomize splits the items first",
  },
  {
    row: "scalars of YAML 1.1 (docs/specification/wire-format.md 3.8)",
    files: transformer(
      list(
        "{apiVersion: a/v1, kind: X, metadata: {name: x}, spec: {key: [on, yes, 012, 1e3, null, 0x1F, 0o14, 1_000, 1.0, 2001-01-01, 12345678901234567890, 123456789012345678901234567890]}}",
      ),
    ),
    expected:
      'x {"spec":{"key":["on","yes",10,1000,null,31,12,1000,1,"2001-01-01T00:00:00Z","12345678901234567890",1.2345678901234568e+29]}}',
  },
  {
    row: "a key twice (docs/specification/wire-format.md 3.8)",
    files: transformer(list("{apiVersion: v1, kind: ConfigMap, metadata: {name: one}, data: {a: b, a: c}}")),
    error: ["function-output", "already defined"],
  },
  {
    row: "a key that is not a string (docs/specification/wire-format.md 3.8)",
    files: transformer(list("{apiVersion: v1, kind: ConfigMap, metadata: {name: one}, data: {1: b}}")),
    error: ["function-output", "is not a string"],
  },
  {
    row: "infinity (docs/specification/wire-format.md 3.8)",
    files: transformer(list("{apiVersion: v1, kind: ConfigMap, metadata: {name: one}, data: {a: .inf}}")),
    error: ["function-output", "no counterpart in JSON"],
  },
  {
    row: "references follow a rename if the function keeps the annotations (docs/specification/wire-format.md 5.1)",
    files: transformer("sed 's/^    name: p-settings/    name: q-settings/'", REFERRED),
    expected:
      'p-pod {"spec":{"containers":[{"envFrom":[{"configMapRef":{"name":"q-settings-HASH"}}],"image":"i","name":"c"}]}} | q-settings-HASH {"data":{"a":"b"}}',
  },
  {
    row: "a reference to an object without earlier names keeps the old name (docs/specification/wire-format.md 5.1)",
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
    row: "a reference keeps the old name if another namespace has an object of that name (docs/specification/wire-format.md 5.1)",
    files: transformer("sed 's/^    name: settings$/    name: other/'", {
      "kustomization.yaml": "resources: [objects.yaml]\ntransformers: [config.yaml]\n",
      "objects.yaml": `${REFERRED["objects.yaml"]}---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: settings}}\n---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: settings, namespace: x}}\n`,
    }),
    expected:
      'pod {"spec":{"containers":[{"envFrom":[{"configMapRef":{"name":"settings"}}],"image":"i","name":"c"}]}} | other | other',
    warnings: ["function-rename"],
  },
  {
    row: "hash and references are lost if the function drops the annotations (docs/specification/wire-format.md 5.1)",
    files: transformer(DROP_ANNOTATIONS, REFERRED),
    expected:
      'p-pod {"spec":{"containers":[{"envFrom":[{"configMapRef":{"name":"settings"}}],"image":"i","name":"c"}]}} | p-settings {"data":{"a":"b"}}',
    warnings: ["function-annotation", "function-annotation"],
  },
  {
    row: "contradictory annotations (docs/specification/wire-format.md 5.2)",
    files: transformer("sed 's/previousNames: settings/previousNames: a,b/'", REFERRED),
    error: ["function-output", "have different lengths"],
  },
  {
    row: "build annotations are not printed (docs/specification/wire-format.md 5.3)",
    files: transformer(
      "sed 's|^      internal.config.kubernetes.io/id: .*|&\\n      config.kubernetes.io/path: x/y.yaml\\n      mine: kept|' | awk '!/config.kubernetes.io\\/path: x/ || !seen[$0]++'",
    ),
    expected:
      'one {"annotations":{"mine":"kept"},"data":{"key":"value"}} | two {"annotations":{"mine":"kept"}} | three {"annotations":{"mine":"kept"}}',
  },
  {
    row: "unknown annotations with the reserved prefix are not printed (docs/specification/wire-format.md 5.3)",
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
    row: "changed paths and indexes are ignored (docs/specification/wire-format.md 5.4)",
    files: transformer(
      "sed \"s|^      config.kubernetes.io/index: .*|      config.kubernetes.io/index: '7'|; s|^      internal.config.kubernetes.io/index: .*|      internal.config.kubernetes.io/index: '8'|\"",
    ),
    expected: 'one {"data":{"key":"value"}} | two | three',
    deviation: "kustomize fails",
  },
  {
    row: "a generator asks for a hash (docs/specification/wire-format.md 6.1)",
    files: generator(
      list(
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: four, annotations: {kustomize.config.k8s.io/needs-hash: 'T'}}}",
      ),
    ),
    expected: 'one {"data":{"key":"value"}} | two | three | four-HASH',
  },
  {
    row: "a generator asks for a hash with a value that is not a boolean (docs/specification/wire-format.md 6.1)",
    files: generator(
      list(
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: four, annotations: {kustomize.config.k8s.io/needs-hash: 'yes'}}}",
      ),
    ),
    error: ["function-output", 'contains an invalid value ("yes")'],
  },
  {
    row: "a generator merges (docs/specification/wire-format.md 6.1)",
    files: generator(
      list(
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: one, annotations: {kustomize.config.k8s.io/behavior: merge}}, data: {more: x}}",
      ),
    ),
    expected: 'one {"data":{"key":"value","more":"x"}} | two | three',
  },
  {
    row: "a generator replaces (docs/specification/wire-format.md 6.1)",
    files: generator(
      list(
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: one, annotations: {kustomize.config.k8s.io/behavior: replace}}, data: {key: x}}",
      ),
    ),
    expected: 'one {"data":{"key":"x"}} | two | three',
  },
  {
    row: "a generator creates an object that exists (docs/specification/wire-format.md 6.1)",
    files: generator(list(ONE)),
    error: ["generator-conflict", "already exists"],
  },
  {
    row: "attack 9.19: hash and behavior have no effect in a transformer (docs/specification/wire-format.md 6.2)",
    files: transformer(
      list(
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: four, annotations: {kustomize.config.k8s.io/needs-hash: 'true'}}}",
      ),
    ),
    expected: 'four {"annotations":{"kustomize.config.k8s.io/needs-hash":"true"}}',
    warnings: ["function-annotation"],
  },
  {
    row: "a validator that returns its input (docs/specification/wire-format.md 7.2, 7.3)",
    files: files("validators", "cat"),
    expected: 'one {"data":{"key":"value"}} | two | three',
    deviation: "kustomize fails it",
  },
  {
    row: "a validator that adds its label (docs/specification/wire-format.md 7.3)",
    files: files("validators", "sed 's/^    name: .*/&\\n    labels: {validated-by: me}/'"),
    expected: 'one {"data":{"key":"value"}} | two | three',
    deviation: "kustomize fails it",
  },
  {
    row: "a validator that prints nothing (docs/specification/wire-format.md 7.3)",
    files: files("validators", "cat > /dev/null"),
    expected: 'one {"data":{"key":"value"}} | two | three',
  },
  {
    row: "a validator without objects that returns its input (docs/specification/wire-format.md 2.6, 7.3)",
    files: files("validators", "cat", { "kustomization.yaml": "validators: [config.yaml]\n" }),
    expected: "",
  },
  {
    row: "a validator without objects that adds one (docs/specification/wire-format.md 7.3)",
    files: files("validators", list(FOUR), { "kustomization.yaml": "validators: [config.yaml]\n" }),
    error: ["validator-modifies", "adds ConfigMap four"],
    deviation: "kustomize does not see it",
  },
  {
    row: "a validator that changes something (docs/specification/wire-format.md 7.3)",
    files: files("validators", "sed 's/key: value/key: other/'"),
    error: ["validator-modifies", 'changes data.key of ConfigMap one: "value" → "other"'],
  },
  {
    row: "a validator that adds a field (docs/specification/wire-format.md 7.3)",
    files: files("validators", "sed 's/key: value/key: value\\n    added: {a: b}/'"),
    error: ["validator-modifies", "changes data.added of ConfigMap one: nothing → a mapping"],
  },
  {
    row: "a validator that changes a Secret, whose values are withheld (docs/specification/wire-format.md 7.3)",
    files: files("validators", "sed s/hunter2/hunter3/", {
      "kustomization.yaml": "resources: [secret.yaml]\nvalidators: [config.yaml]\n",
      "secret.yaml": "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {a: hunter2}\n",
    }),
    error: ["validator-modifies", /changes stringData\.a of Secret s; a validator must not change objects$/],
  },
  {
    row: "a validator that adds something (docs/specification/wire-format.md 7.3)",
    files: files("validators", list(FOUR)),
    error: ["validator-modifies", "adds ConfigMap four"],
    deviation: "kustomize does not see it",
  },
  {
    row: "a validator that drops an object (docs/specification/wire-format.md 7.3)",
    files: files("validators", list(ONE.replace("new", "value"))),
    error: ["validator-modifies", "leaves out ConfigMap other/two"],
  },
  {
    row: "a validator that fails (docs/specification/wire-format.md 7.3)",
    files: files("validators", "cat > /dev/null; exit 3"),
    error: ["function-failed", "exit status 3"],
  },
  {
    row: "a list without a version (docs/specification/wire-format.md 1.4)",
    files: transformer(printing(`kind: ResourceList\nitems: [${ONE}]`)),
    expected: 'one {"data":{"key":"new"}}',
  },
  {
    row: "a list of an old version (docs/specification/wire-format.md 1.4)",
    files: transformer(printing(`apiVersion: config.kubernetes.io/v1alpha1\nkind: ResourceList\nitems: [${ONE}]`)),
    expected: 'one {"data":{"key":"new"}}',
  },
  {
    row: "a list of another group (docs/specification/wire-format.md 1.4)",
    files: transformer(printing(`apiVersion: foo.bar/v9\nkind: ResourceList\nitems: [${ONE}]`)),
    error: ["function-output", "foo.bar/v9"],
    deviation: "kustomize unwraps anything",
  },
  {
    row: "an item without a version (docs/specification/wire-format.md 1.4)",
    files: transformer(list("{kind: Thing, metadata: {name: x}}")),
    expected: "x",
    warnings: ["function-odd-value"],
  },
  {
    row: "a function that does not read (docs/specification/function-limits.md 2.2)",
    files: transformer(list(ONE).replace("cat > /dev/null\n", "exec 0<&-\n")),
    expected: 'one {"data":{"key":"new"}}',
  },
  {
    row: "a byte order mark and CRLF (docs/specification/wire-format.md 3.9)",
    files: transformer(
      "cat > /dev/null; printf '\\357\\273\\277kind: ResourceList\\r\\nitems:\\r\\n- {apiVersion: v1, kind: Service, metadata: {name: three}}\\r\\n'",
    ),
    expected: "three",
  },
  {
    row: "null among the items, and null for annotations (docs/specification/wire-format.md 3.10)",
    files: transformer(
      list("null", "{apiVersion: v1, kind: ConfigMap, metadata: {name: one, annotations: null}, data: {key: new}}"),
    ),
    expected: 'one {"data":{"key":"new"}}',
  },
  {
    row: "a name that is a number (docs/specification/wire-format.md 3.11)",
    files: transformer(list("{apiVersion: v1, kind: ConfigMap, metadata: {name: 123, labels: {a: 1}}}")),
    expected: '123 {"labels":{"a":1}}',
    warnings: ["function-odd-value"],
  },
  {
    row: "a namespace and a kind that are numbers (docs/specification/wire-format.md 3.11)",
    files: transformer(list("{apiVersion: v1, kind: 5, metadata: {name: x, namespace: 1}}")),
    expected: "x",
    warnings: ["function-odd-value"],
  },
  {
    row: "a version of null, and one that is a list (docs/specification/wire-format.md 1.4)",
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
    row: "a label and annotations of a generator that are not strings (docs/specification/wire-format.md 3.11)",
    files: generator(
      list("{apiVersion: v1, kind: ConfigMap, metadata: {name: x, labels: {a: true}, annotations: {b: 1, c: {}}}}"),
    ),
    expected: 'one {"data":{"key":"value"}} | two | three | x {"labels":{"a":true},"annotations":{"b":"1","c":""}}',
    warnings: ["function-odd-value"],
  },
  {
    row: "odd values of the input are not blamed on the function (docs/specification/wire-format.md 1.4, 3.11)",
    files: transformer("cat", {
      "objects.yaml": "{kind: Thing, metadata: {name: 1, labels: {a: 1}, annotations: {b: 1}}}\n",
    }),
    expected: '1 {"labels":{"a":1},"annotations":{"b":"1"}}',
  },
  {
    row: "another namespace is another object (docs/specification/wire-format.md 4.3)",
    files: transformer("sed 's/^    namespace: other/    namespace: else/'"),
    expected: 'one {"data":{"key":"value"}} | three | two',
  },
  {
    row: "changes to the config have no effect (docs/specification/wire-format.md 4.4)",
    files: transformer("sed '/^functionConfig/,$s/name: fn/name: other/'"),
    expected: 'one {"data":{"key":"value"}} | two | three',
  },
  {
    row: "an object with the identity of the config is an ordinary object (docs/specification/wire-format.md 4.4)",
    files: transformer(list("{apiVersion: example.com/v1, kind: Fn, metadata: {name: fn}}")),
    expected: "fn",
  },
  {
    row: "JSON (docs/specification/wire-format.md 3.9)",
    files: transformer(
      printing(
        `{"kind": "ResourceList", "items": [{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "one"}, "data": {"key": "new"}}]}`,
      ),
    ),
    expected: 'one {"data":{"key":"new"}}',
  },
  {
    row: "two configs in one file run in order (docs/specification/wire-format.md 8.8)",
    files: transformer("sed 's/key: value/key: first/'", {
      "config.yaml": `${configOf("path: ./fn")}---\n${configOf("path: ./next", "next")}`,
      next: "#!/bin/sh\nsed 's/key: first/key: second/'\n",
    }),
    expected: 'one {"data":{"key":"second"}} | two | three',
  },
  {
    row: "adding the namespace default changes no identity (docs/specification/wire-format.md 4.5)",
    files: transformer(list("{apiVersion: v1, kind: Service, metadata: {name: three, namespace: default}}", ONE)),
    expected: 'one {"data":{"key":"new"}} | three',
  },
  {
    row: "inline texts run before files (docs/specification/wire-format.md 8.2)",
    files: transformer("sed 's/key: first/key: second/'", {
      "kustomization.yaml": `resources: [objects.yaml]\ntransformers:\n- config.yaml\n- |\n  ${configOf("path: ./next", "next").replaceAll("\n", "\n  ").trimEnd()}\n`,
      next: "#!/bin/sh\nsed 's/key: value/key: first/'\n",
    }),
    expected: 'one {"data":{"key":"second"}} | two | three',
  },
  {
    row: "a created object has an origin, a changed one a transformation (docs/specification/wire-format.md 8.6)",
    files: transformer(list(ONE, FOUR), {
      "kustomization.yaml":
        "resources: [objects.yaml]\ntransformers: [config.yaml]\nbuildMetadata: [originAnnotations, transformerAnnotations]\n",
    }),
    expected:
      'one {"annotations":{"alpha.config.kubernetes.io/transformations":"- configuredIn: config.yaml\\n  configuredBy:\\n    apiVersion: example.com/v1\\n    kind: Fn\\n    name: fn\\n","config.kubernetes.io/origin":"path: objects.yaml\\n"},"data":{"key":"new"}} | four {"annotations":{"config.kubernetes.io/origin":"configuredIn: config.yaml\\nconfiguredBy:\\n  apiVersion: example.com/v1\\n  kind: Fn\\n  name: fn\\n"}}',
    deviation: "kustomize takes the origin from the returned object, and loses it with the annotation",
  },
  ...["", "namePrefix: p-\n"].map((more) => ({
    row: `a renamed object keeps its origin${more && ", renamed before"} (docs/specification/wire-format.md 5.5)`,
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

/** Summarizes an output: the names of its objects with their interesting fields, in order. */
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

/** Texts for values that JSON cannot hold. */
function bigAsText(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

describe("the output of a function", () => {
  test.each(CASES.map((each) => [each.row, each] as const))("%s", async (_, each) => {
    const directory = directoryOf(each.files);
    const outcome = await buildIn(directory);
    const errors = outcome.diagnostics.filter(({ severity }) => severity === "error");
    const warnings = outcome.diagnostics.filter(({ severity }) => severity !== "error").map(({ code }) => code);
    const [code, message = /^/] = each.error ?? [];
    expect(errors.map((error) => error.code)).toEqual(code === undefined ? [] : [code]);
    const messages = errors.map((error) => error.message).join();
    // `toMatch` accepts a substring or a pattern.
    expect(messages).toMatch(message);
    // Every error is placed where the function is declared.
    expect(errors.map(({ file, line }) => [file, line !== undefined])).toEqual(errors.map(() => ["config.yaml", true]));
    expect({ text: digest(outcome.text), warnings }).toEqual({
      text: each.expected ?? "",
      warnings: each.warnings ?? [],
    });
  });
});

test.each(["echo finished 3 items", "echo ---; echo finished", "echo 'a: [b'"])(
  "prose behind the objects, as by %s, gets the hint to print it to standard error",
  async (script) => {
    const { diagnostics } = await buildIn(directoryOf(files("transformers", `cat; ${script}`)));
    expect(diagnostics).toMatchObject([{ code: "function-output", hint: expect.stringContaining("standard error") }]);
  },
);

unless(NO_KUSTOMIZE, describe)("kustomize does the same with", () => {
  test.each(CASES.map((each) => [each.row, each] as const))("%s", async (_, each) => {
    const directory = directoryOf(each.files);
    const [ours, theirs] = [await buildIn(directory), kustomizeIn(directory)];
    // Fails if a deviation no longer is one.
    expect(ours.text === theirs.text).toBe(each.deviation === undefined);
  });
});

/** Answers of `krm-render explain` as data: the objects of the output, or the changes of one of them. */
import {
  answer,
  any,
  choice,
  type Described,
  flag,
  list,
  location,
  maybe,
  object,
  place,
  published,
  text,
} from "../schema-parts.ts";
import type { Value } from "../yaml/index.ts";

const explained = object("An object. The place is where it was made.", {
  apiVersion: text("Its apiVersion."),
  kind: text("Its kind."),
  namespace: text("Empty for none."),
  name: text("Its name."),
  ...place,
});

const change = object(
  "What one step did to one field. The place is that of the value, or of the entry where no line holds the value.",
  {
    step: text(
      "The field of the kustomization that asked for it, or what is done to all objects in the end: hash, nameReference, vars, managed-by, output, and by Flux postBuild and commonMetadata. `chart` for all that charts of HelmReleases, Applications and releases make.",
    ),
    plugin: maybe(text("Kind and name of the document that configures the step.")),
    path: text("In the form that replacements take; empty for the whole object."),
    op: choice("What it did.", "added", "changed", "removed"),
    before: maybe(any<Value>("Absent where there was nothing, and for the whole object.")),
    after: maybe(any<Value>("Absent where nothing is left, and for the whole object.")),
    redacted: maybe(flag("A value of a Secret is withheld.")),
    ...place,
    entry: maybe(location),
    imports: maybe(
      list(
        "For an entry of a composition: the entries of transformersFrom through which it came, outermost first.",
        location,
      ),
    ),
    overrides: maybe(
      list(
        "For an entry of a composition: the entries of transformerOverrides that changed it, in the order in which they were applied.",
        location,
      ),
    ),
    variables: maybe(
      list(
        "The variables that Flux substituted, in the order of their expressions.",
        object("A variable, with the place where it is given.", {
          name: text("Its name."),
          source: text("What gives it its value, such as ConfigMap `settings`."),
          ...place,
        }),
      ),
    ),
    values: maybe(
      list(
        "For a field of what a chart makes: values that it may come from.",
        object("A value that the chart gets. The place is where it is given.", {
          path: text("In the form that replacements take."),
          match: choice(
            "`equal`: the field has this value. `part`: the value stands in it. `given`: no value is the same, and this is one of those that the release gives.",
            "equal",
            "part",
            "given",
          ),
          ...place,
        }),
      ),
    ),
    follows: maybe(list("The objects whose new name a reference has got.", text("Such as ConfigMap/settings."))),
  },
);

const objects = answer("Where no object was asked for.", {
  objects: list("In the order of the output.", explained),
});

const explanation = answer("What happened to an object, or to one field of it.", {
  object: explained,
  status: choice(
    "Whether the object is in the output; `build-only` objects carry the annotation config.kubernetes.io/local-config.",
    "in-output",
    "deleted",
    "build-only",
  ),
  field: maybe(text("The field that was asked for.")),
  value: maybe(any<Value>("What it holds in the output. Absent where it is gone.")),
  changes: list("Of an object oldest first, of a field newest first.", change),
});

export const explanationSchema = published("Answer of krm-render explain", { anyOf: [objects, explanation] });

export type ObjectList = Described<typeof objects>;
export type Explanation = Described<typeof explanation>;
export type ExplainedObject = Explanation["object"];
export type ExplainedChange = Explanation["changes"][number];

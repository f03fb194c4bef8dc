/** The consolidated list of a Composition as data. */
import {
  answer,
  any,
  choice,
  type Described,
  lineNumber,
  list,
  location,
  maybe,
  object,
  published,
  text,
} from "../schema-parts.ts";
import type { Value } from "../yaml/index.ts";

const override = object("An override that changed the entry.", {
  file: text("As the user would write its path."),
  line: maybe(lineNumber),
  column: maybe(lineNumber),
  fields: list("The fields that it set or removed.", text("Such as `spec.version`.")),
});

const entry = object("An entry.", {
  apiVersion: text("Its apiVersion."),
  kind: text("Its kind."),
  name: text("Its name."),
  namespace: maybe(text("Absent for none.")),
  definedIn: location,
  imports: list("The imports that it came through, outermost first.", location),
  overrides: list("The overrides that changed it, in order.", override),
  runtime: choice(
    "What runs it: the entry says it, krm-render itself does, or it is not known.",
    "inline",
    "built-in",
    "unresolved",
  ),
  config: {
    ...any<Value>("The configuration. Paths of built-ins are relative to the directory of the Composition."),
    type: "object",
  },
});

export const compositionViewSchema = published(
  "Answer of krm-render view composition",
  answer("The list that a Composition is consolidated into.", {
    entries: list("In the order in which they run.", entry),
  }),
);

export type CompositionView = Described<typeof compositionViewSchema>;
export type EntryView = Described<typeof entry>;

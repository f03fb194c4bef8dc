/** The answer of the command `targets`: the targets that would be rendered. */
import {
  answer,
  boolean,
  type Described,
  lineNumber,
  list,
  maybe,
  object,
  orNull,
  published,
  targetName,
  text,
} from "../schema-parts.ts";

const target = object("A target.", {
  ...targetName,
  origin: maybe(
    object("Where the object is that declares a deployment. Absent for a directory.", {
      file: text("The file."),
      line: maybe(lineNumber),
      set: maybe(text("The ApplicationSet that makes the Application, as NAMESPACE/NAME.")),
      parent: orNull(text("The id of the deployment that applies the object. Null if nothing in the repository does.")),
    }),
  ),
  reason: text("Why it is a target."),
  affected: maybe(boolean("Whether the changes may affect it.")),
  why: maybe(text("Why it is affected, or is not, in a few words.")),
  changed: maybe({
    ...list("The changed files that it depends on. Absent if that is not known.", text("A file.")),
    maxItems: 100,
  }),
});

export const targetsSchema = published(
  "Answer of krm-render targets",
  answer("The targets that would be rendered.", {
    since: maybe(
      object(
        "The revision that the working tree is compared with. Only with --changed-since, as are the fields of targets besides those that name it and `reason`.",
        { sha: orNull(text("The full commit.")), label: text("As the revision was named.") },
      ),
    ),
    doubt: maybe(text("Why every target counts as affected. Absent if they were told apart.")),
    targets: list("Directories in path order, then deployments by cluster, namespace and name.", target),
  }),
);

export type TargetsAnswer = Described<typeof targetsSchema>;

/** The answer of the command `targets`: the directories that would be rendered. */
import { answer, boolean, type Described, list, maybe, object, orNull, published, text } from "../schema-parts.ts";

const target = object("A target.", {
  path: text("Relative to the top of the repository, `.` for the top itself."),
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
  answer("The directories that would be rendered.", {
    since: maybe(
      object(
        "The revision that the working tree is compared with. Only with --changed-since, as are the fields of targets besides `path` and `reason`.",
        { sha: orNull(text("The full commit.")), label: text("As the revision was named.") },
      ),
    ),
    doubt: maybe(text("Why every target counts as affected. Absent if they were told apart.")),
    targets: list("Sorted by path.", target),
  }),
);

export type TargetsAnswer = Described<typeof targetsSchema>;

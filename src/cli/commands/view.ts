/** `krm-render view`: describes a Composition or a catalog, and runs nothing of it. */
import { type CommandCode, UsageError } from "../command.ts";

const FORMATS = { composition: ["yaml", "json"], catalog: ["text", "json"] } as const;

export const view: CommandCode = async (invocation) => {
  const [subject] = invocation.arguments;
  if (subject !== "composition" && subject !== "catalog") {
    const given = subject === undefined ? "" : `, not "${subject}"`;
    throw new UsageError(
      `view needs the word composition or catalog${given}: view composition [DIR], or view catalog REF`,
    );
  }
  const output = invocation.value("output");
  const formats: readonly string[] = FORMATS[subject];
  if (output !== undefined && !formats.includes(output)) {
    throw new UsageError(`illegal --output "${output}" of view ${subject}: expected ${formats.join(" or ")}`);
  }
  if (subject === "catalog") return (await import("./view-catalog.ts")).viewCatalog(invocation);
  const odd = ["lint", "pin"].find((name) => invocation.has(name));
  if (odd !== undefined) throw new UsageError(`--${odd} is for view catalog only`);
  return (await import("./view-composition.ts")).viewComposition(invocation);
};

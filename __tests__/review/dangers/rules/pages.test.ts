/** The examples in the pages of rules are found, with the very message that the page shows. */
import { expect, test } from "@jest/globals";
import { PAIR_RULES } from "../../../../src/review/dangers/rules/index.ts";
import { readText } from "../../../repository/repository.ts";
import { resource } from "../../renderings.ts";

/** The block below a line of a page. */
function block(page: string, above: string): string | undefined {
  return new RegExp(`^${above}\\n\\n\`\`\`yaml\\n([\\s\\S]*?)^\`\`\``, "m").exec(page)?.[1];
}

test.each(PAIR_RULES)("the page of $id shows what it finds", (rule) => {
  const page = readText(`docs/dangers/${rule.id}.md`);
  const [base, head] = ["Before:", "After:"].map((above) => block(page, above));
  const [shown] = /(?<=^```text\n)[\s\S]*?(?=\n```$)/m.exec(page) ?? [];
  const found = rule.check({ base: base && resource(base), head: head && resource(head) } as Parameters<
    typeof rule.check
  >[0]);
  expect([...found].map(({ message }) => message)).toEqual([shown]);
  // In Markdown, a word with a quote in it would be code with encoded quotes.
  expect(shown).not.toContain(`"`);
});

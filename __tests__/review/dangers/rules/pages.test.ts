/** The examples in the pages of rules are found, with the very message that the page shows. */
import { expect, test } from "@jest/globals";
import { PAIR_RULES } from "../../../../src/review/dangers/rules/index.ts";
import { builtInRules, customRules } from "../../../../src/review/dangers/schema-rules.ts";
import { loadApis } from "../../../../src/schemas/index.ts";
import { readText } from "../../../repository/repository.ts";
import { resource } from "../../renderings.ts";

/** The block below a line of a page. */
function block(page: string, above: string): string | undefined {
  return new RegExp(`^${above}\\n\\n\`\`\`yaml\\n([\\s\\S]*?)^\`\`\``, "m").exec(page)?.[1];
}

const apis = await loadApis(undefined);
/** The page of deprecations shows a custom resource: what is deprecated in Kubernetes differs from version to version. */
const CUSTOM = "deprecated-api";

test.each([...PAIR_RULES, ...builtInRules(apis).filter(({ id }) => id !== CUSTOM)])(
  "the page of $id shows what it finds",
  (rule) => {
    const page = readText(`docs/dangers/${rule.id}.md`);
    const [base, head] = ["Before:", "After:"].map((above) => block(page, above));
    const [shown] = /(?<=^```text\n)[\s\S]*?(?=\n```$)/m.exec(page) ?? [];
    const found = rule.check({ base: base && resource(base), head: head && resource(head) } as Parameters<
      typeof rule.check
    >[0]);
    expect([...found].map(({ message }) => message)).toEqual([shown]);
    // In Markdown, a word with a quote in it would be code with encoded quotes.
    expect(shown).not.toContain(`"`);
  },
);

test(`the page of ${CUSTOM} shows what it finds`, () => {
  const page = readText(`docs/dangers/${CUSTOM}.md`);
  const [before = [], after = []] = ["Before:", "After:"].map((above) =>
    block(page, above)
      ?.split("---\n")
      .map((yaml) => resource(yaml)),
  );
  const pairs = [{ base: before[0], head: after[0] }];
  const rule = customRules(apis).find(({ id }) => id === CUSTOM);
  const found = rule?.check({ base: before, head: after, pairs }, pairs) ?? [];
  expect([...found].map(({ message }) => message)).toEqual([/(?<=^```text\n)[\s\S]*?(?=\n```$)/m.exec(page)?.[0]]);
});

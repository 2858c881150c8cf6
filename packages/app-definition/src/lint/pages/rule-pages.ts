import type { JsonObject } from '../../json-value.ts';
import type { Rule } from '../rule.ts';
import { rules } from '../rules.ts';
import { qualityPages } from './lint-quality.ts';
import { referencePages } from './lint-references.ts';
import { otherErrorPages } from './other-errors.ts';
import type { RulePage, RulePages } from './rule-page.ts';
import { schemaErrorPages } from './schema-errors.ts';
import { warningPages } from './warnings.ts';

/** The page of every rule, by the rule's name. */
export const rulePages: RulePages = {
  ...schemaErrorPages,
  ...otherErrorPages,
  ...warningPages,
  ...referencePages,
  ...qualityPages,
};

/** An example of a page as a definition. */
export function exampleAsDefinition(example: JsonObject, { isWhole }: RulePage): JsonObject {
  if (isWhole) return example;
  const iconUrl = 'https://cdn.order-tracker.test/icon.png';
  return { app: 'order_tracker', version: '1.0.0', iconUrl, ...example };
}

/** The files of `docs/lint`, by name. */
export function rulePageFiles(): { name: string; content: string }[] {
  const pages = [...rules.values()].map((rule) => ({
    name: `${rule.name}.md`,
    content: markdownOf(rule, rulePages[rule.name]),
  }));
  return [{ name: 'README.md', content: index() }, ...pages];
}

function index(): string {
  const rows = [...rules.values()].map(
    ({ name, severity, summary }) => `| [\`${name}\`](${name}.md) | ${severity} | ${summary} |`,
  );
  return `# Lint rules

What \`POST /v1/apps/validate\` and the command line report about an app definition. An error refuses the
registration; a warning does not. \`meta.lint\` excuses a warning: \`{ "rule-name": "reason" }\`.

| rule | severity | reports |
|---|---|---|
${rows.join('\n')}
`;
}

function markdownOf({ name, title, severity, summary }: Rule, page: RulePage | undefined): string {
  if (page === undefined) throw new Error(`The rule ${name} has no page.`);
  const { why, wrong, right, before, registry } = page;
  const sections = [
    `# ${title}`,
    `\`${name}\`, ${severity}`,
    summary,
    why,
    ...(registry ? [`For example: ${registry}`] : []),
    ...(before ? ['The version before:', block(before)] : []),
    'Wrong:',
    block(wrong),
    'Right:',
    block(right),
    ...(severity === 'warning' && name !== 'lint-excuse'
      ? ['Where the rule does not hold for an app, excuse it with a reason:', block(excuse(name))]
      : []),
  ];
  return `${sections.join('\n\n')}\n`;
}

function excuse(name: string): JsonObject {
  return { meta: { lint: { [name]: 'Why it does not hold here.' } } };
}

function block(example: JsonObject): string {
  return `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``;
}

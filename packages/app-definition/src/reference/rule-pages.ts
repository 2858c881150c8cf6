import type { JsonObject } from '../json/json-value.ts';
import type { Rule } from '../rules/rule.ts';
import { ruleList } from '../rules/rule-list.ts';

/** An example of a rule as a definition. */
export function exampleAsDefinition(example: JsonObject, { isWhole }: Rule): JsonObject {
  if (isWhole) return example;
  const iconUrl = 'https://cdn.order-tracker.test/icon.png';
  return { app: 'order_tracker', version: '1.0.0', iconUrl, ...example };
}

/** The files of `docs/lint`, by name. */
export function rulePageFiles(): { name: string; content: string }[] {
  const pages = ruleList.map((rule) => ({
    name: `${rule.name}.md`,
    content: markdownOf(rule),
  }));
  return [{ name: 'README.md', content: index() }, ...pages];
}

function index(): string {
  const rows = ruleList.map(
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

function markdownOf(rule: Rule): string {
  const { name, title, severity, summary, why, wrong, right, before, registry } = rule;
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

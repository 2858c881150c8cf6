import { rules } from '../rules/rules.ts';
import { appDefinitionSchema } from '../schema/app-definition-schema.ts';
import { exampleDefinition } from '../schema/example-definition.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { componentGuides, type Guide } from './component-guides.ts';

/** The files of `docs/components`, by name. */
export function componentPageFiles(): { name: string; content: string }[] {
  const pages = componentGuides.map((guide) => ({
    name: `${guide.name}.md`,
    content: markdownOf(guide),
  }));
  return [{ name: 'README.md', content: index() }, ...pages];
}

function index(): string {
  const rows = componentGuides.map(
    ({ name, purpose }) => `| [\`${name}\`](${name}.md) | ${purpose[0]} |`,
  );
  return `# Components of an app definition

| property | purpose |
|---|---|
${rows.join('\n')}

\`/v1/apps/definition-schema.json\` has the schema of all properties for editors.
`;
}

function markdownOf(guide: Guide): string {
  const { name, purpose } = guide;
  const properties: Record<string, JsonSchema> = appDefinitionSchema.properties;
  const schema = properties[name];
  const example = (exampleDefinition as Record<string, unknown>)[name];
  if (!schema || example === undefined) throw new Error(`${name} has no schema or no example.`);
  const sections = [
    `# ${name}`,
    purpose.join(' '),
    '## Example',
    `\`\`\`json\n${JSON.stringify({ [name]: example }, null, 2)}\n\`\`\``,
    '## Fields',
    fieldTable(name, schema),
    '## Lint rules',
    guide.rules.map(ruleLine).join('\n'),
  ];
  return `${sections.join('\n\n')}\n`;
}

function fieldTable(name: string, schema: JsonSchema): string {
  // A condition of the schema describes some fields again.
  const rows = rowsOf(name, schema)
    .filter(([path], index, all) => all.findIndex(([other]) => other === path) === index)
    .map(([path, type, description]) => `| \`${path}\` | ${type} | ${description} |`);
  return `| field | type | description |\n|---|---|---|\n${rows.join('\n')}`;
}

type Row = [path: string, type: string, description: string];

/** A row for each described place of a schema. */
function rowsOf(path: string, schema: JsonSchema): Row[] {
  const { type, description, enum: values, items, properties = {}, additionalProperties } = schema;
  const names = [type ?? 'any'].flat().join(' or ');
  const own: Row[] = description
    ? [[path, values ? `${names}: ${values.join(', ')}` : names, cell(description)]]
    : [];
  const children: [string, JsonSchema | boolean | undefined][] = [
    [`${path}[]`, items],
    ...Object.entries(properties).map(([name, one]): [string, JsonSchema] => [
      `${path}.${name}`,
      one,
    ]),
    [`${path}.<name>`, additionalProperties],
    [path, schema.then],
  ];
  return [
    ...own,
    ...children.flatMap(([place, one]) => (typeof one === 'object' ? rowsOf(place, one) : [])),
  ];
}

/** Markdown shows a character reference in a code span as it is written, so those stay as they are. */
function cell(text: string): string {
  return text
    .replaceAll('|', '\\|')
    .replaceAll(/(`[^`]*`)|<|\{/g, (found, code) => code ?? (found === '<' ? '&lt;' : '&#123;'));
}

function ruleLine(name: string): string {
  const rule = rules.get(name);
  if (!rule) throw new Error(`There is no rule ${name}.`);
  return `- [\`${name}\`](../lint/${name}.md): ${rule.summary}`;
}

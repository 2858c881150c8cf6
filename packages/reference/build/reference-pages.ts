import { type ApiDocument, operationParts, schemaMarkdown } from '../src/markdown/api-markdown.ts';
import { fieldList, typeHtml } from './fields.ts';
import { inlineHtml } from './markdown.ts';
import { operationView } from './operation-view.ts';
import {
  type DescribedOperation,
  operationsOf,
  type ServiceName,
  serviceTitles,
} from './operations.ts';
import type { SitePage } from './site-page.ts';
import { templates } from './templates.ts';

/** The reference of a service: a list of its operations, a page of each, and its schemas. */
export function referencePages(service: ServiceName, api: ApiDocument): SitePage[] {
  const operations = operationsOf(service, api);
  return [
    indexPage(service, api),
    ...operations.map((one) => operationPage(one, api)),
    schemasPage(service, api),
  ];
}

function indexPage(service: ServiceName, api: ApiDocument): SitePage {
  const tags = api.tags.map(({ name, description }) => ({
    ...{ name, anchor: name.toLowerCase(), description: inlineHtml(description) },
    operations: operationsOf(service, api).filter(({ operation }) => operation.tags?.[0] === name),
  }));
  const credentials = Object.entries(api.components.securitySchemes ?? {}).map(
    ([name, { description = '' }]) => ({ name, description: inlineHtml(description) }),
  );
  const title = serviceTitles[service];
  const about = inlineHtml(api.info.description);
  return {
    ...{ path: `/docs/${service}`, title, kind: 'Reference' },
    html: templates.reference({ title, service, about, tags, credentials }),
    isWhole: true,
    markdown: [
      `# ${title}`,
      ...tags.map(({ name, operations }) =>
        [
          `## ${name}`,
          '',
          ...operations.map(
            ({ method, path, page, operation }) =>
              `- [${method.toUpperCase()} ${path}](${page}.md): ${operation.summary}`,
          ),
        ].join('\n'),
      ),
    ].join('\n\n'),
  };
}

function operationPage(described: DescribedOperation, api: ApiDocument): SitePage {
  const { method, path, page, operation } = described;
  const markdown = operationParts(path, method, operation).join('\n\n').replace(/^###/, '#');
  return {
    path: page,
    title: operation.summary ?? operation.operationId,
    kind: `${method.toUpperCase()} ${path}`,
    html: templates.operation(operationView(described, api)),
    isWhole: true,
    markdown: `${markdown}\n`,
  };
}

function schemasPage(service: ServiceName, api: ApiDocument): SitePage {
  const path = `/docs/${service}/schemas`;
  const link = (name: string) => `#${name}`;
  const all = Object.entries(api.components.schemas ?? {});
  const schemas = all.map(([name, schema]) => ({
    name,
    description: inlineHtml(schema.description ?? ''),
    fields: fieldList(schema, link) || `<p>${typeHtml(schema, link)}</p>`,
  }));
  const title = `Schemas of the ${serviceTitles[service]}`;
  return {
    ...{ path, title, kind: 'Reference' },
    html: templates.schemas({ title, schemas }),
    markdown: [
      `# ${title}`,
      ...all.flatMap(([name, schema]) => [`## ${name}`, schemaMarkdown(schema)]),
    ].join('\n\n'),
  };
}

import { readFileSync } from 'node:fs';
import { definitionSchemaPath, exampleDefinition } from '@app-platform/app-definition';
import { type Route, roleSentence } from '@app-platform/http-api';
import { Eta } from 'eta';
import { bodySchemas } from './schemas.ts';

/**
 * The page that documents the API for people: routes, roles and parameters.
 * Plain HTML without script, so that the strictest content security policy holds.
 * @param baseUrl the registry's public address
 */
export function documentationPage(routes: readonly Route<never>[], baseUrl: string): string {
  const shared = bodySchemas(baseUrl);
  const template = readFileSync(new URL('page.eta', import.meta.url), 'utf8');
  const operations = routes.map((route) => ({
    id: route.operationId,
    method: route.method.toUpperCase(),
    path: route.path,
    summary: route.summary,
    description: route.description ?? '',
    needs: plain(roleSentence(route.access)),
    parameters: (route.parameters ?? []).map(({ name, in: place, description }) => ({
      name,
      place,
      description: plain(description),
    })),
    bodyProperties: takesDefinition(route) ? [] : propertiesOf(schemaOf(route, shared)),
    takesDefinition: takesDefinition(route),
    responses: Object.entries(route.responses).map(([status, { description }]) => ({
      status,
      description,
    })),
    refusals: route.refusals ?? [],
  }));
  const definition = propertiesOf(shared.AppDefinition);
  const $schema = baseUrl + definitionSchemaPath;
  return new Eta({ autoEscape: true }).renderString(template, {
    operations,
    definition,
    example: JSON.stringify({ ...exampleDefinition, $schema }, null, 2),
  });
}

function takesDefinition({ body }: Route<never>): boolean {
  return body?.schema === 'AppDefinition';
}

function schemaOf({ body }: Route<never>, shared: Record<string, object>): object | undefined {
  return typeof body?.schema === 'string' ? shared[body.schema] : body?.schema;
}

/** Descriptions are Markdown for the tools that read the schemas; this page shows them as text. */
function plain(markdown: string): string {
  return markdown.replaceAll('`', '');
}

type Property = { name: string; type: string; required: boolean; description: string };

function propertiesOf(schema: object | undefined): Property[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<
      string,
      { type?: string | string[]; description?: string; enum?: unknown[] }
    >;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { type, description, enum: values }]) => ({
    name,
    type: values ? values.join(' | ') : [type ?? 'any'].flat().join(' or '),
    required: required.includes(name),
    description: plain(description ?? ''),
  }));
}

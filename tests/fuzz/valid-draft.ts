import fc from 'fast-check';
import type { Operation, Parameter, Schema } from '../operations/api-document.ts';
import { type Draft, draftOf } from '../operations/draft.ts';
import { operationRow } from '../operations/operations.ts';
import { anyOf, type Draw } from './draw.ts';
import { valuesOf } from './schema-values.ts';

/** Known to be valid together, unlike what a schema gives for each alone. */
const knownValues: Record<string, string> = {
  resource: '@@audience@@',
  client_id: '@@clientId@@',
  client_secret: '@@clientSecret@@',
  redirect_uri: '@@redirectUri@@',
  scope: 'org.permission.customer',
  appVersion: '@@appVersion@@',
};

/** A request that the document allows, and that mostly succeeds: values of the operation's row, and more. */
export function validDraft(draw: Draw, operation: Operation): Draft {
  const row = anyOf(draw, operationRow(operation.operationId).values);
  const isBare = draw(fc.boolean);
  return draftOf(operation, row, {
    parameter: ({ name, required, schema }: Parameter) => {
      if (!required && (isBare || !draw(fc.boolean))) return undefined;
      return knownValues[name] ?? String(draw(valuesOf(schema)));
    },
    fields: (schema) =>
      isBare ? {} : optionalFields(draw, schema, row.headers?.authorization !== undefined),
  });
}

/** Without a client's secret in the form where the header has it. */
function optionalFields(
  draw: Draw,
  schema: Schema,
  hasClientInHeader: boolean,
): Record<string, unknown> {
  const value = draw(valuesOf(schema)) as Record<string, unknown>;
  const known = Object.entries(value).map(([name, one]) => [name, knownValues[name] ?? one]);
  return Object.fromEntries(
    known.filter(([name]) => !(hasClientInHeader && String(name).startsWith('client_'))),
  );
}

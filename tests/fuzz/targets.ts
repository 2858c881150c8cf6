import {
  type ApiDocument,
  bodyOf,
  type Operation,
  operationsOf,
  type Schema,
} from '../operations/api-document.ts';
import { formDocument } from '../operations/form-document.ts';
import type { Platform } from '../platform/platform.ts';
import { type AnswerCheck, answerCheck } from './answer-check.ts';

/** Checking a password takes long. */
const FORM_WEIGHT = 4;
const DEFINITION_SCHEMA = '/v1/apps/definition-schema.json';

/** An operation that is fuzzed, and where it is served. */
export type Target = {
  name: string;
  origin: string;
  operation: Operation;
  check: AnswerCheck;
  /** How much of all requests it gets, compared with the others. */
  weight: number;
};

/** Every operation of both services, as they publish them, app definitions by their own schema, and forms. */
export async function targetsOf({ baseUrl, oauthUrl }: Platform): Promise<Target[]> {
  const registry = await targetsAt(baseUrl);
  const schema = await read<Schema>(baseUrl + DEFINITION_SCHEMA);
  const definitions = registry
    .filter(({ operation }) => operation.operationId === 'registerApp')
    .map((target) => definitionsOf(target, schema));
  const forms = targetsOfDocument(oauthUrl, formDocument).map((target) => ({
    ...target,
    weight: FORM_WEIGHT,
  }));
  return [...registry, ...definitions, ...(await targetsAt(oauthUrl)), ...forms];
}

async function targetsAt(origin: string): Promise<Target[]> {
  return targetsOfDocument(origin, await read<ApiDocument>(`${origin}/openapi.json`));
}

function targetsOfDocument(origin: string, document: ApiDocument): Target[] {
  const check = answerCheck(document);
  return operationsOf(document).map((operation) => ({
    name: operation.operationId,
    origin,
    operation,
    check,
    weight: weightOf(operation),
  }));
}

/** The more an operation takes, the more there is to get wrong. */
function weightOf(operation: Operation): number {
  const fields = Object.keys(bodyOf(operation)?.schema.properties ?? {}).length;
  return Math.min(4 + operation.parameters.length + fields, 10);
}

function definitionsOf(target: Target, schema: Schema): Target {
  const content = { 'application/json': { schema } };
  const operation = { ...target.operation, requestBody: { content } };
  return { ...target, name: 'registerApp, by the schema of app definitions', operation };
}

async function read<T>(address: string): Promise<T> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
  return (await response.json()) as T;
}

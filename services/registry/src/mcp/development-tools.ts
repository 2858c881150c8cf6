import { findSecrets, inspectDefinition } from '@app-platform/app-definition';
import { roles } from '@app-platform/contracts';
import { anyObject, boolean, list, text, textOrNull } from '@app-platform/http-api/schemas';
import { Type } from '@sinclair/typebox';
import {
  type ValidationDependencies,
  type ValidationReport,
  validateApp,
} from '../apps/registration/validate-app.ts';
import { Diagnosis, type DoctorDependencies, diagnose } from '../doctor/diagnose.ts';
import { DoctorRequest } from '../doctor/read-request.ts';
import { input, readingTool, type Tool } from './tool.ts';

const MOST_FINDINGS = 50;

/** Checks an app in development, as the routes do. */
const access = { all: [roles.apps] };

export type DevelopmentToolDependencies = ValidationDependencies & DoctorDependencies;

/** What helps to write an app. */
export function developmentTools(dependencies: DevelopmentToolDependencies): Tool[] {
  return [validateDefinition(dependencies), diagnoseRequest(dependencies)];
}

const Finding = Type.Object({
  rule: text('The resource of the rule says why, with examples.'),
  code: text('Stable.'),
  detail: text('What is wrong, and how to correct it.'),
  pointer: textOrNull('JSON pointer into the definition.'),
  fix: Type.Optional(list(anyObject(), 'A JSON Patch that corrects it.')),
});

function validateDefinition(dependencies: ValidationDependencies) {
  return readingTool({
    name: 'validate_definition',
    title: 'Validate a definition',
    description:
      'Says what registering an app definition would answer, and what the linter finds. Registers nothing.',
    access,
    input: input({ definition: anyObject('The app definition.') }),
    output: Type.Object({
      valid: boolean('Whether registration would accept it now.'),
      name: textOrNull('Under which the app would be registered.'),
      errors: list(Finding, 'What refuses the registration.'),
      warnings: list(Finding, 'Likely mistakes.'),
      more: boolean('Whether there are more. Correct these first.'),
    }),
    run: async ({ assistant, context }, { definition }) => {
      const secrets = findSecrets(definition);
      const inspection = inspectDefinition(definition, 'private', secrets);
      const inspected = { body: definition, text: JSON.stringify(definition), secrets, inspection };
      const report = await validateApp(dependencies, assistant, inspected, context);
      const { valid, name, errors, warnings } = report;
      return {
        ...{ valid, name },
        errors: errors.slice(0, MOST_FINDINGS).map(finding),
        warnings: warnings.slice(0, MOST_FINDINGS).map(finding),
        more: Math.max(errors.length, warnings.length) > MOST_FINDINGS,
      };
    },
  });
}

function finding({ rule, code, detail, source, fix }: ValidationReport['errors'][number]) {
  const pointer = source && 'pointer' in source ? source.pointer : null;
  return { rule, code, detail, pointer, ...(fix && { fix }) };
}

function diagnoseRequest(dependencies: DoctorDependencies) {
  return readingTool({
    name: 'diagnose_request',
    title: 'Diagnose a sign-in or token request',
    description:
      'Says why a request of an own app to the OAuth service fails: the address of an authorization request, or the fields of a token request without secrets.',
    access,
    input: Type.Pick(DoctorRequest, ['url', 'tokenRequest'], { additionalProperties: false }),
    output: Diagnosis,
    run: ({ assistant }, request) => diagnose(dependencies, assistant, request),
  });
}

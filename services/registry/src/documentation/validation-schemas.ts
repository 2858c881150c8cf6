import { schemas } from '@app-platform/http-api';
import { dataOf, textOrNull } from './schema-parts.ts';

/* What the API answers about definitions and their differences. */

const { list, problem, ref, text } = schemas;

const increments = ['major', 'minor', 'patch'];

const smallestIncrement = {
  enum: [...increments, null],
  description: 'What semantic versioning requires at least; null where nothing changed.',
};

const componentChange = {
  type: 'object',
  required: ['component', 'name', 'change', 'pointer', 'increment'],
  properties: {
    component: text('The property of the definition; `attributes` for those of standard Klasses.'),
    name: {
      type: ['string', 'null'],
      description: 'Of the component; null where the property is one component.',
    },
    change: { enum: ['added', 'changed', 'removed'], description: 'What happened to it.' },
    pointer: text('Into the later definition; into the earlier one for a component removed.'),
    increment: { enum: increments, description: 'What the change alone requires.' },
    members: list({ type: 'string' }, 'The members that differ, of a component that changed.'),
    before: text('The name before, of an attribute whose type changed with its name.'),
  },
};

const finding = {
  type: 'object',
  required: ['rule', 'severity', 'code', 'title', 'detail', 'expected'],
  properties: {
    rule: text('Name of the rule.'),
    severity: { enum: ['error', 'warning'], description: 'An error refuses the registration.' },
    code: text('Stable and machine-readable.'),
    title: text('The same for every finding of the code.'),
    detail: text('What is wrong, and how to correct it.'),
    source: problem.properties.source,
    expected: text('What the rule expects.'),
    fix: list(
      {
        type: 'object',
        required: ['op', 'path'],
        properties: {
          op: { enum: ['add', 'remove', 'replace', 'move', 'copy'] },
          path: { type: 'string' },
          from: { type: 'string' },
          value: {},
        },
      },
      'A JSON Patch (RFC 6902) that corrects the definition, where one is known.',
    ),
    meta: { type: 'object', additionalProperties: true },
    links: {
      type: 'object',
      properties: { about: text("Path of the rule's page.") },
    },
  },
};

const validationAnswer = dataOf({
  valid: { type: 'boolean', description: 'Whether registration would accept the definition now.' },
  name: textOrNull('Under which the app would be registered; null where that cannot be told.'),
  identifier: textOrNull("Prefix of the app's attributes; null likewise."),
  version: {
    type: 'object',
    required: ['given', 'highest', 'comparedWith', 'smallestIncrement', 'suggested', 'reasons'],
    properties: {
      given: textOrNull('Of the definition.'),
      highest: textOrNull('The highest version until now; null for a new app.'),
      comparedWith: textOrNull(
        'The version that the changes count from: the highest, or the one below an earlier version.',
      ),
      smallestIncrement: {
        enum: [...increments, 'none', null],
        description: 'What the changes since then require; null where nothing can be compared.',
      },
      suggested: textOrNull('A version that would do.'),
      reasons: list(
        {
          type: 'object',
          required: ['pointer', 'detail', 'increment'],
          properties: {
            pointer: { type: 'string' },
            detail: { type: 'string' },
            increment: { enum: increments },
          },
        },
        'At most 20 changes that require the increment.',
      ),
    },
  },
  errors: list(ref('Finding'), 'What refuses the registration.'),
  warnings: list(ref('Finding'), 'What registration warns about, and the findings of the linter.'),
  excused: list(
    {
      allOf: [ref('Finding')],
      required: ['reason'],
      properties: { reason: text('Of the definition, in `meta.lint`.') },
    },
    'Warnings that the definition excuses.',
  ),
});

const diagnosisAnswer = dataOf({
  request: { enum: ['authorization', 'token'], description: 'What was sent.' },
  app: text('The app.'),
  organizationId: text('For which the installation was checked.'),
  healthy: { type: 'boolean', description: 'Whether no check failed.' },
  checks: list(
    {
      type: 'object',
      required: ['name', 'status', 'detail'],
      properties: {
        name: text('What was checked.'),
        status: {
          enum: ['passed', 'failed', 'unknown'],
          description:
            '`unknown`: not checked. What it takes to tell was not given, or did not answer.',
        },
        detail: text('What was found, and what to do.'),
        parameter: text('The parameter of the request.'),
        meta: { type: 'object', additionalProperties: true },
      },
    },
    'Those that failed first.',
  ),
});

const doctorRequests = [
  {
    type: 'object',
    required: ['url'],
    properties: { url: text('Address of an authorization request.') },
  },
  {
    type: 'object',
    required: ['tokenRequest'],
    properties: {
      tokenRequest: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'Fields of a token request.',
      },
    },
  },
];

const refusedRequest = {
  type: 'object',
  required: ['endpoint', 'error', 'reason', 'count', 'firstAt', 'lastAt', 'request'],
  properties: {
    endpoint: { enum: ['authorization', 'token'], description: 'What was asked.' },
    error: text('The code of RFC 6749 that was answered.'),
    reason: text('Why, in English.'),
    count: { type: 'integer', description: 'How often, since `firstAt`.' },
    firstAt: schemas.time('When this was answered first.'),
    lastAt: schemas.time('When this was answered last.'),
    request: {
      description:
        'The last such request, without its secrets, as `POST /v1/apps/doctor` takes it; null where it is not kept.',
      oneOf: [...doctorRequests, { type: 'null' }],
    },
  },
};

export const validationAnswerSchemas: Record<string, object> = {
  DiagnosisAnswer: diagnosisAnswer,
  RefusedRequestList: {
    type: 'object',
    required: ['data'],
    properties: { data: list(refusedRequest, 'At most 50, the latest first.') },
  },
  Finding: finding,
  ValidationAnswer: validationAnswer,
  ComponentChange: componentChange,
  ComparisonAnswer: dataOf({
    name: text('The app.'),
    from: text('The version before.'),
    to: text('The version after.'),
    changes: list(ref('ComponentChange'), 'Every component that differs.'),
    smallestIncrement: smallestIncrement,
  }),
};

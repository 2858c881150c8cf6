/*
 * The parts of answers' schemas. Code generators take an object without `properties` for empty, so
 * objects of any content say `additionalProperties: true`.
 */

export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
export const text = (description: string, more: object = {}) => ({
  type: 'string',
  description,
  ...more,
});
export const list = (items: object, description?: string) => ({
  type: 'array',
  items,
  ...(description && { description }),
});
export const time = (description: string) => text(description, { format: 'date-time' });
export const timeOrNull = (description: string) => ({
  ...time(description),
  type: ['string', 'null'],
});

export function record(
  type: string | string[],
  attributes: Record<string, object>,
  optional: string[] = [],
  more: object = {},
) {
  return {
    type: 'object',
    required: ['type', 'id', 'attributes'],
    properties: {
      type: typeof type === 'string' ? { const: type } : { enum: type },
      id: text('The id of the record.'),
      attributes: {
        type: 'object',
        required: Object.keys(attributes).filter((name) => !optional.includes(name)),
        properties: attributes,
        ...more,
      },
    },
  };
}

export function answer(name: string, meta?: object) {
  return {
    type: 'object',
    required: ['data'],
    properties: { data: ref(name), ...(meta && { meta }) },
  };
}

export function page(name: string) {
  const after = {
    type: ['string', 'null'],
    description: 'The `page[after]` of the next page; null on the last.',
  };
  const inner = { type: 'object', required: ['after'], properties: { after } };
  return {
    type: 'object',
    required: ['data', 'meta'],
    properties: {
      data: list(ref(name)),
      meta: { type: 'object', required: ['page'], properties: { page: inner } },
    },
  };
}

export const problem = {
  type: 'object',
  required: ['status', 'code', 'title', 'detail'],
  properties: {
    status: { type: 'integer', description: 'The HTTP status of this problem.' },
    code: text('Stable and machine-readable.'),
    title: text('The same for every problem of this code.'),
    detail: text('What is wrong here, and what to do about it.'),
    source: {
      type: 'object',
      description: 'Where in the request the problem lies.',
      properties: {
        pointer: text('JSON pointer into the body (RFC 6901).'),
        parameter: text('A parameter; for a duplicate the property of the definition.'),
        header: text('A header.'),
      },
    },
    meta: {
      type: 'object',
      description: 'More about it, for programs.',
      additionalProperties: true,
    },
    links: {
      type: 'object',
      required: ['about'],
      properties: { about: text('The documentation of this code.', { format: 'uri-reference' }) },
    },
  },
};

/** The body of every answer that is not a success. */
export const errors = {
  type: 'object',
  required: ['errors'],
  properties: { errors: { ...list(ref('Problem')), minItems: 1 } },
};

import { attributeTypes, standardKlasses } from '@app-platform/app-definition';
import { schemas } from '@app-platform/http-api';

const { answer, list, page, record, text } = schemas;

const use = {
  type: 'object',
  required: ['app', 'versions', 'isInstalled'],
  properties: {
    app: text('The name of the app.'),
    versions: list({ type: 'string' }, 'Its versions that use the attribute, ascending.'),
    isInstalled: { type: 'boolean', description: 'Whether the organization has it installed.' },
  },
};

/** What the routes of attribute settings answer with. */
export const attributeSchemas: Record<string, object> = {
  Attribute: record('attribute', {
    klass: text('Standard Klass name.', { enum: [...standardKlasses] }),
    name: text('Namespaced.'),
    displayName: text(
      'How the attribute appears: what the organization chose, or else `appDisplayName`.',
    ),
    appDisplayName: text("The app's own display name for it."),
    example: text('An example value.'),
    dataType: {
      enum: [...attributeTypes.map(([, dataType]) => dataType), null],
      description: 'By the end of the name; null for an unknown one.',
    },
    active: { type: 'boolean', description: 'Whether the organization uses the attribute.' },
    identifier: text('The identifier of the app, which the name begins with.'),
    usedBy: list(use, 'The apps that use it, by name. Texts and identifier are of the first one.'),
  }),
  AttributeAnswer: answer('Attribute'),
  AttributePage: page('Attribute'),
};

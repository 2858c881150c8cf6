/**
 * Definitions in the forms that public apps are written in, none of them of a real app. The forms
 * are listed in docs/definition-forms.md.
 */

const appDetails = {
  appDeveloper: {
    name: 'Lantern Labs',
    website: 'https://lantern.example',
    supportEmail: 'support@lantern.example',
  },
  externalPlatform: { name: 'Lantern', website: 'https://lantern.example' },
  documentationLinks: [{ title: 'Guide', url: 'https://lantern.example/guide' }],
};

const icon = `data:image/png;base64,${Buffer.alloc(3_750, 1).toString('base64')}`;

export const definitionsInRealForms: Record<string, Record<string, unknown>> = {
  'a widget with settings and their texts': {
    app: 'lantern_map',
    version: '0.0.1',
    title: 'Lantern map',
    visibility: 'private',
    appDetails,
    iconUrl: icon,
    settings: {
      default: { urlDomain: { type: 'string', defaultValue: 'maps', required: true } },
    },
    i18n: {
      en_us: {
        'lantern_map.settings.page.title': 'Lantern map',
        'lantern_map.settings.path.default.urlDomain.displayName': 'Domain',
        'lantern_map.widgets.map.title': 'Map',
      },
    },
    widgets: [
      {
        name: 'map',
        url: 'https://{{{settings.default.urlDomain}}}.lantern.example',
        icon: 'https://cdn.lantern.example/map.png',
        width: 500,
        height: '40vh',
      },
    ],
  },
  'an action in a workflow, with a secret setting': {
    app: 'lantern_search',
    version: '0.0.1',
    title: 'Lantern search',
    visibility: 'private',
    settings: { default: { authToken: { type: 'secret', defaultValue: '', required: true } } },
    actions: [
      {
        name: 'kustomer.app.lantern_search.people',
        description: 'Finds people',
        type: 'rest_api',
        appSettings: { token: { key: 'lantern_search.default.authToken' } },
        inputTemplate: { uri: 'https://api.lantern.example/people', method: 'GET', json: true },
        outputTemplate: { people: '/#body.results' },
      },
    ],
    triggers: [{ eventName: 'kustomer.conversation.create', description: 'A conversation' }],
    workflows: [
      {
        name: 'Find people',
        trigger: { eventName: 'kustomer.conversation.create' },
        steps: [
          { id: 'first', action: 'kustomer.app.lantern_search.people', transitions: [] },
          { id: 'second', action: 'kustomer.customer.update', appVersion: 'kustomer-^1.9.2' },
        ],
      },
    ],
  },
  'an outbound webhook with headers in a list': {
    app: 'lantern_events',
    version: '1.0.0',
    title: 'Lantern events',
    visibility: 'private',
    outboundWebhooks: [
      {
        name: 'Events',
        url: 'https://hooks.lantern.example/events',
        headers: [{ name: 'x-origin', value: 'platform' }],
        events: ['kustomer.conversation.create', 'kustomer.conversation.update'],
      },
    ],
  },
  'commands with settings by category, and cards that call them': {
    app: 'lantern_orders',
    version: '0.0.37',
    identifier: '8lantern',
    title: 'Lantern orders',
    visibility: 'private',
    tags: ['messaging', 'ai', 'ecommerce'],
    changelog: { '0.0.37': '{{March 2025}}New card', '0.0.1': 'First release' },
    settings: { default: { apiToken: { type: 'secret', defaultValue: '', required: true } } },
    commands: [
      {
        name: 'lantern_orders.app.api.fetch',
        displayName: 'Fetch orders',
        permittedArgs: ['email'],
        url: 'https://api.lantern.example/orders?email={{{email}}}',
        httpMethod: 'get',
        cacheSeconds: 15,
        appSettings: { default: { apiToken: true } },
        inputSchema: { type: 'object', properties: {}, additionalProperties: false },
      },
    ],
    klasses: [
      { name: 'lantern_orders-order', icon: 'cart', metadata: { properties: { totalNum: {} } } },
      {
        name: 'customer',
        metadata: { standard: true, properties: { ownerId: { displayName: 'Owner' } } },
      },
    ],
    kviews: [
      {
        name: 'lantern_orders.orders',
        template: '<DynamicCard src="https://cards.lantern.example" context={object.context} />',
        context: 'smartbar-card',
        resource: 'lantern_orders-order',
        meta: { displayName: 'Orders', icon: 'cart', state: 'open' },
      },
    ],
  },
};

/** The warnings that these definitions are to have, by code. */
export const expectedWarnings: Record<string, string[]> = {
  'commands with settings by category, and cards that call them': [
    'missing_release_date',
    'unknown_attribute_type',
  ],
};

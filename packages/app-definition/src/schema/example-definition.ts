import type { AuthoredDefinition } from './types.ts';

const orderSchema = {
  type: 'object',
  properties: {
    number: { type: 'string' },
    status: { type: 'string' },
    shippedAt: { type: 'string', format: 'date-time' },
  },
};

const orderNumberSchema = {
  type: 'object',
  properties: { orderNumber: { type: 'string' } },
  required: ['orderNumber'],
};

const listing = {
  title: 'Order tracker',
  iconUrl: 'https://cdn.labs.example.com/order-tracker/icon.png',
  description:
    'Shows the orders of a customer beside the conversation.\n\n- Status and delivery date\n- Refunds in one click',
  vendor: 'Example Labs',
  website: 'https://labs.example.com/order-tracker',
  screenshots: [
    'https://cdn.labs.example.com/order-tracker/timeline.png',
    'https://cdn.labs.example.com/order-tracker/refund.png',
  ],
  instructions: 'Enter the API key of your shop on the settings page.',
  releaseNotesUrl: 'https://labs.example.com/order-tracker/releases',
  postInstallMessage: 'Order tracker is ready. Open a customer to see their orders.',
  appDetails: {
    appDeveloper: {
      name: 'Example Labs',
      website: 'https://labs.example.com',
      supportEmail: 'support@labs.example.com',
    },
    externalPlatform: { name: 'Example Shop', website: 'https://shop.example.com' },
    documentationLinks: [
      { title: 'Getting started', url: 'https://labs.example.com/order-tracker/start' },
      { title: 'Refunds', url: 'https://labs.example.com/order-tracker/refunds' },
    ],
  },
  tags: ['ecommerce', 'messaging'],
  changelog: {
    '1.0.0': '{{2024-01-31}} First release.',
    '1.1.0':
      '{{2024-03-14}}\n\n**New:** refunds.\n\n**Fixed:** delivery dates in other time zones.',
  },
} satisfies Partial<AuthoredDefinition>;

const automation = {
  actions: [
    {
      name: 'find_order',
      description: 'Finds an order by its number.',
      type: 'rest_json',
      inputTemplate: {
        method: 'GET',
        uri: 'https://api.shop.example.com/orders/{{orderNumber}}',
        headers: { authorization: 'Bearer {{settings.authentication.apiKey}}' },
      },
      inputSchema: orderNumberSchema,
      outputTemplate: { number: '{{body.number}}', status: '{{body.status}}' },
      outputSchema: orderSchema,
    },
  ],
  hooks: [
    {
      eventName: 'order_tracker.order_shipped',
      displayEventName: 'Order shipped',
      description: 'The shop calls it when an order leaves the warehouse.',
      type: 'web',
    },
  ],
  triggers: [
    {
      eventName: 'order_tracker.order_shipped',
      description: 'An order has left the warehouse.',
      outputTemplate: { orderNumber: '{{body.number}}' },
      outputSchema: orderNumberSchema,
    },
  ],
  workflows: [
    {
      name: 'Tell the customer that an order was shipped',
      description: 'Looks the order up and messages the customer.',
      trigger: { eventName: 'order_tracker.order_shipped' },
      steps: [
        { id: 'order', action: 'find_order', params: { orderNumber: '{{trigger.orderNumber}}' } },
        { id: 'message', action: 'platform.send_message', params: { shortcut: 'Order shipped' } },
      ],
    },
  ],
} satisfies Partial<AuthoredDefinition>;

const connections = {
  commands: [
    {
      name: 'refund_order',
      displayName: 'Refund order',
      url: 'https://{{settings.connection.region}}.api.labs.example.com/refunds',
      httpMethod: 'POST',
      permittedArgs: ['orderNumber', 'reason'],
      appSettings: ['authentication.apiKey', 'connection.region'],
      inputSchema: orderNumberSchema,
      outputSchema: { type: 'object', properties: { refunded: { type: 'boolean' } } },
      cacheSeconds: 0,
    },
  ],
  outboundWebhooks: [
    {
      name: 'customer-updates',
      url: 'https://api.labs.example.com/webhooks/customers',
      events: ['customer.create', 'customer.update'],
      headers: { 'x-api-key': '{{settings.authentication.apiKey}}' },
    },
  ],
  settings: {
    authentication: {
      apiKey: { type: 'secret', required: true, description: 'The API key of your shop.' },
    },
    connection: {
      region: { type: 'string', defaultValue: 'eu', description: 'Where your shop is hosted.' },
      timeoutSeconds: { type: 'number', defaultValue: 10, hidden: true },
      showCancelled: { type: 'boolean', defaultValue: false, required: false },
    },
  },
  settingsPageConfig: {
    title: 'Order tracker',
    description: 'Connect your shop.',
    url: 'https://apps.labs.example.com/order-tracker/settings',
  },
} satisfies Partial<AuthoredDefinition>;

const pages = {
  kviews: [
    {
      name: 'order-tracker-order-card',
      template: '<div><h3>{{object.title}}</h3><p>{{object.custom.statusStr}}</p></div>',
      context: 'expanded-timeline',
      resource: 'customer',
      meta: { displayName: 'Orders', icon: 'cart', state: 'open' },
    },
  ],
  widgets: [
    {
      name: 'order-map',
      title: 'Where the order is',
      icon: 'map',
      url: 'https://apps.labs.example.com/order-tracker/map',
      width: '20vw',
      height: 400,
      iframePermissions: ['clipboard-write'],
    },
  ],
  shortcuts: [
    {
      name: 'Order shipped',
      draft: {
        text: 'Your order is on its way.',
        template: 'Hello {{customer.name}}, your order is on its way.',
      },
      payload: { topic: 'orders' },
      accessTeams: ['5f0c1d2e3a4b5c6d7e8f9a0b'],
      accessUsers: [],
      conversation: { tags: ['order-shipped'] },
    },
  ],
  i18n: {
    en_us: { 'orders.title': 'Orders', 'orders.refund': 'Refund' },
    de_de: { 'orders.title': 'Bestellungen', 'orders.refund': 'Erstatten' },
  },
} satisfies Partial<AuthoredDefinition>;

/** A complete definition that uses every property: what the documentation shows. */
export const exampleDefinition = {
  $schema: 'http://localhost:4000/v1/apps/definition-schema.json',
  app: 'order_tracker',
  version: '1.1.0',
  visibility: 'private',
  identifier: 'ordtrk',
  dependencies: ['messaging_core-^1.4.0'],
  ...listing,
  klasses: [
    {
      name: 'customer',
      metadata: {
        standard: true,
        properties: {
          loyaltyPointsNum: { displayName: 'Loyalty points', example: '1250' },
          lastOrderAt: { displayName: 'Last order', example: '2024-01-31T09:30:00Z' },
          shopProfileUrl: {
            displayName: 'Shop profile',
            example: 'https://shop.example.com/customers/42',
          },
        },
      },
    },
    {
      name: 'conversation',
      metadata: {
        standard: true,
        properties: {
          orderNumberStr: { displayName: 'Order number', example: 'A-1042' },
          refundReasonTxt: { displayName: 'Reason for the refund', example: 'Arrived broken.' },
          refundedBool: { displayName: 'Refunded', example: 'true' },
        },
      },
    },
    { name: 'order', metadata: { properties: { numberStr: { displayName: 'Number' } } } },
  ],
  ...automation,
  ...connections,
  ...pages,
  dataSubscriptions: ['click-to-dial', 'status-sync'],
  lifecycleWebhooks: [
    {
      url: 'https://apps.labs.example.com/events',
      events: ['app.installed', 'app.upgraded', 'app.uninstalled'],
    },
  ],
  meta: {
    externalQueue: 'Example Voice',
    lint: { 'unused-setting': 'Our server reads the settings of the connection.' },
  },
  redirectUris: ['https://apps.labs.example.com/oauth/callback', 'http://localhost:8080/callback'],
  auth: { type: 'oauth2' },
  roles: ['org.permission.customer', 'org.permission.conversation'],
} satisfies AuthoredDefinition;

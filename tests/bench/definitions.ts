const DEFINITION_BYTES = 1_300;

/** The JSON of a definition of about 1.3 kB, with one page and two attributes. */
export function sampleDefinition(app: string, version: string): string {
  const definition = (template: string) =>
    JSON.stringify({
      app,
      version,
      title: 'Order tracker',
      description: 'Shows the orders of a customer beside the conversation.',
      visibility: 'private',
      identifier: 'bench',
      tags: ['ecommerce'],
      redirectUris: ['https://tracker.example/callback'],
      klasses: [
        {
          name: 'customer',
          metadata: {
            standard: true,
            properties: {
              ordersNum: { displayName: 'Orders', example: '12' },
              statusStr: { displayName: 'Status', example: 'gold' },
            },
          },
        },
      ],
      kviews: [
        {
          name: 'order-tracker-page',
          template,
          context: 'expanded-timeline',
          resource: 'customer',
          meta: { displayName: 'Orders', icon: 'cart', state: 'open' },
        },
      ],
    });
  const missing = DEFINITION_BYTES - definition('').length;
  return definition('<p class=order>Order of the customer</p>'.repeat(40).slice(0, missing));
}

const LARGE_DEFINITION_BYTES = 20_480;

const numbered = <T>(count: number, make: (number: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

/** The JSON of a definition of 20 KiB, of whose 40 attributes, 20 actions and 20 settings none is wrong. */
export function largeDefinition(app: string): string {
  const attributes = numbered(40, (number) => [
    `measure${number}Num`,
    { displayName: `Measure ${number}`, example: String(number) },
  ]);
  const settings = numbered(20, (number) => [
    `option${number}`,
    { type: 'string', defaultValue: 'standard', description: `Option ${number} of the shop.` },
  ]);
  const definition = (template: string) =>
    JSON.stringify({
      app,
      version: '1.0.0',
      title: 'Order tracker',
      visibility: 'private',
      identifier: 'bench',
      klasses: [
        {
          name: 'customer',
          metadata: { standard: true, properties: Object.fromEntries(attributes) },
        },
      ],
      actions: numbered(20, (number) => ({
        name: `action_${number}`,
        description: `Reads order list ${number} of the customer.`,
        type: 'rest_json',
        inputTemplate: { method: 'GET', uri: `https://api.shop.example/orders/${number}` },
        inputSchema: { type: 'object', properties: { orderNumber: { type: 'string' } } },
      })),
      workflows: [
        {
          name: 'Update the customer',
          steps: numbered(20, (number) => ({ id: `step${number}`, action: `action_${number}` })),
        },
      ],
      settings: { shop: Object.fromEntries(settings) },
      kviews: [{ name: 'orders', template, context: 'expanded-timeline', resource: 'customer' }],
    });
  const missing = LARGE_DEFINITION_BYTES - definition('').length;
  return definition('<p class=order>Order of the customer</p>'.repeat(500).slice(0, missing));
}

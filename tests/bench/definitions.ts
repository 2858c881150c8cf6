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

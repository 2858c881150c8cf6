type Call = (method: string, path: string, body?: object) => Promise<string>;

const PATH = '/v1/apps/metadata/customer/@plannedPointsNum';

/** The operations on attributes and their settings, each in its variants. */
export function attributeOperations(
  call: Call,
  get: (path: string) => Promise<string>,
  after: (key: string | number) => string,
): Record<string, () => Promise<unknown>> {
  return {
    changeAttribute: async () => {
      const properties = { pointsNum: { displayName: 'Points', example: '120' } };
      const klasses = [{ name: 'customer', metadata: { standard: true, properties } }];
      const definition = { app: 'attributed', identifier: 'planned', version: '0.0.1' };
      await call('POST', '/v1/apps/available', { ...definition, title: 'Attributed', klasses });
      await call('PATCH', PATH, { displayName: 'Loyalty points', active: true });
      await call('PATCH', PATH, { active: false });
    },
    readAttribute: () => get(PATH),
    listAttributeDetails: async () => {
      const queries = ['klass=customer', '', after('customer/@plannedPointsNum')];
      for (const query of queries) await get(`/v1/attributes?${query}`);
    },
  };
}

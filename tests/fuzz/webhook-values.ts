import type { RegistryCalls } from './registry-calls.ts';

const PATH = '/v1/webhooks';
/** A port where nothing listens. */
const URL = 'http://127.0.0.1:9/';

/** A webhook that requests are about, and room for another one: an organization has few. */
export function webhookSources(registry: RegistryCalls) {
  let current = '';
  const removeOthers = async () => {
    const { data } = await registry.get(`${PATH}?page[size]=100`);
    for (const { id } of data) if (id !== current) await registry.remove(`${PATH}/${id}`);
  };
  return {
    webhookId: async () => {
      current = '';
      await removeOthers();
      const { data } = await registry.post(PATH, { url: URL, events: ['app.restored'] });
      current = data.id;
      return current;
    },
    webhookUrl: async () => {
      await removeOthers();
      return URL;
    },
    deliveryId: async () => {
      const { data } = await registry.post(`${PATH}/${current}/test`, {});
      return data.id;
    },
  };
}

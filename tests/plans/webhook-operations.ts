type Call = (method: string, path: string, body?: object) => Promise<string>;

const PATH = '/v1/webhooks';
const webhook = { url: 'http://127.0.0.1:9/', events: ['app.registered'] };

/** The operations of webhooks, each in its variants. */
export function webhookOperations(
  call: Call,
  get: (path: string) => Promise<string>,
  after: (key: string | number) => string,
): Record<string, () => Promise<unknown>> {
  const create = async (): Promise<string> => JSON.parse(await call('POST', PATH, webhook)).data.id;
  return {
    createWebhook: async () => {
      await create();
      // Heard, which makes deliveries; the next version declares other addresses.
      const definition = { app: 'heard', version: '0.0.1', title: 'Heard' };
      const lifecycleWebhooks = [webhook];
      await call('POST', '/v1/apps/available', { ...definition, lifecycleWebhooks });
      await call('POST', '/v1/apps/available', { ...definition, version: '0.0.2' });
    },
    listWebhooks: async () => {
      for (const query of ['', after('00000000-0000-0000-0000-000000000000')]) {
        await get(`${PATH}?${query}`);
      }
    },
    readWebhook: async () => get(`${PATH}/${await create()}`),
    changeWebhook: async () => {
      const path = `${PATH}/${await create()}`;
      await call('PATCH', path, webhook);
      await call('PATCH', path, { active: false });
    },
    deleteWebhook: async () => call('DELETE', `${PATH}/${await create()}`),
    generateWebhookSecret: async () => {
      const path = `${PATH}/${await create()}/secret`;
      await call('POST', path, { overlapSeconds: 60 });
    },
    testWebhook: async () => call('POST', `${PATH}/${await create()}/test`, {}),
    redeliverWebhookEvent: async () => {
      const path = `${PATH}/${await create()}`;
      const { data } = JSON.parse(await call('POST', `${path}/test`, {}));
      await call('POST', `${path}/deliveries/${data.id}/redeliver`, {});
    },
    listWebhookDeliveries: async () => {
      const path = `${PATH}/${await create()}/deliveries`;
      for (const query of ['', after(1_000_000)]) await get(`${path}?${query}`);
    },
  };
}

export type Config = {
  port: number;
  /** Where users and the product reach this app, without a slash at the end. */
  address: string;
  /** The registry. */
  baseUrl: string;
  oauthUrl: string;
  clientId: string;
  /** Left out while the app has none. */
  clientSecret: string | undefined;
  /** Of the webhook that calls this app. */
  webhookSecret: string;
  /** The address of the product, whose pages may show this app in a frame. Without it no page may. */
  productUrl: string | undefined;
  /** What the product sends in `x-api-key`, from the settings of the app. */
  productKey: string;
};

/** `apps dev` sets PORT, BASE_URL, OAUTH_URL, CLIENT_ID and WEBHOOK_SECRET. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const { PORT = '3000', APP_URL = `http://localhost:${PORT}` } = environment;
  return {
    port: Number(PORT),
    address: APP_URL.replace(/\/+$/, ''),
    baseUrl: environment.BASE_URL || 'http://localhost:4000',
    oauthUrl: environment.OAUTH_URL || 'http://localhost:4001',
    clientId: environment.CLIENT_ID ?? '',
    clientSecret: environment.CLIENT_SECRET || undefined,
    webhookSecret: environment.WEBHOOK_SECRET ?? '',
    productUrl: environment.PRODUCT_URL || undefined,
    productKey: environment.PRODUCT_KEY ?? '',
  };
}

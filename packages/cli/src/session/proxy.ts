import http from 'node:http';

/**
 * Sends every request of this process through the proxy that `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` name.
 * Node.js 24.14 and newer can; before, its `fetch` uses the dispatcher of undici, of which it is a part.
 */
export async function useProxyOfEnvironment(): Promise<void> {
  if (http.setGlobalProxyFromEnv) {
    http.setGlobalProxyFromEnv();
    return;
  }
  const { EnvHttpProxyAgent, setGlobalDispatcher } = await import('undici');
  setGlobalDispatcher(new EnvHttpProxyAgent());
}

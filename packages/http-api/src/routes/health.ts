import { Router } from 'express';
import { markRoutine } from '../server/request-log.ts';

/**
 * `/livez`: the process responds. `/readyz`: its dependencies respond too.
 * @param ready resolves to false or rejects when the service cannot serve
 */
export function healthRoutes(ready: () => Promise<boolean>): Router {
  const router = Router();
  router.get('/livez', (_request, response) => {
    markRoutine(response);
    response.json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    markRoutine(response);
    const ok = await ready().catch(() => false);
    response.status(ok ? 200 : 503).json({ status: ok ? 'ok' : 'unavailable' });
  });
  return router;
}

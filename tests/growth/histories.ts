import { createLogger } from '@app-platform/runtime';
import { removeOldAuditRows } from '@app-platform/runtime/database';
import pg from 'pg';
import type { Figure } from './figures.ts';
import type { Cost, MeasuredServer } from './measured-server.ts';
import { releasedStatement } from './released-rows.ts';
import type { Size } from './size.ts';

const BATCH_ROWS = 1_000;
const DAY_MILLISECONDS = 86_400_000;

type Sides = { server: MeasuredServer; before: string; after: string };

const logger = createLogger('growth', 'silent');

const perThousand = (cost: Cost, rows: number) => ({
  walBytes: (cost.walBytes * 1_000) / rows,
  milliseconds: (cost.milliseconds * 1_000) / rows,
});

function figures(what: string, before: Cost, after: Cost): Figure[] {
  return [
    {
      what: `write-ahead log of the removal of 1,000 ${what}`,
      before: before.walBytes,
      after: after.walBytes,
      unit: 'bytes',
    },
    {
      what: `PostgreSQL's time for the removal of 1,000 ${what}`,
      before: before.milliseconds,
      after: after.milliseconds,
      unit: 'ms',
    },
  ];
}

/** Removes the audit events of a month: by batches before, by their partition after. */
export async function measureAuditEvents(
  { server, before, after }: Sides,
  { auditEvents }: Size,
): Promise<Figure[]> {
  const rows = Math.round(auditEvents / 12);
  const costBefore = await server.costOf(before, async () => {
    const client = new pg.Client(server.postgresql.urlOf(before));
    await client.connect();
    for (let removed = 0; removed < rows; removed += BATCH_ROWS) {
      await client.query(`
        BEGIN; SELECT set_config('app_platform.retention', 'on', true);
        DELETE FROM audit_event WHERE id = ANY(ARRAY(SELECT id FROM audit_event ORDER BY id LIMIT ${BATCH_ROWS}));
        COMMIT`);
    }
    await client.end();
  });
  // A year later, the first partition and those of the next months are old.
  const all = await server.number(after, 'SELECT count(*) FROM audit_event');
  const costAfter = await server.costOf(after, () =>
    removeOldAuditRows(server.postgresql.urlOf(after), {
      service: 'growth',
      days: 1,
      exportFolder: undefined,
      logger,
      now: new Date(Date.now() + 70 * DAY_MILLISECONDS),
    }),
  );
  const left = await server.number(after, 'SELECT count(*) FROM audit_event');
  if (left > 0) throw new Error(`${left} audit events of a dropped month are left`);
  return figures('audit events', perThousand(costBefore, rows), perThousand(costAfter, all));
}

/** Removes webhook events that are older than 30 days, with their deliveries. */
export async function measureWebhookEvents(
  { server, before, after }: Sides,
  { webhookEvents }: Size,
): Promise<Figure[]> {
  const remove = await releasedStatement('registry', 'DELETE FROM webhook_event', 'created_at <');
  const costBefore = await server.costOf(before, async () => {
    const client = new pg.Client(server.postgresql.urlOf(before));
    await client.connect();
    for (let removed = 0; removed < webhookEvents; removed += BATCH_ROWS) {
      await client.query({ name: 'remove', text: remove, values: [30, BATCH_ROWS] });
    }
    await client.end();
  });
  const costAfter = await server.costOf(after, () =>
    server.postgresql.query(
      after,
      "SELECT keep_webhook_partitions(34, now() + interval '100 days')",
    ),
  );
  const left = await server.number(after, 'SELECT count(*) FROM webhook_delivery');
  if (left > 0) throw new Error(`${left} deliveries of a dropped month are left`);
  const what = 'webhook events with their deliveries';
  return figures(
    what,
    perThousand(costBefore, webhookEvents),
    perThousand(costAfter, webhookEvents),
  );
}

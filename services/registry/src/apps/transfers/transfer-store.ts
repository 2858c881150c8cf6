import { nameSkeleton } from '@app-platform/app-definition';
import {
  defineStatement,
  type Page,
  type PageOf,
  pageOf,
  type Statements,
} from '@app-platform/runtime/database';

/** The offer of an app to another organization. An accepted one is kept until it expires, so that it is accepted once. */
export type AppTransfer = {
  id: bigint;
  appId: bigint;
  app: string;
  title: string;
  /** The organization that offers it, and its name. */
  fromId: string;
  fromName: string;
  toId: string;
  toName: string;
  offeredAt: Date;
  expiresAt: Date;
  acceptedAt: Date | null;
};

/** Offers of suspended organizations are not shown. */
const TRANSFERS = `
    SELECT t.id, a.id AS "appId", a.name AS app, a.title, t.organization_id AS "fromId", o.name AS "fromName",
      t.receiver_id AS "toId", r.name AS "toName", t.offered_at AS "offeredAt",
      t.expires_at AS "expiresAt", t.accepted_at AS "acceptedAt"
    FROM app_transfer t JOIN app a ON a.id = t.app_id
      JOIN organization o ON o.id = t.organization_id AND o.suspended_at IS NULL
      JOIN organization r ON r.id = t.receiver_id`;

const row = {
  id: 'int8',
  appId: 'int8',
  app: 'text',
  title: 'text',
  fromId: 'text',
  fromName: 'text',
  toId: 'text',
  toName: 'text',
  offeredAt: 'timestamptz',
  expiresAt: 'timestamptz',
  acceptedAt: 'timestamptz?',
} as const;

/** Each side by its own index. */
const LIST_TRANSFERS = defineStatement({
  name: 'list-app-transfers',
  text: `
    (${TRANSFERS} WHERE t.organization_id = $1 AND t.id > $2 AND t.accepted_at IS NULL AND t.expires_at > $3
     ORDER BY t.id LIMIT $4)
    UNION ALL
    (${TRANSFERS} WHERE t.receiver_id = $1 AND t.id > $2 AND t.accepted_at IS NULL AND t.expires_at > $3
     ORDER BY t.id LIMIT $4)
    ORDER BY id LIMIT $4`,
  parameters: { organizationId: 'text', after: 'int8', now: 'timestamptz', limit: 'int8' },
  row,
});

const FIND_TRANSFER = defineStatement({
  name: 'find-app-transfer',
  text: `${TRANSFERS} WHERE t.app_id = $1 AND t.expires_at > $2`,
  parameters: { appId: 'int8', now: 'timestamptz' },
  row,
});

/** In place of one that was accepted or has expired. Removes others of the organization that have expired. */
const PUT_TRANSFER = defineStatement({
  name: 'put-app-transfer',
  text: `
    WITH expired AS (
      DELETE FROM app_transfer WHERE organization_id = $2 AND expires_at <= $4 AND app_id <> $1
    )
    INSERT INTO app_transfer (app_id, organization_id, receiver_id, offered_at, expires_at)
    VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (app_id) DO UPDATE SET id = EXCLUDED.id, organization_id = EXCLUDED.organization_id,
      receiver_id = EXCLUDED.receiver_id, offered_at = EXCLUDED.offered_at,
      expires_at = EXCLUDED.expires_at, accepted_at = NULL`,
  parameters: {
    appId: 'int8',
    fromId: 'text',
    toId: 'text',
    now: 'timestamptz',
    expiresAt: 'timestamptz',
  },
  row: {},
});

const REMOVE_TRANSFER = defineStatement({
  name: 'remove-app-transfer',
  text: 'DELETE FROM app_transfer WHERE app_id = $1',
  parameters: { appId: 'int8' },
  row: {},
});

/**
 * Gives the app to the receiver, with what is kept by organization: the webhooks that it declares, its name,
 * its identifier, and a reservation of exactly its name.
 */
const ACCEPT_TRANSFER = defineStatement({
  name: 'accept-app-transfer',
  text: `
    WITH accepted AS (
      UPDATE app_transfer SET accepted_at = $2 WHERE app_id = $1
      RETURNING organization_id, receiver_id
    ), moved AS (
      UPDATE app SET organization_id = receiver_id FROM accepted WHERE app.id = $1
      RETURNING app.identifier, accepted.organization_id, receiver_id
    ), hooks AS (
      UPDATE webhook SET organization_id = receiver_id FROM moved WHERE webhook.app_id = $1
    ), names AS (
      UPDATE public_name n SET organization_id = receiver_id FROM moved WHERE n.skeleton = $3
    ), reserved AS (
      UPDATE reserved_name n SET organization_id = receiver_id FROM moved
      WHERE n.skeleton = $3 AND n.organization_id = moved.organization_id
    )
    UPDATE public_identifier i SET organization_id = receiver_id FROM moved
    WHERE i.identifier = moved.identifier`,
  parameters: { appId: 'int8', now: 'timestamptz', skeleton: 'text' },
  row: {},
});

const FIND_SHARING_APP = defineStatement({
  name: 'find-app-of-same-identifier',
  text: `
    SELECT name FROM app
    WHERE organization_id = $1 AND identifier = (SELECT identifier FROM app WHERE id = $2)
      AND id <> $2 AND visibility <> 'draft'
    ORDER BY name LIMIT 1`,
  parameters: { organizationId: 'text', appId: 'int8' },
  row: { name: 'text' },
});

const NAMES_AT_ONCE = 5_000;

const LIST_PUBLIC_NAMES = defineStatement({
  name: 'list-public-names-of-owner',
  text: `
    SELECT name FROM app WHERE organization_id = $1 AND name > $2 AND visibility = 'public'
    ORDER BY name LIMIT ${NAMES_AT_ONCE}`,
  parameters: { organizationId: 'text', after: 'text' },
  row: { name: 'text' },
});

/** Offers of apps to other organizations. */
export class TransferStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** The open offers that an organization has made or received, the oldest first; `page.after` is an id. */
  async list(
    organizationId: string,
    { after = '0', size }: Page,
    now: Date,
  ): Promise<PageOf<AppTransfer>> {
    const values = { organizationId, after: BigInt(after), now, limit: BigInt(size + 1) };
    const found = await this.#statements.rows(LIST_TRANSFERS, values);
    return pageOf(found, size, ({ id }) => String(id));
  }

  /** The offer of an app, open or accepted. */
  async find(appId: bigint, now: Date): Promise<AppTransfer | undefined> {
    return (await this.#statements.rows(FIND_TRANSFER, { appId, now }))[0];
  }

  async put(
    offer: Pick<AppTransfer, 'appId' | 'fromId' | 'toId' | 'expiresAt'>,
    now: Date,
  ): Promise<void> {
    await this.#statements.rows(PUT_TRANSFER, { ...offer, now });
  }

  async remove(appId: bigint): Promise<void> {
    await this.#statements.rows(REMOVE_TRANSFER, { appId });
  }

  /** @throws a unique violation where the receiver has an app of the same `app` value */
  async accept({ appId, app }: Pick<AppTransfer, 'appId' | 'app'>, now: Date): Promise<void> {
    await this.#statements.rows(ACCEPT_TRANSFER, { appId, now, skeleton: nameSkeleton(app) });
  }

  /** An app that an organization keeps, and that has the identifier of the app. */
  async findSharing(organizationId: string, appId: bigint): Promise<string | undefined> {
    return (await this.#statements.rows(FIND_SHARING_APP, { organizationId, appId }))[0]?.name;
  }

  /** Another public app of an organization whose name people can confuse with the name. */
  async findConfusable(organizationId: string, name: string): Promise<string | undefined> {
    const skeleton = nameSkeleton(name);
    for (let after = ''; ; ) {
      const rows = await this.#statements.rows(LIST_PUBLIC_NAMES, { organizationId, after });
      const found = rows.find((one) => one.name !== name && nameSkeleton(one.name) === skeleton);
      const last = rows.at(-1);
      if (found || !last || rows.length < NAMES_AT_ONCE) return found?.name;
      after = last.name;
    }
  }
}

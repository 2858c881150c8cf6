import { hash } from 'node:crypto';
import { roles } from '@app-platform/contracts';
import { consumePoint, rateLimiter } from '@app-platform/http-api';
import type { Mail, Mailer } from '../mail/mailer.ts';
import type { SettingsStores } from '../organizations/settings-store.ts';
import type { RegistryClient } from '../registry-client/registry-client.ts';
import { ignoreOutage } from '../registry-client/registry-unavailable.ts';
import type { EphemeralStore } from '../storage/ephemeral-store.ts';
import type { UserStores } from '../users/user-store.ts';
import { composeMail, type MailedRequest, type RequestKind } from './compose-mail.ts';

/** A user's request to the administrators of an organization. */
export type UserRequest = Pick<MailedRequest, 'app' | 'title' | 'note'> & {
  kind: RequestKind;
  organizationId: string;
  userId: string;
};

export type RequestMailOptions = {
  database: SettingsStores & UserStores;
  ephemeral: EphemeralStore;
  registry: Pick<RegistryClient, 'findOrganizationName'>;
  mailer: Pick<Mailer, 'enqueueComposed'>;
  /** Where the console is; null where there is none. */
  consoleUrl: string | null;
};

/** Who answers a request. */
const answeringRole = { installation: roles.apps, consent: roles.users } as const;

const MOST_RECIPIENTS = 20;
const MOST_PER_ORGANIZATION = 20;
/** In all organizations: nobody has shown that an address belongs to the administrator who has it. */
const MOST_PER_ADDRESS = 20;
const DAY_SECONDS = 86_400;

/** Mails administrators what users request, in the background. */
export class RequestMails {
  readonly #options: RequestMailOptions;
  readonly #perOrganization;
  readonly #perAddress;

  constructor(options: RequestMailOptions) {
    this.#options = options;
    const limiter = (name: string, points: number) =>
      rateLimiter({
        ...{ points, duration: DAY_SECONDS, keyPrefix: `request-mail-${name}` },
        store: options.ephemeral.counters,
      });
    this.#perOrganization = limiter('organization', MOST_PER_ORGANIZATION);
    this.#perAddress = limiter('address', MOST_PER_ADDRESS);
  }

  send(request: UserRequest): void {
    this.#options.mailer.enqueueComposed(() => this.#compose(request));
  }

  async #compose(request: UserRequest): Promise<Mail[]> {
    const { database, consoleUrl } = this.#options;
    const { organizationId, userId, kind } = request;
    const { requestMails } = await database.settings.find(organizationId);
    const user = await database.users.find(userId);
    if (requestMails === 'off' || user?.organizationId !== organizationId) return [];
    if (!(await this.#isFirstOfDay(request))) return [];
    const addresses = await database.users.listAddressesWithRole(
      organizationId,
      answeringRole[kind],
      { except: userId, size: MOST_RECIPIENTS },
    );
    const organization = await this.#nameOf(organizationId);
    const mail = composeMail({ ...request, user, organization, consoleUrl });
    const mails: Mail[] = [];
    for (const to of addresses) {
      const isRefused = await consumePoint(this.#perAddress, hash('sha256', to, 'base64url'));
      if (isRefused === undefined) mails.push({ ...mail, to });
    }
    return mails;
  }

  /** Whether nobody was mailed about the app in a day, and the organization has mails left. */
  async #isFirstOfDay({ kind, organizationId, app }: UserRequest): Promise<boolean> {
    const key = `request-mail:${kind}:${organizationId}:${app}`;
    if (!(await this.#options.ephemeral.add(key, '', DAY_SECONDS))) return false;
    return (await consumePoint(this.#perOrganization, organizationId)) === undefined;
  }

  async #nameOf(organizationId: string): Promise<string> {
    const { registry } = this.#options;
    const name = await registry.findOrganizationName(organizationId).catch(ignoreOutage);
    return name ?? organizationId;
  }
}

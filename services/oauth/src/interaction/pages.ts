import { join } from 'node:path';
import type { AppOwner } from '@app-platform/contracts';
import { Eta } from 'eta';
import type { Approval } from '../consent-requests/ask-administrator.ts';

const eta = new Eta({ views: join(import.meta.dirname, 'pages'), autoEscape: true, cache: true });

/** The values of each page. Its template has the same name. */
export type Pages = {
  'sign-in': { title: string; action: string; csrf: string; email: string; refused: boolean };
  'upstream-sign-in': {
    title: string;
    action: string;
    csrf: string;
    provider: string;
    refused: boolean;
  };
  consent: {
    title: string;
    action: string;
    csrf: string;
    app: string;
    iconUrl: string | null;
    /** As the app says. */
    developer: string | null;
    owner: AppOwner | null;
    organization: string;
    email: string;
    scopes: { scope: string; sentence: string; isNew: boolean }[];
    leftOut: { scope: string; reason: string }[];
    /** Null for a user who may consent. Others ask an administrator. */
    approval: Approval | null;
    destination: string;
  };
  apps: {
    title: string;
    csrf: string;
    email: string;
    apps: {
      clientId: string;
      title: string;
      developer: string | null;
      owner: AppOwner | null;
      isBlocked: boolean;
      isInstalled: boolean;
      since: string;
      scopes: { scope: string; sentence: string }[];
    }[];
  };
  account: {
    title: string;
    csrf: string;
    email: string;
    hasPassword: boolean;
    /** Why the password was not changed. */
    refused: string | null;
  };
  'password-link': { title: string; email: string; token: string; refused: string | null };
  message: { title: string; text: string; link: { address: string; text: string } };
  error: { title: string; code: string; description: string; advice: string };
  'app-error': {
    title: string;
    code: string;
    description: string;
    /** Of the app, with the error. */
    address: string;
    destination: string;
  };
};

/** A page as HTML; every value is escaped. */
export function renderPage<Name extends keyof Pages>(name: Name, values: Pages[Name]): string {
  return eta.render(`./${name}`, values);
}

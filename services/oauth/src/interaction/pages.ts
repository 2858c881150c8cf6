import { join } from 'node:path';
import { Eta } from 'eta';
import type { Approval } from '../consent-requests/ask-administrator.ts';
import { escapeHtml } from './html.ts';
import { type ErrorTexts, texts } from './page-texts.ts';
import type { ShownApp, SignInTarget } from './shown-app.ts';
import { styleSheetPath } from './style-sheet.ts';

const eta = new Eta({
  views: join(import.meta.dirname, 'pages'),
  autoEscape: true,
  escapeFunction: escapeHtml,
  cache: true,
});

type Form = { title: string; action: string; csrf: string };

/** Of a user who is signed in. `consoleUrl` is null where there is no console. */
type AccountPage = { title: string; csrf: string; email: string; consoleUrl: string | null };

/** Who is signed in, and where the user signs in with another account. */
export type AnotherAccount = { sentence: string; address: string };

/** What is wrong with a field, beside which it is shown. */
export type FieldFault = { field: 'current_password' | 'password'; text: string };

/** The values of each page. Its template has the same name. */
export type Pages = {
  'sign-in': Form & { target: SignInTarget; email: string; fault: string | null };
  'upstream-sign-in': Form & { target: SignInTarget; provider: string; fault: string | null };
  'choose-account': Form & {
    target: SignInTarget;
    choice: string;
    accounts: {
      id: string;
      email: string;
      organization: string;
      /** Tells organizations of one name apart. */
      hint: string | null;
      /** Whether the user signs in to an app that the organization has not installed. */
      lacksApp: boolean;
    }[];
  };
  consent: Form & {
    app: ShownApp;
    organization: string;
    email: string;
    scopes: { scope: string; sentence: string; isNew: boolean }[];
    leftOut: { scope: string; reason: string }[];
    /** Null for a user who may consent. Others ask an administrator. */
    approval: Approval | null;
    anotherAccount: AnotherAccount;
    destination: string;
  };
  'local-program': Form & {
    email: string;
    /** That the program listens on. */
    port: string;
    scopes: { scope: string; sentence: string; isNew: boolean }[];
    leftOut: { scope: string; reason: string }[];
    anotherAccount: AnotherAccount;
    /** Whether the user holds any of the roles. */
    mayAllow: boolean;
    destination: string;
  };
  apps: AccountPage & {
    apps: (ShownApp & {
      clientId: string;
      isBlocked: boolean;
      isInstalled: boolean;
      since: string;
      scopes: { scope: string; sentence: string }[];
    })[];
  };
  account: AccountPage & {
    hasPassword: boolean;
    leastCharacters: number;
    /** Why the password was not changed. */
    fault: FieldFault | null;
  };
  'password-link': {
    title: string;
    email: string;
    organization: string;
    token: string;
    leastCharacters: number;
    fault: FieldFault | null;
  };
  message: { title: string; text: string; link: { address: string; text: string } };
  /** With another account where the error depends on who is signed in. */
  error: ErrorTexts & { anotherAccount?: AnotherAccount | undefined };
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
  return eta.render(`./${name}`, { ...values, texts, styleSheetPath });
}

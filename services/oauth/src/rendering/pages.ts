import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppOwner } from '@app-platform/contracts';
import { Eta } from 'eta';
import { escapeHtml, type Html } from './html.ts';
import { type ErrorTexts, texts } from './page-texts.ts';

const eta = new Eta({
  views: join(import.meta.dirname, 'views'),
  autoEscape: true,
  escapeFunction: escapeHtml,
  cache: true,
});

/** An app as pages show it. */
export type ShownApp = {
  title: string;
  iconUrl: string | null;
  /** As the app says. */
  developer: string | null;
  owner: AppOwner | null;
};

/** What a user signs in to. */
export type SignInTarget = {
  sentence: string | Html;
  app: Pick<ShownApp, 'iconUrl' | 'owner'> | null;
};

type Form = { title: string; action: string; csrf: string };

/** Of a user who is signed in. `consoleUrl` is null where there is no console. */
type AccountPage = { title: string; csrf: string; email: string; consoleUrl: string | null };

/** Who is signed in, and where the user signs in with another account. */
export type AnotherAccount = { sentence: string; address: string };

/** Where a person can begin again, on a page that says that something has ended. */
export type WayBack = {
  address: string;
  text: string;
  /** Whether it leads to the site of an app, whose address the page then shows. */
  isApp: boolean;
};

/** What is wrong with a field, beside which it is shown. */
export type FieldFault = { field: 'current_password' | 'password' | 'name'; text: string };

/** The values of each page. Its template has the same name. */
export type Pages = {
  'sign-in': Form & {
    target: SignInTarget;
    email: string;
    fault: string | null;
    /** Tells the form of this page from that of a later one. */
    attempt: string;
    /** Where a user asks for a link to set a new password. */
    forgottenPath: string;
  };
  /** Without a form where no link is mailed: the sentence says whom to ask. */
  'forgotten-password': {
    title: string;
    sentence: string;
    form: Pick<Form, 'action' | 'csrf'> | null;
  };
  'upstream-sign-in': Form & {
    target: SignInTarget;
    provider: string;
    fault: string | null;
    /** As on the page with a password. */
    attempt: string;
  };
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
    /** Of the page, which signs the user in once an administrator has allowed the app. */
    address: string;
    app: ShownApp;
    organization: string;
    email: string;
    /** What the access is to. */
    resource: string;
    scopes: { scope: string; sentence: string; isNew: boolean }[];
    leftOut: { scope: string; reason: string }[];
    /** Null for a user who may consent. Others ask an administrator. */
    approval: keyof typeof texts.consent.approval | null;
    anotherAccount: AnotherAccount;
    destination: string;
  };
  'local-program': Form & {
    asks: Html;
    warning: string;
    scopes: { scope: string; sentence: string; isNew: boolean }[];
    leftOut: { scope: string; reason: string }[];
    anotherAccount: AnotherAccount;
    /** Whether the user holds any of the roles. */
    mayAllow: boolean;
    destination: string;
  };
  'device-code': Form & { code: string; fault: string | null };
  'device-decision': Form & {
    /** The code, with its seal. */
    entered: string;
    code: string;
    email: string;
    /** The network that the device began in, whether it is another one than that of the browser, and when. */
    place: string;
    isElsewhere: boolean;
    requestedAt: string;
    scopes: { scope: string; sentence: string; isNew: boolean }[];
    leftOut: { scope: string; reason: string }[];
    anotherAccount: AnotherAccount;
    /** Whether the user holds any of the roles. */
    mayAllow: boolean;
  };
  /** The code of a sign-in that was allowed, with its `state`. */
  'copied-code': { title: string; code: string };
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
    name: string;
    hasPassword: boolean;
    leastCharacters: number;
    /** Why the name or the password was not changed. */
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
  /** `fields` are those of the request. */
  logout: Form & { email: string; fields: [string, string][] };
  message: { title: string; text: string; link: { address: string; text: string } };
  error: ErrorTexts & {
    /** Where the error depends on who is signed in. */
    anotherAccount?: AnotherAccount | undefined;
    /** Where a person can begin again. */
    wayBack?: WayBack | undefined;
  };
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

/** Where the browser goes next, without the path and the query. */
export function destinationOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return host ? `${protocol}//${host}` : protocol;
}

/** What `packages/style` has for every page, and the rules of these pages. */
export const styleSheet = [
  import.meta.resolve('@app-platform/style/tokens.css'),
  import.meta.resolve('@app-platform/style/elements.css'),
  new URL('style.css', import.meta.url),
]
  .map((address) => readFileSync(new URL(address), 'utf8'))
  .join('\n');

/** The address of the pages' style sheet. It changes with the content. */
export const styleSheetPath = `/assets/style-${hash('sha256', styleSheet, 'hex').slice(0, 8)}.css`;

import { html } from './html.ts';

const CANNOT_CONTINUE = 'This sign-in cannot continue';
const HAS_ENDED = 'This sign-in has ended';
const START_AGAIN = 'Go back to the app and start again.';
const TRY_AGAIN = 'Please try again in a moment';

/** The texts of the pages. Sentences about roles are in role-sentences.ts. */
export const texts = {
  product: 'App platform',

  signIn: {
    title: 'Sign in',
    to: {
      app: (title: string) => html`to continue to <strong>${title}</strong>`,
      console: 'to continue to the console',
      cli: 'to continue to the command line',
      account: 'to continue to your account',
    },
    email: 'Email address',
    password: 'Password',
    submit: 'Sign in',
    refused:
      'The email address or password is wrong, or there were too many attempts. Try again in a moment.',
    disabled: 'This account is disabled. Ask an administrator of your organization to enable it.',
    forgotten: 'Forgotten your password?',
    submitUpstream: (provider: string) => `Sign in with ${provider}`,
    refusedUpstream: 'You were not signed in. Try again.',
    choiceEnded: 'The choice of the account took too long, or was made before. Sign in again.',
  },

  chooseAccount: {
    title: 'Choose an account',
    question: 'You have an account in several organizations. Which one do you want to use?',
    lacksApp: 'has not installed this app',
  },

  anotherAccount: {
    signedInAs: (email: string, organization: string) =>
      `You are signed in as ${email} of ${organization}.`,
    unknown: (provider: string) => `You can sign in with ${provider} as another user.`,
    link: 'Use another account',
  },

  app: {
    registeredBy: (owner: string) => html`Registered by <strong>${owner}</strong>`,
    verified: 'verified',
    notVerified: '(not verified)',
    madeBy: (developer: string) => `The app says it is made by ${developer}.`,
  },

  consent: {
    title: (app: string) => `Allow ${app}?`,
    wants: (app: string, organization: string, email: string) =>
      html`<strong>${app}</strong> wants to access <strong>${organization}</strong> as ${email}.`,
    scopes: 'It will be able to',
    access: (resource: string) => html`Its access is to <strong>${resource}</strong>.`,
    resource: { api: "the registry's API", mcp: "the registry's MCP server" },
    isNew: 'new',
    leftOut: 'It also asks for roles that it will not get',
    /** Why a role is left out, for its user. */
    reasons: {
      not_declared: 'The app does not declare it.',
      not_held: 'You do not hold it.',
      not_allowed: 'Your administrator did not allow it.',
    },
    destination: (address: string) => html`You will then be sent to <code>${address}</code>.`,
    approval: {
      not_asked: 'Your organization wants an administrator to allow apps.',
      pending:
        'An administrator was asked. When it is allowed, check here or open the app again: you are then signed in.',
      denied: 'An administrator has denied it.',
    },
    allow: 'Allow',
    ask: 'Ask an administrator',
    check: 'Check again',
    deny: 'Deny',
  },

  localProgram: {
    title: 'Allow a program on this computer?',
    asks: (email: string, port: string) =>
      html`A program on this computer asks for access as <strong>${email}</strong>. It listens on port <strong>${port}</strong>.`,
    warning:
      'Allow it only if you have just started a sign-in yourself, such as with the command “apps login”, and it shows the same port.',
  },

  copiedCode: {
    title: 'Allow a command line?',
    asks: (email: string) =>
      html`The <strong>command line “apps”</strong> asks for access as <strong>${email}</strong>. It does not run in this browser: you then get a code to copy into it.`,
    warning:
      'Continue only if you have just run “apps login --code” on a device of yours. The code gives this access to whoever has it: enter it nowhere else, and send it to nobody.',
    done: {
      title: 'Copy this code',
      text: 'Paste it into the command line that waits for it. It works once, within five minutes.',
      warning:
        'Enter it nowhere else, and send it to nobody: it gives access to your organization.',
    },
    denied: {
      title: 'The command line was denied access',
      text: 'There is no code. End the command that waits for one with Ctrl-C.',
    },
  },
  device: {
    code: {
      title: 'Enter the code of a device',
      question:
        'A program on another device, such as “apps login --device”, shows a code of eight letters.',
      label: 'Code',
      warning:
        'Enter only a code that a program of your own shows you now. A code that somebody sent you gives them your access.',
      submit: 'Continue',
      wrong:
        'No device waits with this code: it is wrong, was used before, or has expired. Start the sign-in on the device again to get another one.',
      outdated: 'This page was open for too long. Send the code again.',
    },
    decision: {
      title: 'Allow a program on another device?',
      asks: (email: string) =>
        html`The <strong>command line “apps”</strong> on another device asks for access as <strong>${email}</strong>.`,
      code: 'Code that it shows',
      place: 'Network address',
      elsewhere: '(not that of this browser)',
      here: '(also that of this browser)',
      time: 'Started at',
      warning:
        'Continue only if you started this on a device of yours, and it shows this code. Whoever started it gets this access: nobody who helps you needs it.',
    },
    allowed: {
      title: 'The device is signed in',
      text: 'Go back to the device. You can close this page.',
    },
    denied: {
      title: 'The device was denied access',
      text: 'It gets nothing. You can close this page.',
    },
  },
  account: {
    title: 'Your account',
    navigation: 'Account',
    console: 'Console',
    signedInAs: (email: string) => `Signed in as ${email}.`,
    signOut: 'Sign out',
    name: 'Your name',
    nameEffect:
      'Administrators of your organization see it, and apps that you allow to know who you are.',
    nameLabel: 'Name',
    nameFault: (fault: string) => `This name ${fault}`,
    submitName: 'Save the name',
    changePassword: 'Change your password',
    changePasswordEffect: 'You are then signed out everywhere, and the access of all apps ends.',
    currentPassword: 'Current password',
    newPassword: 'New password',
    submitPassword: 'Change the password',
  },

  logout: {
    title: 'Sign out?',
    question: (email: string) =>
      html`An app asks to sign you out. You are signed in as <strong>${email}</strong>.`,
    stay: 'Stay signed in',
    done: {
      title: 'You are signed out',
      text: 'Your session in this browser has ended.',
      link: { address: '/account/apps', text: 'Sign in' },
    },
  },

  accountApps: {
    title: 'Apps with access',
    none: 'No app has access to your account.',
    unregistered: 'An app that is no longer registered',
    since: (date: string) => html`Since <time>${date}</time>.`,
    blocked: 'The operator of this platform has blocked it, so it has no access.',
    uninstalled: 'It is no longer installed, so it has no access.',
    revoke: 'Revoke access',
    revokeOf: (app: string) => ` of ${app}`,
  },

  password: {
    title: 'Set your password',
    of: (email: string, organization: string) =>
      html`For <strong>${email}</strong> of <strong>${organization}</strong>.`,
    rule: (least: number) => `At least ${least} characters.`,
    submit: 'Set the password',
    refusals: {
      too_short: (least: number) => `Choose a password of at least ${least} characters.`,
      too_long: (most: number) => `Choose a password of at most ${most} characters.`,
      wrong_password: 'The current password is wrong, or there were too many attempts.',
      link_ended: 'This link was used before, or has expired.',
    },
    changed: {
      title: 'Your password is set',
      text: 'You were signed out everywhere, and the access of apps has ended. Sign in with the new password.',
      signIn: 'Sign in',
    },
    /** The first password of an invited user. Nothing has ended. */
    isFirst: 'You can sign in with it now.',
  },

  forgotten: {
    title: 'Set a new password',
    question: 'Enter your email address. You get a mail with a link that works once, for an hour.',
    email: 'Email address',
    submit: 'Send the link',
    askAdministrator:
      'Ask an administrator of your organization for a link to set a new password. This platform sends no mail.',
    askProvider: (provider: string) => `You sign in with ${provider}. Set a new password there.`,
    done: {
      title: 'Look into your mail',
      text: 'If there is an account with this address, a mail with a link is on its way. If none arrives, ask an administrator of your organization.',
      link: { address: '/account/apps', text: 'Sign in' },
    },
  },

  wayBack: {
    app: (title: string) => `Go to ${title}`,
    /** Its title is what the app says. */
    destination: (address: string) => html`The app is at <code>${address}</code>.`,
    console: 'Go to the console',
    account: 'Go to your account',
    again: 'Try again',
  },

  error: {
    code: (code: string) => html`Error code: <code>${code}</code>`,
  },

  appError: {
    title: CANNOT_CONTINUE,
    cause: 'The app sent a request that is refused.',
    otherSite: (address: string) =>
      html`The button leads to another site: <code>${address}</code>. Do not enter the password of this account there.`,
    submit: 'Continue to the app',
  },
};

/** The texts of an error page. */
export type ErrorTexts = { title: string; code: string; description: string; advice: string };

/** The error pages, with the codes of their errors. */
export const errorTexts = {
  outage: {
    title: TRY_AGAIN,
    code: 'temporarily_unavailable',
    description: 'the service is temporarily unavailable',
    advice: 'Nothing is wrong with your request. Go back and try again in a few seconds.',
  },
  unreadableForm: {
    title: 'This form cannot be read',
    code: 'invalid_request',
    description: 'it is too long, or is not encoded as a form of this page',
    advice: 'Go back, reload the page and send the form again.',
  },
  signInEnded: {
    title: HAS_ENDED,
    code: 'session_not_found',
    description: 'it took too long, is already finished, or was started in another browser',
    advice: START_AGAIN,
  },
  /** Of a pushed authorization request, which may be used once. */
  requestEnded: (description: string) => ({
    title: HAS_ENDED,
    code: 'invalid_request_uri',
    description,
    advice: START_AGAIN,
  }),
  appUninstalled: {
    title: CANNOT_CONTINUE,
    code: 'invalid_client',
    description: 'the app is no longer installed',
    advice: 'Ask an administrator of your organization.',
  },
  appRefusedByPolicy: {
    title: CANNOT_CONTINUE,
    code: 'invalid_client',
    description: 'the policy of your organization does not allow the app',
    advice: 'An administrator of your organization can allow it.',
  },
  /** Both may be empty: the users of a limit may have been deleted. */
  appLimited: (users: readonly string[], roles: readonly string[]) => {
    const named = [...users, ...roles.map((role) => `everybody with the role ${role}`)].join(', ');
    const advice = 'An administrator of your organization can let you in.';
    return {
      title: 'You may not use this app',
      code: 'invalid_client',
      description: 'an administrator of your organization has limited the app to others',
      advice: named ? `${advice} These may use the app: ${named}` : advice,
    };
  },
  redirectUriReplaced: {
    title: CANNOT_CONTINUE,
    code: 'invalid_redirect_uri',
    description: 'the version of the app that is installed does not have the redirect_uri',
    advice: START_AGAIN,
  },
  appBlocked: (reason: string) => ({
    title: 'This app is blocked',
    code: 'invalid_client',
    description: 'the operator of this platform has blocked the app',
    advice: `The reason: ${reason}`,
  }),
  organizationSuspended: (reason: string) => ({
    title: 'Your organization is suspended',
    code: 'invalid_client',
    description: 'the operator of this platform has suspended the organization',
    advice: `The reason: ${reason}`,
  }),
  codeRefused: (description: string) => ({
    title: CANNOT_CONTINUE,
    code: 'invalid_request',
    description,
    advice: 'Run “apps login --code” again.',
  }),
  logoutRefused: (description: string) => ({
    title: 'This sign-out cannot continue',
    code: 'invalid_request',
    description,
    advice: 'It has ended no session. Sign out at /account/apps.',
  }),
  passwordLinkEnded: {
    title: 'This link has ended',
    code: 'link_ended',
    description: 'it was used before, has expired, or was replaced by a newer one',
    advice: 'Ask an administrator of your organization for a new one.',
  },
  tooManyPasswordMails: {
    title: 'Too many links were asked for',
    code: 'temporarily_unavailable',
    description: 'too many links to set a password were asked for in your network',
    advice: 'Try again in an hour, or ask an administrator of your organization for a link.',
  },
  unknownPage: {
    title: 'There is no page at this address',
    code: 'not_found',
    description: 'the address is wrong, or the page was moved',
    advice: 'Check the address.',
  },
  tooManySignIns: (minutes: number) => ({
    title: 'Too many unfinished sign-ins',
    code: 'temporarily_unavailable',
    description: 'too many sign-ins were started in your network and not finished',
    advice: `Finish one of them, sign in at /account/apps first, or try again in ${minutes} minutes.`,
  }),
  tooManyDeviceCodes: (minutes: number) => ({
    title: 'Too many wrong codes',
    code: 'temporarily_unavailable',
    description: 'too many wrong codes were entered by you or in your network',
    advice: `Try again in ${minutes} minutes, with the code that your device shows then.`,
  }),
  upstreamRefused: (provider: string, cause: string) => ({
    title: CANNOT_CONTINUE,
    code: 'upstream_sign_in_refused',
    description: `${provider}: ${cause}`,
    advice: START_AGAIN,
  }),
  /** @param cause undefined where the upstream provider is not the cause */
  upstreamUnavailable: (provider: string, cause: string | undefined) => ({
    title: 'Sign-in is unavailable at the moment',
    code: 'temporarily_unavailable',
    description: cause === undefined ? 'the service is busy' : `${provider}: ${cause}`,
    advice: 'Nothing is wrong with your account. Go back to the app and try again in a minute.',
  }),
  unknownUser: (provider: string, subject: string, email: string | undefined) => ({
    title: 'You have no account here',
    code: 'unknown_user',
    description: `${provider} knows you${email ? ` as ${email}` : ''}, but nobody in an organization with this app does`,
    advice: `To your administrator: the account is created for the subject ${subject}.`,
  }),
  /** Of a refusal that comes before any route. */
  tooManyRequests: (description: string) => ({
    title: TRY_AGAIN,
    code: 'temporarily_unavailable',
    description,
    advice: 'Nothing is wrong with your account.',
  }),
  httpsRequired: (description: string) => ({
    title: 'This page needs https',
    code: 'invalid_request',
    description,
    advice: 'Go back, and open the page with an address that begins with https.',
  }),
  /** Of a request that must not be redirected. */
  requestRefused: (code: string, description: string, advice: keyof typeof developerAdvice) => ({
    title: CANNOT_CONTINUE,
    code,
    description,
    advice: `For the developer: ${developerAdvice[advice]}`,
  }),
};

const developerAdvice = {
  install: 'register the app, and install it in the organization of the user.',
  request: 'the error above says what is wrong with the request.',
  register: "the app has no redirect URI. Register a version with 'redirectUris'.",
  match: 'redirect_uri must be exactly one of the redirectUris of the installed version.',
};

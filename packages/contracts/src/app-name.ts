/** The name of a registered app: for a private app `<app>_<orgId>`. */
export const appNamePattern = '^\\w{1,160}$';

/** A known kind of credential. The first group of the expression is the part that must stay secret. */
type SecretFormat = { kind: string; expression: RegExp };

/**
 * Formats that their issuers publish, so that scanners find them. Each expression begins with a fixed
 * text and takes linear time.
 */
const formats: readonly SecretFormat[] = [
  {
    kind: 'a private key',
    expression:
      /-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----([\s\S]{16,}?)(?:-----END|$)/g,
  },
  { kind: 'an API key of this platform', expression: /\bapk_([\w-]{40,64})/g },
  { kind: 'a client secret of this platform', expression: /\bacs_([\w-]{40,64})/g },
  { kind: 'an AWS access key', expression: /\b(?:AKIA|ASIA)([A-Z0-9]{16})\b/g },
  { kind: 'a GitHub token', expression: /\b(?:gh[pousr]|github_pat)_(\w{30,255})/g },
  { kind: 'a GitLab token', expression: /\bglpat-([\w-]{20,255})/g },
  { kind: 'a Slack token', expression: /\bx(?:ox[a-z]|app)-([A-Za-z0-9-]{10,255})/g },
  {
    kind: 'a Slack webhook',
    expression: /\bhooks\.slack\.com\/(?:services|workflows)\/([A-Za-z0-9/_-]{20,255})/g,
  },
  { kind: 'a Stripe key', expression: /\b[sr]k_(?:live|test)_([A-Za-z0-9]{16,255})/g },
  { kind: 'a webhook secret', expression: /\bwhsec_([A-Za-z0-9+/=_-]{24,255})/g },
  { kind: 'a Google API key', expression: /\bAIza([\w-]{35})/g },
  { kind: 'a Google client secret', expression: /\bGOCSPX-([\w-]{24,64})/g },
  { kind: 'an npm token', expression: /\bnpm_([A-Za-z0-9]{36})/g },
  { kind: 'a SendGrid key', expression: /\bSG\.([\w-]{16,64}\.[\w-]{16,64})/g },
  { kind: 'a Twilio key', expression: /\bSK([0-9a-f]{32})\b/g },
  { kind: 'a Mailgun key', expression: /\bkey-([0-9a-f]{32})\b/g },
  { kind: 'a Shopify token', expression: /\bshp(?:at|ss|ca|pa)_([0-9a-fA-F]{32})\b/g },
  { kind: 'a key of an AI service', expression: /\bsk-(?=[\w-]{0,64}\d)([\w-]{20,255})/g },
  { kind: 'a Telegram token', expression: /\b\d{8,10}:(AA[\w-]{33})/g },
  {
    kind: 'a token of a developer service',
    expression:
      /\b(?:dckr_pat|glsa|glc|figd|hf|lin_api|sntrys|dop_v1|rubygems)_(?=[\w-]{0,64}\d)([\w-]{24,255})/g,
  },
  { kind: 'a PyPI token', expression: /\bpypi-([\w-]{32,255})/g },
  { kind: 'a Databricks token', expression: /\bdapi([0-9a-f]{32})\b/g },
  { kind: 'an Azure key', expression: /\bAccountKey=([A-Za-z0-9+/]{86}==)/g },
  {
    kind: 'a JSON Web Token',
    expression: /\beyJ([\w-]{8,4096}\.eyJ[\w-]{8,8192}\.[\w-]{8,4096})/g,
  },
  { kind: 'a bearer token', expression: /\b[Bb]earer ([\w.~+/=-]{16,4096})/g },
  { kind: 'Basic credentials', expression: /\b[Bb]asic ([A-Za-z0-9+/]{16,4096}={0,2})/g },
  { kind: 'a password', expression: /:\/\/[^\s:/?#@{}]{1,64}:([^\s/?#@{}]{4,256})@/g },
];

/** Matches a part of every format: one search rules out most texts. */
const mark =
  /-----BEGIN |a(?:pk|cs)_|A(?:KIA|SIA|Iza|ccountKey=)|g(?:h[pousr]_|ithub_pat_|lpat-)|xox|xapp-|hooks\.slack|[sr]k_|whsec_|GOCSPX-|npm_|dckr_pat_|gl(?:sa|c)_|figd_|hf_|lin_api_|sntrys_|dop_v1_|rubygems_|pypi-|dapi|SG\.|SK[0-9a-f]|key-|shp(?:at|ss|ca|pa)_|sk-|:AA|eyJ|[Bb](?:earer|asic) |:\/\/[^\s/]{1,320}@/;

/** Placeholders that documentation has instead of a secret. */
const placeholder = /example|your|xxxx|placeholder|change[_-]?me|0{8}|\*{4}|<|\$\{|\{\{/i;
/** A variable of a shell or a template as the whole text: `$CLIENT_SECRET`, `$settings.shop.key`. */
const variable = /^\$[A-Za-z_][\w.-]*$|^\$\([^()]*\)$/;

/** A secret in a text, and what it looks like. */
export type Secret = {
  kind: string;
  body: string;
  /** Found by the name of its field or by its randomness, not by a published format. */
  isGuess?: true;
};

/** The credentials of a known format in a text. */
export function knownSecretsIn(text: string): Secret[] {
  if (!mark.test(text)) return [];
  return formats.flatMap(({ kind, expression }) =>
    Array.from(text.matchAll(expression), ([, body = '']) => ({ kind, body })).filter(
      ({ body }) => !isSecretPlaceholder(body),
    ),
  );
}

/** Whether a text is the name of a variable. */
export function isVariable(text: string): boolean {
  return variable.test(text);
}

/** Whether a text is a placeholder for a secret. */
export function isSecretPlaceholder(text: string): boolean {
  return placeholder.test(text) || isVariable(text);
}

import { oauthErrors, type ProblemKind, problemKinds } from '@app-platform/contracts';
import { oauthAuditActions, registryAuditActions } from '@app-platform/contracts/audit-actions';
import { moreWarnings } from '../findings/problem-list.ts';
import { codeOf } from '../rules/rule.ts';
import { registrationWarnings } from '../rules/rules.ts';
import { componentPageFiles } from './component-page.ts';
import { rulePageFiles } from './rule-pages.ts';

/** The files of `docs` about errors, audit events, components and lint rules, by path. */
export function referenceFiles(): { name: string; content: string }[] {
  return [
    ...rulePageFiles().map(({ name, content }) => ({ name: `lint/${name}`, content })),
    { name: 'errors.md', content: errorPage() },
    { name: 'audit.md', content: auditPage() },
    ...componentPageFiles().map(({ name, content }) => ({ name: `components/${name}`, content })),
  ];
}

/** A problem of public apps is a warning for private ones, and has one section. */
const warningsAlone = registrationWarnings.filter(
  (rule) => !Object.hasOwn(problemKinds, codeOf(rule)),
);

/** `docs/errors.md`: an anchor for each code. */
export function errorPage(): string {
  return `${[
    '# Errors',
    'A refusal of the APIs under `/v1` has every problem in `errors`. `code` is stable, `detail` says what is wrong in this request, `source` says where, and `links.about` is the address of the entry here. An accepted definition has the same records as warnings in `meta.warnings`. The OAuth endpoints answer with `error` and `error_description` (RFC 6749).',
    '[Problems](#problems), [warnings](#warnings), [OAuth errors](#oauth-errors).',
    '## Problems',
    ...Object.entries(problemKinds).map(([code, kind]) => problemSection(code, kind)),
    '## Warnings',
    ...warningsAlone.map(warningSection),
    section(
      moreWarnings.code,
      `Warning, ${moreWarnings.title}.`,
      'The definition has more warnings than one answer lists.',
      'Correct those that are listed and validate again.',
    ),
    '## OAuth errors',
    ...Object.entries(oauthErrors).map(([code, kind]) => problemSection(code, kind)),
  ].join('\n\n')}\n`;
}

function problemSection(code: string, { status, title, cause, remedy }: ProblemKind): string {
  return section(code, `${status}, ${title}.`, cause, remedy);
}

function warningSection(rule: (typeof warningsAlone)[number]): string {
  const { name, summary, warning } = rule;
  const remedy = `See the rule [${name}](lint/${name}.md).`;
  return section(codeOf(rule), `Warning, ${warning}.`, summary, remedy);
}

function section(code: string, title: string, cause: string, remedy: string): string {
  return `### \`${code}\`\n\n${title}\n\n**Cause:** ${cause}\n\n**What to do:** ${remedy}`;
}

/** `docs/audit.md`: what the audit list of an organization records. */
export function auditPage(): string {
  return `${[
    '# Audit events',
    '`GET /v1/audit`, and in the console *Settings*, *Audit log*, list who did what in an organization, with time, network address and request. `action` is one of these; `filter[action]` takes it. Each change has its row in the transaction of the change. A request that changes nothing has none. Events of the platform itself, such as a reserved name, belong to no organization and are in the database only.',
    '## Registry',
    table(registryAuditActions),
    '## OAuth service',
    'Exchanged codes and refreshed tokens have no row; the request log has them.',
    table(oauthAuditActions),
  ].join('\n\n')}\n`;
}

function table(actions: Record<string, string>): string {
  const rows = Object.entries(actions).map(([action, text]) => `| \`${action}\` | ${text} |`);
  return ['| `action` | |', '|---|---|', ...rows].join('\n');
}

import { oauthAuditActions, registryAuditActions } from '@app-platform/contracts/audit-actions';

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

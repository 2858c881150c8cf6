import type { Finding } from '../finding.ts';
import { fieldName, jsonPointer } from '../json-pointer.ts';
import type { JsonObject } from '../json-value.ts';
import { reportChangelogOrder } from './changelog.ts';
import { reportDependencies } from './dependencies.ts';
import { reportExcuses } from './excuses.ts';
import type { PlacedSecret } from './find-secrets.ts';
import { reportHosts } from './hosts.ts';
import { reportMissingIcon, reportTemplateTexts } from './listing.ts';
import {
  reportUnusedActions,
  reportUnusedCustomObjects,
  reportUnusedSettings,
  reportUnusedTranslations,
} from './references.ts';
import { FindingList, type Report } from './report.ts';
import { reportMissingUrls } from './webhooks.ts';
import { reportWorkflowSteps } from './workflow-steps.ts';

/** The most serious first, because the list is bounded. */
const checks: readonly ((definition: JsonObject, report: Report) => void)[] = [
  reportExcuses,
  reportMissingUrls,
  reportHosts,
  reportDependencies,
  reportWorkflowSteps,
  reportMissingIcon,
  reportTemplateTexts,
  reportChangelogOrder,
  reportUnusedActions,
  reportUnusedSettings,
  reportUnusedTranslations,
  reportUnusedCustomObjects,
];

/** What the linter's own rules find, in a definition that may be invalid. */
export function lintDefinition(
  definition: JsonObject,
  secrets: readonly PlacedSecret[],
): Finding[] {
  const list = new FindingList();
  reportSecrets(secrets, list.report);
  for (const check of checks) check(definition, list.report);
  return list.findings();
}

function reportSecrets(secrets: readonly PlacedSecret[], report: Report): void {
  for (const { kind, path } of secrets) {
    const field = fieldName(jsonPointer(path));
    const detail = () =>
      `${field} holds ${kind}, which every organization that sees the app can read. Revoke it, and read it from a setting of type secret, as in {{settings.authentication.apiKey}}.`;
    report('secret-in-definition', path, detail);
  }
}

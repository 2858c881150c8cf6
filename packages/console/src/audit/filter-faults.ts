import { appNamePattern, auditFilterLimits } from '@app-platform/contracts';
import { auditActionSentences } from '@app-platform/contracts/audit-actions';
import type { AuditFilter } from './queries.ts';
import { auditTexts } from './texts.ts';

type FilterFaults = Record<'action' | 'actor' | 'app' | 'from' | 'until', string[]>;

const APP_NAME = new RegExp(appNamePattern);
const instant = new RegExp(auditFilterLimits.instantPattern);

/** What is wrong with a filter that somebody typed into the address, or with the dates of the form. */
export function filterFaults({ action, actor = '', app, from, until }: AuditFilter): FilterFaults {
  const isKnown = action === undefined || auditActionSentences.has(action);
  return {
    action: isKnown ? [] : [auditTexts.unknownAction(action)],
    actor: actor.length <= auditFilterLimits.actorMaxLength ? [] : [auditTexts.unknownActor],
    app: app === undefined || APP_NAME.test(app) ? [] : [auditTexts.noApp(app)],
    from: timeFaults(from),
    until: [...timeFaults(until), ...orderFaults(from, until)],
  };
}

export function hasFaults(faults: FilterFaults): boolean {
  return Object.values(faults).some((found) => found.length > 0);
}

function timeFaults(time: string | undefined): string[] {
  return time === undefined || instant.test(time) ? [] : [auditTexts.noTime(time)];
}

function orderFaults(from = '', until = ''): string[] {
  const areTimes = instant.test(from) && instant.test(until);
  return areTimes && Date.parse(until) <= Date.parse(from) ? [auditTexts.notLater] : [];
}

import { auditActionSentences } from '@app-platform/contracts/audit-actions';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Button } from '../elements/button.tsx';
import { ChoiceField } from '../elements/choice-field.tsx';
import { Field, Select } from '../elements/fields.tsx';
import { localTime, utcInstant } from '../elements/moment.tsx';
import { useFormInput } from '../elements/use-form.ts';
import { ActorChoice } from './actor-choice.tsx';
import { AppChoice } from './app-choice.tsx';
import { filterFaults, hasFaults } from './filter-faults.ts';
import { periods } from './periods.ts';
import type { AuditFilter } from './queries.ts';
import { actionWords, auditTexts } from './texts.ts';

const route = getRouteApi('/settings/audit');

const actions = [...auditActionSentences.keys()].map((id) => ({
  id,
  text: actionWords(id),
  detail: id,
}));

const services = [
  ['', auditTexts.services.all],
  ['registry', auditTexts.services.registry],
  ['oauth', auditTexts.services.oauth],
] as const;

export function useAuditFilter(): AuditFilter {
  const { event: _, ...filter } = route.useSearch();
  return filter;
}

/** What the list shows. Each choice changes the address, and with it the list. */
export function AuditFilterForm() {
  const filter = useAuditFilter();
  const navigate = route.useNavigate();
  const faults = filterFaults(filter);
  const { action } = filter;
  const choose = (changes: { [Name in keyof AuditFilter]: AuditFilter[Name] | undefined }) => {
    const members = Object.entries({ ...filter, ...changes }).filter(([, value]) => value);
    void navigate({ search: Object.fromEntries(members), resetScroll: false });
  };
  return (
    <section className="audit-filter" aria-label={auditTexts.filterLabel}>
      <PeriodChoice />
      <DatesForm key={`${filter.period} ${filter.from} ${filter.until}`} />
      <div className="filters">
        <ChoiceField
          label={auditTexts.action}
          placeholder={auditTexts.actionHint}
          choices={actions}
          chosen={action === undefined ? undefined : { id: action, text: actionWords(action) }}
          onChoose={(chosen) => choose({ action: chosen })}
          faults={faults.action}
        />
        <ActorChoice
          filter={filter}
          faults={faults.actor}
          onChoose={(actor) => choose({ actor })}
        />
        <AppChoice chosen={filter.app} faults={faults.app} onChoose={(app) => choose({ app })} />
        <Select
          label={auditTexts.service}
          options={services}
          value={filter.service ?? ''}
          onChange={(service) => choose({ service: service || undefined })}
        />
      </div>
      <ChosenSubject />
    </section>
  );
}

/** Links, so that each time has an address. */
function PeriodChoice() {
  const { period: chosen, from, until } = useAuditFilter();
  const shown = chosen ?? (from || until ? 'dates' : undefined);
  return (
    <nav aria-label={auditTexts.when}>
      <ul className="choices plain-list">
        {[undefined, ...periods].map((period) => (
          <li key={period ?? 'any'}>
            <Link
              to="/settings/audit"
              search={({ event: _, period: before, from: since, until: end, ...rest }) => ({
                ...rest,
                ...(period && { period }),
                ...(period === 'dates' && {
                  ...(since && { from: since }),
                  ...(end && { until: end }),
                }),
              })}
              resetScroll={false}
              activeProps={{ 'aria-current': undefined }}
              aria-current={period === shown ? 'true' : undefined}
            >
              {period ? auditTexts.periods[period] : auditTexts.anyTime}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The dates that somebody chooses. They count when they are sent. */
function DatesForm() {
  const { period, from, until, ...filter } = useAuditFilter();
  const navigate = route.useNavigate();
  const initial = { from: localTime(from), until: localTime(until) };
  const { input, change, forget } = useFormInput(`audit dates ${from} ${until}`, initial);
  const [sent, setSent] = useState<AuditFilter>({ ...(from && { from }), ...(until && { until }) });
  if (period !== 'dates' && !from && !until) return null;
  const faults = filterFaults(sent);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [since, end] = [utcInstant(input.from), utcInstant(input.until)];
    const dates = { ...(since && { from: since }), ...(end && { until: end }) };
    setSent(dates);
    if (hasFaults(filterFaults(dates))) return;
    forget();
    void navigate({ search: { ...filter, period: 'dates', ...dates }, resetScroll: false });
  };
  return (
    <form className="filters" aria-label={auditTexts.periods.dates} noValidate onSubmit={submit}>
      {(['from', 'until'] as const).map((name) => (
        <Field
          key={name}
          label={auditTexts[name]}
          type="datetime-local"
          value={input[name]}
          onChange={(value) => change({ [name]: value })}
          faults={faults[name]}
        />
      ))}
      <div className="actions">
        <Button look="quiet" type="submit">
          {auditTexts.filter}
        </Button>
      </div>
    </form>
  );
}

/** Rows lead to the events of what they are about. */
function ChosenSubject() {
  const filter = useAuditFilter();
  if (Object.keys(filter).length === 0) return null;
  return (
    <p className="actions chosen-subject">
      {filter.subject && (
        <span>
          {auditTexts.on}: <code>{filter.subject}</code>
        </span>
      )}
      <Link className="button quiet" to="/settings/audit" search={{}}>
        {auditTexts.showAll}
      </Link>
    </p>
  );
}

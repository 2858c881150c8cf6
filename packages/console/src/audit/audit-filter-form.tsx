import { auditActions } from '@app-platform/contracts/audit-actions';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { Button } from '../elements/button.tsx';
import { Field, Select } from '../elements/fields.tsx';
import { localTime, utcInstant } from '../elements/moment.tsx';
import { useFormInput } from '../elements/use-form.ts';
import type { AuditFilter } from './queries.ts';
import { auditTexts } from './texts.ts';

const route = getRouteApi('/settings/audit');

type Typed = Record<'action' | 'actor' | 'subject' | 'from' | 'until' | 'service', string>;

const services = [
  ['', auditTexts.services.all],
  ['registry', auditTexts.services.registry],
  ['oauth', auditTexts.services.oauth],
] as const;

/** What the list shows. The address holds it once it is sent. */
export function AuditFilterForm() {
  const { event: _, ...filter } = route.useSearch();
  const navigate = route.useNavigate();
  const form = `audit ${JSON.stringify(filter)}`;
  const { input, change, forget } = useFormInput(form, typedOf(filter));
  const fieldOf = (name: keyof Typed) => ({
    value: input[name],
    onChange: (value: string) => change({ [name]: value }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    forget();
    void navigate({ search: filterOf(input) });
  };
  return (
    <form className="filters" aria-label={auditTexts.filterLabel} noValidate onSubmit={submit}>
      <Field
        label={auditTexts.action}
        placeholder={auditTexts.actionHint}
        suggestions={auditActions}
        {...fieldOf('action')}
      />
      <Field label={auditTexts.actor} maxLength={256} {...fieldOf('actor')} />
      <Field
        label={auditTexts.subject}
        placeholder={auditTexts.subjectHint}
        maxLength={512}
        {...fieldOf('subject')}
      />
      <Field label={auditTexts.from} type="datetime-local" {...fieldOf('from')} />
      <Field label={auditTexts.until} type="datetime-local" {...fieldOf('until')} />
      <Select label={auditTexts.service} options={services} {...fieldOf('service')} />
      <div className="actions">
        <Button type="submit">{auditTexts.filter}</Button>
        {Object.keys(filter).length > 0 && (
          <Link className="button quiet" to="/settings/audit" search={{}}>
            {auditTexts.showAll}
          </Link>
        )}
      </div>
    </form>
  );
}

function typedOf({ from, until, ...filter }: AuditFilter): Typed {
  const empty = { action: '', actor: '', subject: '', service: '' };
  return { ...empty, ...filter, from: localTime(from), until: localTime(until) };
}

function filterOf({ from, until, ...texts }: Typed): AuditFilter {
  const filter = { ...texts, from: utcInstant(from), until: utcInstant(until) };
  const given = Object.entries(filter).map(([name, value]) => [name, value.trim()]);
  return Object.fromEntries(given.filter(([, value]) => value)) as AuditFilter;
}

import { doctorTexts } from '../texts/my-apps.ts';
import type { Diagnosis } from './examine.ts';

const badges = { passed: 'badge good', failed: 'badge bad', unknown: 'badge' };
const order = ['failed', 'unknown', 'passed'];

/** It is below the list of failures, which may be long. */
const showReport = (report: HTMLElement | null) => report?.scrollIntoView({ block: 'nearest' });

/** What the doctor found: the failed checks first. @param name of the app whose page this is */
export function DiagnosisReport({ diagnosis, name }: { diagnosis: Diagnosis; name: string }) {
  const { app, healthy } = diagnosis;
  const checks = diagnosis.checks.toSorted(
    (one, other) => order.indexOf(one.status) - order.indexOf(other.status),
  );
  return (
    <div className="diagnosis" ref={showReport}>
      <p className={healthy ? 'notice good' : 'notice bad'} role="status">
        {healthy ? doctorTexts.healthy : doctorTexts.ill}
        {app !== name && ` ${doctorTexts.otherApp(app)}`}
      </p>
      <ul className="plain-list">
        {checks.map(({ name: check, status, detail }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a check can have several results
          <li key={index}>
            <span className={badges[status]}>{doctorTexts.statuses[status]}</span>{' '}
            <code>{check}</code>
            <p>{detail}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

import { Moment } from '../elements/moment.tsx';
import { webhookTexts } from '../texts/webhooks.ts';
import type { Delivery } from './queries.ts';
import './webhooks.css';

/** What the receiver answered to each attempt, and what was sent. */
export function DeliveryAttempts({ delivery }: { delivery: Delivery['attributes'] }) {
  const { attempts, nextAttemptAt, payload } = delivery;
  return (
    <>
      <ul className="plain-list">
        {attempts.map(({ at, durationMilliseconds, responseStatus, error }) => (
          <li key={at}>
            {responseStatus === null
              ? webhookTexts.failedWith(error ?? '')
              : webhookTexts.answered(responseStatus, durationMilliseconds)}
            <span className="secondary">
              <Moment at={at} />
            </span>
          </li>
        ))}
      </ul>
      {nextAttemptAt && (
        <span className="secondary">
          {webhookTexts.nextAttempt} <Moment at={nextAttemptAt} />
        </span>
      )}
      <details>
        <summary>{webhookTexts.payload}</summary>
        <pre className="payload">{JSON.stringify(payload, null, 2)}</pre>
      </details>
    </>
  );
}

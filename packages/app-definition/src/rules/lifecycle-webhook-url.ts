import { exactPointer } from '../json/json-pointer.ts';
import { elementsOf, type JsonObject, ownValue } from '../json/json-value.ts';
import { MAX_LIFECYCLE_WEBHOOKS, webhookUrlMaxLength } from '../schema/lifecycle-webhooks.ts';
import { asciiAddress, internationalHostFault } from '../text/addresses.ts';
import type { Fix, Report, Rule } from './rule.ts';

export const lifecycleWebhookUrl: Rule = {
  name: 'lifecycle-webhook-url',
  severity: 'error',
  title: 'Address of a lifecycle webhook',
  summary: 'The registry cannot safely send events to the address of a lifecycle webhook.',
  expected: 'an https address that appears once',
  refuse: refuseWebhookUrls,
  why: 'Deliveries are signed and sent over https to port 443, once for each event. An address with user information, a fragment or another port is refused, and each address appears once.',
  wrong: {
    lifecycleWebhooks: [
      { url: 'https://apps.order-tracker.test:8443/events', events: ['app.installed'] },
    ],
  },
  right: {
    lifecycleWebhooks: [
      { url: 'https://apps.order-tracker.test/events', events: ['app.installed'] },
    ],
  },
};

/** Those of RFC 3986: no line break that could end a header, and nothing that a parser maps. */
const uriCharacters = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+$/;
const userInformation = /^https?:\/\/[^/?#\\]*@/i;
const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

function refuseWebhookUrls(definition: JsonObject, report: Report): void {
  const webhooks = elementsOf(ownValue(definition, 'lifecycleWebhooks'));
  const seen = new Set<string>();
  for (const [index, webhook] of webhooks.slice(0, MAX_LIFECYCLE_WEBHOOKS).entries()) {
    const url = ownValue(webhook, 'url');
    if (typeof url !== 'string' || url.length > webhookUrlMaxLength) continue;
    const fault =
      webhookUrlFault(url, { allowsLoopback: true }) ??
      (seen.has(url) ? 'appears twice. Write one entry with all of its events.' : undefined);
    seen.add(url);
    if (fault === undefined) continue;
    const detail = () => `\`lifecycleWebhooks[${index}].url\` ${fault}`;
    const fix = () => fixOf(url, index);
    report(lifecycleWebhookUrl, ['lifecycleWebhooks', index, 'url'], detail, { fix });
  }
}

function fixOf(url: string, index: number): Fix {
  const path = exactPointer(['lifecycleWebhooks', index, 'url']);
  const ascii = asciiAddress(url);
  if (ascii) return [{ op: 'replace', path, value: ascii.address }];
  if (!/^http:/i.test(url)) return undefined;
  return [{ op: 'replace', path, value: url.replace(/^http:/i, 'https:') }];
}

/**
 * The problem with the address of a webhook, if any. Which network it leads to is checked when
 * connecting: a name can lead elsewhere later.
 */
export function webhookUrlFault(
  url: string,
  { allowsLoopback }: { allowsLoopback: boolean },
): string | undefined {
  const international = internationalHostFault(url);
  if (international) return international;
  if (!uriCharacters.test(url) || !/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    return 'is not an absolute https address. Write one such as https://apps.example.com/events.';
  }
  const { protocol, port, hostname } = new URL(url);
  if (userInformation.test(url)) {
    return 'holds user information before its host. Remove it: the signature authenticates a delivery.';
  }
  if (url.includes('#')) return 'holds a fragment. Remove the # and what follows.';
  if (allowsLoopback && loopbackHosts.has(hostname)) return undefined;
  if (protocol !== 'https:') return 'uses http. Write https.';
  // `URL` leaves out the port of the scheme.
  if (port !== '') return 'names a port. Remove it: deliveries are sent to port 443.';
  return undefined;
}

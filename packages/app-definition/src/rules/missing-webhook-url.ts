import { elementsOf, isJsonObject, type JsonObject, ownValue, quote } from '../json/json-value.ts';
import type { Report, Rule } from './rule.ts';

export const missingWebhookUrl: Rule = {
  name: 'missing-webhook-url',
  severity: 'warning',
  title: 'Component without a URL',
  summary: 'A webhook, a command or a widget has no URL to call or to show.',
  expected: 'a `url`',
  lint: reportMissingUrls,
  why: 'The product has nothing to call or to show.',
  wrong: { outboundWebhooks: [{ name: 'updates', events: ['customer.update'] }] },
  right: {
    outboundWebhooks: [
      {
        name: 'updates',
        url: 'https://api.order-tracker.test/webhooks',
        events: ['customer.update'],
      },
    ],
  },
};

export const componentsWithUrl = ['commands', 'outboundWebhooks', 'lifecycleWebhooks', 'widgets'];

/** Reports webhooks, commands and widgets without a URL. */
function reportMissingUrls(definition: JsonObject, report: Report): void {
  for (const property of componentsWithUrl) {
    for (const [index, component] of elementsOf(ownValue(definition, property)).entries()) {
      if (!isJsonObject(component)) continue;
      const url = ownValue(component, 'url');
      if (url !== undefined && url !== null && url !== '') continue;
      const name = ownValue(component, 'name');
      const which = typeof name === 'string' ? ` (${quote(name)})` : '';
      const detail = () =>
        `\`${property}[${index}]\`${which} has no \`url\`. Add the URL, or remove it.`;
      report(missingWebhookUrl, [property, index, 'url'], detail);
    }
  }
}

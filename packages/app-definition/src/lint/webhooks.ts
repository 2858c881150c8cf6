import { elementsOf, isJsonObject, type JsonObject, ownValue, quote } from '../json-value.ts';
import type { Report } from './report.ts';

const componentsWithUrl = ['commands', 'outboundWebhooks', 'lifecycleWebhooks', 'widgets'];

/** Reports webhooks, commands and widgets without a URL. */
export function reportMissingUrls(definition: JsonObject, report: Report): void {
  for (const property of componentsWithUrl) {
    for (const [index, component] of elementsOf(ownValue(definition, property)).entries()) {
      if (!isJsonObject(component)) continue;
      const url = ownValue(component, 'url');
      if (url !== undefined && url !== null && url !== '') continue;
      const name = ownValue(component, 'name');
      const which = typeof name === 'string' ? ` (${quote(name)})` : '';
      const detail = () =>
        `\`${property}[${index}]\`${which} has no \`url\`. Add the URL, or remove it.`;
      report('missing-webhook-url', [property, index, 'url'], detail);
    }
  }
}

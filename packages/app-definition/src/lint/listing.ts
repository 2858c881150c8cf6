import { exampleDefinition } from '../example-definition.ts';
import { elementsOf, type JsonObject, ownValue, quote } from '../json-value.ts';
import { type Text, textsOf } from '../warnings/texts.ts';
import type { Report } from './report.ts';

/** Reports an app without an icon. */
export function reportMissingIcon(definition: JsonObject, report: Report): void {
  const icon = ownValue(definition, 'iconUrl');
  if (icon !== undefined && icon !== '') return;
  const detail = () =>
    'The app has no icon. Add `iconUrl`: a PNG of at least 1200 x 1200 pixels, as a URL or a `data:` URL.';
  report('missing-icon', ['iconUrl'], detail);
}

/** What the app directory shows, and where requests go. */
const shownProperties = [
  'title',
  'iconUrl',
  'description',
  'vendor',
  'website',
  'screenshots',
  'instructions',
  'releaseNotesUrl',
  'postInstallMessage',
  'appDetails',
  'redirectUris',
  'settingsPageConfig',
];
const componentsWithUrl = ['commands', 'outboundWebhooks', 'lifecycleWebhooks', 'widgets'];

/** Texts of templates, as a whole. */
const templateTexts = new Set([
  'my app',
  'my first app',
  'my awesome app',
  'new app',
  'untitled',
  'untitled app',
  'app title',
  'describe your app',
  'describe your app here',
  'a short description of your app',
  'description of your app',
  'your company',
  'my company',
  'your name',
  'hello world',
]);
/** Parts of a template: the hosts that RFC 2606 reserves for documentation, and filler text. */
const templatePart =
  /\blorem ipsum\b|\bdescribe your app\b|(?<=[@./]|^)example\.(?:com|net|org)\b|\.example(?=[/:?#]|$)/i;

/** The texts of the documentation's definition that nobody writes by accident. */
const exampleTexts = new Set([
  exampleDefinition.title,
  exampleDefinition.description,
  exampleDefinition.vendor,
  exampleDefinition.instructions,
  exampleDefinition.postInstallMessage,
]);

/** Reports texts of a template that are left unchanged. */
export function reportTemplateTexts(definition: JsonObject, report: Report): void {
  for (const { path, text } of shownTexts(definition)) {
    const found = templateTextIn(text);
    if (found === undefined) continue;
    const detail = () => `${quote(found)} comes from a template. Write your own text instead.`;
    report('template-text', path, detail);
  }
}

function* shownTexts(definition: JsonObject): Generator<Text> {
  for (const name of shownProperties) yield* textsOf(ownValue(definition, name), [name]);
  for (const name of componentsWithUrl) {
    for (const [index, component] of elementsOf(ownValue(definition, name)).entries()) {
      yield* textsOf(ownValue(component, 'url'), [name, index, 'url']);
    }
  }
}

function templateTextIn(text: string): string | undefined {
  if (exampleTexts.has(text)) return text;
  if (
    text.length < 64 &&
    templateTexts.has(
      text
        .trim()
        .replace(/[.!…]+$/, '')
        .toLowerCase(),
    )
  ) {
    return text;
  }
  // `leftover-placeholder` reports it.
  if (text.includes('www.example.com')) return undefined;
  return templatePart.exec(text)?.[0];
}

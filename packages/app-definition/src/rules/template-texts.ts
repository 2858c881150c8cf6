import { elementsOf, type JsonObject, ownValue, quote } from '../json/json-value.ts';
import { exampleDefinition } from '../schema/example-definition.ts';
import { markdownTextsOf, type Text, textsOf } from '../text/texts.ts';
import { componentsWithUrl } from './missing-webhook-url.ts';
import type { Report, Rule } from './rule.ts';

export const leftoverPlaceholder: Rule = {
  name: 'leftover-placeholder',
  severity: 'warning',
  title: 'Placeholder of a template',
  warning: 'A placeholder of a template is left',
  summary: 'A text holds a placeholder that its author has not replaced.',
  expected: 'your own text',
  warn: warnAboutLeftovers,
  why: 'Users would see the placeholder in the directory.',
  wrong: { description: 'TODO: say what the app does.' },
  right: { description: 'Finds the parcels of a customer.' },
};

export const templateText: Rule = {
  name: 'template-text',
  severity: 'warning',
  title: 'Text of a template',
  summary: 'A text of a template or of the documentation is left unchanged.',
  expected: 'your own text',
  lint: reportTemplateTexts,
  why: 'Texts such as "My app", filler text, and the hosts that RFC 2606 reserves for documentation come from a template.',
  wrong: { title: 'My app' },
  right: { title: 'Parcel finder' },
};

/** Fields of the listing that hold one line of text or a URL. */
const lines = [
  'title',
  'iconUrl',
  'vendor',
  'website',
  'screenshots',
  'releaseNotesUrl',
  'appDetails',
];
/** Registration refuses a placeholder in the URL of a lifecycle webhook. */
const componentsWithLine = ['commands', 'outboundWebhooks', 'widgets'];

const leftInText = /\bTODO\b|\bwww\.example\.com\b/;
const leftInLine = /<[^<>%][^<>]*>|\bTODO\b|\bwww\.example\.com\b/;

/** Warns about texts of a template that the author has not replaced. */
function warnAboutLeftovers(definition: JsonObject, report: Report): void {
  for (const one of linesOf(definition)) warnAboutLeftover(one, leftInLine, report);
  for (const one of markdownTextsOf(definition)) warnAboutLeftover(one, leftInText, report);
}

function* linesOf(definition: JsonObject): Generator<Text> {
  for (const name of lines) yield* textsOf(ownValue(definition, name), [name]);
  for (const name of componentsWithLine) {
    for (const [index, component] of elementsOf(ownValue(definition, name)).entries()) {
      yield* textsOf(ownValue(component, 'url'), [name, index, 'url']);
    }
  }
  yield* textsOf(ownValue(ownValue(definition, 'settingsPageConfig'), 'url'), [
    'settingsPageConfig',
    'url',
  ]);
}

function warnAboutLeftover({ path, text }: Text, expression: RegExp, report: Report): void {
  const [found] = expression.exec(text) ?? [];
  if (found === undefined) return;
  const detail = () =>
    `${quote(found)} is a placeholder of a template. Write your own text instead.`;
  report(leftoverPlaceholder, path, detail);
}

/** Texts that the app directory shows, and addresses of requests. */
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

/** Distinctive texts of the definition in the documentation. */
const exampleTexts = new Set([
  exampleDefinition.title,
  exampleDefinition.description,
  exampleDefinition.vendor,
  exampleDefinition.instructions,
  exampleDefinition.postInstallMessage,
]);

/** Reports texts of a template that are left unchanged. */
function reportTemplateTexts(definition: JsonObject, report: Report): void {
  for (const { path, text } of shownTexts(definition)) {
    const found = templateTextIn(text);
    if (found === undefined) continue;
    const detail = () => `${quote(found)} comes from a template. Write your own text instead.`;
    report(templateText, path, detail);
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
        .replace(/[.!\u2026]+$/, '')
        .toLowerCase(),
    )
  ) {
    return text;
  }
  // `leftover-placeholder` reports it.
  if (text.includes('www.example.com')) return undefined;
  return templatePart.exec(text)?.[0];
}

import { exactPointer } from '../json-pointer.ts';
import { elementsOf, type JsonObject, ownValue, quote } from '../json-value.ts';
import type { Warn } from '../problem-list.ts';
import { holdsPlaceholder } from './placeholders.ts';
import { type Text, textsOf } from './texts.ts';

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
/** Fields of the listing in Markdown, which may hold tags of HTML. */
const markdown = ['description', 'instructions', 'postInstallMessage', 'changelog'];
const componentsWithUrl = ['commands', 'outboundWebhooks', 'widgets'];

const leftInText = /\bTODO\b|\bwww\.example\.com\b/;
const leftInLine = /<[^<>%][^<>]*>|\bTODO\b|\bwww\.example\.com\b/;

/** Warns about texts of a template that the author has not replaced. */
export function warnAboutLeftovers(definition: JsonObject, warn: Warn): void {
  for (const one of linesOf(definition)) warnAboutLeftover(one, leftInLine, warn);
  for (const name of markdown) {
    for (const one of textsOf(ownValue(definition, name), [name])) {
      warnAboutLeftover(one, leftInText, warn);
    }
  }
}

function* linesOf(definition: JsonObject): Generator<Text> {
  for (const name of lines) yield* textsOf(ownValue(definition, name), [name]);
  for (const name of componentsWithUrl) {
    for (const [index, component] of elementsOf(ownValue(definition, name)).entries()) {
      yield* textsOf(ownValue(component, 'url'), [name, index, 'url']);
    }
  }
  yield* textsOf(ownValue(ownValue(definition, 'settingsPageConfig'), 'url'), [
    'settingsPageConfig',
    'url',
  ]);
}

function warnAboutLeftover({ path, text }: Text, expression: RegExp, warn: Warn): void {
  const [found] = expression.exec(text) ?? [];
  if (found === undefined) return;
  const detail = () =>
    `${quote(found)} is a placeholder of a template. Write your own text instead.`;
  warn('leftover_placeholder', path, detail);
}

/** Warns about a support address that is no e-mail address. */
export function warnAboutSupportEmail(definition: JsonObject, warn: Warn): void {
  const developer = ownValue(ownValue(definition, 'appDetails'), 'appDeveloper');
  const email = ownValue(developer, 'supportEmail');
  if (typeof email !== 'string' || holdsPlaceholder(email)) return;
  if (email.length <= 254 && /^[^\s@<>]+@[^\s@<>.]+(?:\.[^\s@<>.]+)+$/.test(email)) return;
  const detail = () =>
    `\`supportEmail\` is ${quote(email)}, which is not an e-mail address. Write one such as support@apps.example.com.`;
  warn('invalid_email', ['appDetails', 'appDeveloper', 'supportEmail'], detail);
}

/** Warns about an app that depends on itself. */
export function warnAboutSelfDependency(definition: JsonObject, warn: Warn): void {
  const app = ownValue(definition, 'app');
  for (const [index, dependency] of elementsOf(ownValue(definition, 'dependencies')).entries()) {
    if (typeof dependency !== 'string' || !dependency.startsWith(`${app}-`)) continue;
    const detail = () =>
      `${quote(dependency)} names the app itself, which cannot be installed before itself. Remove it.`;
    const path = ['dependencies', index];
    warn('self_dependency', path, detail, false, () => [
      { op: 'remove', path: exactPointer(path) },
    ]);
  }
}

import { problemKind } from '@app-platform/contracts';
import { oauthErrors, problemAdvice, problemCodes } from '@app-platform/contracts/error-texts';
import { rules } from '../lint/rules.ts';
import { warningCodes, warningTitle } from '../warning-kinds.ts';

/** `docs/errors.md`: an anchor for each code. */
export function errorPage(): string {
  return `${[
    '# Errors',
    'A refusal of the APIs under `/v1` has every problem in `errors`. `code` is stable, `detail` says what is wrong in this request, `source` says where, and `links.about` is the address of the entry here. An accepted definition has the same records as warnings in `meta.warnings`. The OAuth endpoints answer with `error` and `error_description` (RFC 6749).',
    '[Problems](#problems), [warnings](#warnings), [OAuth errors](#oauth-errors).',
    '## Problems',
    ...problemCodes.map(problemSection),
    '## Warnings',
    ...warningCodes.map(warningSection),
    '## OAuth errors',
    ...oauthErrors.map(({ code, status, title, cause, remedy }) =>
      section(code, `${status}, ${title}.`, cause, remedy),
    ),
  ].join('\n\n')}\n`;
}

function problemSection(code: (typeof problemCodes)[number]): string {
  const { status, title } = problemKind(code);
  return section(code, `${status}, ${title}.`, ...problemAdvice[code]);
}

function warningSection(code: (typeof warningCodes)[number]): string {
  const rule = rules.get(code.replaceAll('_', '-'));
  const title = `Warning, ${warningTitle(code)}.`;
  if (rule)
    return section(code, title, rule.summary, `See the rule [${rule.name}](lint/${rule.name}.md).`);
  const cause = 'The definition has more warnings than one answer lists.';
  return section(code, title, cause, 'Correct those that are listed and validate again.');
}

function section(code: string, title: string, cause: string, remedy: string): string {
  return `### \`${code}\`\n\n${title}\n\n**Cause:** ${cause}\n\n**What to do:** ${remedy}`;
}

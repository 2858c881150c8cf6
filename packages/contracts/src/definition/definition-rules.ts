import { parse } from 'semver';
import type { Problem } from '../problem.ts';
import { problem } from '../problem-kinds.ts';
import { readDependency } from './dependency.ts';
import { pointer, quote } from './pointer.ts';
import { redirectUriFault } from './redirect-uri.ts';
import type { AppDefinition } from './types.ts';

type Rule = (definition: AppDefinition) => Problem[];

/** What a schema cannot say, one rule each. They run on a definition that fits the schema. */
const rules: Rule[] = [
  versionIsSemantic,
  dependenciesAreRules,
  changelogIsOfThisVersion,
  redirectUrisAreSafe,
  attributesAreDefinedOnce,
];

export function definitionProblems(definition: AppDefinition): Problem[] {
  return rules.flatMap((rule) => rule(definition));
}

function refuse(detail: string, ...path: (string | number)[]): Problem {
  return problem('invalid_definition', detail, { pointer: pointer(...path) });
}

/** The pattern allows numbers that no program can count with. */
function versionIsSemantic({ version }: AppDefinition): Problem[] {
  if (parse(version)) return [];
  return [refuse("The numbers of 'version' are too large.", 'version')];
}

function dependenciesAreRules({ dependencies = [] }: AppDefinition): Problem[] {
  return dependencies.flatMap((rule, index) =>
    readDependency(rule)
      ? []
      : [
          refuse(
            `${quote(rule)} is not of the form <app_name>-<range>, such as billing-^1.4.0.`,
            'dependencies',
            index,
          ),
        ],
  );
}

const DATED = /^\{\{([^{}]{1,64})\}\}/;

function changelogIsOfThisVersion({ changelog, version }: AppDefinition): Problem[] {
  if (!changelog) return [];
  const current = Object.hasOwn(changelog, version)
    ? []
    : [refuse(`The changelog must have the current version, ${version}, as a key.`, 'changelog')];
  const entries = Object.entries(changelog).flatMap(([key, note]) => [
    ...(parse(key)?.raw === key && /^\d/.test(key)
      ? []
      : [refuse(`${quote(key)} is not a semantic version.`, 'changelog', key)]),
    ...(Number.isNaN(Date.parse(DATED.exec(note)?.[1] ?? ''))
      ? [
          refuse(
            'Release notes begin with a date in double curly braces, such as {{2026-01-31}}.',
            'changelog',
            key,
          ),
        ]
      : []),
  ]);
  return [...current, ...entries];
}

function redirectUrisAreSafe({ redirectUris = [] }: AppDefinition): Problem[] {
  return redirectUris.flatMap((uri, index) => {
    const fault = redirectUriFault(uri);
    return fault ? [refuse(`${quote(uri)} ${fault}.`, 'redirectUris', index)] : [];
  });
}

function attributesAreDefinedOnce({ klasses = [] }: AppDefinition): Problem[] {
  const seen = new Set<string>();
  return klasses.flatMap(({ name, metadata }, index) => {
    if (metadata?.standard !== true) return [];
    return Object.keys(metadata.properties ?? {}).flatMap((attribute) => {
      const key = `${name}/${attribute}`;
      if (!seen.has(key)) {
        seen.add(key);
        return [];
      }
      const detail = `The attribute ${quote(attribute)} of ${name} is defined twice.`;
      return [refuse(detail, 'klasses', index, 'metadata', 'properties', attribute)];
    });
  });
}

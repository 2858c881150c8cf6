import { emailAddressToFind } from '@app-platform/contracts';
import type { ErrorObject } from 'ajv';
import { distance } from 'fastest-levenshtein';
import type { PlatformFile, UserEntry } from './platform-file-schema.ts';
import { signInKeys } from './platform-file-schema.ts';

/** A problem, and the place of the value that has it. */
export type FileProblem = { path: (string | number)[]; text: string };

const MOST_EDITS = 3;

export function schemaProblem({
  instancePath,
  keyword,
  params,
  message,
  parentSchema,
}: ErrorObject): FileProblem {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  if (keyword === 'required') return { path, text: `'${params.missingProperty}' is required.` };
  if (keyword === 'pattern') return { path, text: `It must be ${parentSchema?.description}.` };
  if (keyword !== 'additionalProperties') return { path, text: `It ${message}.` };
  const unknown = String(params.additionalProperty);
  const known = Object.keys(parentSchema?.properties ?? {});
  return { path: [...path, unknown], text: unknownKey(known, unknown) };
}

function unknownKey(known: string[], unknown: string): string {
  const ranked = known
    .map((key) => ({ key, edits: distance(key.toLowerCase(), unknown.toLowerCase()) }))
    .sort((one, other) => one.edits - other.edits);
  const nearest = ranked.find(({ edits }) => edits <= MOST_EDITS);
  const hint = nearest ? `Did you mean '${nearest.key}'?` : `Known keys: ${known.join(', ')}.`;
  return `'${unknown}' is not known here. ${hint}`;
}

/** The rules that the schema does not express. */
export function ruleProblems({ organizations }: PlatformFile): FileProblem[] {
  const perOrganization = organizations.flatMap(({ name, id, apiKeys = [] }, index) => {
    const path = ['organizations', index];
    const isNamedOnce = (name === undefined) !== (id === undefined);
    return [
      ...(isNamedOnce ? [] : [{ path, text: "Give either 'name' or 'id'." }]),
      ...repeated(apiKeys, 'name', [...path, 'apiKeys']),
    ];
  });
  return [
    ...perOrganization,
    ...repeated(organizations, 'name', ['organizations']),
    ...repeated(organizations, 'id', ['organizations']),
    ...userProblems(organizations),
  ];
}

function userProblems(organizations: PlatformFile['organizations']): FileProblem[] {
  return organizations.flatMap(({ users = [] }, organization) => {
    const seen = new Set<string>();
    return users.flatMap((user, index) => {
      const path = ['organizations', organization, 'users', index];
      const email = emailAddressToFind(user.email);
      const isRepeated = seen.has(email);
      seen.add(email);
      return [
        ...(isRepeated
          ? [{ path: [...path, 'email'], text: 'The address is in the organization twice.' }]
          : []),
        ...signInProblem(user).map((text) => ({ path, text })),
      ];
    });
  });
}

function signInProblem(user: UserEntry): string[] {
  const given = signInKeys.filter((key) => user[key] !== undefined);
  return given.length === 1 ? [] : [`Give exactly one of ${signInKeys.join(', ')}.`];
}

function repeated<Key extends string>(
  entries: { [key in Key]?: string }[],
  key: Key,
  path: (string | number)[],
): FileProblem[] {
  const seen = new Set<string>();
  return entries.flatMap((entry, index) => {
    const value = entry[key];
    if (value === undefined) return [];
    const isRepeated = seen.has(value);
    seen.add(value);
    return isRepeated
      ? [{ path: [...path, index, key], text: `'${value}' is in the file twice.` }]
      : [];
  });
}

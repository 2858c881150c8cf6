import fc from 'fast-check';
import type { Body, Draft, Pair } from '../operations/draft.ts';
import type { Draw } from './draw.ts';
import {
  hostileBodies,
  hostileHeaders,
  hostileJson,
  hostileTexts,
  oddContentTypes,
  oddNames,
} from './hostile-values.ts';

type Mutation = (draw: Draw, draft: Draft) => Draft;

// Each is the same at every draw, for fast-check goes by that.
const texts = () => hostileTexts;
const names = () => oddNames;
const headers = () => hostileHeaders;
const contentTypes = () => oddContentTypes;
const bodies = () => hostileBodies;
const json = () => hostileJson;
const pairLists = () => fc.array(fc.tuple(oddNames, hostileTexts), { maxLength: 4 });
const headerLists = () => fc.array(hostileHeaders, { maxLength: 3 });
const mutationLists = () =>
  fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('body', 'query', 'path') },
      { weight: 1, arbitrary: fc.constantFrom(...Object.keys(mutations)) },
    ),
    { minLength: 1, maxLength: 2 },
  );

const strangeCredentials = [
  'Bearer @@weakKey@@',
  'Bearer @@accessToken@@',
  'Bearer @@accessTokenOfAnother@@',
  'Bearer unknown',
  'Basic @@basicCredentials@@',
  '',
];

const mutations: Record<string, Mutation> = {
  path: (draw, draft) => {
    const name = pick(draw, Object.keys(draft.path));
    return name ? { ...draft, path: { ...draft.path, [name]: draw(texts) } } : draft;
  },
  query: (draw, draft) => ({ ...draft, query: mutatePairs(draw, draft.query) }),
  header: (draw, draft) => withHeader(draft, draw(headers)),
  credential: (draw, draft) =>
    withHeader(draft, ['authorization', draw(fc.constantFrom<string[]>, ...strangeCredentials)]),
  contentType: (draw, draft) => withHeader(draft, ['content-type', draw(contentTypes)]),
  body: (draw, draft) => (draft.body ? { ...draft, body: mutateBody(draw, draft.body) } : draft),
  wholeBody: (draw, draft) => ({
    ...draft,
    body: { kind: 'bytes', bytes: draw(bodies) },
  }),
};

/** Nearly what it was: one or two things are wrong with it. */
export function mutate(draw: Draw, draft: Draft): Draft {
  const kinds = draw(mutationLists);
  return kinds.reduce((mutated, kind) => mutations[kind]?.(draw, mutated) ?? mutated, draft);
}

/** Nothing of it is what it should be, but that it reaches the operation. */
export function makeHostile(draw: Draw, draft: Draft): Draft {
  const hostile: Draft = {
    ...draft,
    path: Object.fromEntries(Object.keys(draft.path).map((name) => [name, draw(texts)])),
    query: draw(pairLists),
  };
  const withBody = draw(fc.boolean) ? mutations.wholeBody?.(draw, hostile) : hostile;
  return draw(headerLists).reduce(withHeader, withBody ?? hostile);
}

function withHeader(draft: Draft, [name, value]: [string, string]): Draft {
  return { ...draft, headers: { ...draft.headers, [name]: value } };
}

function mutatePairs(draw: Draw, pairs: Pair[]): Pair[] {
  const target = pairs[draw(fc.nat, { max: Math.max(pairs.length - 1, 0) })];
  const [name, value] = target ?? [draw(names), draw(texts)];
  const others = pairs.filter((pair) => pair !== target);
  const replacements: Record<string, Pair[]> = {
    removed: [],
    replaced: [[name, draw(texts)]],
    doubled: [
      [name, value],
      [name, value],
    ],
    contradicted: [
      [name, value],
      [name, draw(texts)],
    ],
    renamed: [[`${name}[]`, value]],
    joined: [
      [name, value],
      [draw(names), draw(texts)],
    ],
  };
  const kind = draw(fc.constantFrom<string[]>, ...Object.keys(replacements));
  return [...others, ...(replacements[kind] ?? [])];
}

function mutateBody(draw: Draw, body: Body): Body {
  switch (body.kind) {
    case 'json':
      return { kind: 'json', value: mutateJson(draw, body.value) };
    case 'form':
      return mutateForm(draw, body.pairs);
    case 'bytes':
      return { kind: 'bytes', bytes: body.bytes.subarray(0, draw(fc.nat, { max: 20 })) };
  }
}

function mutateForm(draw: Draw, pairs: Pair[]): Body {
  const kind = draw(fc.constantFrom<string[]>, 'pairs', 'pairs', 'pairs', 'cut', 'crowded');
  if (kind === 'cut') return { kind: 'form', pairs, cutTo: draw(fc.nat, { max: 80 }) };
  if (kind === 'pairs') return { kind: 'form', pairs: mutatePairs(draw, pairs) };
  const more = Array.from({ length: 11 }, (): Pair => [draw(names), draw(texts)]);
  return { kind: 'form', pairs: [...pairs, ...more] };
}

/** Changes one member, at any depth. */
function mutateJson(draw: Draw, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return draw(json);
  const key = pick(draw, Object.keys(value));
  const kind = draw(fc.constantFrom<string[]>, 'inside', 'inside', 'inside', 'replaced', 'joined');
  if (kind === 'joined' || key === undefined) {
    return { ...value, [draw(names)]: draw(json) };
  }
  const change = (member: unknown) => (kind === 'inside' ? mutateJson(draw, member) : draw(json));
  if (Array.isArray(value)) {
    return value.map((element, index) => (String(index) === key ? change(element) : element));
  }
  const members = Object.entries(value);
  if (kind === 'replaced' && draw(fc.boolean)) {
    return Object.fromEntries(members.filter(([name]) => name !== key));
  }
  return Object.fromEntries(
    members.map(([name, member]) => [name, name === key ? change(member) : member]),
  );
}

function pick(draw: Draw, names: string[]): string | undefined {
  return names.length > 0 ? draw(fc.constantFrom<string[]>, ...names) : undefined;
}

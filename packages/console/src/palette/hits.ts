import { roles } from '@app-platform/contracts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCaller } from '../api/caller.ts';
import { apiKeysQuery } from '../api-keys/queries.ts';
import { foundAppsQuery } from '../directory/queries.ts';
import { useDebounced } from '../elements/use-debounced.ts';
import { oauthUrl } from '../session/addresses.ts';
import { isVisible, type Section, sections } from '../settings/sections.ts';
import { settingsTexts } from '../settings/texts.ts';
import { shellTexts } from '../shell/texts.ts';
import { foundUsersQuery } from '../users/queries.ts';
import { paletteTexts } from './texts.ts';

export type Hit = { id: string; text: string; detail?: string | undefined; open: () => void };
export type HitGroup = { name: keyof typeof paletteTexts.groups; hits: Hit[] };

const MOST_HITS = 8;

/** What fits the text, as far as the person may see it. Without a text all pages. */
export function useHits(typed: string): HitGroup[] {
  const text = typed.trim();
  const groups: HitGroup[] = [
    { name: 'pages', hits: usePages(text) },
    { name: 'apps', hits: useApps(text) },
    { name: 'users', hits: useUsers(text) },
    { name: 'keys', hits: useKeys(text) },
  ];
  return groups.filter(({ hits }) => hits.length > 0);
}

function usePages(text: string): Hit[] {
  const navigate = useNavigate();
  const { roles: held, holds } = useCaller();
  const visibleSections = (Object.keys(sections) as Section[]).filter((name) =>
    isVisible(name, held),
  );
  const pages = [
    ...(holds(roles.apps)
      ? [{ text: paletteTexts.installed, open: () => navigate({ to: '/installed' }) }]
      : []),
    { text: shellTexts.directory, open: () => navigate({ to: '/directory' }) },
    { text: shellTexts.myApps, open: () => navigate({ to: '/my-apps' }) },
    ...(holds(roles.apps)
      ? [{ text: paletteTexts.registerApp, open: () => navigate({ to: '/my-apps/new' }) }]
      : []),
    { text: shellTexts.attributes, open: () => navigate({ to: '/attributes' }) },
    ...visibleSections.map((name) => ({
      text: settingsTexts.sections[name],
      detail: settingsTexts.descriptions[name],
      open: () => navigate({ to: sections[name].to }),
    })),
    { text: shellTexts.account, open: () => location.assign(`${oauthUrl()}/account`) },
  ];
  return pages
    .filter((page) => fits(text, page.text, 'detail' in page ? page.detail : ''))
    .map(({ open, ...page }) => ({ ...page, id: `page ${page.text}`, open: () => void open() }));
}

function useApps(text: string): Hit[] {
  const navigate = useNavigate();
  const wanted = useDebounced(text);
  const { data = [], isPlaceholderData } = useQuery({
    ...foundAppsQuery(wanted),
    enabled: wanted !== '',
  });
  if (text === '') return [];
  // Until the answer is there, those of the text before that fit this one too.
  const isAnswer = wanted === text && !isPlaceholderData;
  const fitting = data.filter(
    ({ attributes: { title, name } }) => isAnswer || fits(text, title, name),
  );
  return fitting.slice(0, MOST_HITS).map(({ attributes: { name, title, visibility } }) => ({
    id: `app ${visibility} ${name}`,
    text: title,
    detail: name,
    open: () => void navigate({ to: '/apps/$name', params: { name }, search: { visibility } }),
  }));
}

/** Where the last sign-in is too old to read users, the list of users is the only hit: it asks for another one. */
function useUsers(text: string): Hit[] {
  const navigate = useNavigate();
  const { holds } = useCaller();
  const mayRead = holds(roles.users);
  const wanted = useDebounced(text);
  const isWanted = mayRead && wanted !== '';
  const { data = [] } = useQuery({ ...foundUsersQuery(wanted), enabled: isWanted });
  if (!mayRead || text === '') return [];
  const fitting = data.filter(({ attributes: { email, name } }) => fits(text, email, name ?? ''));
  const found = fitting.slice(0, MOST_HITS).map(({ id, attributes: { email, name } }) => ({
    id: `user ${id}`,
    text: name ?? email,
    detail: name ? email : undefined,
    open: () => void navigate({ to: '/settings/users/$id', params: { id } }),
  }));
  const all: Hit = {
    id: 'users',
    text: paletteTexts.searchUsers(text),
    open: () => void navigate({ to: '/settings/users', search: { q: text } }),
  };
  return [...found, all];
}

function useKeys(text: string): Hit[] {
  const navigate = useNavigate();
  const { holds } = useCaller();
  const isWanted = holds(roles.apiKeys) && text !== '';
  const { data = [] } = useQuery({ ...apiKeysQuery, enabled: isWanted });
  if (!isWanted) return [];
  return data
    .filter(({ attributes }) => attributes.revokedAt === null && fits(text, attributes.name))
    .slice(0, MOST_HITS)
    .map(({ id, attributes }) => ({
      id: `key ${id}`,
      text: attributes.name,
      open: () => void navigate({ to: '/settings/api-keys' }),
    }));
}

/** Whether each word of the text is in one of the others. */
function fits(text: string, ...others: (string | undefined)[]): boolean {
  const whole = others.join(' ').toLocaleLowerCase();
  return text
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => whole.includes(word));
}

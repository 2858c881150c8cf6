import type { Kind, LedgerApp, Line, Tokens } from './ledger.ts';

/** What must be so of an app, by its lines of the ledger; what is left out cannot be known. */
export type AppState = {
  /** The records of its registered versions. */
  versions: Record<string, unknown>[];
  clientSecret?: string;
  isInstalled?: boolean;
  /** The newest tokens of the access that a user gave it and nobody took. */
  family?: Family;
  /** What must be refused. */
  dead: { refreshTokens: string[]; accessTokens: string[] };
};

type Family = {
  tokens: Tokens;
  /** When a refresh was sent that nobody answered: asking again is possible for a while. */
  unansweredSince?: number;
  accessTokenIsRevoked: boolean;
};

export function stateOf({ lines }: Pick<LedgerApp, 'lines'>): AppState {
  const state: AppState = { versions: [], dead: { refreshTokens: [], accessTokens: [] } };
  for (const line of lines) follow(state, line);
  return state;
}

function follow(state: AppState, line: Line): void {
  if (line.outcome !== 'refused') followed[line.kind](state, line);
  // Asked again too late, and so ended.
  else if (line.kind === 'refresh') set(state, 'family', undefined);
}

/** What each kind of change, acknowledged or not answered, makes of what was known. */
const followed: Record<Kind, (state: AppState, line: Line) => void> = {
  register: (state, { receipt: { attributes } }) => {
    if (attributes) state.versions.push(attributes);
  },
  secret: (state, { receipt }) => set(state, 'clientSecret', receipt.clientSecret),
  install: (state, { outcome }) => {
    set(state, 'isInstalled', outcome === 'acknowledged' ? true : undefined);
  },
  uninstall: (state, { outcome }) => {
    set(state, 'isInstalled', outcome === 'acknowledged' ? false : undefined);
    end(state, outcome === 'acknowledged');
  },
  authorize: (state, { receipt: { tokens } }) => {
    if (tokens) state.family = { tokens, accessTokenIsRevoked: false };
  },
  refresh: (state, { receipt: { tokens }, askedAt }) => {
    if (tokens) state.family = { tokens, accessTokenIsRevoked: false };
    else if (state.family) state.family.unansweredSince ??= askedAt;
  },
  'revoke refresh token': (state, { outcome }) => end(state, outcome === 'acknowledged'),
  'revoke access token': (state, { outcome }) => {
    revokeAccessToken(state, outcome === 'acknowledged');
  },
};

/**
 * Nothing is known of a family whose end was asked for and not acknowledged, and it is asked for
 * until it is.
 */
function end(state: AppState, isAcknowledged: boolean): void {
  const { family, dead } = state;
  if (!family || !isAcknowledged) return;
  dead.refreshTokens.push(family.tokens.refreshToken);
  dead.accessTokens.push(family.tokens.accessToken);
  set(state, 'family', undefined);
}

function revokeAccessToken({ family, dead }: AppState, isAcknowledged: boolean): void {
  if (!family) return;
  family.accessTokenIsRevoked = true;
  if (isAcknowledged) dead.accessTokens.push(family.tokens.accessToken);
}

function set<Key extends 'clientSecret' | 'isInstalled' | 'family'>(
  state: AppState,
  key: Key,
  value: AppState[Key] | undefined,
): void {
  if (value === undefined) delete state[key];
  else state[key] = value as AppState[Key];
}

/** Whether the last thing that was asked for was not answered. */
export function lastIsUnknown({ lines }: Pick<LedgerApp, 'lines'>): boolean {
  const outcome = lines.at(-1)?.outcome;
  return outcome === 'unknown' || outcome === 'asked';
}

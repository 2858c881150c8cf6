import { apiRoutes } from '@app-platform/oauth/api';
import { internalRoutes as oauthInternalRoutes } from '@app-platform/oauth/internal-routes';
import {
  publicRoutes,
  internalRoutes as registryInternalRoutes,
} from '@app-platform/registry/server';
import type { PlatformAddresses } from '../platform/platform.ts';

/** A route of one of the four route tables, as it is declared. */
export type DeclaredRoute = {
  table: 'registry' | 'registry internal' | 'oauth' | 'oauth internal';
  method: string;
  path: string;
  operationId: string;
  isPrepared: boolean;
  /** Whether the internal port's caller is the operator and not the other service. */
  isOperators: boolean;
  /** The names of its parameters. */
  parameters: string[];
  changesNothing: boolean;
  /** The kinds of changes that a write makes. */
  invalidates: readonly string[];
};

// No handler is called here, so there is nothing to depend on.
const declarationsOnly = {} as never;

/** Every route of every route table of both services. */
export const everyRoute: readonly DeclaredRoute[] = [
  ...publicRoutes(declarationsOnly).map(of('registry')),
  ...registryInternalRoutes(declarationsOnly, declarationsOnly).map(of('registry internal')),
  ...apiRoutes(declarationsOnly).map(of('oauth')),
  ...oauthInternalRoutes(declarationsOnly).map(of('oauth internal')),
];

type Declaration = {
  method: string;
  path: string;
  operationId: string;
  isPrepared?: boolean;
  changesNothing?: boolean;
  invalidates?: readonly string[];
  access: unknown;
  parameters?: readonly { name: string }[];
};

function of(table: DeclaredRoute['table']) {
  return ({ access, changesNothing = false, invalidates = [], ...route }: Declaration) => {
    const { method, path, operationId, isPrepared = false } = route;
    const isOperators = JSON.stringify(access).includes('operator');
    const parameters = (route.parameters ?? []).map(({ name }) => name);
    const changes = { changesNothing, invalidates };
    return { table, method, path, operationId, isPrepared, isOperators, parameters, ...changes };
  };
}

export function addressOf(platform: PlatformAddresses, table: DeclaredRoute['table']): string {
  return {
    registry: platform.baseUrl,
    'registry internal': platform.registryInternalUrl,
    oauth: platform.oauthUrl,
    'oauth internal': platform.oauthInternalUrl,
  }[table];
}

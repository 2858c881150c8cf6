import { unwrap } from '@app-platform/client/source';
import { registry } from '../api/clients.ts';
import { useChange } from '../api/use-change.ts';
import type { Attribute } from './queries.ts';

/** A display name of null is the app's own one again. */
type AttributeChange = { displayName?: string | null; active?: boolean };

/** Changes an attribute for the organization, and reads the attributes anew. */
export function useChangeAttribute({ attributes }: Attribute, onDone?: () => void) {
  const { klass, name } = attributes;
  const params = { path: { klass, attribute: name } };
  return useChange<AttributeChange>(
    ['attributes'],
    (body) => unwrap(registry.PATCH('/v1/apps/metadata/{klass}/{attribute}', { params, body })),
    onDone,
  );
}

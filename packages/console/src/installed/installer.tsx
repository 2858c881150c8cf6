import { useCaller } from '../api/caller.ts';
import type { Installation } from '../directory/queries.ts';
import { ActorEmail } from '../users/user-name.tsx';
import { installedTexts } from './texts.ts';

/** Who installed an app; nothing where that was not stored yet. */
export function Installer({ actor }: { actor: Installation['installedBy'] }) {
  const caller = useCaller();
  if (!actor) return null;
  const isCaller = actor.type === 'account' && actor.id === caller.userId;
  return (
    <span className="secondary">
      {isCaller ? installedTexts.byYou : (installedTexts.by[actor.type] ?? installedTexts.byOther)}{' '}
      {!isCaller && actor.type === 'account' && <ActorEmail id={actor.id} />}
    </span>
  );
}

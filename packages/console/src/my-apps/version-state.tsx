import { versionTexts } from '../texts/my-apps.ts';
import type { VersionRow } from './version-row.ts';

/** Whether a version can be installed, and what is said against it. */
export function VersionState({ row }: { row: VersionRow }) {
  const { deprecated, yanked, blocked } = row;
  if (!deprecated && !yanked && !blocked) {
    return <span className="badge good">{versionTexts.available}</span>;
  }
  return (
    <>
      {blocked && <Statement badge={versionTexts.blocked} text={blocked.reason} />}
      {yanked && <Statement badge={versionTexts.yanked} text={yanked.reason} />}
      {deprecated && <Statement badge={versionTexts.deprecated} text={deprecated.message} />}
      {deprecated?.successor && (
        <span className="secondary">{versionTexts.successor(deprecated.successor)}</span>
      )}
    </>
  );
}

function Statement({ badge, text }: { badge: string; text: string }) {
  return (
    <>
      <span className="badge bad">{badge}</span>
      <span className="secondary">{text}</span>
    </>
  );
}

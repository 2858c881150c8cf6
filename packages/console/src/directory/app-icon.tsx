import { useState } from 'react';
import { isAllowedPicture } from './allowed-picture.ts';

/** The icon of an app, or the first letter of its title where there is none that loads. */
export function AppIcon({ address, title }: { address: string | null; title: string }) {
  const [failed, setFailed] = useState<string>();
  if (!address || failed === address || !isAllowedPicture(address)) {
    return (
      <span className="app-icon" aria-hidden="true">
        {[...title].at(0)?.toUpperCase()}
      </span>
    );
  }
  return (
    <img
      className="app-icon"
      src={address}
      alt=""
      width="48"
      height="48"
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setFailed(address)}
    />
  );
}

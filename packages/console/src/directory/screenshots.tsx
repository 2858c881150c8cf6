import { useState } from 'react';
import { directoryTexts } from '../texts/directory.ts';
import { isAllowedPicture } from './allowed-picture.ts';

/** The screenshots of an app, without those that do not load. */
export function Screenshots({ addresses }: { addresses: string[] }) {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const shown = addresses.filter((one) => isAllowedPicture(one) && !failed.includes(one));
  if (shown.length === 0) return null;
  const title = directoryTexts.screenshots;
  return (
    <section>
      <h2>{title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, by keyboard too */}
      <section className="screenshots" aria-label={title} tabIndex={0}>
        {shown.map((address, index) => (
          <img
            key={address}
            src={address}
            alt={directoryTexts.screenshot(index + 1)}
            loading="lazy"
            referrerPolicy="no-referrer"
            onError={() => setFailed((before) => [...before, address])}
          />
        ))}
      </section>
    </section>
  );
}

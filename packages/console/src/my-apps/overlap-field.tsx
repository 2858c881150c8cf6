import { Select } from '../elements/select.tsx';
import { accessTexts } from '../texts/my-apps.ts';

export type Hours = keyof typeof accessTexts.overlaps;

const SECONDS_OF_HOUR = 3_600;
const overlaps = Object.entries(accessTexts.overlaps) as [Hours, string][];

/** How long the secret before stays valid. */
export function OverlapField(props: { hours: Hours; onChange: (hours: Hours) => void }) {
  const { hours, onChange } = props;
  return (
    <Select label={accessTexts.overlap} value={hours} options={overlaps} onChange={onChange} />
  );
}

export function secondsOf(hours: Hours): number {
  return Number(hours) * SECONDS_OF_HOUR;
}

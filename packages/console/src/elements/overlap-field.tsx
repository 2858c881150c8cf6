import { elementTexts } from '../texts/elements.ts';
import { Select } from './select.tsx';

export type Hours = keyof typeof elementTexts.overlaps;

const SECONDS_OF_HOUR = 3_600;
const overlaps = Object.entries(elementTexts.overlaps) as [Hours, string][];

/** How long the secret before stays valid. */
export function OverlapField(props: { hours: Hours; onChange: (hours: Hours) => void }) {
  const { hours, onChange } = props;
  return (
    <Select label={elementTexts.overlap} value={hours} options={overlaps} onChange={onChange} />
  );
}

export function secondsOf(hours: Hours): number {
  return Number(hours) * SECONDS_OF_HOUR;
}

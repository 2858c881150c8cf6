import { elementTexts } from './texts.ts';
import './skeleton.css';

/** In place of what is read: grey lines of its rough shape. */
export function Skeleton() {
  return (
    <div className="skeleton" role="status" aria-busy="true" aria-label={elementTexts.loading}>
      <span />
      <span />
      <span />
      <span />
    </div>
  );
}

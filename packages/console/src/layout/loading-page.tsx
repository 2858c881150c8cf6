import { layoutTexts } from '../texts/layout.ts';

export function LoadingPage() {
  return (
    <p className="muted" role="status">
      {layoutTexts.loading}
    </p>
  );
}

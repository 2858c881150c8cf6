import { directoryTexts } from '../texts/directory.ts';
import { layoutTexts } from '../texts/layout.ts';
import type { App } from './queries.ts';

export function AskAdministrator({
  app,
  onClose,
}: {
  app: App;
  onClose: () => void;
  onDone: () => void;
}) {
  return (
    <>
      <p>
        {directoryTexts.ask}: {app.title}
      </p>
      <button className="button" type="button" onClick={onClose}>
        {layoutTexts.close}
      </button>
    </>
  );
}

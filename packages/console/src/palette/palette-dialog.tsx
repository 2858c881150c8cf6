import { type KeyboardEvent, useRef, useState } from 'react';
import { Input, Label, SearchField } from 'react-aria-components';
import { PageDialog } from '../elements/dialogs.tsx';
import { type Hit, useHits } from './hits.ts';
import { paletteTexts } from './texts.ts';

const MOST_CHARACTERS = 100;

/** Searches pages, apps, users and API keys. The arrow keys move between field and hits, Enter opens the first one. */
export function PaletteDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const groups = useHits(typed);
  const palette = useRef<HTMLDivElement>(null);
  const open = (hit: Hit | undefined) => {
    if (!hit) return;
    onClose();
    hit.open();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      moveFocus(palette.current, step);
      event.preventDefault();
    }
    // The search field would only be emptied.
    if (event.key === 'Escape') onClose();
    const isInField = event.target instanceof HTMLInputElement;
    // An input method ends a composition with Enter too.
    const isChosen = event.key === 'Enter' && !event.nativeEvent.isComposing;
    if (isChosen && isInField) open(groups[0]?.hits[0]);
  };
  return (
    <PageDialog title={paletteTexts.title} onClose={onClose}>
      <div ref={palette} className="palette" onKeyDownCapture={onKeyDown} role="presentation">
        <SearchField className="field" autoFocus value={typed} onChange={setTyped}>
          <Label>{paletteTexts.field}</Label>
          <Input maxLength={MOST_CHARACTERS} placeholder={paletteTexts.placeholder} />
        </SearchField>
        <div className="palette-hits">
          {groups.map(({ name, hits }) => (
            <section key={name}>
              <h3>{paletteTexts.groups[name]}</h3>
              <ul className="plain-list">
                {hits.map((hit) => (
                  <li key={hit.id}>
                    <HitButton hit={hit} onOpen={() => open(hit)} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
        <p role="status" className="muted">
          {paletteTexts.found(groups.reduce((count, { hits }) => count + hits.length, 0))}
        </p>
      </div>
    </PageDialog>
  );
}

function HitButton({ hit: { text, detail }, onOpen }: { hit: Hit; onOpen: () => void }) {
  return (
    <button type="button" className="palette-hit" onClick={onOpen}>
      <span>{text}</span>
      {detail && <span className="secondary">{detail}</span>}
    </button>
  );
}

/** Between the field and the hits, in their order. */
function moveFocus(palette: HTMLElement | null, step: number): void {
  const places = [...(palette?.querySelectorAll<HTMLElement>('input, .palette-hit') ?? [])];
  const at = places.indexOf(document.activeElement as HTMLElement);
  places[at + step]?.focus();
}

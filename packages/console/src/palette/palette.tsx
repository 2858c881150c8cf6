import './palette.css';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { connection } from '../api/connection.ts';
import { paletteTexts } from './texts.ts';

type DialogComponent = ComponentType<{ onClose: () => void }>;

/** The button of the bar, and the key, that open the search over everything. Its script is loaded then. */
export function Palette() {
  const [Dialog, setDialog] = useState<DialogComponent>();
  const [isOpen, setIsOpen] = useState(false);
  const open = async () => {
    try {
      const load = () => import('./palette-dialog.tsx');
      const { PaletteDialog } = await connection.load('PaletteDialog', load);
      setDialog(() => PaletteDialog);
      setIsOpen(true);
    } catch {
      // The notice of the connection says so.
    }
  };
  useShortcut(() => {
    if (isOpen) setIsOpen(false);
    // A dialog of the page may hold what the person has typed.
    else if (!document.querySelector('[role=dialog], [role=alertdialog]')) void open();
  });
  return (
    <>
      <button
        className="button quiet palette-button"
        type="button"
        title={paletteTexts.shortcut(isApple())}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => void open()}
      >
        {paletteTexts.open}
      </button>
      {isOpen && Dialog && <Dialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Ctrl K, and ⌘ K, wherever the focus is. The editor of definitions has a command of its own under ⌘ K. */
function useShortcut(act: () => void): void {
  const onShortcut = useEffectEvent(act);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isWanted = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
      if (!isWanted || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) onShortcut();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

import { locate } from '@app-platform/app-definition/locate';
import { setDiagnostics } from '@codemirror/lint';
import { EditorView } from '@codemirror/view';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { diagnosticsOf, goTo, replaceText } from './diagnostics.ts';
import { editorExtensions } from './editor-extensions.ts';
import type { PlacedFinding } from './findings.ts';

type CodeEditorProps = {
  /** Set while the editor is on the page. */
  viewRef: RefObject<EditorView | null>;
  label: string;
  /** The id of what describes the editor. */
  describedBy: string;
  initialText: string;
  /** Points at the property where the cursor begins, and the focus is. */
  cursorAt: string | undefined;
  findings: readonly PlacedFinding[];
  onChange: (text: string) => void;
};

const START = { line: 1, column: 1 };

/** CodeMirror, which keeps the text itself. */
export function CodeEditor(props: CodeEditorProps) {
  const { viewRef, label, describedBy, findings } = props;
  const place = useRef<HTMLDivElement>(null);
  const create = useEffectEvent((parent: HTMLElement) => {
    // axe wants a tab stop in what scrolls, and does not count an editable element as one.
    const attributes = { 'aria-label': label, 'aria-describedby': describedBy, tabindex: '0' };
    return new EditorView({
      parent,
      doc: props.initialText,
      extensions: [
        editorExtensions,
        EditorView.contentAttributes.of(attributes),
        EditorView.domEventHandlers({ drop: openDroppedFile }),
        EditorView.updateListener.of((update) => update.docChanged && report(update.view)),
      ],
    });
  });
  const startAt = useEffectEvent((view: EditorView) => {
    if (props.cursorAt) goTo(view, locate(props.initialText, props.cursorAt) ?? START);
  });
  const report = useEffectEvent((view: EditorView) => props.onChange(view.state.doc.toString()));
  useEffect(() => {
    if (!place.current) return;
    const view = create(place.current);
    viewRef.current = view;
    startAt(view);
    return () => {
      viewRef.current = null;
      view.destroy();
    };
  }, [viewRef]);
  useEffect(() => {
    const view = viewRef.current;
    view?.dispatch(setDiagnostics(view.state, diagnosticsOf(findings, view.state)));
  }, [viewRef, findings]);
  return <div className="code-editor" ref={place} />;
}

/** The file takes the place of the text. */
function openDroppedFile(event: DragEvent, view: EditorView): boolean {
  const file = event.dataTransfer?.files[0];
  if (!file) return false;
  event.preventDefault();
  void file.text().then((text) => replaceText(view, text.replaceAll('\r\n', '\n')));
  return true;
}

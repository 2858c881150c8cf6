import { locate } from '@app-platform/app-definition/locate';
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  insertBracket,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { lintGutter, nextDiagnostic, previousDiagnostic, setDiagnostics } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { PlacedFinding } from './answer-lint-call.ts';
import { completeDefinition } from './definition-completion.ts';
import { diagnosticsOf, goTo } from './diagnostics.ts';
import { consoleLook } from './editor-theme.ts';

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
  /** For a file that is dropped. */
  onFile: (file: File) => void;
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
        EditorView.domEventHandlers({ drop }),
        EditorView.updateListener.of((update) => update.docChanged && report(update.view)),
      ],
    });
  });
  const startAt = useEffectEvent((view: EditorView) => {
    if (props.cursorAt) goTo(view, locate(props.initialText, props.cursorAt) ?? START);
  });
  const report = useEffectEvent((view: EditorView) => props.onChange(view.state.doc.toString()));
  const drop = useEffectEvent((event: DragEvent) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return false;
    event.preventDefault();
    props.onFile(file);
    return true;
  });
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

/**
 * Replaces a selection by what is typed. Chromium would do it in the page first, and write the style of the
 * replaced text into the line, which the policy refuses.
 */
const typingOverSelection = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { state } = view;
    const { inputType, data, isComposing } = event;
    if (inputType !== 'insertText' || !data || isComposing || state.selection.main.empty) {
      return false;
    }
    event.preventDefault();
    const typed = { ...state.replaceSelection(state.toText(data)), userEvent: 'input.type' };
    view.dispatch(insertBracket(state, data) ?? state.update(typed, { scrollIntoView: true }));
    return true;
  },
});

/** The Tab key has no binding: it leaves the editor. */
const editorExtensions: Extension = [
  lineNumbers(),
  foldGutter(),
  lintGutter(),
  history(),
  drawSelection(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  json(),
  autocompletion({ override: [completeDefinition], icons: false }),
  keymap.of([
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...historyKeymap,
    ...foldKeymap,
    ...completionKeymap,
    { key: 'F8', run: nextDiagnostic },
    { key: 'Shift-F8', run: previousDiagnostic },
  ]),
  typingOverSelection,
  EditorView.lineWrapping,
  EditorView.cspNonce.of(pageNonce()),
  consoleLook,
];

/** The policy allows the styles that the editor adds with the nonce of this page. */
function pageNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

import { patchedText } from '@app-platform/app-definition/patched-text';
import { syntaxTree } from '@codemirror/language';
import type { Diagnostic } from '@codemirror/lint';
import type { EditorState, Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { PlacedFinding } from './answer-lint-call.ts';
import { editorTexts } from './texts.ts';

type Place = Pick<PlacedFinding, 'line' | 'column'>;

/** The findings as the editor underlines and explains them. */
export function diagnosticsOf(
  findings: readonly PlacedFinding[],
  state: EditorState,
): Diagnostic[] {
  return findings.map((finding) => ({
    ...rangeAt(finding, state),
    severity: finding.severity,
    message: finding.detail,
    renderMessage: () => messageOf(finding),
    actions: finding.fix
      ? [{ name: editorTexts.fix, apply: (view: EditorView) => applyFix(view, finding) }]
      : [],
  }));
}

/** Changes the text by a finding's fix. Undo takes it back. */
export function applyFix(view: EditorView, { fix }: PlacedFinding): void {
  const before = view.state.doc.toString();
  if (fix) replaceText(view, patchedText(before, fix));
}

/** Only what differs is changed, so that the cursor and the view stay where they are. */
export function replaceText(view: EditorView, after: string): void {
  const before = view.state.doc.toString();
  const longest = Math.min(before.length, after.length);
  let start = 0;
  while (start < longest && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < longest - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const insert = after.slice(start, after.length - end);
  view.dispatch({ changes: { from: start, to: before.length - end, insert } });
}

/** Brings the cursor and the focus to a place. */
export function goTo(view: EditorView, place: Place): void {
  view.dispatch({
    selection: { anchor: offsetOf(place, view.state.doc) },
    effects: EditorView.scrollIntoView(offsetOf(place, view.state.doc), { y: 'center' }),
  });
  view.focus();
}

function offsetOf({ line, column }: Place, doc: Text): number {
  if (line > doc.lines) return doc.length;
  const found = doc.line(line);
  return Math.min(found.from + column - 1, found.to);
}

/** The key or the value that begins at a place, on its first line. */
function rangeAt(place: Place, state: EditorState): { from: number; to: number } {
  const from = offsetOf(place, state.doc);
  const node = syntaxTree(state).resolveInner(from, 1);
  return { from, to: Math.max(from, Math.min(node.to, state.doc.lineAt(from).to)) };
}

/** Names in backticks are code. */
function partOf(text: string, index: number): Node | string {
  if (index % 2 === 0) return text;
  const code = document.createElement('code');
  code.textContent = text;
  return code;
}

function messageOf({ detail, page }: PlacedFinding): Node {
  const message = document.createElement('span');
  message.append(...detail.split('`').map(partOf));
  if (page) {
    const link = document.createElement('a');
    link.href = page;
    link.target = '_blank';
    link.textContent = editorTexts.rule;
    message.append(' ', link);
  }
  return message;
}

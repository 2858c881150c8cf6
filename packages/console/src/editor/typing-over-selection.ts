import { insertBracket } from '@codemirror/autocomplete';
import { EditorView } from '@codemirror/view';

/**
 * Replaces a selection by what is typed. Chromium would do it in the page first, and write the style of the
 * replaced text into the line, which the policy refuses.
 */
export const typingOverSelection = EditorView.domEventHandlers({
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

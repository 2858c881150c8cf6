import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { editorTexts } from '../texts/editor.ts';

export type SyntaxFault = { offset: number; detail: string };

/** Reads JSON, with comments and trailing commas where an author wrote some. */
export function parseDefinition(text: string): { value: unknown; faults: SyntaxFault[] } {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  return { value, faults: firstOfEachLine(errors, text).map(faultOf) };
}

/** The parser's further errors in a line follow from the first one. */
function firstOfEachLine(errors: readonly ParseError[], text: string): ParseError[] {
  const hasLineBreak = (from: number, to: number) => text.slice(from, to).includes('\n');
  return errors.filter(({ offset }, index) => {
    const before = errors[index - 1];
    return !before || hasLineBreak(before.offset, offset);
  });
}

function faultOf({ error, offset }: ParseError): SyntaxFault {
  return { offset, detail: editorTexts.invalidJson(printParseErrorCode(error)) };
}

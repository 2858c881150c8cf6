import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';

export type SyntaxFault = { offset: number; detail: string };

/** Reads JSON, with comments and trailing commas where an author wrote some. */
export function parseDefinition(text: string): { value: unknown; faults: SyntaxFault[] } {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  return { value, faults: errors.map(faultOf) };
}

function faultOf({ error, offset }: ParseError): SyntaxFault {
  const reason = printParseErrorCode(error).replaceAll(/([a-z])([A-Z])/g, '$1 $2');
  return { offset, detail: `This is no JSON: ${reason.toLowerCase()}.` };
}

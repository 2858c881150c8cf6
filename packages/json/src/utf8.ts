import { type JsonFault, TextPlaces } from './json-faults.ts';

export type DecodedText = { ok: true; text: string } | { ok: false; faults: JsonFault[] };

/**
 * Decodes UTF-8 without replacing anything. Drops one byte order mark, which some editors write and
 * RFC 8259 lets a reader ignore.
 */
export function decodeUtf8(bytes: Uint8Array): DecodedText {
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { ok: false, faults: [encodingFault(bytes)] };
  }
}

function encodingFault(bytes: Uint8Array): JsonFault {
  const start = validStart(bytes);
  // Where the last character begins: the decoder fails within it.
  const byte = bytes[new TextEncoder().encode(start.text).length] ?? 0;
  const found =
    start.length === bytes.length
      ? 'half of a character at the end'
      : `the byte 0x${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  const text = start.text.replace(/^\uFEFF/, '');
  return {
    code: 'malformed_json',
    detail: `Expected UTF-8, found ${found}. Save or send the text as UTF-8.`,
    pointer: '',
    ...new TextPlaces(text).at(text.length),
  };
}

/** The longest valid start, by bisection: a decoder does not report where it stopped. */
function validStart(bytes: Uint8Array): { length: number; text: string } {
  let valid = { length: 0, text: '' };
  let invalidLength = bytes.length + 1;
  while (invalidLength - valid.length > 1) {
    const length = Math.floor((valid.length + invalidLength) / 2);
    const text = decodedStart(bytes.subarray(0, length));
    if (text === undefined) invalidLength = length;
    else valid = { length, text };
  }
  return valid;
}

/** May end within a character. Keeps a byte order mark. */
function decodedStart(bytes: Uint8Array): string | undefined {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return decoder.decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

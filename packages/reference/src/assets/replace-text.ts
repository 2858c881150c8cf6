import { Transform } from 'node:stream';

/** Replaces an ASCII text in a stream of bytes, also where the text lies across two chunks. */
export function replaceText(text: string, replacement: string): Transform {
  // Latin-1 keeps each byte as one character.
  let rest = '';
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const pieces = (rest + chunk.toString('latin1')).split(text);
      const last = pieces.pop() ?? '';
      const end = Math.max(0, last.length - text.length + 1);
      rest = last.slice(end);
      done(null, Buffer.from([...pieces, last.slice(0, end)].join(replacement), 'latin1'));
    },
    flush(done) {
      done(null, Buffer.from(rest, 'latin1'));
    },
  });
}

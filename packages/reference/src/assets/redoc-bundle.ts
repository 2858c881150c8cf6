import { hash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliCompress, createGzip } from 'node:zlib';

/** Redoc loads its maker's logo from another origin and has no option to prevent that. */
const LOGO = 'https://cdn.redoc.ly/redoc/logo-mini.svg';
/** An image that does not load is not shown. */
const NO_IMAGE = 'data:,';

const bundle = fileURLToPath(import.meta.resolve('redoc/bundles/redoc.standalone.js'));
const manifest = new URL(
  '../package.json',
  import.meta.resolve('redoc/bundles/redoc.standalone.js'),
);

/**
 * Styles that Redoc 2.5.4 inserts before it knows the nonce: an empty one, and the one of its
 * scrollbars. The browser tests fail when another version inserts others.
 */
export const redocStyleHashes = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-QMIg+bpjm3JdElJ388KYke01izlUW0UoNOeKjpMxdgc='",
];

/** A name that changes with the content. */
export function redocFileName(): string {
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  return `redoc-${version}-${hash('sha256', LOGO + NO_IMAGE, 'hex').slice(0, 8)}.js`;
}

/** Encodings of the bundle that a production tree has beside it, the smallest first. */
const compressors = { br: createBrotliCompress, gzip: createGzip };
type Encoding = keyof typeof compressors;

/** The encodings that the production build has written. */
export const redocEncodings = (Object.keys(compressors) as Encoding[]).filter((encoding) =>
  existsSync(`${bundle}.${encoding}`),
);

export function openCompressedRedoc(encoding: Encoding): Readable {
  return createReadStream(`${bundle}.${encoding}`);
}

/** @param folder with the bundle of a production tree */
export async function compressRedoc(folder: string): Promise<void> {
  for (const [encoding, compress] of Object.entries(compressors)) {
    const target = createWriteStream(join(folder, `${basename(bundle)}.${encoding}`));
    await pipeline(openRedocBundle(), compress(), target);
  }
}

/** Redoc's standalone bundle, read from disk for each response. */
export function openRedocBundle(): Readable {
  const file = createReadStream(bundle);
  const replaced = replaceText(LOGO, NO_IMAGE);
  file.once('error', (error) => replaced.destroy(error));
  replaced.once('close', () => file.destroy());
  return file.pipe(replaced);
}

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

import { hash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { replaceText } from './replace-text.ts';

/** Redoc shows the logo of its maker from another origin, and has no option against that. */
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

/** Redoc's standalone bundle, read from disk for each answer. */
export function openRedocBundle(): Readable {
  const file = createReadStream(bundle);
  const replaced = replaceText(LOGO, NO_IMAGE);
  file.once('error', (error) => replaced.destroy(error));
  replaced.once('close', () => file.destroy());
  return file.pipe(replaced);
}

#!/usr/bin/env node
// Enough of curl for the commands that `npm start` prints, so that the tests need Node.js alone.
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: 'boolean', short: 's' },
    'show-error': { type: 'boolean', short: 'S' },
    'write-out': { type: 'string', short: 'w' },
    request: { type: 'string', short: 'X' },
    header: { type: 'string', short: 'H', multiple: true },
    data: { type: 'string', short: 'd' },
  },
});
const headers = new Headers((values.header ?? []).map((line) => line.split(/: */, 2)));
if (values.data !== undefined && !headers.has('content-type')) {
  headers.set('content-type', 'application/x-www-form-urlencoded');
}
const response = await fetch(positionals[0], {
  method: values.request ?? (values.data === undefined ? 'GET' : 'POST'),
  headers,
  body: values.data,
});
process.stdout.write(`${await response.text()}${values['write-out'] ? '\n' : ''}`);

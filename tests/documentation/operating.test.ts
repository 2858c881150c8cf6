import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { oauthVariables } from '@app-platform/oauth/config';
import { registryVariables } from '@app-platform/registry/config';
import { repositoryFolder } from '@app-platform/testing/processes/repository-folder';
import { describe, expect, it } from '@jest/globals';

const text = readFileSync(join(repositoryFolder, 'docs/operating.md'), 'utf8');

/** The rows of the table of variables: `| NAME | who reads it | default | meaning |`. */
const rows = text
  .split('\n')
  .filter((line) => /^\| `[A-Z_]+` \| (both|registry|oauth) \|/.test(line))
  .map((line) => {
    const [, name = '', readers = '', usual = ''] = line.split('|').map((cell) => cell.trim());
    return { name: name.replaceAll('`', ''), readers, usual: usual.replaceAll('`', '') };
  });

describe.each([
  ['registry', registryVariables],
  ['oauth', oauthVariables],
])('the table of variables, for the %s', (service, { known, required, defaults }) => {
  const own = rows.filter(({ readers }) => readers === 'both' || readers === service);

  it('has every variable that it reads, once, and no other', () => {
    expect(own.map(({ name }) => name).sort()).toEqual([...known].sort());
  });

  it.each(own)('says what $name is where it is not set', ({ name, usual }) => {
    // A row for both says whatever holds for one of them, where they differ.
    const said = usual.split(`${service}: `)[1]?.split(',')[0] ?? usual;
    const isRequired = required.includes(name);
    expect(said).toBe(isRequired ? 'required' : String(defaults.get(name) ?? ''));
  });
});

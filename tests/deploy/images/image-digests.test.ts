import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { containersOf, type KubernetesObject, podsOf } from '../kubernetes/kubernetes-objects.ts';
import { deployFolder } from './dockerfile.ts';

const digest = (digit: string) => `sha256:${digit.repeat(64)}`;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'app-platform-digests-'));
  cpSync(join(deployFolder, 'kubernetes'), folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (...parameters: string[]) =>
  execFileSync(join(deployFolder, 'write-image-digests.sh'), parameters, {
    encoding: 'utf8',
    stdio: 'pipe',
  });

/** The images of the base with the component that was written for an overlay. */
function images(): string[] {
  const overlay = join(folder, 'overlays/tried');
  const kustomization = 'resources: [../../base]\ncomponents: [images]\n';
  writeFileSync(join(overlay, 'kustomization.yaml'), kustomization);
  const yaml = execFileSync('kubectl', ['kustomize', overlay], { encoding: 'utf8' });
  const objects = parseAllDocuments(yaml).map((one): KubernetesObject => one.toJS());
  const all = podsOf(objects).flatMap(containersOf);
  return [...new Set(all.map(({ image = '' }) => image))].sort();
}

describe('the digests of images', () => {
  it('become those of an overlay, at a registry', () => {
    const parameters = [
      `registry=${digest('a')}`,
      `oauth=${digest('b')}`,
      `operator=${digest('c')}`,
    ];
    write(join(folder, 'overlays/tried'), 'images.example.com/app-platform', ...parameters);
    expect(images()).toEqual([
      `images.example.com/app-platform/oauth@${digest('b')}`,
      `images.example.com/app-platform/registry@${digest('a')}`,
    ]);
  });

  it('leave the address of the images to the overlay without a registry', () => {
    write(join(folder, 'overlays/tried'), '', `registry=${digest('a')}`, `oauth=${digest('b')}`);
    expect(images()).toEqual([
      `app-platform/oauth@${digest('b')}`,
      `app-platform/registry@${digest('a')}`,
    ]);
  });

  it.each([['registry'], ['registry=latest'], [`Registry=${digest('a')}`]])(
    'are refused where one is %s',
    (image) => {
      expect(() => write(join(folder, 'overlays/tried'), '', image)).toThrow(
        `${image} is not NAME=sha256:DIGEST`,
      );
    },
  );
});

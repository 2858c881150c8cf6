import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse, parseAllDocuments, stringify } from 'yaml';
import type { KubernetesObject } from './kubernetes-objects.ts';

export type Rendering = { name: string; objects: KubernetesObject[] };

const folder = resolve(import.meta.dirname, '../../../deploy/kubernetes');

const NO_KUBECTL =
  'This needs kubectl 1.27 or newer: Debian 13 has it as the package kubernetes-client. Debian 12 has an older one; .ci/run says how to get that of Debian 13 there.';

/** Every overlay as it is, with each component that there is, and with all of them. */
export function renderings(): Rendering[] {
  if (kustomizeMajor() < 5) throw new Error(NO_KUBECTL);
  const components = foldersIn('components');
  return foldersIn('overlays').flatMap((overlay) => [
    { name: overlay, objects: render(join(folder, 'overlays', overlay)) },
    ...components.map((component) => withComponents(overlay, [component])),
    ...(components.length > 1 ? [withComponents(overlay, components)] : []),
  ]);
}

/** That of `kubectl kustomize`; 0 where there is no kubectl, or one that does not say. */
function kustomizeMajor(): number {
  try {
    const version = execFileSync('kubectl', ['version', '--client', '--output=json'], {
      encoding: 'utf8',
    });
    return Number(/"kustomizeVersion": "v(\d+)/.exec(version)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function foldersIn(name: string): string[] {
  const parent = join(folder, name);
  const isKustomized = (entry: string) => existsSync(join(parent, entry, 'kustomization.yaml'));
  return readdirSync(parent).filter(isKustomized).sort();
}

/** As somebody would who lists components in the overlay. */
function withComponents(overlay: string, components: string[]): Rendering {
  const parent = mkdtempSync(join(tmpdir(), 'kubernetes-'));
  try {
    cpSync(folder, parent, { recursive: true });
    const path = join(parent, 'overlays', overlay, 'kustomization.yaml');
    const paths = components.map((component) => `../../components/${component}`);
    writeFileSync(path, stringify({ ...parse(readFileSync(path, 'utf8')), components: paths }));
    const objects = render(join(parent, 'overlays', overlay));
    return { name: `${overlay} with ${components.join(', ')}`, objects };
  } finally {
    rmSync(parent, { recursive: true });
  }
}

function render(path: string): KubernetesObject[] {
  const yaml = execFileSync('kubectl', ['kustomize', path], { encoding: 'utf8' });
  return parseAllDocuments(yaml).map((document) => document.toJS());
}

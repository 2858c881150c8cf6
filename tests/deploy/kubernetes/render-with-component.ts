import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import { deployFolder } from '../images/dockerfile.ts';
import type { KubernetesObject } from './kubernetes-objects.ts';

/**
 * Renders the production overlay with one component.
 * @param settings of a Kustomization above both
 */
export function renderWithComponent(component: string, settings: object = {}): KubernetesObject[] {
  const folder = mkdtempSync(join(tmpdir(), 'kubernetes-'));
  try {
    cpSync(join(deployFolder, 'kubernetes'), folder, { recursive: true });
    const overlay = join(folder, 'overlays/tried');
    mkdirSync(overlay);
    const kustomization = {
      resources: ['../production'],
      components: [`../../components/${component}`],
      ...settings,
    };
    writeFileSync(join(overlay, 'kustomization.yaml'), stringify(kustomization));
    const yaml = execFileSync('kubectl', ['kustomize', overlay], { encoding: 'utf8' });
    return parseAllDocuments(yaml).map((document) => document.toJS());
  } finally {
    rmSync(folder, { recursive: true });
  }
}

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from '@app-platform/testing/processes/repository-folder';
import { describe, expect, it } from '@jest/globals';

const BUDGET_BYTES = 150 * 1024;

type Page = { path: string; file: string; html: string; anchors: Set<string> };

function pagesOf(name: string): Map<string, Page> {
  const folder = join(repositoryFolder, 'dist/docs', name);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const pages = names
    .filter((one) => one.endsWith('.html'))
    .map((one): Page => {
      const file = join(folder, one);
      const html = readFileSync(file, 'utf8');
      const path = one === 'index.html' ? '/docs' : `/docs/${one.replace(/\.html$/, '')}`;
      const anchors = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
      expect([path, anchors.length]).toEqual([path, new Set(anchors).size]);
      return { path, file, html, anchors: new Set(anchors) };
    });
  return new Map(pages.map((page) => [page.path, page]));
}

/** Paths that the service serves beside the pages. */
const ELSEWHERE = /^(\/|https?:.*|data:,|\/docs\/assets\/.*|.*\.md)$/;

describe.each(['registry', 'oauth'])('the built documentation of %s', (name) => {
  const pages = pagesOf(name);

  it('has a target for every link and anchor', () => {
    const dead = [...pages.values()].flatMap(({ path, html }) =>
      [...html.matchAll(/href="([^"]*)"/g)]
        .map(([, href = '']) => href)
        .filter((href) => {
          const [target = '', anchor] = href.split('#');
          if (target !== '' && ELSEWHERE.test(target)) return false;
          const page = pages.get(target || path);
          return !page || (anchor !== undefined && !page.anchors.has(anchor));
        })
        .map((href) => `${path}: ${href}`),
    );
    expect(dead).toEqual([]);
  });

  it('has each operation, with its path as in the OpenAPI document', () => {
    const services = name === 'registry' ? ['registry', 'oauth'] : ['oauth'];
    for (const service of services) {
      const file = join(repositoryFolder, `docs/api/${service}.openapi.json`);
      const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
        paths: Record<string, Record<string, { operationId: string }>>;
      };
      for (const [path, methods] of Object.entries(paths)) {
        for (const { operationId } of Object.values(methods)) {
          const page = pages.get(`/docs/${service}/${operationId}`);
          expect(page?.html).toContain(`<code>${path}</code>`);
          expect(pages.get(`/docs/${service}`)?.html).toContain(`<code>${path}</code>`);
        }
      }
    }
  });

  it('sends at most 150 KiB for a page, with its script and style', () => {
    const folder = join(repositoryFolder, 'dist/docs', name);
    const sizes = [...pages.values()].map(({ path, file, html }) => {
      const assets = [...html.matchAll(/(?:src|href)="\/docs\/(assets\/[^"]+)"/g)];
      expect(assets).toHaveLength(2);
      const files = [file, ...assets.map(([, asset = '']) => join(folder, asset))];
      const bytes = files.map((one) => statSync(`${one}.gz`).size);
      return { path, bytes: bytes.reduce((sum, size) => sum + size) };
    });
    expect(sizes.filter(({ bytes }) => bytes > BUDGET_BYTES)).toEqual([]);
  });

  it('runs no script of a page itself, and loads nothing from elsewhere', () => {
    for (const { path, html } of pages.values()) {
      const scripts = [...html.matchAll(/<script([^>]*)>([^<]*)/g)];
      expect([path, scripts.map(([, , text]) => text)]).toEqual([path, ['']]);
      expect(html).not.toMatch(/ (on\w+|style)="|(src|srcset)="(?!\/docs\/assets\/)/);
    }
  });
});

import { keepSentBodies } from '@app-platform/testing/http/sent-bodies';
import { expect, it } from '@jest/globals';
import express from 'express';
import supertest from 'supertest';
import { documentationRoutes } from './routes.ts';

it('every answer that is not compressed shares the bytes of the document', async () => {
  const path = '/openapi.json';
  const sent: unknown[] = [];
  const app = express().use(
    keepSentBodies(sent),
    documentationRoutes([], 'https://oauth.example.com').routes,
  );
  for (let time = 0; time < 2; time += 1) {
    await supertest(app).get(path).set('Accept-Encoding', 'identity').expect(200);
  }
  expect(sent).toEqual([expect.any(Uint8Array), expect.any(Uint8Array)]);
  expect(sent[1]).toBe(sent[0]);
});

it('names the issuer as its server, to pages of other sites too', async () => {
  const issuer = 'https://oauth.example.com';
  const app = express().use(documentationRoutes([], issuer).routes);
  const { body, headers } = await supertest(app).get('/openapi.json').expect(200);
  expect(body.servers).toEqual([{ url: issuer }]);
  expect(headers['access-control-allow-origin']).toBe('*');
});

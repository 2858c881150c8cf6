import { keepSentBodies } from '@app-platform/testing/http/sent-bodies';
import { expect, it } from '@jest/globals';
import express from 'express';
import supertest from 'supertest';
import { documentationRoutes } from './routes.ts';

it.each(['/openapi.json', '/v1/apps/definition-schema.json'])(
  '%s is sent from the same bytes each time',
  async (path) => {
    const sent: unknown[] = [];
    const app = express().use(
      keepSentBodies(sent),
      documentationRoutes([], { baseUrl: '' }).routes,
    );
    for (let time = 0; time < 2; time += 1) {
      await supertest(app).get(path).set('Accept-Encoding', 'identity').expect(200);
    }
    expect(sent).toEqual([expect.any(Uint8Array), expect.any(Uint8Array)]);
    expect(sent[1]).toBe(sent[0]);
  },
);

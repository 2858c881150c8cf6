import { setTimeout as wait } from 'node:timers/promises';
import type { ServiceName } from '../replica.ts';
import type { Fault } from './fault.ts';

const services: ServiceName[] = ['registry', 'oauth'];

function killEach(service: ServiceName): Fault {
  return {
    name: `kill -9 of each ${service} replica`,
    inflict: async ({ replicas }, holdMilliseconds) => {
      for (const replica of replicas[service]) {
        await replica.kill();
        await wait(holdMilliseconds / 2);
        await replica.start();
      }
    },
  };
}

function killBoth(service: ServiceName): Fault {
  return {
    name: `kill -9 of both ${service} replicas`,
    inflict: async ({ replicas }, holdMilliseconds) => {
      await Promise.all(replicas[service].map((replica) => replica.kill()));
      await wait(holdMilliseconds / 2);
      await Promise.all(replicas[service].map((replica) => replica.start()));
    },
  };
}

/** As Kubernetes scales down, or empties a machine. */
const terminate: Fault = {
  name: 'SIGTERM under load',
  mustNotShow: true,
  inflict: async ({ replicas }, holdMilliseconds) => {
    for (const number of [0, 1] as const) {
      const leaving = services.map((service) => replicas[service][number]);
      await Promise.all(leaving.map((replica) => replica.stop()));
      await wait(holdMilliseconds / 2);
      await Promise.all(leaving.map((replica) => replica.start()));
    }
  },
};

export const processFaults: Fault[] = [
  ...services.map(killEach),
  ...services.map(killBoth),
  terminate,
];

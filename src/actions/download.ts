import type { ActionRunner } from '#src/render/action-runner.ts';
import { done, objectOf, textOf } from './step.ts';

export const download: ActionRunner = async (step, ports, extra) => {
  const params = objectOf(ports.resolve(step.params, extra));
  const query = objectOf(ports.resolve(step.query, extra));
  const body = objectOf(ports.resolve(step.body, extra));
  await ports.download(
    textOf(step.operation),
    { ...(params ? { params } : {}), ...(query ? { query } : {}), ...(body ? { body } : {}) },
    textOf(ports.resolve(step.filename, extra)),
  );
  return done();
};

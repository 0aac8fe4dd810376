import type { ActionRunner } from '#src/render/action-runner.ts';
import { done, objectOf } from './step.ts';

export const set: ActionRunner = async (step, ports, extra) => {
  const params = objectOf(ports.resolve(step.params, extra)) ?? {};
  ports.setParams(params);
  return done(params);
};

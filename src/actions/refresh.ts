import type { ActionRunner } from '#src/render/action-runner.ts';
import { done, textsOf } from './step.ts';

export const refresh: ActionRunner = async (step, ports) => {
  ports.refresh(textsOf(step.data));
  return done();
};

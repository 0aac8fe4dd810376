import type { ActionRunner } from '#src/render/action-runner.ts';
import { done } from './step.ts';

export const refreshSession: ActionRunner = async (_step, ports) => {
  await ports.session.refresh();
  return done();
};

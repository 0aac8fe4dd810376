import type { ActionRunner } from '#src/render/action-runner.ts';
import { done } from './step.ts';

export const close: ActionRunner = async (_step, ports) => {
  ports.closeDialog();
  return done();
};

import type { ActionRunner } from '#src/render/action-runner.ts';
import { done, textOf } from './step.ts';

export const dialog: ActionRunner = async (step, ports, extra) => {
  ports.openDialog({
    title: textOf(ports.resolve(step.title, extra)),
    blocks: Array.isArray(step.blocks) ? step.blocks : [],
  });
  return done();
};

import type { ActionRunner } from '#src/render/action-runner.ts';
import { done, emptiness, textOf } from './step.ts';

export const share: ActionRunner = async (step, ports, extra) => {
  const search = textOf(ports.resolve(step.search, extra));
  if (search === '') throw emptiness('the search', 'share.search');
  ports.share(search);
  return done();
};

import type { ActionRunner } from '#src/render/action-runner.ts';
import { done, textOf } from './step.ts';

const kinds = ['error', 'success', 'info', 'warning'] as const;

export const snackbar: ActionRunner = async (step, ports, extra) => {
  const kind = kinds.find((known) => known === step.kind) ?? 'info';
  const text = textOf(ports.resolve(step.text, extra));
  if (typeof step.timeout === 'number') ports.snackbar(kind, text, step.timeout);
  else ports.snackbar(kind, text);
  return done();
};

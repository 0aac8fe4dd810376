import { useEffect, useRef } from 'react';
import type { LinkedScreen } from '#src/core/linked.ts';
import { answerOfIds } from './answer-of-ids.ts';
import { type DispatchContext, runPlan } from './dispatch.ts';

/** Takes the ids that other windows hand to a page that says so. */
export function useTakes({ takes, data }: LinkedScreen, context: DispatchContext): void {
  const now = useRef(context);
  now.current = context;
  const { app, scope, resolve } = context;
  const found = Object.values(data).flatMap((one) =>
    one.kind === 'records' && one.hash ? [one.hash] : [],
  )[0];
  const search = takes && found ? String(resolve(found, scope()) ?? '') : null;
  useEffect(() => {
    if (!takes) return;
    return app.takeIds(takes.window, search, (ids) => {
      void runPlan(now.current, takes.on, { answer: answerOfIds(ids) });
    });
  }, [takes, search, app]);
}

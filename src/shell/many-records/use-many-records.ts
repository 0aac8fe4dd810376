import { useCallback, useEffect, useRef, useState } from 'react';
import { newId } from '#src/api/new-id.ts';
import type { Failure } from '#src/render/block-props.ts';
import { asFailure } from '#src/render/failure.ts';
import { useApi } from '#src/render/ports.tsx';
import {
  cancel,
  type Job,
  preview,
  type Question,
  type Result,
  resultOf,
  run,
  undo,
  untilEnd,
} from './calls.ts';

/** Where the dialog stands. */
export type Stage =
  | { readonly at: 'asking' }
  | { readonly at: 'working'; readonly doing: 'looking' | 'running' | 'undoing'; readonly job: Job | null }
  | { readonly at: 'shown'; readonly question: Question; readonly result: Result }
  | { readonly at: 'done'; readonly job: number; readonly result: Result }
  | { readonly at: 'undone'; readonly result: Result };

/** From the question by way of what would be done to what was done, and back. */
export function useManyRecords() {
  const api = useApi();
  const [stage, setStage] = useState<Stage>({ at: 'asking' });
  const [failure, setFailure] = useState<Failure | null>(null);
  const changed = useRef(false);
  const gone = useRef(new AbortController());
  useEffect(() => () => gone.current.abort(), []);

  /** Does one job to its end; where it fails or is cancelled, the dialog is back where it was. */
  const work = useCallback(
    async (
      doing: 'looking' | 'running' | 'undoing',
      back: Stage,
      begin: () => Promise<Job>,
      then: (job: Job, result: Result) => Stage,
    ) => {
      setFailure(null);
      setStage({ at: 'working', doing, job: null });
      try {
        const tell = (job: Job) => setStage({ at: 'working', doing, job });
        const job = await untilEnd(api, await begin(), tell, gone.current.signal);
        if (gone.current.signal.aborted) return;
        const result = resultOf(job);
        if (result) setStage(then(job, result));
        else {
          const message =
            job.state === 'cancelled'
              ? 'It was cancelled. Nothing was changed.'
              : (job.problem ?? 'It failed.');
          setFailure({ status: 0, code: job.state, message, reference: null, errors: [], details: {} });
          setStage(back);
        }
      } catch (thrown) {
        setFailure(asFailure(thrown));
        setStage(back);
      }
    },
    [api],
  );

  return {
    stage,
    failure,
    changed,
    back: () => {
      setFailure(null);
      setStage({ at: 'asking' });
    },
    look: (question: Question) =>
      work(
        'looking',
        { at: 'asking' },
        () => preview(api, question),
        (_, result) => ({ at: 'shown', question, result }),
      ),
    // Refused, the shown picture is out of date: it has to be looked at again.
    run: (question: Question, shown: Result) => {
      const request = newId();
      return work(
        'running',
        { at: 'asking' },
        () => run(api, question, shown, request),
        (job, result) => {
          changed.current ||= result.done > 0;
          return { at: 'done', job: job.id, result };
        },
      );
    },
    undo: (job: number, result: Result) =>
      work(
        'undoing',
        { at: 'done', job, result },
        () => undo(api, job),
        (_, undone) => ({ at: 'undone', result: undone }),
      ),
    cancel: (job: number) => void cancel(api, job).catch((thrown: unknown) => setFailure(asFailure(thrown))),
  };
}

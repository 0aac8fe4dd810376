import './many-records.css';
import { useState } from 'react';
import { Dialog } from '#src/render/dialog.tsx';
import type { ManyRequest } from '#src/render/many-records.ts';
import type { Question } from './calls.ts';
import { Input, type Values } from './inputs.tsx';
import { counted, ResultView } from './result.tsx';
import { type Stage, useManyRecords } from './use-many-records.ts';

const working = {
  looking: 'Looking at what would be done …',
  running: 'Changing …',
  undoing: 'Taking back …',
};

/** Parameters, what would be done, progress, what was done to each record, and back. */
export function ManyRecordsDialog({
  request,
  onClose,
}: {
  readonly request: ManyRequest;
  readonly onClose: (changed: boolean) => void;
}) {
  const { stage, failure, changed, back, look, run, undo, cancel } = useManyRecords();
  const [values, setValues] = useState<Values>(() => firstValues(request));
  const [problems, setProblems] = useState<{ readonly [id: string]: string }>({});
  const [over, setOver] = useState<'ids' | 'hash'>(request.ids.length > 0 ? 'ids' : 'hash');
  const ticking = request.does.kind === 'set';
  const question: Question = { asked: request, values, target: targetOf(request, over) };
  const nothing = ticking && Object.keys(values).length === 0;
  const close = () => onClose(changed.current);
  // Escape while it is written closes the dialog and not the job: what it does is told by its count.
  const asking = stage.at === 'asking';
  return (
    <Dialog title={request.title} closing="cross" className="cad-many" onClose={close}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (asking && !nothing && Object.keys(problems).length === 0) void look(question);
        }}
      >
        {asking ? <Target request={request} over={over} onOver={setOver} /> : null}
        {request.text ? <p className="cad-message">{request.text}</p> : null}
        {asking
          ? request.inputs.map((input) => (
              <Input
                key={input.id}
                input={input}
                ticking={ticking}
                values={values}
                onValues={setValues}
                onProblem={(id, problem) =>
                  setProblems(({ [id]: _, ...others }) =>
                    problem === undefined ? others : { ...others, [id]: problem },
                  )
                }
              />
            ))
          : null}
        {failure ? (
          <div className="cad-field-problem" role="alert">
            <p>{failure.message}</p>
          </div>
        ) : null}
        <div aria-live="polite">
          <Standing request={request} stage={stage} />
        </div>
        <Buttons
          stage={stage}
          nothing={nothing}
          request={request}
          onBack={back}
          onClose={close}
          onRun={run}
          onUndo={undo}
          onCancel={cancel}
        />
      </form>
    </Dialog>
  );
}

function firstValues({ does, inputs }: ManyRequest): Values {
  if (does.kind !== 'command') return {};
  return Object.fromEntries(
    inputs.map(({ id, default: first, many, widget }) => [
      id,
      first === null ? (widget.type === 'checkbox' ? false : null) : many ? [first] : first,
    ]),
  );
}

function targetOf({ ids, hash }: ManyRequest, over: 'ids' | 'hash'): Question['target'] {
  if (over === 'ids' && ids.length > 0) return { ids: [...ids] };
  return hash === null ? {} : { hash };
}

/** Whom it is about: what is selected, or all that was found. */
function Target({
  request,
  over,
  onOver,
}: {
  readonly request: ManyRequest;
  readonly over: 'ids' | 'hash';
  readonly onOver: (over: 'ids' | 'hash') => void;
}) {
  const { ids, hash } = request;
  const selected = `The ${counted(ids.length, request)} selected`;
  const all = `All ${request.more} found`;
  if (ids.length === 0) return hash === null ? null : <p className="cad-many-target">{all}</p>;
  if (hash === null) return <p className="cad-many-target">{selected}</p>;
  return (
    <fieldset className="cad-many-target">
      <legend>Which {request.more}</legend>
      {(['ids', 'hash'] as const).map((one) => (
        <label key={one}>
          <input type="radio" name="over" checked={over === one} onChange={() => onOver(one)} />
          {one === 'ids' ? selected : all}
        </label>
      ))}
    </fieldset>
  );
}

function Standing({ request, stage }: { readonly request: ManyRequest; readonly stage: Stage }) {
  if (stage.at === 'asking') return null;
  if (stage.at === 'working')
    return (
      <div className="cad-many-working">
        <p>{stage.job?.message ?? working[stage.doing]}</p>
        <progress aria-label={working[stage.doing]} max={100} value={stage.job?.progress ?? 0} />
      </div>
    );
  if (stage.at === 'undone') {
    const { done, refused } = stage.result;
    const rest =
      refused > 0 ? ` ${counted(refused, request)} could not be: somebody changed the same since.` : '';
    return <p className="cad-many-said">{`Taken back for ${counted(done, request)}.${rest}`}</p>;
  }
  if (stage.result.found === 0) return <p className="cad-many-said">{`No ${request.one} is concerned.`}</p>;
  return <ResultView request={request} result={stage.result} when={stage.at} />;
}

function Buttons({
  stage,
  request,
  nothing,
  onBack,
  onClose,
  onRun,
  onUndo,
  onCancel,
}: {
  readonly stage: Stage;
  readonly request: ManyRequest;
  readonly nothing: boolean;
  readonly onBack: () => void;
  readonly onClose: () => void;
} & {
  readonly onRun: ReturnType<typeof useManyRecords>['run'];
  readonly onUndo: ReturnType<typeof useManyRecords>['undo'];
  readonly onCancel: ReturnType<typeof useManyRecords>['cancel'];
}) {
  const danger = request.does.kind === 'delete';
  if (stage.at === 'working') {
    const { job } = stage;
    return (
      <div className="cad-dialog-buttons">
        <button
          type="button"
          className="cad-button"
          disabled={job === null}
          onClick={() => job && onCancel(job.id)}
        >
          Cancel it
        </button>
      </div>
    );
  }
  if (stage.at === 'shown') {
    const { question, result } = stage;
    return (
      <div className="cad-dialog-buttons">
        <button type="button" className="cad-button" onClick={onBack}>
          Back
        </button>
        {result.done > 0 ? (
          <button
            type="button"
            className={`cad-button ${danger ? 'cad-danger' : 'cad-primary'}`}
            onClick={() => void onRun(question, result)}
          >
            {`${danger ? 'Delete' : 'Change'} ${counted(result.done, request)}`}
          </button>
        ) : null}
      </div>
    );
  }
  if (stage.at === 'asking')
    return (
      <div className="cad-dialog-buttons">
        <button type="button" className="cad-button" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className="cad-button cad-primary" disabled={nothing}>
          Show what would be done
        </button>
      </div>
    );
  return (
    <div className="cad-dialog-buttons">
      {stage.at === 'done' && stage.result.undo && stage.result.done > 0 ? (
        <button type="button" className="cad-button" onClick={() => void onUndo(stage.job, stage.result)}>
          Undo
        </button>
      ) : null}
      <button type="button" className="cad-button cad-primary" onClick={onClose}>
        Done
      </button>
    </div>
  );
}

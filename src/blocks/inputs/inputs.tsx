import { type ReactNode, useState } from 'react';
import type { Row } from '#src/core/values.ts';
import type { BlockProps, SourceView } from '#src/render/block-props.ts';
import { withValue } from './lines.ts';
import { isInputs, type LinkedInputs } from './link.ts';
import { OneInput } from './one-input.tsx';
import { RowInputs } from './row-inputs.tsx';
import { useLatest } from './use-latest.ts';
import './inputs.css';

/** Whether an answer to what was typed before is on its way. */
function isAnswering({ screen, sources }: BlockProps, param: string): boolean {
  return Object.values(sources).some((view: SourceView) => {
    const source = screen.data[view.id];
    return (
      source?.kind !== 'operation' &&
      !source?.unread?.includes(param) &&
      (view.stale || view.status === 'loading')
    );
  });
}

export function Inputs(props: BlockProps): ReactNode {
  const { block } = props;
  return isInputs(block) ? <Drawn {...props} inputs={block} /> : null;
}

function Drawn({ inputs, ...props }: BlockProps & { readonly inputs: LinkedInputs }): ReactNode {
  const { screen, scope, source, text, act, evaluate } = props;
  const { param: id, data, key = '', least, most, decimals, step, from, needed, buttons } = inputs;
  const [problems, setProblems] = useState<ReadonlySet<string>>(new Set());
  /** A button that sets values takes away what was typed and is none. */
  const [cleared, setCleared] = useState(0);
  const { typed, give } = useLatest(scope.params[id], isAnswering(props, id), (value: unknown) => {
    void act([{ type: 'set', params: { [id]: value } }]);
  });
  const param = screen.params.find((known) => known.id === id);
  const given = typed ? typed.value : scope.params[id];
  const number = typeof given === 'number' ? given : null;
  const options = {
    decimals,
    ...(least === undefined ? {} : { min: least }),
    ...(most === undefined ? {} : { max: most }),
  };
  const tell = (of: string) => (is: boolean) =>
    setProblems((known) => {
      if (known.has(of) === is) return known;
      const next = new Set(known);
      if (is) next.add(of);
      else next.delete(of);
      return next;
    });
  const begin = from ? evaluate(from) : null;
  const stepped = (way: 1 | -1): number | null => {
    const start = number ?? (typeof begin === 'number' ? begin : null);
    if (start === null || step === undefined) return null;
    const next = Number((start + way * step).toFixed(decimals));
    return (least !== undefined && next < least) || (most !== undefined && next > most) ? null : next;
  };
  const stepButton = (way: 1 | -1, sign: string, label: string) => {
    const next = stepped(way);
    return (
      <button
        type="button"
        className="cad-button"
        aria-label={label}
        disabled={next === null}
        onClick={() => next !== null && give(next)}
      >
        {sign}
      </button>
    );
  };
  const title = text(inputs.title);
  const note = text(inputs.note);
  const shown = buttons.filter(({ visibleWhen }) => !visibleWhen || evaluate(visibleWhen) === true);
  const actions =
    shown.length > 0 ? (
      <div className="cad-inputs-buttons">
        {shown.map((button) => (
          <button
            key={button.id}
            type="button"
            className={`cad-button${button.intent === 'none' ? '' : ` cad-${button.intent}`}`}
            disabled={
              button.enabledWhen !== null && (problems.size > 0 || evaluate(button.enabledWhen) !== true)
            }
            onClick={() => {
              if (problems.size > 0) {
                setProblems(new Set());
                setCleared((times) => times + 1);
              }
              void act(button.on);
            }}
          >
            {text(button.label)}
          </button>
        ))}
      </div>
    ) : null;
  return (
    <section className="cad-inputs" aria-label={title || undefined}>
      {title ? <h2>{title}</h2> : null}
      {/* Of many rows the table scrolls, and what is done with all of them stands above it. */}
      {data ? actions : null}
      {data ? (
        <RowInputs
          key={cleared}
          inputs={inputs}
          props={props}
          source={source}
          typed={given}
          options={options}
          label={param?.title ?? id}
          onProblem={(of, is) => tell(of)(is)}
          onValue={(row: Row, value) => give(withValue(given, String(row[key]), value))}
        />
      ) : (
        <div className="cad-inputs-line">
          {step === undefined ? null : stepButton(-1, '−', `${param?.title ?? id}: less`)}
          <OneInput
            key={cleared}
            name={id}
            label={param?.title ?? id}
            value={number}
            options={options}
            needed={needed}
            onValue={give}
            onProblem={tell('')}
          />
          {step === undefined ? null : stepButton(1, '+', `${param?.title ?? id}: more`)}
          {note ? <span className="cad-inputs-note">{note}</span> : null}
        </div>
      )}
      {data ? null : actions}
    </section>
  );
}

import type { ReactNode } from 'react';
import type { CodeRow, LinkedParam, LinkedScreen } from '#src/core/linked.ts';
import { type ParamFault, paramFaults, type QueryTexts } from '#src/core/params.ts';
import type { SourceView } from './block-props.ts';
import { choicesOf } from './param-choices.ts';
import { useReferenceList } from './reference.ts';

interface Clear {
  /** Takes these texts of a filter out of the address. */
  readonly onClear: (param: LinkedParam, texts: readonly string[]) => void;
}

function Notice({ faults, onClear }: Clear & { readonly faults: readonly ParamFault[] }): ReactNode {
  const [first] = faults;
  if (!first) return null;
  const { param } = first;
  return (
    <div className="cad-filter-fault" role="alert" data-param={param.id}>
      <p>
        {faults.map(({ text, lack }) => (
          <span key={text}>
            <b>{param.title}</b>: “{text}” {lack}.{' '}
          </span>
        ))}
      </p>
      <button
        type="button"
        className="cad-button"
        onClick={() =>
          onClear(
            param,
            faults.map(({ text }) => text),
          )
        }
      >
        Clear this filter
      </button>
    </div>
  );
}

/** The choices of a list come from the server, so what is none of them is known when they have come. */
function ListNotice({
  param,
  texts,
  list,
  onClear,
}: Clear & {
  readonly param: LinkedParam;
  readonly texts: readonly string[];
  readonly list: string;
}): ReactNode {
  const { rows, loading, failed } = useReferenceList(list);
  if (loading || failed || rows.length === 0) return null;
  return <Notice faults={noneOf(rows, param, texts)} onClear={onClear} />;
}

function noneOf(
  rows: readonly CodeRow[],
  param: LinkedParam,
  texts: readonly string[],
): readonly ParamFault[] {
  const lack = 'is none of the choices, so nothing is found by it';
  return texts
    .filter((text) => text !== '' && !rows.some(({ code }) => code === text))
    .map((text) => ({ param, text, lack }));
}

/** Says what the address asks of the filters and they do not have: an old link must not leave a page without a word. */
export function FilterFaults({
  screen,
  sources,
  query,
  onClear,
}: Clear & {
  readonly screen: LinkedScreen;
  readonly sources: { readonly [id: string]: SourceView };
  readonly query: QueryTexts;
}): ReactNode {
  const faults = paramFaults(screen.params, query, screen.codes);
  return screen.params.map((param) => {
    const texts = query[param.id];
    if (param.in !== 'query' || !texts) return null;
    if (param.list !== null)
      return <ListNotice key={param.id} param={param} texts={texts} list={param.list} onClear={onClear} />;
    const rows = param.choices ? choicesOf(param, screen, sources) : null;
    const own = faults.filter((fault) => fault.param === param);
    const values = texts.filter((text) => !own.some((fault) => fault.text === text));
    const none = rows ? noneOf(rows, param, values) : [];
    return <Notice key={param.id} faults={[...own, ...none]} onClear={onClear} />;
  });
}

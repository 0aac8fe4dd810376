import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { compareAddress } from '#src/core/compared.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { useMayOpen } from '#src/render/link-rule.ts';
import { resultOf } from '#src/render/open-figure.ts';
import { BlockStates } from '#src/render/states.tsx';
import { criteriaOf, itemsOf, wordsOf } from './items.ts';
import { isRelated, type LinkedRelated } from './link.ts';
import './related.css';

export function Related({ block, source, act, text }: BlockProps): ReactNode {
  const mayOpen = useMayOpen();
  if (!isRelated(block)) return null;
  const items = itemsOf(source?.value);
  const title = text(block.title) || 'Related';
  const near = items.find(({ metres }) => metres !== undefined)?.metres;
  return (
    <BlockStates source={source} isEmpty={items.length === 0} empty={block.empty} lines={1}>
      <nav className="cad-related" aria-label={title}>
        <span className="cad-related-title">{title}</span>
        <ul>
          {items.map((item) => {
            const { list, field, prefix, count, ids } = item;
            const words = wordsOf(item, items);
            // Nothing to see, or no page that shows it: the count alone.
            const opens = count > 0 && mayOpen(resultOf(prefix));
            const beside = ids && compareAddress(prefix, ids);
            const open = () => void act([{ type: 'search', list, prefix, criteria: criteriaOf(item) }]);
            return (
              <li key={`${list}.${field}`}>
                {opens ? (
                  <button type="button" onClick={open}>
                    {words}
                  </button>
                ) : (
                  <span data-none={count === 0}>{words}</span>
                )}
                {beside && mayOpen(beside) ? (
                  <Link to={beside} className="cad-related-compare">
                    compare<span className="cad-visually-hidden"> {words}</span>
                  </Link>
                ) : null}
              </li>
            );
          })}
        </ul>
        {block.reach && near !== undefined ? <Reach reach={block.reach} metres={near} act={act} /> : null}
      </nav>
    </BlockStates>
  );
}

/** How far is near; the choice is kept in the address. */
function Reach({
  reach: { param, choices },
  metres,
  act,
}: {
  readonly reach: NonNullable<LinkedRelated['reach']>;
  readonly metres: number;
  readonly act: BlockProps['act'];
}) {
  const all = [...new Set([...choices, metres])].sort((a, b) => a - b);
  return (
    <label className="cad-related-reach">
      Near is within
      <select
        className="cad-input"
        value={metres}
        onChange={(event) =>
          void act([{ type: 'set', params: { [param]: Number(event.target.value) }, mode: 'set' }])
        }
      >
        {all.map((choice) => (
          <option key={choice} value={choice}>
            {choice.toLocaleString('en-AU')} m
          </option>
        ))}
      </select>
    </label>
  );
}

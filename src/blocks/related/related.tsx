import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { compareAddress } from '#src/core/compared.ts';
import { withinText } from '#src/core/place.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { useMayOpen } from '#src/render/link-rule.ts';
import { resultOf } from '#src/render/open-figure.ts';
import { BlockStates } from '#src/render/states.tsx';
import { criteriaOf, itemsOf, type RelatedItem, wordsOf } from './items.ts';
import { isRelated, type LinkedRelated } from './link.ts';
import './related.css';

type Opens = Pick<BlockProps, 'act'> & { readonly mayOpen: (href: string) => boolean };

export function Related({ block, source, act, text }: BlockProps): ReactNode {
  const mayOpen = useMayOpen();
  if (!isRelated(block)) return null;
  const items = itemsOf(source?.value);
  const near = items.filter(({ metres }) => metres !== undefined);
  const title = text(block.title) || 'Related';
  return (
    <BlockStates source={source} isEmpty={items.length === 0} empty={block.empty} lines={1}>
      <nav aria-label={title}>
        <div className="cad-related">
          <span className="cad-related-title">{title}</span>
          <Counts items={items.filter((item) => !near.includes(item))} mayOpen={mayOpen} act={act} />
        </div>
        <Near items={near} reach={block.reach} mayOpen={mayOpen} act={act} />
      </nav>
    </BlockStates>
  );
}

/** How many, each leading to just these; nothing to see, or no page that shows it: the count alone. */
function Counts({ items, mayOpen, act }: Opens & { readonly items: readonly RelatedItem[] }) {
  return (
    <ul>
      {items.map((item) => {
        const { list, field, prefix, count, ids, metres } = item;
        const words = (
          <>
            {wordsOf(item, items)}
            {metres === undefined ? null : <span className="cad-visually-hidden"> {withinText(metres)}</span>}
          </>
        );
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
  );
}

/** What lies near, and how far that is; a choice is kept in the address. */
function Near({
  items,
  reach,
  ...opens
}: Opens & { readonly items: readonly RelatedItem[]; readonly reach: LinkedRelated['reach'] }) {
  const metres = items[0]?.metres;
  if (metres === undefined) return null;
  const text = withinText(metres);
  if (!reach)
    return (
      <div className="cad-related">
        <span className="cad-related-title">{`${text.charAt(0).toUpperCase()}${text.slice(1)}`}</span>
        <Counts items={items} {...opens} />
      </div>
    );
  const choices = [...new Set([...reach.choices, metres])].sort((a, b) => a - b);
  const choose = (chosen: number) =>
    void opens.act([{ type: 'set', params: { [reach.param]: chosen }, mode: 'set' }]);
  return (
    <div className="cad-related">
      <label className="cad-related-title">
        Within
        <select className="cad-input" value={metres} onChange={(event) => choose(Number(event.target.value))}>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice.toLocaleString('en-AU')} m
            </option>
          ))}
        </select>
      </label>
      <Counts items={items} {...opens} />
    </div>
  );
}

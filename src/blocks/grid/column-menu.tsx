import { Menu, MenuDivider, MenuItem } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import { counted } from '#src/core/nouns.ts';
import type { ValueType } from '#src/core/values.ts';
import { focusFirst } from './column-chooser.tsx';
import { type ColumnStatistics, statisticsLines } from './column-statistics.ts';
import type { GridColumn } from './definition.ts';
import { failureText } from './failure-text.ts';
import type { Labels } from './format-cell.ts';
import { MenuAt } from './menu-at.tsx';
import { menuKeys } from './menu-keys.ts';
import type { Direction } from './sorting.ts';

export interface ColumnMenuPlace {
  readonly column: string;
  readonly at: { readonly left: number; readonly top: number };
}

/** What can be done with a column; null where it cannot. */
export interface ColumnOffers {
  readonly sorted: Direction;
  readonly sort: ((direction: Direction) => void) | null;
  readonly filtered: boolean;
  readonly filter: () => void;
  readonly unfilter: () => void;
  readonly grouped: boolean;
  readonly group: (() => void) | null;
  /** Whether it is the last of the columns that stay. */
  readonly frozen: boolean;
  readonly freeze: (() => void) | null;
  readonly fit: () => void;
  readonly hide: (() => void) | null;
}

interface ColumnMenuProps {
  readonly place: ColumnMenuPlace;
  readonly column: GridColumn;
  readonly labels: Labels | null;
  readonly noun: string;
  readonly offers: ColumnOffers;
  readonly statistics: () => Promise<ColumnStatistics>;
  /** Where the statistics are computed, in words. */
  readonly over: string;
  readonly onClose: () => void;
}

const orders: { readonly [type in ValueType]?: readonly [string, string] } = {
  integer: ['smallest first', 'largest first'],
  number: ['smallest first', 'largest first'],
  date: ['earliest first', 'latest first'],
  datetime: ['earliest first', 'latest first'],
  boolean: ['no before yes', 'yes before no'],
};

/** By its code where the column has codes: their order is what sorts. */
function orderWords({ field }: GridColumn): readonly [string, string] {
  return (
    orders[field.type] ??
    (field.codes || field.list ? ['by code', 'by code, last first'] : ['A to Z', 'Z to A'])
  );
}

const inForce = <span title="In force">✓</span>;

/** What can be done with a column, and what it holds. */
export function ColumnMenu(props: ColumnMenuProps) {
  const { place, column, offers, onClose } = props;
  const [up, down] = orderWords(column);
  const item = (text: string, work: (() => void) | null, on = false) =>
    work === null ? null : (
      <MenuItem
        text={text}
        labelElement={on ? inForce : undefined}
        onClick={() => {
          onClose();
          work();
        }}
      />
    );
  const { sort, sorted } = offers;
  return (
    <MenuAt at={place.at} onClose={onClose}>
      <div className="cad-column-menu">
        <Menu ulRef={focusFirst} aria-label={`Column ${column.title}`} onKeyDown={menuKeys}>
          {item(`Sort ${up}`, sort && (() => sort('ascending')), sorted === 'ascending')}
          {item(`Sort ${down}`, sort && (() => sort('descending')), sorted === 'descending')}
          {sorted === 'none' ? null : item('Do not sort by it', sort && (() => sort('none')))}
          {sort ? <MenuDivider /> : null}
          {item('Filter …', offers.filter, offers.filtered)}
          {item('Remove filter', offers.filtered ? offers.unfilter : null)}
          {item(offers.grouped ? 'Do not group by it' : 'Group by it', offers.group)}
          {item(offers.frozen ? 'Let all columns scroll' : 'Freeze up to here', offers.freeze)}
          {item('Width to its content', offers.fit)}
          {item('Hide column', offers.hide)}
        </Menu>
        <Statistics {...props} />
      </div>
    </MenuAt>
  );
}

function Statistics({ column, labels, noun, statistics, over }: ColumnMenuProps) {
  const [answer, setAnswer] = useState<ColumnStatistics | string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu is opened for one column and one set of rows
  useEffect(() => {
    let open = true;
    statistics().then(
      (found) => open && setAnswer(found),
      (error: unknown) => open && setAnswer(failureText(error)),
    );
    return () => {
      open = false;
    };
  }, []);
  return (
    <section className="cad-column-statistics" aria-label={`Statistics of ${column.title}`}>
      <div role="status">
        {answer === null ? (
          <p className="cad-muted">Counting …</p>
        ) : typeof answer === 'string' ? (
          <p>{answer}</p>
        ) : (
          <>
            <h3>
              Statistics of {answer.limited ? 'the first ' : ''}
              {counted(answer.rows, noun)}
            </h3>
            <dl>
              {statisticsLines(answer, column, labels).map(([name, text]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
            <p className="cad-muted">{over}</p>
          </>
        )}
      </div>
    </section>
  );
}

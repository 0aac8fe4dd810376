import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatValue, missing, wholeNote } from '#src/core/format.ts';
import type { LinkedScreen } from '#src/core/linked.ts';
import { resolveLink } from '#src/core/resolve/resolve-value.ts';
import { isJsonObject, type Row } from '#src/core/values.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { useMayOpen } from '#src/render/link-rule.ts';
import { RecordLink } from '#src/render/record-link.tsx';
import { useReferenceList } from '#src/render/reference.ts';
import { BlockStates, skeletonAfter, useAfter } from '#src/render/states.tsx';
import { type Fact, type Find, isFacts, type LinkedFacts } from './link.ts';
import './facts.css';

function recordOf(value: unknown): Row | null {
  const record: unknown = Array.isArray(value) ? value[0] : value;
  return isJsonObject(record) ? record : null;
}

function isMissing(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

export function Facts(props: BlockProps): ReactNode {
  const { block, source, text } = props;
  if (!isFacts(block)) return null;
  const record = recordOf(source?.value);
  const title = text(block.title);
  const shownOf = (facts: readonly Fact[]) =>
    record === null ? [] : facts.filter(({ hideEmpty, field }) => !hideEmpty || !isMissing(record[field.id]));
  const line = (fact: Fact) =>
    record ? <FactLine key={fact.field.id} {...props} fact={fact} record={record} /> : null;
  const fields = shownOf(block.facts);
  const figures = shownOf(block.figures);
  if (source?.status === 'loading' || source?.status === 'idle') return <FactsToCome facts={block} />;
  return (
    <BlockStates source={source} isEmpty={record === null} empty={block.empty}>
      <div className="cad-facts" data-layout={block.layout}>
        {title ? <h2>{title}</h2> : null}
        {record && (block.heading || block.status) ? (
          <Heading {...props} facts={block} record={record} />
        ) : null}
        {fields.length > 0 ? <dl data-columns={block.columns}>{fields.map(line)}</dl> : null}
        {figures.length > 0 ? <dl className="cad-facts-figures">{figures.map(line)}</dl> : null}
      </div>
    </BlockStates>
  );
}

/** Bars where the facts will stand, in their lines: what lies below does not move when they come. */
function FactsToCome({ facts }: { readonly facts: LinkedFacts }): ReactNode {
  const shown = useAfter(skeletonAfter);
  const bar = (width: number) => <span className="cad-skeleton-line" style={{ width: `${width}px` }} />;
  const bars = (some: readonly Fact[]) =>
    some
      .filter(({ hideEmpty }) => !hideEmpty)
      .map(({ field, title }, i) => (
        <div key={field.id} className="cad-fact">
          <dt>{bar(6 * title.length)}</dt>
          <dd>{bar(70 + ((i * 29) % 50))}</dd>
        </div>
      ));
  return (
    <div
      className="cad-facts cad-skeleton"
      role="status"
      aria-label="Loading"
      data-layout={facts.layout}
      data-shown={shown}
    >
      {facts.title ? <h2>{bar(120)}</h2> : null}
      {facts.heading || facts.status ? (
        <div className="cad-facts-heading">
          <h2>{bar(320)}</h2>
        </div>
      ) : null}
      <dl data-columns={facts.columns}>{bars(facts.facts)}</dl>
      {facts.figures.length > 0 ? <dl className="cad-facts-figures">{bars(facts.figures)}</dl> : null}
    </div>
  );
}

/** What the record is called, and how it stands. */
function Heading({
  facts,
  record,
  screen,
}: BlockProps & { readonly facts: LinkedFacts; readonly record: Row }): ReactNode {
  const { heading, status } = facts;
  const name = useWritten(heading, record, screen);
  const stands = useWritten(status, record, screen);
  const state = status ? record[status.field.id] : null;
  return (
    <div className="cad-facts-heading">
      {heading && !isMissing(record[heading.field.id]) ? <h2>{name}</h2> : null}
      {status && !isMissing(state) ? (
        <span className="cad-facts-status" title={status.title}>
          {typeof state !== 'boolean' ? stands : state ? status.title : `Not ${status.title.toLowerCase()}`}
        </span>
      ) : null}
    </div>
  );
}

/** A value as a person reads it; empty where there is no such fact. */
function useWritten(fact: Fact | null, record: Row, screen: LinkedScreen): string {
  const reference = useReferenceList(fact?.field.list ?? null);
  if (!fact) return '';
  const { field, format } = fact;
  const codes = field.codes ? (screen.codes[field.codes] ?? null) : field.list ? reference.rows : null;
  const value = record[field.id];
  // There is room for a whole note here.
  return (
    wholeNote(format, value) ??
    formatValue(format, value, { codes, unitFlag: field.unitField ? record[field.unitField] : undefined })
  );
}

function FactLine(props: BlockProps & { readonly fact: Fact; readonly record: Row }): ReactNode {
  const { fact, record, screen, scope } = props;
  const { field, find } = fact;
  const mayOpen = useMayOpen();
  const written = useWritten(fact, record, screen);
  const value = record[field.id];
  const unit = field.unit && written !== missing && !written.includes(field.unit) ? ` ${field.unit}` : '';
  const to =
    fact.link && !isMissing(value) ? resolveLink(fact.link, { ...scope, row: record }, mayOpen) : null;
  const finds = find && !isMissing(value) && mayOpen(`/${find.prefix}/result/x`) ? find : null;
  return (
    <div className="cad-fact">
      <dt>{fact.title}</dt>
      <dd>
        {to ? (
          <Link to={to}>{written}</Link>
        ) : field.ref && !fact.link && typeof value === 'number' ? (
          <RecordLink to={field.ref} id={value} />
        ) : finds ? (
          <FindLike {...props} find={finds} written={written} />
        ) : (
          `${written}${unit}`
        )}
      </dd>
    </div>
  );
}

/** A code that leads to the records that have it, too. */
function FindLike({
  fact: { field, title },
  record,
  find: { list, prefix, plural, op },
  written,
  act,
}: BlockProps & {
  readonly fact: Fact;
  readonly record: Row;
  readonly find: Find;
  readonly written: string;
}): ReactNode {
  const value = record[field.id];
  const val = op === 'oneof' ? [value] : value;
  return (
    <button
      type="button"
      className="cad-fact-find"
      title={`Find ${plural.toLowerCase()} with ${title}: ${written}`}
      onClick={() => void act([{ type: 'search', list, prefix, criteria: [{ fld: field.id, op, val }] }])}
    >
      {written}
    </button>
  );
}

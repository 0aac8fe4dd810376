import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatValue, missing, wholeNote } from '#src/core/format.ts';
import type { LinkedScreen } from '#src/core/linked.ts';
import { resolveLink } from '#src/core/resolve/resolve-value.ts';
import type { Scope } from '#src/core/scope.ts';
import { isJsonObject, type Row } from '#src/core/values.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { useMayOpen } from '#src/render/link-rule.ts';
import { RecordLink } from '#src/render/record-link.tsx';
import { useReferenceList } from '#src/render/reference.ts';
import { BlockStates } from '#src/render/states.tsx';
import { type Fact, isFacts } from './link.ts';
import './facts.css';

function recordOf(value: unknown): Row | null {
  const record: unknown = Array.isArray(value) ? value[0] : value;
  return isJsonObject(record) ? record : null;
}

function isMissing(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

export function Facts({ block, source, screen, scope, text }: BlockProps): ReactNode {
  if (!isFacts(block)) return null;
  const record = recordOf(source?.value);
  const title = text(block.title);
  const shown = block.facts.filter((fact) => !fact.hideEmpty || !isMissing(record?.[fact.field.id]));
  return (
    <BlockStates source={source} isEmpty={record === null} empty={block.empty} lines={6}>
      <div className="cad-facts">
        {title ? <h2>{title}</h2> : null}
        <dl data-columns={block.columns}>
          {record
            ? shown.map((fact) => (
                <FactLine key={fact.field.id} fact={fact} record={record} screen={screen} scope={scope} />
              ))
            : null}
        </dl>
      </div>
    </BlockStates>
  );
}

function FactLine({
  fact,
  record,
  screen,
  scope,
}: {
  readonly fact: Fact;
  readonly record: Row;
  readonly screen: LinkedScreen;
  readonly scope: Scope;
}): ReactNode {
  const { field } = fact;
  const reference = useReferenceList(field.list);
  const mayOpen = useMayOpen();
  const codes = field.codes ? (screen.codes[field.codes] ?? null) : field.list ? reference.rows : null;
  const value = record[field.id];
  // There is room for a whole note here.
  const written =
    wholeNote(fact.format, value) ??
    formatValue(fact.format, value, {
      codes,
      unitFlag: field.unitField ? record[field.unitField] : undefined,
    });
  const unit = field.unit && written !== missing && !written.includes(field.unit) ? ` ${field.unit}` : '';
  const to =
    fact.link && !isMissing(value) ? resolveLink(fact.link, { ...scope, row: record }, mayOpen) : null;
  return (
    <div className="cad-fact">
      <dt>{fact.title}</dt>
      <dd>
        {to ? (
          <Link to={to}>{written}</Link>
        ) : field.ref && !fact.link && typeof value === 'number' ? (
          <RecordLink to={field.ref} id={value} />
        ) : (
          `${written}${unit}`
        )}
      </dd>
    </div>
  );
}

import type { ReactNode } from 'react';
import useSWRImmutable from 'swr/immutable';
import { call } from '#src/api/call.ts';
import { formatValue } from '#src/core/format.ts';
import type { LinkedScreen } from '#src/core/linked.ts';
import { everything } from '#src/core/page-address.ts';
import type { OperationAnswer, OperationInput } from '#src/generated/operations.ts';
import type { BlockProps, SourceView } from './block-props.ts';
import { allMine, choicesOf } from './param-choices.ts';
import { useApi, useWorkspace } from './ports.tsx';

type Asked = OperationInput['query.nearest']['body'];
type Offer = OperationAnswer['query.nearest']['offers'][number];

const dataNames = { real: 'Real data', synthetic: 'Synthetic data' } as const;
const grouped = new Intl.NumberFormat('en-AU');

/** What an offer changes, in the words of the chips. */
export function offerText(offer: Offer, screen: LinkedScreen, sources: BlockProps['sources']): string {
  const params = new Map<string, unknown>(Object.entries(offer.params));
  const changes = screen.params.flatMap((param) => {
    if (!params.has(param.id)) return [];
    const value = params.get(param.id);
    if (value === null) return [`Without ${param.title}`];
    if (param.entity === 'district' && value === everything) return [allMine];
    return [
      `${param.title}: ${formatValue(param.format, value, { codes: choicesOf(param, screen, sources) })}`,
    ];
  });
  const named = [...(offer.dataset ? [dataNames[offer.dataset]] : []), ...changes].join(', ');
  return `${named} (${grouped.format(offer.rows)} ${offer.rows === 1 ? 'row' : 'rows'})`;
}

/** Under a report without rows: the nearest filters that have some, each a click away. */
export function EmptyOffers({
  screen,
  source,
  sources,
  act,
}: Pick<BlockProps, 'screen' | 'sources' | 'act'> & { readonly source: SourceView }): ReactNode {
  const api = useApi();
  const workspace = useWorkspace();
  const { newer_than: _, ...body } = source.asking() as Asked & { readonly newer_than?: string };
  const { data } = useSWRImmutable(
    source.kind === 'sql' ? ['nearest', JSON.stringify(body)] : null,
    () => call(api, 'query.nearest', { body }),
    // What could not be found out is not worth a message: the page has said that it is empty.
    { onError: () => undefined },
  );
  // A page whose address names other data than the person works with goes on showing them.
  const offers = (data?.offers ?? []).filter(
    ({ dataset }) => dataset === null || (body.dataset ?? workspace.dataset) === workspace.dataset,
  );
  if (offers.length === 0) return null;
  return (
    <fieldset className="cad-empty-offers" aria-label="Filters that have rows">
      <p>These have rows:</p>
      {offers.map((offer) => (
        <button
          key={JSON.stringify([offer.params, offer.dataset])}
          type="button"
          className="cad-button"
          onClick={() => {
            if (offer.dataset) workspace.chooseDataset(offer.dataset);
            if (Object.keys(offer.params).length > 0) void act([{ type: 'set', params: offer.params }]);
          }}
        >
          {offerText(offer, screen, sources)}
        </button>
      ))}
    </fieldset>
  );
}

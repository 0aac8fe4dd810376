import { useMemo } from 'react';
import { plainTitle, routeNeeds } from '#src/core/page-address.ts';
import { isJsonObject } from '#src/core/values.ts';
import { useManifest } from '#src/render/ports.tsx';
import type { WidgetProps } from '#src/render/widget-props.ts';
import { mostOf, TickList, type TickRow } from '../tick-list.tsx';

interface GroupOption {
  readonly id: string;
  readonly title: string;
}

function isGroup(value: unknown): value is GroupOption {
  return isJsonObject(value) && typeof value.id === 'string' && typeof value.title === 'string';
}

/** Pages of some groups that the person may open, by their id. */
export function PagesWidget(props: WidgetProps) {
  const { options } = props;
  const manifest = useManifest();
  const rows = useMemo((): readonly TickRow[] => {
    const groups = Array.isArray(options.groups) ? options.groups.filter(isGroup) : [];
    return groups.flatMap((group) =>
      manifest
        .filter((page) => page.group === group.id)
        .filter((page) => {
          const needs = routeNeeds(page);
          return options.per === undefined || (needs.length === 1 && needs[0]?.entity === options.per);
        })
        .map((page) => ({
          code: page.id,
          label: plainTitle(page.title),
          ...(page.summary ? { note: page.summary } : {}),
          part: group.title,
        }))
        .sort((a, b) => a.label.localeCompare(b.label, 'en-AU', { numeric: true })),
    );
  }, [manifest, options.groups, options.per]);
  return <TickList {...props} rows={rows} most={mostOf(options)} />;
}

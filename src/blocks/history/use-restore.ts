// Puts a value of the history back: a save like any other, of the version that is seen.
import { useState } from 'react';
import { worksIn } from '#src/core/scope.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import type { HistoryEntry } from './entries.ts';
import type { LinkedHistory } from './link.ts';

type Change = HistoryEntry['changes'][number];

/** Refusals that are told beside the history, with what the server says of the field. */
const told = [400, 409, 422];

const differ = (a: unknown, b: unknown) => JSON.stringify(a ?? null) !== JSON.stringify(b ?? null);

export interface Restoring {
  /** Whether the value from before can be put back: the record has another one, and this person may change it. */
  readonly offers: (change: Change) => boolean;
  readonly restore: (change: Change, title: string) => void;
  readonly busy: boolean;
  readonly refused: string | null;
}

export function useRestore(block: LinkedHistory, { sources, scope, act, source }: BlockProps): Restoring {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const { restores } = block;
  const held = restores ? sources[restores.record]?.value : null;
  const record = isJsonObject(held) && typeof held.version === 'number' ? held : null;
  const may =
    restores !== null &&
    record !== null &&
    scope.perms.includes(restores.needs) &&
    worksIn(scope, restores.district ? record[restores.district] : null) &&
    !restores.locked?.states.includes(String(record[restores.locked.field] ?? ''));
  const save = async ({ field, old }: Change, title: string) => {
    if (!restores || !record) return;
    setBusy(true);
    setRefused(null);
    const outcome = await act(
      [
        {
          type: 'call',
          operation: 'record.save',
          params: { list: restores.list, id: record.id },
          body: { version: record.version, [field]: old },
          // biome-ignore lint/suspicious/noThenProperty: the language's own word
          then: [
            { type: 'snackbar', kind: 'success', text: `${title} is restored` },
            { type: 'refresh', data: [restores.record, source?.id ?? ''] },
          ],
        },
      ],
      { quiet: told },
    );
    setBusy(false);
    const failure = outcome.done ? null : outcome.failure;
    if (failure && told.includes(failure.status))
      setRefused(failure.errors.map(({ message }) => message).join(' ') || failure.message);
  };
  return {
    offers: ({ field, old }) => may && restores.fields.includes(field) && differ(record[field], old),
    restore: (change, title) => {
      if (!busy) void save(change, title);
    },
    busy,
    refused,
  };
}

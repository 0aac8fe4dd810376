import type { Entity } from '#src/core/entity.ts';
import type { Caller } from '../../access/caller.ts';
import { notifyAfter } from '../../access/notify.ts';
import type { Context } from '../../context.ts';
import { originOf } from '../../database/waited-for.ts';
import type { Values } from '../../records/read.ts';
import { labelOf } from '../../records/told.ts';
import { keepPrint } from '../attachment/keep-print.ts';

/**
 * Keeps the PDF that belongs to a move, of the record as the move left it. The move is made by then: where there is no
 * PDF, whoever made it is told, and nothing is taken back.
 */
export async function keepMoved(
  context: Context,
  caller: Caller,
  entity: Entity,
  record: Values,
  made: string,
): Promise<void> {
  const keeps = entity.life?.moves.find(({ id }) => id === made)?.keeps;
  if (!keeps) return;
  const { itemType } = entity.record;
  const id = Number(record.id);
  const params = Object.fromEntries(
    Object.entries(keeps.params).map(([param, field]) => [param, record[field]]),
  );
  // Whoever made the move may have gone: its PDF is kept all the same.
  const { signal } = new AbortController();
  const exportTurns = context.exportTurns.until(signal);
  const staying = { ...context, signal, database: originOf(context.database), exportTurns };
  try {
    const ask = { screen: keeps.screen, params };
    await keepPrint(staying, caller, { item_type: itemType, item_id: id }, ask, Number(record.version));
  } catch (error) {
    context.log.failure(`PDF of ${itemType} ${id}`, error);
    const detail = { filename: `PDF of ${labelOf(entity, id, record)}`, error_count: 1, warn_count: 0 };
    await notifyAfter(staying.database, caller.id, 'EXPTDONE', detail).catch((fault: unknown) =>
      context.log.failure(`notification of ${itemType} ${id}`, fault),
    );
  }
}

import type { Caller } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import { found } from '../../problem.ts';
import type { Values } from '../../records/read.ts';
import { targetOf } from '../bulk/asked-of.ts';
import type { BulkPayload } from '../bulk/bulk-payload.ts';
import { readParams } from '../bulk/command-params.ts';
import { commandFor } from '../bulk/may-ask.ts';

interface CommandBody {
  readonly params?: Values;
  readonly ids?: readonly number[];
  readonly hash?: string;
  readonly expected?: number;
  readonly stamp?: string;
}

/** A command as a change of many records: its own, those of a selection, or all that a search finds. */
export async function payloadOf(
  context: Context,
  caller: Caller,
  id: string,
  body: CommandBody,
  preview: boolean,
): Promise<BulkPayload> {
  const command = commandFor(context, caller, id);
  const { entities, codes } = context.definitions.current();
  const { list } = found(entities.get(command.entity)).record;
  const params = body.params ?? {};
  readParams(command, params, codes);
  const over = body.ids !== undefined || body.hash !== undefined;
  return {
    list,
    asked: { does: 'command', command: id, params },
    ...(over ? await targetOf(context, caller, list, body) : { ids: null, criteria: null }),
    preview,
    expected: body.expected ?? null,
    stamp: body.stamp ?? null,
  };
}

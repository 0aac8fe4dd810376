import type { Entity } from '#src/core/entity.ts';
import type { Caller } from '../../access/caller.ts';
import type { ReadyCommand } from '../../definitions/definitions.ts';
import { Problem } from '../../problem.ts';
import type { RecordServer } from '../../records/served.ts';
import type { Asked } from './bulk-payload.ts';

type Served = Pick<RecordServer, 'definitions'>;

/** A command by its name, for those who may run it. */
export function commandFor({ definitions }: Served, caller: Caller, id: string): ReadyCommand {
  const command = definitions.current().commands.get(id);
  if (!command) throw new Problem('not-found', `There is no command "${id.slice(0, 60)}".`);
  if (!caller.perms.has(command.needs)) throw new Problem('not-allowed');
  return command;
}

/** Refuses what this person may not do now: a command has its right, everything else that of the record type. */
export function checkMayAsk(server: Served, caller: Caller, { record }: Entity, asked: Asked): void {
  const { view, update } = record.permissions;
  const command = commandOf(asked);
  if (command !== null) commandFor(server, caller, command);
  else if (update === null || !caller.perms.has(update)) throw new Problem('not-allowed');
  if (!caller.perms.has(view)) throw new Problem('not-allowed');
}

function commandOf(asked: Asked): string | null {
  if (asked.does === 'command') return asked.command;
  return asked.does === 'undo' && asked.of !== 'set' ? asked.of.command : null;
}

/** Of what can be taken back, what it was: a save, or a command that says so. What is deleted is gone; a move may have run what nobody undoes. */
export function undoOf({ definitions }: Served, asked: Asked): 'set' | { readonly command: string } | null {
  if (asked.does === 'set') return 'set';
  if (asked.does !== 'command') return null;
  return definitions.current().commands.get(asked.command)?.undo ? { command: asked.command } : null;
}

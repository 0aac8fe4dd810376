// What was asked of the server lately, for the inspector.
import type { Client, ClientInput } from '#src/api/client.ts';

export interface LoggedCall {
  readonly operation: string;
  readonly input: ClientInput;
  readonly at: Date;
  /** Null while the answer is on its way. */
  readonly ms: number | null;
  readonly outcome: 'waiting' | 'answered' | 'failed';
  readonly problem: string | null;
}

const kept = 200;

export interface CallLog {
  readonly api: Client;
  /** The newest first. */
  readonly calls: () => readonly LoggedCall[];
}

/** The same client, which writes down the last calls and how long they took. */
export function observeCalls(client: Client, now: () => Date = () => new Date()): CallLog {
  const calls: LoggedCall[] = [];
  const noted = async <T>(
    operation: string,
    input: ClientInput | undefined,
    work: Promise<T>,
  ): Promise<T> => {
    const at = now();
    let entry: LoggedCall = {
      operation,
      input: input ?? {},
      at,
      ms: null,
      outcome: 'waiting',
      problem: null,
    };
    calls.unshift(entry);
    calls.length = Math.min(calls.length, kept);
    const end = (outcome: LoggedCall['outcome'], problem: string | null) => {
      const index = calls.indexOf(entry);
      entry = { ...entry, ms: now().getTime() - at.getTime(), outcome, problem };
      if (index !== -1) calls[index] = entry;
    };
    try {
      const answer = await work;
      end('answered', null);
      return answer;
    } catch (thrown) {
      end('failed', thrown instanceof Error ? thrown.message : 'It failed.');
      throw thrown;
    }
  };
  return {
    calls: () => calls,
    api: {
      ...client,
      call: (operation, input, signal) => noted(operation, input, client.call(operation, input, signal)),
      file: (operation, input) => noted(operation, input, client.file(operation, input)),
    },
  };
}

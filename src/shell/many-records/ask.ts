import { createStore } from 'zustand/vanilla';
import type { ManyRequest } from '#src/render/many-records.ts';

interface Asked {
  readonly request: ManyRequest;
  readonly answer: (changed: boolean) => void;
}

/** What a page asked to be done to many records; the shell opens the dialog for it. */
export const manyStore = createStore<{ readonly asked: Asked | null }>()(() => ({ asked: null }));

/** Asks the person, shows and does it; resolves when the dialog is closed, true where records were changed. */
export function askManyRecords(request: ManyRequest): Promise<boolean> {
  manyStore.getState().asked?.answer(false);
  return new Promise((resolve) => {
    manyStore.setState({
      asked: {
        request,
        answer: (changed) => {
          manyStore.setState({ asked: null });
          resolve(changed);
        },
      },
    });
  });
}

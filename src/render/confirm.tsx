import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { Dialog } from './dialog.tsx';

export interface Question {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly intent: string;
}

interface Asked {
  readonly question: Question;
  readonly answer: (yes: boolean) => void;
}

const store = createStore<{ readonly asked: Asked | null }>()(() => ({ asked: null }));

/** Asks the person; resolves false when the dialog is left. A second question waits for nobody: the first is answered no. */
export function askConfirm(question: Question): Promise<boolean> {
  store.getState().asked?.answer(false);
  return new Promise((resolve) => {
    store.setState({
      asked: {
        question,
        answer: (yes) => {
          store.setState({ asked: null });
          resolve(yes);
        },
      },
    });
  });
}

export function ConfirmHost() {
  const asked = useStore(store, (state) => state.asked);
  if (!asked) return null;
  const { question, answer } = asked;
  return (
    <Dialog title={question.title} closing="own" onClose={() => answer(false)}>
      <p>{question.text}</p>
      <div className="cad-dialog-buttons">
        <button type="button" className="cad-button" onClick={() => answer(false)}>
          Cancel
        </button>
        <button
          type="button"
          className={`cad-button ${question.intent === 'danger' ? 'cad-danger' : 'cad-primary'}`}
          onClick={() => answer(true)}
        >
          {question.confirm}
        </button>
      </div>
    </Dialog>
  );
}

import { useEffect, useState } from 'react';
import { commonWords, judgedCharacters, type PasswordOwner } from '#src/core/password.ts';

/** So many characters are quick whatever they are, and no stronger than the whole. */
const alwaysQuick = 16;
const patience = 2_000;

function startWorker(): Worker {
  return new Worker(new URL('./strength-worker.ts', import.meta.url), { type: 'module' });
}

/** Strength of a password from 0 to 4; null while it is not known. The estimate is loaded with the first use. */
export function useStrength(password: string, { username, companyName }: PasswordOwner): number | null {
  const [found, setFound] = useState<{ readonly password: string; readonly score: number } | null>(null);
  useEffect(() => {
    let worker = startWorker();
    const ask = (characters: number) => {
      worker.onmessage = ({ data }: MessageEvent<number>) => {
        clearTimeout(timer);
        setFound({ password, score: data });
      };
      worker.postMessage({
        text: password.slice(0, characters),
        words: commonWords({ username, companyName }),
      });
    };
    const timer = setTimeout(() => {
      worker.terminate();
      worker = startWorker();
      ask(alwaysQuick);
    }, patience);
    ask(judgedCharacters);
    return () => {
      clearTimeout(timer);
      worker.terminate();
    };
  }, [password, username, companyName]);
  return password !== '' && found?.password === password ? found.score : null;
}
